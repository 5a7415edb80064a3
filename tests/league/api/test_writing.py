"""Writing: what a captain may send, once, having seen the match as it is."""

from datetime import timedelta

import pytest
from django_scopes import scope

from league.base.audit.models import Entry
from league.exchange.choices import TokenScope
from league.exchange.models import Reply, Token
from league.exchange.periodic import forget_answers
from league.exchange.queries.api_cards import card_from
from league.exchange.schemas.fixtures import CardIn
from league.results.models import Answer, Submission
from league.teams.models import Player
from scoring.card.check import check
from tests.league.api.programs import Program, match_path, program_of, seen_by, written
from tests.league.results.evening import CLOSING_TIME


@pytest.fixture
def home(evening) -> Program:
    return program_of(evening.home)


@pytest.fixture
def away(evening) -> Program:
    return program_of(evening.away)


def send(program, evening, card=None, **given):
    given = {"seen": seen_by(program, evening)} | given
    return program.post(f"{match_path(evening)}/cards", card or written(evening), **given)


def stored(evening):
    with scope(league=evening.small.league):
        return list(Submission.objects.order_by("pk"))


def test_a_card_is_taken_and_its_equal_confirms_it(evening, home, away):
    first = send(home, evening)
    assert first.status_code == 201, first.content
    assert (first.json()["sent_for"], first.json()["result_state"], first.json()["version"]) == (
        "home", "provisional", 2
    )  # fmt: skip
    second = send(away, evening)
    assert (second.json()["sent_for"], second.json()["result_state"]) == ("away", "confirmed")
    assert [each.receipt for each in stored(evening)] == [first.json()["receipt"], second.json()["receipt"]]
    with scope(league=evening.small.league):
        assert stored(evening)[0].by == evening.home
    assert Entry.objects.filter(verb="submit_card").count() == 2


def test_the_same_key_and_card_again_is_the_same_answer(evening, home):
    seen = seen_by(home, evening)
    first, again = (send(home, evening, key="evening-1", seen=seen) for _ in range(2))
    assert (again.status_code, again.json()) == (201, first.json())
    assert len(stored(evening)) == 1


def test_the_same_key_with_another_card_is_refused(evening, home):
    seen = seen_by(home, evening)
    send(home, evening, key="evening-1", seen=seen)
    answer = send(home, evening, written(evening, seed=2), key="evening-1", seen=seen)
    assert (answer.status_code, answer.json()["type"]) == (422, "/api/v1/#key-used")
    assert len(stored(evening)) == 1


def test_a_key_is_its_tokens_own(evening, home, away):
    send(home, evening, key="evening-1")
    assert send(away, evening, key="evening-1").json()["result_state"] == "confirmed"


def test_a_key_is_forgotten_after_a_day_and_the_card_is_not(evening, home, clock):
    seen = seen_by(home, evening)
    first = send(home, evening, key="evening-1", seen=seen).json()
    clock.shift(timedelta(hours=24))
    other = send(home, evening, written(evening, seed=2), key="evening-1")
    assert (other.status_code, other.json()["type"]) == (422, "/api/v1/#key-used")
    again = send(home, evening, key="evening-1", seen=seen)
    assert again.json()["receipt"] == first["receipt"]


def test_answers_are_forgotten_after_a_day_also_where_nobody_writes(evening, home):
    send(home, evening)
    forget_answers(CLOSING_TIME + timedelta(hours=23))
    assert Reply.objects.count() == 1
    forget_answers(CLOSING_TIME + timedelta(hours=24))
    assert Reply.objects.count() == 0


def test_what_was_refused_is_not_kept_and_the_key_is_free(evening, home):
    wrong = written(evening)
    wrong["lines"][0]["games"][0]["winner"] = None
    refused = send(home, evening, wrong, key="evening-1")
    assert refused.status_code == 422
    assert Reply.objects.count() == 0
    assert send(home, evening, key="evening-1").status_code == 201


def test_every_problem_of_a_card_is_told_with_place_and_rule(evening, home):
    card = written(evening)
    game = card["lines"][4]["games"][0]
    game[f"{game['winner']}_pegs"] = 12
    card["lines"][0]["home"] = []
    answer = send(home, evening, card)
    told = answer.json()
    assert (answer.status_code, told["type"]) == (422, "/api/v1/#card-refused")
    paths = [each["path"] for each in told["errors"] if each["severity"] == "refuse"]
    assert any(path.startswith("lines.4.games.0") for path in paths)
    assert any(path.startswith("lines.0.home") for path in paths)
    assert all(each["message"] and each["code"] for each in told["errors"])
    assert stored(evening) == []


