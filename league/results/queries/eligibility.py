"""For whom players have played, whom a name on a card may mean, and who was not to play on the card that counts."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from django.db.models import Count, Max

from league.base.ui.formats import night
from league.results.queries.appearances import counted
from league.results.values import MatchFacts, entry_of
from league.schedule.models import Fixture, Season
from league.teams.choices import HOLDING_STATES
from league.teams.models import Player, Registration, Team
from league.teams.queries.squads import similar_players
from league.teams.values import SimilarPlayer
from scoring.card.ineligible_players import Ineligible, forfeit_games, ineligible
from scoring.card.league_rules import consequence
from scoring.card.match import Match
from scoring.card.outcome import tally
from scoring.card.points import Forfeit, describe_forfeits
from scoring.card.sheet import Card, Ending, Side
from scoring.words import ordinal


@dataclass(frozen=True, slots=True)
class PlayedFor:
    team: Team
    matches: int
    last: date

    def __str__(self) -> str:
        """As "Blue Bell twice, last on Mon 7 Sep"."""
        return f"{self.team} {times(self.matches)}, last on {night(self.last)}"


def played_where(season: Season, players: Iterable[int]) -> dict[int, tuple[PlayedFor, ...]]:
    """The teams that each of some players has played for, by player's key, most matches first: two queries."""
    rows = counted(season).filter(player__in=list(players)).values("player", "team")
    rows = rows.annotate(matches=Count("result", distinct=True), last=Max("result__fixture__date"))
    counts = list(rows.order_by("-matches", "team"))
    teams = Team.objects.in_bulk({row["team"] for row in counts})
    by_player: defaultdict[int, tuple[PlayedFor, ...]] = defaultdict(tuple)
    for row in counts:
        by_player[row["player"]] += (PlayedFor(teams[row["team"]], row["matches"], row["last"]),)
    return dict(by_player)


def guests(season: Season) -> list[tuple[Player, Team | None, PlayedFor]]:
    """Who has played for a team that did not have them that day, by name, with the team that had: four queries."""
    columns = ("player", "team", "result__fixture__date", "result__fixture__first_date")
    played = {(player, team, on or first) for player, team, on, first in counted(season).values_list(*columns)}
    registrations: defaultdict[int, list[Registration]] = defaultdict(list)
    for row in Registration.objects.filter(player__in={each[0] for each in played}, state__in=HOLDING_STATES):
        registrations[row.player_id].append(row)
    days: defaultdict[tuple[int, int], list[date]] = defaultdict(list)
    for player, team, on in played:
        if not any(row.team_id == team and row.covers(on) for row in registrations[player]):
            days[player, team].append(on)
    players = Player.objects.select_related("league").in_bulk({player for player, _ in days})
    own = {
        key: next((row.team_id for row in registrations[key[0]] if row.covers(max(each))), None)
        for key, each in days.items()
    }
    teams = Team.objects.in_bulk({team for _, team in days} | {team for team in own.values() if team})
    guest_players = [
        (players[player], teams.get(own[player, team] or 0), PlayedFor(teams[team], len(each), max(each)))
        for (player, team), each in days.items()
    ]
    return sorted(guest_players, key=lambda each: (each[0].name, each[0].pk, each[2].team.name))


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """Somebody who may be meant by a name on a card of `team`, and how often they have played for it this season.
    `helps` is what the rule on helping out another team makes of it, if it says anything.
    """

    near: SimilarPlayer
    team: Team
    matches: int
    helps: str = ""

    @property
    def key(self) -> str:
        return str(self.near.player.pk)

    @property
    def elsewhere(self) -> bool:
        return self.near.now is not None and self.near.now.team_id != self.team.pk

    @property
    def free(self) -> bool:
        return self.near.now is None

    @property
    def name(self) -> str:
        """As "Brenda Kipling of Cleveland Arms"."""
        return f"{self.near.player} of {self.near.now.team}" if self.near.now else str(self.near.player)

    @property
    def words(self) -> str:
        if self.near.now is None:
            return f"Has no team now, and signs for {self.team}."
        if not self.elsewhere:
            return f"Is registered with {self.team}."
        if self.helps:
            return self.helps
        again = f"It would be the {ordinal(self.matches + 1)} time for {self.team} this season."
        return f"Plays for {self.near.now.team}, so the secretary decides. {again}"


