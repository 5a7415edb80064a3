"""What is told to whom about each action, and every kind of letter word for word."""

import re
from datetime import date, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from django.utils import timezone

from league.notifications.actions.write_messages import give_notice, process_clock
from league.notifications.models import Message, OutboxCursor
from league.results.actions.cards import answer_card, submit_card_by_code
from league.results.actions.decisions import Award, award_match, correct_result
from league.results.actions.messages import ReceivedMessage, submit_message
from league.results.choices import SentFor
from league.schedule.actions.matches import (
    answer_move,
    ask_move,
    decide_move,
    play_elsewhere,
    postpone_fixture,
    rearrange_fixture,
    void_fixture,
    withdraw_request,
)
from league.teams.actions.people import end_role
from league.teams.actions.registrations import (
    approve_registration,
    ask_registration,
    ask_transfer,
    decide_transfer,
    refuse_registration,
)
from league.teams.choices import RoleKind
from league.teams.models import Role
from scoring.card.sheet import Side
from tests.factories import make_role, make_user
from tests.league.notifications.conftest import MOMENT, said, told
from tests.league.results.evening import CLOSING_TIME, later, other_winner

GOLDEN = Path(__file__).parent / "golden"
NOON = datetime(2026, 9, 1, 12, tzinfo=timezone.get_default_timezone())


def plain(text: str) -> str:
    """Without what is another one in every database: keys, tokens and receipts."""
    text = re.sub(r"/unsubscribe/[^/\s\"]+/", "/unsubscribe/TOKEN/", text)
    text = re.sub(r"\b[A-Z]{3}-[A-Z0-9]{4}\b", "RECEIPT", text)
    return re.sub(r"/move-requests/\d+/", "/move-requests/1/", text)


def as_written(name: str, message: Message) -> None:
    """The letter is what the golden files say. One that is not there is written, to be read, and the test fails."""
    for suffix, text in (("txt", f"Subject: {message.subject}\n\n{message.text}"), ("html", message.html)):
        path = GOLDEN / f"{name}.{suffix}"
        known = path.read_text() if path.exists() else None
        if known is None:
            path.write_text(plain(text))
        assert plain(text) == known, path.name


# --- cards ------------------------------------------------------------------------------------------------------------
def test_the_other_side_is_asked_about_a_card(evening):
    evening.send(SentFor.HOME)
    [letter] = told()
    assert letter.to == evening.away
    as_written("card_sent", letter)


def by_code(evening, side=SentFor.HOME, **rest):
    values = {"card": evening.card(), "sender": "Alan Hill", "key": uuid4(), "seen": evening.fixture.version}
    return submit_card_by_code(fixture=evening.fixture, sent_for=side, at=CLOSING_TIME, **(values | rest))


def test_both_captains_are_asked_about_a_card_that_came_by_the_code(evening):
    by_code(evening)
    letters = told()
    assert [each.to for each in letters] == [evening.away, evening.home]
    as_written("card_by_code", letters[0])


def test_a_card_by_code_that_a_captain_has_replaced_is_not_asked_about(evening):
    by_code(evening)
    evening.send(SentFor.HOME)
    assert [each.to for each in told()] == [evening.away]


def test_where_both_send_one_only_its_own_side_is_told_of_a_card_by_code(both_enter):
    by_code(both_enter)
    [letter] = told()
    assert letter.to == both_enter.home
    assert letter.subject == "Crown A v Bell: send your card"
    assert "Result: " not in letter.text


