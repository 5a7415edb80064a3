"""Paste the evening's messages, which go along in the page; nothing is kept until what was shown is sent."""

from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import localdate, now
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from league.base.accounts.models import digest_of
from league.base.ui.responses import require_form_methods, uncached_form, uncached_page
from league.reading.messages.values import SentMessage
from league.results.actions.cards import CardRefusedError, NotAcceptedError
from league.results.actions.messages import ReceivedMessage, fill_from_messages, submit_message
from league.results.choices import FINAL_STATES, SentFor
from league.results.forms.messages import MOST_ROWS, MOST_TEXT, MessageRow, PastedMessages, PasteForm, grouped_asides
from league.results.models import Result
from league.results.permissions import acts_for, may_enter
from league.results.queries.journeys import journey_of, named_on
from league.results.queries.messages import fixtures_to_report, incoming_messages, kept_messages, message_night
from league.results.views.access import for_match, redirect_to, signed_in_user, while_open
from league.schedule.models import Fixture
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_officer, plays_here, require
from scoring.card.differences import fill, with_games
from scoring.card.sheet import Side

SIDE_WORDS = {
    SentFor.HOME: "for {0.home}",
    SentFor.AWAY: "for {0.away}",
    SentFor.LEAGUE: "for the league",
}
MOST_SHARED = 1_000_000  # bytes of a file that is shared from a phone


