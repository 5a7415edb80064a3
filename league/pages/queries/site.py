"""The front page, which alone looks into several leagues and reads what is public; if the site is well; and puzzles.

Every word of a puzzle's answer stands on a figure of the proof; `scoring.play.puzzles` knows what is best.
"""

import logging
import shutil
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Q, Subquery
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.timezone import localdate
from django_scopes import scope, scopes_disabled

from league.matchnight.models import LiveMatch
from league.matchnight.queries.games import puzzle_of, shown_puzzles
from league.matchnight.queries.match_view import STILL_ON, GameView, MatchView, match_view
from league.matchnight.values import LIVE
from league.pages.presenters.game_record import Face, face_of, rows_of
from league.schedule.choices import FixtureState
from league.schedule.queries.matches import whole_fixtures
from league.teams.models import FormerName, League, Team
from league.teams.queries.people import has_name
from scoring.names import letters
from scoring.play.puzzles import Puzzle, PuzzlePlay, Theme, puzzle_of_day, puzzles
from scoring.play.rules import Rules
from scoring.play.tiles import Tile
from scoring.words import number_word

log = logging.getLogger(__name__)
FEW_LEAGUES = 12  # leagues that are all named without a search
MOST_FOUND = 20
SHORTEST = 2


@dataclass(frozen=True, slots=True)
class ShownMatch:
    league: League
    match: MatchView
    game: GameView

    @property
    def live(self) -> bool:
        return self.match.status == LIVE


def shown_match(at: datetime) -> ShownMatch | None:
    with scopes_disabled():
        pegged = LiveMatch.objects.filter(fixture__league__public=True, head__gt=0)
        on = Q(fixture__date=localdate(at)) | Q(last_at__gte=at - STILL_ON)
        playing = pegged.filter(on, fixture__in_play=True, fixture__state=FixtureState.SCHEDULED)
        over = pegged.filter(fixture__state=FixtureState.PLAYED)
        last, before = (Subquery(found.order_by("-last_at", "pk").values("fixture")[:1]) for found in (playing, over))
        # As one value: the database goes to that row, and looks for one that is over only where none is being played.
        for key in (Coalesce(last, before), before):
            fixture = whole_fixtures().filter(pk=key).first()
            if fixture is None:
                return None
            with scope(league=fixture.league):
                match = match_view(fixture)
            if match.games:
                return ShownMatch(fixture.league, match, (match.playing or match.games)[-1])
    return None


def find_leagues(words: str) -> tuple[list[League], list[Team]]:
    """Of public leagues only; teams also by former names."""
    if len(letters(words)) < SHORTEST:
        return [], []
    with scopes_disabled():
        leagues = League.objects.filter(has_name(words), public=True).defer("rules").order_by("name", "pk")
        once_called = Q(pk__in=FormerName.objects.filter(has_name(words)).values("team"))
        teams = Team.objects.filter(has_name(words) | once_called, league__public=True, active=True)
        teams = teams.select_related("league").defer("league__rules").order_by("name", "pk")
        return list(leagues[:MOST_FOUND]), list(teams[:MOST_FOUND])


LEAST_ROOM = 50 * 1024 * 1024  # bytes: a busy evening writes a tenth of that


def storage_fault() -> str:
    """A sentence anybody may read, "" if nothing is wrong."""
    try:
        League.objects.exists()
    except DatabaseError:
        log.exception("The database cannot be read")
        return "The database cannot be read."
    room = shutil.disk_usage(settings.VAR_DIR).free
    return "" if room >= LEAST_ROOM else f"The disk is nearly full: {room // 1024 // 1024} MB are left."


# --- puzzles from a league's own matches ------------------------------------------------------------------------------
MOST_PUZZLES = 100  # on the page, the latest


def own_puzzle_page(league: League, number: int, chosen: str, today: date) -> dict[str, Any] | None:
    rows = shown_puzzles(league, today)
    row = rows.filter(number=number).first()
    if row is None:
        return None
    page = page_of(puzzle_of(row), list(rows.values_list("number", flat=True)), chosen, league.slug)
    cards = [card_of_puzzle(puzzle_of(each), league.slug) for each in rows[:MOST_PUZZLES]]
    return page | {"cards": cards, "day": today if row.shown_on == today else None}


