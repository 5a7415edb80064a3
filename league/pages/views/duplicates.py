"""One player under two names: found by what they are called, merged by the secretary, and parted again."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from league.pages.queries.players import merges_of, side_by_side
from league.results.actions.player_merges import merge_players, undo_merge
from league.results.forms.secretary import MergeForm, MergePairForm, UndoMergeForm
from league.results.queries.eligibility import guests
from league.schedule.queries import current_season
from league.teams.actions.player_merges import tell_apart
from league.teams.middleware import MemberRequest
from league.teams.models import Merge, Player
from league.teams.permissions import is_officer, is_secretary, require
from league.teams.queries import duplicates_of
from league.ui.responses import form_action, render_form

FORM_METHODS = ["GET", "HEAD", "POST"]
LATEST = 20


@never_cache
@require_safe
def duplicates(request: MemberRequest, league: str) -> HttpResponse:
    """Pairs of players who may be one, any two by choice, and what was merged before."""
    require(is_secretary(request.user, request.league))
    form = MergePairForm(request.GET if "one" in request.GET else None, league=request.league)
    if form.is_bound and form.is_valid():
        one, two = form.cleaned_data["one"], form.cleaned_data["two"]
        return redirect("merge-players", league, one.slug, two.slug)
    pairs, merges = duplicates_of(request.league), merges_of(request.league, LATEST)
    return render_form(request, "pages/duplicates.html", form, pairs=pairs, merges=merges)


@never_cache
@require_safe
def played_elsewhere(request: MemberRequest, league: str) -> HttpResponse:
    """Who has played this season for a team that did not have them, how often and when last."""
    require(is_officer(request.user, request.league))
    season = current_season(request.league)
    context = {"season": season, "guests": guests(season) if season else []}
    return render(request, "pages/played_elsewhere.html", context)


@never_cache
@require_http_methods(FORM_METHODS)
def merge_page(request: MemberRequest, league: str, player: str, other: str) -> HttpResponse:
    """Two players side by side, to be made one."""
    require(is_secretary(request.user, request.league))
    sides = side_by_side(_player(player), _player(other), localdate())
    pair, labels = (sides[0].player, sides[1].player), (sides[0].label, sides[1].label)
    form = MergeForm(request.POST or None, pair=pair, labels=labels, initial={"kept": str(pair[0].pk)})
    if form_action(request, form, merge_players):
        kept, gone = form.cleaned_data["kept"], form.cleaned_data["gone"]
        messages.success(request, f"{gone} is merged into {kept}. You can undo this below.")
        return redirect("duplicates", league)
    return render_form(request, "pages/merging.html", form, sides=sides)


@require_POST
def not_duplicates_page(request: MemberRequest, league: str, player: str, other: str) -> HttpResponse:
    """They are two people: nobody is asked again."""
    require(is_secretary(request.user, request.league))
    one, two = _player(player), _player(other)
    tell_apart(one=one, two=two, by=request.user, at=now())
    messages.success(request, f"{one} and {two} are not duplicates.")
    return redirect("duplicates", league)


@never_cache
@require_http_methods(FORM_METHODS)
def undo_merge_page(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Make two players of one again."""
    require(is_secretary(request.user, request.league))
    merge = get_object_or_404(Merge.objects.select_related("gone", "kept", "by"), pk=pk, undone_at=None)
    form = UndoMergeForm(request.POST or None)
    if form_action(request, form, undo_merge, merge=merge):
        messages.success(request, f"{merge.gone} and {merge.kept} are separate players again.")
        return redirect("duplicates", league)
    return render_form(request, "pages/undoing.html", form, merge=merge)


def _player(slug: str) -> Player:
    found: Player = get_object_or_404(Player.objects.select_related("league"), slug=slug, merged_into=None)
    return found
