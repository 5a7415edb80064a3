"""The other captain's pages and the officers': agree, dispute, compare, decide, correct, award, take back."""

import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from itertools import permutations
from uuid import uuid4

import pytest
import time_machine
from django.urls import resolve

from league.pages.queries.team import two_teams
from league.results.actions.cards import answer_card, save_draft
from league.results.actions.decisions import decide_result, restore
from league.results.choices import TO_SETTLE, ResultState, SentFor
from league.results.models import Answer, Result, Submission
from league.results.queries.journeys import pages
from league.results.queries.tables import divisions, standings
from league.schedule.actions.matches import postpone_fixture, void_fixture
from league.treasury.models import TreasurySettings
from scoring import codec
from scoring.card.points import Offence, Penalty, plain
from scoring.card.sheet import Side, Signing
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, later, other_winner
from tests.league.results.walk import at, fill, hidden, page_of, send

pytestmark = pytest.mark.usefixtures("closing_time")


@pytest.fixture
def other(evening):
    return signed_in(evening.away)


@pytest.fixture
def officer(evening):
    return signed_in(evening.secretary)


def state() -> str:
    return Result.objects.get().state


def decision(evening) -> dict[str, object]:
    """What every decision of the secretary has, made on the page of now."""
    seen = evening.fixture.version
    return {"key": uuid4(), "seen": seen, "reason": "They rang.", "by": evening.secretary, "at": CLOSING_TIME}


def test_looking_does_not_agree(evening, other):
    evening.send(SentFor.HOME)
    assert other.get(at(evening, "match-card")).url == at(evening, "match-confirmation")
    page = other.get(at(evening, "match-confirmation"))
    assert "Confirm this result" in page.content.decode()
    assert state() == ResultState.PROVISIONAL
    assert not Answer.objects.exists()


def test_the_other_captain_reads_what_the_secretary_will_check(evening, other):
    card = evening.card()
    twice = replace(card.lines[1], home=card.lines[0].home)
    evening.send(SentFor.HOME, replace(card, lines=(card.lines[0], twice, *card.lines[2:])))
    page = other.get(at(evening, "match-confirmation")).content.decode()
    assert "The secretary will check this" in page
    assert "Confirm this result" in page


def test_what_is_only_odd_is_left_to_the_captains(evening, other):
    unused = replace(evening.card(), signings=(Signing(Side.HOME, "Bobby Newman"),))
    sent = evening.send(SentFor.HOME, unused)
    receipt = signed_in(evening.home).get(at(evening, "card-receipt", sent.receipt)).content.decode()
    for page in (receipt, other.get(at(evening, "match-confirmation")).content.decode()):
        assert "Worth a second look" in page
        assert "Bobby Newman signed but did not play" in page
        assert "The secretary will check this" not in page


def test_agreeing_confirms(evening, other):
    sent = evening.send(SentFor.HOME)
    answer = other.post(at(evening, "match-confirmation"), {"receipt": sent.receipt})
    assert answer.url == at(evening, "card-receipt", sent.receipt)
    assert state() == ResultState.CONFIRMED
    receipt = other.get(answer.url).content.decode()
    score = f"{Result.objects.get().home_games}\N{EN DASH}{Result.objects.get().away_games}"
    assert f"You confirmed Crown A {score} Bell" in receipt
    assert "Crown A have been told." in receipt
    assert "confirmed and in the table" in receipt
    assert f"Crown A {score} Bell (Division One) http://testserver" in receipt
    assert "Both sides agree." in signed_in(evening.home).get(answer.url).content.decode()


