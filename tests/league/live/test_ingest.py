"""The form of the wire: what is not a request of it, who is let in and why not, and how a match is read."""

import json
from datetime import timedelta

import pytest
import time_machine
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from django.utils.timezone import now

from league.matchnight import pubsub
from league.matchnight.actions.events import make_link, revoke_link
from league.matchnight.permissions import pass_for_link, ticket_for
from league.matchnight.views import scorer
from league.results.choices import SentFor
from league.schedule.models import Fixture
from league.teams.choices import RoleKind
from league.teams.models import Player, Role
from tests.factories import make_role, make_user
from tests.league.live.phones import Phone, address, log_of, pass_of, phone_of, view_of
from tests.league.person import signed_in

UUID = "123e4567-e89b-42d3-a456-426614174000"
EVENT = {"id": UUID, "dseq": 1, "line": 0, "game": 1, "lease": UUID, "kind": "opened", "body": {}}


def refused(phone: Phone, status: int, body, **headers) -> str:
    answer = phone.post(body, **headers)
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"
    return answer.json()["detail"]


def one(**wrong):
    """A request with one event that is not as it should be."""
    return {"device": UUID, "events": [{**EVENT, **wrong}]}


def nested(depth):
    return [nested(depth - 1)] if depth > 1 else []


A_UUID = f"must be a UUID, as in {UUID}."
A_DSEQ = "must be a whole number from 1 to 2147483647."
SMALL = "must be a whole number from 0 to 32767."


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("", "This is not JSON: Expecting value: line 1 column 1 (char 0)."),
        (b"\xff\xfe\x00", "This is not JSON: 'utf-16-le' codec can't decode byte 0x00 in position 2: truncated data."),
        ("[" * 100_000, "There are too many lists and objects in one another."),
        ("[]", "The request must be a JSON object."),
        ({"events": {}}, "events must be a list."),
        ({}, f"device {A_UUID}"),
        ({"device": UUID.upper()}, f"device {A_UUID}"),
        ({"device": UUID, "after": -1}, "after must be a whole number from 0 to 2147483647."),
        ({"device": UUID, "events": [1]}, "events[0] must be an object."),
        ({"device": UUID, "events": [EVENT] * 1001}, "There are 1001 events: 1000 at once is the most."),
        ({"device": UUID, "events": [EVENT, {**EVENT, "dseq": 0}]}, f"events[1].dseq {A_DSEQ}"),
        (one(dseq=True), f"events[0].dseq {A_DSEQ}"),
        (one(line=40_000), f"events[0].line {SMALL}"),
        (one(game="1"), f"events[0].game {SMALL}"),
        (one(lease="me"), f"events[0].lease {A_UUID}"),
        (one(id=None), f"events[0].id {A_UUID}"),
        (one(kind="x" * 21), "events[0].kind must have 1 to 20 letters."),
        (one(kind="a\0"), "events[0].kind must have 1 to 20 letters."),
        (one(body=[]), "events[0].body must be an object."),
        (one(body={"a": nested(16)}), "events[0].body has too many lists and objects in one another."),
        (one(body={"a": nested(200)}), "events[0].body has too many lists and objects in one another."),
        (one(body={"a": "x" * 8000}), "events[0].body is longer than 8000 characters."),
        ('{"device": 1, "after": NaN}', "This is not JSON: NaN is no number."),
        ('{"device": 1, "after": 1e999}', "This is not JSON: 1e999 is no number."),
    ],
)
def test_what_is_not_of_the_form_is_refused_in_words(phone, fixture, body, words):
    assert refused(phone, 400, body) == words
    assert log_of(fixture) == []


def test_request_that_is_too_big_is_refused_before_it_is_read(phone):
    assert refused(phone, 413, "x" * 1_000_001) == "This is more than 1,000,000 bytes: send fewer events at once."


