"""What teams wish for a season's list: by team, by pub, and what was said about one team."""

from collections.abc import Collection

from django.db.models import QuerySet

from league.schedule.models import Competition, Entry, PresetMatch, Wish
from league.schedule.presenters.wishes import PubTeams, TeamWishes, Wishes, team_wishes
from league.teams.models import Closure


def wishes_of(competition: Competition) -> Wishes:
    """All requests of a season, in four queries."""
    entries = list(entries_of(competition))
    wishes = Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk")
    presets = PresetMatch.objects.filter(competition=competition).select_related("home", "away").order_by("date", "pk")
    return Wishes(
        tuple(team_wishes(entry, list(wishes)) for entry in entries), _pubs(entries, competition), tuple(presets)
    )


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """The teams of a season, division by division and by name, with everything that their nights depend on."""
    found: QuerySet[Entry] = Entry.objects.filter(division__competition=competition, withdrawn_on=None)
    rows = found.select_related("team__venue", "division__competition__season__league")
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
