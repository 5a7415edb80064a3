"""The book as its actions write it: fees, fines, payments, cups and bank statements, and what captains are told."""

import re
from datetime import UTC, date, datetime, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.audit.models import Entry as AuditEntry
from league.base.jobs.kinds import Progress
from league.cups.actions.entries import mark_paid, take_off
from league.documents.kinds import PaperOrder, builder_of
from league.notifications.actions.write_messages import process_audit_log
from league.notifications.models import Message
from league.results.actions.decisions import award_match, restore
from league.results.choices import SentFor
from league.schedule.actions.midseason import withdraw_team
from league.treasury.actions.book import (
    close_accounts,
    confirm_bank_line,
    keep_bank_lines,
    keep_book_here,
    leave_out_bank_line,
    record_entry,
    record_payment,
    refund,
    settle_tariff,
    use_credit,
)
from league.treasury.actions.book import reverse as reverse_fact
from league.treasury.actions.charges import (
    approve_charges,
    fee_key,
    propose_charges,
    raise_fees,
    refuse_charges,
    remind_debtors,
    withdraw_charge,
    write_off,
)
from league.treasury.models import BankLine, TreasuryFact, TreasurySettings
from league.treasury.periodic import propose_new_charges
from league.treasury.queries.books import account_page, bank_lines, money_page, read_book, year_page
from league.treasury.queries.fees import charges_to_propose, fees_to_raise, leagues_to_propose_for
from scoring.card.sheet import Card, Ending
from tests.factories import FIRST_NIGHT
from tests.league.api.programs import program_of
from tests.league.cups.world import entered, opened
from tests.league.html import words_on
from tests.league.results.evening import Evening
from tests.league.treasury.conftest import NOON

CASH = {"on": FIRST_NIGHT, "method": "cash"}


def said(desk, at=NOON) -> list[tuple[str, str]]:
    while process_audit_log(at=at):
        pass
    return [(each.to.name, each.subject) for each in Message.objects.filter(kind="money").order_by("pk")]


def test_one_payment_pays_several_charges_and_the_rest_is_in_advance(desk):
    first, second = desk.charge(desk.crown, 2500, "team-fee"), desk.charge(desk.crown, 200)
    record_payment(holder=desk.crown, amount=3000, charges=[second.number, first.number], **CASH, **desk.act)
    page = account_page(desk.crown)
    assert (page.owed, page.credit, page.balance, page.in_advance) == (0, 300, -300, 300)
    assert read_book(desk.league).book.balance == 3000


def test_what_is_in_advance_pays_a_later_charge(desk):
    record_payment(holder=desk.crown, amount=500, **CASH, **desk.act)
    desk.charge(desk.crown, 800)
    use_credit(holder=desk.crown, **desk.act)
    assert account_page(desk.crown).owed == 300
    with pytest.raises(ValidationError):
        use_credit(holder=desk.crown, **desk.act)


def test_a_reminder_is_of_what_is_owed_after_what_is_in_advance(desk):
    record_payment(holder=desk.crown, amount=500, **CASH, **desk.act)
    desk.charge(desk.crown, 800)
    remind_debtors(league=desk.league, holders=[desk.crown], **desk.act)
    assert said(desk)[-1] == (desk.small.captains[0].name, "Crown A: £3.00 is still to pay")
    last = Message.objects.filter(kind="money").latest("pk")
    assert "Crown A now owes £3.00 in all." in last.text
    assert "Paid in advance: \N{MINUS SIGN}£5.00" in last.text
    record_payment(holder=desk.crown, amount=300, **CASH, **desk.act)
    with pytest.raises(ValidationError):
        remind_debtors(league=desk.league, holders=[desk.crown], **desk.act)


def test_nothing_is_deleted_and_a_refused_entry_writes_nothing(desk):
    charge = desk.charge(desk.crown, 500)
    paid = record_payment(holder=desk.crown, amount=500, **CASH, **desk.act)
    reverse_fact(fact=paid, reason="The cheque was not honoured", **desk.act)
    withdraw_charge(charge=charge, reason="It was the other team", **desk.act)
    before = TreasuryFact.objects.count()
    for act in (
        lambda: write_off(charge=charge, amount=1, reason="why", **desk.act),
        lambda: reverse_fact(fact=paid, reason="again", **desk.act),
        lambda: refund(holder=desk.crown, amount=1, on=FIRST_NIGHT, method="cash", reason="why", **desk.act),
    ):
        with pytest.raises(ValidationError):
            act()
    assert TreasuryFact.objects.count() == before == 5
    assert list(TreasuryFact.objects.order_by("number").values_list("number", flat=True)) == [1, 2, 3, 4, 5]


