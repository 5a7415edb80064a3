"""Following without an account: how to, and a follow by its link; and the weekly e-mail, which a form asks for."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.timezone import now
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST

from league.base.accounts.limits import TryLimit
from league.base.ui.old_addresses import leads_to
from league.base.ui.responses import (
    keep_choice,
    refusals_on,
    render_form,
    require_form_methods,
    uncached_form,
    unlisted,
)
from league.cups.models import Cup
from league.cups.queries.cup_state import cup_by_address
from league.notifications.actions.followers import (
    ask_weekly,
    choose_events,
    confirm_weekly,
    follow,
    stop_weekly,
    turn_weekly,
    unfollow,
)
from league.notifications.choices import FollowedEvent
from league.notifications.forms import EventsForm, PhoneForm, WeeklyForm
from league.notifications.models import Follow, WeeklySubscriber
from league.notifications.queries.followers import Followed, follow_at, link_of, removal_link_of
from league.notifications.queries.weekly import CONFIRM_WITHIN, subscriber_at
from league.notifications.webpush import site_key
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.models import League, Player, Team
from league.teams.permissions import TEAM_COOKIE, is_secretary, may_be_followed, require
from scoring.words import several

Row = TypeVar("Row", Follow, WeeklySubscriber)

# Of one address, which a whole pub may have.
PHONES = TryLimit("follow", 60, words="Too many phones have just done that from here.")


NAMES = ("team", "player", "season", "cup")  # of what is followed, in the query of the page and in older addresses


# Without a CSRF token, so that pages kept for everybody can hold the button: nobody is known by a cookie here, and the
# worst that a forged request can do is have its own sender's phone told of a team.
@csrf_exempt
@login_not_required
@require_form_methods
def follow_something(request: LeagueRequest, league: str, **named: str) -> HttpResponse:
    """By POST this phone follows it."""
    if not request.league.public:
        raise Http404("Nobody follows a private league.")
    what = _named(request, **(named or {name: request.GET[name] for name in NAMES if name in request.GET}))
    if request.method == "POST":
        return _follow(request, what)
    if not isinstance(what, League | Team) and not site_key():
        return redirect(what)  # A player and a cup are followed by messages alone.
    if named:
        return redirect(f"{reverse('follow-league', args=[league])}?{urlencode(named)}", permanent=True)
    return _how(request, what)


def _named(request: LeagueRequest, team: str = "", player: str = "", season: str = "", cup: str = "") -> Followed:
    if team:
        return get_object_or_404(Team.objects.select_related("league"), slug=team, active=True)
    if player:
        who = get_object_or_404(Player.objects.select_related("league"), slug=player)
        if not may_be_followed(who):
            raise Http404("No such player.")
        return who
    return cup_by_address(season, cup) if cup else request.league


def _how(request: LeagueRequest, what: Followed, error: str = "", status: int = 200, **weekly: object) -> HttpResponse:
    """That of the league has the weekly e-mail below."""
    context: dict[str, object] = {
        "name": what.public_name if isinstance(what, Player) else str(what),
        "push_key": site_key(),
    }
    context |= {"address": _address_of(what), "page": "" if what == request.league else what.get_absolute_url()}
    if isinstance(what, Team):
        context["feed"] = reverse("team-calendar", args=[request.league.slug, what.slug])
        context["own"] = request.COOKIES.get(TEAM_COOKIE) == what.slug
    if isinstance(what, League):
        context |= {"runs": is_secretary(request.user, what), "days": CONFIRM_WITHIN.days, "asking": WeeklyForm()}
        context |= {"demonstration": settings.DEMO, **weekly}
    return render(request, "following/how.html", context | {"error": error}, status=status)


def _follow(request: LeagueRequest, what: Followed) -> HttpResponse:
    """A team then comes first in this browser."""
    form = PhoneForm(request.POST, auto_id=False)
    if refusal := PHONES.refuse(request):
        return _how(request, what, refusal, 429)
    if not form.is_valid():
        return _how(request, what, form.error, 422)
    phone = {name: form.cleaned_data[name] for name in ("endpoint", "public", "auth")}
    try:
        row = follow(what=what, league=request.league, at=now(), **phone)
    except ValidationError as error:
        return _how(request, what, error.messages[0], 422)
    answer = redirect(f"{link_of(row)}?new")
    if not isinstance(what, Team):
        return answer
    return keep_choice(answer, request, TEAM_COOKIE, what.slug, request.league.get_absolute_url())


def by_link(
    find: Callable[[str, League], Row | None], over: str
) -> Callable[[Callable[[LeagueRequest, Row], HttpResponse]], Callable[[LeagueRequest, str, str], HttpResponse]]:
    """The view gets the row of the link's token, or the reader the page `over`."""

    def wrap(view: Callable[[LeagueRequest, Row], HttpResponse]) -> Callable[[LeagueRequest, str, str], HttpResponse]:
        @login_not_required
        @uncached_form
        @sensitive_variables("token")
        @wraps(view)
        def opened(request: LeagueRequest, league: str, token: str) -> HttpResponse:
            row = find(token, request.league)
            return unlisted(render(request, over, status=404) if row is None else view(request, row))

        return opened

    return wrap


