"""One player as everybody may read them: this season, every season and team before it, and the picture beside a link.

What players are called in public is settled here; `scoring.season.stats` adds up.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from django.urls import reverse

from league.live.link_preview import ScorePicture
from league.live.models import LiveMatch
from league.pages.queries.charts import season_strip
from league.pages.queries.match_lists import with_list_relations
from league.pages.queries.players import team_now
from league.results.queries import outings_of
from league.schedule.models import Fixture, Season
from league.schedule.queries import current_season, whole_fixtures
from league.teams.models import League, Player, Team
from league.ui.charts import Strip
from scoring.card.format import Discipline, LineKind
from scoring.season.stats.meetings import Companion, opponents, partners
from scoring.season.stats.outings import (
    MatchNight,
    Outing,
    OutingRecord,
    Runs,
    by_kind,
    form,
    group_by,
    in_order,
    nights,
    record,
    runs,
    sweeps,
)

SHOWN = 5


@dataclass(frozen=True, slots=True)
class GameKind:
    """A player's games of one kind: "singles", "pairs"."""

    noun: str
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match of a player, the fixture as lists have it."""

    night: MatchNight
    fixture: Fixture
    cup: bool


@dataclass(frozen=True, slots=True)
class SeasonLine:
    """A player's season: the teams played for, first to last."""

    season: Season
    teams: tuple[Team, ...]
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class Other:
    """Somebody played beside or against, and the record in the player's own games."""

    player: Player
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class Career:
    """A player's league games in every season, the latest first, and what may be told of all of them.

    `runs` and `sweeps` are of all seasons; `cups` are the cup ties that had cards, which are in nothing else but
    `partners` and `opponents`.
    """

    seasons: tuple[SeasonLine, ...]
    total: OutingRecord
    kinds: tuple[GameKind, ...]
    runs: Runs
    sweeps: tuple[tuple[int, int], ...]
    cups: OutingRecord
    partners: tuple[Other, ...]
    opponents: tuple[Other, ...]


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """A player's page: the season in figures, and its matches with those of its cups, the latest first.

    `pegged` says that a match he played in was pegged live this season.
    """

    player: Player
    team: Team | None
    season: Season | None
    record: OutingRecord
    kinds: tuple[GameKind, ...]
    form: tuple[str, ...]
    strip: Strip | None
    matches: tuple[PlayedMatch, ...]
    career: Career
    pegged: bool


def player_page(player: Player, on: date) -> PlayerPage:
    """A player on a day, in a fixed number of queries."""
    season = current_season(player.league)
    outings = outings_of(player)
    here = [each for each in outings if season is not None and each.season == str(season.pk)]
    league = [each for each in here if not each.cup]
    played, matches = nights(league), _matches(here)
    return PlayerPage(
        player=player,
        team=team_now(player, on),
        season=season,
        record=record(league),
        kinds=kinds_of(league),
        form=form(played),
        strip=season_strip(played, {each.night.match: each.fixture for each in matches}),
        matches=matches,
        career=_career(player, outings),
        pegged=season is not None and pegged_live(player, season),
    )


def kinds_of(outings: Iterable[Outing]) -> tuple[GameKind, ...]:
    """Records by kind of game, singles first."""
    found = by_kind(outings).items()
    return tuple(GameKind(LineKind(players, Discipline.WON_LOST).noun, each) for players, each in found)


def pegged_live(player: Player, season: Season) -> bool:
    """Whether a match in which this player played was pegged live that season."""
    played = {"fixture__result__appearances__player": player, "fixture__result__counts": True}
    return bool(LiveMatch.objects.filter(fixture__division__competition__season=season, **played).exists())


def players_by_key(league: League, keys: Iterable[str]) -> dict[str, Player]:
    """Players by key, with their league for the name that it shows: one query."""
    found = {str(each.pk): each for each in Player.objects.filter(pk__in=[int(key) for key in keys])}
    for each in found.values():
        each.league = league
    return found


def others(beside: Iterable[Companion], names: Mapping[str, Player]) -> tuple[Other, ...]:
    """The same with the players themselves."""
    return tuple(Other(names[each.other], each.record) for each in beside if each.other in names)


def _career(player: Player, outings: tuple[Outing, ...]) -> Career:
    league = [each for each in outings if not each.cup]
    met, joined = opponents(outings)[:SHOWN], partners(outings)[:SHOWN]
    names = players_by_key(player.league, {each.other for each in (*met, *joined)})
    return Career(
        seasons=_seasons(player.league, league),
        total=record(league),
        kinds=kinds_of(league),
        runs=runs(league),
        sweeps=sweeps(league),
        cups=record(each for each in outings if each.cup),
        partners=others(joined, names),
        opponents=others(met, names),
    )


def _seasons(league: League, outings: list[Outing]) -> tuple[SeasonLine, ...]:
    """Two queries: the seasons and the teams."""
    groups = group_by(outings, lambda each: each.season)
    teams = {str(each.pk): each for each in Team.objects.filter(pk__in={int(each.team) for each in outings})}
    for team in teams.values():
        team.league = league
    return tuple(
        SeasonLine(season, tuple(teams[key] for key in dict.fromkeys(each.team for each in there)), record(there))
        for season in Season.objects.filter(pk__in=[int(key) for key in groups]).order_by("-starts", "-pk")
        for there in [groups[str(season.pk)]]
    )


def _matches(outings: list[Outing]) -> tuple[PlayedMatch, ...]:
    """These matches, the latest first: one query for their fixtures."""
    wanted = with_list_relations(whole_fixtures().filter(pk__in={int(each.match) for each in outings}))
    fixtures = {str(each.pk): each for each in wanted}
    cups = {each.match for each in outings if each.cup}
    return tuple(
        PlayedMatch(each, fixtures[each.match], each.match in cups) for each in reversed(nights(in_order(outings)))
    )


# --- the picture beside a link ----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """What is drawn, its address and the same in words."""

    score: ScorePicture
    digest: str
    address: str
    words: str


def player_picture_of(player: Player, seen: PlayerPage) -> PlayerPicture | None:
    """The picture of a player's season; none of somebody under 18, or before any game was played."""
    record = seen.record
    if player.under_18 or not record.played:
        return None
    league, season = player.league, f"season {seen.season}" if seen.season else ""
    status = f"{league.short_name} \N{MIDDLE DOT} {seen.team}" if seen.team else league.short_name
    colours = (seen.team.kit.first if seen.team else "", "")
    games = f"Games, {season}".rstrip(", ")
    score = ScorePicture("Won", "Lost", (record.won, record.lost), status, "", games, colours, league.badge)
    digest = hashlib.sha256(repr(score).encode()).hexdigest()[:16]
    return PlayerPicture(
        score=score,
        digest=digest,
        address=reverse("player-image", args=[league.slug, player.slug, digest]),
        words=f"{record.won} games won, {record.lost} lost",
    )
