"""A week of the league as the local paper prints it: results run in, who won every game, and a short table."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from league.base.ui import formats
from league.pages.queries.match_lists import DASH, MatchLine, match_line, season_fixtures
from league.pages.queries.players import players_by_key
from league.results.presenters.standings import Standings
from league.results.queries.appearances import outings_in
from league.results.queries.tables import divisions, tables
from league.schedule.choices import FixtureState
from league.schedule.models import Entry, Fixture, Season
from league.schedule.queries.matches import in_week
from league.teams.models import League, Player
from scoring.season.stats.outings import Outing

Cleaned = dict[tuple[str, str, int], list[Outing]]  # those who won all their games, by match, team and line


@dataclass(frozen=True, slots=True)
class PressReport:
    monday: date
    text: str


@dataclass(frozen=True, slots=True)
class _Week:
    league: League
    monday: date
    at: datetime
    clean: Cleaned
    names: Mapping[str, Player]

    def has(self, day: date | None) -> bool:
        return day is not None and self.monday <= day < self.monday + timedelta(weeks=1)


def press_report(league: League, season: Season, monday: date, at: datetime) -> PressReport:
    shown = list(divisions())
    fixtures = in_week(season_fixtures(season), monday).prefetch_related("home__players", "away__players")
    matches: dict[int, list[Fixture]] = {}
    for fixture in fixtures:
        matches.setdefault(fixture.division_id, []).append(fixture)
    standing, clean = tables(shown, at), _clean(season, (each.pk for rows in matches.values() for each in rows))
    names = players_by_key(league, {each.player for outings in clean.values() for each in outings})
    week = _Week(league, monday, at, clean, names)
    until = formats.night(monday + timedelta(days=6), year=True)
    parts = [f"{league.name.upper()}\nWeek from {formats.night(monday)} to {until}"]
    parts += [_part(each.name, matches.pop(each.pk, []), week, standing[each.pk]) for each in shown]
    parts += [_part(rows[0].division.competition.name, rows, week) for rows in matches.values()]
    return PressReport(monday, "\n\n".join(parts) + "\n")


def _part(title: str, fixtures: list[Fixture], week: _Week, standing: Standings | None = None) -> str:
    played = [each for each in fixtures if each.away_id is not None and _sides(each, week.league)]
    lines = [match_line(each, week.at) for each in played]
    results = [result for line in lines if (result := _result(line, week))]
    besides = list(_besides(lines, [each for each in fixtures if each.away_id is None], week))
    text = [title.upper(), *([f"{'; '.join(results)}."] if results else [])]
    if not results and not besides:
        text.append("No results this week.")
    return "\n".join([*text, *besides, *_winners(played, week), *(_table(standing) if standing else ())])


def _sides(fixture: Fixture, league: League) -> tuple[str, str] | None:
    """Both sides as the paper names them; None where somebody under 18 plays by name."""
    names = [_side(entry, league) for entry in (fixture.home, fixture.away) if entry is not None]
    return (names[0], names[1]) if all(names) else None


def _side(entry: Entry, league: League) -> str:
    players = list(entry.players.all())
    for player in players:
        player.league = league  # known already, and read by public_name
    if any(player.under_18 for player in players):
        return ""
    return " & ".join(player.public_name for player in players) if 0 < len(players) < 3 else entry.name


def _result(line: MatchLine, week: _Week) -> str:
    """One match run in; "" while there is nothing to print."""
    fixture = line.fixture
    sides = _sides(fixture, week.league)
    assert sides is not None
    home, away = sides
    if not week.has(fixture.date):
        return f"{home} R/A {away}"
    if line.score is None or line.tag == ("settled", "Void"):
        return ""
    word = f" ({line.tag[1].lower()})" if line.unusual and line.tag else ""
    return f"{home} {line.score[0]}, {away} {line.score[1]}{word}"


def _besides(lines: list[MatchLine], byes: list[Fixture], week: _Week) -> Iterator[str]:
    """Who has not reported, what was struck out, who was idle."""
    awaited = [each for each in lines if each.tag and each.tag[0] in {"awaited", "disputed"} and not each.score]
    void = [each for each in lines if each.fixture.state == FixtureState.VOID or each.tag == ("settled", "Void")]
    for heading, found in (("Result awaited", awaited), ("Void", void)):
        if found:
            yield f"{heading}: {'; '.join(_versus(each.fixture, week) for each in found)}."
    idle = [each.home.name for each in byes if each.state != FixtureState.VOID]
    if idle:
        yield f"No match: {', '.join(idle)}."


def _versus(fixture: Fixture, week: _Week) -> str:
    return " v ".join(_sides(fixture, week.league) or ())


def _clean(season: Season, fixtures: Iterable[int]) -> Cleaned:
    """Who won every game of a line of several, in these matches: one query."""
    wanted, clean_outings = {str(key) for key in fixtures}, Cleaned()
    for each in outings_in([season]):
        if each.match in wanted and each.won > 1 and not each.lost:
            clean_outings.setdefault((each.match, each.team, each.line), []).append(each)
    return clean_outings


def _winners(fixtures: list[Fixture], week: _Week) -> Iterator[str]:
    """Lines like "3–0 table winners: H Goy & R Harris (Crown A)", the most games first."""
    sides = {
        (str(each.pk), str(side.team_id)): side.name for each in fixtures for side in (each.home, each.away) if side
    }
    sentences: dict[tuple[int, str], list[str]] = {}
    for (match, team, _), outings in sorted(week.clean.items()):
        players = [week.names[each.player] for each in outings if each.player in week.names]
        who = " & ".join(each.public_name for each in players if not each.under_18)
        if who and (match, team) in sides:
            noun = "table winners" if outings[0].players > 1 else "winners"
            sentences.setdefault((outings[0].won, noun), []).append(f"{who} ({sides[match, team]})")
    for (won, noun), who_won in sorted(sentences.items(), reverse=True):
        yield f"{won}{DASH}0 {noun} {DASH} {', '.join(sorted(who_won))}"


def _table(standing: Standings) -> Iterator[str]:
    if not standing.rows:
        return
    lines = [(each.name, str(each.row.played), formats.points(each.row.points)) for each in standing.rows]
    lines.insert(0, ("", "P", "Pt"))
    wide, played, points = (max(len(line[column]) for line in lines) for column in range(3))
    yield ""
    for line in lines:
        yield f"{line[0]:<{wide}}  {line[1]:>{played}}  {line[2]:>{points}}"
