"""What is told of whole lists, of teams that come and go, and of cups, word for word."""

from datetime import date, timedelta
from fractions import Fraction

import pytest
import time_machine
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.base.jobs.models import Job
from league.cups.actions.knockout import place_tie, set_rounds, write_fact
from league.cups.models import Tie
from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from league.results.actions.adjustments import adjust_points, revoke_adjustment
from league.results.choices import AdjustmentKind
from league.schedule.actions.lists import keep_list, make_plain_list, publish_list, unpublish_list
from league.schedule.actions.locking import lock_fixture, mark_played
from league.schedule.actions.midseason import (
    apply_reschedule,
    enter_late,
    restore_team,
    split_division,
    start_reschedule,
    withdraw_team,
)
from league.schedule.models import Division, Fixture
from league.schedule.queries.midseason import Disruption, listed_matches, reschedule_task
from league.teams.choices import RoleKind
from scoring.season.knockout.facts import WalkedOver, Withdrew
from scoring.season.schedule.task import Match
from tests.factories import (
    FIRST_NIGHT,
    league_in_season,
    make_division,
    make_entry,
    make_role,
    make_round_robin,
    make_season,
    make_team,
    make_user,
)
from tests.league.cups.evening import DRAWN
from tests.league.cups.world import make_night
from tests.league.notifications.conftest import MOMENT, said, told
from tests.league.notifications.test_letters import NOON, as_written, by_the_clock

WEEK = timedelta(weeks=1)
TODAY = FIRST_NIGHT + timedelta(days=2)
WEDNESDAY = NOON + timedelta(days=8)
FREE = FIRST_NIGHT + 8 * WEEK


@pytest.fixture
def small(db):
    """Four teams on the Wednesday after the first of six Mondays, whose matches have been played."""
    with scopes_disabled():
        made = league_in_season(squad=1)
    with scope(league=made.league), time_machine.travel(WEDNESDAY, tick=False):
        process_audit_log(at=WEDNESDAY)
        Fixture.objects.all().delete()
        Division.objects.update(min_gap_days=0, max_run=None)
        make_round_robin(made.division)
        for fixture in Fixture.objects.filter(date=FIRST_NIGHT):
            mark_played(lock_fixture(fixture.pk))
        yield made


def at(small):
    return {"by": small.secretary, "at": WEDNESDAY}


def now_told() -> list[Message]:
    return told(WEDNESDAY + MOMENT)


def to(letters, name) -> Message:
    return next(each for each in letters if each.to.name == name)


# --- lists ------------------------------------------------------------------------------------------------------------
@pytest.fixture
def plain(small):
    """A list for the season after, that can be published."""
    division = make_division(make_season(small.league, "2027-28", current=False))
    for entry in small.entries:
        make_entry(division, entry.team)
    return make_plain_list(competition=division.competition, **at(small))


def test_captains_are_told_that_a_list_is_published(small, plain):
    publish_list(fixture_list=plain, despite=True, **at(small))
    letters = now_told()
    assert [each.to for each in letters] == sorted(small.captains, key=lambda each: each.name)
    as_written("list_published", to(letters, "Bell Captain"))


def test_captains_are_told_that_a_list_is_taken_back(small, plain):
    publish_list(fixture_list=plain, despite=True, **at(small))
    now_told()
    plain.refresh_from_db()
    unpublish_list(fixture_list=plain, **at(small))
    letters = now_told()
    as_written("list_taken_back", letters[0])


def mended(small, matches, reason) -> list[Message]:
    """What is told once a list with these matches besides those that there are is put in place."""
    row = start_reschedule(competition=small.division.competition, disruption=Disruption(), seconds=10, **at(small))
    Job.objects.update(state="done", finished_at=WEDNESDAY)
    row.matches = []
    row.save()
    keep_list(list_id=row.pk, matches=matches)
    row.refresh_from_db()
    now_told()
    apply_reschedule(fixture_list=row, reason=reason, despite=True, **at(small))
    return now_told()


def test_a_captain_is_told_which_matches_of_theirs_were_changed_and_of_no_others(small):
    there = listed_matches(reschedule_task(small.division.competition, Disruption(), today=TODAY))
    moved = next(match for match in there if match.date > FIRST_NIGHT + 2 * WEEK)
    new = Match(moved.division, FREE, moved.home, moved.away)
    letters = mended(small, [new if match == moved else match for match in there], "The hall is let")
    playing = [each for each in small.entries if f"T{each.pk}" in {moved.home, moved.away}]
    assert sorted(each.to.name for each in letters) == sorted(f"{each} Captain" for each in playing)
    for letter in letters:
        assert letter.text.count(" moves from ") == 1
    as_written("matches_changed", letters[0])


def test_a_team_that_comes_late_is_told_to_its_division_and_then_each_its_new_matches(small):
    late = make_team(small.league, "Fleece")
    make_role(make_user("Fleece Captain"), small.league, RoleKind.CAPTAIN, late)
    now_told()
    entry = enter_late(division=small.division, team=late, joined_on=TODAY, legs=1, **at(small))
    letters = now_told()
    assert [each.to.name for each in letters] == [
        "Bell Captain", "Crown A Captain", "Fleece Captain", "Plough Captain", "Swan Captain"
    ]  # fmt: skip
    as_written("team_came_late", letters[0])

    there = listed_matches(reschedule_task(small.division.competition, Disruption(), today=TODAY))
    new = [
        Match(f"D{small.division.pk}", FREE + number * WEEK, f"T{entry.pk}", f"T{each.pk}")
        for number, each in enumerate(small.entries)
    ]
    letters = mended(small, [*there, *new], "Fleece come in")
    assert [each.text.count(" is new.") for each in letters] == [1, 1, 4, 1, 1]
    as_written("matches_new", to(letters, "Bell Captain"))


