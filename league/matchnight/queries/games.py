"""The pegged games of a match as they stand: who played, who won, what is kept aside, what cannot have been; figures.

Figures of games that are over (pegs, eights, busts, hands) are worked out once for each line and cached under the
number of the match's last event, so that there is nothing to invalidate. Runs inside the scope of a league.
"""

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import Min, Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.ui.cache import page_cache
from league.matchnight.models.live import LiveEvent, LiveMatch
from league.matchnight.presenters.live import MatchView, blank_game, match_view_from, team_names
from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.state_cache import states_of
from league.matchnight.values.live import LIVE, NOT_STARTED, SIDES, GameKey, PeggedGame, doubts, games_in, lines_of
from league.results.presenters.standings import Standings
from league.results.queries.tables import tables
from league.results.values import NEW, LivePrefill, PrefillNote
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Division, Fixture
from league.schedule.queries import whole_fixtures
from league.schedule.values.matches import rules_for
from league.teams.models import League
from scoring.card.format import Line, Pegs
from scoring.card.league_rules import LeagueRules
from scoring.card.outcome import Outcome
from scoring.card.sheet import Card, GameScore, LineScore, Named, Side, Signing
from scoring.card.tally import tally
from scoring.play.figures import GameFigures, game_figures
from scoring.play.finding import each_once
from scoring.play.taps import TapPlayer


def games_of(match: LiveMatch, fixture: Fixture) -> tuple[PeggedGame, ...]:
    """Every game that was opened, in the order of the card: one query. The fixture needs what `lines_of` needs."""
    events = match.events.select_related("by", "link").order_by("seq")
    return tuple(games_in(events, lines_of(fixture, match)))


def game_of(match: LiveMatch, fixture: Fixture, key: GameKey) -> PeggedGame | None:
    """One game, None if nothing was pegged of it: one query."""
    events = match.events.filter(line=key[0], game=key[1]).select_related("by", "link").order_by("seq")
    return next(games_in(events, lines_of(fixture, match)), None)


# --- The figures of games that were pegged live and are over ----------------------------------------------------------
CACHE_SECONDS = 30 * 24 * 60 * 60

MatchLine = tuple[int, int]  # the key of a live match, and the number of a line on its card


@dataclass(frozen=True, slots=True)
class PeggedFigures:
    """A game that is over: the keys of who played on each side, home first, and its figures."""

    line: int
    number: int
    label: str
    players: tuple[tuple[str, ...], ...]
    figures: GameFigures

    def side_of(self, keys: Collection[str]) -> int | None:
        """The side, 0 for home, on which one of these players sat; None if none of them did."""
        sides = [side for side, there in enumerate(self.players) if any(key in there for key in keys)]
        return sides[0] if len(sides) == 1 else None


def figures_of(wanted: Mapping[LiveMatch, Collection[int]]) -> dict[MatchLine, tuple[PeggedFigures, ...]]:
    """The games that are over on some lines of some matches: one query, or none if all of it is known already.

    The matches need their fixture with what `lines_of` needs.
    """
    keys = {
        (match.pk, line): f"pegged-figures-{match.pk}-{match.head}-{line}"
        for match, lines in wanted.items()
        for line in lines
    }
    cached = page_cache.get_many(keys.values())
    figures = {place: cached[key] for place, key in keys.items() if key in cached}
    missing = {match: {line for line in lines if (match.pk, line) not in figures} for match, lines in wanted.items()}
    fresh = _compute_figures({match: lines for match, lines in missing.items() if lines})
    page_cache.set_many({keys[place]: games for place, games in fresh.items()}, CACHE_SECONDS)
    return figures | fresh


def _compute_figures(wanted: Mapping[LiveMatch, set[int]]) -> dict[MatchLine, tuple[PeggedFigures, ...]]:
    events: dict[int, list[LiveEvent]] = {match.pk: [] for match in wanted}
    either = Q()
    for match, lines in wanted.items():
        either |= Q(match=match.pk, line__in=lines)
    for event in LiveEvent.objects.filter(either).order_by("match", "seq") if wanted else ():
        events[event.match_id].append(event)
    return {
        (match.pk, line): tuple(each for each in _over(match, events[match.pk]) if each.line == line)
        for match, lines in wanted.items()
        for line in lines
    }