def test_fees_of_a_season_are_raised_once_and_a_changed_tariff_adds_nothing_twice(desk):
    settle_tariff(league=desk.league, team_fee=2500, player_fee=200, host_fee=100, **desk.act)
    season = desk.small.season
    season.league = desk.league
    found = fees_to_raise(season, NOON)
    assert raise_fees(season=season, keys=[fee_key(each) for each in found], **desk.act) == len(found)
    assert {each.holder.kind for each in found} == {"team", "venue"}
    assert [each.balance for each in money_page(desk.league).accounts if each.holder == desk.crown] == [2500 + 8 * 200]
    settle_tariff(league=desk.league, team_fee=3000, match_fee=100, **desk.act)
    assert {each.heading.value for each in fees_to_raise(season, NOON)} == {"match-fee"}
    assert raise_fees(season=season, keys=[fee_key(each) for each in found], **desk.act) == 0


def test_a_late_card_and_a_walkover_are_proposed_once_and_owed_when_approved(desk):
    evening = Evening(desk.small)
    evening.send(SentFor.HOME, at=NOON + timedelta(days=9))
    at = NOON + timedelta(days=20)
    assert [(each.heading, each.amount) for each in charges_to_propose(desk.league, at)] == [("late-card", 200)]
    assert [propose_charges(league=desk.league, by=None, at=at) for _ in range(2)] == [1, 0]
    (waiting,) = read_book(desk.league).book.proposed
    assert waiting.due == 0
    approve_charges(league=desk.league, numbers=[waiting.proposal.id], by=desk.user, at=at)
    assert account_page(desk.crown).owed == 200


def test_charges_are_looked_for_where_something_was_done_and_once_a_day(desk, django_assert_num_queries):
    at = NOON + timedelta(days=8)
    assert [league for league, _ in leagues_to_propose_for(at)] == [desk.league]
    propose_new_charges(at)
    with django_assert_num_queries(1):
        propose_new_charges(at)
    Evening(desk.small).send(SentFor.HOME, at=at)
    propose_new_charges(at)
    assert len(read_book(desk.league).book.proposed) == 1
    propose_new_charges(at)  # what it proposed was something new itself
    assert leagues_to_propose_for(at) == []
    assert [league for league, _ in leagues_to_propose_for(at + timedelta(days=1))] == [desk.league]


def test_a_fine_that_is_refused_is_not_proposed_again(desk):
    Evening(desk.small).send(SentFor.HOME, at=NOON + timedelta(days=9))
    at = NOON + timedelta(days=20)
    propose_charges(league=desk.league, by=None, at=at)
    (waiting,) = read_book(desk.league).book.proposed
    refuse_charges(league=desk.league, numbers=[waiting.proposal.id], reason="no signal", by=desk.user, at=at)
    assert propose_charges(league=desk.league, by=None, at=at) == 0
    assert money_page(desk.league).owed == 0


def test_a_proposed_fine_goes_when_its_walkover_does_and_comes_again_with_it(desk):
    evening, by = Evening(desk.small), {"by": desk.small.secretary, "at": NOON}

    def decide(action, **what):
        fixture = evening.fixture
        action(fixture=fixture, key=uuid4(), seen=fixture.version, reason="They rang.", **by, **what)
        propose_charges(league=desk.league, by=None, at=NOON)
        return [each.proposal.heading for each in read_book(desk.league).book.proposed]

    walkover = Card(ending=Ending.WALKOVER_AWAY)
    assert decide(award_match, award=walkover) == ["no-show"]
    assert decide(restore) == []
    assert decide(award_match, award=walkover) == ["no-show"]
    assert propose_charges(league=desk.league, by=None, at=NOON) == 0


