"""Players as strangers may read them: lists, one player's season and career, whom they met; and two who may be one.

What players are called in public is settled here; `scoring.season.stats` adds up. Whoever is under 18 is in no list of
people: they are on the cards by initials.
"""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, Q, QuerySet
from django.urls import reverse

from league.base.ui.charts import Strip
from league.base.ui.formats import LINK_TEXT, LINK_TITLE, LinkPreview, ProperName, night, within, within_list
from league.matchnight.link_preview import ScorePicture
from league.results.queries.appearances import (
    companions_of,
    outings_of,
    outings_with_others,
    played_lines_of,
    season_totals,
)
from league.schedule.models import Fixture, Season
from league.schedule.queries.matches import whole_fixtures, with_shared_relations
from league.teams.choices import HOLDING_STATES
from league.teams.models import League, Merge, Player, Registration, Team
from scoring.names import person_search
from scoring.season.outings import (
    Companion,
    MatchNight,
    Outing,
    OutingRecord,
    PlayedLine,
    Runs,
    against,
    beside,
    by_kind,
    career_of,
    form,
    longest,
    nights,
    record,
)
from scoring.words import noun_for, several

NO_RECORD = OutingRecord()
LISTED = (  # all that lists show and are narrowed by, of 58 columns
    *("player__name", "player__slug", "player__under_18", "player__league__public_names"),
    *("player__league__slug", "team__name", "team__slug", "team__league__slug"),
)


# --- lists ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class ListedPlayer:
    player: Player
    team: Team
    record: OutingRecord


SORTS: dict[str, Any] = {
    "won": lambda each: (-each.record.won, each.record.lost),
    "rate": lambda each: (-(each.record.share or 0), -each.record.won),
    "name": lambda each: each.player.public_name.split()[-1].casefold(),
}


def registrations_on(league: League, on: date) -> QuerySet[Registration]:
    """Everybody who belongs to a team on a day and may be named, by name."""
    rows: QuerySet[Registration] = Registration.objects.filter(
        Q(until=None) | Q(until__gte=on),
        team__league=league,
        state__in=HOLDING_STATES,
        since__lte=on,
        player__under_18=False,
    )
    registrations = rows.select_related("player__league", "team__league").order_by("player__name", "pk")
    return with_shared_relations(registrations.only(*LISTED))


def listed_players(registrations: Iterable[Registration], season: Season | None) -> list[ListedPlayer]:
    """Those players with their season, in two queries more; most games won first, then fewest lost, then by name."""
    rows = list(registrations)
    records: dict[int, OutingRecord] = {}
    for row in season_totals(season, {each.player_id for each in rows}) if season else ():
        before = records.get(row["player"], NO_RECORD)
        totals = (before.matches + row["matches"], before.won + row["won"], before.lost + row["lost"])
        records[row["player"]] = OutingRecord(*totals)
    players = [ListedPlayer(each.player, each.team, records.get(each.player_id, NO_RECORD)) for each in rows]
    return sorted(players, key=SORTS["won"])


def players_found(league: League, on: date, season: Season | None, part: str, team: int | None) -> list[ListedPlayer]:
    finds = person_search(part)
    rows = (each for each in registrations_on(league, on) if team in {None, each.team_id})
    return listed_players([each for each in rows if not part or finds(each.player.public_name)], season)


def player_at(league: League, slug: str) -> Player | None:
    """The player at an address of a league, with the one they were merged into."""
    player: Player | None = Player.objects.filter(slug=slug).select_related("merged_into").first()
    for each in (player, player.merged_into) if player else ():
        if each is not None:
            each.league = league
    return player


def team_now(player: Player, on: date) -> Team | None:
    registrations = Registration.objects.filter(
        Q(until=None) | Q(until__gte=on), player=player, state__in=HOLDING_STATES, since__lte=on
    )
    latest = registrations.select_related("team").order_by("-since", "-pk").first()
    if latest is None:
        return None
    team: Team = latest.team
    team.league = player.league
    return team


def players_by_key(league: League, keys: Iterable[str]) -> dict[str, Player]:
    """With their league, for the names that it shows."""
    players = {str(each.pk): each for each in Player.objects.filter(pk__in=[int(key) for key in keys])}
    for each in players.values():
        each.league = league
    return players


def teams_by_key(league: League, keys: set[int]) -> list[Team]:
    teams = list(Team.objects.filter(pk__in=keys).order_by("name", "pk"))
    for each in teams:
        each.league = league
    return teams


