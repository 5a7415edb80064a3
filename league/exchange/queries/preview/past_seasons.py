"""Rows of past seasons: honours, final tables, and players’ figures and games."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from django.db.models import F
from django.utils.text import slugify

from league.cups.actions.honours import FIRST_YEAR, BoardLine, HonourRow
from league.cups.models import LONGEST_ON_BOARD, Honour
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import LONGEST_TEAM, OWN, PlayerNames, name_errors, team_names
from league.exchange.queries.preview.people import LONGEST_NAME
from league.exchange.values.outcomes import VERY_NEAR, ImportSheet, NameMatch, RowPreview, name_question
from league.exchange.values.sheet_readings import name_of_years, proposed_season, season_with
from league.reading.cells import parse_season, parse_yes
from league.reading.days import parse_day
from league.reading.layouts.honours_list import read_award
from league.reading.tabular import amount, is_ditto, written
from league.reading.values import SheetLine
from league.results.actions.imports import PastFiguresRow, PastLine
from league.results.models import Appearance, PastFigures
from league.schedule.models import Division, Season
from league.teams.actions.imports import TeamRow
from league.teams.models import Team
from scoring.card.points import whole_or_half
from scoring.names import fold, spelling
from scoring.words import join_list


# --- seasons as rows name them ----------------------------------------------------------------------------------------
def season_name(text: str) -> str:
    years = parse_season(text)
    return name_of_years(years.first, years.last) if years else ""


def season_errors(text: str, written: str, season: Season | None, today: date) -> Iterator[str]:
    if not text:
        yield "The row has no season. Write it as 1998-99."
    elif not written or int(written[:4]) > today.year:
        yield f"“{text}” is no season of the past. Write it as 1998-99."
    elif season is not None and season.closed_at is None:
        yield f"{season} is open, and what it comes to is worked out from its results."


def days_of_season(name: str, season: Season | None, like: Season | None) -> tuple[date, date]:
    """From when to when a season lasted; one of which only the name is left as the league's other one does."""
    if season is not None:
        return season.starts, season.ends
    first, last = int(name[:4]), int(name[:4]) + (len(name) > len("1998"))
    whole_year = proposed_season([date(first, 10, 1), date(last, 3, 1)], like) if last > first else None
    return (whole_year.starts, whole_year.ends) if whole_year else (date(first, 1, 1), date(last, 12, 31))


# --- final tables -----------------------------------------------------------------------------------------------------
ONE_DIVISION = "League"  # what a table is called that names none
FIGURES = {
    "played": "matches played", "won": "matches won", "drawn": "matches drawn", "lost": "matches lost",
    "for": "what the team scored", "against": "what others scored",
}  # fmt: skip
SCORED = frozenset({"for", "against"})  # what may have halves