@by_link(follow_at, "following/over.html")
def follow_page(request: LeagueRequest, row: Follow) -> HttpResponse:
    followed = row.team or row.player or row.cup or row.league
    chosen = [event.value for event in FollowedEvent if getattr(row, event.value)]
    form = EventsForm(request.POST if request.method == "POST" else None, initial={"events": chosen})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            choose_events(follow=row, **form.cleaned_data)
            kinds = several(len(form.cleaned_data["events"]), "kind")
            messages.success(request, f"{followed}: {kinds} of message to this phone.")
            return redirect(link_of(row))
    context = _about(row) | {"new": "new" in request.GET}
    context |= {"link": link_of(row), "way_out": removal_link_of(row)}
    return render_form(request, "following/follow.html", form, **context)


@by_link(follow_at, "following/over.html")
def removal(request: LeagueRequest, row: Follow) -> HttpResponse:
    context = _about(row) | {"done": request.method == "POST"}
    if request.method == "POST":
        unfollow(follow=row)
    return render(request, "following/removal.html", context)


def _about(row: Follow) -> dict[str, object]:
    what = row.team or row.player or row.cup or row.league
    return {"follow": row, "here": _address_of(what), "page": what.get_absolute_url()}


def _address_of(what: Followed) -> str:
    match what:
        case Team():
            return reverse("follow-team", args=[what.league.slug, what.slug])
        case Player():
            return reverse("follow-player", args=[what.league.slug, what.slug])
        case Cup():
            return reverse("follow-cup", args=[what.season.league.slug, what.season.slug, what.competition.slug])
        case League():
            return reverse("follow-league", args=[what.slug])


# --- The weekly e-mail ------------------------------------------------------------------------------------------------
# Of one address, and of all: whoever asks names where the site writes.
MAILS = TryLimit("weekly", 20, words="Too many people have just asked.")
MAILS_OF_ALL = MAILS._replace(what="weekly-site", most=200)


# Without a CSRF token: nobody is known by a cookie here, and whoever can forge this request can type the address too.
@csrf_exempt
@login_not_required
@uncached_form
def sign_up(request: LeagueRequest, league: str) -> HttpResponse:
    """The answer says nothing of who has it already."""
    if request.method != "POST":
        return leads_to("follow-league", section="weekly")(request, league=league)
    on = request.league.weekly_mail and request.league.public
    form = WeeklyForm(request.POST if on else None)
    if not form.is_valid():
        return _how(request, request.league, status=422, form=form, asking=form)
    if refusal := MAILS.refuse(request) or MAILS_OF_ALL.say(MAILS_OF_ALL.count("")):
        form.add_error(None, refusal)
        return _how(request, request.league, status=429, form=form, asking=form)
    ask_weekly(league=request.league, email=form.cleaned_data["email"], at=now())
    return _how(request, request.league, asked=form.cleaned_data["email"])


@require_POST
def switch(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    on = request.POST.get("value") == "on"
    turn_weekly(league=request.league, on=on, by=request.user, at=now())
    messages.success(request, f"The weekly e-mail is {'on' if on else 'off'}.")
    return redirect("follow-league", league)


@by_link(subscriber_at, "following/weekly_over.html")
def confirmation(request: LeagueRequest, row: WeeklySubscriber) -> HttpResponse:
    """With a button, since mail programs follow links too."""
    if request.method == "POST":
        confirm_weekly(subscriber=row, at=now())
    done = request.method == "POST" or row.confirmed_at is not None
    return render(request, "following/weekly_confirm.html", {"subscriber": row, "done": done})


@csrf_exempt
@login_not_required
@uncached_form
@sensitive_variables("token")
def stop(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """Asked on a page, or in one click by the mail program (RFC 8058); a second click is answered as the first."""
    row, done = subscriber_at(token, request.league), request.method == "POST"
    if row is None and not done:
        return unlisted(render(request, "following/weekly_over.html", status=404))
    if row is not None and done:
        stop_weekly(subscriber=row)
    return unlisted(render(request, "following/weekly_stop.html", {"done": done}))
