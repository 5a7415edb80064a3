"""The page of a puzzle from a league's own matches."""

from datetime import date
from typing import Any

from league.matchnight.queries.puzzles import shown_puzzles
from league.matchnight.values import puzzle_of
from league.pages.presenters.puzzles import card_of_puzzle, page_of
from league.teams.models import League

MOST_PUZZLES = 100  # on the page, the latest


def own_puzzle_page(league: League, number: int, chosen: str, today: date) -> dict[str, Any] | None:
    rows = shown_puzzles(league, today)
    row = rows.filter(number=number).first()
    if row is None:
        return None
    page = page_of(puzzle_of(row), list(rows.values_list("number", flat=True)), chosen, league.slug)
    cards = [card_of_puzzle(puzzle_of(each), league.slug) for each in rows[:MOST_PUZZLES]]
    return page | {"cards": cards, "day": today if row.shown_on == today else None}
