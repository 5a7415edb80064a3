"""Plain words for what a fixture list is made of: days, names and wishes."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from scoring.season.schedule.task import Match, Task, Wish, WishKind
from scoring.words import join_list, spell_out

WEEKDAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
WISH_SENTENCES = {
    WishKind.NO_HOME: "{one} not at home on {days}",
    WishKind.NO_AWAY: "{one} not away on {days}",
    WishKind.NO_MATCH: "{one} without a match on {days}",
    WishKind.HOME_ON: "{one} at home on {any}",
    WishKind.MEET_ON: "{one} and {two} meet on {any}",
    WishKind.AVOID_MEET: "{one} and {two} do not meet on {days}",
    WishKind.MEET_BY: "{one} and {two} meet by {by}",
    WishKind.NOT_BOTH_HOME: "{one} and {two} never both at home",
    WishKind.NOT_SAME_DATE: "{one} and {two} never on the same night",
    WishKind.AT_MOST: "{one} plays at most {most} in any {nights}",
    WishKind.KEEP_FREE: "{one} without matches on {days}",
    WishKind.FULL_NIGHT: "every team of {one} plays on {days}",
}
BROKEN_SENTENCES = {
    WishKind.NO_HOME: "{one} is at home on {days}",
    WishKind.NO_AWAY: "{one} is away on {days}",
    WishKind.NO_MATCH: "{one} plays on {days}",
    WishKind.HOME_ON: "{one} is not at home on {any}",
    WishKind.MEET_ON: "{one} and {two} do not meet on {any}",
    WishKind.AVOID_MEET: "{one} and {two} meet on {days}",
    WishKind.MEET_BY: "{one} and {two} do not meet by {by}",
    WishKind.NOT_BOTH_HOME: "{one} and {two} are both at home on {days}",
    WishKind.NOT_SAME_DATE: "{one} and {two} both play on {days}",
    WishKind.AT_MOST: "{one} plays more than {most} in {nights} running: on {days}",
    WishKind.KEEP_FREE: "{one} plays on {days}, to be kept free",
    WishKind.FULL_NIGHT: "not every team of {one} plays on {days}",
}


@dataclass(frozen=True, slots=True)
class Names:
    """What the ids of a task are called; an id that it does not know is called by itself."""

    teams: dict[str, str]
    venues: dict[str, str]
    divisions: dict[str, str]

    @classmethod
    def of(cls, task: Task) -> "Names":
        return cls(
            {team.id: team.name for team in task.teams},
            {venue.id: venue.name for venue in task.venues},
            {division.id: division.name for division in task.divisions},
        )

    def team(self, name: str) -> str:
        return self.teams.get(name, name)

    def venue(self, name: str) -> str:
        return self.venues.get(name, name)

    def division(self, name: str) -> str:
        return self.divisions.get(name, name)

    def match(self, match: Match) -> str:
        """As "Bell v Crown"."""
        return f"{self.team(match.home)} v {self.team(match.away)}"

    def dated_match(self, match: Match) -> str:
        """As "Bell v Crown on Mon 5 Oct"."""
        return f"{self.match(match)} on {night(match.date)}"

    def wish_text(self, wish: Wish) -> str:
        """What a wish asks, with the words in which it was asked: "Bell not at home on Mon 5 Oct (darts)"."""
        return self._sentence(WISH_SENTENCES, wish, wish.dates)

    def broken_wish_text(self, wish: Wish, days: Iterable[date]) -> str:
        """How a wish is not met, with its own words; `days` are those on which something happens against it."""
        return self._sentence(BROKEN_SENTENCES, wish, days)

    def _sentence(self, sentences: dict[WishKind, str], wish: Wish, days: Iterable[date]) -> str:
        one, two = (*map(self.team, wish.teams), "", "")[:2]
        text = sentences[wish.kind].format(
            one=self.division(wish.division) if wish.kind.of_division else self.team(wish.team) if wish.team else one,
            two=two,
            days=nights(days),
            any=any_of(wish.dates),
            by=night(wish.by) if wish.by else "",
            most=spell_out(wish.most, "match"),
            nights=spell_out(wish.nights, "night"),
        )
        return f"{text} ({wish.text})" if wish.text and wish.text != text else text


def night(day: date) -> str:
    """As "Mon 5 Oct"."""
    return f"{WEEKDAYS[day.weekday()]} {day.day} {MONTHS[day.month - 1]}"


def nights(days: Iterable[date], last: str = "and") -> str:
    """Up to four nights by name, more by number: "8 nights from Mon 5 Oct to Mon 30 Nov"."""
    inside = sorted(set(days))
    if not inside:
        return "no night"
    if len(inside) > 4:
        return f"{len(inside)} nights from {night(inside[0])} to {night(inside[-1])}"
    return join_list([night(day) for day in inside], last)


def any_of(days: Iterable[date]) -> str:
    """As "Mon 5 Oct or Mon 12 Oct"; of more than four, "any of 8 nights from ..."."""
    inside = set(days)
    return nights(inside, "or") if len(inside) <= 4 else f"any of {nights(inside)}"
