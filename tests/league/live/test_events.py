"""Taking in what phones send: once, in each phone's order, whatever it says. Over HTTP, as a phone does it."""

import pytest
from django.db import connection
from django.test import Client

from league.base.audit.models import Entry
from league.matchnight.models import LiveMatch
from league.matchnight.queries.match_state import ANOTHER_SCORES
from league.results.choices import SentFor
from league.schedule.models import Fixture
from scoring.play.rules import Rules
from tests.league.live.phones import address, log_of, phone_of, view_of


def seqs(answer) -> list[int]:
    return [each["seq"] for each in answer["acks"]]


def test_events_are_numbered_from_one_and_acknowledged(phone, fixture):
    phone.opens()
    phone.pegs(0, 8)
    answer = phone.send().json()
    assert (answer["head"], answer["next"], seqs(answer)) == (2, 3, [1, 2])
    assert [each["id"] for each in answer["acks"]] == [each["id"] for each in phone.taps]
    assert all(each["counts"] for each in answer["acks"])
    assert answer["holds"] == [
        {"line": 0, "game": 1, "lease": str(phone.lease), "name": "Crown A Captain", "since": 1}
    ]  # fmt: skip


def test_log_has_what_was_sent_as_it_was_sent(phone, night, fixture):
    tapped = phone.opens()
    phone.send()
    (event,) = log_of(fixture)
    assert (str(event.id), str(event.device), event.dseq, event.line, event.game) == (
        tapped["id"], str(phone.device), 1, 0, 1,
    )  # fmt: skip
    assert (str(event.lease), event.kind, event.body) == (str(phone.lease), "opened", tapped["body"])
    assert (event.by, event.link, event.entered_at.isoformat()) == (night.home, None, "2026-09-07T20:41:07+00:00")


def test_sent_again_is_answered_as_before_and_is_one_event(phone, fixture):
    phone.opens()
    phone.pegs(0, 8)
    first, again = phone.send().json(), phone.send().json()
    assert again == first
    assert len(log_of(fixture)) == 2


def test_same_event_twice_in_one_request_is_one_event(phone, fixture):
    tapped = phone.opens()
    answer = phone.send([tapped, tapped]).json()
    assert (answer["head"], len(answer["acks"])) == (1, 1)


def test_hole_in_the_numbers_stops_there(phone, fixture):
    for pegs in range(5):
        phone.pegs(0, pegs)
    answer = phone.send([phone.taps[0], phone.taps[1], phone.taps[3]]).json()
    assert (answer["next"], seqs(answer)) == (3, [1, 2])
    assert phone.send(phone.taps[2:]).json()["next"] == 6
    assert [event.dseq for event in log_of(fixture)] == [1, 2, 3, 4, 5]


def test_hole_before_everything_that_is_sent_is_told(phone, fixture):
    for pegs in range(6):
        phone.pegs(0, pegs)
    assert phone.send(phone.taps[4:]).json()["next"] == 1
    phone.send(phone.taps[:2])
    answer = phone.send(phone.taps[4:]).json()
    assert (answer["head"], answer["next"], answer["acks"]) == (2, 3, [])


def test_number_used_twice_leaves_the_second_event_to_be_numbered_anew(phone, fixture):
    phone.opens()
    phone.send()
    second = phone.pegs(0, 3)
    second["dseq"] = 1
    answer = phone.send([second]).json()
    assert (answer["acks"], answer["next"]) == ([], 2)
    assert phone.send([{**second, "dseq": 2}]).json()["next"] == 3


def test_what_others_sent_is_told_as_missed(phone, other, fixture):
    phone.opens()
    phone.send()
    other.opens(line=1)
    answer = other.send().json()
    assert [(each["seq"], each["id"], each["body"]) for each in answer["missed"]] == [
        (1, phone.taps[0]["id"], phone.taps[0]["body"])
    ]
    other.after = answer["head"]
    assert other.send([]).json()["missed"] == []
    assert [each["seq"] for each in phone.send([]).json()["missed"]] == [2]


def test_request_without_events_says_how_things_stand(phone):
    assert phone.send([]).json() == {"head": 0, "next": 1, "acks": [], "missed": [], "holds": []}


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"kind": "nonsense"},
        {"kind": "pegged", "id": "another", "side": 0, "pegs": 8},
        {"kind": "pegged", "side": "x", "pegs": None},
        {"kind": "pegged", "side": 7, "pegs": 8},
        {"kind": "undone", "ref": "never heard of"},
        {"kind": "pegged", "side": 0, "pegs": 10**30},
        {"nul": "a\0b", "half a pair": "\ud83d", "deep": [[[[[{}]]]]]},
    ],
)
def test_nothing_that_an_event_says_makes_the_request_fail(phone, fixture, body):
    phone.opens()
    event = phone.tap("fact", body)
    event["body"] = {"id": event["id"], **body}
    phone.pegs(1, 4)
    answer = phone.send()
    assert (answer.status_code, answer.json()["next"]) == (200, 4)
    assert view_of(fixture)["scores"] == [0, 4]


@pytest.mark.parametrize(("line", "game", "kind"), [(99, 1, "opened"), (0, 7, "opened"), (0, 0, "fact"), (0, 1, "jig")])
def test_events_of_no_game_and_of_no_kind_are_kept_and_count_for_nothing(phone, fixture, line, game, kind):
    phone.tap(kind, {}, line=line, game=game)
    answer = phone.send().json()
    assert [(each["seq"], each["counts"]) for each in answer["acks"]] == [(1, False)]
    assert len(log_of(fixture)) == 1
    assert Client().get(address(fixture, "live-state")).json()["games_won"] == [0, 0]