def approve_all(desk, at) -> list[int]:
    propose_charges(league=desk.league, by=None, at=at)
    numbers = [each.proposal.id for each in read_book(desk.league).book.proposed]
    approve_charges(league=desk.league, numbers=numbers, by=desk.user, at=at)
    return numbers


def undo_walkover(desk, at):
    """Crown gives a walkover, and it is decided otherwise."""
    evening, by = Evening(desk.small), {"by": desk.small.secretary, "at": at, "reason": "They rang."}
    fixture = evening.fixture
    award_match(
        fixture=fixture, key=uuid4(), seen=fixture.version, award=Card(ending=Ending.WALKOVER_AWAY), **by
    )  # fmt: skip
    yield
    fixture = evening.fixture
    restore(fixture=fixture, key=uuid4(), seen=fixture.version, **by)


def strike_out_late_card(desk, at):
    Evening(desk.small).send(SentFor.HOME, at=NOON + timedelta(days=9))
    yield
    bell = desk.small.entries[1]
    withdraw_team(entry=bell, on=FIRST_NIGHT + timedelta(days=8), reason="Too few", by=desk.small.secretary, at=at)


def take_off_entry(desk, at):
    cup = opened(desk.small, "pairs", "Town Cup", fee=5)
    (entrant, *_) = entered(cup, desk.small, 1)
    yield
    take_off(entrant=entrant, by=desk.user, at=at)


@pytest.mark.parametrize("story", [undo_walkover, strike_out_late_card, take_off_entry])
def test_an_approved_charge_whose_ground_falls_away_is_marked_until_it_is_cancelled(desk, treasurer, story):
    at = NOON + timedelta(days=20)
    steps = story(desk, at)
    next(steps)
    number = approve_all(desk, at)[0]  # Crown's
    record_payment(holder=desk.crown, amount=100, charges=[number], **CASH, **desk.act)
    settle_tariff(league=desk.league, late_card_fine=0, **desk.act)  # what was fined before stays fined
    assert (money_page(desk.league, at).groundless, account_page(desk.crown, at).groundless) == ([], [])
    next(steps, None)
    propose_charges(league=desk.league, by=None, at=at)
    assert [each["row"].number for each in money_page(desk.league, at).groundless] == [number]
    assert [each["row"].number for each in account_page(desk.crown, at).groundless] == [number]
    assert account_page(desk.bell, at).groundless == []
    with time_machine.travel(at):
        pages = [treasurer.get(url) for url in (reverse("money", args=["leek"]), desk.crown.get_absolute_url())]
    assert ["Check a charge of Crown A" in words_on(pages[0]), "Charges to check" in words_on(pages[1])] == [True, True]
    withdraw_charge(charge=TreasuryFact.objects.get(number=number), reason="It does not stand", **desk.act)
    assert (money_page(desk.league, at).groundless, account_page(desk.crown, at).credit) == ([], 100)


def test_a_cup_entry_that_was_paid_at_the_desk_is_counted_once(desk):
    cup = opened(desk.small, "pairs", "Town Cup", fee=5)
    entrants = entered(cup, desk.small, 1)
    mark_paid(entrant=entrants[0], on=FIRST_NIGHT, by=desk.user, at=NOON)
    propose_charges(league=desk.league, **desk.act)
    numbers = [each.proposal.id for each in read_book(desk.league).book.proposed]
    approve_charges(league=desk.league, numbers=numbers, **desk.act)
    assert (account_page(desk.crown).owed, account_page(desk.bell).owed) == (0, 500)
    assert read_book(desk.league).book.balance == 500
    record_payment(holder=desk.bell, amount=500, **CASH, **desk.act)
    entrants[1].refresh_from_db()
    assert entrants[1].paid_on == FIRST_NIGHT


