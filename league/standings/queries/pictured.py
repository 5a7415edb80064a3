"""A table as the picture beside a link shows it."""

from django.urls import reverse

from league.schedule.models import Division
from league.standings.picture import MOST, TablePicture
from league.standings.queries.tables import Standings
from league.teams.models import League
from league.ui import words


def pictured(division: Division, found: Standings, league: League) -> TablePicture:
    """The first places of a table; `division` comes with its competition and season."""
    rows = [each for each in found.rows if not each.row.withdrawn][:MOST]
    more = len(found.rows) - len(rows)
    return TablePicture(
        title=division.name,
        under=f"{league.short_name}, season {division.competition.season}",
        rows=tuple(
            (
                f"{each.row.place}{'=' if each.row.shared else ''}",
                each.name,
                str(each.row.played),
                words.points(each.row.points),
            )
            for each in rows
        ),
        bottom=f"and {more} more" if more > 0 else "",
    )


def picture_address(division: Division, picture: TablePicture, league: League) -> str:
    """Where the picture is; another table, another address."""
    return reverse("table-image", args=[league.slug, division.slug, picture.digest])
