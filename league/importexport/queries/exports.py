"""What may be taken away as a spreadsheet: one declaration each, with its columns, its rows and who may have it.

Knows names and permissions. Refuses to know files: `documents.spreadsheet` writes those.
"""

from collections.abc import Callable
from dataclasses import dataclass

from league.accounts.models import User
from league.importexport.queries import rows
from league.importexport.queries.rows import Rows
from league.teams.models import League
from league.teams.permissions import is_officer, may_read


@dataclass(frozen=True, slots=True)
class Export:
    """`name` is the word in its address, `title` what it is called and `words` what is in it.

    `of_season`: its rows are of one season, so there is none in a league that has not begun.
    """

    name: str
    title: str
    words: str
    heading: tuple[str, ...]
    rows: Rows
    may: Callable[[User, League], bool] = may_read
    of_season: bool = True

    @property
    def public(self) -> bool:
        """Whether it is on the pages that everybody reads."""
        return self.may is may_read


EXPORTS = {
    each.name: each
    for each in (
        Export("table", "League table", "Places, games and points", rows.TABLE, rows.table_rows),
        Export("matches", "Fixtures", "Every match with its day and place", rows.FIXTURES, rows.fixture_rows),
        Export("results", "Results", "Every score, in games and points", rows.RESULTS, rows.result_rows),
        Export("players", "Players", "Games won and lost this season", rows.PLAYERS, rows.player_rows),
        Export("averages", "Averages", "Games won in a hundred", rows.AVERAGES, rows.average_rows),
        Export("teams", "Teams", "Where and when they play", rows.TEAMS, rows.team_rows, of_season=False),
        Export("venues", "Venues", "Pubs and clubs", rows.VENUES, rows.venue_rows, of_season=False),
        Export("entries", "Cup entries", "Who is in the cups", rows.ENTRIES, rows.entry_rows),
        Export("honours", "Honours board", "Who won what", rows.HONOURS, rows.honour_rows, of_season=False),
        Export(
            "registrations", "Registered players", "Whole names, for officers only", rows.REGISTRATIONS,
            rows.registration_rows, is_officer, of_season=False,
        ),
        Export(
            "contacts", "Who to ring", "Telephone numbers, for officers only", rows.CONTACTS,
            rows.contact_rows, is_officer, of_season=False,
        ),
    )
}  # fmt: skip