def test_dispute_says_why_and_waits_for_the_secretary_unless_the_card_is_accepted_after_all(evening, other, officer):
    sent = evening.send(SentFor.HOME)
    answer = other.post(at(evening, "match-dispute"), {"receipt": sent.receipt, "reason": " "})
    assert answer.status_code == 422
    assert "Say what is wrong, so that it can be settled." in answer.content.decode()
    assert state() == ResultState.PROVISIONAL
    reason = {"receipt": sent.receipt, "reason": "We won S3."}
    page = other.post(at(evening, "match-dispute"), reason, follow=True).content.decode()
    assert state() == ResultState.DISPUTED
    for words in (
        "You’ve disputed this", "Crown A and the secretary have been told.", TO_SETTLE, "You said: “We won S3.”"
    ):  # fmt: skip
        assert words in page
    page = officer.get(at(evening, "match-decision")).content.decode()
    assert page.index("We won S3.") < page.index("Accept this card")
    assert "Accept it after all" in other.get(at(evening, "match-confirmation")).content.decode()
    page = other.post(at(evening, "match-confirmation"), {"receipt": sent.receipt}, follow=True).content.decode()
    assert state() == ResultState.CONFIRMED
    assert re.search("You accepted .* after all", page)
    assert "Crown A have been told." in page


def test_receipt_speaks_to_each_reader(evening, other, officer):
    sent = evening.send(SentFor.HOME)
    own, address = signed_in(evening.home), at(evening, "card-receipt", sent.receipt)
    by = "until Wed 9 Sep, 10.30pm to confirm or dispute it."

    def page(client) -> str:
        return client.get(address).content.decode()

    assert f"Result sent: receipt {sent.receipt}" in page(own)
    assert "Bell have been told." in page(own)
    assert f"They have {by} If they do not reply, this result stands." in page(own)
    assert "If you do not reply by Wed 9 Sep, 10.30pm, this result stands." in page(other)
    assert f"Bell have {by}" in page(officer)
    other.post(at(evening, "match-dispute"), {"receipt": sent.receipt, "reason": "We won S3."})
    assert "Bell dispute this result</h1>" in page(own)
    assert "They said: “We won S3.”" in page(own)
    assert TO_SETTLE in page(own)
    assert "Sort it out with Bell" in page(own)
    assert evening.away.email in page(own)
    assert evening.away.email not in page(officer)
    assert "Crown A and Bell disagree." in page(officer)
    assert TO_SETTLE not in page(officer)
    with time_machine.travel(later(hours=49), tick=False):
        evening.send(SentFor.HOME, other_winner(evening.card()), at=later(hours=1))
        assert "You have sent another card since." in page(own)


def test_a_late_card_is_said_to_be_late_before_and_after_it_is_sent(evening):
    week, card = later(days=7), evening.card()
    league, rules = evening.small.league, evening.fixture.rules_in_force()
    scheme = replace(rules.scheme, penalties=(Penalty(Offence.LATE_CARD, (Fraction(1),)),))
    league.rules, league.keeps_money = codec.encode(replace(rules, scheme=scheme, submit_within=48)), True
    league.save()
    TreasurySettings.objects.create(league=league, late_card_fine=200)
    evening.fixture.refresh_from_db()
    late = "This card is 5 days late (it was due by 8pm on Wed 9 Sep)."
    costs = "By the rules it costs the home side, Crown A, 1 point and a fine of £2.00; the league decides."

    with time_machine.travel(week, tick=False):
        own, other = signed_in(evening.home), signed_in(evening.away)
        save_draft(fixture=evening.fixture, by=evening.home, at=week, card=card)
        assert f"{late} {costs}" in own.get(at(evening, "card-check")).content.decode()
        sent = evening.send(SentFor.HOME, card, at=week)
        for client, page in ((own, "card-receipt"), (other, "card-receipt"), (other, "match-confirmation")):
            address = at(evening, page, *([sent.receipt] if page == "card-receipt" else []))
            assert f"{late} {costs}" in client.get(address).content.decode()
        history = words_on(other.get(evening.fixture.get_absolute_url()))
        assert "Crown A sent the card, 5 days late." in history
        evening.send(SentFor.AWAY, card, at=week)
        history = words_on(other.get(evening.fixture.get_absolute_url()))
        assert "Bell sent the card." in history


