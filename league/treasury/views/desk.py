"""The treasurer's desk: who owes what, proposed charges, fees of a season, other entries, the whole book, reminders."""

from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.old_addresses import form_on, leads_to
from league.base.ui.responses import (
    act_and_report,
    form_action,
    form_row,
    render_form,
    require_form_methods,
    require_sent,
)
from league.schedule.queries.matches import current_season
from league.teams.middleware import MemberRequest
from league.teams.models import League
from league.teams.permissions import is_secretary, require, teams_led
from league.treasury.actions.book import (
    confirm_bank_line,
    keep_bank_lines,
    keep_book_here,
    leave_out_bank_line,
    record_entry,
    reopen_bank_line,
    settle_tariff,
)
from league.treasury.actions.charges import (
    approve_charges,
    fee_key,
    propose_charges,
    raise_fees,
    refuse_charges,
    remind_debtors,
)
from league.treasury.forms import (
    BankFileForm,
    BankLineForm,
    BookEntryForm,
    FeesForm,
    ProposedForm,
    RemindersForm,
    TariffForm,
)
from league.treasury.models import BankLine, BankLineState
from league.treasury.permissions import is_treasurer, may_read_book, require_book
from league.treasury.queries.books import (
    account_page,
    bank_lines,
    book_lines,
    holders_of,
    money_page,
    proposed_charges,
    read_book,
    rows_to_show,
)
from league.treasury.queries.fees import fees_to_raise, settings_of
from league.treasury.values import AccountHolder
from league.treasury.views.accounts import require_reader, require_treasurer
from scoring.treasury.facts import pounds
from scoring.words import several

ON_A_PAGE = 50


@require_safe
def money(request: MemberRequest, league: str) -> HttpResponse:
    """Who owes what; a captain is led to the account of their own team, or chooses one of their teams."""
    if not may_read_book(request.user, request.league):
        led = teams_led(request.user, request.league)
        require(bool(led))
        require_book(request.league)
        for team in led:
            team.league = request.league
        holders = [AccountHolder(team) for team in led]
        if len(holders) == 1:
            return redirect(holders[0])
        return render(request, "treasury/own.html", {"accounts": [account_page(each) for each in holders]})
    return _balances(request)


def _balances(request: MemberRequest, form: ProposedForm | None = None) -> HttpResponse:
    keeps = is_treasurer(request.user, request.league)
    context: dict[str, Any] = {"keeps": keeps, "may_turn": is_secretary(request.user, request.league)}
    if request.league.keeps_money:
        shown = money_page(request.league, now() if keeps else None)
        rows = proposed_charges(shown.book)
        context |= {"shown": shown, "rows": rows, "details": settings_of(request.league)}
        context["proposals"] = form or ProposedForm(rows=rows)
    return render(request, "treasury/money.html", context | {"form": form}, status=422 if form else 200)


@require_safe
def book(request: MemberRequest, league: str) -> HttpResponse:
    require_reader(request)
    whole = read_book(request.league)
    page = Paginator(rows_to_show(whole), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"page": page, "lines": book_lines(whole, list(page.object_list)), "balance": whole.book.balance}
    return render(request, "treasury/book.html", context | {"keeps": is_treasurer(request.user, request.league)})


# --- proposed charges -------------------------------------------------------------------------------------------------
@require_form_methods
def proposed(request: MemberRequest, league: str) -> HttpResponse:
    """Fines and cup entries that the site proposes, each to be approved, refused or left."""
    require_reader(request)
    if request.method != "POST":
        return leads_to("money", section="proposed", open="proposed")(request, league=league)
    require_treasurer(request)
    form = ProposedForm(request.POST, rows=proposed_charges(read_book(request.league)))
    if not form.is_valid():
        return _balances(request, form)
    act: Any = {"league": request.league, "by": request.user, "at": now()}
    approved = approve_charges(numbers=form.numbers("approve"), **act)
    refused = refuse_charges(numbers=form.numbers("refuse"), reason=form.cleaned_data["reason"], **act)
    receipt = " The captains will be told." if approved else ""
    messages.success(request, f"{several(approved, 'charge')} approved, {refused} refused.{receipt}")
    return redirect("money", league)


@require_POST
def search_for_charges(request: MemberRequest, league: str) -> HttpResponse:
    """Look for fines and entries now, and not only every quarter of an hour."""
    require_treasurer(request)
    number = propose_charges(league=request.league, by=request.user, at=now())
    messages.success(request, f"{several(number, 'new charge')} proposed.")
    return redirect("money", league)


# --- fees, entries, reminders -----------------------------------------------------------------------------------------
@require_form_methods
def fees(request: MemberRequest, league: str) -> HttpResponse:
    """The fees of the season, to be looked at before they are raised."""
    require_treasurer(request)
    season = current_season(request.league)
    if season is None:
        raise Http404("There is no season.")
    season.league = request.league
    charges = fees_to_raise(season, now())
    form = FeesForm(request.POST if request.method == "POST" else None, keys=[fee_key(each) for each in charges])
    if form_action(request, form, raise_fees, season=season):
        number = len(form.cleaned_data["keys"])
        messages.success(request, f"{several(number, 'fee')} charged. The captains will be told.")
        return redirect("money", league)
    context = {"season": season, "fees": [(fee_key(each), each) for each in charges]}
    return render_form(request, "treasury/fees.html", form, total=sum(each.amount for each in charges), **context)


