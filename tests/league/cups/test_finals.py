"""The last days of rounds, whom to chase, and a finals night with its running order."""

from datetime import date, time, timedelta

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.cups.actions.knockout import (
    announce_order,
    bring_up_to_date,
    free_tie,
    hold_draw,
    open_night,
    place_tie,
    set_rounds,
)
from league.cups.queries.cup_state import to_chase
from league.cups.queries.finals import order_of
from league.schedule.models import Fixture
from scoring.season.knockout.draw import Lots
from tests.league.cups.evening import DRAWN, PLAYED, drawn_cup
from tests.league.cups.world import entered, opened
from tests.league.person import signed_in

pytestmark = pytest.mark.django_db
NIGHT = date(2027, 4, 2)


@pytest.fixture
def night(singles):
    """Everything of the cup on one night, on two tables."""
    made = open_night(
        season=singles.cup.season, name="Finals night", date=NIGHT, start_time=time(19, 30),
        venue=singles.small.entries[1].team.venue, tables=2, minutes=40, by=singles.coordinator, at=DRAWN,
    )  # fmt: skip
    set_rounds(
        cup=singles.cup, days={("main", 1): (None, made), ("main", 2): (None, made)}, by=singles.coordinator, at=DRAWN
    )
    return made


def address(night, name="finals-night", *rest) -> str:
    return reverse(name, args=[night.season.league.slug, night.season.slug, night.slug, *rest])


def places(order) -> dict[str, tuple[int, int]]:
    return {each.tie.id: (each.turn, each.table) for each in order.ties}


# --- last days --------------------------------------------------------------------------------------------------------
def test_a_round_s_last_day_is_its_ties_last_day(singles):
    client = signed_in(singles.coordinator)
    page = client.get(singles.address("cup-settings")).content.decode()
    assert "Semi-finals: play by" in page

    answer = client.post(singles.address("cup-days"), {"main-1-by": "2026-10-30", "main-2-by": ""})

    assert answer.status_code == 302, answer.content.decode()
    assert singles.fixture("main-1-1").play_by == date(2026, 10, 30)


def test_the_days_can_be_set_before_the_draw_and_hold_for_it(db):
    with scopes_disabled():
        made = drawn_cup()
        cup = opened(made.small, "pairs", "Pairs")
        pairs = entered(cup, made.small, 1)
        set_rounds(cup=cup, days={("main", 1): (date(2026, 11, 1), None)}, by=made.coordinator, at=DRAWN)
        hold_draw(cup=cup, lots=Lots(names=tuple(each.key for each in pairs)), by=made.coordinator, at=DRAWN)

        assert Fixture.objects.get(tie__cup=cup).play_by == date(2026, 11, 1)


def test_ties_past_their_day_are_chased_first(singles):
    set_rounds(cup=singles.cup, days={("main", 1): (date(2026, 9, 20), None)}, by=singles.coordinator, at=DRAWN)
    singles.dated("main-1-2", at=PLAYED)

    chased = to_chase(singles.cup, PLAYED + timedelta(days=1))
    assert [(each.tie.id, each.why, each.late) for each in chased] == [
        ("main-1-1", "It is overdue and has no date.", True),
        ("main-1-2", "It should have been played, and there is no result.", True),
    ]
    with time_machine.travel(PLAYED + timedelta(days=1)):
        page = signed_in(singles.coordinator).get(singles.address("cup") + "?part=chasing").content.decode()
        late, dated = singles.fixture("main-1-1"), singles.fixture("main-1-2")
        assert (late.overdue, late.last_day_words) == (True, "Overdue: it was to be played by Sun 20 Sep.")
        assert not dated.overdue
        match = signed_in(singles.coordinator).get(late.get_absolute_url()).content.decode()
    assert "It is overdue and has no date." in page
    assert '<span class="tag tag--bad">Overdue</span>' in match