# --- one player -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class GameKind:
    noun: str
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    night: MatchNight
    fixture: Fixture
    cup: bool

    @property
    def words(self) -> dict[str, str]:
        """As the page prints it: against whom and where, in what `cup`, when and on which lines, and how it went."""
        home, away = self.fixture.home, self.fixture.away
        sides = f"{away} at home" if str(home.team_id) == self.night.team else f"{home} away"
        if away is not None and home.team_id == away.team_id:  # two of one club in a cup
            sides = str(self.fixture)
        return {
            "url": self.fixture.get_absolute_url(),
            "sides": sides,
            "cup": self.fixture.division.competition.name if self.cup else "",
            "lines": f"{self.fixture.night}, {', '.join(self.night.titles)}",
            "games": f"won {self.night.won}, lost {self.night.lost}",
        }


@dataclass(frozen=True, slots=True)
class SeasonLine:
    season: Season
    teams: tuple[Team, ...]
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class Other:
    player: Player
    record: OutingRecord


@dataclass(frozen=True, slots=True)
class Career:
    """`cups` are ties with cards, which otherwise count in `partners` and `opponents` only."""

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

    @property
    def link(self) -> LinkPreview:
        record, name = self.record, ProperName(self.player.public_name)
        if not record.played:
            return LinkPreview(within(LINK_TITLE, name), "Wins and losses, season by season")
        team = [" for ", ProperName(self.team)] if self.team else []
        kinds = [f"{each.noun}: won {each.record.won} of {each.record.played}".capitalize() for each in self.kinds]
        pegs = [f"{record.pegs:,} pegs in {record.pegged} games"] if record.pegged else []
        return LinkPreview(
            within(LINK_TITLE, name, f": won {record.won} of {record.played} games", *team),
            within_list(LINK_TEXT, [f"Season {self.season}: {record.percent}% won", *kinds, *pegs], ". "),
        )


SHOWN = 5  # partners, and opponents
LONG_RUN = 3  # matches in a row that are worth marking


def player_page(player: Player, on: date) -> PlayerPage:
    seasons = list(Season.objects.filter(league=player.league).order_by("-starts", "-pk"))
    team = team_now(player, on)
    season = next((each for each in seasons if each.current), None)
    lines = played_lines_of(player)
    outings, fixtures = _this_season(player, season, lines)
    league = [each for each in outings if not each.cup]
    cups = {each.match for each in outings if each.cup}
    played = nights(league)
    return PlayerPage(
        player=player,
        team=team,
        season=season,
        record=record(league),
        kinds=kinds_of(by_kind(league)),
        form=form(played),
        strip=season_strip(played, fixtures),
        matches=tuple(
            PlayedMatch(each, fixtures[each.match], each.match in cups) for each in reversed(nights(outings))
        ),
        career=_career(player, team, seasons, lines),
        pegged=any(each.pegged for each in fixtures.values()),  # type: ignore[attr-defined]
    )


def _this_season(
    player: Player, season: Season | None, lines: list[PlayedLine]
) -> tuple[list[Outing], dict[str, Fixture]]:
    key = season.pk if season else None
    matches = whole_fixtures().filter(pk__in={each.match for each in lines if each.season == key})
    fixtures: dict[str, Fixture] = {str(each.pk): each for each in matches.annotate(pegged=F("live"))}
    outings = []
    for season_key, team, match, cup, line, players, won, lost, pegs, label in lines:
        fixture = fixtures.get(str(match))  # None where it was taken away in between
        if season_key == key and fixture is not None:
            on, keys = fixture.date or fixture.first_date, (str(player.pk), str(season_key), str(match))
            outings.append(Outing(*keys, on, str(team), line, players, won, lost, pegs, label=label, cup=bool(cup)))
    return outings, fixtures


def _career(player: Player, team: Team | None, seasons: list[Season], lines: list[PlayedLine]) -> Career:
    league = career_of(each for each in lines if not each.cup)
    joined, met = (each[:SHOWN] for each in companions_of(player))
    names = players_by_key(player.league, {each.other for each in (*met, *joined)})
    keys = {key for each in league.seasons.values() for key in each.teams}
    teams = {team.pk: team} if team is not None else {}
    teams |= {each.pk: each for each in teams_by_key(player.league, keys - teams.keys())}
    totals = ((season, league.seasons.get(season.pk)) for season in seasons)
    return Career(
        seasons=tuple(
            SeasonLine(season, tuple(teams[key] for key in total.teams), total.record)
            for season, total in totals
            if total
        ),
        total=league.total,
        kinds=kinds_of(league.kinds),
        runs=league.runs,
        sweeps=league.sweeps,
        cups=record(each for each in lines if each.cup),
        partners=_others(joined, names),
        opponents=_others(met, names),
    )


