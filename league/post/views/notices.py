"""Notices to many: those that were given, and writing one, which is shown with whom it reaches before it goes."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from league.post.actions import give_notice
from league.post.forms import NoticeForm
from league.post.permissions import writes_notices
from league.post.queries.notices import notices_of, reach_of
from league.teams.middleware import MemberRequest
from league.teams.models import Team
from league.teams.permissions import is_secretary, require, teams_led
from league.ui.answer import page


@never_cache
@require_safe
def notices(request: MemberRequest, league: str) -> HttpResponse:
    """What was given out: all of it for the secretary, their own for captains."""
    require(writes_notices(request.user, request.league))
    everything = is_secretary(request.user, request.league)
    rows = notices_of(request.league, None if everything else request.user)
    return render(request, "post/notices.html", {"notices": rows})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def notice(request: MemberRequest, league: str) -> HttpResponse:
    """Write a notice; look whom it reaches; send it."""
    require(writes_notices(request.user, request.league))
    form = _form(request)
    if request.method != "POST" or not form.is_valid():
        return page(request, "post/notice.html", form)
    if "send" not in request.POST:
        reach = reach_of(request.league, form.team)
        return render(request, "post/notice_preview.html", {"form": form, "reach": reach, "team": form.team})
    return _given(request, form)


def _form(request: MemberRequest) -> NoticeForm:
    secretary = is_secretary(request.user, request.league)
    teams = teams_led(request.user, request.league)
    if secretary:
        teams = list(Team.objects.filter(league=request.league, active=True).order_by("name", "pk"))
    return NoticeForm(request.POST or None, teams=teams, captains=secretary)


def _given(request: MemberRequest, form: NoticeForm) -> HttpResponse:
    values = {name: form.cleaned_data[name] for name in ("subject", "words", "key")}
    try:
        made = give_notice(league=request.league, team=form.team, by=request.user, at=now(), **values)
    except ValidationError as fault:
        form.add_fault(fault)
        return page(request, "post/notice.html", form)
    messages.success(request, f"On its way to {made.reached} {'person' if made.reached == 1 else 'people'}.")
    return redirect("notices", request.league.slug)
