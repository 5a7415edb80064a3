"""Puzzles from a league's own pegged games: which stand, and in which matches others may be found.

A puzzle stands while its league is public and neither the result nor the pegs of its match have changed since it was
found; one that has fallen keeps its row, so that its number is no other's. Runs inside the scope of a league.
"""

from collections.abc import Iterator
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet
from django.utils.timezone import localdate

from league.matchnight.models import LeaguePuzzle, LiveMatch
from league.matchnight.queries.games import games_of
from league.matchnight.queries.match_state import state_of
from league.matchnight.values import differs_from_card, is_on_card, puzzle_of, record_of
from league.results.choices import FINAL_STATES
from league.results.queries.tables import unquestioned
from league.results.values import card_of
from league.schedule.queries.matches import whole_fixtures
from league.teams.models import League
from scoring.play.computer.chance import Chance
from scoring.play.puzzles import Puzzle
from scoring.play.rules import Rules

FRESH = timedelta(days=30)  # a match that was pegged longer ago is not looked through any more
AHEAD = timedelta(days=14)  # a league with puzzles for so many days to come needs no more
SEED = 1  # of the deals that are drawn: the same game gives the same puzzles


def standing_puzzles() -> QuerySet[LeaguePuzzle]:
    searched = F("match__searched_at")
    rows: QuerySet[LeaguePuzzle] = LeaguePuzzle.objects.filter(
        league__public=True,
        match__last_at__lte=searched,
        match__fixture__result__counts=True,
        match__fixture__result__updated_at__lte=searched,
    )
    return rows


def shown_puzzles(league: League, on: date) -> QuerySet[LeaguePuzzle]:
    return standing_puzzles().filter(league=league, shown_on__lte=on).order_by("-number")


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
    match: LiveMatch | None = unsearched_matches(at).filter(fixture__league=league).first()
    return match


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
