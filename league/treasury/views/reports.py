"""Income and expenditure of a year for the meeting: as a page, on paper and as a spreadsheet."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.base.ui.forms import PlainForm
from league.base.ui.responses import form_action, render_form, require_form_methods
from league.base.ui.spreadsheet import xlsx_of
from league.documents.choices import PaperAudience
from league.documents.pdf.response import paper_response
from league.schedule.models import Season
from league.teams.middleware import MemberRequest
from league.treasury.actions.settings import close_accounts, reopen_accounts
from league.treasury.forms import BookReasonForm
from league.treasury.permissions import is_treasurer
from league.treasury.presenters.years import YearPage
from league.treasury.queries.books import year_page
from league.treasury.views.access import require_reader, require_treasurer
from league.treasury.views.accounts import sheet


@require_safe
def year(request: MemberRequest, league: str) -> HttpResponse:
    """The accounts of a season's year, with the last one beside it."""
    context = {"shown": _year(request), "keeps": is_treasurer(request.user, request.league)}
    return render(request, "treasury/year.html", context)


@require_form_methods
def closing(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Close the accounts of a year."""
    return _close(request, season, PlainForm, close_accounts, "closed")


@require_form_methods
def reopening(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Open them again, with a reason."""
    return _close(request, season, BookReasonForm, reopen_accounts, "reopened")


def _close(
    request: MemberRequest, slug: str, kind: type[PlainForm], act: Callable[..., None], done: str
) -> HttpResponse:
    require_treasurer(request)
    form = kind(request.POST if request.method == "POST" else None)
    season = get_object_or_404(Season.objects.select_related("league"), league=request.league, slug=slug)
    back = f"{reverse('money-year', args=[request.league.slug])}?season={season.slug}"
    if form_action(request, form, act, season=season):
        messages.success(request, f"The accounts of {season} are {done}.")
        return redirect(back)
    return render_form(request, "treasury/closing.html", form, season=season, back=back, reopens=done == "reopened")


@require_safe
def year_pdf(request: MemberRequest, league: str) -> HttpResponse:
    """The same for the meeting, to be handed round."""
    shown = _year(request)
    context = {"shown": shown, "league": request.league}
    name = f"{league}-{shown.season.slug}-accounts"
    return paper_response(request, "treasury/year_paper.html", context, name, audience=PaperAudience.OWN)


@require_safe
def year_sheet(request: MemberRequest, league: str) -> HttpResponse:
    """The same as a spreadsheet."""
    shown = _year(request)
    heading = ("", str(shown.season), "Year before")
    rows = [(each.what, each.this / 100, None if each.last is None else each.last / 100) for each in shown.lines]
    made = xlsx_of(f"Accounts {shown.season}", heading, rows)
    return sheet(made, f"{league}-{shown.season.slug}-accounts")


def _year(request: MemberRequest) -> YearPage:
    require_reader(request)
    shown = year_page(request.league, request.GET.get("season", ""), now())
    if shown is None:
        raise Http404("There is no season.")
    return shown
