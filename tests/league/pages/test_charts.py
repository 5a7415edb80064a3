"""What the charts of matches and players say: what is marked, where a match was won, and when there is no chart."""

from datetime import date, timedelta
from fractions import Fraction
from types import SimpleNamespace

import pytest

from league.base.ui.formats import night
from league.pages.queries.match import match_duel
from league.pages.queries.pegged_game import pegged_duel
from league.pages.queries.players import season_strip
from league.pages.queries.team import meetings_strip
from league.teams.models import Team
from scoring.card.outcome import Kind, Tally
from scoring.season.outings import MatchNight, longest

FIRST = date(2026, 9, 7)
CROWN, BELL = Team(pk=1, name="Crown"), Team(pk=2, name="Bell")


def season(*games: tuple[int, int]):
    played = [
        MatchNight(str(at), FIRST + timedelta(weeks=at), "1", won, lost, ()) for at, (won, lost) in enumerate(games)
    ]
    home = SimpleNamespace(team_id=1)
    fixtures = {each.match: SimpleNamespace(home=home, away="Bell", night=night(each.on)) for each in played}
    return season_strip(played, fixtures)


def test_season_marks_the_longest_run_without_a_defeat():
    chart = season((0, 3), (2, 1), (1, 1), (3, 0), (1, 2), (2, 0))
    assert (chart.run, chart.run_words) == ((1, 3), "3 unbeaten")
    assert chart.columns[1] == ("Mon 14 Sep, Bell", 2, 1)
    assert "Best run: 3 matches unbeaten, Mon 14 Sep to Mon 28 Sep." in chart.words


def test_season_with_a_short_run_marks_none_and_one_match_is_no_season():
    assert season((2, 1), (2, 1), (0, 3)).run is None
    assert season((2, 1)) is None


@pytest.mark.parametrize(
    ("letters", "found"), [("", None), ("nn", None), ("yny", (0, 0)), ("yynyyy", (3, 5)), ("yynyy", (0, 1))]
)
def test_longest_row_is_the_first_of_the_longest(letters, found):
    assert longest(each == "y" for each in letters) == found


def line(home: int, score: tuple[int, int] | None, week: int):
    on = FIRST + timedelta(weeks=week)
    fixture = SimpleNamespace(home=SimpleNamespace(team_id=home), date=on, first_date=FIRST, night=night(on))
    return SimpleNamespace(fixture=fixture, score=score)


def test_meetings_are_seen_from_the_first_team_oldest_first():
    chart = meetings_strip(CROWN, BELL, [line(2, (6, 3), 2), line(1, None, 1), line(1, (5, 4), 0)])
    assert chart.columns == (("Mon 7 Sep", 5, 4), ("Mon 21 Sep", 3, 6))
    assert "Crown won 1 on games, Bell 1." in chart.words


def test_one_meeting_is_no_chart():
    assert meetings_strip(CROWN, BELL, [line(1, (5, 4), 0)]) is None


def tally(home: int, away: int) -> Tally:
    return Tally(Kind.PLAYED, home, away, None, None, None, None, Fraction(home), Fraction(away), None, True)


def games(letters: str) -> list[tuple[str, str]]:
    return [(f"Singles {at}", {"h": "home", "a": "away", "-": ""}[each]) for at, each in enumerate(letters, start=1)]


@pytest.mark.parametrize(
    ("letters", "words"),
    [
        ("hhh", "Crown led from Singles 1 on, and could not be caught after Singles 2."),
        ("haaah", "Bell led from Singles 3 on, and could not be caught after Singles 4."),
        ("hhaah", "Crown took the lead in Singles 5, the deciding game."),
        ("haha", "Level at 2\N{EN DASH}2 after the last game."),
    ],
)
def test_where_a_match_was_won_in_words(letters, words):
    assert match_duel("Crown", "Bell", games(letters), tally(letters.count("h"), letters.count("a"))).words == words


def test_card_that_does_not_make_up_the_score_is_not_drawn():
    assert match_duel("Crown", "Bell", games("hhh"), tally(2, 1)) is None
    assert match_duel("Crown", "Bell", games("hh"), tally(2, 0)) is None
    assert match_duel("Crown", "Bell", [], tally(9, 0)) is None


def test_pegged_game_counts_how_often_the_lead_changed():
    assert pegged_duel(("H Goy", "T Bell"), [(4, 8), (20, 18), (40, 44)], 61).words == "The lead changed hands 2 times."
    assert pegged_duel(("H Goy", "T Bell"), [(4, 8), (20, 18)], 61) is None