# --- the whole league, for an officer ---------------------------------------------------------------------------------
@uncached_form
def paste(request: MemberRequest, league: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    return _paste(request, PasteForm(request.POST or None))


@uncached_form
def paste_cards(request: MemberRequest, league: str) -> HttpResponse:
    require(is_officer(request.user, request.league))
    return _send(request) if request.method == "POST" else redirect("paste", league, permanent=True)


@csrf_exempt  # it shows what a phone shares in a page and keeps nothing
@uncached_form
def shared(request: MemberRequest, league: str) -> HttpResponse:
    """What a phone or a Shortcut shares: words go into the form, and are kept nowhere; a picture belongs to a match."""
    require(is_officer(request.user, request.league) or plays_here(request.user, request.league))
    words = [request.POST.get(name, "") or request.GET.get(name, "") for name in ("title", "text", "url")]
    files = request.FILES.getlist("files")
    words += [each.read(MOST_SHARED).decode("utf-8", "replace") for each in files if each.content_type == "text/plain"]
    text = "\n".join(filter(None, words))[-MOST_TEXT:]
    picture, own = any((each.content_type or "").startswith("image/") for each in files), _own_matches(request)
    context = {
        "form": PasteForm(initial={"text": text}), "matches": _meant(request, text, own), "picture": picture,
        "photo_matches": () if text and not picture else own, "officer": is_officer(request.user, request.league),
    }  # fmt: skip
    return render(request, "results/shared.html", context)


@uncached_page
def received(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """A mail or a text from which no card could be made, ready to be put right by its sender or an officer."""
    message = get_object_or_404(incoming_messages(request.league), pk=pk)
    officer = is_officer(request.user, request.league)
    require(officer or message.by == request.user)
    if officer:
        pasted = _pasted(request, message.text, None)
        return _preview(request, pasted, pasted.rows(), None)
    matches = _meant(request, message.text, _own_matches(request))
    if len(matches) == 1:
        pasted = _pasted(request, message.text, matches[0])
        return _preview(request, pasted, pasted.rows(), matches[0])
    form = PasteForm(initial={"text": message.text})
    return render(request, "results/received.html", {"form": form, "matches": matches})


def _own_matches(request: MemberRequest) -> list[Fixture]:
    fixtures = fixtures_to_report(request.league, localdate())
    return [fixture for fixture in fixtures if may_enter(request.user, fixture)]


def _meant(request: MemberRequest, text: str, fixtures: list[Fixture]) -> list[Fixture]:
    """Those whose result does not stand yet and that a text is about, or all of these where it does not say."""
    states = {result.fixture_id: result.state_at(now()) for result in Result.objects.filter(fixture__in=fixtures)}
    still_open = [fixture for fixture in fixtures if states.get(fixture.pk) not in FINAL_STATES]
    rows = _pasted(request, text, None).rows() if len(still_open) > 1 and text else ()
    meant = {fixture.pk for row in rows for fixture in row.fixtures}
    return [fixture for fixture in still_open if fixture.pk in meant] or still_open


# --- one match, for its captains --------------------------------------------------------------------------------------
@uncached_form
@for_match(may_enter)
@while_open
def match_paste(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    return _paste(request, PasteForm(request.POST or None), fixture)


@never_cache
@require_form_methods
@for_match(may_enter)
@while_open
def match_paste_cards(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    return _send(request, fixture) if request.method == "POST" else redirect_to(fixture, "card-message")


# --- both -------------------------------------------------------------------------------------------------------------
def _paste(request: HttpRequest, form: PasteForm, fixture: Fixture | None = None) -> HttpResponse:
    if not form.is_valid():
        context = {"form": form, "fixture": fixture}
        return render(request, "results/paste.html", context, status=422 if form.is_bound else 200)
    pasted = _pasted(request, form.cleaned_data["text"], fixture)
    return _preview(request, pasted, pasted.rows(), fixture)


def _send(request: HttpRequest, fixture: Fixture | None = None) -> HttpResponse:
    form = PasteForm(request.POST)
    if not form.is_valid():
        return _paste(request, form, fixture)
    pasted = _pasted(request, form.cleaned_data["text"], fixture)
    rows = pasted.rows(request.POST)
    if row := next((row for row in rows if row.lines_filled and row.key == request.POST.get("fill")), None):
        return _fill(request, row, [pasted.received(each.message) for each in row.evidence])
    if not all([row.form.is_valid() for row in rows]):  # noqa: C419 - each says what is wrong
        return _preview(request, pasted, rows, fixture)
    for row in rows:
        _file(request, pasted, row)
    if any(row.form.errors for row in rows):
        return _preview(request, pasted, rows, fixture)
    unanswered = {row.key for row in rows if row.form.cleaned_data["unanswered"]}
    if left := sum(row.form.cleaned_data["result"] is None for row in rows) - len(unanswered):
        messages.info(request, f"{left} left out. To send them later, paste the messages again.")
    if unanswered:
        return _preview(request, pasted, [row for row in pasted.rows() if row.key in unanswered], fixture, again=True)
    return redirect(fixture) if fixture else redirect("paste", request.league.slug)  # type: ignore[attr-defined]


def _fill(request: HttpRequest, row: MessageRow, received: Sequence[ReceivedMessage]) -> HttpResponse:
    """Put the lines of a message on the person's own card, below what they have written already, and lead there."""
    fixture, user = row.fixture, signed_in_user(request)
    assert fixture
    assert row.card
    journey = journey_of(fixture, user, acts_for(user, fixture) or SentFor.LEAGUE)
    card = fill(with_games(journey.card), row.card)
    named = named_on(card, journey.rules.format)
    present = {side: tuple(dict.fromkeys([*journey.present[side], *named[side.value]])) for side in Side}
    fill_from_messages(
        fixture=fixture, messages=received, score=(row.form.initial["home"], row.form.initial["away"]), card=card,
        present=present, by=user, at=now(),
    )  # fmt: skip
    messages.success(
        request, "The lines of the message are on the card. Check them and send it: the message is kept with it."
    )
    return redirect_to(fixture, "card-players")


def _file(request: HttpRequest, pasted: PastedMessages, row: MessageRow) -> None:
    values = row.form.cleaned_data
    if values["result"] is None:
        return
    fixture, home, away = values["result"]
    side = pasted.own or SentFor(values["side"])
    version = values["seen"] if row.fixture else fixture.version
    sides = (side, *pasted.sides_that_agree(row, side, (home, away)))
    common: dict[str, Any] = {"score": (home, away), "seen": version, "by": signed_in_user(request), "at": now()}
    try:
        for sent_for in sides:
            message = pasted.message_for(row, sent_for, fixture)
            kept = submit_message(fixture=fixture, message=message, sent_for=sent_for, **common)
            filed_as = f"receipt {kept.submission.receipt}" if kept.submission else "kept with the match"
            text = f"{fixture.home} {kept.score} {fixture.away}, {SIDE_WORDS[sent_for].format(fixture)}: {filed_as}."
            messages.success(request, text)
    except CardRefusedError as refused:
        row.form.add_error(None, [problem.message for problem in refused.problems])
    except NotAcceptedError as refused:
        row.form.add_error(None, refused.message)


def _pasted(request: HttpRequest, text: str, fixture: Fixture | None) -> PastedMessages:
    at, user = now(), signed_in_user(request)
    night = message_night(request.league, at, only=fixture)  # type: ignore[attr-defined]
    side = acts_for(user, fixture) if fixture else None
    digest = digest_of(" ".join(text.split()))
    arrived = incoming_messages(request.league).filter(digest=digest).first()  # type: ignore[attr-defined]
    own = None if side == SentFor.LEAGUE else side
    ours = night.read_one(SentMessage(1, text, user.name)).proposals if own else ()
    likely = {(proposal.match.key, proposal.home, proposal.away) for proposal in ours}
    evening = night.read(text, fixture)
    return PastedMessages(text, night, evening, own, kept_messages(night.fixtures), at, likely, arrived)


def _preview(
    request: HttpRequest, pasted: PastedMessages, rows: list[MessageRow], fixture: Fixture | None, *,
    again: bool = False,
) -> HttpResponse:  # fmt: skip
    context = {
        "rows": rows, "fixture": fixture, "text": pasted.text, "asides": grouped_asides(pasted.evening.set_aside),
        "sure": [row for row in rows if row.sure], "asked": [row for row in rows if not row.sure],
        "more": max(0, len(pasted.evening.questions) - MOST_ROWS), "again": again,
    }  # fmt: skip
    return render(request, "results/paste_read.html", context, status=422 if any(r.form.errors for r in rows) else 200)