def test_a_player_of_no_team_here_is_told_by_place(evening, home):
    card = written(evening)
    card["lines"][2]["away"][0] = {"player": "nobody-at-all"}
    answer = send(home, evening, card)
    assert answer.status_code == 422
    assert [(each["path"], each["code"]) for each in answer.json()["errors"]] == [
        ("lines.2.away.0.player", "unknown_player")
    ]


def test_a_word_that_is_not_known_is_told(evening, home):
    answer = send(home, evening, {"line": []})
    assert (answer.status_code, answer.json()["errors"][0]["path"]) == (422, "line")


def test_a_match_that_has_changed_is_told(evening, home):
    seen = seen_by(home, evening)
    send(home, evening, seen=seen)
    answer = send(home, evening, written(evening, seed=2), seen=seen)
    assert (answer.status_code, answer.json()["type"]) == (412, "/api/v1/#changed")
    assert send(home, evening, seen='"not one of ours"').status_code == 412
    assert len(stored(evening)) == 1


def test_the_other_captains_card_is_no_change(evening, home, away):
    seen = seen_by(away, evening)
    send(home, evening)
    assert send(away, evening, seen=seen).json()["result_state"] == "confirmed"


def test_the_other_side_agrees_once(evening, home, away):
    receipt = send(home, evening).json()["receipt"]
    path, seen = f"{match_path(evening)}/cards/{receipt}/confirmation", seen_by(away, evening)
    answers = [away.post(path, key="yes", seen=seen) for _ in range(2)]
    assert [each.status_code for each in answers] == [201, 201], answers[0].content
    assert answers[0].json() == answers[1].json()
    assert (answers[0].json()["agreed"], answers[0].json()["result_state"]) == (True, "confirmed")
    assert away.post(path, seen=seen_by(away, evening)).status_code in {201, 409}
    with scope(league=evening.small.league):
        assert Answer.objects.count() == 1


def test_the_other_side_disputes_with_a_reason(evening, home, away):
    receipt = send(home, evening).json()["receipt"]
    path = f"{match_path(evening)}/cards/{receipt}/dispute"
    assert away.post(path, {"reason": ""}, seen=seen_by(away, evening)).status_code == 422
    answer = away.post(path, {"reason": "S3 went to Bell"}, seen=seen_by(away, evening))
    assert (answer.status_code, answer.json()["result_state"]) == (201, "disputed")
    mine = away.get(f"{match_path(evening)}/cards").json()["items"]
    assert mine[0]["answer"]["reason"] == "S3 went to Bell"


def test_an_answer_to_a_match_that_has_changed_is_told(evening, home, away):
    old = seen_by(away, evening)
    receipt = send(home, evening).json()["receipt"]
    answer = away.post(f"{match_path(evening)}/cards/{receipt}/confirmation", seen=old)
    assert (answer.status_code, answer.json()["type"]) == (412, "/api/v1/#changed")


def test_nobody_answers_his_own_card(evening, home):
    receipt = send(home, evening).json()["receipt"]
    answer = home.post(f"{match_path(evening)}/cards/{receipt}/confirmation", seen=seen_by(home, evening))
    assert (answer.status_code, answer.json()["type"]) == (403, "/api/v1/#not-allowed")


def test_a_result_that_stands_takes_no_card(evening, home, away):
    send(home, evening)
    send(away, evening)
    answer = send(home, evening, written(evening, seed=2))
    assert (answer.status_code, answer.json()["type"]) == (409, "/api/v1/#not-accepted")


def test_captains_read_back_the_card_that_was_sent(evening, home, away):
    card = written(evening)
    send(home, evening, card)
    told = away.get(f"{match_path(evening)}/cards").json()["items"]
    assert [each["counts"] for each in told] == [True]
    sent_back = [
        {"home": [each["player"] for each in line["home"]], "games": [game["winner"] for game in line["games"]]}
        for line in told[0]["card"]["lines"]
    ]
    assert sent_back == [
        {"home": [each["player"] for each in line["home"]], "games": [game["winner"] for game in line["games"]]}
        for line in card["lines"]
    ]


def test_the_card_form_names_the_lines_and_both_squads(evening, home):
    told = home.get(f"{match_path(evening)}/card-form").json()
    assert (told["acts_for"], told["home"]["name"], len(told["home"]["players"])) == ("home", "Crown A", 8)
    assert [line["players"] for line in told["lines"]] == [len(line["home"]) for line in written(evening)["lines"]]


def test_a_token_that_only_reads_sends_nothing(evening):
    program = program_of(evening.home, TokenScope.READ)
    answer = send(program, evening)
    assert (answer.status_code, answer.json()["type"]) == (403, "/api/v1/#not-allowed")
    assert program.get(f"{match_path(evening)}/card-form").status_code == 200


