"""What a season's list depends on: the nights it may have, and what its teams ask for."""

from calendar import Calendar
from collections.abc import Collection, Iterator
from datetime import date
from typing import Any

from django.db.models import Count, Q, QuerySet

from league.schedule.models import Blackout, Competition, Division, Entry, PresetMatch, Wish
from league.schedule.values.calendar import (
    bank_holidays,
    division_night,
    home_night,
    league_nights,
    nights_of,
    open_on,
    weekday_name,
    weekly_nights,
)
from league.schedule.values.task import describe_wish, firmness_of
from league.teams.models import Closure
from scoring.season.schedule.circle import rounds_needed

SHORT = {"cup": "cup", "holiday": "hol", "spare": "spare"}  # of a night that is skipped


# --- the calendar -----------------------------------------------------------------------------------------------------
def calendar_of(competition: Competition) -> dict[str, Any]:
    """The calendar of a season, month by month, with what its divisions need; in two queries."""
    season = competition.season
    blackouts = tuple(Blackout.objects.filter(season=season).order_by("first", "pk"))
    divisions = list(divisions_of(competition))
    nights, bank = league_nights(season, divisions), bank_holidays(season)

    def day(on: date) -> dict[str, Any]:
        off = next((each for each in blackouts if each.first <= on <= each.last), None)
        short = SHORT.get(off.kind, "off") if off and on in nights else "BH" if on in bank else ""
        return {"on": on, "night": on in nights, "off": off, "bank": bank.get(on, ""), "short": short}

    def weeks(first: date) -> Iterator[list[dict[str, Any] | None]]:
        """From Monday to Sunday, None where the day is of another month; those outside the season left out."""
        for week in Calendar().monthdatescalendar(first.year, first.month):
            inside = [on for on in week if on.month == first.month]
            if any(season.starts <= on <= season.ends for on in inside):
                yield [day(on) if on in inside else None for on in week]

    def month(first: date) -> dict[str, Any]:
        rows = list(weeks(first))
        return {"first": first, "weeks": rows, "bank": [each for row in rows for each in row if each and each["bank"]]}

    weekly = (*weekly_nights(season.starts, season.ends, season.starts.weekday()), season.ends)
    return {
        "months": [month(first) for first in sorted({on.replace(day=1) for on in weekly})],
        "needs": [nights_needed(division, division.teams, blackouts) for division in divisions],  # type: ignore[attr-defined]
        "blackouts": blackouts,
        "on_bank_holidays": [on for on in sorted(nights & bank.keys()) if open_on(on, blackouts)],
    }


def divisions_of(competition: Competition) -> QuerySet[Division]:
    """The divisions from the top, each with its league at hand and the number of its `teams`."""
    divisions: QuerySet[Division] = Division.objects.filter(competition=competition).order_by("rank", "pk")
    teams = Count("entries", filter=Q(entries__withdrawn_on=None))
    return divisions.select_related("competition__season__league").annotate(teams=teams)


def nights_needed(division: Division, teams: int, blackouts: Collection[Blackout]) -> dict[str, Any]:
    """How many nights a division's list takes and has: "18 nights are needed, 20 are left: 2 to spare"; `short` is how
    many are missing.
    """
    needed, left = rounds_needed(teams, division.legs) if teams > 1 else 0, len(nights_of(division, blackouts))
    text = "No matches to play yet"
    if needed:
        text = f"{needed} night{' is' if needed == 1 else 's are'} needed, {left} {'is' if left == 1 else 'are'} left"
        text += f": {left - needed} to spare" if left > needed else ": just enough" if left == needed else ""
    night, short = weekday_name(division_night(division)), max(0, needed - left)
    return {"division": division, "teams": teams, "night": night, "short": short, "text": text}


# --- requests ---------------------------------------------------------------------------------------------------------
def wishes_of(competition: Competition) -> dict[str, Any]:
    """All requests of a season by team, the pubs, and the matches set beforehand; in four queries."""
    entries = list(entries_of(competition))
    wishes = list(Wish.objects.filter(competition=competition).select_related("entry", "other").order_by("pk"))
    presets = PresetMatch.objects.filter(competition=competition).select_related("home", "away").order_by("date", "pk")
    teams = [_of_team(entry, [wish for wish in wishes if wish.entry_id == entry.pk]) for entry in entries]
    number = sum(len(team["lines"]) for team in teams)
    return {"teams": teams, "number": number, "pubs": _pubs(entries, competition), "presets": list(presets)}


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """The teams of a season, division by division and by name, with everything that their nights depend on."""
    entries: QuerySet[Entry] = Entry.objects.filter(division__competition=competition, withdrawn_on=None)
    rows = entries.select_related("team__venue", "division__competition__season__league")
    return rows.order_by("division__rank", "division_id", "name", "pk")


def wishes_about(entry: Entry) -> dict[str, Any]:
    """The requests of one team, those that others have about it included."""
    wishes = Wish.objects.filter(competition=entry.division.competition_id).select_related("entry", "other")
    return _of_team(entry, wishes.filter(Q(entry=entry) | Q(other=entry)).order_by("pk"))


def _of_team(entry: Entry, wishes: Collection[Wish] | QuerySet[Wish]) -> dict[str, Any]:
    """A team with each request, its sentence and how firm it is; `own_night` where its home matches have their own."""
    lines = [(wish, describe_wish(wish), firmness_of(wish)) for wish in wishes]
    own_night = weekday_name(home_night(entry)) if entry.night is not None else ""
    return {"entry": entry, "lines": lines, "own_night": own_night}


def _pubs(entries: Collection[Entry], competition: Competition) -> list[dict[str, Any]]:
    """The pubs by name, with their teams and the nights on which they are closed. `notable` are those with several
    teams, more than one board or such a night.
    """
    season = competition.season
    venues = {entry.team.venue_id: entry.team.venue for entry in entries}
    closures = Closure.objects.filter(venue__in=venues, first__lte=season.ends, last__gte=season.starts)
    closures_by_venue: dict[int, list[Closure]] = {key: [] for key in venues}
    for closure in closures.order_by("first", "pk"):
        closures_by_venue[closure.venue_id].append(closure)
    pubs = []
    for key, venue in sorted(venues.items(), key=lambda item: item[1].name):
        teams, closed = [entry for entry in entries if entry.team.venue_id == key], closures_by_venue[key]
        notable = len(teams) > 1 or venue.boards > 1 or bool(closed)
        pubs.append({"venue": venue, "entries": teams, "closures": closed, "notable": notable})
    return pubs