def test_own_card_that_differs_is_shown_line_by_line(evening, other):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    fill(other, evening, other_winner(card))
    receipt = other.get(send(other, evening).url).content.decode()
    assert "Singles 1" in receipt
    for game in (card.lines[0].games[0], other_winner(card).lines[0].games[0]):
        assert f"Crown A {game.home_pegs}, Bell {game.away_pegs}" in receipt


def test_the_receipt_of_a_disputed_card_leads_each_reader_to_what_they_may_open(evening, other, officer):
    sent = evening.send(SentFor.HOME)
    other.post(at(evening, "match-dispute"), {"receipt": sent.receipt, "reason": "We won S3."})
    own = signed_in(evening.home)
    for client, names in (
        (other, ["your-match", "match-confirmation"]),
        (own, ["card-players", "your-match"]),
        (officer, ["match-decision", "inbox"]),
    ):
        page = client.get(at(evening, "card-receipt", sent.receipt)).content.decode()
        links = re.findall(r'<a class="button[^"]*" href="(/leek/[^"]+)"', page)
        assert [resolve(link).url_name for link in links] == [*names, "card-photo", "match"]
        assert {client.get(link).status_code for link in links} == {200}


def test_answering_a_card_that_was_replaced_is_told_so(evening, other):
    old = evening.send(SentFor.HOME, other_winner(evening.card()))
    evening.send(SentFor.HOME)
    answer = other.post(at(evening, "match-confirmation"), {"receipt": old.receipt})
    assert answer.status_code == 409
    assert "A newer card has come" in answer.content.decode()


def test_nobody_answers_his_own_side_s_card_nor_do_officers_and_strangers(evening, officer):
    sent = evening.send(SentFor.HOME)
    own = signed_in(evening.home)
    for client in (own, officer, signed_in(evening.small.captains[2])):
        assert client.post(at(evening, "match-confirmation"), {"receipt": sent.receipt}).status_code == 403
    assert own.post(at(evening, "match-dispute"), {"receipt": sent.receipt, "reason": "No"}).status_code != 200
    assert state() == ResultState.PROVISIONAL


def test_sealed_card_is_shown_to_nobody_on_the_other_side(both_enter):
    sent = both_enter.send(SentFor.HOME)
    other = signed_in(both_enter.away)
    assert other.get(at(both_enter, "match-confirmation")).url == at(both_enter, "match-card")
    assert other.get(at(both_enter, "match-card")).url == at(both_enter, "card-players")
    assert other.get(at(both_enter, "card-receipt", sent.receipt)).status_code == 404


def test_officer_accepts_the_only_card_without_choosing_it(evening, officer):
    evening.send(SentFor.HOME)
    page = officer.get(at(evening, "match-decision")).content.decode()
    assert "The other side sent no card." in page
    assert "Which card is right?" not in page
    answer = officer.post(at(evening, "match-decision"), hidden(page) | {"reason": "The paper card says the same."})
    assert answer.status_code == 302
    assert state() == ResultState.DECIDED


def test_officer_picks_a_card(evening, officer):
    card = evening.card()
    evening.send(SentFor.HOME, card)
    theirs = evening.send(SentFor.AWAY, other_winner(card))
    page = officer.get(at(evening, "match-decision")).content.decode()
    assert "Singles 1" in page
    without = officer.post(at(evening, "match-decision"), hidden(page) | {"card": theirs.pk})
    assert without.status_code == 422
    answer = officer.post(at(evening, "match-decision"), hidden(page) | {"card": theirs.pk, "reason": "Both rang."})
    assert answer.status_code == 302
    assert state() == ResultState.DECIDED
    assert codec.decode(Result.objects.get().submission.card) == other_winner(card)
    receipt = officer.get(answer.url).content.decode()
    assert "Both rang." in receipt
    assert "Result decided: receipt" in receipt
    assert "The league decided this result" in signed_in(evening.home).get(answer.url).content.decode()