@pytest.mark.parametrize("way", ["payment", "what was in advance", "desk"])
def test_a_cup_entry_is_not_paid_any_more_when_its_payment_is_reversed(desk, way):
    entrant = entered(opened(desk.small, "pairs", "Town Cup", fee=5), desk.small, 1)[0]
    if way == "what was in advance":
        record_payment(holder=desk.crown, amount=500, **CASH, **desk.act)
    if way == "desk":
        mark_paid(entrant=entrant, on=FIRST_NIGHT, **desk.act)
    propose_charges(league=desk.league, **desk.act)
    numbers = [each.proposal.id for each in read_book(desk.league).book.proposed]
    approve_charges(league=desk.league, numbers=numbers, **desk.act)
    if way == "payment":
        record_payment(holder=desk.crown, amount=500, **CASH, **desk.act)
    if way == "what was in advance":
        use_credit(holder=desk.crown, **desk.act)
    entrant.refresh_from_db()
    assert entrant.paid_on is not None
    paid = TreasuryFact.objects.filter(kind__in=("payment", "credit")).latest("number")
    reverse_fact(fact=paid, reason="It bounced", **desk.act)
    entrant.refresh_from_db()
    assert (account_page(desk.crown).owed, entrant.paid_on) == (500, None)
    last = AuditEntry.objects.filter(verb="mark_paid").latest("pk")
    assert last.words == f"{entrant.entry} has not paid for Town Cup yet."


def test_captains_get_a_bill_a_receipt_and_a_reminder_and_the_history_has_no_amounts(desk, client):
    charge = desk.charge(desk.crown, 2500, "team-fee")
    record_payment(holder=desk.crown, amount=1000, payer="Mel", **CASH, **desk.act)
    remind_debtors(league=desk.league, holders=[desk.crown, desk.bell], **desk.act)
    captain = desk.small.captains[0].name
    assert said(desk) == [
        (captain, "Crown A: £25.00 to pay"),
        (captain, f"Crown A: receipt {charge.number + 2} for £10.00"),
        (captain, "Crown A: £15.00 is still to pay"),
    ]
    last = Message.objects.filter(kind="money").latest("pk")
    assert "sort code 20-00-00" in last.text
    assert "Reference: CROWN-A" in last.text
    client.force_login(desk.small.secretary)
    history = client.get(reverse("league-history", args=["leek"])).content.decode()
    assert "A payment from Crown A was recorded" in history
    assert "£" not in history


def test_a_pub_that_is_charged_is_told_nothing(desk):
    desk.charge(desk.pub, 300, "host-fee")
    assert said(desk) == []


def test_a_bank_line_is_kept_once_and_recorded_once(desk):
    desk.charge(desk.crown, 2500, "team-fee")
    desk.charge(desk.bell, 2500, "team-fee")
    text = "08/09/2026,CROWN A SUBS,25.00\n08/09/2026,A SMITH,7.00\n"
    assert [keep_bank_lines(league=desk.league, text=text, **desk.act) for _ in range(2)] == [2, 0]
    first, second = bank_lines(desk.league)
    assert (first["holder"], first["pays"], first["by_name"]) == (desk.crown, "Team fees: £25.00", True)
    assert second["holder"] is None
    fact = confirm_bank_line(line=first["line"], holder=desk.crown, charges=first["numbers"], **desk.act)
    with pytest.raises(ValidationError):
        confirm_bank_line(line=first["line"], holder=desk.bell, **desk.act)
    leave_out_bank_line(line=second["line"], **desk.act)
    for line in (first["line"], second["line"]):
        with pytest.raises(ValidationError, match="dealt with already"):
            leave_out_bank_line(line=line, **desk.act)
    assert (bank_lines(desk.league), read_book(desk.league).book.balance) == ([], 2500)
    reverse_fact(fact=fact, reason="It was Crown B", **desk.act)
    assert [each["line"] for each in bank_lines(desk.league)] == [first["line"]]
    assert BankLine.objects.count() == 2


def test_a_year_has_the_last_one_beside_it_and_adds_up(desk):
    season = desk.small.season
    entry = {"league": desk.league, "words": "", **desk.act}
    record_entry(kind="opening", amount=50_000, on=season.starts, **entry)
    record_entry(kind="income", heading="raffle", amount=4000, on=season.starts, **entry)
    record_entry(kind="prize", amount=1500, on=season.starts, **entry)
    desk.charge(desk.crown, 700)
    page = year_page(desk.league, season.slug, NOON)
    assert (page.year.opening, page.year.closing, page.year.owed, page.before) == (50_000, 52_500, 700, None)
    assert [(each.what, each.this) for each in page.lines[1:6]] == [
        ("Raffles and football cards", 4000),
        ("Income", 4000),
        ("Prize money", 1500),
        ("Expenditure", 1500),
        ("Income less expenditure", 2500),
    ]


