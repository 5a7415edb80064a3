"""What docs/rules.md says of the notation and its uses is so."""

import re
import shlex
from pathlib import Path

from scoring.__main__ import main
from scoring.play import peg_check
from scoring.play.check import RULES_BROKEN as OF_SCORES
from scoring.play.check import check_text
from scoring.play.reader import read_moves
from scoring.play.replay import RULES_BROKEN as OF_TILES

TEXT = (Path(__file__).parents[3] / "docs" / "rules.md").read_text()
NOTATION = TEXT.split("## The notation")[1]


def test_the_example_of_the_notation_is_sound():
    report = check_text(re.search(r"```\n(\[Rules.*?)```", NOTATION, re.DOTALL)[1])
    assert report.findings == ()
    assert report.games[0].hands[0].score == (59, 40)


def test_the_moves_in_the_table_can_be_read():
    for move in ("A66", "A65@5", "A65@5d", "A54@52", "A*=8", "A66:12", "B-", "B+50", "B+*", "..", "A66=6+1", "A66!"):
        assert read_moves(move)[2] == ()


def test_the_python_of_the_uses_says_what_it_is_said_to():
    for block in re.findall(r"```python\n(.*?)```", NOTATION, re.DOTALL):
        names = {}
        for line in block.splitlines():
            code, _, said = line.partition("  # ")
            if said:
                assert repr(eval(code, names)) == said  # the documentation's own words
            else:
                exec(code, names)


def test_the_commands_of_the_uses_answer_as_shown(capsys):
    shown = re.findall(r"```\n\$ python -m scoring (.*?)\n(.*?)```", NOTATION, re.DOTALL)
    assert len(shown) == 2
    for command, answer in shown:
        assert main(shlex.split(command)) == 0
        assert set(answer.splitlines()) <= set(capsys.readouterr().out.splitlines())


def test_every_code_in_the_table_of_checks_exists():
    table = NOTATION.split("## What a check can say")[1].split("The facts behind")[0]
    codes = {code for row in table.splitlines() if row.startswith("| ") for code in re.findall(r"`(\w+)`", row)}
    assert codes <= {*OF_TILES, *OF_SCORES, *peg_check.RULES_BROKEN}
    assert len(codes) > 20
