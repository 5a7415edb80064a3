"""A team leaves in mid season, or comes back: first what follows from it, in words, then the deed."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.timezone import localdate
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from league.schedule.actions import restore_team, withdraw_team
from league.schedule.forms import LeavingDayForm, ReasonForm, WithdrawForm
from league.schedule.models import Entry
from league.schedule.queries.disruption import consequences
from league.schedule.views.seasons import FORM_METHODS, arranged_season
from league.teams.middleware import MemberRequest
from league.ui.answer import done, page


@never_cache
@require_http_methods(FORM_METHODS)
def withdrawal(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    """Take a team out of the season. The day comes in the address, so that its consequences can be read first."""
    entry = _entry(request, season, team)
    asked = LeavingDayForm(request.GET if "on" in request.GET else None, initial={"on": localdate()})
    on = asked.cleaned_data["on"] if asked.is_bound and asked.is_valid() else localdate()
    form = WithdrawForm(request.POST or None, initial={"on": on})
    if done(request, form, withdraw_team, entry=entry):
        messages.success(request, f"{entry} has been withdrawn.")
        return redirect("season-setup", league, season)
    if form.is_bound and form.cleaned_data.get("on"):
        on = form.cleaned_data["on"]
    context = {"entry": entry, "asked": asked, "on": on, "consequences": consequences(entry, on)}
    return page(request, "schedule/withdrawal.html", form, **context)


@never_cache
@require_http_methods(FORM_METHODS)
def restoration(request: MemberRequest, league: str, season: str, team: str) -> HttpResponse:
    """Bring a withdrawn team back."""
    entry = _entry(request, season, team)
    form = ReasonForm(request.POST or None)
    if done(request, form, restore_team, entry=entry):
        messages.success(request, f"{entry} is back.")
        return redirect("season-setup", league, season)
    return page(request, "schedule/restoration.html", form, entry=entry)


def _entry(request: MemberRequest, season: str, team: str) -> Entry:
    """A team of the season; of a division that was split, where it plays now."""
    shown = arranged_season(request, season)
    whole = Entry.objects.select_related("division__competition__season", "team").order_by("-pk")
    found: Entry | None = whole.filter(division__competition=shown.competition, team__slug=team).first()
    if found is None:
        raise Http404(f"{team} is not in this season.")
    return found