def test_without_a_pass_nothing_is_taken_and_a_session_is_none(night, phone, fixture):
    phone.opens()
    client = signed_in(night.home)
    answer = client.post(
        address(fixture, "live-events"), json.dumps(phone.parcel(phone.taps)), content_type="application/json"
    )
    assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
    assert log_of(fixture) == []


def test_pass_needs_no_token_against_forgery_and_no_session(phone):
    phone.client = Client(enforce_csrf_checks=True)
    phone.opens()
    assert phone.send().status_code == 200


def test_answers_are_kept_by_nobody(phone):
    assert phone.send([])["Cache-Control"] == "no-store"


def test_database_that_is_away_is_told_as_later_and_nothing_is_half_done(phone, fixture):
    def away(execute, sql, *rest):
        if sql.startswith("INSERT") and "matchnight_liveevent" in sql:
            raise OperationalError("the server closed the connection")
        return execute(sql, *rest)

    phone.opens()
    with connection.execute_wrapper(away):
        answer = phone.send()
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")
    assert log_of(fixture) == []
    assert phone.send().json()["next"] == 2


@pytest.mark.parametrize("token", ["", "nonsense", "W10:1x3f2X:abc"])
def test_what_is_no_pass_is_told_so(phone, token):
    phone.token = token
    assert refused(phone, 401, {}) == "This is no pass. Open the match again."


def test_pass_is_for_one_match(night, phone, fixture):
    phone.token = pass_of(night.small.fixtures[1], night.secretary)
    assert refused(phone, 401, {}) == "This pass is for another match."


def test_pass_outlives_the_session_and_not_the_fortnight(phone):
    with time_machine.travel(now() + timedelta(days=13)):
        assert phone.send([]).status_code == 200
    with time_machine.travel(now() + timedelta(days=15)):
        assert refused(phone, 401, {}) == "This page is more than two weeks old. Open the match again."


def test_role_that_ends_ends_the_pass_and_the_phone_keeps_its_events(night, phone, fixture):
    phone.opens()
    phone.send()
    Role.objects.filter(user=night.home).update(ended_at=now())
    phone.pegs(0, 8)
    words = "You can no longer score this match. A captain or the secretary can let you in again."
    assert refused(phone, 401, phone.parcel(phone.taps)) == words
    assert len(log_of(fixture)) == 1
    Role.objects.filter(user=night.home).update(ended_at=None)
    assert phone.send().json()["next"] == 3


def test_person_who_may_no_longer_sign_in_may_no_longer_peg(night, phone):
    night.home.is_active = False
    night.home.save()
    assert phone.send([]).status_code == 401


def test_link_that_is_taken_back_ends_its_passes(night, phone, fixture):
    link, _ = make_link(fixture=fixture, name="Bob Lee", by=night.home, at=now())
    guest = Phone(fixture, pass_for_link(fixture, link), name="Bob Lee")
    guest.opens()
    guest.send()
    (event,) = log_of(fixture)
    assert (event.by, event.link) == (None, link)
    revoke_link(link=link, by=night.home, at=now())
    assert refused(guest, 401, {}) == "This scorer link has ended. A captain can make another."


def test_settled_card_ends_the_pegging_and_one_card_does_not(night, phone):
    night.send(SentFor.HOME, at=now())
    assert phone.send([]).status_code == 200
    night.send(SentFor.AWAY, at=now())
    assert refused(phone, 401, {}).startswith("This result stands")


def test_scorer_of_a_side_may_peg_its_matches_and_no_other(night, fixture):
    scorer = make_user("Sue Scorer")
    assert refused(phone_of(fixture, scorer), 401, {}).startswith("You can no longer")
    make_role(scorer, night.small.league, RoleKind.SCORER, night.small.entries[1].team)
    assert phone_of(fixture, scorer).send([]).status_code == 200
    assert phone_of(night.small.fixtures[1], scorer).send([]).status_code == 401


