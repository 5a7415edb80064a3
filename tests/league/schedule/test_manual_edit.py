"""A list changed by hand over HTTP: seen before it is done, done once, and kept where it is locked."""

from datetime import date
from time import thread_time

import pytest
from django.utils.http import urlencode

from league.base.audit.models import Entry as AuditEntry
from league.schedule.actions.lists import start_list
from league.schedule.choices import ListMadeBy, ListState
from league.schedule.models import FixtureList
from league.schedule.presenters import nights_for
from league.schedule.queries.lists import task_of
from league.schedule.values.lists import contents_of, match_key, read_matches, write_matches
from scoring.season.schedule.circle import plain_list
from scoring.season.schedule.edits import ExchangeNights, apply_edit
from scoring.season.schedule.judge import judge
from tests.league.schedule.test_lists import NOW, make_plain, text, to
from tests.scoring.season.schedule.made import data
from tests.scoring.season.schedule.made import task as instance


@pytest.fixture
def plain(competition, small):
    return contents_of(make_plain(competition, small.secretary))


def asked(shown, match, **more):
    return {"match": match_key(match), "version": shown.row.version, **more}


def matches_now():
    return set(read_matches(FixtureList.objects.get().matches))


def last_night(shown):
    return shown.nights[-1].isoformat()


def test_the_night_with_the_first_fault_is_laid_out(plain, secretary):
    page = secretary.get(to("edit-list", 1))
    bench = page.context["bench"]

    assert bench["night"] == plain.nights[0]
    assert len(bench["lines"]) == 2
    assert text(page).count("/hand/change/?match=") == 2
    team = plain.task.teams[0].id
    assert len(secretary.get(to("edit-list", 1), {"team": team}).context["bench"]["lines"]) == 6


def test_what_would_come_of_a_change_is_said_before_it_is_made(plain, secretary):
    match = plain.matches[0]
    to_night = asked(plain, match, do="move", to=last_night(plain))
    page = text(secretary.get(to("change-list", 1), to_night))

    assert "This breaks" in page
    assert f"{plain.named(match)} from Mon 6 Sep to " in page
    assert "Make the change</button>" in page
    assert matches_now() == set(plain.matches)


def test_the_consequences_alone_are_sent_while_the_form_is_filled_in(plain, secretary):
    match = plain.matches[0]
    here = {"headers": {"HX-Request": "true"}}
    whole = asked(plain, match, do="exchange", to=last_night(plain))
    part = text(secretary.get(to("change-list", 1), whole, **here))
    assert "<html" not in part
    assert "would be broken" in part

    half = secretary.get(to("change-list", 1), asked(plain, match, do="exchange", to=""), **here)
    assert half.status_code == 200
    assert "Answer every question" in text(half)


def test_what_was_seen_is_what_is_done(plain, secretary):
    match = plain.matches[0]
    change = asked(plain, match, do="exchange", to=last_night(plain))
    seen = secretary.get(to("change-list", 1), change).context["preview"]
    assert secretary.post(to("change-list", 1), change).status_code == 302

    row = FixtureList.objects.get()
    task = task_of(row.competition)
    after = apply_edit(task, plain.matches, ExchangeNights(match, date.fromisoformat(change["to"])))
    assert matches_now() == set(after)
    assert (row.hard, row.cost) == (seen["hard"], seen["cost"])
    assert (row.hard, row.cost) == (judge(task, after).hard, judge(task, after).cost)
    assert row.how == ListMadeBy.HAND
    action = AuditEntry.objects.get(verb="change_list")
    assert f"{plain.named(match)} from Mon 6 Sep to " in action.words
    assert len(action.before["matches"]) == len(seen["moved"])


@pytest.mark.parametrize("do", ["turn", "turn-both"])
def test_a_match_is_turned_round(plain, secretary, do):
    match = plain.matches[0]
    secretary.post(to("change-list", 1), asked(plain, match, do=do))

    now = {(each.home, each.away) for each in matches_now() if each.date == match.date}
    assert (match.away, match.home) in now
    assert len(matches_now() - set(plain.matches)) == (1 if do == "turn" else 2)


def test_two_matches_change_nights(plain, secretary):
    one = plain.matches[0]
    other = next(each for each in plain.matches if each.date == plain.nights[-1])
    secretary.post(to("change-list", 1), asked(plain, one, do="swap", other=match_key(other)))

    moved = {(each.home, each.away, each.date) for each in matches_now() - set(plain.matches)}
    assert moved == {(one.home, one.away, other.date), (other.home, other.away, one.date)}


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"do": "move", "to": ""}, "Choose the night."),
        ({"do": "swap", "other": ""}, "Choose the other match."),
        ({"do": "move", "to": "2027-09-07"}, "Choose again for “"),
        ({"do": "throw"}, "Choose again for “"),
    ],
)
def test_what_is_missing_is_said_and_nothing_is_done(plain, secretary, chosen, said):
    answer = secretary.post(to("change-list", 1), asked(plain, plain.matches[0], **chosen))

    assert answer.status_code == 422
    assert said in text(answer)
    assert matches_now() == set(plain.matches)