def _over(match: LiveMatch, events: Iterable[LiveEvent]) -> Iterator[PeggedFigures]:
    for game in games_in(events, lines_of(match.fixture, match)):
        if game.winner is not None:
            seats = tuple(tuple(place.key for place in game.places(side)) for side in SIDES)
            figures = game_figures(game.line.rules, len(SIDES) * game.line.players, game.projection.facts)
            yield PeggedFigures(game.line.number, game.number, game.label, seats, figures)


def match_view(fixture: Fixture) -> MatchView:
    """One match for its live page; the fixture as `fixture_by_address` finds it."""
    match, state = states_of([fixture]).get(fixture.pk, (None, None))
    teams = team_names(fixture)
    targets = sorted({line.rules.target for line in lines_of(fixture, match).values()})
    return replace(
        match_view_from(fixture, match, state), blanks=tuple(blank_game(target, teams) for target in targets)
    )


# --- All matches of tonight ------------------------------------------------------------------------------------------
# And any that is still being pegged: what is live, what is to come, how the rest ended. A fixed number of queries,
# however many matches; it is the same whoever looks.

# A match that was pegged as lately as this is shown even if the calendar has it on another night.
STILL_ON = timedelta(hours=3)
OFF_STATES = (FixtureState.VOID, FixtureState.POSTPONED)
SHOWN_FIRST = {LIVE: 0, NOT_STARTED: 1}


@dataclass(frozen=True, slots=True)
class Tonight:
    """The matches of a night: those being played first, then those to come, then those that are over.

    `coming` is the next night after today on which there is a match, None at the end of the season.
    """

    day: date
    matches: tuple[MatchView, ...]
    coming: date | None

    @property
    def live(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.matches if match.status == LIVE)

    @property
    def rest(self) -> tuple[MatchView, ...]:
        return tuple(match for match in self.matches if match.status != LIVE)


def tonight_of(league: League, at: datetime) -> Tonight:
    """The league's matches of the day at a moment."""
    rows = _of_tonight(league, at).select_related("result")
    fixtures = list(rows.order_by("start_time", "division__rank", "home__name", "pk"))
    states = states_of(fixtures)
    matches = [match_view_from(each, *states.get(each.pk, (None, None))) for each in fixtures]
    matches.sort(key=lambda match: SHOWN_FIRST.get(match.status, 2))
    today = localdate(at)
    coming = Fixture.objects.filter(league=league, date__gt=today, away__isnull=False).exclude(state__in=OFF_STATES)
    return Tonight(today, tuple(matches), coming.aggregate(night=Min("date"))["night"])


def live_elsewhere(fixture: Fixture) -> list[MatchView]:
    """The other matches of the league that are being played: one query where there is none, else five."""
    others = list(whole_fixtures().filter(league=fixture.league, in_play=True).exclude(pk=fixture.pk).order_by("pk"))
    states = states_of(others)
    return [match_view_from(each, *states[each.pk]) for each in others if each.pk in states]


def as_it_stands(tonight: Tonight, at: datetime) -> tuple[tuple[Division, Standings], ...]:
    """The tables of the divisions in which a match is being played, as if each ended with the games won so far.

    No query where none is being played, four at most while they are of one competition.
    """
    divisions, live = {}, []
    for match, fixture in ((match, match.fixture) for match in tonight.live):
        if fixture.division.competition.kind == CompetitionKind.LEAGUE:
            divisions[fixture.division_id], rules = fixture.division, rules_for(fixture)
            so_far = tally(Card.score_only(*match.won), rules.format, rules.scheme)
            ids = str(fixture.pk), str(fixture.home_id), str(fixture.away_id)
            live += [Outcome(*ids, tonight.day, so_far, fixture.half)] if any(match.won) else []
    drawn = tables(list(divisions.values()), at, live)
    return tuple((division, drawn[key]) for key, division in sorted(divisions.items(), key=lambda each: each[1].rank))


