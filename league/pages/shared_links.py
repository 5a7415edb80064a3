"""What links to pages say where they are shown: the fact, in a title of 65 letters, and a sentence or two.

A table's is in `league.results.tables`, a cup's in `league.cups.presenters`, a match's in `structured_data`.
Names are cut short where they must be, and what is said of them never. Players are called what everybody may read.
"""

from collections.abc import Iterable
from datetime import date

from league.base.ui.formats import LINK_TEXT, LINK_TITLE, LinkPreview, ProperName, clock, night, within, within_list
from league.pages.presenters.match_lists import MatchLine
from league.pages.presenters.player_page import PlayerPage
from league.pages.queries.averages import AveragesPage
from league.pages.queries.league import FrontPage
from league.pages.queries.nights import WhoIsWhere
from league.pages.queries.team_page import TeamPage
from league.results.tables import lead_of
from league.schedule.models import Division, Fixture
from league.teams.models import League, Team
from scoring.words import several

DASH = "\N{EN DASH}"
VERBS = {"W": "beat", "D": "drew with", "L": "lost to"}


def link_to_league(front: FrontPage, league: League) -> LinkPreview:
    """Tonight's matches or who leads, and then what is next and the latest results."""
    here = f" \N{EN DASH} {league.short_name}"
    leading = next((each for each in front.tops if each.table.started), None)
    if front.tonight:
        title = within(LINK_TITLE, f"Tonight: {several(len(front.matches), 'match')}", here)
    elif leading:
        title = within(LINK_TITLE, *lead_of(leading.table, leading.division), here)
    else:
        title = within(LINK_TITLE, ProperName(league.name))
    sentences = [f"{night(day)}: {_headline(lines[0])}" for day, lines in front.latest if lines[0].score]
    if front.night and not front.tonight:
        sentences.insert(0, f"Next: {several(len(front.matches), 'match')}, {night(front.night)}")
    return LinkPreview(title, within_list(LINK_TEXT, sentences, ". ") or "Fixtures, results and tables")


def link_to_team(page: TeamPage) -> LinkPreview:
    """Its place and its last result; then that result in full, and the next match."""
    last = next((each for each in page.results if each.score), None)
    parts: list[str] = [ProperName(page.team.name)]
    if page.place:
        parts += [f": {page.place} in ", ProperName(page.division)]
    if last:
        parts += [", " if page.place else ": ", *_done(page.team, last)]
    sentences = [f"{night(_day(last.fixture))}: {_headline(last)}"] if last else []
    if page.next:
        to_come = page.next.line.fixture
        sentences.append(f"Next: {to_come}, {night(_day(to_come))}, {clock(to_come.start_time)}, at {to_come.venue}")
    text = within_list(LINK_TEXT, sentences, ". ") or "Matches, results and players"
    return LinkPreview(within(LINK_TITLE, *parts), text)


def link_to_player(page: PlayerPage) -> LinkPreview:
    """Games won this season and, where cards have them, pegs."""
    record, name = page.record, ProperName(page.player.public_name)
    if not record.played:
        return LinkPreview(within(LINK_TITLE, name), "Wins and losses, season by season")
    team = [" for ", ProperName(page.team)] if page.team else []
    kinds = [f"{each.noun}: won {each.record.won} of {each.record.played}".capitalize() for each in page.kinds]
    pegs = [f"{record.pegs:,} pegs in {record.pegged} games"] if record.pegged else []
    return LinkPreview(
        within(LINK_TITLE, name, f": won {record.won} of {record.played} games", *team),
        within_list(LINK_TEXT, [f"Season {page.season}: {record.percent}% won", *kinds, *pegs], ". "),
    )


def link_to_night(shown: WhoIsWhere) -> LinkPreview:
    """The first result of the night and how many more there are; before it, how many matches where."""
    lines = [line for pub in shown.pubs for line in pub.lines]
    lines.sort(key=lambda each: (each.fixture.division.rank, each.fixture.division.pk, each.fixture.home.name))
    results, day = [each for each in lines if each.score], night(shown.day)
    if not lines:
        return LinkPreview(f"No matches on {day}", "Who plays where, night by night")
    if not results:
        pubs = several(len(shown.pubs), "pub")
        return LinkPreview(
            f"{day}: {several(len(lines), 'match')} at {pubs}", _all(str(each.fixture) for each in lines)
        )
    more = f" and {len(results) - 1} more" if len(results) > 1 else ""
    title = within(LINK_TITLE, f"{day}: ", *_score(results[0]), more)
    return LinkPreview(title, _all(_headline(each) for each in results))


def link_to_averages(shown: Division, page: AveragesPage) -> LinkPreview:
    """Who wins the largest share of their games."""
    if not page.ranked:
        title = within(LINK_TITLE, ProperName(shown), " averages")
        return LinkPreview(title, "Who wins the largest share of their games")
    first = page.ranked[0]
    leads = [ProperName(first.player.public_name), f" wins {first.percent}% in ", ProperName(shown)]
    rest = (f"{each.player.public_name} ({each.team}) {each.percent}%" for each in page.ranked)
    return LinkPreview(within(LINK_TITLE, *leads), _all(rest))


def _done(team: Team, line: MatchLine) -> tuple[str, ...]:
    """A result as its own side tells it: "beat Bell 5-4" (with a dash)."""
    assert line.score is not None
    fixture, at_home = line.fixture, line.fixture.home.team_id == team.pk
    other = fixture.away if at_home else fixture.home
    own, theirs = line.score if at_home else line.score[::-1]
    verb = "lost, as did" if line.both_lose else VERBS.get(line.letter(at_home=at_home), "v")
    return (f"{verb} ", ProperName(other), f" {own}{DASH}{theirs}")


def _score(line: MatchLine) -> tuple[str, ...]:
    assert line.score is not None
    between, lost = f" {line.score[0]}{DASH}{line.score[1]} ", (", both lose",) if line.both_lose else ()
    return ProperName(line.fixture.home), between, ProperName(line.fixture.away), *lost


def _headline(line: MatchLine) -> str:
    return "".join(_score(line))


def _all(parts: Iterable[str]) -> str:
    return within_list(LINK_TEXT, parts)


def _day(fixture: Fixture) -> date:
    return fixture.date or fixture.first_date