@pytest.mark.parametrize("charges", [1, 3])
def test_an_account_costs_the_same_number_of_queries_however_long_it_is(desk, charges, django_assert_num_queries):
    for _ in range(charges):
        desk.charge(desk.crown, 100)
        record_payment(holder=desk.crown, amount=150, **CASH, **desk.act)
    with django_assert_num_queries(2):
        account_page(desk.crown)
    with django_assert_num_queries(5):
        money_page(desk.league)


# --- pages ------------------------------------------------------------------------------------------------------------
def test_a_treasurer_records_a_payment_on_the_page(desk, treasurer):
    charge = desk.charge(desk.crown, 2500, "team-fee")
    page = treasurer.get(desk.crown.address_of("payment")).content.decode()
    assert 'value="25.00"' in page
    sent = {"amount": "£10.50", "on": "2026-09-07", "method": "cash", "charges": [charge.number]}
    assert treasurer.post(desk.crown.address_of("payment"), sent).status_code == 302
    shown = treasurer.get(desk.crown.get_absolute_url()).content.decode()
    assert "£14.50 to pay" in shown
    assert "Account number" not in shown
    assert "account number 12345678" in shown


@pytest.mark.parametrize(
    ("sent", "why"),
    [
        ({"amount": "ten"}, "is not an amount in pounds. Write it as 12 or 12.50."),
        ({"amount": "0"}, "is from £0.01"),
        ({"amount": "10", "on": "soon"}, "is not a date"),
    ],
)
def test_bad_input_is_said_and_kept(desk, treasurer, sent, why):
    answer = treasurer.post(desk.crown.address_of("payment"), {"method": "cash", "payer": "Mel Typed", **sent})
    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert "Mel Typed" in answer.content.decode()


def test_more_than_is_owed_cannot_be_written_off(desk, treasurer):
    charge = desk.charge(desk.crown, 500)
    answer = treasurer.post(reverse("write-off", args=["leek", charge.number]), {"amount": "6", "reason": "why"})
    assert answer.status_code == 422
    assert "£6.00 is more than the £5.00 still owed" in answer.content.decode()


def test_fees_are_raised_from_the_page(desk, treasurer):
    settle_tariff(league=desk.league, team_fee=2500, **desk.act)
    url = reverse("money-fees", args=["leek"])
    page = treasurer.get(url).content.decode()
    assert page.count('name="keys"') == 4
    keys = [f"{desk.crown.key}.team-fee.2500"]
    assert treasurer.post(url, {"keys": keys}).status_code == 302
    assert [each.balance for each in money_page(desk.league).accounts] == [2500, 0, 0, 0]


def test_proposed_charges_are_approved_or_refused_from_the_page(desk, treasurer):
    settle_tariff(league=desk.league, late_card_fine=0, **desk.act)
    cup = opened(desk.small, "pairs", "Town Cup", fee=5)
    entered(cup, desk.small, 1)
    treasurer.post(reverse("search-charges", args=["leek"]))
    one, two, *others = (each.proposal.id for each in read_book(desk.league).book.proposed)
    page = reverse("money-proposed", args=["leek"])
    chosen = dict.fromkeys(map(str, (one, two, *others)), "leave") | {str(one): "approve", str(two): "refuse"}
    without = treasurer.post(page, chosen)
    assert without.status_code == 422
    assert without.content.decode().count("Enter the reason for refusing.") == 2
    checked = re.findall(r'name="(\d+)" value="(\w+)"[^>]*\schecked', without.content.decode())
    assert dict(checked) == chosen
    assert len(read_book(desk.league).book.proposed) == 4
    missing = treasurer.post(page, {str(one): "approve"})
    assert (missing.status_code, len(read_book(desk.league).book.proposed)) == (422, 4)
    treasurer.post(page, chosen | {"reason": "they withdrew"})
    assert (len(read_book(desk.league).book.proposed), money_page(desk.league).owed) == (2, 500)


