"""Next season as the secretary has it on her table: divisions and teams entered, nights left out, wishes noted.

Knows what teams of any northern league ask for. It has no list yet: that is for whoever tries the wizard.
"""

from datetime import date, timedelta
from itertools import combinations

from league.demo.book import DAY, Book
from league.demo.dates import WEEK, YEAR, moment
from league.schedule.actions import start_season
from league.schedule.actions.nights import add_blackout, leave_out_bank_holidays, leave_out_week
from league.schedule.actions.wishes import make_wish, set_match
from league.schedule.choices import BlackoutKind, Firmness, WishedFor
from league.schedule.models import Blackout, Competition, Division, Entry, Season
from league.schedule.queries.calendar import nights_of
from league.schedule.queries.seasons import league_competition
from league.schedule.queries.wishes import nth_of_month
from league.teams.actions import close_venue

REST_OF_WEEK = timedelta(days=6)
CUP_NIGHTS = (4, 13)


def next_season(book: Book) -> Season:
    """The season after this one, a year on, with everything that was asked for its list."""
    at = moment(book.today - 2 * DAY, 20)
    now = book.season
    starts, ends = now.starts + YEAR, now.ends + YEAR
    name = f"{starts.year}-{ends.year % 100:02}" if starts.year != ends.year else f"{starts.year}"
    season = start_season(
        league=now.league, name=name, starts=starts, halfway=now.halfway + YEAR, ends=ends, like=now, by=book.by, at=at
    )
    competition = league_competition(season)
    _leave_out(book, competition)
    _wish(book, competition)
    return season


def _leave_out(book: Book, competition: Competition) -> None:
    """Christmas, bank holidays on the night, and two cup weeks."""
    by, at = book.by, moment(book.today - 2 * DAY, 20, 15)
    season, eve = competition.season, date(competition.season.starts.year, 12, 24)
    if season.starts <= eve <= season.ends:
        monday = eve - eve.weekday() * DAY
        add_blackout(
            competition=competition, first=monday, last=monday + WEEK + REST_OF_WEEK, kind=BlackoutKind.HOLIDAY,
            reason="Christmas and New Year", by=by, at=at,
        )  # fmt: skip
    leave_out_bank_holidays(competition=competition, by=by, at=at)
    for number in CUP_NIGHTS:
        leave_out_week(competition=competition, on=_nights(competition)[number], kind=BlackoutKind.CUP, by=by, at=at)


def _wish(book: Book, competition: Competition) -> None:
    by, at = book.by, moment(book.today - DAY, 19)
    rows = Entry.objects.select_related("team__venue", "division__competition__season__league")
    teams = {entry.name: entry for entry in rows.filter(division__competition=competition)}
    nights = _nights(competition)
    firsts, seconds = (sorted(nth_of_month(nights, number)) for number in (1, 2))

    def ask(name: str, kind: WishedFor, firmness: Firmness, words: str, **what: object) -> None:
        if name in teams:  # a team may have folded
            make_wish(entry=teams[name], kind=kind, firmness=firmness, words=words, by=by, at=at, **what)  # type: ignore[arg-type]

    ask("Fleece A", WishedFor.NO_HOME, Firmness.MUST, "darts night", dates=firsts)
    ask("Blue Bell", WishedFor.NO_HOME, Firmness.A_LOT, "quiz night", dates=seconds)
    ask("Social A", WishedFor.HOME_ON, Firmness.MUST, "the founder's supper", dates=[nights[6]])
    ask("Drovers", WishedFor.NO_AWAY, Firmness.MATTERS, "no bus back in the dark weeks", dates=nights[9:12])
    ask("Woolpack", WishedFor.NO_MATCH, Firmness.MATTERS, "half the team is at the tup sale", dates=[nights[3]])
    ask("Railway", WishedFor.NO_HOME, Firmness.A_LITTLE, "the captain is on nights", dates=nights[1:4])
    if {"Black Bull", "Dun Cow"} <= teams.keys():
        words = "one street, one car park"
        ask("Black Bull", WishedFor.NOT_BOTH_HOME, Firmness.MATTERS, words, other=teams["Dun Cow"])
    for venue, first, days, reason in (
        ("The Crown", nights[5], 0, "Beer festival"),
        ("The White Swan", nights[10] - DAY, 6, "New kitchen"),
    ):
        pub = next((entry.team.venue for entry in teams.values() if entry.team.venue.name == venue), None)
        if pub is not None:
            close_venue(venue=pub, first=first, last=first + days * DAY, reason=reason, by=by, at=at)
    derby = _neighbours(list(teams.values()))
    if derby:
        set_match(competition=competition, home=derby[0], away=derby[1], on=nights[0], by=by, at=at)


def _neighbours(entries: list[Entry]) -> tuple[Entry, Entry] | None:
    """Two teams of one division from different pubs of one village, for the opening night."""
    for one, other in combinations(entries, 2):
        pubs = one.team.venue, other.team.venue
        places = {pub.address.rpartition(", ")[2] for pub in pubs}
        if one.division_id == other.division_id and pubs[0] != pubs[1] and len(places) == 1:
            return one, other
    return None


def _nights(competition: Competition) -> tuple[date, ...]:
    """The nights that are left to the season."""
    rows = Division.objects.filter(competition=competition).select_related("competition__season__league")
    division = rows.order_by("rank", "pk")[0]
    return nights_of(division, Blackout.objects.filter(season=competition.season_id))