def players_by_name(fixture: Fixture, match: Match, side: Side, name: str) -> list[KnownPlayer]:
    """Whom a name on a card may mean, the nearest first: two queries, and two more where it is like any.
    Needs division.competition.season and both entries with their teams.
    """
    league, season = fixture.league, fixture.division.competition.season
    team, rule = entry_of(fixture, side).team, match.playing_up
    near = similar_players(league, name)
    where = played_where(season, [each.player.pk for each in near]) if near else {}
    counts = {key: sum(each.matches for each in there if each.team == team) for key, there in where.items()}
    loans = {int(each.id): loan for each in match.elsewhere if (loan := each.loan(side)) is not None}
    helps = {key: consequence(rule, loan) for key, loan in loans.items()} if rule else {}
    return [KnownPlayer(each, team, counts.get(each.player.pk, 0), helps.get(each.player.pk, "")) for each in near]


def times(number: int) -> str:
    """Once, twice, 3 times."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


# --- Who was not to play, and what the league may make of it ----------------------------------------------------------
GAMES, STANDS = "games", "stands"
WHOLE_MATCH = {Side.HOME: "match-home", Side.AWAY: "match-away"}
SETTLED_BY = {GAMES: Forfeit.GAMES, STANDS: Forfeit.NOTHING} | dict.fromkeys(WHOLE_MATCH.values(), Forfeit.MATCH)
WALKOVER_TO = {Side.HOME: Ending.WALKOVER_HOME, Side.AWAY: Ending.WALKOVER_AWAY}


@dataclass(frozen=True, slots=True)
class ForfeitOption:
    key: str
    label: str
    score: str
    card: Card


@dataclass(frozen=True, slots=True)
class ForfeitOptions:
    """The `people` of a card who were not to play, with their team and for whom they have played this season.
    `options` are the ways to settle it, that of the league's `rule` first.
    """

    people: tuple[tuple[Ineligible, str, tuple[PlayedFor, ...]], ...]
    rule: str
    options: tuple[ForfeitOption, ...]

    @property
    def reason(self) -> str:
        return " ".join(dict.fromkeys(f"{who.name} was not eligible for {team}." for who, team, _ in self.people))


def forfeit_options(facts: MatchFacts) -> ForfeitOptions | None:
    """What there is to settle about a match; None where everybody may play, or the league has decided."""
    if facts.card is None or facts.decision is not None:
        return None
    players = ineligible(facts.card, facts.match)
    if not players:
        return None
    keys = {each.key: int(each.key) for each in players if each.key.isdecimal()}
    where = played_where(facts.fixture.division.competition.season, keys.values())
    people = tuple((each, facts.match.squad(each.side).name, where.get(keys.get(each.key, 0), ())) for each in players)
    by_rule = facts.rules.forfeits.first
    options = sorted(_options(facts, facts.card, players), key=lambda each: SETTLED_BY[each.key] is not by_rule)
    return ForfeitOptions(people, describe_forfeits(facts.rules.forfeits), tuple(options))


def _options(facts: MatchFacts, card: Card, players: Iterable[Ineligible]) -> Iterator[ForfeitOption]:
    without = forfeit_games(card, facts.match, [(each.side, each.key) for each in players])
    yield ForfeitOption(GAMES, "Forfeit these games only", _score_text(facts, without), without)
    for side in dict.fromkeys(each.side for each in players):
        whole = Card(ending=WALKOVER_TO[side.other], remarks=card.remarks)
        label = f"Give the whole match to {facts.match.squad(side.other).name}"
        yield ForfeitOption(WHOLE_MATCH[side], label, _score_text(facts, whole), whole)
    yield ForfeitOption(STANDS, "Let the result stand", _score_text(facts, card), card)


def _score_text(facts: MatchFacts, card: Card) -> str:
    return facts.score_text(tally(card, facts.match, facts.match.scheme))
