"""The pages of the printed card's code: whoever holds the paper sends its result, with a name and no account.
The card goes from page to page in the form, and nothing is kept before it is sent.
"""

import json
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_safe

from league.base.accounts.permissions import let_send_files
from league.base.ui.responses import require_form_methods
from league.results.actions.cards import (
    CardRefusedError,
    NotAcceptedError,
    StaleError,
    refuse_card_by_code,
    refuse_code,
    submit_card_by_code,
)
from league.results.actions.messages import PhotoRefusedError, attach_photo_by_code
from league.results.choices import SentFor
from league.results.forms.lines import CodeCardForm, CodePhotoForm, CodeScoreForm, CodeSendForm, typed_names
from league.results.models import Submission
from league.results.presenters import card_lines
from league.results.queries.facts import match_facts
from league.results.queries.journeys import Journey, journey_by_code
from league.results.views.access import code_context, for_code, unless_refused
from league.results.views.receipts import receipt_text, score_context
from league.schedule.models import Fixture
from scoring import codec
from scoring.card.check import check as check_card
from scoring.card.check import takes_score_alone
from scoring.card.match import Problem
from scoring.card.outcome import tally
from scoring.card.sheet import Card
from scoring.play.finding import Severity


@require_safe
@for_code
@unless_refused(refuse_code)
def send(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    """What can be sent: the card, its score alone where the league takes that, or a photo."""
    closed = ""
    try:
        refuse_card_by_code(fixture, at=now())
    except NotAcceptedError as refused:
        closed = refused.message
    alone = not closed and takes_score_alone(fixture.rules_in_force())
    return render(
        request, "results/code_send.html", code_context(request, fixture) | {"closed": closed, "alone": alone}
    )


@require_form_methods
@for_code
@unless_refused(refuse_card_by_code)
def card(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    return _card(request, fixture, CodeCardForm, "results/code_card.html")


@require_form_methods
@for_code
@unless_refused(refuse_card_by_code)
def score(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    return _card(request, fixture, CodeScoreForm, "results/code_score.html")


def _card(request: HttpRequest, fixture: Fixture, kind: Any, template: str) -> HttpResponse:
    """Fill in, check, go back to change something, send: each step has what was typed in its form."""
    context = code_context(request, fixture) | {"template": template}
    if request.method != "POST":
        return _form_page(request, context, kind(journey=journey_by_code(fixture)))
    if {"send", "change"} & request.POST.keys():
        return _from_check(request, fixture, kind, context)
    journey = journey_by_code(fixture, names=typed_names(request.POST))
    if "names" in request.POST:
        return _form_page(request, context, kind(journey=journey, initial=request.POST.dict()))
    form = kind(request.POST, journey=journey)
    if form.is_valid():
        problems = check_card(form.to_card(), journey.match)
        _show(form, [each for each in problems if each.severity is Severity.REFUSE])
    if not form.is_valid():
        return _form_page(request, context, form)
    values = {"sender": form.cleaned_data["sender"], "sent_for": form.cleaned_data["sent_for"]}
    return _check_page(request, context, journey, form.to_card(), values)


def _show(form: Any, problems: list[Problem]) -> None:
    if hasattr(form, "show"):
        form.show(problems)
    if not form.errors:
        for problem in problems:
            form.add_error(None, problem.message)


def _form_page(request: HttpRequest, context: dict[str, Any], form: Any) -> HttpResponse:
    return render(request, context["template"], context | {"form": form}, status=422 if form.errors else 200)


def _check_page(
    request: HttpRequest, context: dict[str, Any], journey: Journey, card: Card, values: dict[str, Any]
) -> HttpResponse:
    hidden = {"key": uuid4(), "seen": journey.fixture.version, "card": json.dumps(codec.encode(card))}
    total = tally(card, journey.match, journey.match.scheme)
    context |= {
        "form": CodeSendForm(initial=hidden | values), "lines": card_lines(card, journey.match), "card": card,
        "team": journey.match.home.name if values["sent_for"] == SentFor.HOME else journey.match.away.name,
        **values, **score_context(total, journey.match, journey.fixture),
    }  # fmt: skip
    return render(request, "results/code_check.html", context)


def _from_check(request: HttpRequest, fixture: Fixture, kind: Any, context: dict[str, Any]) -> HttpResponse:
    sent = CodeSendForm(request.POST)
    if not sent.is_valid():
        return redirect("code-send", fixture.code)
    values = sent.cleaned_data
    journey = journey_by_code(fixture, values["card"])
    who = {"sender": values["sender"], "sent_for": values["sent_for"]}
    form = kind(journey=journey, initial=who)
    if "change" in request.POST:
        return _form_page(request, context, form)
    try:
        filed = submit_card_by_code(fixture=fixture, at=now(), **{name: values[name] for name in SENT})
    except CardRefusedError as refused:
        refusals = [each.message for each in refused.problems if each.severity is Severity.REFUSE]
        return _form_page(request, context | {"refusals": refusals}, form)
    except StaleError as stale:
        return _check_page(request, context | {"changed": stale.message}, journey, values["card"], who)
    return redirect("code-sent", fixture.code, filed.receipt)


SENT = ("card", "sender", "sent_for", "key", "seen")


@require_form_methods
@for_code
@unless_refused(refuse_code)
def photo(request: HttpRequest, fixture: Fixture) -> HttpResponse:
    form = CodePhotoForm(request.POST, request.FILES) if request.method == "POST" else CodePhotoForm()
    if form.is_valid():
        values = form.cleaned_data
        try:
            attach_photo_by_code(fixture=fixture, upload=values["photo"], sender=values["sender"], at=now())
        except PhotoRefusedError as refused:
            form.add_error("photo", refused.message)
        else:
            messages.success(request, "Photo sent. Both captains and the secretary can see it.")
            return redirect("code-send", fixture.code)
    page = _form_page(request, code_context(request, fixture) | {"template": "results/code_photo.html"}, form)
    let_send_files(request, page)  # phones take pictures that are larger than what strangers may send
    return page


@require_safe
@for_code
def sent(request: HttpRequest, fixture: Fixture, receipt: str) -> HttpResponse:
    filed = get_object_or_404(Submission, fixture=fixture, receipt=receipt, by=None)
    facts = match_facts(fixture)
    filed.fixture = fixture
    text = receipt_text(facts, filed, reader=SentFor(filed.sent_for), score="", at=now())
    context = code_context(request, fixture) | {"submission": filed, "text": text}
    return render(
        request, "results/code_sent.html", context | score_context(facts.tally_of(filed), facts.match, fixture)
    )
