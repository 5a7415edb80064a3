"""Rows of fixtures and results beside a season's list."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import date

from league.base.ui.formats import clock, night
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.list_matching import (
    LONGEST_VENUE,
    MOVED,
    ListMatching,
    MatchRow,
    SeasonIndex,
    key_of,
    moved_on,
    read_match_row,
)
from league.exchange.values.outcomes import ImportSheet, NameQuestion, RowPreview, name_question
from league.exchange.values.scores import ImportedScore, ScoreMark, score_of
from league.results.actions.imports import ResultRow
from league.results.models import Result
from league.schedule.actions.imports import FixtureRow, meetings_in
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Fixture
from league.schedule.values.matches import too_many_meetings
from league.teams.models import Venue
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.outcome import Tally
from scoring.card.points import plain

MANY_UNDATED = 2  # rows without a day, from which on it is asked where they stand
MANY_MOVED = 2  # rows that name matches of other days, from which on it is asked whether these are others
DASH = "\N{EN DASH}"


def preview_fixtures(sheet: ImportSheet, today: date) -> list[MatchRow]:
    book = SeasonIndex(sheet, today)
    rows = [read_match_row(sheet, line, book) for line in sheet.lines]
    for row in rows:
        if not row.kept_out and row.day is None:
            row.problems.append("The row has no date.")
    matching = ListMatching(sheet, rows, book.fixtures, None)
    venues = {row.number: _venue(sheet, row, book) for row in rows}
    for row in rows:
        matching.place(row)
    ask = _ask_meetings(sheet, rows)
    further = sheet.answers.get("meetings", {}).get("") == "more"
    for row in rows:
        if _is_moved(row) and (ask or further):
            if ask:
                row.problems.append(f"The list has {row.fixture} on another day.")
                row.ask = ask
            row.fixture = None
        _compare_fixture(row, venues[row.number])
    return _with_clashes(rows, book)


def _is_moved(row: MatchRow) -> bool:
    return (
        row.fixture is not None and not row.turned and row.day is not None and row.fixture.date not in (None, row.day)
    )


def _ask_meetings(sheet: ImportSheet, rows: list[MatchRow]) -> NameQuestion | None:
    """Where most rows name a pair that is in the list on another day: whether they move it, or are further meetings."""
    sound = [row for row in rows if not row.kept_out]
    moved = [row for row in sound if _is_moved(row)]
    if len(moved) < MANY_MOVED or 2 * len(moved) < len(sound) or sheet.answers.get("meetings", {}).get(""):
        return None
    choices = ((MOVED, "The same matches on new days"), ("more", "Further matches of the same teams"))
    label = f"{len(moved)} rows name matches that the list has on other days. They are"
    return NameQuestion("meetings", "", "", choices, label=label)


def preview_results(sheet: ImportSheet, today: date) -> list[MatchRow]:
    book = SeasonIndex(sheet, today)
    common = book.competition.rules_in_force()
    past = not (book.competition.own_rules or sheet.season.ends >= today)
    rows = [read_match_row(sheet, line, book) for line in sheet.lines]
    matching = ListMatching(sheet, rows, book.fixtures, today)
    _give_day(sheet, [row for row in rows if row.fixture is None], today)
    for row in rows:
        if row.left:
            continue
        own = _own_rules(row)
        rules = codec.decode_as(LeagueRules, own) if own else common
        sides = (str(row.home or "the home side"), str(row.away or "the away side"))
        score = score_of(sheet, row.line, rules, sides, past=past and not own)
        row.problems += score.why
        row.ask = row.ask or score.ask
        if row.day and row.day > today and score.filing is not None:
            row.problems.append(f"{night(row.day, year=True)} has not come yet.")
        matching.place(row, score.games)
        _compare_result(row, score)
    return _with_clashes(rows, book)


def _give_day(sheet: ImportSheet, rows: list[MatchRow], today: date) -> None:
    """Asks on which day results of a past season stand of which no day is written, as in a square; or gives it."""
    undated = [row for row in rows if row.day is None and not row.problems and not row.left]
    last = sheet.season.ends
    if len(undated) < MANY_UNDATED or last >= today:
        return
    on_last_day = sheet.answers.get("undated", {}).get("") == "last"
    for row in undated:
        if on_last_day:
            row.day = last
            row.notes.append(f"No day is written: it stands on the last of the season, {night(last, year=True)}")
        else:
            label = f"{len(undated)} results have no date. They are to stand"
            choices = (("last", f"All on the last day of the season, {night(last, year=True)}"),)
            row.problems.append("The row has no date, and the match is not in the list.")
            row.ask = NameQuestion("undated", "", "", choices, label=label)


def _with_clashes(rows: list[MatchRow], book: SeasonIndex) -> list[MatchRow]:
    """Note where the pair of a new match would meet too often; ask only where an answer is all that is missing."""
    new: defaultdict[tuple[Division | str, frozenset[str]], list[FixtureRow]] = defaultdict(list)
    for row in rows:
        row.ask = row.ask if len(row.problems) == 1 else None
        match = _match_of(row)
        if match is not None and match.fixture is None:
            new[match.division, frozenset({str(match.home), str(match.away)})].append(match)
    of_new: defaultdict[Division | str, list[FixtureRow]] = defaultdict(list)
    for (division, _), matches in new.items():
        of_new[division] += matches
    legs = {each: each.legs if isinstance(each, Division) else meetings_in(rows) for each, rows in of_new.items()}
    notes: dict[int, str] = {}
    for (division, _), matches in new.items():
        one, other = sorted((matches[0].home, matches[0].away), key=lambda side: str(key_of(side)))
        homes = [(each.home, each.date) for each in matches]
        if isinstance(division, Division):
            pair = (key_of(one), key_of(other))
            of_pair = (*book.fixtures.get(pair, ()), *book.fixtures.get(pair[::-1], ()))
            homes += [
                (each.home.team, each.date)
                for each in of_pair
                if each.division_id == division.pk and each.state != FixtureState.VOID
            ]
        if text := too_many_meetings((one, other), homes, legs[division]):
            notes |= dict.fromkeys(map(id, matches), f"Clash: {text}")
    for row in rows:
        row.notes += filter(None, [notes.get(id(_match_of(row)))])
    return rows


def _match_of(row: RowPreview) -> FixtureRow | None:
    return row.doing.match if isinstance(row.doing, ResultRow) else row.doing


def _own_rules(row: MatchRow) -> codec.Json | None:
    division = row.fixture.division if row.fixture else row.division
    own = division.rules if isinstance(division, Division) else None
    return (row.fixture.rules if row.fixture else None) or own or None


def _compare_fixture(row: MatchRow, venue: Venue | str | None) -> None:
    if row.kept_out:
        return
    assert row.home is not None
    assert row.away is not None
    assert row.day is not None
    hour = f", {clock(row.hour)}" if row.hour else ""
    at = f" at {venue}" if venue else ""
    row.words = f"{row.home} v {row.away}, {night(row.day, year=True)}{hour}{at}, {row.division}"
    if row.turned:
        row.fate, row.needs = RowOutcome.SAME, []
        row.notes.insert(0, f"The list has it as {row.fixture}.")
        return
    row.doing = FixtureRow(row.fixture, row.division, row.home, row.away, row.day, row.hour, venue)
    if row.fixture is None:
        return
    changes = list(_changes(row.fixture, row, venue))
    if changes and row.fixture.state not in (FixtureState.SCHEDULED, FixtureState.POSTPONED):
        state = row.fixture.get_state_display().lower()
        row.problems.append(f"This match is {state} on the site, so it cannot be changed.")
    row.fate = RowOutcome.CHANGED if changes else RowOutcome.SAME
    row.notes = [*changes, *row.notes]
    row.needs = row.needs if changes else []


def _venue(sheet: ImportSheet, row: MatchRow, book: SeasonIndex) -> Venue | str | None:
    name = sheet.get(row.line, "venue")
    if not name or row.left:
        return None
    name_match = book.venues.find(name)
    if name_match.in_doubt:
        if not row.problems:
            row.ask = name_question("venue", name, name_match.near, "A venue of its own")
        row.problems.append(f"There is no venue “{name}”. Is it {' or '.join(map(str, name_match.near))}?")
    elif name_match.row is None:
        row.needs.append(("venue", name[:LONGEST_VENUE]))
        return name[:LONGEST_VENUE]
    elif name_match.note:
        row.notes.append(name_match.text)
    return name_match.row


def _changes(fixture: Fixture, row: MatchRow, venue: Venue | str | None) -> Iterator[str]:
    if row.day != fixture.date:
        was = night(fixture.date) if fixture.date else "without a date"
        yield f"Moved to {night(row.day)}, was {was}" if row.day else ""
    if row.hour is not None and row.hour != fixture.start_time:
        yield f"Starts {clock(row.hour)}, was {clock(fixture.start_time)}"
    if isinstance(venue, str) or (venue is not None and venue.pk != fixture.venue_id):
        yield f"At {venue}, was {fixture.venue}"


def _compare_result(row: MatchRow, score: ImportedScore) -> None:
    fixture = row.fixture
    if not row.problems and fixture is None and row.day is None:
        row.problems.append("The row has no date, and the match is not in the list.")
    if row.kept_out:
        return
    assert row.home is not None
    assert row.away is not None
    day = row.day or (fixture.date if fixture else None)
    shown = score.games if score.mark is not ScoreMark.VOID else None
    between = f"{shown[0]}{DASH}{shown[1]}" if shown else "v"
    row.words = f"{row.home} {between} {row.away}{f', {night(day, year=True)}' if day else ''}{score.text}"
    if row.turned:
        score = score.turned()
        row.home, row.away = row.away, row.home
        row.notes.append(f"Home and away as in the list: {fixture}")
    if fixture is not None and (settled := _settled(fixture, score)) is not None:
        row.settle(*settled)
        return
    postponed = score.mark is ScoreMark.POSTPONED
    moves = list(moved_on(fixture, row)) if fixture else []
    if fixture is not None and score.filing is None and not moves and not (postponed and fixture.date):
        row.settle(RowOutcome.SAME, *score.notes)
        return
    added = "" if fixture else f"The match is added too, in {row.division}"
    row.notes = [*filter(None, (*score.notes, added)), *moves, *row.notes]
    match = FixtureRow(fixture, row.division, row.home, row.away, row.day, row.hour, postponed=postponed)
    row.doing = ResultRow(match, score.filing, row.number)


def _beside(result: Result, score: ImportedScore) -> tuple[RowOutcome, str] | tuple[RowOutcome]:
    if score.filing is None:
        return RowOutcome.SAME, f"The site has {result.score} for this match."
    total = codec.decode_as(Tally, result.tally)
    worth = (total.home_points, total.away_points)
    if result.games != score.games:
        return RowOutcome.CONFLICT, f"The site has {result.score} for this match. Correct it on the match’s own page."
    if score.worth in (None, worth):
        return (RowOutcome.SAME,)
    shown = DASH.join(map(plain, worth))
    return RowOutcome.CONFLICT, f"The site has points {shown} for this match. Correct it on the match’s own page."


def _settled(fixture: Fixture, score: ImportedScore) -> tuple[RowOutcome, str] | tuple[RowOutcome] | None:
    """What becomes of a row whose match has a result, or will have none; None for one that waits for its score."""
    result: Result | None = getattr(fixture, "result", None)
    if result is not None:
        return _beside(result, score)
    if fixture.state == FixtureState.VOID:
        return RowOutcome.CONFLICT, "This match is void. Reinstate it first."
    if fixture.in_play:
        return RowOutcome.CONFLICT, "This match is live now."
    return None