TITLES = {
    Theme.LEAD: "The lead",
    Theme.FIFTY_NINE: "Stop on 59",
    Theme.KNOCK: "Make them knock",
    Theme.COUNT: "Count the suit",
    Theme.BLOCK: "Block the hand",
    Theme.LEAVE: "Leave little",
}
EASY, MIDDLING = 12, 7  # games in 100


def puzzle_page(number: int, chosen: str, today: date) -> dict[str, Any] | None:
    """None if there is no such puzzle; `day` is today's date if it is today's."""
    every = puzzles()
    if not 1 <= number <= len(every):
        return None
    page = page_of(every[number - 1], range(1, len(every) + 1), chosen)
    day = today if number == puzzle_of_day(today).number else None
    return page | {"cards": [card_of_puzzle(each) for each in every], "day": day}


def page_of(puzzle: Puzzle, numbers: Iterable[int] = (), chosen: str = "", league: str = "") -> dict[str, Any]:
    """`answer` is empty until a play is chosen; `before` and `after` are addresses, `faces` each once."""
    hand = puzzle.hand()
    answered = chosen in {play.play for play in puzzle.plays}
    before = max((each for each in numbers if each < puzzle.number), default=0)
    after = min((each for each in numbers if each > puzzle.number), default=0)
    held, rows = tuple(map(face_of, sorted(hand.held[0], reverse=True))), rows_of(hand.layout)
    faces = (*held, *(face for row in rows for face in row.faces))
    return {
        "number": puzzle.number,
        "title": TITLES[puzzle.theme],
        "league": league,
        "url": _address(puzzle.number, league),
        "game": _game(puzzle.rules),
        "each": number_word(len(puzzle.dealt)),
        "scores": puzzle.scores(),
        "begun": puzzle.begun,
        "hand": held,
        "rows": rows,
        "faces": tuple({face.key: face for face in faces}.values()),
        "ends": hand.layout.explain(hand.rules) if hand.layout.joined else "",
        "moves": tuple(map(_move_text, puzzle.moves)),
        "theirs": hand.left[1],
        "plays": tuple(_shown(puzzle, play, chosen) for play in sorted(puzzle.plays, key=lambda play: play.play)),
        "answer": _answer(puzzle) if answered else "",
        "proof": _proof(puzzle),
        "right": chosen == puzzle.best.play,
        "before": _address(before, league) if before else "",
        "after": _address(after, league) if after else "",
    }


def _address(number: int, league: str) -> str:
    return f"{reverse('puzzle', args=[number])}{f'?league={league}' if league else ''}"


def _game(rules: Rules) -> str:
    """What matters for a choice: "To 61, exactly, with no point for chipping out"."""
    chip = "" if rules.chip == 1 else f", with {_points(rules.chip)} for chipping out"
    drop = "" if rules.lead_may_win else ". Nobody can win with the drop"
    return f"To {rules.target}, exactly{chip}{drop}"


@dataclass(frozen=True, slots=True)
class PuzzleCard:
    """`own`: from a match of this league; `level` is 1 for the easiest to 3."""

    number: int
    level: int
    url: str
    own: bool
    scores: tuple[int, int]
    hand: tuple[Face, ...]
    on_table: int


def puzzle_card(day: date, own: Puzzle | None = None, league: str = "") -> PuzzleCard:
    """The card of a day: the league's own puzzle, where it has one for that day, else the site's."""
    return card_of_puzzle(puzzle_of_day(day)) if own is None else card_of_puzzle(own, league)