def test_an_approved_charge_is_one_line_of_the_book(desk, treasurer):
    settle_tariff(league=desk.league, late_card_fine=0, **desk.act)
    entered(opened(desk.small, "pairs", "Town Cup", fee=5), desk.small, 1)
    treasurer.post(reverse("search-charges", args=["leek"]))
    one, *others = (each.proposal.id for each in read_book(desk.league).book.proposed)
    chosen = dict.fromkeys(map(str, others), "leave") | {str(one): "approve"}
    treasurer.post(reverse("money-proposed", args=["leek"]), chosen)
    approval = list(read_book(desk.league).rows)[-1]
    page = treasurer.get(reverse("money-book", args=["leek"])).content.decode()
    assert f"{one} and {approval}. " in page
    assert page.count("Proposed: ") == len(others)


def test_a_statement_is_sent_in_and_a_line_confirmed(desk, treasurer, tmp_path):
    desk.charge(desk.crown, 2500, "team-fee")
    file = tmp_path / "bank.csv"
    file.write_text("Date,Description,Amount\n08/09/2026,CROWN A,25.00\n")
    with file.open("rb") as sent:
        assert treasurer.post(reverse("money-bank", args=["leek"]), {"file": sent}).status_code == 302
    line = BankLine.objects.get()
    page = treasurer.get(reverse("money-bank", args=["leek"])).content.decode()
    assert "From Crown A?" in page
    unchosen = treasurer.post(reverse("confirm-bank-line", args=["leek", line.pk]), {"account": ""})
    assert unchosen.status_code == 422
    assert f'href="#account-{line.pk}"' in unchosen.content.decode()
    assert "£25.00, CROWN A: choose who paid it." in unchosen.content.decode()
    assert f'id="account-{line.pk}_error"' in unchosen.content.decode()
    assert re.search(r"<title>\s*Error:", unchosen.content.decode())
    treasurer.post(reverse("confirm-bank-line", args=["leek", line.pk]), {"account": desk.crown.key})
    assert account_page(desk.crown).owed == 0
    file.write_text("Team,Played\nCrown,3\n")
    with file.open("rb") as sent:
        answer = treasurer.post(reverse("money-bank", args=["leek"]), {"file": sent})
    assert answer.status_code == 422
    assert "Export the statement as CSV" in answer.content.decode()


def test_a_captain_is_led_to_their_own_account_and_sees_no_buttons(desk, client):
    desk.charge(desk.crown, 500)
    client.force_login(desk.small.captains[0])
    answer = client.get(reverse("money", args=["leek"]), follow=True)
    page = answer.content.decode()
    assert answer.redirect_chain == [(desk.crown.get_absolute_url(), 302)]
    assert "£5.00 to pay" in page
    assert "Record a payment" not in page
    assert client.get(desk.bell.get_absolute_url()).status_code == 403


def test_without_the_book_no_page_of_it_opens_and_nothing_is_lost(desk, treasurer):
    desk.charge(desk.crown, 500)
    keep_book_here(league=desk.league, keeps=False, by=desk.small.secretary, at=NOON)
    assert treasurer.get(desk.crown.get_absolute_url()).status_code == 404
    assert "does not keep its fees" in treasurer.get(reverse("money", args=["leek"])).content.decode()
    keep_book_here(league=desk.league, keeps=True, by=desk.small.secretary, at=NOON)
    assert "£5.00 to pay" in treasurer.get(desk.crown.get_absolute_url()).content.decode()


def test_the_papers_say_what_the_pages_say(desk, treasurer):
    desk.charge(desk.crown, 2500, "team-fee", date(2026, 9, 1))
    for name in ("team-statement-pdf", "team-statement-xlsx"):
        answer = treasurer.get(reverse(name, args=["leek", desk.crown.row.slug]))
        assert (answer.status_code, answer["Cache-Control"]) == (200, "private, no-cache")
    for name in ("money-year-pdf", "money-year-xlsx"):
        assert treasurer.get(reverse(name, args=["leek"])).status_code == 200
    assert localdate(NOON) == date(2026, 9, 8)


