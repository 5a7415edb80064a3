"""Leagues, seasons, tables and cups as the interface tells them: the values of the pages, written another way."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db.models import QuerySet
from django.http import Http404
from django.urls import reverse

from league.api.schemas import Ref, exact
from league.api.schemas.leagues import (
    BracketOut,
    CupOut,
    GroupMatch,
    GroupOut,
    GroupRow,
    LeagueOut,
    NoteOut,
    PartOut,
    RoundOut,
    RowOut,
    SeasonOut,
    TableOut,
    TieOut,
    TieSide,
)
from league.cups.models import Cup
from league.cups.presenters.bracket_tree import Box, BracketColumn, BracketPart
from league.cups.presenters.openday import OpenDayGroup, OpenDayMatch, OpenDayRow
from league.cups.queries import distinct_names, entrants_in
from league.cups.queries.catalogue import listed_cups
from league.cups.queries.cup_pages import bracket_page, openday_page
from league.cups.values.snapshot import has_stage
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
        colour=league.colour or None,
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


# --- cups -------------------------------------------------------------------------------------------------------------
def cups_in(season: Season) -> QuerySet[Cup]:
    return listed_cups().filter(division__competition__season=season)


def serialize_cup(cup: Cup) -> CupOut:
    """A cup of a list, with `.entered`."""
    return CupOut(**_of_cup(cup))


def _of_cup(cup: Cup) -> dict[str, Any]:
    return {
        "slug": cup.competition.slug,
        "name": cup.name,
        "season": cup.season.slug,
        "kind": cup.kind,
        "state": cup.state,
        "entrants": cup.entered,  # type: ignore[attr-defined]  # annotated by listed_cups
        "page": cup.get_absolute_url(),
    }


def serialize_bracket(season: Season, slug: str, at: datetime) -> BracketOut:
    """A cup as it stands at a moment; Http404 if there is none of that address."""
    cup = cups_in(season).filter(division__competition__slug=slug).first()
    if cup is None:
        raise Http404("There is no such cup in this season.")
    board = bracket_page(cup, at)
    groups = openday_page(cup, at).groups if has_stage(cup) else ()
    return BracketOut(
        **_of_cup(cup),
        entered=[] if board or groups else list(distinct_names(entrants_in(cup)).values()),
        parts=[_part(each) for each in board.pictures] if board else [],
        groups=[_group(each) for each in groups],
        winner=(board.winner if board else "") or None,
        plate_winner=(board.plate_winner if board else "") or None,
    )


def _part(picture: BracketPart) -> PartOut:
    return PartOut(
        part=picture.part.value,
        title=picture.title,
        winner=picture.winner or None,
        rounds=[_round(each) for each in picture.columns],
    )


def _round(column: BracketColumn) -> RoundOut:
    return RoundOut(name=column.name, now=column.now, words=column.words, ties=[_tie(each) for each in column.drawn])


def _tie(box: Box) -> TieOut:
    sides = [TieSide(name=each.name, known=each.known, score=each.score, won=each.won) for each in box.sides]
    return TieOut(id=box.tie.id, name=box.name, state=box.tie.state.value, sides=sides, words=list(box.words))


def _group(group: OpenDayGroup) -> GroupOut:
    return GroupOut(
        title=group.title,
        over=group.over,
        rows=[_group_row(each) for each in group.rows],
        matches=list(_group_matches(group)),
    )


def _group_row(each: OpenDayRow) -> GroupRow:
    row = each.row
    return GroupRow(
        place=row.place,
        name=each.name,
        score=exact(row.score),
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        difference=row.difference,
        reason=each.reason,
    )


def _group_matches(group: OpenDayGroup) -> Iterator[GroupMatch]:
    return (_group_match(each) for part in group.rounds for each in part.lines)


def _group_match(each: OpenDayMatch) -> GroupMatch:
    match = each.match
    return GroupMatch(
        round=match.round,
        first=each.first,
        second=each.second or None,
        score=list(match.score) if match.score else None,
        state=match.state.value,
        note=each.note,
    )