# --- teams ------------------------------------------------------------------------------------------------------------
def test_opponents_learn_that_they_are_free_when_a_team_withdraws_and_that_it_comes_back(small):
    swan = small.entries[3]
    make_role(make_user("Pat Player"), small.league, RoleKind.PLAYER, small.entries[1].team)
    gone = withdraw_team(entry=swan, on=TODAY, reason="Too few players", **at(small))
    letters = now_told()
    assert [each.to.name for each in letters] == [
        "Bell Captain", "Crown A Captain", "Pat Player", "Plough Captain", "Swan Captain"
    ]  # fmt: skip
    assert (
        to(letters, "Swan Captain").subject == f"Swan withdrew on Wed 9 Sep: {gone} of your matches will not be played"
    )
    assert to(letters, "Swan Captain").text.count("8pm: ") == gone
    as_written("team_withdrew", to(letters, "Bell Captain"))

    restore_team(entry=swan, reason="New players", **at(small))
    letters = now_told()
    assert len(letters) == 5
    as_written("team_came_back", to(letters, "Bell Captain"))


def test_captains_of_a_division_that_is_split_learn_who_is_where(small):
    split_division(
        division=small.division, upper=small.entries[:2], names=("Upper", "Lower"), legs=1, on=FREE, **at(small)
    )  # fmt: skip
    letters = now_told()
    assert len(letters) == 4
    as_written("division_split", letters[0])


def test_a_team_learns_of_points_that_it_loses_and_that_this_is_taken_back(small):
    made = adjust_points(
        entry=small.entries[0], kind=AdjustmentKind.DEDUCTION, points=Fraction(-2), reason="Cards too late twice",
        on=TODAY, **at(small),
    )  # fmt: skip
    [letter] = now_told()
    assert letter.to == small.captains[0]
    as_written("points_taken", letter)
    revoke_adjustment(adjustment=made, reason="One had been in the post", **at(small))
    assert said(now_told()) == [("Crown A Captain", "Crown A: \u22122 points taken back")]


# --- cups -------------------------------------------------------------------------------------------------------------
def drawn_told() -> list[Message]:
    return told(DRAWN + MOMENT)


def test_those_in_a_cup_are_told_of_the_draw_and_of_whom_they_meet(singles):
    letters = drawn_told()
    assert {each.to.name for each in letters} == {"Crown A Captain", "Bell Captain"}
    draw = [each for each in letters if each.subject == "Singles: the draw is made"]
    ties = [each for each in letters if each.subject.endswith(": Singles, semi-final")]
    assert (len(draw), len(ties)) == (2, 4)
    as_written("cup_drawn", draw[0])
    as_written("cup_tie", ties[0])


def test_a_player_who_signs_in_is_told_of_their_own_tie_and_the_captain_is_not(singles):
    key, other = singles.sides("main-1-1")
    player = singles.user_of(key)
    letters = [each for each in drawn_told() if str(singles.fixture("main-1-1")) in each.subject]
    assert {each.to for each in letters} >= {player}
    captain = f"{next(each for each in singles.entrants if each.key == other).entry.team} Captain"
    assert sorted(each.to.name for each in letters) == sorted([player.name, captain])


def test_a_tie_with_a_day_goes_into_the_calendar(singles):
    drawn_told()
    singles.play("main-1-1")
    singles.play("main-1-2", 1, 2)
    assert singles.fixture("main-1-1").date
    moved = [each for each in drawn_told() if "now " in each.subject]
    assert all("BEGIN:VEVENT" in each.calendar for each in moved)


def test_a_tie_without_a_date_is_asked_for_a_week_before_its_last_day(singles):
    last = date(2026, 9, 21)
    set_rounds(cup=singles.cup, days={("main", 1): (last, None)}, by=singles.coordinator, at=DRAWN)
    letters = [each for each in drawn_told() if "last day" in each.subject]
    assert {each.subject for each in letters} == {"2 ties of Singles: new last day to play"}
    as_written("tie_deadline", letters[0])

    ten = timezone.make_aware(timezone.datetime(2026, 9, 14, 10))
    assert by_the_clock(ten - 2 * MOMENT, ten - MOMENT) == []
    letters = by_the_clock(ten - 4 * MOMENT, ten)
    assert len(letters) == 4
    assert {each.kind for each in letters} == {"cup"}
    as_written("tie_without_a_date", letters[0])


def test_a_tie_that_is_given_up_is_told_with_what_happened(singles):
    drawn_told()
    key = singles.sides("main-1-1")[0]
    write_fact(cup=singles.cup, fact=Withdrew(key, "Hurt his wrist"), by=singles.coordinator, at=DRAWN)
    letters = drawn_told()
    assert [each.subject for each in letters if "main" in each.subject] == []
    assert {each.subject for each in letters} == {f"{singles.fixture('main-1-1')} will not be played"}
    as_written("tie_not_to_be_played", letters[0])


def test_a_walkover_is_told(singles):
    drawn_told()
    to_key = singles.sides("main-1-1")[0]
    fact = WalkedOver("main-1-1", to_key, "Nobody came")
    write_fact(cup=singles.cup, fact=fact, by=singles.coordinator, at=DRAWN)
    letters = drawn_told()
    assert "goes through by walkover" in letters[0].text


def test_a_tie_that_is_put_on_a_table_is_told_once(singles):
    drawn_told()
    night, row = make_night(singles.small, singles.cup, "Big")
    drawn_told()
    row = Tie.objects.get(pk=row.pk)
    place_tie(night=night, row=row, turn=2, table=1, by=singles.coordinator, at=DRAWN)
    letters = drawn_told()
    assert len({each.to for each in letters}) == len(letters) == 2