@require_form_methods
def new_entry(request: MemberRequest, league: str) -> HttpResponse:
    require_treasurer(request)
    form = BookEntryForm(request.POST or None)
    if row := form_row(request, form, record_entry, league=request.league):
        messages.success(request, f"{row.get_kind_display()} {row.number} ({pounds(row.amount)}) is in the book.")
        return redirect("money-book", league)
    return render_form(request, "treasury/entry.html", form)


@require_form_methods
def reminders(request: MemberRequest, league: str) -> HttpResponse:
    require_treasurer(request)
    owing = money_page(request.league).owing
    form = RemindersForm(request.POST if request.method == "POST" else None, owing=owing)
    if request.method == "POST" and form.is_valid():
        chosen = [holder for holder, _ in owing if holder.key in form.cleaned_data["accounts"]]
        number = remind_debtors(league=request.league, holders=chosen, by=request.user, at=now())
        messages.success(request, f"{several(number, 'reminder')} will be sent.")
        return redirect("money", league)
    return render_form(request, "treasury/reminders.html", form, owing=owing)


# --- settings ---------------------------------------------------------------------------------------------------------
@require_form_methods
def tariff(request: MemberRequest, league: str) -> HttpResponse:
    require_treasurer(request)
    form = TariffForm.of(settings_of(request.league), request.POST if request.method == "POST" else None)
    if form_action(request, form, settle_tariff, league=request.league):
        messages.success(request, "Fees, fines and bank details were changed.")
        return redirect("money", league)
    return render_form(request, "treasury/tariff.html", form)


@require_form_methods
def switch(request: MemberRequest, league: str) -> HttpResponse:
    """Turn the book on or off: the secretary's decision."""
    require(is_secretary(request.user, request.league))
    if request.method != "POST":
        return leads_to("money", section="switch")(request, league=league)
    keeps = request.POST.get("value") == "on"
    keep_book_here(league=request.league, keeps=keeps, by=request.user, at=now())
    messages.success(request, f"The treasurer’s book is {'on' if keeps else 'off'}.")
    return redirect("money", league)


# --- bank statements --------------------------------------------------------------------------------------------------
LATEST = 20


@require_form_methods
def bank(request: MemberRequest, league: str) -> HttpResponse:
    """Send a statement in, and the lines that are still to be matched."""
    require_treasurer(request)
    sent = request.method == "POST"
    form = BankFileForm(request.POST if sent else None, request.FILES if sent else None)
    if sent and form.is_valid():
        try:
            new = keep_bank_lines(league=request.league, text=form.cleaned_data["file"], by=request.user, at=now())
        except ValidationError as error:
            form.add_error("file", error)
        else:
            messages.success(request, f"{several(new, 'new line')} of money received.")
            return redirect("money-bank", league)
    return render_form(request, "treasury/bank.html", form, **_bank_context(request.league))


def _bank_context(league: League) -> dict[str, Any]:
    settled = BankLine.objects.filter(league=league).exclude(state=BankLineState.OPEN)
    latest = settled.select_related("fact__team", "fact__venue").order_by("-at", "-pk")[:LATEST]
    return {"lines": bank_lines(league), "holders": holders_of(league), "settled": latest}


@form_on("money-bank", "account-{pk}")
def confirmation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Record a line as a payment: of the account that is proposed, or of another."""
    line = _line(request, pk)
    require_sent(request)
    holders = holders_of(request.league)
    form = BankLineForm(request.POST, holders=holders)
    if not form.is_valid():
        text = f"{pounds(line.amount)}, {line.text}: choose who paid it."
        problems = [{"href": f"#account-{pk}", "text": text}]
        context = {"form": BankFileForm(), "problems": problems, "unchosen": pk, **_bank_context(request.league)}
        return render(request, "treasury/bank.html", context, status=422)
    holder = next(each for each in holders if each.key == form.cleaned_data["account"])
    proposed = next((each for each in bank_lines(request.league) if each["line"].pk == pk), None)
    charges = proposed["numbers"] if proposed and proposed["holder"] == holder else ()
    done = f"{pounds(line.amount)} from {holder.name} was recorded."
    act_and_report(request, confirm_bank_line, done, line=line, holder=holder, charges=charges)
    return redirect("money-bank", league)


@require_POST
def dismissal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Leave a line out that is no payment of an account; pressed again, it is to be matched after all."""
    line = _line(request, pk)
    reopens = line.state == BankLineState.LEFT_OUT
    done = f"{pounds(line.amount)}, {line.text}: {'to be matched again' if reopens else 'left out'}."
    act_and_report(request, reopen_bank_line if reopens else leave_out_bank_line, done, line=line)
    return redirect("money-bank", league)


def _line(request: MemberRequest, pk: int) -> BankLine:
    require_treasurer(request)
    return get_object_or_404(BankLine.objects.select_related("league"), league=request.league, pk=pk)
