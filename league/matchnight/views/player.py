"""A player's own page, by their link: whether they can play, when they are away. To look at it changes nothing."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.formats import night, nights
from league.base.ui.responses import require_form_methods, unlisted
from league.matchnight.actions.availability import add_absence, answer_night, remove_absence, renew_link
from league.matchnight.forms import AbsenceForm, AnswerForm
from league.matchnight.models import Absence
from league.matchnight.queries.links import PersonalLink, link_at, links_of_user
from league.matchnight.queries.nights import questions_for
from league.teams.middleware import LeagueRequest, MemberRequest, lets_in_by_itself
from league.teams.permissions import plays_here, require

Page = Callable[..., HttpResponse]
SHOWN_FIRST = 3  # nights with buttons; the rest of the season is folded away
ANSWER_TEXTS = {"yes": "You can play", "if-needed": "You can play if needed", "no": "You cannot play"}


def by_link(page: Page) -> Page:
    """Give the view the person of a link in place of its token; 404 for a link that opens nothing (any more)."""

    @wraps(page)
    @sensitive_variables("token")
    def wrapper(request: LeagueRequest, league: str, token: str, **rest: object) -> HttpResponse:
        link = link_at(token, request.league, localdate())
        answer = (
            render(request, "availability/link_over.html", status=404) if link is None else page(request, link, **rest)
        )
        return unlisted(answer)

    return lets_in_by_itself(login_not_required(never_cache(wrapper)))


@by_link
@require_form_methods
def answers(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    if request.method != "POST":
        return _page(request, link, AbsenceForm())
    form = AnswerForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Nothing was saved. Press one of the buttons.")
        return _page(request, link, AbsenceForm(), 422)
    try:
        row = answer_night(link=link, by=None, at=now(), **form.cleaned_data)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return _page(request, link, AbsenceForm(), 422)
    messages.success(request, f"Saved. {ANSWER_TEXTS[row.answer]} on {night(row.night)}.")
    return redirect("my-season", link.team.league.slug) if "back" in request.POST else redirect(link.address)


@by_link
@require_POST
def absences(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    form = AbsenceForm(request.POST)
    if form.is_valid():
        try:
            absence = add_absence(link=link, at=now(), **form.cleaned_data)
        except ValidationError as error:
            form.add_validation_error(error)
        else:
            messages.success(request, f"Saved. You are away {nights(absence.first, absence.last)}.")
            return redirect(link.address)
    return _page(request, link, form, 422)


@by_link
@require_POST
def absence_removal(request: HttpRequest, link: PersonalLink, pk: int) -> HttpResponse:
    remove_absence(link=link, absence=pk)
    messages.success(request, "Removed. You are not down as away on those days.")
    return redirect(link.address)


@by_link
@require_POST
def renewal(request: HttpRequest, link: PersonalLink) -> HttpResponse:
    row = renew_link(team=link.team, player=link.player, by=None, at=now())
    messages.success(request, "This page has a new address. Keep it: the old link no longer works.")
    return redirect(PersonalLink(link.team, link.player, row.version, link.reserve).address)


@never_cache
@require_safe
def own(request: MemberRequest, league: str) -> HttpResponse:
    require(plays_here(request.user, request.league) or request.user.players.filter(league=request.league).exists())
    links = links_of_user(request.user, request.league, localdate())
    if len(links) == 1:
        return redirect(links[0].address)
    return render(request, "availability/own.html", {"links": links})


def _page(request: HttpRequest, link: PersonalLink, form: AbsenceForm, status: int = 200) -> HttpResponse:
    today = localdate()
    questions = questions_for(link, today)
    away = Absence.objects.filter(player=link.player, last__gte=today).order_by("first", "pk")
    context = {"link": link, "team": link.team, "form": form, "away": away, "next": questions[:SHOWN_FIRST]}
    return render(request, "availability/player.html", {**context, "rest": questions[SHOWN_FIRST:]}, status=status)
