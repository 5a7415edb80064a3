"""Spreadsheets that anybody, or an officer, takes away, and examples of those that are imported."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache

from league.base.accounts.permissions import confirm_first
from league.base.ui.old_addresses import leads_to
from league.base.ui.responses import conditional_response, public_page, saved_file, uncached_page
from league.base.ui.spreadsheet import XLSX, csv_of, xlsx_of
from league.cups.models import Cup
from league.exchange.actions.archives import enqueue_export, stored_archive
from league.exchange.archive.writer import ExportOptions
from league.exchange.choices import ImportKind
from league.exchange.forms import ExportLeagueForm
from league.exchange.queries.exports import EXPORTS, Export, ExportScope
from league.exchange.values.columns import example_of
from league.results.kept_pages import league_version
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Season
from league.schedule.queries.matches import current_season
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import is_secretary, require

CSV = "text/csv; charset=utf-8"


@login_not_required
@uncached_page
def sheets(request: LeagueRequest, league: str) -> HttpResponse:
    offered = [each for each in EXPORTS.values() if each.may(request.user, request.league)]  # type: ignore[arg-type]
    context: dict[str, Any] = {"exports": offered, "seasons": Season.objects.order_by("-starts", "-pk")}
    if is_secretary(request.user, request.league):
        context |= {"whole": ExportLeagueForm(), "kept": stored_archive(request.league, now())}
    return render(request, "importexport/sheets.html", context)


@public_page
def public_sheet(request: LeagueRequest, league: str, sheet: str, form: str) -> HttpResponse:
    stamp = league_version(request.league, now())
    return conditional_response(request, stamp, draw=lambda: _file(request, EXPORTS[sheet], form))


@uncached_page
def private_sheet(request: LeagueRequest, league: str, sheet: str, form: str) -> HttpResponse:
    export = EXPORTS[sheet]
    require(export.may(request.user, request.league))  # type: ignore[arg-type]
    return _file(request, export, form)


@uncached_page
def example(request: MemberRequest, league: str, kind: ImportKind) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    return saved_file(csv_of(*example_of(kind)), f"{kind}-example.csv", CSV)


def _file(request: LeagueRequest, export: Export, form: str) -> HttpResponse:
    scope = _export_scope(request, export)
    rows = export.rows(scope)
    season = f"{scope.season.slug}-" if export.of_season and scope.season else ""
    narrowed = f"{scope.division.slug}-" if scope.division else ""
    name = f"{request.league.slug}-{season}{narrowed}{export.name}.{form}"
    if form == "csv":
        return saved_file(csv_of(export.heading, rows), name, CSV)
    return saved_file(xlsx_of(export.title, export.heading, rows), name, XLSX)


def _export_scope(request: LeagueRequest, export: Export) -> ExportScope:
    """The season (the current one unless named), division and cup that the address asks for; 404 for what is not."""
    season = current_season(request.league)
    if named := request.GET.get("season"):
        season = get_object_or_404(Season, slug=named)
    if export.of_season and season is None:
        raise Http404("No season has started yet.")
    division = cup = None
    if named := request.GET.get("division"):
        of_league = {"competition__season": season, "competition__kind": CompetitionKind.LEAGUE}
        division = get_object_or_404(Division, **of_league, slug=named)
    if named := request.GET.get("cup"):
        cups = Cup.objects.select_related("division__competition__season__league")
        cup = get_object_or_404(cups, division__competition__season=season, division__competition__slug=named)
    return ExportScope(request.league, now(), season, division, cup)


# --- a whole league in one file ---------------------------------------------------------------------------------------
@never_cache
@confirm_first
def archive(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = ExportLeagueForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return leads_to("spreadsheets", section="archive")(request, league=league)
    job = enqueue_export(league=request.league, wanted=ExportOptions(**form.cleaned_data), by=request.user, at=now())
    return redirect("job", league, job.pk)


@uncached_page
@confirm_first  # type: ignore[arg-type]
def archive_file(request: MemberRequest, league: str) -> HttpResponseBase:
    require(is_secretary(request.user, request.league))
    archive = stored_archive(request.league, now())
    if archive is None:
        raise Http404("There is no exported file. Make one first.")
    name = f"{league}-{localdate(archive['made_at']).isoformat()}.zip"
    return FileResponse(default_storage.open(archive["path"]), as_attachment=True, filename=name)
