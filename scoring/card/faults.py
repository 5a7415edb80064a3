"""Every fault that a card can have, and how much each weighs.

Knows the names of all faults. Refuses to know how they are found: the clauses do. A card that contradicts itself or the
rules of the game is refused; what may well have happened but breaks the league's rules goes to the secretary; what is
only odd or untidy is a warning.
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
