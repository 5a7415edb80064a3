"""What the page of one player reads: matches, seasons and teams, and whom they met; `scoring.season.stats` adds up."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import F

from league.base.ui import formats
from league.base.ui.charts import Strip
from league.pages.presenters.match_lists import MatchLine
from league.pages.presenters.player_page import Career, PlayedMatch, PlayerPage, SeasonLine, kinds_of, others
from league.pages.queries.nights import WhoIsWhere
from league.pages.queries.players import team_now
from league.results.queries.appearances import companions_of, outings_in, played_lines_of
from league.schedule.models import Fixture, Season
from league.schedule.queries import whole_fixtures
from league.teams.models import League, Player, Team
from scoring.season.stats.career import PlayedLine, SeasonTotals, career_of
from scoring.season.stats.outings import (
    MatchNight,
    Outing,
    PlayerNight,
    best_of_night,
    by_kind,
    form,
    longest,
    nights,
    record,
)
from scoring.words import join_list, several

SHOWN = 5
LONG_RUN = 3  # matches in a row that are worth marking


def player_page(player: Player, on: date) -> PlayerPage:
    """A player on a day: six queries, and one more for teams that are not theirs now."""
    seasons = list(Season.objects.filter(league=player.league).order_by("-starts", "-pk"))
    team = team_now(player, on)
    season = next((each for each in seasons if each.current), None)
    lines = played_lines_of(player)
    here, fixtures = _this_season(player, season, lines)
    league = [each for each in here if not each.cup]
    played = nights(league)
    return PlayerPage(
        player=player,
        team=team,
        season=season,
        record=record(league),
        kinds=kinds_of(by_kind(league)),
        form=form(played),
        strip=season_strip(played, fixtures),
        matches=_matches(here, fixtures),
        career=_career(player, team, seasons, lines),
        pegged=any(each.pegged for each in fixtures.values()),  # type: ignore[attr-defined]
    )


def _this_season(
    player: Player, season: Season | None, lines: list[PlayedLine]
) -> tuple[list[Outing], dict[str, Fixture]]:
    """What they played in a season, with its days; and in which matches: one query."""
    key = season.pk if season else None
    here = [each for each in lines if each.season == key]
    matches = whole_fixtures().filter(pk__in={each.match for each in here}).annotate(pegged=F("live"))
    fixtures: dict[str, Fixture] = {str(each.pk): each for each in matches}
    season_lines = (each for each in here if str(each.match) in fixtures)  # or it was taken away in between
    return [_outing(player, each, fixtures[str(each.match)]) for each in season_lines], fixtures


def _outing(player: Player, line: PlayedLine, fixture: Fixture) -> Outing:
    season, team, match, cup, number, players, won, lost, pegs, label = line
    on = fixture.date or fixture.first_date
    return Outing(
        str(player.pk),
        str(season),
        str(match),
        on,
        str(team),
        number,
        players,
        won,
        lost,
        pegs,
        label=label,
        cup=bool(cup),
    )


def players_by_key(league: League, keys: Iterable[str]) -> dict[str, Player]:
    """Players by key, with their league for the name that it shows: one query."""
    players = {str(each.pk): each for each in Player.objects.filter(pk__in=[int(key) for key in keys])}
    for each in players.values():
        each.league = league
    return players


def _career(player: Player, team: Team | None, seasons: list[Season], lines: list[PlayedLine]) -> Career:
    league = career_of(each for each in lines if not each.cup)
    joined, met = (each[:SHOWN] for each in companions_of(player))
    names = players_by_key(player.league, {each.other for each in (*met, *joined)})
    teams = _teams_of(player.league, {key for each in league.seasons.values() for key in each.teams}, known=team)
    return Career(
        seasons=tuple(_season_lines(seasons, teams, league.seasons)),
        total=league.total,
        kinds=kinds_of(league.kinds),
        runs=league.runs,
        sweeps=league.sweeps,
        cups=record(each for each in lines if each.cup),
        partners=others(joined, names),
        opponents=others(met, names),
    )


def _season_lines(
    seasons: list[Season], teams: dict[int, Team], totals: dict[int, SeasonTotals]
) -> Iterator[SeasonLine]:
    for season in seasons:
        if total := totals.get(season.pk):
            yield SeasonLine(season, tuple(teams[key] for key in total.teams), total.record)


def _teams_of(league: League, keys: set[int], *, known: Team | None) -> dict[int, Team]:
    """These teams by key; the one that is known is not asked for."""
    teams = [] if known is None else [known]
    teams += teams_by_key(league, keys - {each.pk for each in teams})
    return {each.pk: each for each in teams}


def teams_by_key(league: League, keys: set[int]) -> list[Team]:
    """These teams of a league, by name."""
    teams = list(Team.objects.filter(pk__in=keys).order_by("name", "pk"))
    for each in teams:
        each.league = league
    return teams


def _matches(outings: list[Outing], fixtures: dict[str, Fixture]) -> tuple[PlayedMatch, ...]:
    """The matches of these, the latest first."""
    cups = {each.match for each in outings if each.cup}
    return tuple(PlayedMatch(each, fixtures[each.match], each.match in cups) for each in reversed(nights(outings)))


# --- The player of a night -------------------------------------------------------------------------------------------
# Players under 18 are left out before anybody is chosen; `scoring.season.stats.outings` does the choosing. Cup ties are
# not counted.


@dataclass(frozen=True, slots=True)
class NightPlayer:
    """One player of the night: what they did, and the matches in which they did it."""

    player: Player
    team: Team
    did: PlayerNight
    lines: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class PlayerOfNight:
    """Who it is, several where nothing tells them apart. `so_far`: a match of the night has no result yet."""

    day: date
    players: tuple[NightPlayer, ...]
    so_far: bool

    @property
    def title(self) -> str:
        """As in "Player of the night", "Players of the night so far"."""
        return f"Player{'s' if len(self.players) > 1 else ''} of the night{' so far' if self.so_far else ''}"

    @property
    def names(self) -> str:
        """As in "H Goy", "H Goy and E Birtles"."""
        return join_list(each.player.public_name for each in self.players)

    @property
    def feat(self) -> str:
        """As in "won 2 of 2 games, by 34 pegs"."""
        did = self.players[0].did
        by = f", by {several(did.margin, 'peg')}" if did.margin and did.margin > 0 else ""
        return f"won {did.won} of {did.played} games{by}"

    @property
    def team(self) -> Team | None:
        """The team of all of them; None for players of several."""
        teams = {each.team for each in self.players}
        return teams.pop() if len(teams) == 1 else None


def player_of_night(league: League, shown: WhoIsWhere) -> PlayerOfNight | None:
    """Who it is; None before a card of the night counts. A fixed number of queries."""
    if shown.season is None:
        return None
    young = {str(key) for key in Player.objects.filter(league=league, under_18=True).values_list("pk", flat=True)}
    best = best_of_night(outings_in([shown.season]), shown.day, without=young)
    if not best:
        return None
    names = players_by_key(league, {each.player for each in best})
    teams = {str(each.pk): each for each in Team.objects.filter(pk__in={int(each.team) for each in best})}
    lines = {str(line.fixture.pk): line for pub in shown.pubs for line in pub.lines}
    return PlayerOfNight(
        shown.day,
        tuple(
            NightPlayer(
                names[each.player],
                teams[each.team],
                each,
                tuple(lines[match] for match in each.matches if match in lines),
            )
            for each in best
        ),
        so_far=any(not line.over for line in lines.values()),
    )


def link_to_player_of_night(best_player: PlayerOfNight) -> formats.LinkPreview:
    """What a link to the page says."""
    what = f": {best_player.title[0].lower()}{best_player.title[1:]}, {formats.night(best_player.day)}"
    team = [" (", formats.ProperName(best_player.team), ")"] if best_player.team else []
    return formats.LinkPreview(
        formats.within(formats.LINK_TITLE, formats.ProperName(best_player.names), what),
        formats.within(formats.LINK_TEXT, formats.ProperName(best_player.names), *team, f" {best_player.feat}"),
    )


def season_strip(played: Sequence[MatchNight], fixtures: Mapping[str, Fixture]) -> Strip | None:
    """A player's matches in turn, games won over games lost; None before there are two."""
    if len(played) < 2:
        return None
    run = longest(night.letter != "L" for night in played)
    long = run if run and run[1] - run[0] >= LONG_RUN - 1 else None
    number = long[1] - long[0] + 1 if long else 0
    text = f"{len(played)} matches, oldest first. One block a game: up for won, down for lost."
    if long:
        first, last = (formats.night(played[at].on) for at in long)
        text += f" Best run: {number} matches unbeaten, {first} to {last}."
    return Strip(
        title="Wins and losses in each match this season",
        over="Won",
        under="Lost",
        columns=tuple((_named(night, fixtures), night.won, night.lost) for night in played),
        run=long,
        run_words=f"{number} unbeaten",
        words=text,
    )


def _named(night: MatchNight, fixtures: Mapping[str, Fixture]) -> str:
    fixture = fixtures[night.match]
    rival = fixture.away if str(fixture.home.team_id) == night.team else fixture.home
    return f"{formats.night(night.on)}, {rival}"
