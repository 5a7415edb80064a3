"""The weekly e-mail: a form, a link that confirms, a link that stops, and the secretary's switch."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_POST

from league.accounts.permissions import too_many_tries, visitor_of
from league.following.actions import ask_weekly, confirm_weekly, stop_weekly, turn_weekly
from league.following.forms import WeeklyForm
from league.following.queries.weekly import CONFIRM_WITHIN, subscriber_at
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import is_secretary, require
from league.ui.responses import render_form, unlisted

FORM_METHODS = ["GET", "HEAD", "POST"]
MOST_TRIES, TRIES_WITHIN = 20, 60 * 60  # of one address, which a whole pub may have
TOO_OFTEN = "Too many people have just asked from here. Try again in an hour."


# Without a CSRF token: nobody is known by a cookie here, and whoever can forge this request can type the address too.
@csrf_exempt
@login_not_required
@never_cache
@require_http_methods(FORM_METHODS)
def sign_up(request: LeagueRequest, league: str) -> HttpResponse:
    """Ask for it: whatever is sent, the answer says that a link is on its way, and nothing of who has it already."""
    on, runs = request.league.weekly_mail and request.league.public, is_secretary(request.user, request.league)
    form = WeeklyForm(request.POST if request.method == "POST" and on else None)
    context = {"on": on, "runs": runs, "days": CONFIRM_WITHIN.days, "demonstration": settings.DEMO}
    if request.method != "POST" or not form.is_valid():
        page = render_form(request, "following/weekly.html", form, **context)
        page.status_code = 422 if request.method == "POST" else 200
        return page
    if too_many_tries("weekly", visitor_of(request), most=MOST_TRIES, seconds=TRIES_WITHIN, at=now().timestamp()):
        form.add_error(None, TOO_OFTEN)
        return render(request, "following/weekly.html", context | {"form": form}, status=429)
    ask_weekly(league=request.league, email=form.cleaned_data["email"], at=now())
    return render(request, "following/weekly.html", context | {"asked": form.cleaned_data["email"]})


@require_POST
def switch(request: MemberRequest, league: str) -> HttpResponse:
    """Turn it on or off for the league: the secretary's decision."""
    require(is_secretary(request.user, request.league))
    on = not request.league.weekly_mail
    turn_weekly(league=request.league, on=on, by=request.user, at=now())
    messages.success(request, f"The weekly e-mail is {'on' if on else 'off'}.")
    return redirect("weekly", league)


@login_not_required
@never_cache
@sensitive_variables("token")
@require_http_methods(FORM_METHODS)
def confirmation(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """Confirm an address by the link that was sent there: with a button, since mail programs look at links too."""
    row = subscriber_at(token, request.league)
    if row is None:
        return _over(request)
    if request.method == "POST":
        confirm_weekly(subscriber=row, at=now())
    done = request.method == "POST" or row.confirmed_at is not None
    return unlisted(render(request, "following/weekly_confirm.html", {"subscriber": row, "done": done}))


@csrf_exempt
@login_not_required
@never_cache
@sensitive_variables("token")
@require_http_methods(FORM_METHODS)
def stop(request: LeagueRequest, league: str, token: str) -> HttpResponse:
    """Stop it by the link of any of them: asked on a page, or in one click by the mail program (RFC 8058).

    A second click finds nothing to stop, and is answered as the first.
    """
    row, done = subscriber_at(token, request.league), request.method == "POST"
    if row is None and not done:
        return _over(request)
    if row is not None and done:
        stop_weekly(subscriber=row)
    return unlisted(render(request, "following/weekly_stop.html", {"done": done}))


def _over(request: HttpRequest) -> HttpResponse:
    return unlisted(render(request, "following/weekly_over.html", status=404))