def test_of_a_message_its_side_is_told_what_it_was_taken_for_and_the_other_asked(evening):
    message = ReceivedMessage("Dave", "22:20", "we won 6-3")
    submit_message(
        fixture=evening.fixture, message=message, score=(6, 3), sent_for=SentFor.HOME, seen=evening.fixture.version,
        by=evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip

    letters = {letter.to: letter for letter in told()}

    assert letters.keys() == {evening.home, evening.away}
    assert letters[evening.away].subject.endswith("confirm or dispute")
    as_written("message_filed", letters[evening.home])


def test_of_two_cards_that_differ_the_first_sender_is_told(evening):
    evening.send(SentFor.HOME)
    told()
    evening.send(SentFor.AWAY, other_winner(evening.card()))
    [letter] = told()
    assert letter.to == evening.home
    as_written("cards_differ", letter)


def test_both_sides_have_receipts_once_they_agree(evening):
    sent = evening.send(SentFor.HOME)
    told()
    answer_card(submission=sent, agreed=True, by=evening.away, at=CLOSING_TIME)
    letters = told()
    assert [each.to.name for each in letters] == ["Bell Captain", "Crown A Captain"]
    assert sent.receipt in letters[0].text
    as_written("result_stands", letters[0])


def test_who_has_just_agreed_has_the_receipt_at_night_and_the_other_side_in_the_morning(evening):
    sent = evening.send(SentFor.HOME)
    night = later(hours=2)
    told()
    answer_card(submission=sent, agreed=True, by=evening.away, at=night)
    away, home = told(night)
    assert away.not_before == night
    assert timezone.localtime(home.not_before).strftime("%a %H:%M") == "Tue 08:00"


def test_a_question_that_is_answered_by_then_is_not_asked(evening):
    sent = evening.send(SentFor.HOME)
    answer_card(submission=sent, agreed=True, by=evening.away, at=CLOSING_TIME)
    assert {subject.partition(":")[2] for _, subject in said(told())} == {" result confirmed"}


def test_a_sealed_card_is_not_shown(both_enter):
    both_enter.send(SentFor.HOME)
    [letter] = told()
    as_written("card_sealed", letter)


def test_the_side_whose_card_is_disputed_learns_why(evening):
    sent = evening.send(SentFor.HOME)
    told()
    answer_card(submission=sent, agreed=False, by=evening.away, at=CLOSING_TIME, reason="Game 3 was ours")
    [letter] = told()
    assert letter.to == evening.home
    as_written("card_disputed", letter)


def test_both_sides_learn_what_the_league_decides(evening):
    evening.send(SentFor.HOME)
    told()
    correct_result(
        fixture=evening.fixture, card=other_winner(evening.card()), key=uuid4(), seen=evening.fixture.version,
        reason="The scorer had it the other way round.", by=evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip
    letters = told()
    assert [each.to.name for each in letters] == ["Bell Captain", "Crown A Captain"]
    as_written("decided", letters[0])


def test_an_award_is_told(evening):
    award_match(
        fixture=evening.fixture, award=Award(Side.HOME, (9, 0), (2, 0)), key=uuid4(), seen=evening.fixture.version,
        reason="Bell did not turn up.", by=evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip
    assert [subject for _, subject in said(told())] == ["Crown A 9\N{EN DASH}0 Bell: decided by the league"] * 2


# --- matches that move ------------------------------------------------------------------------------------------------
def test_a_match_that_is_moved_is_told_with_both_dates_and_a_calendar_entry(evening):
    fixture = evening.small.fixtures[2]
    make_role(make_user("Pat Player"), evening.small.league, RoleKind.PLAYER, evening.small.entries[0].team)
    rearrange_fixture(
        fixture=fixture, date=date(2026, 9, 24), reason="A funeral", by=evening.secretary, at=CLOSING_TIME
    )
    letters = told()
    assert [each.to.name for each in letters] == ["Bell Captain", "Crown A Captain", "Pat Player"]
    fixture.refresh_from_db()
    assert f"SEQUENCE:{fixture.version}\r\n" in letters[0].calendar
    assert "DTSTART;TZID=Europe/London:20260924T200000" in letters[0].calendar
    as_written("moved", letters[0])


def test_a_match_that_is_put_off_without_a_date_stays_in_calendars(evening):
    postpone_fixture(fixture=evening.small.fixtures[2], reason="Snow", by=evening.secretary, at=CLOSING_TIME)
    letter = told()[0]
    assert "STATUS:TENTATIVE" in letter.calendar
    assert "SUMMARY:Postponed: Bell v Crown A" in letter.calendar
    as_written("put_off", letter)


def test_another_pub_is_told(evening):
    venue = evening.small.entries[2].team.venue
    play_elsewhere(
        fixture=evening.small.fixtures[2], venue=venue, reason="A leak", by=evening.secretary, at=CLOSING_TIME
    )
    assert "Was at: Bell Inn" in told()[0].text


def test_a_match_that_is_struck_out_is_told(evening):
    void_fixture(fixture=evening.small.fixtures[2], reason="No team", by=evening.secretary, at=CLOSING_TIME)
    letter = told()[0]
    as_written("struck_out", letter)


@pytest.fixture
def asked(evening):
    """Bell, at home on Monday the 14th, ask to play on another day."""
    return ask_move(
        fixture=evening.small.fixtures[2], asked_by=evening.small.entries[1], reason="The pub has a wedding",
        new_date=date(2026, 10, 5), by=evening.away, at=NOON,
    )  # fmt: skip


def test_the_other_side_is_asked_to_move_a_match(evening, asked):
    [letter] = told(NOON)
    assert letter.to == evening.home
    as_written("move_asked", letter)


def test_the_answer_goes_to_who_asked(evening, asked):
    told(NOON)
    answer_move(move_request=asked, agreed=True, by=evening.home, at=NOON)
    [letter] = told(NOON)
    assert letter.to == evening.away
    as_written("move_answered", letter)


def test_a_request_that_is_granted_is_one_letter_and_not_two(evening, asked):
    told(NOON)
    decide_move(move_request=asked, accepted=True, by=evening.secretary, at=NOON)
    assert said(told(NOON)) == [
        ("Bell Captain", "Bell v Crown A: now Mon 5 Oct, 8pm"),
        ("Crown A Captain", "Bell v Crown A: now Mon 5 Oct, 8pm"),
    ]


def test_a_request_that_is_turned_down_is_told_to_both(evening, asked):
    told(NOON)
    decide_move(move_request=asked, accepted=False, reason="Too late in the season", by=evening.secretary, at=NOON)
    letters = told(NOON)
    assert [each.to.name for each in letters] == ["Bell Captain", "Crown A Captain"]
    as_written("move_turned_down", letters[0])


def test_a_request_that_is_taken_back_need_not_be_answered(evening, asked):
    told(NOON)
    withdraw_request(move_request=asked, by=evening.away, at=NOON)
    assert said(told(NOON)) == [("Crown A Captain", "Bell took back the request to move Bell v Crown A")]


def test_a_request_that_was_taken_back_at_once_is_not_asked(evening, asked):
    withdraw_request(move_request=asked, by=evening.away, at=NOON)
    assert [subject for _, subject in said(told(NOON))] == ["Bell took back the request to move Bell v Crown A"]


# --- people -----------------------------------------------------------------------------------------------------------
def test_somebody_whose_role_is_taken_away_is_told(evening):
    role = Role.objects.get(user=evening.home)
    end_role(role=role, by=evening.secretary, at=CLOSING_TIME)
    [letter] = told()
    assert letter.to == evening.home
    as_written("role_ended", letter)


def test_the_captain_who_asked_for_a_player_hears_the_answer(evening):
    team, by = evening.small.entries[0].team, evening.home
    yes, no = (ask_registration(team=team, name=name, by=by, at=NOON) for name in ("Zoe Yarrow", "Quentin Ince"))
    assert told(NOON) == []
    approve_registration(registration=yes, since=NOON.date(), by=evening.secretary, at=NOON)
    refuse_registration(registration=no, reason="He has not paid", by=evening.secretary, at=NOON)
    letters = told(NOON)
    assert said(letters) == [
        ("Crown A Captain", "Zoe Yarrow is registered with Crown A"),
        ("Crown A Captain", "Quentin Ince was not registered with Crown A"),
    ]
    assert "He has not paid" in letters[1].text


def test_nobody_is_told_of_a_player_that_they_registered_themselves(evening):
    by = evening.secretary
    asked = ask_registration(team=evening.small.entries[0].team, name="Zoe Yarrow", by=by, at=NOON)
    approve_registration(registration=asked, since=NOON.date(), by=by, at=NOON)
    assert told(NOON) == []


def test_both_captains_hear_of_a_transfer(evening):
    crown, bell = (evening.small.entries[i].team for i in (0, 1))
    player = crown.registrations.select_related("player").first().player
    move = ask_transfer(player=player, joins=bell, by=evening.away, at=NOON)
    decide_transfer(transfer=move, accepted=False, on=NOON.date(), reason="Too late", by=evening.secretary, at=NOON)
    words = f"{player} cannot move from Crown A to Bell"
    assert said(told(NOON)) == [("Bell Captain", words), ("Crown A Captain", words)]


def test_a_notice_reaches_every_captain_and_says_whose_it_is(evening):
    give_notice(
        league=evening.small.league, team=None, subject="Cards for the second half",
        words="Collect them on Monday.\n\nBring the old ones.", by=evening.secretary, at=CLOSING_TIME,
    )  # fmt: skip
    letters = list(Message.objects.select_related("to", "league").order_by("to__name"))
    assert [each.to for each in letters] == sorted(evening.small.captains, key=lambda each: each.name)
    as_written("notice", letters[0])


# --- the clock --------------------------------------------------------------------------------------------------------
def by_the_clock(after: datetime, until: datetime) -> list[Message]:
    """What is written because it has become `until`, when somebody last looked `after`."""
    OutboxCursor.objects.update(clock=after)
    known = set(Message.objects.values_list("pk", flat=True))
    process_clock(at=until)
    return list(Message.objects.exclude(pk__in=known).select_related("to", "league").order_by("key", "to__name"))


def local(day: int, hour: int, minute: int = 0, month: int = 9) -> datetime:
    return datetime(2026, month, day, hour, minute, tzinfo=timezone.get_default_timezone())


def test_both_captains_are_reminded_the_day_before_at_ten(evening):
    assert by_the_clock(local(6, 9, 58), local(6, 9, 59)) == []
    letters = by_the_clock(local(6, 9, 59), local(6, 10))
    assert {each.subject for each in letters} == {
        "Crown A v Bell tomorrow, 8pm at Crown A Inn",
        "Plough v Swan tomorrow, 8pm at Plough Inn",
    }
    assert len(letters) == 4
    assert "DTSTART;TZID=Europe/London:20260907T200000" in letters[0].calendar
    assert letters[0].until == local(7, 20)
    bell = next(each for each in letters if each.to == evening.away)
    as_written("tomorrow", bell)
    assert by_the_clock(local(6, 9, 59), local(6, 10)) == []


def test_tonights_result_is_asked_for_at_a_quarter_past_ten_of_those_who_have_not_sent_it(evening):
    evening.send(SentFor.HOME, at=local(7, 22))
    letters = by_the_clock(local(7, 22, 10), local(7, 22, 20))
    assert [each.to.name for each in letters] == ["Plough Captain", "Swan Captain"]
    as_written("tonight", letters[0])


def test_a_late_card_is_asked_for_once_more_twelve_hours_before(evening):
    """Due on Saturday at noon: twelve hours before that people sleep, so it comes at eight in the morning."""
    assert by_the_clock(local(11, 23, 50), local(12, 7, 59)) == []
    letters = [each for each in by_the_clock(local(12, 7, 59), local(12, 8)) if each.kind == "card-due"]
    assert len(letters) == 4
    letter = next(each for each in letters if each.subject.startswith("Crown A"))
    assert letter.until == local(12, 12)
    as_written("card_due", letter)


def test_the_secretary_has_one_mail_in_the_morning_on_days_when_something_waits(evening):
    assert by_the_clock(local(7, 7, 59), local(7, 8)) == []
    [letter] = [each for each in by_the_clock(local(13, 7, 59), local(13, 8)) if each.kind == "digest"]
    assert letter.to == evening.secretary
    as_written("digest", letter)


def test_the_hours_are_those_of_the_clocks_on_the_night_they_are_changed(evening):
    fixture = evening.small.fixtures[0]
    rearrange_fixture(fixture=fixture, date=date(2026, 10, 26), reason="x", by=evening.secretary, at=NOON)
    told(NOON)
    ten = datetime(2026, 10, 25, 10, tzinfo=timezone.get_fixed_timezone(0))
    assert by_the_clock(ten - timedelta(hours=1), ten - MOMENT) == []
    assert len(by_the_clock(ten - MOMENT * 4, ten)) == 2
    closing = datetime(2026, 10, 26, 22, 15, tzinfo=timezone.get_fixed_timezone(0))
    assert len(by_the_clock(closing - MOMENT * 4, closing)) == 2