def test_of_two_who_change_the_same_list_the_second_looks_again(plain, secretary):
    one, other = plain.matches[0], plain.matches[3]
    secretary.post(to("change-list", 1), asked(plain, one, do="turn"))
    answer = secretary.post(to("change-list", 1), asked(plain, other, do="turn"))

    assert answer.status_code == 422
    assert "The draft has changed since you opened it." in text(answer)
    assert len(matches_now() - set(plain.matches)) == 1


def test_a_match_that_is_gone_leads_back_to_all_of_them(plain, secretary):
    gone = {"match": "D1~2027-09-06~T1~T2", "do": "turn", "version": 1}
    for answer in (
        secretary.get(to("change-list", 1), gone),
        secretary.post(to("change-list", 1), gone),
        secretary.get(to("change-list", 1)),
    ):
        assert answer["Location"] == to("edit-list", 1)
    assert "That match is not in this draft any more." in text(secretary.get(to("edit-list", 1)))
    assert matches_now() == set(plain.matches)


def test_what_is_locked_stays_where_it_is(plain, secretary):
    match = plain.matches[0]
    there = {"match": match_key(match), "version": plain.row.version, "night": match.date.isoformat()}
    answer = secretary.post(to("lock-matches", 1), there)
    assert answer["Location"] == f"{to('edit-list', 1)}?{urlencode({'night': match.date.isoformat()})}"
    assert read_matches(FixtureList.objects.get().locked) == (match,)

    shown = contents_of(FixtureList.objects.get())
    change = asked(shown, match, do="move", to=last_night(plain))
    assert "This change is not possible" in text(secretary.get(to("change-list", 1), change))
    answer = secretary.post(to("change-list", 1), change)
    assert answer.status_code == 422
    assert f"{plain.named(match)} is locked." in text(answer)

    secretary.post(to("unlock-matches", 1), there | {"version": shown.row.version})
    assert FixtureList.objects.get().locked == []


@pytest.mark.parametrize(("which", "many"), [("night", 2), ("team", 6)])
def test_a_night_or_a_team_is_locked_at_once(plain, secretary, which, many):
    where = {"night": plain.nights[1].isoformat(), "team": plain.task.teams[0].id}
    secretary.post(to("lock-matches", 1), {"version": plain.row.version, which: where[which]})

    assert len(FixtureList.objects.get().locked) == many
    assert "Unlock all" in text(secretary.get(to("edit-list", 1), {which: where[which]}))


def test_every_other_night_is_judged_and_the_best_comes_first(plain, secretary):
    match = plain.matches[0]
    nights = secretary.get(to("change-list", 1), {"match": match_key(match)}).context["nights"]

    assert {each["date"] for each in nights} == set(plain.task.divisions[0].dates) - {match.date}
    worth = [(each["difference"].hard, each["difference"].cost) for each in nights]
    assert worth == sorted(worth)
    for each in nights[:3]:
        after = judge(plain.task, apply_edit(plain.task, plain.matches, ExchangeNights(match, each["date"])))
        assert (after.hard - plain.row.hard, after.cost - plain.row.cost) == worth[nights.index(each)]


def test_a_night_that_would_move_a_locked_match_comes_last(plain, secretary):
    match = plain.matches[0]
    locked = [each for each in plain.matches if each.date == plain.nights[1]]
    plain.row.locked = [[each.division, each.date.isoformat(), each.home, each.away] for each in locked]
    plain.row.save()

    nights = nights_for(contents_of(FixtureList.objects.get()), match)
    assert [each["date"] for each in nights if each["stuck"]] == [plain.nights[1]]
    assert nights[-1]["stuck"]


@pytest.mark.parametrize("state", [ListState.PUBLISHED, ListState.REPLACED])
def test_a_list_that_was_published_is_copied_and_not_changed(plain, secretary, state):
    FixtureList.objects.update(state=state)
    answer = secretary.post(to("change-list", 1), asked(plain, plain.matches[0], do="turn"))

    assert answer.status_code == 422
    assert "Duplicate it and change the copy." in text(answer)


def test_a_list_is_not_changed_while_it_is_being_worked_out(plain, competition, small, secretary):
    row = start_list(competition=competition, seconds=10, start=plain.row, by=small.secretary, at=NOW)
    answer = secretary.post(to("change-list", row.number), asked(contents_of(row), plain.matches[0], do="turn"))

    assert answer.status_code == 422
    assert "This draft is still being made. Stop that first." in text(answer)


def test_a_change_is_judged_at_once_in_a_league_of_six_times_twelve(competition, small, secretary):
    made, task = data("league_6x12_s1"), instance("league_6x12_s1")
    matches = plain_list(task)
    FixtureList.objects.create(
        competition=competition, number=1, how=ListMadeBy.FILE, task=made, matches=write_matches(matches), made_at=NOW
    )
    match, nights = matches[100], sorted({each.date for each in matches if each.division == matches[100].division})
    took, change = [], {"match": match_key(match), "version": 1, "do": "exchange"}
    for night in [each for each in nights if each != match.date][-8:]:
        began = thread_time()
        asked_for = change | {"to": night.isoformat()}
        answer = secretary.get(to("change-list", 1), asked_for, headers={"HX-Request": "true"})
        took.append(thread_time() - began)
        seen, after = answer.context["preview"], judge(task, apply_edit(task, matches, ExchangeNights(match, night)))
        assert (seen["hard"], seen["cost"]) == (after.hard, after.cost)
    assert len(matches) == 792
    assert min(took) < 0.15
