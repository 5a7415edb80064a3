"""The problems of a card in groups, as rule books speak of them: each group stands under one rule or under none.

Knows which problems belong together. Refuses to know how they are found and how much each weighs.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """What a rule would say of it, and the codes of the problems that break it."""

    words: str
    codes: tuple[str, ...]


FINDINGS: Mapping[str, Finding] = {
    "format": Finding(
        "The lines, games and players of a match",
        ("lines_missing", "lines_extra", "games_missing", "games_extra", "players_extra", "players_missing"),
    ),
    "limits": Finding(
        "How often a player may play",
        ("plays_too_often", "twice_too_many", "twice_same_player", "named_twice_in_line"),
    ),
    "used": Finding("How many a side may use", ("used_too_many",)),
    "few": Finding("The fewest players of a side", ("too_few_players",)),
    "short": Finding(
        "Games that a short side cannot fill",
        ("claim_by_short_side", "claim_against_full_side", "claim_not_allowed", "void_one_side_short"),
    ),
    "finish": Finding(
        "How a game is won",
        ("winner_not_on_target", "winner_wrong_side", "loser_on_target", "pegs_over_target", "target_mixed_up"),
    ),
    "squad": Finding("The largest squad", ("squad_full",)),
    "late": Finding("Registering after the last day", ("registered_late", "signing_late")),
    "wait": Finding("How long after signing a player may play", ("registered_too_soon",)),
    "night": Finding("Signing on the night", ("signing_not_allowed",)),
    "eligible": Finding(
        "Who may play",
        ("not_registered", "name_unknown", "player_unknown", "registered_after_match", "suspended"),
    ),
    "tied": Finding("One team in a season", ("tied_elsewhere", "plays_for_opponents", "signing_tied", "on_both_sides")),
    "up": Finding("Playing up", ("plays_up", "plays_up_ties", "plays_up_not")),
    "age": Finding("Under 18s", ("under_age",)),
    "protest": Finding("Protests", ("protest", "protest_not_allowed")),
}
