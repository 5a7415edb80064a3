"""A row finds its match by pair, day, division and meeting; what it cannot tell is asked and never filed in silence."""

import pytest

from league.results.models import Result
from league.schedule.models import Fixture
from league.teams.models import Team
from tests.league.importexport.importing import accept, answer, fates, paste, previewed, undo

pytestmark = pytest.mark.usefixtures("closing_time")
SCORES = "Date,Home,Away,Score\n"
LIST = "Date,Home,Away\n"


def of(season):
    return Fixture.objects.filter(division__competition__season=season).order_by("first_date", "pk")


def held(season) -> list[tuple[str, str, str, str]]:
    return [
        (str(row), str(row.date), row.state, str(getattr(row, "result", "")))
        for row in of(season).select_related("result")
    ]


def test_the_second_half_of_a_season_comes_in_a_second_file(secretary, long_ago):
    first = f"{SCORES}07/09/2015,Crown A,Bell,5-4\n14/09/2015,Bell,Crown A,6-3\n"
    accept(secretary, paste(secretary, "results", first, season=long_ago.pk))
    second = f"{SCORES}04/01/2016,Crown A,Bell,5-4\n11/01/2016,Bell,Crown A,2-7\n"
    draft = paste(secretary, "results", second, season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["new", "new"]
    accept(secretary, draft)
    assert [row[3] for row in held(long_ago)] == ["5-4", "6-3", "5-4", "2-7"]
    again = paste(secretary, "results", first + second.removeprefix(SCORES), season=long_ago.pk)
    assert [row[1] for row in fates(again)] == ["same"] * 4


def test_a_match_that_was_moved_gets_the_day_of_its_result(secretary, long_ago):
    accept(
        secretary,
        paste(secretary, "fixtures", f"{LIST}07/09/2015,Crown A,Bell\n14/09/2015,Bell,Crown A\n", season=long_ago.pk),
    )
    before = held(long_ago)
    draft = paste(secretary, "results", f"{SCORES}10/09/2015,Crown A,Bell,5-4\n", season=long_ago.pk)
    assert fates(draft) == [(2, "new", ("Moves from Mon 7 Sep",))]
    accept(secretary, draft)
    assert held(long_ago)[0] == ("Crown A v Bell", "2015-09-10", "played", "5-4")
    undo(secretary, draft)
    assert held(long_ago) == before


def test_a_reversed_result_is_asked_about_and_never_filed_to_a_match_to_come(secretary, world):
    season = world.evening.small.season
    fixture = next(each for each in of(season) if not hasattr(each, "result") and each.open and each.date)
    Fixture.objects.filter(pk=fixture.pk).update(date="2026-09-07", first_date="2026-09-07")
    before = held(season)
    row = f"{SCORES}07/09/2026,{fixture.away},{fixture.home},4-5\n"
    draft = paste(secretary, "results", row, season=season.pk)
    [(_, outcome, why)] = fates(draft)
    assert (outcome, why) == ("clash", (f"On Mon 7 Sep the list has {fixture}: turned round?",))
    assert held(season) == before
    [ask] = previewed(draft).asks
    answer(secretary, draft, **{f"{ask.what}-{ask.key}": "turned"})
    accept(secretary, draft)
    result = Result.objects.get(fixture=fixture)
    assert (result.home_games, result.away_games) == (5, 4)


def test_a_result_before_the_day_of_its_only_match_is_asked_about(secretary, world):
    season = world.evening.small.season
    fixture = next(each for each in of(season) if not hasattr(each, "result") and each.open and each.date)
    Fixture.objects.filter(home=fixture.home, away=fixture.away).exclude(pk=fixture.pk).delete()
    Fixture.objects.filter(pk=fixture.pk).update(date="2027-03-01")
    draft = paste(secretary, "results", f"{SCORES}06/09/2026,{fixture.home},{fixture.away},5-4\n", season=season.pk)
    [(_, outcome, why)] = fates(draft)
    assert (outcome, why) == ("clash", ("The list has this match on Mon 1 Mar, which is in the future.",))
    [ask] = previewed(draft).asks
    answer(secretary, draft, **{f"{ask.what}-{ask.key}": str(fixture.pk)})
    accept(secretary, draft)
    fixture.refresh_from_db()
    assert (str(fixture.date), fixture.state) == ("2026-09-06", "played")


def test_rows_without_a_day_are_the_meetings_of_the_pair_in_their_order(secretary, long_ago):
    listed = f"{LIST}07/09/2015,Crown A,Bell\n04/01/2016,Crown A,Bell\n"
    accept(secretary, paste(secretary, "fixtures", listed, season=long_ago.pk))
    alone = paste(secretary, "results", "Home,Away,Score\nCrown A,Bell,5-4\n", season=long_ago.pk)
    assert fates(alone) == [(2, "clash", ("Which of their matches is it, of Mon 7 Sep and Mon 4 Jan?",))]
    draft = paste(secretary, "results", "Home,Away,Score\nCrown A,Bell,5-4\nCrown A,Bell,3-6\n", season=long_ago.pk)
    accept(secretary, draft)
    assert [row[3] for row in held(long_ago)] == ["5-4", "3-6"]


def test_the_same_score_a_few_days_later_is_asked_about(secretary, long_ago):
    accept(secretary, paste(secretary, "results", f"{SCORES}07/09/2015,Crown A,Bell,5-4\n", season=long_ago.pk))
    draft = paste(secretary, "results", f"{SCORES}09/09/2015,Crown A,Bell,5-4\n", season=long_ago.pk)
    assert fates(draft) == [(2, "clash", ("The list has this match, with this score, on Mon 7 Sep, 5\N{EN DASH}4.",))]
    [ask] = previewed(draft).asks
    answer(secretary, draft, **{f"{ask.what}-{ask.key}": ask.near[0][0]})
    assert [row[1] for row in fates(draft)] == ["same"]


def test_a_list_of_which_most_matches_are_on_other_days_is_asked_about_once(secretary, long_ago):
    rows = f"{LIST}07/09/2015,Crown A,Bell\n14/09/2015,Bell,Crown A\n"
    accept(secretary, paste(secretary, "fixtures", rows, season=long_ago.pk))
    draft = paste(secretary, "fixtures", rows.replace("/09/2015", "/01/2016"), season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["clash", "clash"]
    assert [ask.what for ask in previewed(draft).asks] == ["meetings"]
    answer(secretary, draft, **{"meetings-": "more"})
    assert [row[1] for row in fates(draft)] == ["new", "new"]
    answered = previewed(draft)
    accept(secretary, draft)
    assert (of(long_ago).count(), len(answered.asks)) == (4, 0)


def test_points_that_differ_from_those_of_the_site_are_not_unchanged(secretary, long_ago):
    rows = "Date,Home,Away,Home score,Away score,Home points,Away points\n07/09/2015,Crown A,Bell,5,4,2,0\n"
    accept(secretary, paste(secretary, "results", rows, season=long_ago.pk))
    assert [row[1] for row in fates(paste(secretary, "results", rows, season=long_ago.pk))] == ["same"]
    [(_, outcome, why)] = fates(paste(secretary, "results", rows.replace("2,0", "3,1"), season=long_ago.pk))
    assert (outcome, why[0][:18]) == ("clash", "The site has point")


# --- names ------------------------------------------------------------------------------------------------------------
def test_two_spellings_in_one_file_are_asked_about_once_and_can_be_two_teams(secretary, long_ago):
    rows = f"{LIST}07/09/2015,Gwern Club,Bell\n10/09/2015,Gwern Club.,Swan\n14/09/2015,Bell,Gwern Club\n"
    draft = paste(secretary, "fixtures", rows, season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["new", "clash", "new"]
    [ask] = previewed(draft).asks
    assert (ask.name, ask.new) == ("Gwern Club.", "A team of its own")
    answer(secretary, draft, **{f"{ask.what}-{ask.key}": "new"})
    accept(secretary, draft)
    assert Team.objects.filter(name__in=["Gwern Club", "Gwern Club."]).count() == 2


def test_two_spellings_can_be_said_to_be_one_team(secretary, long_ago):
    rows = f"{LIST}07/09/2015,Hits & Giggles,Bell\n14/09/2015,Bell,Hits and Giggles\n"
    draft = paste(secretary, "fixtures", rows, season=long_ago.pk)
    [ask] = previewed(draft).asks
    answer(secretary, draft, **{f"{ask.what}-{ask.key}": ask.near[0][0]})
    assert previewed(draft).needs["team"] == ("Hits & Giggles",)
    accept(secretary, draft)
    assert Team.objects.filter(name__startswith="Hits").count() == 1


def test_a_spelling_beside_the_name_of_a_team_in_one_file_is_asked_about(secretary, long_ago):
    rows = f"{LIST}07/09/2015,Bell,Swan\n14/09/2015,Bell.,Crown A\n"
    draft = paste(secretary, "fixtures", rows, season=long_ago.pk)
    assert fates(draft)[1] == (3, "clash", ("The file has both “Bell.” and “Bell”. Is it Bell?",))
    alone = paste(secretary, "fixtures", f"{LIST}14/09/2015,Bell.,Crown A\n", season=long_ago.pk)
    assert [row[1] for row in fates(alone)] == ["new"]


def test_a_slip_in_a_new_name_is_asked_about_and_makes_no_team_in_silence(secretary, long_ago):
    rows = f"{LIST}07/09/2015,Oldham Athletic,Bell\n14/09/2015,Bell,Oldham Atheltic\n21/09/2015,Swan,Oldham Athletic\n"
    draft = paste(secretary, "fixtures", rows, season=long_ago.pk)
    [ask] = previewed(draft).asks
    assert (ask.name, ask.near[0][1]) == ("Oldham Atheltic", "Oldham Athletic, as in row 2")


def test_names_that_play_each_other_are_two_teams(secretary, long_ago):
    rows = f"{LIST}07/09/2015,Railway,Railway Club\n14/09/2015,Railway Club,Railway\n"
    draft = paste(secretary, "fixtures", rows, season=long_ago.pk)
    assert [row[1] for row in fates(draft)] == ["new", "new"]
    assert previewed(draft).needs["team"] == ("Railway", "Railway Club")


def test_who_was_at_home_is_looked_up_in_the_list_where_the_file_does_not_say(secretary, long_ago):
    listed = f"{LIST}07/09/2015,Crown A,Bell\n14/09/2015,Bell,Crown A\n"
    accept(secretary, paste(secretary, "fixtures", listed, season=long_ago.pk))
    rows = (
        "Date,Home,Away,Score,Home and away\n07/09/2015,Bell,Crown A,6-3,either\n14/09/2015,Bell,Crown A,5-4,either\n"
    )
    draft = paste(
        secretary,
        "results",
        f"{rows}21/09/2015,Bell,Crown A,7-2,either\n,Bell,Crown A,7-2,either\n",
        season=long_ago.pk,
    )
    assert [outcome for _, outcome, _ in fates(draft)] == ["new", "new", "clash", "clash"]
    accept(secretary, draft, leave_out="on")
    assert [row[3] for row in held(long_ago)] == ["3-6", "5-4"]
