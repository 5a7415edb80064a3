"""Rows of final tables, and of players’ figures and games, of past seasons of which the league has nothing else."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from django.utils.text import slugify

from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import LONGEST_TEAM, OWN, PlayerNames, name_errors, team_names
from league.exchange.queries.preview.people import LONGEST_NAME
from league.exchange.values.outcomes import VERY_NEAR, ImportSheet, NameMatch, RowPreview, conflict, name_question
from league.exchange.values.season_guess import name_of_years, proposed_season, season_with
from league.reading.cells import parse_season, parse_yes
from league.reading.days import parse_day
from league.reading.tabular import amount, written
from league.reading.values import SheetLine
from league.results.actions.past_seasons import PastFiguresRow, PastLine
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
        words = f"{written or sheet.get(line, 'season') or 'No season'}, {division}: {name}"
        season = seasons.get(slugify(written))
        row = first.setdefault((written, spelling(name)), line.number)
        why = [*name_errors(name, "team", LONGEST_TEAM), *_wrong_figures(sheet, line)]
        if row != line.number:
            why.append(f"Row {row} has this team in this season too. Keep one of them.")
        why += season_errors(sheet.get(line, "season"), written, season, today)
        match = names.find(name)
        ask = name_question("team", name, match.near, OWN["team"]) if match.in_doubt and not why else None
        if why or ask:
            yield conflict(line, words, [*why, *([ask.which] if ask else [])], ask)
            continue
        if season is not None and (season.pk, spelling(division)) in decided:
            yield RowPreview(line.number, RowOutcome.SAME, words, (f"{season} has a table of {division} already.",))
            continue
        starts, ends = days_of_season(written, season, like)
        place = places[written, division] = places.get((written, division), 0) + 1
        past = _past_line(sheet, line, (written, starts, ends, division), match, place)
        yield RowPreview(line.number, RowOutcome.NEW, words, tuple(_table_notes(past, match, season)), past)


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
    entries = [league.read(line, today) for line in sheet.lines]
    totals: dict[tuple[str, str], Figures] = {}
    first: dict[tuple[str, str, str], int] = {}
    for entry in entries:
        total = totals.setdefault(entry.key, {})
        for what, number in entry.figures.items():
            row = first.setdefault((*entry.key, what), entry.line.number)
            if row != entry.line.number and not entry.is_game:
                entry.why.append(f"Row {row} has “{what}” for this player in this season too. Keep one of them.")
            total[what] = total.get(what, Fraction(0)) + number
    for entry in entries:
        yield league.outcome(entry, totals[entry.key])


@dataclass
class _FiguresEntry:
    """A row as it was read; `key` is whose figures they are, and of which season."""

    line: SheetLine
    name: str
    season: str
    figures: Figures
    is_game: bool
    why: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        return self.season, fold(self.name)

    @property
    def words(self) -> str:
        return f"{self.season or 'No season'}: {self.name or 'no name'}, {_in_words(self.figures)}"


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

    def read(self, line: SheetLine, today: date) -> _FiguresEntry:
        name, is_game = self.sheet.get(line, "player"), bool(self.sheet.get(line, "opponent"))
        season = self._season_of(line)
        entry = _FiguresEntry(line, name, season, {}, is_game)
        entry.why += name_errors(name, "player", LONGEST_NAME)
        entry.why += season_errors(
            self.sheet.get(line, "season") or season, season, self.seasons.get(slugify(season)), today
        )
        entry.figures = self._game(line, entry.why) if is_game else self._counts(line, entry.why)
        return entry

    def _season_of(self, line: SheetLine) -> str:
        if text := self.sheet.get(line, "season"):
            return season_name(text)
        day = parse_day(self.sheet.get(line, "date"))
        if day is None:
            return ""
        season = season_with([day.day, day.day], self.seasons.values())
        proposed = season or proposed_season([day.day, day.day], self.like)
        return proposed.name if proposed else ""

    def _game(self, line: SheetLine, why: list[str]) -> Figures:
        won = parse_yes(self.sheet.get(line, "won"))
        if won is None:
            why.append("The row does not say who won.")
            return {}
        return {"played": Fraction(1), "won": Fraction(won), "lost": Fraction(not won)}

    def _counts(self, line: SheetLine, why: list[str]) -> Figures:
        texts = {what: self.sheet.get(line, what) for what in COUNTED}
        if counts := self.sheet.get(line, "counts"):
            texts[self.sheet.get(line, "title") or "counted"] = counts
        figures: Figures = {}
        for what, text in texts.items():
            number = amount(text.rstrip(" %"))
            if number is not None and number >= 0:
                figures[what] = number
            elif text:
                why.append(f"“{text}” under “{what}” is not a number.")
        if not figures:
            why.append("The row has no figures.")
        return figures

    def outcome(self, entry: _FiguresEntry, total: Figures) -> RowPreview:
        """The row beside what the league has; `total` is what the whole file says of that player and season."""
        line, text = entry.line, self.sheet.get(entry.line, "team")
        team = self.teams.find(text) if text else None
        why = [*entry.why, *(name_errors(text, "team", LONGEST_TEAM) if text else ())]
        player, ask = self.players.find(entry.name)
        if not why and ask is None and team is not None and team.in_doubt:
            ask = name_question("team", text, team.near, OWN["team"])
        if not why and ask is not None:
            why = [ask.which]
        if why:
            return conflict(line, entry.words, why, ask)
        season = self.seasons.get(slugify(entry.season))
        key = (season.pk if season else None, player.pk if player else None)
        kept = self.kept.get(key, {})
        different = {what: kept[what] for what in total.keys() & kept.keys() if kept[what] != total[what]}
        if key in self.carded:
            why = [f"{player} has cards in {season}, and figures are worked out from them."]
        elif different:
            why = [f"{player} has {_in_words(different)} in {season} already."]
        if why:
            return conflict(line, entry.words, why)
        if kept and total.keys() <= kept.keys():
            return RowPreview(line.number, RowOutcome.SAME, entry.words)
        of_team = (team.row or TeamRow(None, text, active=False)) if team is not None else None
        days = days_of_season(entry.season, season, self.like)
        doing = PastFiguresRow(entry.season, *days, player or entry.name, of_team, tuple(entry.figures.items()))
        notes = tuple(_figures_notes(doing, entry.name, season))
        return RowPreview(line.number, RowOutcome.CHANGED if kept else RowOutcome.NEW, entry.words, notes, doing)


def _figures_notes(row: PastFiguresRow, name: str, season: Season | None) -> Iterator[str]:
    if isinstance(row.player, str):
        yield "A new player, registered with no team"
    elif spelling(row.player.name) != spelling(name):
        yield f"{row.player} (written “{name}”)"
    if isinstance(row.team, TeamRow):
        yield "A new team, which plays no more"
    if season is None:
        yield "A new season, known by its figures alone"
