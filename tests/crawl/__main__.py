"""`python -m tests.crawl record DIR` notes what every address answers everybody; `compare A B` says what has changed.

The sites are made once and kept in --site. Answers are in DIR: a folder for each site and role, a file for each address
of the URLconf.
"""

import sys
from argparse import ArgumentParser
from pathlib import Path

from tests.crawl.compare import compare
from tests.crawl.record import record


def main(words: list[str]) -> int:
    parser = ArgumentParser(prog="python -m tests.crawl", description=__doc__)
    commands = parser.add_subparsers(required=True)
    one = commands.add_parser("record", help="note what every address answers everybody")
    one.add_argument("target", type=Path, metavar="DIR")
    one.add_argument("--site", type=Path, default=Path("var/crawl"), help="where the sites are kept")
    one.add_argument("--like", type=Path, metavar="DIR", help="ask for what was asked for there, and follow no links")
    one.add_argument("--only", default="", metavar="PATTERN", help="with --like: requests whose names match")
    one.add_argument("--roles", default="", metavar="PATTERN", help="people who match: demo/harthwaite.captain")
    one.add_argument("--quick", action="store_true", help="one address of each route for each role")
    one.add_argument("--papers", action="store_true", help="PDFs too")
    one.add_argument("--jobs", type=int, default=2)
    two = commands.add_parser("compare", help="print what differs; 1 if anything does")
    two.add_argument("before", type=Path)
    two.add_argument("after", type=Path)
    two.add_argument("--only", default="", metavar="PATTERN", help="requests whose names match")
    two.add_argument("--ignore", action="append", default=[], metavar="PATTERN", help="lines that may differ")
    two.add_argument("--lines", type=int, default=6, help="how many lines of each difference")
    two.add_argument("--examples", type=int, default=2, help="how many differences of each kind")
    one.set_defaults(call=record)
    two.set_defaults(call=compare)
    options = vars(parser.parse_args(words))
    return options.pop("call")(**options)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
