"""Leagues, tables and cups as the API writes them."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings

from league.api.schemas import Ref, exact
from league.api.schemas.leagues import (
    CupOut,
    GroupMatch,
    GroupOut,
    GroupRow,
    LeagueOut,
    NoteOut,
    PartOut,
    RoundOut,
    RowOut,
    TieOut,
    TieSide,
)
from league.cups.models import Cup
from league.cups.presenters.bracket_tree import Box, BracketColumn, BracketPart
from league.cups.presenters.openday import OpenDayGroup, OpenDayMatch, OpenDayRow
from league.schedule.models import Division
from league.standings.presenters import Note, Standing
from league.teams.models import League


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


def season_ref(division: Division) -> Ref:
    return Ref(slug=division.slug, name=division.name)


def serialize_row(each: Standing) -> RowOut:
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


def serialize_note(note: Note) -> NoteOut:
    return NoteOut(
        number=note.number,
        team=note.team,
        points=exact(note.points),
        reason=note.reason,
        bought_back=exact(note.bought_back),
    )


def serialize_cup(cup: Cup) -> CupOut:
    """A cup of a list, with `.entered`."""
    return CupOut(**cup_values(cup))


def cup_values(cup: Cup) -> dict[str, Any]:
    return {
        "slug": cup.competition.slug,
        "name": cup.name,
        "season": cup.season.slug,
        "kind": cup.kind,
        "state": cup.state,
        "entrants": cup.entered,  # type: ignore[attr-defined]  # annotated by listed_cups
        "page": cup.get_absolute_url(),
    }


def serialize_part(picture: BracketPart) -> PartOut:
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


def serialize_group(group: OpenDayGroup) -> GroupOut:
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
