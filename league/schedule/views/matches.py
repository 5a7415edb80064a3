"""The secretary changes one match, a captain asks for it to be moved, and officers read what happened to it."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.http import require_POST

from league.base.audit.queries import describe, entries_about, entries_of_league
from league.base.ui import formats
from league.base.ui.forms import PlainForm, as_sent
from league.base.ui.responses import act_and_report, form_action, render_form, uncached_form, uncached_page
from league.schedule.actions.matches import (
    accept_date,
    answer_move,
    ask_move,
    decide_move,
    play_elsewhere,
    postpone_fixture,
    rearrange_fixture,
    reinstate_fixture,
    void_fixture,
    withdraw_request,
)
from league.schedule.forms.matches import (
    AskMoveForm,
    DecideMoveForm,
    MatchForm,
    PostponeForm,
    RearrangeForm,
    RefuseMoveForm,
    ReinstateForm,
    TakeDateForm,
)
from league.schedule.models import Fixture, MoveRequest, Season
from league.schedule.permissions import may_answer_move, may_ask_move, may_move, may_withdraw_request, side_of
from league.schedule.queries.matches import fixture_by_address, requests_about
from league.schedule.queries.move_rules import advice_for, between_captains, nights_for, rules_of, standing_of
from league.schedule.values.matches import moved_words
from league.teams.middleware import MemberRequest
from league.teams.models import Player
from league.teams.permissions import is_officer, require
from league.teams.queries.squads import team_or_redirect


@uncached_form
def arrangement(request: MemberRequest, league: str, on: date, match: str, *, act: str = "arrangement") -> HttpResponse:
    """Change a match: another day, hour or place, no day yet, never to be played, or after all."""
    fixture = fixture_by_address(on, match).fixture
    require(may_move(request.user, fixture))
    if request.method != "POST" and act != "arrangement":
        return redirect(f"{fixture.address_of('rearrange-match')}#{act}", permanent=True)
    kind, action = MATCH_ACTS[act]
    form, old = kind(request.POST or None, fixture=fixture, section=act), fixture.date
    if form_action(request, form, action, fixture=fixture):
        messages.success(request, f"{fixture} {_outcome(act, fixture, old, form)}. {_who_hears(fixture)}")
        return redirect(fixture)
    return _arrangement_page(request, fixture, form)


def _arrangement_page(
    request: MemberRequest, fixture: Fixture, sent: PlainForm, move_request: MoveRequest | None = None
) -> HttpResponse:
    """With the form that was `sent`, and the answers to a request, the one that waits if it is not given."""
    forms = {name: as_sent(sent, kind(fixture=fixture, section=name)) for name, (kind, _) in MATCH_ACTS.items()}
    context: dict[str, Any] = {"fixture": fixture, "forms": forms}
    context["food"] = rules_of(fixture.division.competition).food
    context["nights"] = nights_for(fixture, today=localdate()) if fixture.open else None
    move_request = move_request or requests_about().filter(fixture=fixture, accepted=None).first()
    if move_request:
        context |= {
            "move_request": move_request,
            "granting": as_sent(sent, DecideMoveForm(move_request=move_request)),
            "refusing": as_sent(sent, RefuseMoveForm(section="refusal")),
        }
        context["standing"] = standing_of(move_request.fixture, move_request.asked_by, at=move_request.at)
    return render_form(request, "schedule/arrangement.html", sent, **context)


def _outcome(act: str, fixture: Fixture, old: date | None, form: MatchForm) -> str:
    if act in {"voiding", "reinstatement"}:
        return "is void" if act == "voiding" else "is to be played after all"
    new = form.cleaned_data["new_date" if act == "postponement" else "date"]
    if act == "arrangement" and (fixture.to_arrange or old == new):
        return "has its date" if fixture.to_arrange else "has changed"
    return moved_words(old, new)


def _who_hears(fixture: Fixture) -> str:
    sides = " and ".join(each.name for each in (fixture.home, fixture.away) if each)
    return f"We are e-mailing both sides, {sides}. Tell the pub, {fixture.venue}, yourself."


def _rearrange(*, fixture: Fixture, **values: Any) -> Fixture:
    """A match that keeps its night and hour is only played somewhere else."""
    if (values["date"], values["start_time"]) == (fixture.date, fixture.start_time):
        stays = {name: value for name, value in values.items() if name not in ("date", "start_time", "asked_by")}
        return play_elsewhere(fixture=fixture, **stays)
    return rearrange_fixture(fixture=fixture, **values)


MATCH_ACTS: dict[str, tuple[type[MatchForm], Callable[..., Any]]] = {
    "arrangement": (RearrangeForm, _rearrange),
    "postponement": (PostponeForm, postpone_fixture),
    "voiding": (MatchForm, void_fixture),
    "reinstatement": (ReinstateForm, reinstate_fixture),
}


# --- at a captain's request -------------------------------------------------------------------------------------------
@uncached_form
def move_request(request: MemberRequest, league: str, on: date, match: str) -> HttpResponse:
    fixture = fixture_by_address(on, match).fixture
    require(may_ask_move(request.user, fixture))
    side = side_of(request.user, fixture)
    nights = nights_for(fixture, today=localdate())
    advice = advice_for(side, nights)
    form = AskMoveForm(request.POST or None, offers=nights.offers, arranging=fixture.to_arrange, advice=advice)
    if form_action(request, form, ask_move, fixture=fixture, asked_by=side):
        other = fixture.away if side == fixture.home else fixture.home
        stays = f"Still {formats.night(fixture.date)}" if fixture.date else "No date"
        messages.success(request, f"Request sent to {other}. {stays} until they reply.")
        return redirect(fixture)
    context = {"fixture": fixture, "side": side, "nights": nights, "standing": standing_of(fixture, side, at=now())}
    return render_form(request, "schedule/move_request.html", form, **context)


@uncached_form
def acceptance(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    move_request = get_object_or_404(requests_about(), pk=pk)
    require(may_answer_move(request.user, move_request))
    fixture, dates = move_request.fixture, [offer.date for offer in move_request.offers.all()]
    nights = nights_for(fixture, today=localdate())
    advice = advice_for(side_of(request.user, fixture), nights)
    form = TakeDateForm(request.POST or None, dates=dates, offers=nights.offers, advice=advice)
    if form_action(request, form, accept_date, move_request=move_request):
        move_request.refresh_from_db()
        fixture = move_request.fixture
        settled = (
            f"{fixture} has its date." if move_request.accepted else "Your answer is with the secretary, who decides."
        )
        messages.success(request, settled)
        return redirect(fixture)
    context = {"move_request": move_request, "fixture": fixture, "settles": between_captains(move_request)}
    return render_form(request, "schedule/move_acceptance.html", form, **context)


@require_POST
def withdrawal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    move_request = get_object_or_404(requests_about(), pk=pk)
    require(may_withdraw_request(request.user, move_request))
    text = "Your request is taken back. The match stays as it is."
    act_and_report(request, withdraw_request, text, move_request=move_request)
    return redirect(move_request.fixture)


@uncached_form
def granting(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    move_request = _decidable(request, pk)
    if request.method != "POST":
        return _to_request(move_request)
    form = DecideMoveForm(request.POST, move_request=move_request)
    if form_action(request, form, decide_move, move_request=move_request, accepted=True):
        messages.success(request, f"{move_request.fixture} is moved. {_who_hears(move_request.fixture)}")
        return redirect(move_request.fixture)
    return _arrangement_page(request, move_request.fixture, form, move_request)


@uncached_form
def refusal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    move_request = _decidable(request, pk)
    if request.method != "POST":
        return _to_request(move_request)
    form, fixture = RefuseMoveForm(request.POST, section="refusal"), move_request.fixture
    if form_action(request, form, decide_move, move_request=move_request, accepted=False):
        messages.success(request, f"{fixture} stays as it is. We are e-mailing both captains, with your reason.")
        return redirect(fixture)
    return _arrangement_page(request, move_request.fixture, form, move_request)


def _to_request(move_request: MoveRequest) -> HttpResponse:
    return redirect(f"{move_request.fixture.address_of('rearrange-match')}#request", permanent=True)


@require_POST
def answer(request: MemberRequest, league: str, pk: int, *, agreed: bool) -> HttpResponse:
    move_request = get_object_or_404(requests_about(), pk=pk)
    require(may_answer_move(request.user, move_request))
    text = "Your answer is with the secretary, who decides."
    act_and_report(request, answer_move, text, move_request=move_request, agreed=agreed)
    return redirect(move_request.fixture)


def _decidable(request: MemberRequest, pk: int) -> MoveRequest:
    move_request = get_object_or_404(requests_about(), pk=pk)
    require(may_move(request.user, move_request.fixture))
    return move_request


# --- what happened, for officers --------------------------------------------------------------------------------------
ON_A_PAGE = 30


@uncached_page
def history(request: MemberRequest, league: str) -> HttpResponse:
    """Of whatever the query names, or of the whole league; a print or another job that began changed nothing."""
    require(is_officer(request.user, request.league))
    row: Any = None
    match of := request.GET.dict():
        case {"season": season}:
            row = get_object_or_404(Season, league=request.league, slug=season)
        case {"on": on, "match": match}:
            row = _match_on(on, match)
        case {"team": team}:
            row = team_or_redirect(team).team
        case {"player": player}:
            row = get_object_or_404(Player.objects.select_related("league"), slug=player)
    entries = entries_about(row) if row else entries_of_league(request.league.pk)
    page = Paginator(entries.exclude(verb__in=("enqueue", "cancel_job")), ON_A_PAGE).get_page(request.GET.get("page"))
    subject = f"Season {row}" if "season" in of else str(row or "The whole league")
    context = {"page": page, "told": [describe(each) for each in page], "subject": subject}
    return render(request, "audit/history.html", context | {"link": None if "season" in of else row})


def _match_on(on: str, slug: str) -> Fixture:
    try:
        return fixture_by_address(date.fromisoformat(on), slug).fixture
    except ValueError as error:
        raise Http404(f"{on} is no day.") from error