def preview_tables(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    names = team_names(sheet, VERY_NEAR)
    seasons = {season.slug: season for season in Season.objects.all()}
    decided = {
        (row.competition.season_id, spelling(row.name)) for row in Division.objects.select_related("competition")
    }
    like = Season.objects.order_by("-current", "-starts").first()
    first: dict[tuple[str, str], int] = {}
    places: dict[tuple[str, str], int] = {}
    for line in sheet.lines:
        name, division = sheet.get(line, "team"), sheet.get(line, "division") or ONE_DIVISION
        written = season_name(sheet.get(line, "season"))
        row = RowPreview(line, f"{written or sheet.get(line, 'season') or 'No season'}, {division}: {name}")
        season, match = seasons.get(slugify(written)), names.find(name)
        number = first.setdefault((written, spelling(name)), line.number)
        row.problems += [*name_errors(name, "team", LONGEST_TEAM), *_wrong_figures(sheet, line)]
        if number != line.number:
            row.problems.append(f"Row {number} has this team in this season too. Keep one of them.")
        row.problems += season_errors(sheet.get(line, "season"), written, season, today)
        if match.in_doubt and not row.problems:
            row.ask = name_question("team", name, match.near, OWN["team"])
            row.problems.append(row.ask.which)
        if season is not None and (season.pk, spelling(division)) in decided:
            row.fate, row.notes = RowOutcome.SAME, [f"{season} has a table of {division} already."]
        elif not row.problems:
            starts, ends = days_of_season(written, season, like)
            place = places[written, division] = places.get((written, division), 0) + 1
            row.doing = _past_line(sheet, line, (written, starts, ends, division), match, place)
            row.notes += _table_notes(row.doing, match, season)
        yield row


def _wrong_figures(sheet: ImportSheet, line: SheetLine) -> Iterator[str]:
    if amount(sheet.get(line, "points")) is None:
        yield "The row has no points."
    for key, words in FIGURES.items():
        text = sheet.get(line, key)
        number = amount(text)
        if text and (number is None or number < 0 or number.denominator > (2 if key in SCORED else 1)):
            yield f"“{text}” is no number of {words}."


def _past_line(
    sheet: ImportSheet, line: SheetLine, of: tuple[str, date, date, str], match: NameMatch[Team], place: int
) -> PastLine:
    numbers = {key: amount(sheet.get(line, key)) or Fraction(0) for key in FIGURES}
    counts = {key: int(numbers[key]) for key in ("played", "won", "drawn", "lost")}
    points, adjusted = amount(sheet.get(line, "points")), amount(sheet.get(line, "adjustment"))
    name, starts, ends, division = of
    stands = amount(sheet.get(line, "place"))
    return PastLine(
        season=name, starts=starts, ends=ends, division=division,
        team=match.row or TeamRow(None, sheet.get(line, "team")), place=int(stands) if stands else place, shared=False,
        games_for=whole_or_half(numbers["for"]), games_against=whole_or_half(numbers["against"]),
        points=points or Fraction(0), adjusted=-abs(adjusted or Fraction(0)), **counts,
    )  # fmt: skip


def _table_notes(past: PastLine, match: NameMatch[Team], season: Season | None) -> Iterator[str]:
    figures = f"{past.played} played, {past.won} won, {past.drawn} drawn, {past.lost} lost, {past.points} points"
    yield f"Place {past.place}: {figures}"
    if past.won + past.drawn + past.lost != past.played:
        yield "Won, drawn and lost do not add up to played. The table is kept as it is."
    if match.row is None:
        yield "A new team, which plays no more"
    elif match.note:
        yield f"Team {match.text}"
    if season is None:
        yield "A new season, known by its tables alone"


# --- players’ figures -------------------------------------------------------------------------------------------------
COUNTED = ("played", "won", "drawn", "lost", "points", "average")
Figures = dict[str, Fraction]


def preview_past_figures(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    league = _LeagueNames(sheet)
    rows = [league.read(line, today) for line in sheet.lines]
    totals: dict[tuple[str, str], Figures] = {}
    first: dict[tuple[str, str, str], int] = {}
    for row in rows:
        total = totals.setdefault(row.key, {})
        for what, figure in row.figures.items():
            number = first.setdefault((*row.key, what), row.number)
            if number != row.number and not row.is_game:
                row.problems.append(f"Row {number} has “{what}” for this player in this season too. Keep one of them.")
            total[what] = total.get(what, Fraction(0)) + figure
    for row in rows:
        league.compare(row, totals[row.key])
        yield row


@dataclass
class _FiguresRow(RowPreview):
    """`key` is whose figures they are, and of which season."""

    name: str = ""
    season: str = ""
    figures: Figures = field(default_factory=dict)
    is_game: bool = False

    @property
    def key(self) -> tuple[str, str]:
        return self.season, fold(self.name)


def _in_words(figures: Figures) -> str:
    return join_list([f"{written(number)} {what}" for what, number in figures.items()]) or "no figures"


class _LeagueNames:
    def __init__(self, sheet: ImportSheet) -> None:
        self.sheet = sheet
        self.seasons = {season.slug: season for season in Season.objects.order_by("-current", "-starts")}
        self.like = next(iter(self.seasons.values()), None)
        self.teams = team_names(sheet, VERY_NEAR)
        self.players = PlayerNames(sheet)
        self.kept = {
            (row.season_id, row.player_id): {what: Fraction(number) for what, number in row.figures}
            for row in PastFigures.objects.all()
        }
        carded = Appearance.objects.values_list("result__fixture__division__competition__season", "player").distinct()
        self.carded = set(carded)

    def read(self, line: SheetLine, today: date) -> _FiguresRow:
        name, season = self.sheet.get(line, "player"), self._season_of(line)
        row = _FiguresRow(line, "", name=name, season=season, is_game=bool(self.sheet.get(line, "opponent")))
        row.problems += name_errors(name, "player", LONGEST_NAME)
        text = self.sheet.get(line, "season") or season
        row.problems += season_errors(text, season, self.seasons.get(slugify(season)), today)
        row.figures = self._game(row) if row.is_game else self._counts(row)
        row.words = f"{season or 'No season'}: {name or 'no name'}, {_in_words(row.figures)}"
        return row

    def _season_of(self, line: SheetLine) -> str:
        if text := self.sheet.get(line, "season"):
            return season_name(text)
        day = parse_day(self.sheet.get(line, "date"))
        if day is None:
            return ""
        season = season_with([day.day, day.day], self.seasons.values())
        proposed = season or proposed_season([day.day, day.day], self.like)
        return proposed.name if proposed else ""

    def _game(self, row: _FiguresRow) -> Figures:
        won = parse_yes(self.sheet.get(row.line, "won"))
        if won is None:
            row.problems.append("The row does not say who won.")
            return {}
        return {"played": Fraction(1), "won": Fraction(won), "lost": Fraction(not won)}

    def _counts(self, row: _FiguresRow) -> Figures:
        texts = {what: self.sheet.get(row.line, what) for what in COUNTED}
        if counts := self.sheet.get(row.line, "counts"):
            texts[self.sheet.get(row.line, "title") or "counted"] = counts
        figures: Figures = {}
        for what, text in texts.items():
            number = amount(text.rstrip(" %"))
            if number is not None and number >= 0:
                figures[what] = number
            elif text:
                row.problems.append(f"“{text}” under “{what}” is not a number.")
        if not figures:
            row.problems.append("The row has no figures.")
        return figures

    def compare(self, row: _FiguresRow, total: Figures) -> None:
        """The row beside what the league has; `total` is what the whole file says of that player and season."""
        text = self.sheet.get(row.line, "team")
        team = self.teams.find(text) if text else None
        row.problems += name_errors(text, "team", LONGEST_TEAM) if text else ()
        player, ask = self.players.find(row.name)
        if not row.problems and ask is None and team is not None and team.in_doubt:
            ask = name_question("team", text, team.near, OWN["team"])
        if ask is not None:
            row.ask = ask
            row.problems = row.problems or [ask.which]
        if row.problems:
            return
        season = self.seasons.get(slugify(row.season))
        key = (season.pk if season else None, player.pk if player else None)
        kept = self.kept.get(key, {})
        different = {what: kept[what] for what in total.keys() & kept.keys() if kept[what] != total[what]}
        if key in self.carded:
            row.problems = [f"{player} has cards in {season}, and figures are worked out from them."]
        elif different:
            row.problems = [f"{player} has {_in_words(different)} in {season} already."]
        elif kept and total.keys() <= kept.keys():
            row.fate = RowOutcome.SAME
        else:
            row.fate = RowOutcome.CHANGED if kept else RowOutcome.NEW
            of_team = (team.row or TeamRow(None, text, active=False)) if team is not None else None
            days = days_of_season(row.season, season, self.like)
            figures = tuple(row.figures.items())
            row.doing = PastFiguresRow(row.season, *days, player or row.name, of_team, figures)
            row.notes += _figures_notes(row.doing, row.name, season)


def _figures_notes(row: PastFiguresRow, name: str, season: Season | None) -> Iterator[str]:
    if isinstance(row.player, str):
        yield "A new player, registered with no team"
    elif spelling(row.player.name) != spelling(name):
        yield f"{row.player} (written “{name}”)"
    if isinstance(row.team, TeamRow):
        yield "A new team, which plays no more"
    if season is None:
        yield "A new season, known by its figures alone"


# --- the board of honours ---------------------------------------------------------------------------------------------
# What says that nobody won is left out, and no winner.
BOARD_WORDS = {"title": "trophy", "winner": "winner", "runner_up": "runner-up", "note": "note", "years": "year"}


@dataclass
class _HonourRow(RowPreview):
    year: int | None = None
    values: dict[str, str] = field(default_factory=dict)


def preview_honours(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    seasons = list(Season.objects.filter(ends__year__gt=F("starts__year")).order_by("ends"))
    board = {(row.year, spelling(row.title)): row for row in Honour.objects.order_by("pk")}
    first: dict[tuple[int, str], int] = {}
    above: dict[str, str] = {}
    for line in sheet.lines:
        row = _read_honour(sheet, line, above, today, seasons)
        title = spelling(row.values["title"])
        number = first.setdefault((row.year or 0, title), line.number)
        if number != line.number:
            row.problems.append(f"Row {number} has this trophy for this year too. Keep one of them.")
        row.left = "" if row.problems else row.left
        if row.year is not None and not row.kept_out:
            above[title] = row.values["winner"]
            _compare_honour(row, row.year, board.get((row.year, title)))
        yield row


def _read_honour(
    sheet: ImportSheet, line: SheetLine, above: dict[str, str], today: date, seasons: Sequence[Season]
) -> _HonourRow:
    """A row with its winner as the cell means it: the one above for "do.", two who share it, who beat whom.

    `seasons` are the league's that go over a New Year.
    """
    text = sheet.get(line, "year")
    year, years = _year(text, seasons)
    values = {name: sheet.get(line, name) for name in LONGEST_ON_BOARD} | {"years": years}
    row = _HonourRow(line, "", year=year, values=values)
    written = values["winner"]
    if is_ditto(written):
        before = above.get(spelling(values["title"]), "")
        values["winner"] = before or written
        if not before:
            row.problems.append(f"“{written}”: no row above has a winner of this trophy.")
        else:
            row.notes.append(f"Written “{written}”: the winner above")
    elif written:
        award = read_award(written)
        row.left = f"{award.none} It is left off the board." if award.none else ""
        if not award.none and award.winner != written:
            row.notes.append(f"Written “{written}”")
            values |= {"winner": award.winner, "runner_up": values["runner_up"] or award.runner_up}
            values["note"] = values["note"] or award.note
    shown = years or _season_ended(year, seasons) or text
    row.words = f"{shown} {values['title']}: {values['winner']}"
    row.notes += [f"Written “{text}”: the season that ended in {year}"] if seasons and not years and year else []
    row.problems += _honour_errors(text, year, values, today)
    return row


def _compare_honour(row: _HonourRow, year: int, honour: Honour | None) -> None:
    """A line beside the one of the same year and trophy. An empty cell says nothing."""
    if honour is None:
        row.doing = HonourRow(None, BoardLine(year, **row.values))
        return
    names = ("winner", "runner_up", "note", "years")
    values = {name: row.values[name] for name in names if row.values[name]}
    changes = [
        f"{BOARD_WORDS[name].capitalize()}: {value}, was {getattr(honour, name) or 'empty'}"
        for name, value in values.items()
        if value != getattr(honour, name)
    ]
    merged = {name: values.get(name, getattr(honour, name)) for name in names}
    row.fate, row.notes = RowOutcome.CHANGED if changes else RowOutcome.SAME, [*changes, *row.notes]
    row.doing = HonourRow(honour, BoardLine(honour.year, honour.title, **merged))


def _year(text: str, seasons: Sequence[Season]) -> tuple[int | None, str]:
    """The year in which the season ended, and the season if it is written; of a day the season that it falls into."""
    if years := parse_season(text):
        return years.last, "" if years.first == years.last else years.label
    written = parse_day(text)
    if written is None:
        return None, ""
    late = any(
        (written.day.month, written.day.day) >= (season.starts.month, season.starts.day) for season in seasons[-1:]
    )
    return written.day.year + late, ""


def _season_ended(year: int | None, seasons: Sequence[Season]) -> str:
    """As the board shows a year alone: the season that ended in it; "" where seasons are within a year."""
    named = next((each.name for each in reversed(seasons) if each.ends.year == year), "")
    return named or (f"{year - 1}-{year % 100:02}" if year and seasons else "")


def _honour_errors(text: str, year: int | None, values: dict[str, str], today: date) -> Iterator[str]:
    if year is None or not FIRST_YEAR <= year <= today.year + 1:
        yield f"“{text}” is not a year from {FIRST_YEAR} to {today.year + 1}."
    for name in ("title", "winner"):
        if not values[name]:
            yield f"The row has no {BOARD_WORDS[name]}."
    for name, most in LONGEST_ON_BOARD.items():
        if len(values[name]) > most:
            yield f"The {BOARD_WORDS[name]} has at most {most} letters."