def tonight_etag(league: League, at: datetime) -> str:
    """Changes whenever anything of `tonight_of` does. One small query, for those who ask every few seconds."""
    versions = _of_tonight(league, at).order_by("pk").values_list("pk", "version", "live__head", "result__updated_at")
    return hashlib.sha256(repr((localdate(at), list(versions))).encode()).hexdigest()[:16]


def _of_tonight(league: League, at: datetime) -> QuerySet[Fixture]:
    on = Q(date=localdate(at)) | Q(live__last_at__gte=at - STILL_ON, state=FixtureState.SCHEDULED)
    return whole_fixtures().filter(on, league=league, away__isnull=False).exclude(state__in=OFF_STATES)


# --- What the pegs say of a card -------------------------------------------------------------------------------------
# The games that are over, who played them, and what is to be said of each. Whose card it is and what was written on it
# is the captain's (`results.queries.journeys`). `results` asks for it by `LiveConfig.live_prefill`, without knowing
# this app.


def prefill_from_log(fixture: Fixture, rules: LeagueRules) -> LivePrefill | None:
    """What the pegs say of a match; None while no game is over and none is in doubt.

    Two queries, one where nothing was pegged.
    """
    match = match_of(fixture)
    games = games_of(match, fixture) if match else ()
    over = [game for game in games if game.winner is not None]
    notes = tuple(note for game in games for note in _notes(game, fixture))
    if not over and not any(note.doubtful for note in notes):
        return None
    lines = tuple(
        _line(line, [game for game in over if game.line.number == number], pegs=rules.format.pegs is not Pegs.NONE)
        for number, line in enumerate(rules.format.lines)
    )
    present = {side: _present(over, side) for side in Side}
    return LivePrefill(
        source="the live score",
        at=max(game.at for game in over or games),
        over=len(over),
        card=Card(lines=lines, signings=tuple(_signings(present))),
        present=present,
        notes=notes,
        url=fixture.address_of("live-card"),
    )


def _line(line: Line, games: Sequence[PeggedGame], *, pegs: bool) -> LineScore:
    """A line of the card: its players as they were for its first game that is over, and its games."""
    if not games:
        return LineScore()
    scores = [GameScore(None)] * max(game.number for game in games)
    for game in games:
        home, away = game.scores if pegs else (None, None)
        scores[game.number - 1] = GameScore(game.winner, home, away, game.hands if pegs else None)
    home_players, away_players = (tuple(map(_named, games[0].places(side)[: line.players])) for side in Side)
    return LineScore(home_players, away_players, tuple(scores))


def _named(place: TapPlayer) -> Named:
    return Named(None, place.name) if place.key.startswith(NEW) else Named(place.key, place.name)


def _present(games: Sequence[PeggedGame], side: Side) -> tuple[str, ...]:
    return tuple(dict.fromkeys(place.key for game in games for place in game.places(side)))


def _signings(present: dict[Side, tuple[str, ...]]) -> Iterator[Signing]:
    for side, keys in present.items():
        yield from (Signing(side, key.removeprefix(NEW)) for key in keys if key.startswith(NEW))


def _notes(game: PeggedGame, fixture: Fixture) -> Iterator[PrefillNote]:
    """What is to be said of a game beside the card: the doubtful first."""
    address = [fixture.league.slug, fixture.first_date, fixture.slug, game.line.number, game.number]
    tracks = reverse("live-tracks", args=address)
    choice = game.scorer_log.choice
    if game.waiting:
        text = f"{game.label}: two phones scored this game differently. See both, side by side, and choose."
        yield PrefillNote(text, doubtful=True, url=tracks)
    elif choice and choice.replaced:
        text = f"{game.label}: {choice.name or 'A captain'} chose the other phone’s score: {choice.reason}"
        yield PrefillNote(text.rstrip(". ") + ".", doubtful=True, url=tracks)
    for finding, hands in each_once(doubts(game)):
        text = f"{game.label}{hands and f', {hands}'}: {finding.message}."
        yield PrefillNote(text, doubtful=True, url=reverse("live-game", args=address))
    for each in game.confirmations:
        team = fixture.home if each.side == 0 else fixture.away
        yield PrefillNote(f"{game.label}: {each.name} of {team} confirmed {game.scores[0]}\N{EN DASH}{game.scores[1]}.")