def test_a_tie_that_is_known_and_not_put_up_is_chased_until_it_is(singles):
    singles.play("main-1-1")
    singles.play("main-1-2")
    later = PLAYED + timedelta(days=1)
    assert [each.why for each in to_chase(singles.cup, later)] == ["Its match has not been created yet."]

    with time_machine.travel(later):
        winner = singles.user_of(str(singles.tie("main-2-1", later).first))
        page = signed_in(winner).get(singles.address("cup-tie", "main-2-1")).content.decode()
        assert "Create the match" in page
        assert signed_in(winner).post(singles.address("cup-matches")).status_code == 302

    assert [each.why for each in to_chase(singles.cup, later)] == ["It has no date yet."]


def test_ties_to_chase_wait_in_the_co_ordinator_s_inbox(singles):
    set_rounds(cup=singles.cup, days={("main", 1): (date(2026, 9, 20), None)}, by=singles.coordinator, at=DRAWN)
    with time_machine.travel(PLAYED):
        page = signed_in(singles.coordinator).get(reverse("inbox", args=["leek"])).content.decode()

    assert "Singles: 2 ties to chase" in page
    assert singles.address("cup") + "?part=chasing" in page


def test_a_cup_s_own_page_leads_whoever_runs_it_on_and_nobody_else(singles):
    chasing = singles.address("cup") + "?part=chasing"
    with time_machine.travel(DRAWN):
        for client, led in ((signed_in(singles.coordinator), True), (signed_in(singles.small.captains[0]), False)):
            assert (chasing in client.get(singles.cup.get_absolute_url()).content.decode()) is led


# --- the night --------------------------------------------------------------------------------------------------------
def test_a_round_of_the_night_is_put_on_it(singles, night):
    fixture = singles.fixture("main-1-1")

    assert (fixture.date, fixture.start_time, fixture.venue) == (NIGHT, time(19, 30), night.venue)


def test_the_final_comes_after_both_semi_finals(singles, night):
    assert places(order_of(night, PLAYED)) == {"main-1-1": (1, 1), "main-1-2": (1, 2), "main-2-1": (2, 1)}


def test_the_order_stands_whoever_wins(singles, night):
    before = places(order_of(night, PLAYED))
    at = PLAYED.replace(year=2027, month=4, day=2)
    singles.play("main-1-1", 0, 2, at=at)
    singles.play("main-1-2", 2, 1, at=at)
    bring_up_to_date(cup=singles.cup, by=singles.coordinator, at=at)

    order = order_of(night, at + timedelta(hours=1))
    assert places(order) == before
    assert [each.scores for each in order.ties] == [(0, 2), (2, 1), None]


def test_a_player_in_two_cups_is_at_one_table_at_a_time(singles, night):
    pairs = opened(singles.small, "pairs", "Pairs")
    made = entered(pairs, singles.small, 1)
    hold_draw(cup=pairs, lots=Lots(names=tuple(each.key for each in made)), by=singles.coordinator, at=DRAWN)
    set_rounds(cup=pairs, days={("main", 1): (None, night)}, by=singles.coordinator, at=DRAWN)

    order = order_of(night, PLAYED)
    assert order.clashes == ()
    assert sorted(each.turn for each in order.ties) == [1, 1, 2, 3]


def test_the_co_ordinator_moves_a_tie_and_it_stays_there(singles, night):
    row = singles.row("main-1-1")
    client = signed_in(singles.coordinator)

    answer = client.post(address(night, "schedule-tie", row.pk), {"turn": 3, "table": 2})

    assert answer.status_code == 302, answer.content.decode()
    order = order_of(night, PLAYED)
    assert places(order)["main-1-1"] == (3, 2)
    assert places(order)["main-2-1"] == (4, 1)
    assert singles.fixture("main-1-1").start_time == time(20, 50)