@pytest.fixture
def published():
    """The codes and heads that were published."""
    heads = []
    pubsub.set_subscriber(lambda *head: heads.append(head))
    yield heads
    pubsub.set_subscriber(None)


def test_head_is_published_once_a_request_after_the_commit(
    phone, fixture, published, django_capture_on_commit_callbacks
):
    phone.opens()
    phone.pegs(0, 8)
    for _ in range(2):
        with django_capture_on_commit_callbacks(execute=True):
            phone.send()
    assert published == [(fixture.code, 2)]


@pytest.mark.django_db(transaction=True)
def test_who_watches_is_told_once_the_phone_has_its_answer(phone, fixture, published):
    phone.opens()
    ask = RequestFactory().generic("POST", address(fixture, "live-events"), json.dumps(phone.parcel(phone.taps)))
    ask.META["HTTP_AUTHORIZATION"] = f"Bearer {phone.token}"
    ask.user, ask.league = AnonymousUser(), fixture.league
    answer = scorer.events(ask, fixture.league.slug, fixture.first_date, fixture.slug)
    assert (json.loads(answer.content)["head"], published) == (1, [])
    answer.close()  # as a server does once it has sent the answer
    assert published == [(fixture.code, 1)]


@pytest.mark.django_db(transaction=True)
def test_who_watches_is_told_where_the_answer_fails_after_the_commit(phone, fixture, published):
    inserts = []

    def away_once_committed(execute, sql, *rest):
        if inserts and not connection.in_atomic_block:
            raise OperationalError("the server closed the connection")
        if sql.startswith("INSERT") and "matchnight_liveevent" in sql:
            inserts.append(sql)
        return execute(sql, *rest)

    phone.opens()
    with connection.execute_wrapper(away_once_committed):
        assert phone.send().status_code == 503
    assert published == [(fixture.code, 1)]


# --- reading ----------------------------------------------------------------------------------------------------------
def test_match_that_nobody_pegged_reads_so(fixture):
    assert Client().get(address(fixture, "live-state")).json() == {
        "head": 0, "home": "Crown A", "away": "Bell", "games_won": [0, 0], "status": "not-started", "games": [],
    }  # fmt: skip


def test_view_of_a_game_is_as_documented(night, phone, fixture):
    crown, bell_squad = night.match.home.players, night.match.away.players
    opened = phone.opens()
    opened["body"] |= {
        "home": [{"key": crown[0].id, "name": "whatever the phone says"}],
        "away": [{"key": bell_squad[0].id, "name": "x"}],
    }
    phone.pegs(0, 8)
    last = phone.pegs(1, 3)
    phone.send()
    assert view_of(fixture) == {
        "line": 0, "game": 1, "label": "S1", "seq": 3, "players": [["C PlayerA"], ["B PlayerA"]],
        "scores": [8, 3], "back": [0, 0], "target": 61, "needs": [53, 58], "hand": 1, "leader": 0, "drop": 0,
        "winner": None, "confirmed": [], "holder": "C A Captain", "aside": 0,
        "last": [
            {"id": last["id"], "side": 1, "pegs": 3, "how": "pegged", "score": 3},
            {"id": phone.taps[1]["id"], "side": 0, "pegs": 8, "how": "pegged", "score": 8},
        ],
    }  # fmt: skip


def test_minors_are_initials_whatever_a_phone_says(night, phone, fixture):
    young = night.match.home.players[0]
    Player.objects.filter(pk=young.id).update(under_18=True)
    opened = phone.opens()
    opened["body"]["home"] = [{"key": young.id, "name": "Full Name"}]
    phone.send()
    assert view_of(fixture)["players"] == [["C P"], ["B Lee"]]


