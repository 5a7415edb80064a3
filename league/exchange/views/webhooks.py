"""The page for the technically minded, with receipts, webhooks, jobs; one webhook, its secret, a test, its removal."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.http import require_POST

from league.base.jobs.queries import jobs_of_league
from league.base.ui.old_addresses import leads_to
from league.base.ui.responses import (
    act_and_report,
    form_action,
    form_row,
    render_form,
    require_form_methods,
    uncached_form,
    uncached_page,
)
from league.exchange.forms import WebhookForm
from league.notifications.actions import webhooks as actions
from league.notifications.models import Webhook
from league.notifications.queries.webhooks import latest_deliveries, webhooks_of
from league.pages.navigation import FOR_PROGRAMS
from league.results.forms.answers import ProofForm
from league.results.queries.facts import card_proof
from league.teams.middleware import LeagueRequest, MemberRequest
from league.teams.permissions import is_secretary, require

MADE = "webhook_made"  # in the session until the page of its new secret was shown


@login_not_required
@uncached_page
def technical(request: LeagueRequest, league: str) -> HttpResponse:
    return _technical(request)


def _technical(request: LeagueRequest, adding: WebhookForm | None = None) -> HttpResponse:
    user, of = request.user, request.league
    asking = ProofForm(request.GET if "receipt" in request.GET else None)
    proof = card_proof(**asking.cleaned_data) if asking.is_valid() else None
    if asking.is_valid() and proof is None:
        asking.add_error("receipt", "No card of this league has this receipt number. Check it against the receipt.")
    lines = [(page, address) for page in FOR_PROGRAMS if (address := page.address(user, of))]
    context: dict[str, Any] = {"lines": lines, "asking": asking, "proof": proof, "keeps": is_secretary(user, of)}
    if context["keeps"]:
        context |= {"webhooks": webhooks_of(of), "adding": adding or WebhookForm(), "jobs": jobs_of_league(of.pk)}
    return render_form(request, "webhooks/technical.html", adding or asking, **context)


@uncached_form
def new_webhook(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    if request.method != "POST":
        return leads_to("technical", section="add-webhook", open="webhook")(request, league=league)
    form = WebhookForm(request.POST)
    made = form_row(request, form, actions.make_webhook, league=request.league)
    return _technical(request, form) if made is None else _to_secret(request, made)


@uncached_form
def webhook(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    hook = _webhook(request, pk)
    if request.method == "GET" and request.session.pop(MADE, None) == pk:
        return render(request, "webhooks/secret.html", {"webhook": hook, "secret": hook.secret})
    current = {"url": hook.url, "events": hook.events}
    form = WebhookForm(request.POST if request.method == "POST" else None, initial=current)
    if form_action(request, form, actions.change_webhook, webhook=hook):
        messages.success(request, f"The webhook to {form.cleaned_data['url']} was changed.")
        return redirect(hook)
    context: dict[str, Any] = {"webhook": hook, "deliveries": latest_deliveries(hook)}
    return render_form(request, "webhooks/webhook.html", form, **context)


@require_POST
def test(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    hook = _webhook(request, pk)
    words = "A test is on its way. In a minute this page says what became of it."
    act_and_report(request, actions.send_test, words, webhook=hook)
    return redirect(hook)


@require_POST
def renewal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    return _to_secret(request, actions.renew_secret(webhook=_webhook(request, pk), by=request.user, at=now()))


@require_POST
def activation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    hook = _webhook(request, pk)
    words = "The webhook is on again. What waited for it is sent first."
    act_and_report(request, actions.switch_on, words, webhook=hook)
    return redirect(hook)


@require_form_methods
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    hook = _webhook(request, pk)
    if request.method != "POST":
        return redirect(f"{hook.get_absolute_url()}#removal", permanent=True)
    act_and_report(request, actions.remove_webhook, f"The webhook to {hook.url} was deleted.", webhook=hook)
    return redirect("technical", league)


def _webhook(request: MemberRequest, pk: int) -> Webhook:
    require(is_secretary(request.user, request.league))
    return get_object_or_404(webhooks_of(request.league), pk=pk)


def _to_secret(request: MemberRequest, made: Webhook) -> HttpResponse:
    request.session[MADE] = made.pk
    return redirect(made)
