"""Every fault that a card can have, how much each weighs, and in what groups rule books speak of them.

A card that contradicts itself or the rules of the game is refused; what may well have happened but breaks the league's
rules goes to the secretary; what is only odd or untidy is a warning.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from scoring.play.finding import Severity

REFUSED = """
    card_empty lines_missing lines_extra
    walkover_with_games void_with_games unfinished_complete
    quick_not_allowed quick_not_enough quick_impossible quick_too_many quick_disagrees
    games_missing games_extra line_undecided game_after_decided winner_missing
    claim_without_claimant claim_by_short_side claim_not_allowed void_with_winner unplayed_with_pegs
    pegs_missing pegs_one_sided pegs_not_pegged pegs_negative pegs_over_target
    winner_not_on_target winner_wrong_side loser_on_target target_mixed_up
    hands_impossible hands_too_few
    players_extra players_missing name_blank named_twice_in_line on_both_sides
    name_ambiguous player_unknown signing_blank signing_twice
"""

FOR_THE_SECRETARY = """
    void_unexplained unfinished_unexplained protest quick_too_few
    claim_against_full_side void_one_side_short void_full_line
    too_few_players plays_too_often twice_too_many twice_same_player used_too_many
    name_unknown not_registered registered_late registered_too_soon registered_after_match
    tied_elsewhere plays_for_opponents
    suspended cup_tied cup_appearances plays_up_not plays_up_ties under_age protest_not_allowed
    signing_not_allowed signing_late signing_tied squad_full
"""

WARNED = """
    walkover_unexplained pegs_not_kept hands_unlikely pegs_unlikely
    nickname plays_up signing_registered signing_unused signing_initials
"""

SEVERITY: Mapping[str, Severity] = {
    code: severity
    for severity, codes in (
        (Severity.REFUSE, REFUSED),
        (Severity.SECRETARY, FOR_THE_SECRETARY),
        (Severity.WARNING, WARNED),
    )
    for code in codes.split()
}


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem before it is given its weight and the league's rule number."""

    path: str
    code: str
    message: str


Faults: TypeAlias = Iterator[Fault]


# --- faults in groups, as rule books speak of them --------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class FaultGroup:
    """What a rule would say of it, and the codes of the problems that break it."""

    label: str
    codes: tuple[str, ...]


FAULT_GROUPS: Mapping[str, FaultGroup] = {
    "format": FaultGroup(
        "The lines, games and players of a match",
        ("lines_missing", "lines_extra", "games_missing", "games_extra", "players_extra", "players_missing"),
    ),
    "limits": FaultGroup(
        "How often a player may play",
        ("plays_too_often", "twice_too_many", "twice_same_player", "named_twice_in_line"),
    ),
    "used": FaultGroup("How many a side may use", ("used_too_many",)),
    "few": FaultGroup("The fewest players of a side", ("too_few_players",)),
    "short": FaultGroup(
        "Games that a short side cannot fill",
        ("claim_by_short_side", "claim_against_full_side", "claim_not_allowed", "void_one_side_short"),
    ),
    "finish": FaultGroup(
        "How a game is won",
        ("winner_not_on_target", "winner_wrong_side", "loser_on_target", "pegs_over_target", "target_mixed_up"),
    ),
    "squad": FaultGroup("The largest squad", ("squad_full",)),
    "late": FaultGroup("Registering after the last day", ("registered_late", "signing_late")),
    "wait": FaultGroup("How long after signing a player may play", ("registered_too_soon",)),
    "night": FaultGroup("Signing on the night", ("signing_not_allowed",)),
    "eligible": FaultGroup(
        "Who may play",
        ("not_registered", "name_unknown", "player_unknown", "registered_after_match", "suspended"),
    ),
    "tied": FaultGroup(
        "One team in a season", ("tied_elsewhere", "plays_for_opponents", "signing_tied", "on_both_sides")
    ),
    "up": FaultGroup("Playing up", ("plays_up", "plays_up_ties", "plays_up_not")),
    "age": FaultGroup("Under 18s", ("under_age",)),
    "protest": FaultGroup("Protests", ("protest", "protest_not_allowed")),
}
