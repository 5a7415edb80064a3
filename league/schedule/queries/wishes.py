"""What teams wish for a season's list: what each kind of wish means, and a season's wishes by team and by pub.

A wish is a row; `wish_value` is what the rules of lists are given of it. Refuses to know whether a list keeps it.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import QuerySet

from league.schedule.choices import Firmness, WishedFor
from league.schedule.models import Blackout, Competition, Entry, PresetMatch, Wish
from league.schedule.queries.calendar import home_night, nights_of, real_date, week_of, weekday_name
from league.teams.models import Closure, Venue
from scoring.season.schedule import task as spec
from scoring.season.schedule.words import Names

# What each breach costs; a wish that must be kept has no price.
PRICES = {Firmness.A_LOT: 10, Firmness.MATTERS: 5, Firmness.A_LITTLE: 2}
AT_HOME = frozenset({WishedFor.NO_HOME, WishedFor.HOME_ON})
ABOUT_TWO = frozenset(kind for kind in WishedFor if not spec.WishKind(kind).of_one)
MEETINGS = frozenset({WishedFor.MEET_ON, WishedFor.AVOID_MEET, WishedFor.MEET_BY})
WITH_DATES = frozenset(kind for kind in WishedFor if spec.WishKind(kind).on_dates)


# --- what a wish means ------------------------------------------------------------------------------------------------
def wish_value(wish: Wish) -> spec.Wish:
    """A wish as the rules of lists have it, about the real days that it names."""
    kind = spec.WishKind(wish.kind)
    return spec.Wish(
        id=f"R{wish.pk}",
        kind=kind,
        hard=wish.hard,
        weight=0 if wish.hard else wish.weight,
        text=wish.words,
        team=f"T{wish.entry_id}" if kind.of_one else "",
        teams=() if kind.of_one else (f"T{wish.entry_id}", f"T{wish.other_id}"),
        dates=frozenset(map(date.fromisoformat, wish.dates)),
        by=wish.by,
    )


def wishes_among(wishes: Iterable[Wish], entries: Collection[int]) -> Iterator[Wish]:
    """The wishes that are about these teams only, which are given by key."""
    return (wish for wish in wishes if {wish.entry_id, wish.other_id} - {None} <= set(entries))


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
    words: str
    firmness: Firmness

    @property
    def must(self) -> bool:
        return self.firmness == Firmness.MUST


@dataclass(frozen=True, slots=True)
class TeamWishes:
    """A team of the season with what it wishes; `own_night` where its home matches are on another weekday."""

    entry: Entry
    asked: tuple[WishLine, ...]
    own_night: str


@dataclass(frozen=True, slots=True)
class PubTeams:
    """A pub with the teams of the season that play there, and the nights of the season on which it is closed."""

    venue: Venue
    entries: tuple[Entry, ...]
    closures: tuple[Closure, ...]

    @property
    def told(self) -> bool:
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
        return sum(len(team.asked) for team in self.teams)


def wishes_of(competition: Competition) -> Wishes:
    """All requests of a season, in four queries."""
    entries = list(entries_of(competition))
    wishes = Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk")
    presets = PresetMatch.objects.filter(competition=competition).select_related("home", "away").order_by("date", "pk")
    return Wishes(tuple(_team(entry, list(wishes)) for entry in entries), _pubs(entries, competition), tuple(presets))


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """The teams of a season, division by division and by name, with everything that their nights depend on."""
    found: QuerySet[Entry] = Entry.objects.filter(division__competition=competition, withdrawn_on=None)
    rows = found.select_related("team__venue", "division__competition__season__league")
    return rows.order_by("division__rank", "division_id", "name", "pk")


def wishes_about(entry: Entry) -> TeamWishes:
    """The wishes of one team, those that others have about it included."""
    wishes = Wish.objects.filter(competition=entry.division.competition_id).select_related("entry", "other")
    return _team(entry, list(wishes.order_by("pk")), others=True)


def nights_to_wish(entry: Entry, kind: str, blackouts: Collection[Blackout]) -> tuple[date, ...]:
    """The days on which a team may wish for something: its nights at home, or those of its division."""
    nights = nights_of(entry.division, blackouts)
    return tuple(real_date(day, entry) for day in nights) if kind in AT_HOME else nights


def every_nth_week(nights: Collection[date], weeks: int, first: date) -> set[date]:
    """Those of the nights that are a multiple of `weeks` weeks after the week of `first`."""
    step = timedelta(weeks=weeks)
    return {day for day in nights if day >= first and (week_of(day) - week_of(first)) % step == timedelta()}


def nth_of_month(nights: Collection[date], number: int) -> set[date]:
    """The first, second, third, fourth such weekday of each month; the last for 5."""
    if number == 5:
        return {day for day in nights if (day + timedelta(weeks=1)).month != day.month}
    return {day for day in nights if (day.day - 1) // 7 == number - 1}


def _team(entry: Entry, wishes: Collection[Wish], *, others: bool = False) -> TeamWishes:
    mine = [wish for wish in wishes if wish.entry_id == entry.pk or (others and wish.other_id == entry.pk)]
    asked = tuple(WishLine(wish, describe_wish(wish), firmness_of(wish)) for wish in mine)
    return TeamWishes(entry, asked, weekday_name(home_night(entry)) if entry.night is not None else "")


def _pubs(entries: Collection[Entry], competition: Competition) -> tuple[PubTeams, ...]:
    season = competition.season
    venues = {entry.team.venue_id: entry.team.venue for entry in entries}
    closures = list(
        Closure.objects.filter(venue__in=venues, first__lte=season.ends, last__gte=season.starts).order_by(
            "first", "pk"
        )
    )
    return tuple(
        PubTeams(
            venue,
            tuple(entry for entry in entries if entry.team.venue_id == key),
            tuple(closure for closure in closures if closure.venue_id == key),
        )
        for key, venue in sorted(venues.items(), key=lambda item: item[1].name)
    )
