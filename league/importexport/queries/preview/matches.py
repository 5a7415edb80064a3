"""Rows of fixtures and results beside a season's list."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from league.importexport.queries.preview.season import MatchRow, SeasonIndex, read_match_row
from league.importexport.values.outcomes import ImportSheet, RowOutcome, RowPreview, conflict, name_question
from league.importexport.values.scores import ImportedScore, impossible_because, says_points, score_of
from league.results.actions.decisions import Award
from league.results.actions.imports import ResultRow
from league.schedule.actions.imports import FixtureRow, meetings_in
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Fixture, Season
from league.schedule.values.matches import constitution_of
from league.schedule.values.meetings import too_many_meetings
from league.teams.models import Team, Venue
from league.ui.formats import clock, night
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.outcome import award_winner
from scoring.card.sheet import Card, Side


def preview_fixtures(sheet: ImportSheet, season: Season, division: str) -> list[RowPreview]:
    book = SeasonIndex.of(sheet, season, division)
    rows = [read_match_row(sheet, line, book) for line in sheet.lines]
    taken: dict[int, Fixture] = {}
    # A match that is on the very day goes first: what is left over may have been moved.
    for row in rows:
        same = (each for each in _free(row, book, taken) if each.date == row.day)
        if (exact := next(same, None)) is not None:
            taken[row.line.number] = exact
    return with_clashes([_fixture(sheet, row, book, taken) for row in rows], book)


def preview_results(sheet: ImportSheet, season: Season, division: str, today: date) -> list[RowPreview]:
    book = SeasonIndex.of(sheet, season, division)
    return with_clashes(list(_results(sheet, season, book, today)), book)


def _results(sheet: ImportSheet, season: Season, book: SeasonIndex, today: date) -> Iterator[RowPreview]:
    common = constitution_of(book.competition)
    known = book.competition.own_rules or season.ends >= today
    taken: dict[int, Fixture] = {}
    for line in sheet.lines:
        row = read_match_row(sheet, line, book)
        there = sorted(_free(row, book, taken), key=lambda each: (each.date != row.day, each.week))
        fixture = there[0] if there else None
        own = _own_rules(row, fixture)
        rules = codec.decode_as(Constitution, own) if own else common
        score = score_of(sheet, line, rules, known=known or bool(own))
        row.why += score.why
        if row.day and row.day > today:
            row.why.append(f"{night(row.day, year=True)} has not come yet.")
        if fixture is not None:
            taken[line.number] = fixture
        yield _result(row, fixture, score, rules)


def with_clashes(rows: list[RowPreview], book: SeasonIndex) -> list[RowPreview]:
    """The same rows; those that add a match say where their pair would meet too often, or too often at one ground.

    Nothing is refused for it: the two may have played so.
    """
    new: defaultdict[tuple[Division | str, frozenset[Team]], list[FixtureRow]] = defaultdict(list)
    for row in rows:
        match = _match_of(row)
        if match is not None and match.fixture is None:
            new[match.division, frozenset({match.home, match.away})].append(match)
    of_new = {division: [each for key in new if key[0] == division for each in new[key]] for division, _ in new}
    notes: dict[int, str] = {}
    for (division, pair), matches in new.items():
        one, other = sorted(pair, key=lambda team: team.pk)
        homes = [(each.home, each.date) for each in matches]
        if isinstance(division, Division):
            of_pair = (*book.fixtures.get((one.pk, other.pk), ()), *book.fixtures.get((other.pk, one.pk), ()))
            homes += [(each.home.team, each.date) for each in of_pair if _counts(each, division)]
        meetings = division.legs if isinstance(division, Division) else meetings_in(of_new[division])
        if text := too_many_meetings((one, other), homes, meetings):
            notes |= dict.fromkeys(map(id, matches), f"Clash: {text}")
    return [replace(row, why=(*row.why, *filter(None, [notes.get(id(_match_of(row)))]))) for row in rows]


def _match_of(row: RowPreview) -> FixtureRow | None:
    match: FixtureRow | None = row.doing.match if isinstance(row.doing, ResultRow) else row.doing
    return match


def _counts(fixture: Fixture, division: Division) -> bool:
    return fixture.division_id == division.pk and fixture.state != FixtureState.VOID


def _own_rules(row: MatchRow, fixture: Fixture | None) -> codec.Json | None:
    """The rules of the match or of its division, where they are not the season's."""
    division = fixture.division if fixture else row.division
    own = division.constitution if isinstance(division, Division) else None
    return (fixture.constitution if fixture else None) or own or None


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
        return conflict(row.line, row.words, row.why, row.ask, row.link)
    assert row.home is not None
    assert row.away is not None
    assert row.day is not None
    text = f"{row.home} v {row.away}, {night(row.day, year=True)}, {row.division}"
    there = taken.get(row.line.number) or _moved_one(row, book, taken)
    doing = FixtureRow(there, row.division, row.home, row.away, row.day, row.hour, venue)
    if there is None:
        return RowPreview(row.line.number, RowOutcome.NEW, text, tuple(row.notes), doing)
    taken[row.line.number] = there
    changes = tuple(_changes(there, row, venue))
    if changes and there.state not in (FixtureState.SCHEDULED, FixtureState.POSTPONED):
        why = f"This match is {there.get_state_display().lower()} on the site, so it cannot be changed."
        return conflict(row.line, text, [why])
    outcome = RowOutcome.CHANGED if changes else RowOutcome.SAME
    return RowPreview(row.line.number, outcome, text, (*changes, *row.notes), doing)


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
    name_match = book.venues.find(name)
    if name_match.row is None:
        near = " or ".join(str(venue) for venue in name_match.near)
        if not row.why and name_match.near:
            row.ask = name_question("venue", name, name_match.near)
        row.why.append(f"There is no venue “{name}”. {f'Is it {near}?' if near else 'Import the venues first.'}")
    elif name_match.note:
        row.notes.append(name_match.text)
    return name_match.row


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
        return conflict(row.line, row.words, row.why, row.ask if row.ask and len(row.why) == 1 else None, row.link)
    assert row.home is not None
    assert row.away is not None
    home, away = score.games
    day = row.day or (fixture.date if fixture else None)
    text = f"{row.home} {home}\N{EN DASH}{away} {row.away}{f', {night(day, year=True)}' if day else ''}"
    if fixture is not None and (found := _settled(fixture, score)) is not None:
        return RowPreview(row.line.number, found[0], text, (*found[1:], *row.notes))
    match = FixtureRow(fixture, row.division, row.home, row.away, row.day, row.hour)
    added = "" if fixture else f"The match is added too, in {row.division}"
    why = tuple(filter(None, (score.note, added, *row.notes)))
    doing = ResultRow(match, _filing(score, rules), row.line.number)
    return RowPreview(row.line.number, RowOutcome.NEW, text, why, doing)


def _filing(score: ImportedScore, rules: Constitution) -> Card | Award:
    """A card with the score alone, which the league's scheme gives its points; or the score with the points that it was
    worth, where the score alone does not say.
    """
    assert score.games is not None
    home, away = score.games
    if score.points is None or (says_points(rules) and not impossible_because(home, away, rules)):
        return Card.score_only(home, away)
    winner = None if home == away else Side.HOME if home > away else Side.AWAY
    return Award(winner if home or away else award_winner(score.games, score.points), (home, away), score.points)


def _settled(fixture: Fixture, score: ImportedScore) -> tuple[RowOutcome, str] | tuple[RowOutcome] | None:
    """What becomes of a row whose match has a result, or will have none; None for one that waits for its score."""
    result = getattr(fixture, "result", None)
    if result is not None and (result.home_games, result.away_games) == score.games:
        return (RowOutcome.SAME,)
    if result is not None:
        return RowOutcome.CONFLICT, f"The site has {result.score} for this match. Correct it on the match’s own page."
    if fixture.state == FixtureState.VOID:
        return RowOutcome.CONFLICT, "This match is void. Reinstate it first."
    if fixture.in_play:
        return RowOutcome.CONFLICT, "This match is live now."
    return None
