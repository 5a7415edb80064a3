"""A league's own rules for putting a match off, and what they say of one that is asked for."""

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum


class Until(StrEnum):
    """The end that no match is put off beyond: of the season, or of the half it belongs to."""

    SEASON = "season"
    HALF = "half"


@dataclass(frozen=True, slots=True)
class Tier:
    """What follows when a match is put off with at least `days` days' notice, in the league's words."""

    days: int
    words: str


@dataclass(frozen=True, slots=True)
class MoveRules:
    """How a league lets matches be put off.

    `notice` is the fewest days before a match on which a side may still ask, and `without_notice` what a side must
    expect that does not. `tiers` are what follows by days of notice; below the lowest, `without_notice` applies.
    `most` is how many matches a side may put off in a season (None: any number). The other side has to agree if
    `opponent_agrees`; what the two have agreed is moved at once, unless the `secretary_confirms` it.

    A moved match is played within `within` days of its first date (None: any time before the end), before the end
    that `until` names, on one of `nights` (weekdays, Monday 0), and not sooner than `ahead` days from the agreement.
    `food` is what a side is told about the pub.
    """

    allowed: bool = True
    notice: int = 2
    tiers: tuple[Tier, ...] = ()
    without_notice: str = ""
    most: int | None = None
    opponent_agrees: bool = True
    secretary_confirms: bool = False
    within: int | None = 28
    until: Until = Until.SEASON
    nights: tuple[int, ...] = (0, 1, 2, 3, 4)
    ahead: int = 3
    food: str = "Tell the pub soon: they may have ordered the food."


@dataclass(frozen=True, slots=True)
class Objection:
    """What the league's rules have against it: a code for programs, a sentence for people."""

    code: str
    text: str


def objections_to_asking(rules: MoveRules, *, notice: int, before: int) -> tuple[Objection, ...]:
    """What stands against a side's wish, `notice` days before the match, having put off `before` this season."""
    objections = []
    if not rules.allowed:
        objections.append(Objection("never", "The league does not allow postponements."))
    if notice < rules.notice:
        days = "a day’s" if rules.notice == 1 else f"{rules.notice} days’"
        this = "after the match" if notice < 0 else f"{notice} days before"
        this = {0: "on the day", 1: "a day before"}.get(notice, this)
        objections.append(Objection("notice", f"The league asks for {days} notice, and this is {this}."))
    if rules.most is not None and before >= rules.most:
        already = "no match" if rules.most == 0 else "1 match" if rules.most == 1 else f"{rules.most} matches"
        text = f"A team may postpone {already} in a season, and this one has postponed {before}."
        objections.append(Objection("too-many", text))
    return tuple(objections)


def follows(rules: MoveRules, notice: int) -> str:
    """What a side must expect that puts a match off with so many days' notice; "" when it costs nothing."""
    for tier in sorted(rules.tiers, key=lambda tier: -tier.days):
        if notice >= tier.days:
            return tier.words
    return rules.without_notice if rules.tiers or notice < rules.notice else ""


def last_day(rules: MoveRules, first_date: date, *, half_ends: date, season_ends: date) -> date:
    """The last day on which a match may be played that was first to be on `first_date`.

    `half_ends` is the last day of the half that it belongs to, for the second half that of the season.
    """
    end = half_ends if rules.until is Until.HALF else season_ends
    return end if rules.within is None else min(end, first_date + timedelta(days=rules.within))