def test_receipt_of_a_card_that_was_not_accepted_says_which_score_stands(evening, officer):
    card = evening.card()
    rejected = evening.send(SentFor.HOME, card)
    theirs = evening.send(SentFor.AWAY, other_winner(card))
    page = officer.get(at(evening, "match-decision")).content.decode()
    officer.post(at(evening, "match-decision"), hidden(page) | {"card": theirs.pk, "reason": "Both rang."})
    score = f"Crown A {Result.objects.get().score} Bell"
    for client in (signed_in(evening.home), officer):
        receipt = client.get(at(evening, "card-receipt", rejected.receipt)).content.decode()
        assert f"This score does not stand. The result is {score}, decided by the league." in receipt
        assert f"{score} (" in receipt[receipt.index("<share-text") :]
        accepted = client.get(at(evening, "card-receipt", theirs.receipt)).content.decode()
        assert "does not stand" not in accepted
        assert '<p class="score__note">Decided by the league</p>' in accepted


def test_first_card_that_an_officer_types_has_its_reason_proposed(evening, officer):
    proposed = "The paper card was handed in."
    assert proposed in fill(officer, evening, evening.card()).content.decode()
    send(officer, evening, reason=proposed)
    assert proposed not in fill(officer, evening, other_winner(evening.card())).content.decode()


def test_no_paper_card_is_named_where_nothing_was_played(evening, officer):
    for ending in ("walkover-home", "void"):
        officer.post(at(evening, "card-score"), {"ending": ending, "remarks": "Nobody came."})
        check = officer.get(at(evening, "card-check")).content.decode()
        assert "Nobody came." in check
        assert "The paper card was handed in." not in check


def test_history_says_decided_where_a_card_was_chosen_and_entered_where_it_was_typed(evening, officer, client):
    fill(officer, evening, evening.card())
    send(officer, evening, reason="They rang.")
    assert (
        "Entered by the league from the paper card" in client.get(evening.fixture.get_absolute_url()).content.decode()
    )
    restore(fixture=evening.fixture, **decision(evening))
    evening.send(SentFor.HOME)
    decide_result(fixture=evening.fixture, card=evening.card(), **decision(evening))
    history = client.get(evening.fixture.get_absolute_url()).content.decode()
    assert history.count("Entered by the league from the paper card") == 1
    assert history.count("Decided by the league") == 2  # the state of the match, and the event


def test_officer_lets_a_flagged_card_stand(evening, officer):
    card = evening.card()
    evening.send(SentFor.HOME, type(card)(lines=card.lines, protest="Too loud."))
    sent = Submission.objects.get()
    page = officer.get(at(evening, "match-decision")).content.decode()
    officer.post(at(evening, "match-decision"), hidden(page) | {"card": sent.pk, "reason": "Noted."})
    assert not Result.objects.get().flagged
    assert Result.objects.get().submission.overruled == ["protest"]


def test_officer_corrects_a_confirmed_result_and_the_old_card_stays(evening, officer):
    card = evening.card()
    old = evening.send(SentFor.HOME, card)
    evening.send(SentFor.AWAY, card)
    start = officer.post(at(evening, "match-correction"))
    assert start.url == at(evening, "card-lines", 1)
    for page, numbers in enumerate(pages(evening.match.format), start=1):
        officer.post(at(evening, "card-lines", page), page_of(other_winner(card), numbers))
    answer = send(officer, evening, reason="S1 was written the wrong way round.")
    receipt = officer.get(answer.url).content.decode()
    assert "S1 was written the wrong way round." in receipt
    assert "Result corrected: receipt" in receipt
    assert "Crown A and Bell have been told, with the reason." in receipt
    assert codec.decode(Result.objects.get().submission.card) == other_winner(card)
    assert old.receipt in officer.get(at(evening, "match-decision")).content.decode()


