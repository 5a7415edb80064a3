"""What was wished for a season's list: by team and by pub, one wish, matches set beforehand, and prices."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.responses import form_action, render_form, require_form_methods
from league.schedule.actions.wishes import change_wish, make_wish, remove_wish, set_match, set_prices, unset_match
from league.schedule.choices import WishedFor
from league.schedule.forms.wishes import PresetForm, PricesForm, WishForm
from league.schedule.models import Blackout, Competition, Entry, PresetMatch, Wish
from league.schedule.queries.wishes import entries_of, wishes_about, wishes_of
from league.schedule.values.task import MEETINGS, nights_to_wish
from league.schedule.views.nights import arranged_competition, entry_of
from league.teams.middleware import MemberRequest


@never_cache
@require_safe
def wishes(request: MemberRequest, league: str, season: str) -> HttpResponse:
    """Everything that was wished, by team; the pubs; matches set beforehand."""
    competition = arranged_competition(request, season)
    context = {"season": competition.season, "wishes": wishes_of(competition)}
    return render(request, "schedule/list/wishes.html", context)


@never_cache
@require_safe
def team_wishes(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    """One team: what it wishes, and what it may wish for."""
    competition = arranged_competition(request, season)
    entry = entry_of(competition, team)
    context = {"season": competition.season, "team": wishes_about(entry), "entry": entry, "kinds": WishedFor.choices}
    return render(request, "schedule/list/team_wishes.html", context)


@never_cache
@require_form_methods
def new_wish(request: MemberRequest, league: str, season: str, team: str, kind: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    if kind not in WishedFor.values:
        raise Http404
    entry = entry_of(competition, team)
    form = _form(request, competition, entry, WishedFor(kind))
    if form_action(request, form, make_wish, entry=entry, kind=kind):
        messages.success(request, f"Saved the request of {entry}.")
        return redirect("team-requests", league, season, team)
    context = {"season": competition.season, "entry": entry, "kind": WishedFor(kind).label}
    return render_form(request, "schedule/list/wish.html", form, **context)


@never_cache
@require_form_methods
def wish(request: MemberRequest, league: str, season: str, pk: int) -> HttpResponse:
    competition = arranged_competition(request, season)
    row = _wish(competition, pk)
    form = _form(request, competition, row.entry, WishedFor(row.kind), row)
    if form_action(request, form, change_wish, wish=row):
        messages.success(request, f"Saved the request of {row.entry}.")
        return redirect("team-requests", league, season, row.entry.team.slug)
    context = {"season": competition.season, "entry": row.entry, "kind": row.get_kind_display(), "wish": row}
    return render_form(request, "schedule/list/wish.html", form, **context)


@require_POST
def wish_removal(request: MemberRequest, league: str, season: str, pk: int) -> HttpResponse:
    row = _wish(arranged_competition(request, season), pk)
    remove_wish(wish=row, by=request.user, at=now())
    messages.success(request, f"Deleted the request of {row.entry}.")
    return redirect("team-requests", league, season, row.entry.team.slug)


@never_cache
@require_form_methods
def presets(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = PresetForm(request.POST or None, entries=entries_of(competition))
    if form_action(request, form, set_match, competition=competition):
        messages.success(request, "The match is set.")
        return redirect("preset-matches", league, season)
    rows = PresetMatch.objects.filter(competition=competition).select_related("home", "away").order_by("date", "pk")
    return render_form(request, "schedule/list/presets.html", form, season=competition.season, presets=rows)


@require_POST
def preset_removal(request: MemberRequest, league: str, season: str, pk: int) -> HttpResponse:
    competition = arranged_competition(request, season)
    rows = PresetMatch.objects.select_related("competition", "home__team", "away__team")
    unset_match(preset=get_object_or_404(rows, competition=competition, pk=pk), by=request.user, at=now())
    messages.success(request, "The match may be on any night.")
    return redirect("preset-matches", league, season)


@never_cache
@require_form_methods
def prices(request: MemberRequest, league: str, season: str) -> HttpResponse:
    competition = arranged_competition(request, season)
    form = PricesForm(request.POST or None, weights=competition.weights)
    if form_action(request, form, set_prices, competition=competition):
        messages.success(request, "Saved.")
        return redirect("season-requests", league, season)
    return render_form(request, "schedule/list/prices.html", form, season=competition.season)


def _wish(competition: Competition, pk: int) -> Wish:
    rows = Wish.objects.select_related(
        "competition", "entry__team", "entry__division__competition__season__league", "other__team"
    )
    found: Wish = get_object_or_404(rows, competition=competition, pk=pk)
    return found


def _form(
    request: MemberRequest, competition: Competition, entry: Entry, kind: WishedFor, row: Wish | None = None
) -> WishForm:
    rows = entries_of(competition).exclude(pk=entry.pk)
    others = rows.filter(division=entry.division_id) if kind in MEETINGS else rows
    nights = nights_to_wish(entry, kind, Blackout.objects.filter(season=competition.season_id))
    return WishForm(request.POST or None, kind=kind, others=others, nights=nights, wish=row)
