"""Income and expenditure of a year for the meeting: as a page, on paper and as a spreadsheet."""

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.documents.pdf import draw_now
from league.documents.spreadsheet import xlsx_of
from league.teams.middleware import MemberRequest
from league.treasury.presenters.years import YearPage
from league.treasury.queries.years import year_page
from league.treasury.views.access import require_reader
from league.treasury.views.accounts import sheet
from league.ui.responses import pdf


@require_safe
def year(request: MemberRequest, league: str) -> HttpResponse:
    """The accounts of a season's year, with the last one beside it."""
    return render(request, "treasury/year.html", {"shown": _year(request)})


@require_safe
def year_pdf(request: MemberRequest, league: str) -> HttpResponse:
    """The same for the meeting, to be handed round."""
    shown = _year(request)
    context = {"shown": shown, "league": request.league}
    return pdf(draw_now("treasury/year_paper.html", context, at=now()), f"{league}-{shown.season.slug}-accounts")


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