def test_confirmed_is_who_agreed_to_the_score_as_it_stands(phone, fixture):
    phone.opens()
    phone.pegs(0, 8)
    phone.tap("confirmed", {"side": 1, "name": "Bob Lee", "scores": [8, 0]})
    phone.send()
    assert view_of(fixture)["confirmed"] == [1]
    phone.pegs(0, 3)
    phone.send()
    assert view_of(fixture)["confirmed"] == []


def test_games_won_and_status(night, phone, fixture):
    phone.opens()
    phone.opens(line=1)
    for pegs in (8, 8, 8, 8, 8, 8, 8, 6):
        phone.pegs(1, pegs)
    phone.send()
    state = Client().get(address(fixture, "live-state")).json()
    assert (state["games_won"], state["status"], state["head"]) == ([0, 0], "live", 10)
    assert state["games"][0]["last"][0]["how"] == "bust"
    phone.pegs(1, 4)
    phone.pegs(1, 1)
    phone.send()
    state = Client().get(address(fixture, "live-state")).json()
    assert (state["games_won"], [view["winner"] for view in state["games"]]) == ([0, 1], [1, None])
    night.send(SentFor.HOME, at=now())
    assert Client().get(address(fixture, "live-state")).json()["status"] == "finished"


def test_nothing_new_is_answered_without_reading_the_log(phone, fixture, django_assert_num_queries):
    phone.opens()
    phone.send()
    client = Client()
    first = client.get(address(fixture, "live-state"))
    with django_assert_num_queries(3):
        again = client.get(address(fixture, "live-state"), headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    phone.pegs(0, 8)
    phone.send()
    assert client.get(address(fixture, "live-state"), headers={"If-None-Match": first["ETag"]}).status_code == 200


@pytest.mark.parametrize("games", [1, 3, 6])
def test_reading_costs_the_same_for_any_number_of_games(phone, fixture, games, django_assert_num_queries):
    for line in range(games):
        phone.opens(line=line)
        phone.pegs(0, 3, line=line)
    phone.send()
    with django_assert_num_queries(5):
        Client().get(address(fixture, "live-state"))


# --- a private league -------------------------------------------------------------------------------------------------
@pytest.fixture
def private(night):
    night.small.league.public = False
    night.small.league.save()
    return night


def test_private_league_is_pegged_by_pass_alone(private, phone, fixture):
    phone.opens()
    assert phone.send().status_code == 200
    link, _ = make_link(fixture=fixture, name="Bob Lee", by=private.home, at=now())
    guest = Phone(fixture, pass_for_link(fixture, link))
    assert guest.send([]).status_code == 200
    revoke_link(link=link, by=private.home, at=now())
    assert guest.send([]).status_code == 401


@pytest.mark.parametrize("token", ["", "nonsense"])
def test_private_league_does_not_exist_for_others(private, phone, fixture, token):
    phone.token = token
    for answer in (
        phone.send([]),
        Client().get(address(fixture, "live-state")),
        Client().get(address(fixture, "live-state") + "?ticket=nonsense"),
        Client().get(address(fixture, "live-state").replace("crown-a-v", "nobody-v")),
    ):
        assert answer.status_code == 404
        assert b"Leek" not in answer.content


def test_private_league_is_watched_by_ticket(private, fixture):
    ticket = ticket_for(fixture)
    assert Client().get(address(fixture, "live-state"), {"ticket": ticket}).status_code == 200
    with time_machine.travel(now() + timedelta(hours=7)):
        assert Client().get(address(fixture, "live-state"), {"ticket": ticket}).status_code == 404


def test_pass_opens_its_match_at_its_address_only(phone, night):
    """The match is found by the pass; what is sent to another address is for the match there, or for none."""
    phone.opens()
    other = night.small.fixtures[1]
    here = phone.fixture
    phone.fixture = other
    assert phone.send().status_code == 401
    phone.fixture = Fixture(pk=here.pk, league=here.league, first_date=here.first_date, home=here.away, away=here.home)
    assert phone.send().status_code == 404
    phone.fixture = here
    assert phone.send().status_code == 200
