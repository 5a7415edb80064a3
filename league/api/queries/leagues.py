"""Leagues, seasons and tables as the interface tells them: the values of the pages, written another way."""

from datetime import datetime

from django.conf import settings
from django.http import Http404
from django.urls import reverse

from league.api.schemas.base import Ref, exact
from league.api.schemas.leagues import LeagueOut, NoteOut, RowOut, SeasonOut, TableOut
from league.schedule.models import Division, Season
from league.schedule.queries import current_season
from league.standings.queries import Note, Standing, divisions, table_shown
from league.teams.models import League

CURRENT = "current"


def serialize_league(league: League) -> LeagueOut:
    return LeagueOut(
        slug=league.slug,
        name=league.name,
        short_name=league.short_name,
        night=league.night,
        public=league.public,
        about=league.about,
        timezone=settings.TIME_ZONE,
        page=league.get_absolute_url(),
    )


def serialize_season(season: Season) -> SeasonOut:
    """A season as `seasons_of` finds it, with its divisions."""
    tables = [each for competition in season.competitions.all() for each in competition.divisions.all()]
    return SeasonOut(
        slug=season.slug,
        name=season.name,
        starts=season.starts,
        ends=season.ends,
        current=season.current,
        closed_at=season.closed_at,
        divisions=[Ref(slug=each.slug, name=each.name) for each in tables],
    )


def season_at(league: League, slug: str) -> Season:
    """The season of that address, or the one that the league is in; else Http404."""
    found = current_season(league) if slug == CURRENT else Season.objects.filter(league=league, slug=slug).first()
    if found is None:
        raise Http404("There is no such season.")
    return found


def serialize_table(league: League, season_slug: str, division_slug: str, at: datetime) -> TableOut:
    """A division's table at a moment, or as it was decided when its season was closed; else Http404."""
    tabs = divisions(None if season_slug == CURRENT else season_slug)
    division = next((each for each in tabs if each.slug == division_slug), None)
    if division is None:
        raise Http404("There is no such division in this season.")
    found, final = table_shown(division, at)
    season = division.competition.season
    return TableOut(
        league=league.slug,
        season=season.slug,
        division=_ref(division),
        rows=[_row(each) for each in found.rows],
        notes=[_note(each) for each in found.notes],
        rules=list(found.rules),
        provisional=found.provisional,
        disputed=found.disputed,
        decided_at=final.at if final else None,
        corrected=[_row(each) for each in final.now.rows] if final and final.now else None,
        page=reverse("season-table", args=[league.slug, season.slug, division.slug]),
    )


def _ref(division: Division) -> Ref:
    return Ref(slug=division.slug, name=division.name)


def _row(each: Standing) -> RowOut:
    row = each.row
    return RowOut(
        place=row.place,
        shared=row.shared,
        team=Ref(slug=each.slug, name=each.name),
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        games_for=row.games_for,
        games_against=row.games_against,
        pegs_for=row.pegs_for,
        pegs_against=row.pegs_against,
        points=exact(row.points),
        adjusted=exact(row.adjusted),
        deductions=exact(row.deductions),
        awarded=exact(row.awarded),
        form=list(row.form),
        reason=row.reason,
        decided_by=row.decided.value if row.decided else None,
        zone=each.zone.value if each.zone else None,
        withdrawn=row.withdrawn,
        provisional=each.provisional,
        notes=list(each.notes),
    )


def _note(note: Note) -> NoteOut:
    return NoteOut(
        number=note.number,
        team=note.team,
        points=exact(note.points),
        reason=note.reason,
        bought_back=exact(note.bought_back),
    )
