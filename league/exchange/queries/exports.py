"""What may be taken away as a spreadsheet: one declaration each, with its columns, its rows and who may have it.

Knows names and permissions. Refuses to know files: `documents.spreadsheet` writes those.
"""

from collections.abc import Callable
from dataclasses import dataclass

from league.accounts.models import User
from league.exchange.queries.rows import Rows, matches, people
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
        Export("table", "League table", "Places, games and points", matches.TABLE, matches.table_rows),
        Export("matches", "Fixtures", "Every match with its day and place", matches.FIXTURES, matches.fixture_rows),
        Export("results", "Results", "Every score, in games and points", matches.RESULTS, matches.result_rows),
        Export("players", "Players", "Games won and lost this season", people.PLAYERS, people.player_rows),
        Export("averages", "Averages", "Games won in a hundred", matches.AVERAGES, matches.average_rows),
        Export("teams", "Teams", "Where and when they play", people.TEAMS, people.team_rows, of_season=False),
        Export("venues", "Venues", "Pubs and clubs", people.VENUES, people.venue_rows, of_season=False),
        Export("entries", "Cup entries", "Who is in the cups", people.ENTRIES, people.entry_rows),
        Export("honours", "Honours board", "Who won what", people.HONOURS, people.honour_rows, of_season=False),
        Export(
            "registrations", "Registered players", "Whole names, for officers only", people.REGISTRATIONS,
            people.registration_rows, is_officer, of_season=False,
        ),
        Export(
            "contacts", "Who to ring", "Telephone numbers, for officers only", people.CONTACTS,
            people.contact_rows, is_officer, of_season=False,
        ),
    )
}  # fmt: skip
