"""A player of one team who helps another out."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from scoring.words import ordinal


class Helps(StrEnum):
    """Which other team a player may play for. SAME_CLUB is another team of the same pub or club, "Royal Oak A"."""

    SAME_CLUB = "same-club"
    HIGHER = "higher-division"
    SAME_CLUB_HIGHER = "same-club-higher-division"
    ANY = "any-team"


@dataclass(frozen=True, slots=True)
class PlayingUp:
    """The league's rule. `most` matches for other teams in a season (None: any number); the player belongs to the
    other team from match `ties_after` on (None: never). `nominated` is how many players each A team names, who may play
    for no other team that season (0: none are named); its captain names them by the day `nominate_by` as (month, day),
    None for no last day.
    """

    most: int | None = None
    helps: Helps = Helps.SAME_CLUB
    ties_after: int | None = None
    nominated: int = 0
    nominate_by: tuple[int, int] | None = field(default=None, metadata={"later": True})


@dataclass(frozen=True, slots=True)
class Loan:
    """How a player of `team` stands to the team that they are named for: whether the two are of one club, whether it
    plays in a higher division, how many matches the player has played for other teams this season, and whether the
    player's own team has nominated them.
    """

    team: str
    same_club: bool = False
    higher: bool = False
    times: int = 0
    nominated: bool = False


class LoanVerdict(StrEnum):
    MAY = "may"
    TIES = "ties"
    TOO_OFTEN = "too-often"
    NOT_THERE = "not-there"
    NOMINATED = "nominated"


def judge(rule: PlayingUp, loan: Loan) -> LoanVerdict:
    """Whether a player may play this match for the other team, and whether it ties the player to it."""
    if loan.nominated and rule.nominated:
        return LoanVerdict.NOMINATED
    club = rule.helps in {Helps.SAME_CLUB, Helps.SAME_CLUB_HIGHER}
    higher = rule.helps in {Helps.HIGHER, Helps.SAME_CLUB_HIGHER}
    if (club and not loan.same_club) or (higher and not loan.higher):
        return LoanVerdict.NOT_THERE
    if rule.most is not None and loan.times >= rule.most:
        return LoanVerdict.TOO_OFTEN
    if rule.ties_after is not None and loan.times + 1 >= rule.ties_after:
        return LoanVerdict.TIES
    return LoanVerdict.MAY


def sentence(rule: PlayingUp, name: str, loan: Loan) -> str:
    """What is to be said of a player who is named for another team."""
    nth = ordinal(loan.times + 1)
    of = "" if rule.most is None else f" of {rule.most}"
    return {
        LoanVerdict.MAY: f"{name} of {loan.team} plays for another team, for the {nth} time{of} this season.",
        LoanVerdict.TIES: f"{name} of {loan.team} plays for another team for the {nth} time "
        "and belongs to it from now on.",
        LoanVerdict.TOO_OFTEN: f"{name} of {loan.team} has played for other teams {loan.times} times, "
        f"and may {rule.most}.",
        LoanVerdict.NOT_THERE: f"{name} plays for {loan.team}: a player may help only {HELPS_WORDS[rule.helps]}.",
        LoanVerdict.NOMINATED: f"{name} is one of the nominated players of {loan.team}, "
        "who may play for no other team.",
    }[judge(rule, loan)]


def consequence(rule: PlayingUp, loan: Loan) -> str:
    """What would follow if a player were named for another team, before they are: as sentences about "they"."""
    own, nth = f"Plays for {loan.team}.", ordinal(loan.times + 1)
    of = "" if rule.most is None else f" of {rule.most}"
    helped = f"has helped other teams {loan.times} times this season, and may {rule.most}"
    return {
        LoanVerdict.MAY: f"{own} May help out: it would be the {nth} time{of} this season.",
        LoanVerdict.TIES: f"{own} It would be the {nth} time this season that they help another team, and they would "
        "belong to it from now on. The secretary decides.",
        LoanVerdict.TOO_OFTEN: f"Plays for {loan.team}, {helped}. The secretary decides.",
        LoanVerdict.NOT_THERE: f"{own} A player may help only {HELPS_WORDS[rule.helps]}. The secretary decides.",
        LoanVerdict.NOMINATED: f"Is one of the nominated players of {loan.team}, who may play for no other team. "
        "The secretary decides.",
    }[judge(rule, loan)]


HELPS_WORDS = {
    Helps.SAME_CLUB: "another team of the same club",
    Helps.HIGHER: "a team of a higher division",
    Helps.SAME_CLUB_HIGHER: "a team of the same club in a higher division",
    Helps.ANY: "any other team",
}


def describe(rule: PlayingUp) -> Iterator[str]:
    """The rule in plain English, a sentence each."""
    often = "as often as needed" if rule.most is None else "once" if rule.most == 1 else f"up to {rule.most} times"
    yield f"A registered player may play for {HELPS_WORDS[rule.helps]}, {often} in a season."
    if rule.ties_after is not None:
        yield f"From the {ordinal(rule.ties_after)} match on the player belongs to that team."
    if rule.nominated:
        players = "one player" if rule.nominated == 1 else f"{rule.nominated} players"
        yield f"Each A team names {players} who may play for no other team."
