"""What an import added, and what a file names that is to be added, in the words of people."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.words import join_list

ADDED = {  # rows as undo_log calls them, in the words of people
    "team": ("team", "teams"), "venue": ("venue", "venues"), "role": ("invitation", "invitations"),
    "player": ("player", "players"), "registration": ("registration", "registrations"),
    "division": ("division", "divisions"), "entry": ("team in a division", "teams in divisions"),
    "fixture": ("match", "matches"), "honour": ("honour", "honours"),
    "adjustment": ("points adjustment", "points adjustments"), "season": ("season", "seasons"),
    "cup": ("cup", "cups"), "entrant": ("entrant", "entrants"),
    "blackout": ("night without league matches", "nights without league matches"),
    "finaltable": ("final table", "final tables"), "pastfigures": ("player’s figures", "players’ figures"),
}  # fmt: skip


def added_rows(marks: Iterable[Sequence[Any]]) -> list[str]:
    """What an import added, by the marks that it left: "12 teams", "10 venues"."""
    made = Counter(kind for kind, _, before, _ in marks if before is None)
    return [f"{made[kind]} {one if made[kind] == 1 else many}" for kind, (one, many) in ADDED.items() if made[kind]]


NEEDED = {  # what a file names and the league has not
    "team": ("new team", "new teams"), "player": ("new player with no team", "new players with no team"),
    "venue": ("new venue", "new venues"),
    "division": ("new division", "new divisions"), "joins": ("team joins its division", "teams join their divisions"),
}  # fmt: skip


def needs_text(needs: Mapping[str, Sequence[str]]) -> str:
    """How much a file names that is to be added: "18 new teams and 1 new division"."""
    counts = {what: len(needs[what]) for what in NEEDED if what in needs}
    return join_list([f"{number} {NEEDED[what][number != 1]}" for what, number in counts.items()])


def needs_list(needs: Mapping[str, Sequence[str]]) -> str:
    """Everything that a file names and that is to be added, by name."""
    return ". ".join(", ".join(needs[what]) for what in NEEDED if what in needs)
