"""What waits for an officer, the most urgent first."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django_scopes import scope, scopes_disabled

from league.pages.queries.inbox import inbox, last_matches
from league.results.actions.cards import answer_card
from league.results.choices import ResultState, SentFor
from league.results.models import Result, Submission
from league.results.queries.penalties import how_late, late_cards_to_decide
from league.schedule.actions.locking import lock_fixture, mark_played
from league.schedule.actions.matches import ask_move, postpone_fixture
from league.schedule.models import FixtureList
from league.teams.choices import RegisteredHow, RegistrationState
from league.teams.models import JoinRequest, Player, Registration, Transfer
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.outcome import Kind, Tally
from scoring.card.points import Offence, Penalty
from scoring.card.sheet import Side
from tests.factories import FIRST_NIGHT, make_fixture, make_player
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, other_winner

UK = timezone.get_default_timezone()
BEFORE = datetime(2026, 9, 1, 12, tzinfo=UK)
LATE = datetime(2026, 9, 13, 12, tzinfo=UK)


def keys(found):
    return [(section.key, section.count) for section in found.sections]


@time_machine.travel(CLOSING_TIME, tick=False)
def test_on_a_match_night_and_the_day_after_a_box_for_each_match_is_filled_by_its_card(evening):
    page, league = Client(), evening.small.league
    page.force_login(evening.secretary)
    before = page.get(reverse("inbox", args=[league.slug])).context
    with scope(league=league):
        evening.send(SentFor.HOME)
    after = page.get(reverse("inbox", args=[league.slug])).context
    assert (before["cards_in"], after["cards_in"], len(after["matches"])) == (0, 1, len(before["matches"]))
    with scope(league=league):
        morning, two_days = (last_matches(league, CLOSING_TIME + timedelta(days=days)) for days in (1, 2))
    assert (len(morning), two_days) == (len(after["matches"]), ())


def test_before_play_tonights_matches_are_one_line(evening):
    page, address = Client(), reverse("inbox", args=[evening.small.league.slug])
    page.force_login(evening.secretary)
    with time_machine.travel(CLOSING_TIME - timedelta(hours=9), tick=False):
        before = page.get(address)
    with time_machine.travel(CLOSING_TIME, tick=False):
        during = page.get(address)
    assert (before.context["before_play"], b"brief__score" in before.content, b"cards in" in before.content) == (
        True, False, False,
    )  # fmt: skip
    assert (during.context["before_play"], b"cards in" in during.content) == (False, True)


FIVE_FOUR = Tally(Kind.PLAYED, 5, 4, 5, 4, None, None, Fraction(7), Fraction(4), Side.HOME)


def make_result(small, number=0, state=ResultState.DISPUTED, **extra):
    """A result as if a card had been sent and answered."""
    fixture = mark_played(lock_fixture(small.fixtures[number].pk))
    submission = Submission.objects.create(
        fixture=fixture,
        sent_for=SentFor.HOME,
        by=small.captains[0],
        key=uuid4(),
        body_hash="x",
        receipt=str(uuid4())[:12],
        fixture_version=1,
        made_version=2,
        received_at=LATE,
    )
    values = {
        "kind": "played",
        "tally": codec.encode(FIVE_FOUR),
        "home_games": 5,
        "away_games": 4,
        "counts": True,
        "updated_at": LATE,
    }
    return Result.objects.create(fixture=fixture, submission=submission, state=state, **(values | extra))


def everything(small):
    """One of each thing that can wait."""
    make_result(small, 0)
    make_result(small, 1, ResultState.PROVISIONAL, flagged=True, confirm_by=LATE + timedelta(days=1))
    postpone_fixture(fixture=small.fixtures[2], reason="Snow", by=small.secretary, at=BEFORE)
    make_fixture(small.entries[0], small.entries[2], FIRST_NIGHT, week=7)
    asked = make_fixture(small.entries[1], small.entries[2], date(2026, 10, 5), week=8)
    ask_move(fixture=asked, asked_by=small.entries[1], reason="A wedding", by=small.captains[1], at=BEFORE)
    player = Player.objects.create(league=small.league, name="New Man", slug="new-man")
    Registration.objects.create(
        player=player,
        team=small.entries[0].team,
        state=RegistrationState.REQUESTED,
        how=RegisteredHow.CAPTAIN,
        asked_at=BEFORE,
    )
    mover = make_player(small.entries[0].team, "Fred Mover")
    Transfer.objects.create(
        player=mover, leaves=small.entries[0].team, joins=small.entries[1].team, asked_at=BEFORE, asked_by=None
    )


def test_everything_that_waits_comes_in_order_of_urgency(small):
    everything(small)
    found = inbox(small.league, LATE, secretary=True)

    assert keys(found) == [
        ("disputes", 1),
        ("late", 1),
        ("cards", 1),
        ("requests", 1),
        ("registrations", 1),
        ("transfers", 1),
        ("postponed", 1),
    ]
    assert (found.count, [(section.key, section.count) for section in found.watched]) == (7, [("waiting", 1)])


def test_each_row_leads_to_where_it_is_settled(small):
    everything(small)
    client = signed_in(small.secretary)
    for section in inbox(small.league, LATE, secretary=True).sections:
        for row in section.rows:
            answer = client.get(row.url)
            assert answer.status_code == 200, row
            place = row.url.partition("#")[2]
            assert not place or f'id="{place}"' in answer.content.decode(), row


def test_a_disputed_card_is_quoted_as_the_captain_disputed_it(evening):
    sent = evening.send(SentFor.HOME)
    answer_card(submission=sent, agreed=False, by=evening.away, at=CLOSING_TIME, reason="We won S3.")

    (section,) = inbox(evening.small.league, CLOSING_TIME, secretary=True).sections
    assert section.rows[0].why == "Bell: “We won S3.”"


def test_a_disputed_match_says_on_which_games_the_cards_differ_to_every_officer(evening):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    evening.send(SentFor.AWAY, other_winner(card, line=2))
    for secretary in (True, False):
        (row,) = inbox(evening.small.league, CLOSING_TIME, secretary=secretary).sections[0].rows
        (scores, game), played = row.details, card.lines[2].games[0]
        assert scores.startswith("Crown A’s card: Crown A ")
        assert "; Bell’s card: Crown A " in scores
        assert game == (
            f"Singles 3. Crown A’s card: Crown A {played.home_pegs}, Bell {played.away_pegs};"
            f" Bell’s card: Crown A {played.away_pegs}, Bell {played.home_pegs}"
        )


def test_rows_say_what_and_why(small):
    everything(small)
    rows = {section.key: section.rows[0] for section in inbox(small.league, LATE, secretary=True).sections}

    assert (rows["disputes"].what, rows["disputes"].age) == ("Crown A v Bell", "Today")
    assert (rows["requests"].age, rows["cards"].age) == ("12 days", "Today")
    assert rows["requests"].why == "Bell: A wedding."
    assert rows["transfers"].what == "Fred Mover: Crown A to Bell"
    assert rows["transfers"].why == "A captain has not agreed yet."
    assert rows["postponed"].moment == FIRST_NIGHT + timedelta(weeks=1)
    assert rows["late"].moment < LATE
    assert rows["late"].age == how_late(rows["late"].moment, LATE)
    assert rows["late"].age.endswith(" late")


def test_a_match_before_the_fixtures_came_out_costs_nobody_points(small):
    rules = codec.decode_as(LeagueRules, small.league.rules)
    fined = replace(rules, scheme=replace(rules.scheme, penalties=(Penalty(Offence.LATE_CARD, (Fraction(1),)),)))
    small.league.rules = codec.encode(fined)
    small.league.save()
    assert late_cards_to_decide(small.league, LATE)
    assert all("It was due" in row.why for row in late_rows(small))

    with scopes_disabled():
        FixtureList.objects.create(
            competition=small.division.competition, number=1, how="file", state="published", task={}, made_at=LATE,
            published_at=LATE,
        )  # fmt: skip
    assert not late_cards_to_decide(small.league, LATE)
    (section,) = (each for each in inbox(small.league, LATE, secretary=True).sections if each.key != "postponed")
    assert section.title == "Results to enter"
    assert all("before the fixtures were published" in row.why for row in section.rows)
    assert {(row.act, row.url.endswith("/card/")) for row in section.rows} == {("Enter result", True)}


def late_rows(small):
    return next(each for each in inbox(small.league, LATE, secretary=True).sections if each.key == "late").rows


def test_a_results_officer_has_the_results_only(small):
    everything(small)

    assert keys(inbox(small.league, LATE, secretary=False)) == [("disputes", 1), ("late", 1), ("cards", 1)]


def test_the_page_counts_and_links(small, time_machine):
    everything(small)
    time_machine.move_to(LATE)
    client = signed_in(small.secretary)
    page = " ".join(client.get(reverse("inbox", args=["leek"])).content.decode().split())

    assert "7 things to do" in page
    assert "Disputed cards" in page
    assert "It was due on Mon 14 Sep and needs a new date." in page


def test_the_front_page_says_to_officers_what_waits(small, time_machine):
    everything(small)
    time_machine.move_to(LATE)
    client = signed_in(small.secretary)
    assert ">7 things to do</a>" in client.get(small.league.get_absolute_url()).content.decode()
    client.force_login(small.captains[0])
    assert "things to do</a>" not in client.get(small.league.get_absolute_url()).content.decode()


def test_an_empty_inbox_says_so(small, time_machine):
    time_machine.move_to(BEFORE)
    client = signed_in(small.secretary)
    page = client.get(reverse("inbox", args=["leek"])).content

    assert b"All clear" in page
    assert b"Every card is in, and no one is waiting for an answer." in page


@pytest.mark.parametrize("count", [1, 3, 30])
def test_the_inbox_costs_the_same_however_much_waits(small, django_assert_num_queries, count):
    everything(small)
    for number in range(count):
        make_fixture(small.entries[0], small.entries[2], FIRST_NIGHT, week=number + 20)
        player = Player.objects.create(league=small.league, name=f"New {number}", slug=f"new-{number}")
        Registration.objects.create(
            player=player, team=small.entries[0].team, state="requested", how="captain", asked_at=BEFORE
        )
        JoinRequest.objects.create(
            league=small.league, team=small.entries[0].team, kind="vice", name="Ann Raine", at=BEFORE,
            email=f"ann{number}@example.org",
        )  # fmt: skip

    with django_assert_num_queries(13):
        assert inbox(small.league, LATE, secretary=True).count == 7 + 3 * count
