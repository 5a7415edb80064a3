"""Cups as the interface tells them: the pictures of their pages, box by box."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from league.api.schemas.base import exact
from league.api.schemas.cups import (
    BracketOut,
    CupOut,
    GroupMatch,
    GroupOut,
    GroupRow,
    PartOut,
    RoundOut,
    TieOut,
    TieSide,
)
from league.cups.models import Cup
from league.cups.queries import distinct_names, entrants_in
from league.cups.queries.bracket_tree import Box, BracketColumn, BracketPart
from league.cups.queries.catalogue import listed_cups
from league.cups.queries.cup_page import bracket_page
from league.cups.queries.openday_page import OpenDayGroup, OpenDayMatch, OpenDayRow, has_stage, openday_page
from league.schedule.models import Season


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
        rows=[_row(each) for each in group.rows],
        matches=list(_matches(group)),
    )


def _row(each: OpenDayRow) -> GroupRow:
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


def _matches(group: OpenDayGroup) -> Iterator[GroupMatch]:
    return (_match(each) for part in group.rounds for each in part.lines)


def _match(each: OpenDayMatch) -> GroupMatch:
    match = each.match
    return GroupMatch(
        round=match.round,
        first=each.first,
        second=each.second or None,
        score=list(match.score) if match.score else None,
        state=match.state.value,
        note=each.note,
    )
