"""What becomes of each row of a spreadsheet, worked out from what the league has at this moment; nothing is written.

Knows which rows are whose. Everything is read in a few queries, however many rows there are.
"""

from datetime import datetime

from django.utils.timezone import localdate

from league.exchange.choices import ImportKind
from league.exchange.models import ImportDraft
from league.exchange.queries.columns import missing
from league.exchange.queries.reading import Line
from league.exchange.queries.weighing.fates import Ask, Fate, Preview, Sheet, Weighed
from league.exchange.queries.weighing.people import weigh_honours, weigh_players
from league.exchange.queries.weighing.places import weigh_teams, weigh_venues

__all__ = ["Ask", "Fate", "Preview", "Sheet", "Weighed", "weigh"]


def weigh(draft: ImportDraft, at: datetime) -> Preview | None:
    """The fate of every row; None while a column that is needed has not been named. Needs league and season."""
    kind = ImportKind(draft.kind)
    if missing(kind, draft.matching):
        return None
    lines = tuple(Line(number, tuple(cells)) for number, cells in draft.rows)
    sheet = Sheet(draft.league, lines, draft.matching, draft.answers)
    match kind:
        case ImportKind.VENUES:
            return Preview(tuple(weigh_venues(sheet)))
        case ImportKind.TEAMS:
            return Preview(tuple(weigh_teams(sheet)))
        case ImportKind.PLAYERS:
            return Preview(tuple(weigh_players(sheet, localdate(at))))
        case ImportKind.HONOURS:
            return Preview(tuple(weigh_honours(sheet, localdate(at))))
    raise NotImplementedError(kind)