@lru_cache(maxsize=500)
def card_of_puzzle(puzzle: Puzzle, league: str = "") -> PuzzleCard:
    hand = puzzle.hand()
    faces = tuple(map(face_of, sorted(hand.held[0], reverse=True)))
    url = _address(puzzle.number, league)
    ahead = puzzle.percent(puzzle.best) - max(puzzle.percent(play) for play in puzzle.plays[1:])
    return PuzzleCard(
        puzzle.number,
        sum(ahead < least for least in (EASY, MIDDLING)) + 1,
        url,
        bool(league),
        puzzle.scores(),
        faces,
        len(hand.layout.joined),
    )


def _shown(puzzle: Puzzle, play: PuzzlePlay, chosen: str) -> dict[str, Any]:
    return {
        "key": play.play,
        "face": face_of(play.tile),
        "at": _end(play),
        "points": play.points,
        "percent": puzzle.percent(play),
        "best": play == puzzle.best,
        "chosen": play.play == chosen,
    }


def _end(play: PuzzlePlay) -> str:
    """Where it is joined, if it fits two ends: "at the double 6"."""
    at = play.play.partition("@")[2]
    return f"at the {'double ' if at.endswith('d') else ''}{at[0]}" if at else ""


def _name(play: PuzzlePlay) -> str:
    return f"{_tile(play.tile)} {_end(play)}".strip()


def _tile(tile: Tile) -> str:
    return f"{tile.high}\N{EN DASH}{tile.low}"


def _move_text(move: str) -> str:
    """A move so far: "You play 6-6", "They knock"."""
    who, what = ("You", move[1:]) if move[0] == "A" else ("They", move[1:])
    return f"{who} knock" if what == "-" else f"{who} play {_tile(Tile.parse(what[:2]))}"


def _answer(puzzle: Puzzle) -> str:
    best, obvious = puzzle.best, puzzle.obvious
    other = obvious if obvious != best else puzzle.plays[1]
    wins = f"{_name(best)} wins {puzzle.percent(best)} games in 100, {_name(other)} wins {puzzle.percent(other)}."
    return f"{wins} {_reason(puzzle, best, other)}"


def _reason(puzzle: Puzzle, best: PuzzlePlay, other: PuzzlePlay) -> str:
    def of(count: int) -> int:
        return (100 * count + puzzle.deals // 2) // puzzle.deals

    match puzzle.theme:
        case Theme.FIFTY_NINE:
            stops = "stops" if best.points else "keeps"
            return (
                f"It {stops} you on 59, where two points win: two can be made in more ways than the one that 60 needs."
            )
        case Theme.KNOCK:
            return (
                f"Their next turn is a knock in {of(best.knocks)} deals of 100 after {_name(best)}, and in "
                f"{of(other.knocks)} after {_name(other)}."
            )
        case Theme.BLOCK:
            return (
                f"The hand ends blocked in {of(best.blocks)} deals of 100 after {_name(best)}, and in "
                f"{of(other.blocks)} after {_name(other)}: they do not get to use the tiles they have left."
            )
        case Theme.COUNT:
            return (
                f"It leaves an end that only you can play on: every tile of that number is on the table or in your "
                f"hand. Their next turn is a knock in {of(best.knocks)} deals of 100, and in {of(other.knocks)} after "
                f"{_name(other)}."
            )
        case Theme.LEAD | Theme.LEAVE:
            return (
                f"It takes {_points(best.points)} and leaves them {_mean(puzzle, best)} on average; {_name(other)} "
                f"takes {_points(other.points)} and leaves them {_mean(puzzle, other)}."
            )


def _points(points: int) -> str:
    return f"{points or 'no'} point{'' if points == 1 else 's'}"


def _mean(puzzle: Puzzle, play: PuzzlePlay) -> str:
    return f"{play.replies / puzzle.deals:.1f}"


def _proof(puzzle: Puzzle) -> str:
    on = "each played on by two players who think at every play and see only their own tiles"
    if puzzle.exact:
        return f"Counted over all {puzzle.deals:,} ways in which the hidden tiles can lie, {on}."
    apart = puzzle.interval / 10
    return (
        f"Counted over {puzzle.deals:,} deals drawn by lot, {on}; the lead of the best play over the next is right to "
        f"{apart:.1f} games in 100 either way."
    )