def kinds_of(records: Mapping[int, OutingRecord]) -> tuple[GameKind, ...]:
    return tuple(GameKind(noun_for(players), each) for players, each in records.items())


def season_strip(played: Sequence[MatchNight], fixtures: Mapping[str, Fixture]) -> Strip | None:
    if len(played) < 2:
        return None
    run = longest(each.letter != "L" for each in played)
    long = run if run and run[1] - run[0] >= LONG_RUN - 1 else None
    number = long[1] - long[0] + 1 if long else 0
    text = f"{len(played)} matches, oldest first. One block a game: up for won, down for lost."
    if long:
        first, last = (night(played[at].on) for at in long)
        text += f" Best run: {number} matches unbeaten, {first} to {last}."
    columns = []
    for each in played:
        fixture = fixtures[each.match]
        rival = fixture.away if str(fixture.home.team_id) == each.team else fixture.home
        columns.append((f"{fixture.night}, {rival}", each.won, each.lost))
    return Strip(
        title="Wins and losses in each match this season",
        over="Won",
        under="Lost",
        columns=tuple(columns),
        run=long,
        run_words=f"{number} unbeaten",
        words=text,
    )


def player_picture_of(player: Player, page: PlayerPage) -> dict[str, Any] | None:
    """None of somebody under 18, or before any game was played."""
    record = page.record
    if player.under_18 or not record.played:
        return None
    league, season = player.league, f"season {page.season}" if page.season else ""
    status = f"{league.short_name} \N{MIDDLE DOT} {page.team}" if page.team else league.short_name
    colours = (page.team.kit.first if page.team else "", "")
    games = f"Games, {season}".rstrip(", ")
    name = player.public_name
    score = ScorePicture("Won", "Lost", (record.won, record.lost), status, name, games, colours, league.badge)
    digest = hashlib.sha256(repr(score).encode()).hexdigest()[:16]
    return {
        "score": score,
        "digest": digest,
        "address": reverse("player-image", args=[league.slug, player.slug, digest]),
        "words": f"{name}: {record.won} games won, {record.lost} lost",
    }


# --- whom they met ----------------------------------------------------------------------------------------------------
def players_met(player: Player, other: Player) -> dict[str, Any]:
    """Every card that counts, seen from the first player, the latest meeting first."""
    outings = outings_with_others(player)
    met = against(outings, str(other.pk))
    rows = whole_fixtures().select_related("result").filter(pk__in={int(each.match) for each in met})
    fixtures = {str(each.pk): each for each in rows}
    return {
        "against": record(met),
        "kinds": kinds_of(by_kind(met)),
        "beside": record(beside(outings, str(other.pk))),
        "meetings": [(each, fixtures[each.match]) for each in reversed(met)],
    }


def everybody_met(player: Player) -> tuple[tuple[Other, ...], tuple[Other, ...]]:
    """Everybody whom a player has had as a partner, and as an opponent, most games first: two queries."""
    joined, met = companions_of(player)
    names = players_by_key(player.league, {each.other for each in (*joined, *met)})
    return _others(joined, names), _others(met, names)


def _others(companions: Iterable[Companion], names: Mapping[str, Player]) -> tuple[Other, ...]:
    return tuple(Other(names[each.other], each.record) for each in companions if each.other in names)


# --- two players who may be one ---------------------------------------------------------------------------------------
def side_by_side(one: Player, two: Player, on: date) -> list[dict[str, Any]]:
    return sorted((_side(each, on) for each in (one, two)), key=lambda side: -side["record"].matches)


def _side(player: Player, on: date) -> dict[str, Any]:
    outings, team = outings_of(player), team_now(player, on)
    first, last = (outings[0].on, outings[-1].on) if outings else (None, None)
    total = record(outings)
    label = f"{player}, {team or 'no team now'}, {several(total.matches, 'match')}"
    return {"player": player, "team": team, "record": total, "first": first, "last": last, "label": label}


def merges_of(league: League, most: int) -> QuerySet[Merge]:
    rows: QuerySet[Merge] = Merge.objects.filter(kept__league=league)
    return rows.select_related("gone", "kept", "by", "undone_by").order_by("-at", "-pk")[:most]
