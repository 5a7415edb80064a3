"""What differs between two recordings, by kind of address."""

import re
from collections import Counter, defaultdict
from difflib import unified_diff
from pathlib import Path

HEAD = "==== "  # begins the line that names a request; its answer follows
Recording = dict[tuple[str, str], dict[str, list[str]]]


def read(folder: Path) -> Recording:
    """For each site and role every request by its name, with the lines of the answer."""
    recording: Recording = defaultdict(dict)
    for path in sorted(folder.glob("*/*/*.txt")):
        answers, lines = recording[path.parts[-3], path.parts[-2]], []
        for line in path.read_text().split("\n"):
            if line.startswith(HEAD):
                lines = answers.setdefault(line.removeprefix(HEAD), [])
            else:
                lines.append(line)
    return recording


def compare(before: Path, after: Path, *, only: str, ignore: list[str], lines: int, examples: int) -> int:
    """Print what differs, with the first lines of some of each kind; 1 if anything differs, or nothing was compared.

    A person whom only one of the recordings has is left out.
    """
    one, other = read(before), read(after)
    kinds: dict[str, list[str]] = defaultdict(list)
    totals: Counter[str] = Counter()
    for who in sorted(one.keys() & other.keys()):
        for name in sorted(name for name in one[who].keys() | other[who].keys() if re.search(only, name)):
            was, now = (
                [line for line in all_of[who].get(name, []) if not _is_ignored(line, ignore)] for all_of in (one, other)
            )
            what = "only before" if name not in other[who] else "only after" if name not in one[who] else "changed"
            if what == "changed" and was == now:
                what = "equal"
            totals[what] += 1
            if what != "equal":
                changes = unified_diff(was, now, lineterm="", n=0) if what == "changed" else ()
                shown = [f"    {line[:200]}" for line in changes if not line.startswith(("---", "+++", "@@"))]
                kinds[f"{what}: {kind_of(name)}"].append("\n".join([f"  {'/'.join(who)}: {name}", *shown[:lines]]))
    for kind, texts in sorted(kinds.items()):
        print(f"{kind}: {len(texts)}", *texts[:examples], sep="\n")
    print(", ".join(f"{number} {what}" for what, number in sorted(totals.items())) or "Nothing was compared.")
    return int(set(totals) != {"equal"})


def _is_ignored(line: str, patterns: list[str]) -> bool:
    return any(re.search(pattern, line) for pattern in patterns)


def kind_of(name: str) -> str:
    """A request without the names of a league and of rows in its address."""
    method, path = name.split(" ")[:2]
    parts = [part for part in path.partition("?")[0].split("/") if part]
    kept = [
        part if place and re.fullmatch(r"[a-z]+(-[a-z]+)?(\.\w+)?", part) else "*" for place, part in enumerate(parts)
    ]
    return f"{method} /{'/'.join(kept)}"
