"""What becomes of each row of a spreadsheet, worked out from what the league has at this moment; nothing is written.

Knows which rows are whose. Everything is read in a few queries, however many rows there are.
"""

from collections.abc import Callable, Iterable
from datetime import date, datetime

from django.utils.timezone import localdate

from league.exchange.choices import ImportKind
from league.exchange.models import ImportDraft
from league.exchange.queries.columns import missing
from league.exchange.queries.reading import Line
from league.exchange.queries.weighing.fates import Ask, Fate, Preview, Sheet, Weighed
from league.exchange.queries.weighing.matches import weigh_fixtures, weigh_results
from league.exchange.queries.weighing.people import weigh_honours, weigh_players
from league.exchange.queries.weighing.places import weigh_teams, weigh_venues
from league.exchange.queries.weighing.roles import weigh_roles
from league.fixtures.models import Season

__all__ = ["Ask", "Fate", "Preview", "Sheet", "Weighed", "weigh"]


def weigh(draft: ImportDraft, at: datetime) -> Preview | None:
    """The fate of every row; None while a column that is needed has not been named. Needs league and season."""
    kind = ImportKind(draft.kind)
    if missing(kind, draft.matching):
        return None
    lines = tuple(Line(number, tuple(cells)) for number, cells in draft.rows)
    sheet = Sheet(draft.league, lines, draft.matching, draft.answers)
    return Preview(tuple(_weighed(draft, sheet, localdate(at))))


# What becomes of these hangs on no day.
OF_NO_DAY: dict[ImportKind, Callable[[Sheet], Iterable[Weighed]]] = {
    ImportKind.VENUES: weigh_venues,
    ImportKind.TEAMS: weigh_teams,
    ImportKind.PEOPLE: weigh_roles,
}


def _weighed(draft: ImportDraft, sheet: Sheet, today: date) -> Iterable[Weighed]:
    match ImportKind(draft.kind), draft.season:
        case (ImportKind.VENUES | ImportKind.TEAMS | ImportKind.PEOPLE) as kind, _:
            return OF_NO_DAY[kind](sheet)
        case ImportKind.PLAYERS, _:
            return weigh_players(sheet, today)
        case ImportKind.FIXTURES, Season() as season:
            return weigh_fixtures(sheet, season, draft.division)
        case ImportKind.RESULTS, Season() as season:
            return weigh_results(sheet, season, draft.division, today)
    return weigh_honours(sheet, today)
