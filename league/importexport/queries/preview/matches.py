"""Rows of fixtures and of results beside what is in a season's list."""

from collections.abc import Iterator
from datetime import date

from league.importexport.queries.preview.outcomes import ImportSheet, RowOutcome, RowPreview, conflict, name_question
from league.importexport.queries.preview.scores import ImportedScore, score_of
from league.importexport.queries.preview.season import MatchRow, SeasonIndex, read_match_row
from league.results.actions.imports import ResultRow
from league.results.queries.facts import rules_for
from league.schedule.actions.imports import FixtureRow
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture, Season
from league.schedule.queries import constitution_of
from league.teams.models import Venue
from league.ui.words import clock, night
from scoring.card.constitution import Constitution


def preview_fixtures(sheet: ImportSheet, season: Season, division: str) -> list[RowPreview]:
    book = SeasonIndex.of(sheet, season, division)
    rows = [read_match_row(sheet, line, book) for line in sheet.lines]
    taken: dict[int, Fixture] = {}
    # A match that is on the very day goes first: what is left over may have been moved.
    for row in rows:
        same = (each for each in _free(row, book, taken) if each.date == row.day)
        if (exact := next(same, None)) is not None:
            taken[row.line.number] = exact
    return [_fixture(sheet, row, book, taken) for row in rows]


def preview_results(sheet: ImportSheet, season: Season, division: str, today: date) -> Iterator[RowPreview]:
    book = SeasonIndex.of(sheet, season, division)
    common = constitution_of(book.competition)
    taken: dict[int, Fixture] = {}
    for line in sheet.lines:
        row = read_match_row(sheet, line, book)
        there = sorted(_free(row, book, taken), key=lambda each: (each.date != row.day, each.week))
        fixture = there[0] if there else None
        rules = rules_for(fixture) if fixture and fixture.division.constitution else common
        score = score_of(sheet, line, rules)
        row.why += score.why
        if row.day and row.day > today:
            row.why.append(f"{night(row.day, year=True)} is still to come.")
        if fixture is not None:
            taken[line.number] = fixture
        yield _result(row, fixture, score, rules)


def _free(row: MatchRow, book: SeasonIndex, taken: dict[int, Fixture]) -> list[Fixture]:
    """The matches of a pair that no row has been given yet; none for a row with something wrong."""
    if row.why:
        return []
    used = {each.pk for each in taken.values()}
    return [each for each in book.fixtures.get(row.pair, ()) if each.pk not in used]


def _fixture(sheet: ImportSheet, row: MatchRow, book: SeasonIndex, taken: dict[int, Fixture]) -> RowPreview:
    venue = _venue(sheet, row, book)
    if not row.why and row.day is None:
        row.why.append("The row has no date.")
    if row.why:
        return conflict(row.line, row.words, row.why, row.ask)
    assert row.home is not None
    assert row.away is not None
    assert row.day is not None
    words = f"{row.home} v {row.away}, {night(row.day, year=True)}, {row.division}"
    there = taken.get(row.line.number) or _moved_one(row, book, taken)
    doing = FixtureRow(there, row.division, row.home, row.away, row.day, row.hour, venue)
    if there is None:
        return RowPreview(row.line.number, RowOutcome.NEW, words, doing=doing)
    taken[row.line.number] = there
    told = tuple(_changes(there, row, venue))
    if told and there.state not in (FixtureState.SCHEDULED, FixtureState.POSTPONED):
        why = f"This match is {there.get_state_display().lower()} on the site, so it stays as it is."
        return conflict(row.line, words, [why])
    return RowPreview(row.line.number, RowOutcome.CHANGED if told else RowOutcome.SAME, words, told, doing)


def _moved_one(row: MatchRow, book: SeasonIndex, taken: dict[int, Fixture]) -> Fixture | None:
    """A match of the pair on another day, unless the pair meets there so often that this is one more."""
    free = _free(row, book, taken)
    there = book.fixtures.get(row.pair, [])
    meetings = max(1, there[0].division.legs // 2) if there else 0
    return free[0] if free and len(there) >= meetings else None


def _venue(sheet: ImportSheet, row: MatchRow, book: SeasonIndex) -> Venue | None:
    name = sheet.get(row.line, "venue")
    if not name:
        return None
    meant = book.venues.find(name)
    if meant.row is None:
        near = " or ".join(str(venue) for venue in meant.near)
        if not row.why and meant.near:
            row.ask = name_question("venue", name, meant)
        row.why.append(f"There is no venue “{name}”. {f'Is it {near}?' if near else 'Bring in the venues first.'}")
    return meant.row


def _changes(there: Fixture, row: MatchRow, venue: Venue | None) -> Iterator[str]:
    if row.day != there.date:
        was = night(there.date) if there.date else "without a date"
        yield f"Moved to {night(row.day)}, was {was}" if row.day else ""
    if row.hour is not None and row.hour != there.start_time:
        yield f"Starts {clock(row.hour)}, was {clock(there.start_time)}"
    if venue is not None and venue.pk != there.venue_id:
        yield f"At {venue}, was {there.venue}"


def _result(row: MatchRow, fixture: Fixture | None, score: ImportedScore, rules: Constitution) -> RowPreview:
    if not row.why and fixture is None and row.day is None:
        row.why.append("The row has no date, and the match is not in the list.")
    if row.why or score.games is None:
        return conflict(row.line, row.words, row.why, row.ask if row.ask and len(row.why) == 1 else None)
    assert row.home is not None
    assert row.away is not None
    home, away = score.games
    day = row.day or (fixture.date if fixture else None)
    words = f"{row.home} {home}\N{EN DASH}{away} {row.away}{f', {night(day, year=True)}' if day else ''}"
    if fixture is not None and (found := _settled(fixture, score)) is not None:
        return RowPreview(row.line.number, found[0], words, found[1:])
    match = FixtureRow(fixture, row.division, row.home, row.away, row.day, row.hour)
    why = () if fixture else (f"The match comes with it, in {row.division}",)
    doing = ResultRow(match, score.filed(rules), row.line.number)
    return RowPreview(row.line.number, RowOutcome.NEW, words, why, doing)


def _settled(fixture: Fixture, score: ImportedScore) -> tuple[RowOutcome, str] | tuple[RowOutcome] | None:
    """What becomes of a row whose match has a result, or will have none; None for one that waits for its score."""
    result = getattr(fixture, "result", None)
    if result is not None and (result.home_games, result.away_games) == score.games:
        return (RowOutcome.SAME,)
    if result is not None:
        return RowOutcome.CONFLICT, f"The site has {result} for this match. Correct it on the match's own page."
    if fixture.state == FixtureState.VOID:
        return RowOutcome.CONFLICT, "This match was struck out. Bring it back first."
    if fixture.in_play:
        return RowOutcome.CONFLICT, "This match is being played now."
    return None