def test_officer_awards_and_takes_back(evening, officer):
    page = hidden(officer.get(at(evening, "match-decision")).content.decode())
    award = page | {"what": "awarded", "home_games": "4", "away_games": "2", "home_points": "3½", "away_points": "0"}
    assert officer.post(at(evening, "match-award"), award | {"reason": " "}).status_code == 422
    assert officer.post(at(evening, "match-award"), award | {"reason": "Ineligible."}).status_code == 302
    assert Result.objects.get().tally["home_points"] == "7/2"
    back = re.search(
        r'action="[^"]*restoration/".*', officer.get(at(evening, "match-decision")).content.decode(), re.DOTALL
    )
    withdrawn = officer.post(at(evening, "match-restoration"), hidden(back.group()) | {"reason": "Wrong match."})
    assert not Result.objects.exists()
    assert "Decision withdrawn: receipt" in officer.get(withdrawn.url).content.decode()


@pytest.mark.parametrize("missing", ["home_games", "away_games", "home_points", "away_points", "what", "reason"])
def test_award_says_what_is_missing(evening, officer, missing):
    page = hidden(officer.get(at(evening, "match-decision")).content.decode())
    award = {"what": "awarded", "home_games": 4, "away_games": 2, "home_points": 3, "away_points": 0, "reason": "So."}
    answer = officer.post(at(evening, "match-award"), page | award | {missing: ""})
    assert answer.status_code == 422
    assert not Submission.objects.exists()


@pytest.mark.parametrize(
    ("what", "figures", "points"),
    [
        ("both-lose", {}, ("0", "0")),
        ("both-lose", {"home_points": "-2", "away_points": "\N{MINUS SIGN}½"}, ("\N{MINUS SIGN}2", "\N{MINUS SIGN}½")),
        ("awarded", {"home_games": 0, "away_games": 0, "home_points": 0, "away_points": 0}, ("0", "0")),
    ],
)
def test_match_that_both_lose_is_a_defeat_of_both_on_every_page(evening, officer, what, figures, points):
    page = hidden(officer.get(at(evening, "match-decision")).content.decode())
    award = page | figures | {"what": what, "reason": "Neither side came."}
    receipt = officer.post(at(evening, "match-award"), award)
    assert "Neither side takes it; both lose." in officer.get(receipt.url).content.decode()

    def text(address: str) -> str:
        return words_on(officer.get(address))

    match = text(evening.fixture.get_absolute_url())
    assert "Both lose, decided by the league Neither side takes it." in match
    assert f"Points: Crown A {points[0]}, Bell {points[1]}" in match
    (division,) = divisions()
    rows = {each.name: each.row for each in standings(division, CLOSING_TIME).rows}
    for name, worth in zip(("Crown A", "Bell"), points, strict=True):
        row = rows[name]
        assert (row.played, row.won, row.drawn, row.lost, row.form, plain(row.points)) == (1, 0, 0, 1, ("L",), worth)
    assert "lost, as did Bell 0–0" in officer.get("/leek/crown-a/").content.decode()
    assert "Crown A 0–0 Bell Awarded" in text("/leek/tonight/?view=tv")
    season = text("/leek/fixtures/?team=crown-a")
    assert ("Lost 0–0" in season, "Drew" in season) == (True, False)
    met = two_teams(evening.fixture.home.team, evening.fixture.away.team, CLOSING_TIME).between
    assert (met.played, met.drawn, met.lost) == (1, 0, 1)
    for one, other in permutations(("Crown A", "Bell")):
        address = f"/leek/{one.lower().replace(' ', '-')}/?other={other.lower().replace(' ', '-')}"
        assert f"{one} 0 Both lose 1 {other} 0 Games" in text(address)
        assert "Division One, both lose" in text(address)
    assert "Crown A 0–0 Bell, both lose" in officer.get("/leek/").content.decode()
    api = officer.get(f"/api/v1/leagues/leek/fixtures/{evening.fixture.code}").json()
    assert (api["result"]["winner"], api["result"]["both_lose"], api["result"]["counts"]) == (None, True, True)