def test_what_cannot_be_played_is_told_to_whoever_runs_it(singles, night):
    place_tie(night=night, row=singles.row("main-1-1"), turn=1, table=1, by=singles.coordinator, at=DRAWN)
    place_tie(night=night, row=singles.row("main-1-2"), turn=1, table=1, by=singles.coordinator, at=DRAWN)

    assert "on one table at the same time" in signed_in(singles.coordinator).get(address(night)).content.decode()
    assert "on one table at the same time" not in Client().get(address(night)).content.decode()


def test_a_tie_put_back_is_where_the_order_has_it(singles, night):
    row = singles.row("main-1-1")
    place_tie(night=night, row=row, turn=3, table=2, by=singles.coordinator, at=DRAWN)

    free_tie(night=night, row=row, by=singles.coordinator, at=DRAWN)

    assert places(order_of(night, PLAYED))["main-1-1"] == (1, 1)


def test_there_is_no_fifth_table(singles, night):
    with pytest.raises(ValidationError):
        place_tie(night=night, row=singles.row("main-1-1"), turn=1, table=5, by=singles.coordinator, at=DRAWN)


def test_announcing_writes_each_hour_into_its_match(singles, night):
    place_tie(night=night, row=singles.row("main-1-2"), turn=2, table=1, by=singles.coordinator, at=DRAWN)
    singles.dated("main-1-1")

    assert announce_order(night=night, by=singles.coordinator, at=DRAWN) == 1
    assert (singles.fixture("main-1-1").date, singles.fixture("main-1-1").start_time) == (NIGHT, time(19, 30))


def test_the_night_moves_with_its_ties(singles, night):
    values = {"name": "Finals", "date": "2027-04-09", "start_time": "19:00", "venue": night.venue_id, "tables": 1}

    answer = signed_in(singles.coordinator).post(address(night, "finals-settings"), values | {"minutes": 30})

    assert answer.status_code == 302, answer.content.decode()
    assert singles.fixture("main-1-1").date == date(2027, 4, 9)
    assert singles.fixture("main-1-2").start_time == time(19, 30)


def test_a_night_is_put_on_through_its_page(singles):
    client = signed_in(singles.coordinator)
    values = {"name": "Plate night", "date": "2027-04-09", "start_time": "19:00", "tables": 4, "minutes": 30}
    with time_machine.travel(DRAWN):
        answer = client.post(
            reverse("new-finals-night", args=["leek"]), values | {"venue": singles.small.entries[0].team.venue_id}
        )
        assert answer.status_code == 302, answer.content.decode()
        assert answer.url == reverse("finals-night", args=["leek", "2026-27", "plate-night"])
        assert client.get(answer.url).status_code == 200
        again = client.post(
            reverse("new-finals-night", args=["leek"]), values | {"venue": singles.small.entries[0].team.venue_id}
        )
    assert again.status_code == 422


def test_everybody_reads_the_night(singles, night):
    page = Client().get(address(night)).content.decode()

    assert "Table 1" in page
    assert "Winner of" in page or "winner of" in page
    assert "For the co-ordinator" not in page


def test_a_page_costs_the_same_however_many_ties_there_are(db):
    counts = []
    for each in (1, 4):
        with scopes_disabled():
            made = drawn_cup(each=each)
            made.small.league.slug = f"leek-{each}"
            made.small.league.save()
        with scope(league=made.small.league):
            night = open_night(
                season=made.cup.season, name="Finals", date=NIGHT, start_time=time(19),
                venue=made.small.entries[0].team.venue, tables=2, minutes=40, by=made.coordinator, at=DRAWN,
            )  # fmt: skip
            set_rounds(cup=made.cup, days={("main", 1): (None, night)}, by=made.coordinator, at=DRAWN)
            made.cup.refresh_from_db()
        for url in (address(night), made.address("cup-tie", "main-1-1")):
            with CaptureQueriesContext(connection) as asked:
                assert Client().get(url).status_code == 200
            counts.append(len(asked))
    assert counts == [8, 9, 8, 9]
