"""A season's fixture booklet: what stands in it, its ornament, and the pieces in which it is drawn.

Everything in it is public. Runs inside the scope of the league; a fixed number of queries.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import groupby
from typing import Any, TypeAlias

from league.base.ui.crib_board import HALF, Pip, pips
from league.base.ui.formats import clock, night
from league.cups.models import CupState, FinalsNight, Honour
from league.cups.presenters.ties import rounds_of
from league.cups.queries.catalogue import listed_cups
from league.cups.queries.cup_state import days_by_cup, snapshots_of
from league.cups.queries.finals import nights_of
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Blackout, Entry, Fixture, Season
from league.schedule.queries.matches import of_tables
from league.schedule.queries.seasons import rule_book
from league.teams.choices import LeagueNight

Booklet: TypeAlias = dict[str, Any]  # what the templates show
# With "groups" or, where the league does not play, with "what"; "lines" are about how many it takes.
Night: TypeAlias = dict[str, Any]


def booklet_of(season: Season, at: datetime) -> Booklet:
    """The booklet of a season as things stand at a moment. Needs season.league."""
    # Everything by its day, the nights without a date last.
    nights = [*_nights(season), *_blackouts(season), *map(_finals, nights_of(season))]
    nights.sort(key=lambda row: (row["day"] or date.max, "what" in row))
    cups, book = list(_cups(season, at)), rule_book(season.league, season)
    earlier = Honour.objects.filter(league=season.league, year__lt=season.ends.year).order_by("-year")
    year: int | None = earlier.values_list("year", flat=True).first()
    honours = list(Honour.objects.filter(league=season.league, year=year).order_by("pk")) if year else []
    # How each kind of game is played; of one that is `like` one before it, only what is different.
    games = []
    headings = [[clause.heading for clause in game.clauses] for game in book.games]  # the same in one family
    for number, game in enumerate(book.games):
        like = book.games[first] if (first := headings.index(headings[number])) < number else None
        own = [clause for clause in game.clauses if like is None or clause not in like.clauses]
        games.append({"title": game.title, "like": _small(like.title) if like else "", "clauses": own})
    return {
        "season": season, "league": season.league, "weekday": LeagueNight(season.league.night).label,
        "nights": nights, "dates": _dates(nights, cups), "divisions": _divisions(season), "cups": cups,
        "book": book, "games": games, "year": year, "honours": honours,
    }  # fmt: skip


# --- nights and stops -------------------------------------------------------------------------------------------------
def _nights(season: Season) -> Iterator[Night]:
    whole = Fixture.objects.select_related("division", "home__team", "away", "venue").defer("rules")
    rows = of_tables(whole).filter(division__competition__season=season)
    ordered = sorted(
        rows.order_by("division__rank", "division_id", "home__name", "pk"), key=lambda each: each.date or date.max
    )
    for day, fixtures in groupby(ordered, key=lambda each: each.date):
        if groups := _groups(fixtures):
            weeks = {fixture.week for group in groups for fixture, _ in group["matches"] if not fixture.moved}
            lines = 2 + sum(len(group["matches"]) + bool(group["byes"]) + 1 for group in groups)
            week = min(weeks) if len(weeks) == 1 else ""
            yield {"day": day, "week": week, "groups": groups, "lines": lines}


def _groups(fixtures: Iterable[Fixture]) -> list[dict[str, Any]]:
    """The matches of each division on one night, each with a note, and its teams that have none."""
    groups: dict[int, dict[str, Any]] = {}
    for fixture in fixtures:
        new = {"division": fixture.division, "matches": [], "byes": []}
        group = groups.setdefault(fixture.division_id, new)
        if fixture.state == FixtureState.VOID and fixture.voided_with_id is not None and fixture.date is not None:
            sides = (fixture.home, fixture.away)  # who has no match because the other side withdrew
            group["byes"] += [side for side in sides if side is not None and side.pk != fixture.voided_with_id]
        elif fixture.state == FixtureState.VOID:
            continue
        elif fixture.away_id is None:
            group["byes"].append(fixture.home)
        else:
            group["matches"].append((fixture, ", ".join(_notes(fixture))))
    return [group for group in groups.values() if group["matches"] or group["byes"]]


def _notes(fixture: Fixture) -> Iterator[str]:
    team = fixture.home.team
    if fixture.venue_id != team.venue_id:
        yield f"at {fixture.venue}"
    if fixture.start_time != team.start_time:
        yield clock(fixture.start_time)
    if fixture.moved:
        yield f"from {night(fixture.first_date)}"


def _blackouts(season: Season) -> Iterator[Night]:
    for row in Blackout.objects.filter(season=season).order_by("first", "pk"):
        what, until = str(row.get_kind_display()), f" to {night(row.last)}" if row.last != row.first else ""
        more = "" if row.reason in {"", what} else row.reason
        yield {"day": row.first, "words": f"{night(row.first)}{until}", "what": what, "more": more, "lines": 2}


def _finals(row: FinalsNight) -> Night:
    where = f"{clock(row.start_time)}, {row.venue}"
    return {"day": row.date, "words": night(row.date), "what": row.name, "more": where, "finals": True, "lines": 2}


def _dates(nights: Iterable[Night], cups: Iterable[dict[str, Any]]) -> list[tuple[date, str, str]]:
    """The season at a glance: its first and last night, and what is on in between; the day, its words, and what."""
    stops = [row for row in nights if "what" in row]
    played = [row["day"] for row in nights if "groups" in row and row["day"]]
    dates = [(row["day"], row["words"], ": ".join(filter(None, (row["what"], row["more"])))) for row in stops]
    rounds = [(each["cup"], name, by) for each in cups for name, by, _ in each["rounds"] if by]
    dates += [(by, night(by), f"{cup}: last day of {_small(name)}") for cup, name, by in rounds]
    if played:
        ends = (played[0], "First league night"), (played[-1], "Last league night")
        dates += [(day, night(day), what) for day, what in ends]
    return sorted(dates, key=lambda each: each[0])


def _small(name: str) -> str:
    return f"{name[:1].lower()}{name[1:]}"


# --- teams, cups, rules and honours -----------------------------------------------------------------------------------
def _divisions(season: Season) -> list[dict[str, Any]]:
    rows = Entry.objects.filter(
        division__competition__season=season, division__competition__kind=CompetitionKind.LEAGUE
    ).select_related("team__venue", "division")
    ordered = rows.order_by("division__rank", "division_id", "name", "pk")
    return [
        {"division": division, "homes": [_home(entry, season) for entry in entries]}
        for division, entries in groupby(ordered, key=lambda entry: entry.division)
    ]


def _home(entry: Entry, season: Season) -> tuple[Entry, str, str]:
    chosen = entry.night if entry.night is not None else entry.division.night
    weekday = LeagueNight(season.league.night if chosen is None else chosen)
    venue = entry.team.venue
    return entry, str(weekday.label), ", ".join(filter(None, (venue.address, venue.postcode)))


def _cups(season: Season, at: datetime) -> Iterator[dict[str, Any]]:
    rows = list(listed_cups().filter(division__competition__season=season).exclude(state=CupState.DROPPED))
    days = days_by_cup(rows)
    for cup, account in zip(rows, snapshots_of(rows, at), strict=True):
        set_days = days.get(cup.pk, {})
        entered: int = cup.entered  # type: ignore[attr-defined]  # annotated by listed_cups
        rounds: list[tuple[str, date | None, str]] = []
        for part, number, name in rounds_of(account.bracket, entered):
            row = set_days.get((str(part), number))
            if row is not None and row.night:
                rounds.append((name, None, f"{row.night}, {night(row.night.date)}"))
            elif row is not None and row.play_by:
                rounds.append((name, row.play_by, f"by {night(row.play_by)}"))
        yield {"cup": cup, "rounds": rounds}


# --- its parts --------------------------------------------------------------------------------------------------------
AT_ONCE, MUCH = 110, 170  # lines that are drawn together, four to six pages: 5 MB each while they are
TITLE, LITTLE = 2, 7  # lines that a title takes, and that may be left over on a page
# Of each size of page about how many lines of a list stand on it, or of full nights, and how many to write on.
SIZES = {"a5": (27, 34, 22), "a6": (23, 30, 18)}


@dataclass(frozen=True, slots=True)
class BookletPart:
    """Pages of one kind: `title` for the list of contents, if it has one, and how many lines they are, about."""

    name: str
    title: str = ""
    lines: int = 1
    tile: tuple[int, int] = (5, 3)
    nights: tuple[Night, ...] = ()

    @property
    def template(self) -> str:
        return f"documents/booklet/{self.name}.html"

    @property
    def pips(self) -> tuple[Pip, ...]:
        return (*pips(self.tile[0], lying=True), *pips(self.tile[1], offset=HALF, lying=True))


def parts_of(booklet: Booklet, full: int) -> Iterator[BookletPart]:
    """Everything between the list of contents and the pages to write on; full nights take `full` lines of a page."""
    if booklet["dates"]:
        yield BookletPart("dates", "The season at a glance", len(booklet["dates"]), (6, 1))
    title = "Fixtures"
    for nights in _stretches(booklet["nights"], full):
        yield BookletPart("fixtures", title, sum(row["lines"] for row in nights), (6, 2), nights)
        title = ""
    if booklet["divisions"]:
        lines = sum(2 + 4 * len(each["homes"]) for each in booklet["divisions"])
        yield BookletPart("teams", "Teams and where they play", lines, (6, 3))
    if booklet["cups"]:
        yield BookletPart("cups", "Cups", sum(3 + 2 * max(2, len(each["rounds"])) for each in booklet["cups"]), (6, 4))
    if booklet["honours"]:
        yield BookletPart("honours", f"Honours {booklet['year']}", 3 * len(booklet["honours"]), (6, 6))
    sentences = sum(len(section.rules) + 2 for section in booklet["book"].sections)
    clauses = sum(2 * len(game["clauses"]) + 3 for game in booklet["games"])
    yield BookletPart("rules", "Rules", sentences + clauses + len(booklet["book"].numbered), (6, 5))
    yield BookletPart("results", "Our results", tile=(5, 5))


def pieces_of(parts: Iterable[BookletPart]) -> Iterator[list[BookletPart]]:
    """The parts in pieces that are drawn together: as few as may be, for each costs by itself, and none too long."""
    piece: list[BookletPart] = []
    for part in parts:
        if piece and sum(each.lines for each in piece) + part.lines > AT_ONCE:
            yield piece
            piece = []
        piece.append(part)
    if piece:
        yield piece


def _stretches(nights: Iterable[Night], page: int) -> Iterator[tuple[Night, ...]]:
    """The nights in stretches that are not too long to be drawn at once, ending where a page of so many lines does."""
    stretch: list[Night] = []
    long, filled = 0, TITLE
    for row in nights:
        lines = row["lines"]
        if stretch and (long + lines > MUCH or (long > AT_ONCE and page - filled <= LITTLE)):
            yield tuple(stretch)
            stretch, long, filled = [], 0, 0
        stretch.append(row)
        long += lines
        filled = filled + lines if filled + lines <= page else lines % page
    if stretch:
        yield tuple(stretch)


# --- its ornament -----------------------------------------------------------------------------------------------------
GAP = 3
# The ends make fifteen, three fives and five threes: eight, which takes the pegs from 53 to 61 on the board below.
LINE = ((5, 5), (5, 6), (6, 3), (3, 3), (3, 5))
HOLES, FIVES = 60, 5
PEGS = ((53, 61), (46, 55))


def ornament() -> dict[str, Any]:
    """A line of tiles, 96 high, and a board, 40 high, as wide as it; a double stands upright."""
    x, tiles = 0, []
    for first, second in LINE:
        lying = first != second
        wide, high = (2 * HALF, HALF) if lying else (HALF, 2 * HALF)
        y = HALF - high // 2
        split = f"M{x + HALF} {y + 8}v{HALF - 16}" if lying else f"M{x + 8} {y + HALF}h{HALF - 16}"
        spots = (*pips(first, lying=lying), *pips(second, offset=HALF, lying=lying))
        tile = {"x": x, "y": y, "wide": wide, "high": high, "split": split}
        tiles.append(tile | {"pips": [(x + spot.x, y + spot.y) for spot in spots]})
        x += wide + GAP
    return {"wide": x - GAP, "tiles": tiles, "holes": list(_holes(x - GAP))}


def _holes(wide: int) -> Iterator[tuple[float, float, bool]]:
    """Two tracks of sixty in fives, and the last hole between them; each with whether a peg is in it."""
    pitch = (wide - 36) / (HOLES + HOLES / FIVES / 3)
    for track, pegs in enumerate(PEGS):
        for number in range(HOLES):
            yield round(14 + (number + number // FIVES / 3) * pitch, 1), 13 + 14 * track, number + 1 in pegs
    yield wide - 13, 20, any(HOLES + 1 in pegs for pegs in PEGS)
