"""One account: its page and statement, and what the treasurer does with it."""

from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse as reverse_url
from django.utils.timezone import now
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.forms import PlainForm
from league.base.ui.responses import form_action, render_form, require_form_methods, saved_file
from league.base.ui.spreadsheet import XLSX, xlsx_of
from league.documents.kinds import PaperAudience
from league.documents.pdf.response import paper_response
from league.schedule.models import Season
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import Team, Venue
from league.teams.permissions import require
from league.treasury.actions.book import close_accounts, record_payment, refund, reopen_accounts, use_credit
from league.treasury.actions.book import reverse as reverse_fact
from league.treasury.actions.charges import add_charge, withdraw_charge, write_off
from league.treasury.forms import BookReasonForm, ChargeForm, PaymentForm, RefundForm, WriteOffForm
from league.treasury.models import TreasuryFact, TreasuryFactKind
from league.treasury.permissions import is_treasurer, may_read_account, may_read_book, require_book
from league.treasury.queries.books import CAN_REVERSE, YearPage, account_page, read_book, year_page
from league.treasury.queries.fees import settings_of
from league.treasury.values import AccountHolder, how_to_pay
from scoring.treasury.facts import pounds


def require_treasurer(request: MemberRequest) -> None:
    """403 for everybody but the treasurer; 404 where no book is kept."""
    require(is_treasurer(request.user, request.league))
    require_book(request.league)


def require_reader(request: MemberRequest) -> None:
    require(may_read_book(request.user, request.league))
    require_book(request.league)


def readable_account(request: MemberRequest, team: str, venue: str) -> AccountHolder:
    """The account of an address for somebody who may see it: a captain their own team's, no pub's."""
    holder = _account_at(request, team, venue)
    own = isinstance(holder.row, Team) and may_read_account(request.user, holder.row)
    require(own or may_read_book(request.user, request.league))
    require_book(request.league)
    return holder


def writable_account(request: MemberRequest, team: str, venue: str) -> AccountHolder:
    require_treasurer(request)
    return _account_at(request, team, venue)


def fact_at(request: MemberRequest, number: int, *kinds: str) -> TreasuryFact:
    require_treasurer(request)
    rows = TreasuryFact.objects.filter(league=request.league, kind__in=kinds)
    row: TreasuryFact = get_object_or_404(rows.select_related("league", "team", "venue"), number=number)
    for owner in (row.team, row.venue):
        if owner is not None:
            owner.league = request.league
    return row


def _account_at(request: LeagueRequest, team: str, venue: str) -> AccountHolder:
    rows = Team.objects.all() if team else Venue.objects.all()
    row = get_object_or_404(rows.select_related("league"), league=request.league, slug=team or venue)
    return AccountHolder(row)


@require_safe
def account(request: MemberRequest, league: str, team: str = "", venue: str = "") -> HttpResponse:
    holder, keeps = readable_account(request, team, venue), is_treasurer(request.user, request.league)
    context = _statement(holder, now() if keeps else None)
    return render(request, "treasury/account.html", context | {"keeps": keeps})


@require_safe
def statement_pdf(request: MemberRequest, league: str, team: str = "", venue: str = "") -> HttpResponse:
    holder = readable_account(request, team, venue)
    context = {**_statement(holder), "league": request.league}
    name = f"{holder.row.slug}-statement"
    return paper_response(request, "treasury/account_paper.html", context, name, audience=PaperAudience.OWN)


@require_safe
def statement_sheet(request: MemberRequest, league: str, team: str = "", venue: str = "") -> HttpResponse:
    holder = readable_account(request, team, venue)
    shown = account_page(holder)
    rows = [
        (each.on, each.words, each.more, each.charged / 100, each.paid / 100, each.balance / 100)
        for each in shown.lines
    ]
    workbook = xlsx_of(f"{holder.name}", ("Date", "What", "Details", "Charged", "Paid", "Owed"), rows)
    return sheet(workbook, f"{holder.row.slug}-statement")


def sheet(workbook: bytes, name: str) -> HttpResponse:
    answer = saved_file(workbook, f"{name}.xlsx", XLSX)
    answer["Cache-Control"] = "private, no-cache"
    return answer


def _statement(holder: AccountHolder, at: datetime | None = None) -> dict[str, Any]:
    return {"shown": account_page(holder, at), "pay": how_to_pay(settings_of(holder.row.league), holder)}


# --- what the treasurer does ------------------------------------------------------------------------------------------
@require_form_methods
def payment(request: MemberRequest, league: str, team: str = "", venue: str = "") -> HttpResponse:
    holder = writable_account(request, team, venue)
    form = PaymentForm(request.POST or None, book=read_book(request.league), holder=holder)
    if form_action(request, form, record_payment, holder=holder):
        messages.success(request, f"{pounds(form.cleaned_data['amount'])} from {holder.name} was recorded.")
        return redirect(holder)
    return render_form(request, "treasury/payment.html", form, holder=holder)