def test_void_match_is_neither_drawn_nor_lost_and_a_double_tap_is_one_award(evening, officer):
    page = hidden(officer.get(at(evening, "match-decision")).content.decode())
    for _ in range(2):
        assert officer.post(at(evening, "match-award"), page | {"what": "void", "reason": "Snow."}).status_code == 302
    assert Submission.objects.count() == 1
    (division,) = divisions()
    assert {each.row.played for each in standings(division, CLOSING_TIME).rows} == {0}
    assert "Drew" not in words_on(officer.get("/leek/fixtures/?team=crown-a"))


def test_nothing_is_decided_about_a_match_that_was_struck_out(evening, officer):
    page = hidden(officer.get(at(evening, "match-decision")).content.decode())
    void_fixture(fixture=evening.fixture, reason="Flooded.", by=evening.secretary, at=CLOSING_TIME)
    for name in ("match-decision", "card-players"):
        answer = officer.get(at(evening, name))
        assert (answer.status_code, "This match is void." in answer.content.decode()) == (409, True)
    answer = officer.post(at(evening, "match-award"), page | {"what": "both-lose", "reason": "So."})
    assert answer.status_code == 409
    assert not Submission.objects.exists()


def test_award_names_the_field_of_each_number_that_it_refuses(evening, officer):
    page = hidden(officer.get(at(evening, "match-decision")).content.decode())
    wrong = {"home_games": "x", "away_games": "100", "home_points": "101", "away_points": "many"}
    answer = officer.post(at(evening, "match-award"), page | wrong | {"what": "awarded", "reason": "So."})
    shown = words_on(answer)
    for text in (
        "“Crown A: games” is not a whole number.",
        "“Bell: games” is at most 99.",
        "“Crown A: points” is from \N{MINUS SIGN}100 to 100.",
        "“Bell: points” is not a number of points. Write it as 2 or 1/2.",
    ):
        assert shown.count(text) == 2, text
    given = {"what": "both-lose", "home_points": "1", "reason": "So."}
    answer = officer.post(at(evening, "match-award"), page | given)
    assert "Crown A lose the match: enter 0 points, or points to take off." in answer.content.decode()


def test_captain_after_the_deadline_is_sent_to_the_secretary(evening, other):
    sent = evening.send(SentFor.HOME)
    with time_machine.travel(later(hours=49), tick=False):
        answer = other.post(at(evening, "match-dispute"), {"receipt": sent.receipt, "reason": "Late thought."})
        assert answer.status_code == 409
        assert "tell the secretary" in answer.content.decode()
        assert "Confirm this result" not in other.get(at(evening, "match-confirmation")).content.decode()


def test_your_match_says_what_to_do(evening, other):
    home = signed_in(evening.home)

    def words(client) -> str:
        return client.get("/leek/your-match/").content.decode()

    assert signed_in(evening.secretary).get("/leek/your-match/").status_code == 403
    assert "Enter result" in words(home)
    assert "No card yet from either side. It is due by" in words(home)
    with time_machine.travel(later(hours=-3), tick=False):
        assert "Starts at 8pm." in words(home)
    sent = evening.send(SentFor.HOME)
    assert "You have sent the result. Bell have until Wed 9 Sep, 10.30pm to confirm it." in words(home)
    assert "Confirm " in words(other)
    answer_card(submission=sent, agreed=False, by=evening.away, at=CLOSING_TIME, reason="No.")
    assert "You and Bell disagree on this result." in words(home)
    answer_card(submission=sent, agreed=True, by=evening.away, at=CLOSING_TIME)
    assert "Your match against Bell." in words(home)


def test_your_match_has_a_postponed_match_until_it_has_a_new_date(evening, other):
    tomorrow = CLOSING_TIME - timedelta(days=1)
    postpone_fixture(fixture=evening.fixture, reason="Flood", by=evening.small.secretary, at=tomorrow)
    page = other.get("/leek/your-match/").content.decode()
    assert "Postponed, and it has no new date yet." in page
    assert at(evening, "ask-move") in page
    assert "Suggest dates" in page
