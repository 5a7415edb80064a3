"""Leagues, tables, cups, teams and players as the API writes them."""

from collections.abc import Iterator
from typing import Any

from django.conf import settings

from league.cups.models import Cup
from league.cups.presenters.bracket_tree import Box, BracketColumn, BracketPart
from league.cups.presenters.openday import OpenDayGroup, OpenDayMatch, OpenDayRow
from league.exchange.schemas import Ref, exact
from league.exchange.schemas.leagues import (
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
from league.exchange.schemas.people import (
    CareerOut,
    KindOut,
    OutingOut,
    PlayerListed,
    PlayerRef,
    RecordOut,
    SeasonLineOut,
    SquadMember,
    TeamOut,
)
from league.pages.presenters.player_page import Career, GameKind, ListedPlayer, PlayedMatch, SeasonLine
from league.results.presenters.standings import Note, Standing
from league.schedule.models import Division
from league.teams.models import League, Player, Registration, Team, Venue
from scoring.season.stats.outings import OutingRecord


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


def serialize_row(standing: Standing) -> RowOut:
    row = standing.row
    return RowOut(
        place=row.place,
        shared=row.shared,
        team=Ref(slug=standing.slug, name=standing.name),
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
        zone=standing.zone.value if standing.zone else None,
        withdrawn=row.withdrawn,
        provisional=standing.provisional,
        notes=list(standing.notes),
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


def _group_row(group_row: OpenDayRow) -> GroupRow:
    row = group_row.row
    return GroupRow(
        place=row.place,
        name=group_row.name,
        score=exact(row.score),
        played=row.played,
        won=row.won,
        drawn=row.drawn,
        lost=row.lost,
        difference=row.difference,
        reason=group_row.reason,
    )


def _group_matches(group: OpenDayGroup) -> Iterator[GroupMatch]:
    return (_group_match(each) for part in group.rounds for each in part.lines)


def _group_match(openday_match: OpenDayMatch) -> GroupMatch:
    match = openday_match.match
    return GroupMatch(
        round=match.round,
        first=openday_match.first,
        second=openday_match.second or None,
        score=list(match.score) if match.score else None,
        state=match.state.value,
        note=openday_match.note,
    )


def ref(row: Division | Team | Venue) -> Ref:
    return Ref(slug=row.slug, name=row.name)


def serialize_team(team: Team) -> TeamOut:
    """A team; needs its venue and league."""
    return TeamOut(**team_values(team))


def team_values(team: Team) -> dict[str, Any]:
    return {
        "slug": team.slug,
        "name": team.name,
        "active": team.active,
        "venue": ref(team.venue),
        "start_time": f"{team.start_time:%H:%M}",
        "colours": [each for each in (team.colour, team.second_colour) if each],
        "page": team.get_absolute_url(),
    }


def serialize_member(member: ListedPlayer) -> SquadMember:
    return SquadMember(player=player_ref(member.player), record=serialize_record(member.record))


def player_ref(player: Player) -> PlayerRef:
    return PlayerRef(name=player.public_name, slug=None if player.under_18 else player.slug)


def serialize_listed_player(registration: Registration) -> PlayerListed:
    """A player in the list of those who may be named, with the team they belong to."""
    return PlayerListed(
        slug=registration.player.slug,
        name=registration.player.public_name,
        team=ref(registration.team),
        page=registration.player.get_absolute_url(),
    )


def serialize_career(career: Career) -> CareerOut:
    return CareerOut(
        total=serialize_record(career.total),
        kinds=[serialize_kind(each) for each in career.kinds],
        seasons=[_season(each) for each in career.seasons],
        cups=serialize_record(career.cups),
    )


def _season(line: SeasonLine) -> SeasonLineOut:
    return SeasonLineOut(
        season=Ref(slug=line.season.slug, name=line.season.name),
        teams=[ref(each) for each in line.teams],
        record=serialize_record(line.record),
    )


def serialize_kind(kind: GameKind) -> KindOut:
    return KindOut(kind=kind.noun, record=serialize_record(kind.record))


def serialize_outing(played: PlayedMatch) -> OutingOut:
    night = played.night
    return OutingOut(
        fixture=played.fixture.code,
        on=night.on,
        won=night.won,
        lost=night.lost,
        lines=list(night.labels),
        cup=played.cup,
    )


def serialize_record(record: OutingRecord) -> RecordOut:
    share = exact(record.share) if record.share is not None else None
    return RecordOut(matches=record.matches, won=record.won, lost=record.lost, share=share)
