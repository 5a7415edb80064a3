"""Bank statements: sent in, and line by line confirmed by the treasurer."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from league.base.ui.responses import render_form, require_form_methods
from league.teams.middleware import MemberRequest
from league.treasury.actions.payments import confirm_bank_line, keep_bank_lines, leave_out_bank_line, reopen_bank_line
from league.treasury.choices import BankLineState
from league.treasury.forms import BankFileForm, BankLineForm
from league.treasury.models import BankLine
from league.treasury.queries.books import bank_lines, holders_of
from league.treasury.views.access import require_treasurer
from scoring.treasury.charge import pounds
from scoring.words import several

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
    context = {"lines": bank_lines(request.league), "holders": holders_of(request.league)}
    settled = BankLine.objects.filter(league=request.league).exclude(state=BankLineState.OPEN)
    context["settled"] = settled.select_related("fact__team", "fact__venue").order_by("-at", "-pk")[:LATEST]
    return render_form(request, "treasury/bank.html", form, **context)


@require_POST
def confirmation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Record a line as a payment: of the account that is proposed, or of another."""
    line = _line(request, pk)
    holders = holders_of(request.league)
    form = BankLineForm(request.POST, holders=holders)
    if not form.is_valid():
        messages.error(request, "Choose whose payment it is.")
        return redirect("money-bank", league)
    holder = next(each for each in holders if each.key == form.cleaned_data["account"])
    proposed = next((each for each in bank_lines(request.league) if each.line.pk == pk), None)
    charges = proposed.numbers if proposed and proposed.holder == holder else ()
    try:
        confirm_bank_line(line=line, holder=holder, charges=charges, by=request.user, at=now())
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, f"{pounds(line.amount)} from {holder.name} was recorded.")
    return redirect("money-bank", league)


@require_POST
def dismissal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Leave a line out that is no payment of an account; pressed again, it is to be matched after all."""
    line = _line(request, pk)
    reopens = line.state == BankLineState.LEFT_OUT
    settle = reopen_bank_line if reopens else leave_out_bank_line
    try:
        settle(line=line, by=request.user, at=now())
    except ValidationError as error:
        messages.error(request, error.messages[0])
    else:
        messages.success(request, "The line is to be matched again." if reopens else "The line was left out.")
    return redirect("money-bank", league)


def _line(request: MemberRequest, pk: int) -> BankLine:
    require_treasurer(request)
    found: BankLine = get_object_or_404(BankLine.objects.select_related("league"), league=request.league, pk=pk)
    return found