# --- a year that is closed --------------------------------------------------------------------------------------------
JUNE = datetime(2027, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def closed(desk):
    """The accounts of 2026-27 are closed, with a fine of Crown's unpaid and a payment of Bell's in them."""
    desk.charge(desk.crown, 700)
    record_payment(holder=desk.bell, amount=1000, **CASH, **desk.act)
    desk.act = {"by": desk.user, "at": JUNE}
    close_accounts(season=desk.small.season, **desk.act)
    return desk


def test_a_closed_year_stays_as_it_was_whatever_is_written_later(closed):
    season, charge = closed.small.season, TreasuryFact.objects.get(kind="charge")
    before = year_page(closed.league, season.slug, JUNE).year
    payment = TreasuryFact.objects.get(kind="payment")
    in_it = {"on": season.ends, **closed.act}
    for write in (
        lambda: record_payment(holder=closed.crown, amount=700, method="cash", **in_it),
        lambda: record_entry(league=closed.league, kind="income", heading="raffle", amount=1, **in_it),
        lambda: refund(holder=closed.bell, amount=1, method="cash", reason="Why", **in_it),
        lambda: closed.charge(closed.crown, 100, on=season.ends),
    ):
        with pytest.raises(ValidationError, match="The accounts up to Fri 30 Apr 2027 are closed"):
            write()
    write_off(charge=charge, amount=700, reason="Left the league", **closed.act)
    reverse_fact(fact=payment, reason="It bounced", **closed.act)
    keep_bank_lines(league=closed.league, text="Date,Description,Amount\n01/04/2027,BELL,12.00\n", **closed.act)
    line = BankLine.objects.get()
    late = confirm_bank_line(line=line, holder=closed.bell, **closed.act)
    assert late.on == season.ends + timedelta(days=1)
    assert year_page(closed.league, season.slug, JUNE).year == before
    assert read_book(closed.league).book.balance == 1200


def test_accounts_are_closed_when_the_year_is_over_and_reopened_with_a_reason(desk, treasurer):
    season = desk.small.season
    year, close, reopen = (reverse(name, args=["leek", *rest]) for name, rest in (
        ("money-year", ()), ("close-accounts", (season.slug,)), ("reopen-accounts", (season.slug,)),
    ))  # fmt: skip
    with pytest.raises(ValidationError, match="This year ends on Fri 30 Apr 2027"):
        close_accounts(season=season, **desk.act)
    with time_machine.travel(JUNE, tick=False):
        treasurer.force_login(desk.user)
        assert "Close the accounts" in treasurer.get(year).content.decode()
        assert treasurer.post(reopen, {"reason": "Why"}).status_code == 422
        for _ in range(2):
            assert treasurer.post(close).status_code == 302
        assert "Reopen the accounts" in treasurer.get(year).content.decode()
        assert treasurer.post(reopen).status_code == 422
        assert treasurer.post(reopen, {"reason": "The raffle was left out"}).status_code == 302
    entries = AuditEntry.objects.filter(verb__in=("close_accounts", "reopen_accounts")).order_by("pk")
    assert list(entries.values_list("words", "reason")) == [
        ("The accounts of 2026-27 were closed", ""),
        ("The accounts of 2026-27 were reopened", "The raffle was left out"),
    ]
    assert TreasurySettings.objects.get().closed_to is None


def test_a_program_of_the_treasurer_reads_the_accounts(closed):
    answer = program_of(closed.user).get("leagues/leek/seasons/2026-27/accounts").json()
    assert (answer["season"], answer["last"], answer["closed"]) == ("2026-27", "2027-04-30", True)
    lines = {each["what"]: (each["amount"], each["before"], each["total"]) for each in answer["lines"]}
    assert lines["Balance at the end"] == (1000, None, True)
    assert lines["Still owed to the league"] == (700, None, False)


def test_the_papers_of_the_meeting_have_the_accounts(desk):
    record_entry(league=desk.league, kind="income", heading="raffle", amount=4000, on=FIRST_NIGHT, **desk.act)
    order = PaperOrder(desk.league, {"season": desk.small.season.slug}, NOON, "https://leek.example", full_names=True)
    [paper] = builder_of("agm-pack")(order, Progress(1, "pack", desk.league.pk, None))
    assert paper.count("£40.00") == 4  # the raffle, all income, the surplus, the balance
    keep_book_here(league=desk.league, keeps=False, by=desk.small.secretary, at=NOON)
    order.league.refresh_from_db()
    [paper] = builder_of("agm-pack")(order, Progress(1, "pack", desk.league.pk, None))
    assert "Trophies and engraving" in paper