@pytest.mark.parametrize("what", ["revoked", "expired", "left", "made up", "basic"])
def test_a_token_that_is_not_good_lets_nobody_in(evening, home, clock, what):
    token = Token.objects.get()
    if what == "revoked":
        Token.objects.update(revoked_at=token.made_at)
    elif what == "expired":
        Token.objects.update(expires_on=token.made_at.date())
    elif what == "left":
        evening.home.is_active = False
        evening.home.save()
    elif what == "made up":
        home.secret = home.secret[:-1] + ("a" if home.secret[-1] != "a" else "b")
    headers = {"Authorization": "Basic aGFycnk6Z295"} if what == "basic" else {}
    for path in ("leagues", f"{match_path(evening)}/card-form"):
        answer = home.get(path, headers=headers)
        assert (answer.status_code, answer["WWW-Authenticate"]) == (401, "Bearer")
        assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"data": "{", "content_type": "application/json"}, 400),
        ({"data": "[]", "content_type": "application/json"}, 422),
        ({"data": "ending=played", "content_type": "application/x-www-form-urlencoded"}, 415),
        ({"data": '{"remarks": "' + "x" * 200_000 + '"}', "content_type": "application/json"}, 413),
        ({"data": '{"remarks": "\\u0000"}', "content_type": "application/json"}, 422),
        ({"data": '{"remarks": "\\ud800"}', "content_type": "application/json"}, 422),
        ({"data": "[" * 90_000, "content_type": "application/json"}, 400),
    ],
)
def test_what_is_no_card_is_told(evening, home, sent, status):
    headers = home.headers | {"Idempotency-Key": "k", "If-Match": seen_by(home, evening)}
    answer = home.client.post(f"/api/v1/{match_path(evening)}/cards", headers=headers, **sent)
    assert (answer.status_code, answer["Content-Type"]) == (status, "application/problem+json")


def test_a_write_without_key_or_etag_is_told(evening, home):
    answer = home.client.post(
        f"/api/v1/{match_path(evening)}/cards", "{}", content_type="application/json", headers=home.headers
    )
    paths = {each["path"].lower() for each in answer.json()["errors"]}
    assert (answer.status_code, paths) == (422, {"header.idempotency-key", "header.if-match"})


def test_problems_are_those_of_the_check_on_the_form(evening, home):
    card = written(evening)
    for line in card["lines"][:3]:
        line["away"] = card["lines"][3]["away"]
        line["games"][0] |= {"home_pegs": 61, "away_pegs": 61}
    told = send(home, evening, card).json()
    with scope(league=evening.small.league):
        found = check(card_from(CardIn.model_validate(card)), evening.match)
    assert [
        (each["path"], each["code"], each["message"], each["severity"], each["rule"]) for each in told["errors"]
    ] == [(each.path, each.code, each.message, each.severity.value, each.rule) for each in found]
    assert len(found) > 3


def test_what_only_breaks_a_rule_of_the_league_is_taken_and_told(evening, home):
    card = written(evening)
    with scope(league=evening.small.league):
        stranger = evening.small.entries[2].team.registrations.order_by("pk").first().player
    card["lines"][0]["away"][0] = {"player": stranger.slug}
    answer = send(home, evening, card)
    assert answer.status_code == 201, answer.content
    assert [(each["path"], each["severity"]) for each in answer.json()["problems"]] == [("lines.0.away.0", "secretary")]


def test_a_walkover_needs_no_lines(evening, home):
    answer = send(home, evening, {"ending": "walkover-home", "remarks": "Bell had three players"})
    assert answer.status_code == 201, answer.content
    assert home.get(match_path(evening)).json()["result"]["kind"] == "walkover"


def test_somebody_signs_on_the_card(evening, home):
    card = written(evening)
    card["lines"][0]["home"] = [{"name": "Bob New"}]
    card["signings"] = [{"side": "home", "name": "Bob New"}]
    answer = send(home, evening, card)
    assert answer.status_code == 201, answer.content
    told = home.get(f"{match_path(evening)}/cards").json()["items"][0]["card"]
    with scope(league=evening.small.league):
        signed = Player.objects.get(name="Bob New")
    assert told["lines"][0]["home"] == [{"player": signed.slug, "name": "Bob New"}]


def test_the_etag_of_an_answer_that_was_compressed_is_as_good(evening, home):
    read = home.get(match_path(evening), headers={"Accept-Encoding": "gzip"})
    assert read["Content-Encoding"] == "gzip"
    assert read["ETag"].startswith("W/")
    assert home.get(match_path(evening), headers={"If-None-Match": read["ETag"]}).status_code == 304
    assert send(home, evening, seen=read["ETag"]).status_code == 201
