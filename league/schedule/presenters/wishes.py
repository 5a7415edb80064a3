"""What teams wish for a season, in words, by team and by pub."""

from collections.abc import Collection
from dataclasses import dataclass

from league.schedule.choices import Firmness
from league.schedule.models import Entry, PresetMatch, Wish
from league.schedule.values.calendar import home_night, weekday_name
from league.schedule.values.wishes import PRICES, wish_value
from league.teams.models import Closure, Venue
from scoring.season.schedule.sentences import Names


def describe_wish(wish: Wish) -> str:
    """A wish on its real days, with the words it was asked in: "Bell not at home on Mon 5 Oct (darts)"."""
    names = {f"T{wish.entry_id}": wish.entry.name, f"T{wish.other_id}": wish.other.name if wish.other else ""}
    return Names(names, {}, {}).wish_text(wish_value(wish))


def firmness_of(wish: Wish) -> Firmness:
    """How much a wish matters, in the steps that a person is offered."""
    if wish.hard:
        return Firmness.MUST
    return min(PRICES, key=lambda step: abs(PRICES[step] - wish.weight))


# --- the wishes of a season -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class WishLine:
    """A wish as a line of a page."""

    wish: Wish
    text: str
    firmness: Firmness

    @property
    def must(self) -> bool:
        return self.firmness == Firmness.MUST


@dataclass(frozen=True, slots=True)
class TeamWishes:
    """A team of the season with what it wishes; `own_night` where its home matches are on another weekday."""

    entry: Entry
    lines: tuple[WishLine, ...]
    own_night: str


@dataclass(frozen=True, slots=True)
class PubTeams:
    """A pub with the teams of the season that play there, and the nights of the season on which it is closed."""

    venue: Venue
    entries: tuple[Entry, ...]
    closures: tuple[Closure, ...]

    @property
    def notable(self) -> bool:
        """Whether there is anything to say of it: several teams, more than one board, nights closed."""
        return len(self.entries) > 1 or self.venue.boards > 1 or bool(self.closures)


@dataclass(frozen=True, slots=True)
class Wishes:
    """Everything that was wished for a season."""

    teams: tuple[TeamWishes, ...]
    pubs: tuple[PubTeams, ...]
    presets: tuple[PresetMatch, ...]

    @property
    def count(self) -> int:
        return sum(len(team.lines) for team in self.teams)


def team_wishes(entry: Entry, wishes: Collection[Wish], *, others: bool = False) -> TeamWishes:
    mine = [wish for wish in wishes if wish.entry_id == entry.pk or (others and wish.other_id == entry.pk)]
    lines = tuple(WishLine(wish, describe_wish(wish), firmness_of(wish)) for wish in mine)
    return TeamWishes(entry, lines, weekday_name(home_night(entry)) if entry.night is not None else "")
