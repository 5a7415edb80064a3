"""A list changed by hand: which match, what to do to it, what would come of that, and done."""

from functools import partial

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.responses import render_form, require_form_methods, wants_part
from league.schedule.actions.manual_edit import change_list, lock_matches
from league.schedule.forms.lists import ManualEditForm
from league.schedule.presenters.list_pages import bench_of
from league.schedule.presenters.manual_edit import nights_for, preview
from league.schedule.values.lists import ListContents, contents_of, keyed, match_key
from league.schedule.views.lists import chosen_list
from league.teams.middleware import MemberRequest


@never_cache
@require_safe
def bench(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """The matches of one night or one team, each to be changed or locked."""
    shown = contents_of(chosen_list(request, season, number))
    context = {"season": shown.row.competition.season, "list": shown.row, "bench": bench_of(shown, request.GET)}
    return render(request, "schedule/list/manual_edit.html", context)


@never_cache
@require_form_methods
def change(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """What to do to a match; with that chosen, what would come of it; sent, done."""
    shown = contents_of(chosen_list(request, season, number))
    form = _form(request, shown)
    if form is None:
        messages.error(request, "That match is not in this draft any more. Choose it again.")
        return redirect("edit-list", league, season, number)
    if request.method == "POST" and form.is_valid() and _changed(request, shown, form):
        return redirect(_night_of(league, season, shown, form))
    seen = preview(shown, form.edit) if form.is_bound and form.is_valid() else None
    context = {"season": shown.row.competition.season, "list": shown.row, "match": form.chosen, "preview": seen}
    context |= {"locked": form.chosen in shown.locked, "named": shown.named(form.chosen), "key": match_key(form.chosen)}
    if wants_part(request):
        return render(request, "schedule/list/_consequences.html", {**context, "form": form})
    return render_form(
        request, "schedule/list/change.html", form, **context, nights=None if seen else nights_for(shown, form.chosen)
    )


@never_cache
@require_POST
def locks(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """Lock matches: the one named, or all of a night, a team or a division."""
    return _lock(request, season, number, locked=True)


@never_cache
@require_POST
def lock_removal(request: MemberRequest, league: str, season: str, number: int) -> HttpResponse:
    """Let matches go again."""
    return _lock(request, season, number, locked=False)


def _lock(request: MemberRequest, season: str, number: int, *, locked: bool) -> HttpResponse:
    shown = contents_of(chosen_list(request, season, number))
    there, version = bench_of(shown, request.POST), request.POST.get("version", "")
    chosen, seen = there.chosen(request.POST.get("match", "")), int(version) if version.isdecimal() else 0
    lock = partial(lock_matches, fixture_list=shown.row, matches=chosen, locked=locked, version=seen)
    try:
        lock(by=request.user, at=now())
    except ValidationError as fault:
        messages.error(request, " ".join(fault.messages))
    else:
        many = "1 match is" if len(chosen) == 1 else f"{len(chosen)} matches are"
        messages.success(request, f"{many} {'locked' if locked else 'free again'}.")
    return redirect(f"{reverse('edit-list', args=[request.league.slug, season, number])}?{there.query}")


def _form(request: MemberRequest, shown: ListContents) -> ManualEditForm | None:
    """The form about the match that was asked for, if the list has it."""
    params = request.POST if request.method == "POST" else request.GET
    chosen = keyed(shown.matches, params.get("match", ""))
    if chosen is None:
        return None
    initial = {"match": match_key(chosen), "version": shown.row.version}
    return ManualEditForm(
        params if "do" in params or request.method == "POST" else None, contents=shown, chosen=chosen, initial=initial
    )


def _changed(request: MemberRequest, shown: ListContents, form: ManualEditForm) -> bool:
    version = form.cleaned_data["version"]
    try:
        change_list(fixture_list=shown.row, edit=form.edit, version=version, by=request.user, at=now())
    except ValidationError as fault:
        form.add_validation_error(fault)
        return False
    messages.success(request, "Changed.")
    return True


def _night_of(league: str, season: str, shown: ListContents, form: ManualEditForm) -> str:
    """The night that the match was on, so that the secretary sees what came of it there."""
    page_of = reverse("edit-list", args=[league, season, shown.row.number])
    return f"{page_of}?night={form.cleaned_data.get('to') or form.chosen.date.isoformat()}"
