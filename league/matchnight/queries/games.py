"""The pegged games of a match as they stand, their figures, and the puzzles found in them.

Figures of games that are over are cached for each line under the number of the match's last event, so that there is
nothing to invalidate. Runs inside the scope of a league.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.ui.cache import page_cache
from league.matchnight.models import LeaguePuzzle, LiveEvent, LiveMatch
from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.match_state import state_of
from league.matchnight.values import (
    SIDES,
    GameKey,
    PeggedGame,
    differs_from_card,
    doubts,
    games_in,
    is_on_card,
    lines_of,
    record_of,
)
from league.results.choices import FINAL_STATES
from league.results.queries.tables import unquestioned
from league.results.values import NEW, LivePrefill, PrefillNote, card_of
from league.schedule.models import Fixture
from league.schedule.queries.matches import whole_fixtures
from league.teams.models import League, decoded_once
from scoring.card.format import Line, Pegs
from scoring.card.league_rules import LeagueRules
from scoring.card.sheet import Card, GameScore, LineScore, Named, Side, Signing
from scoring.play.computer.belief import Chance
from scoring.play.figures import GameFigures, game_figures
from scoring.play.finding import each_once
from scoring.play.puzzles import Puzzle, read_puzzle
from scoring.play.rules import Rules


def games_of(match: LiveMatch, fixture: Fixture) -> tuple[PeggedGame, ...]:
    events = match.events.select_related("by", "link").order_by("seq")
    return tuple(games_in(events, lines_of(fixture, match)))


def game_of(match: LiveMatch, fixture: Fixture, key: GameKey) -> PeggedGame | None:
    events = match.events.filter(line=key[0], game=key[1]).select_related("by", "link").order_by("seq")
    return next(games_in(events, lines_of(fixture, match)), None)


# --- The figures of games that were pegged live and are over ----------------------------------------------------------
CACHE_SECONDS = 30 * 24 * 60 * 60

MatchLine = tuple[int, int]  # the key of a live match, and the number of a line on its card


@dataclass(frozen=True, slots=True)
class PeggedFigures:
    line: int
    number: int
    title: str
    players: tuple[tuple[str, ...], ...]
    figures: GameFigures

    def side_of(self, keys: Collection[str]) -> int | None:
        """0 for home; None if none of them played, or both sides did."""
        sides = [side for side, there in enumerate(self.players) if any(key in there for key in keys)]
        return sides[0] if len(sides) == 1 else None


def figures_of(wanted: Mapping[LiveMatch, Collection[int]]) -> dict[MatchLine, tuple[PeggedFigures, ...]]:
    """Cached under the match's head; one query for what is missing."""
    keys = {
        (match.pk, line): f"pegged-figures-2-{match.pk}-{match.head}-{line}"
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
            yield PeggedFigures(game.line.number, game.number, game.title, seats, figures)


# --- What the pegs say of a card --------------------------------------------------------------------------------------
# The games that are over, who played them, and what is to be said of each. Whose card it is and what was written on it
# is the captain's (`results.queries.journeys`). `results` asks for it by `LiveConfig.live_prefill`, without knowing
# this app.


def prefill_from_log(fixture: Fixture, rules: LeagueRules) -> LivePrefill | None:
    """What the pegs say of a match; None while no game is over and none is in doubt."""
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
    present = {side: tuple(dict.fromkeys(each.key for game in over for each in game.places(side))) for side in Side}
    new = [(side, key.removeprefix(NEW)) for side, keys in present.items() for key in keys if key.startswith(NEW)]
    return LivePrefill(
        source="the live score",
        at=max(game.at for game in over or games),
        over=len(over),
        card=Card(lines=lines, signings=tuple(Signing(side, name) for side, name in new)),
        present=present,
        notes=notes,
        url=fixture.address_of("live-card"),
    )


def _line(line: Line, games: Sequence[PeggedGame], *, pegs: bool) -> LineScore:
    if not games:
        return LineScore()
    scores = [GameScore(None)] * max(game.number for game in games)
    for game in games:
        home, away = game.scores if pegs else (None, None)
        scores[game.number - 1] = GameScore(game.winner, home, away, game.hands if pegs else None)
    home_players, away_players = (
        tuple(Named(None if each.key.startswith(NEW) else each.key, each.name) for each in places[: line.players])
        for places in map(games[0].places, Side)
    )
    return LineScore(home_players, away_players, tuple(scores))


def _notes(game: PeggedGame, fixture: Fixture) -> Iterator[PrefillNote]:
    address = [fixture.league.slug, fixture.first_date, fixture.slug, game.line.number, game.number]
    tracks = reverse("live-tracks", args=address)
    choice = game.scorer_log.choice
    if game.waiting:
        text = f"{game.title}: two phones scored this game differently. See both, side by side, and choose."
        yield PrefillNote(text, doubtful=True, url=tracks)
    elif choice and choice.replaced:
        text = f"{game.title}: {choice.name or 'A captain'} chose the other phone’s score: {choice.reason}"
        yield PrefillNote(text.rstrip(". ") + ".", doubtful=True, url=tracks)
    for finding, hands in each_once(doubts(game)):
        text = f"{game.title}{hands and f', {hands}'}: {finding.message}."
        yield PrefillNote(text, doubtful=True, url=reverse("live-game", args=address))
    for each in game.confirmations:
        team = fixture.home if each.side == 0 else fixture.away
        yield PrefillNote(f"{game.title}: {each.name} of {team} confirmed {game.scores[0]}\N{EN DASH}{game.scores[1]}.")


# --- puzzles from these games: which stand, and in which matches others may be found ----------------------------------
FRESH = timedelta(days=30)  # a match that was pegged longer ago is not looked through any more
AHEAD = timedelta(days=14)  # a league with puzzles for so many days to come needs no more
SEED = 1  # of the deals that are drawn: the same game gives the same puzzles


def standing_puzzles() -> QuerySet[LeaguePuzzle]:
    """Of public leagues, neither result nor pegs changed since; one that has fallen keeps its row and number."""
    searched = F("match__searched_at")
    return LeaguePuzzle.objects.filter(
        league__public=True,
        match__last_at__lte=searched,
        match__fixture__result__counts=True,
        match__fixture__result__updated_at__lte=searched,
    )


def shown_puzzles(league: League, on: date) -> QuerySet[LeaguePuzzle]:
    return standing_puzzles().filter(league=league, shown_on__lte=on).order_by("-number")


def puzzle_of(row: LeaguePuzzle) -> Puzzle:
    return read_puzzle(row.number, row.position, decoded_once(Rules.from_json, json.dumps(row.rules)))


def latest_puzzle(league: League, on: date) -> LeaguePuzzle | None:
    return shown_puzzles(league, on).first()


def puzzle_of_league(league: League, on: date) -> Puzzle | None:
    """None if none of the league's own has that day."""
    row = latest_puzzle(league, on)
    return puzzle_of(row) if row and row.shown_on == on else None


def unsearched_matches(at: datetime) -> QuerySet[LiveMatch]:
    """Final, public and not looked through; none of a league with puzzles in stock."""
    rows: QuerySet[LiveMatch] = LiveMatch.objects.filter(
        Q(fixture__result__state__in=FINAL_STATES) | unquestioned("fixture__result", at),
        fixture__league__public=True,
        fixture__result__counts=True,
        fixture__result__flagged=False,
        searched_at=None,
        last_at__gte=at - FRESH,
    )
    stocked = standing_puzzles().filter(shown_on__gte=localdate(at) + AHEAD)
    return rows.exclude(fixture__league__in=stocked.values("league")).order_by("-last_at", "-pk")


def match_to_search(league: League, at: datetime) -> LiveMatch | None:
    return unsearched_matches(at).filter(fixture__league=league).first()


def positions_in(match: LiveMatch) -> Iterator[tuple[dict[str, Any], Rules]]:
    """Of games that are over and on the card as pegged: seconds for each."""
    from scoring.play.computer.puzzle_making import game_questions  # slow import

    fixture = whole_fixtures().select_related("result__submission").get(pk=match.fixture_id)
    card = card_of(fixture.result.submission)
    views = {(view["line"], view["game"]): view for view in state_of(fixture)["games"]}
    for game in games_of(match, fixture):
        view = views[game.line.number, game.number]
        if card is None or view["winner"] is None or view["aside"]:
            continue
        if not is_on_card(view, card) or differs_from_card(view, card):
            continue
        for position in game_questions(record_of(game), Chance(SEED)):
            yield position, game.line.rules