def test_id_of_another_match_is_refused(phone, night, fixture):
    tapped = phone.opens()
    phone.send()
    elsewhere = phone_of(Fixture.objects.get(home=fixture.away, away=fixture.home), night.home)
    answer = elsewhere.send([tapped])
    assert (answer.status_code, answer.json()["detail"]) == (400, f"{tapped['id']} is an event of another match")


def test_second_phone_that_opens_the_same_game_is_kept_aside(phone, other, fixture):
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    other.opens()
    other.pegs(0, 6)
    answer = other.send().json()
    assert [each["counts"] for each in answer["acks"]] == [False, False]
    assert {each["why"] for each in answer["acks"]} == {ANOTHER_SCORES}
    assert [hold["lease"] for hold in answer["holds"]] == [str(phone.lease)]
    view = view_of(fixture)
    assert (view["scores"], view["aside"]) == ([8, 0], 2)


def test_taking_over_moves_the_hold_and_keeps_what_the_other_taps_aside(phone, other, fixture):
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    other.takes()
    other.pegs(1, 3)
    assert all(each["counts"] for each in other.send().json()["acks"])
    late = phone.pegs(0, 2)
    answer = phone.send([late]).json()
    assert [each["counts"] for each in answer["acks"]] == [False]
    assert answer["holds"][0]["lease"] == str(other.lease)
    view = view_of(fixture)
    assert (view["scores"], view["aside"]) == ([8, 3], 1)


def test_captains_choose_the_other_track(phone, other, fixture):
    phone.opens()
    phone.pegs(0, 8)
    phone.send()
    other.takes()
    other.pegs(1, 3)
    other.send()
    phone.pegs(0, 2)
    phone.send()
    other.tap("chosen", {"lease": str(phone.lease), "reason": "Bob's phone was a hand behind"})
    other.send()
    view = view_of(fixture)
    assert (view["scores"], view["aside"], view["holder"]) == ([10, 0], 0, "C A Captain")
    assert Entry.objects.get(verb="choose_track").reason == "Bob's phone was a hand behind"


def test_first_event_freezes_the_rules_and_says_that_the_match_is_being_played(phone, night):
    version = night.fixture.version
    phone.opens()
    phone.send()
    held = night.fixture
    assert (held.in_play, held.version) == (True, version)
    rules = LiveMatch.objects.get(fixture=held).rules
    assert [Rules.from_json(each).target for each in rules] == [line.target for line in night.match.format.lines]


def test_match_of_another_night_is_pegged_and_not_said_to_be_played(night):
    later = Fixture.objects.get(home=night.fixture.away, away=night.fixture.home)
    phone = phone_of(later, night.away)
    phone.opens()
    phone.send()
    later.refresh_from_db()
    assert (later.in_play, LiveMatch.objects.get(fixture=later).head) == (False, 1)


def test_card_that_was_begun_before_the_first_peg_is_still_in_time(phone, night):
    seen = night.fixture.version
    phone.opens()
    phone.send()
    assert night.send(SentFor.HOME, seen=seen).receipt


def test_history_tells_each_game_once_and_no_pegs(phone):
    phone.opens()
    for pegs in range(20):
        phone.pegs(0, pegs % 9)
    phone.opens(line=1)
    phone.send()
    told = list(Entry.objects.order_by("pk").values_list("verb", "words"))
    assert [verb for verb, _ in told] == ["open_match", "open_game", "open_game"]
    assert told[1][1] == "Crown A Captain opened Singles 1 of Crown A v Bell"


@pytest.mark.parametrize("events", [1, 3, 60])
def test_queries_do_not_grow_with_the_events(phone, events, django_assert_num_queries):
    phone.opens()
    phone.send()
    for pegs in range(events):
        phone.pegs(0, pegs % 9)
    with django_assert_num_queries(11):
        phone.send()


@pytest.mark.parametrize("games", [1, 3])
def test_the_first_games_of_a_match_are_opened_by_as_many_queries(phone, games, django_assert_num_queries):
    for line in range(games):
        phone.opens(line=line)
    with django_assert_num_queries(20 + (connection.vendor == "postgresql")):  # where a chain is locked besides
        phone.send()
    assert Entry.objects.count() == 1 + games


def test_phone_that_knows_all_asks_little(phone, django_assert_num_queries):
    phone.opens()
    phone.after = phone.send().json()["head"]
    with django_assert_num_queries(7):
        phone.send([])


def test_every_event_of_a_thousand_is_taken(phone, fixture):
    for number in range(1000):
        phone.pegs(number % 2, number % 9)
    answer = phone.send().json()
    assert (answer["head"], len(answer["acks"])) == (1000, 1000)
    assert [event.dseq for event in log_of(fixture)] == list(range(1, 1001))


def test_missed_events_come_a_thousand_at_a_time(phone, other):
    for _ in range(2):
        phone.taps = [phone.pegs(0, 1, line=number % 6) for number in range(len(phone.taps), len(phone.taps) + 600)]
        for number, event in enumerate(phone.taps):
            event["dseq"] = phone.after + number + 1
        phone.after = phone.send().json()["next"] - 1
    first = other.send([]).json()["missed"]
    other.after = first[-1]["seq"]
    second = other.send([]).json()["missed"]
    assert (len(first), len(second), second[-1]["seq"]) == (1000, 200, 1200)