@require_form_methods
def charge(request: MemberRequest, league: str, team: str = "", venue: str = "") -> HttpResponse:
    holder = writable_account(request, team, venue)
    form = ChargeForm(request.POST or None)
    if form_action(request, form, add_charge, holder=holder):
        messages.success(request, f"{holder.name} was charged {pounds(form.cleaned_data['amount'])}.")
        return redirect(holder)
    return render_form(request, "treasury/charge.html", form, holder=holder)


@require_form_methods
def refund_page(request: MemberRequest, league: str, team: str = "", venue: str = "") -> HttpResponse:
    holder = writable_account(request, team, venue)
    form = RefundForm(request.POST or None)
    if form_action(request, form, refund, holder=holder):
        messages.success(request, f"The refund of {pounds(form.cleaned_data['amount'])} to {holder.name} was recorded.")
        return redirect(holder)
    credit = read_book(request.league).book.credit[holder.key]
    return render_form(request, "treasury/refund.html", form, holder=holder, credit=credit)


@require_POST
def credit_use(request: MemberRequest, league: str, team: str = "", venue: str = "") -> HttpResponse:
    holder = writable_account(request, team, venue)
    if form_action(request, PlainForm(request.POST), use_credit, holder=holder):
        messages.success(request, f"What {holder.name} had in advance was used for what it owed.")
    else:
        messages.error(request, "There is nothing in advance, or nothing to pay.")
    return redirect(holder)


# --- one fact ---------------------------------------------------------------------------------------------------------
@require_form_methods
def withdrawal(request: MemberRequest, league: str, number: int) -> HttpResponse:
    row = fact_at(request, number, TreasuryFactKind.CHARGE)
    form = BookReasonForm(request.POST or None)
    if form_action(request, form, withdraw_charge, charge=row):
        messages.success(request, f"The charge of {pounds(row.amount)} to {_account_of(row).name} was cancelled.")
        return redirect(_account_of(row))
    return render_form(request, "treasury/withdrawal.html", form, row=row, holder=_account_of(row))


@require_form_methods
def write_off_page(request: MemberRequest, league: str, number: int) -> HttpResponse:
    row = fact_at(request, number, TreasuryFactKind.CHARGE)
    due, holder = read_book(request.league).book.charges[number].due, _account_of(row)
    form = WriteOffForm(request.POST or None, initial={"amount": due})
    if form_action(request, form, write_off, charge=row):
        messages.success(request, f"{pounds(form.cleaned_data['amount'])} of {holder.name} was written off.")
        return redirect(holder)
    return render_form(request, "treasury/write_off.html", form, row=row, due=due, holder=holder)


@require_form_methods
def reversal(request: MemberRequest, league: str, number: int) -> HttpResponse:
    """Reverse a payment, an expense or another fact about money that was wrong."""
    row = fact_at(request, number, *CAN_REVERSE)
    form = BookReasonForm(request.POST or None)
    holder = _account_of(row) if row.team_id or row.venue_id else None
    if form_action(request, form, reverse_fact, fact=row):
        messages.success(request, f"{row.get_kind_display()} {row.number} ({pounds(row.amount)}) was reversed.")
        return redirect(holder or "money-book", *(() if holder else (league,)))
    return render_form(request, "treasury/reversal.html", form, row=row, holder=holder)


def _account_of(row: Any) -> AccountHolder:
    return AccountHolder(row.team or row.venue)


# --- the accounts of a year -------------------------------------------------------------------------------------------
@require_safe
def year(request: MemberRequest, league: str) -> HttpResponse:
    context = {"shown": _year(request), "keeps": is_treasurer(request.user, request.league)}
    return render(request, "treasury/year.html", context)


@require_form_methods
def closing(request: MemberRequest, league: str, season: str, *, reopens: bool) -> HttpResponse:
    require_treasurer(request)
    kind, act = (BookReasonForm, reopen_accounts) if reopens else (PlainForm, close_accounts)
    form = kind(request.POST if request.method == "POST" else None)
    of = get_object_or_404(Season.objects.select_related("league"), league=request.league, slug=season)
    back = f"{reverse_url('money-year', args=[league])}?season={season}"
    if form_action(request, form, act, season=of):
        messages.success(request, f"The accounts of {of} are {'reopened' if reopens else 'closed'}.")
        return redirect(back)
    return render_form(request, "treasury/closing.html", form, season=of, back=back, reopens=reopens)


@require_safe
def year_pdf(request: MemberRequest, league: str) -> HttpResponse:
    shown = _year(request)
    context = {"shown": shown, "league": request.league}
    name = f"{league}-{shown.season.slug}-accounts"
    return paper_response(request, "treasury/year_paper.html", context, name, audience=PaperAudience.OWN)


@require_safe
def year_sheet(request: MemberRequest, league: str) -> HttpResponse:
    shown = _year(request)
    heading = ("", str(shown.season), "Year before")
    rows = [(each.what, each.this / 100, None if each.last is None else each.last / 100) for each in shown.lines]
    workbook = xlsx_of(f"Accounts {shown.season}", heading, rows)
    return sheet(workbook, f"{league}-{shown.season.slug}-accounts")


def _year(request: MemberRequest) -> YearPage:
    require_reader(request)
    shown = year_page(request.league, request.GET.get("season", ""), now())
    if shown is None:
        raise Http404("There is no season.")
    return shown
