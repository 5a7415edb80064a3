"""What teams wish for a season, in words, by team and by pub."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from league.schedule.choices import Firmness
from league.schedule.models import Competition, Entry, PresetMatch, Wish
from league.schedule.values.calendar import home_night, weekday_name
from league.schedule.values.task import describe_wish, firmness_of
from league.teams.models import Closure, Venue


@dataclass(frozen=True, slots=True)
class TeamWishes:
    """A team of the season with each wish, its sentence and how firm it is.

    `own_night` where its home matches are on another weekday.
    """

    entry: Entry
    lines: tuple[tuple[Wish, str, Firmness], ...]
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


def team_wishes(entry: Entry, wishes: Collection[Wish], *, others: bool = False) -> TeamWishes:
    mine = [wish for wish in wishes if wish.entry_id == entry.pk or (others and wish.other_id == entry.pk)]
    lines = tuple((wish, describe_wish(wish), firmness_of(wish)) for wish in mine)
    return TeamWishes(entry, lines, weekday_name(home_night(entry)) if entry.night is not None else "")


def wishes_of(competition: Competition) -> dict[str, Any]:
    """All requests of a season by team, the pubs, and the matches set beforehand; in four queries."""
    entries = list(entries_of(competition))
    wishes = list(Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk"))
    presets = PresetMatch.objects.filter(competition=competition).select_related("home", "away").order_by("date", "pk")
    teams = [team_wishes(entry, wishes) for entry in entries]
    return {
        "teams": teams,
        "number": sum(len(team.lines) for team in teams),
        "pubs": _pubs(entries, competition),
        "presets": list(presets),
    }


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """The teams of a season, division by division and by name, with everything that their nights depend on."""
    entries: QuerySet[Entry] = Entry.objects.filter(division__competition=competition, withdrawn_on=None)
    rows = entries.select_related("team__venue", "division__competition__season__league")
    return rows.order_by("division__rank", "division_id", "name", "pk")


def wishes_about(entry: Entry) -> TeamWishes:
    """The wishes of one team, those that others have about it included."""
    wishes = Wish.objects.filter(competition=entry.division.competition_id).select_related("entry", "other")
    return team_wishes(entry, list(wishes.order_by("pk")), others=True)


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
