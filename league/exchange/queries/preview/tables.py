"""Rows of final tables of past seasons, of which the league has nothing else."""

from collections.abc import Iterator
from datetime import date
from fractions import Fraction

from django.utils.text import slugify

from league.exchange.queries.preview.names import LONGEST_TEAM, OWN, name_errors, team_names
from league.exchange.values.outcomes import (
    VERY_NEAR,
    ImportSheet,
    NameMatch,
    RowOutcome,
    RowPreview,
    conflict,
    name_question,
)
from league.exchange.values.past_seasons import days_of_year, season_errors, season_name
from league.reading.tabular import amount
from league.reading.values import SheetLine
from league.results.actions.past_seasons import PastLine
from league.schedule.models import Division, Season
from league.teams.actions.imports import TeamRow
from league.teams.models import Team
from scoring.names import spelling

ONE_DIVISION = "League"  # what a table is called that names none
FIGURES = {
    "played": "matches played", "won": "matches won", "drawn": "matches drawn", "lost": "matches lost",
    "for": "what the team scored", "against": "what others scored",
}  # fmt: skip


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
        starts, ends = (season.starts, season.ends) if season else days_of_year(written, like)
        place = places[written, division] = places.get((written, division), 0) + 1
        past = _line(sheet, line, (written, starts, ends, division), match, place)
        yield RowPreview(line.number, RowOutcome.NEW, words, tuple(_notes(past, match, season)), past)


def _wrong_figures(sheet: ImportSheet, line: SheetLine) -> Iterator[str]:
    if amount(sheet.get(line, "points")) is None:
        yield "The row has no points."
    for key, words in FIGURES.items():
        text = sheet.get(line, key)
        number = amount(text)
        if text and (number is None or number < 0 or number.denominator != 1):
            yield f"“{text}” is no number of {words}."


def _line(
    sheet: ImportSheet, line: SheetLine, of: tuple[str, date, date, str], match: NameMatch[Team], place: int
) -> PastLine:
    numbers = {key: int(amount(sheet.get(line, key)) or 0) for key in FIGURES}
    points, adjusted = amount(sheet.get(line, "points")), amount(sheet.get(line, "adjustment"))
    name, starts, ends, division = of
    stands = amount(sheet.get(line, "place"))
    return PastLine(
        season=name, starts=starts, ends=ends, division=division,
        team=match.row or TeamRow(None, sheet.get(line, "team")), place=int(stands) if stands else place, shared=False,
        played=numbers["played"], won=numbers["won"], drawn=numbers["drawn"], lost=numbers["lost"],
        games_for=numbers["for"], games_against=numbers["against"], points=points or Fraction(0),
        adjusted=-abs(adjusted or Fraction(0)),
    )  # fmt: skip


def _notes(past: PastLine, match: NameMatch[Team], season: Season | None) -> Iterator[str]:
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
