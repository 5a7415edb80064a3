"""The secretary's pages of webhooks: the list, one with what was sent to it, its secret, a test, its removal."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.base.ui.responses import form_action, form_row, render_form, require_form_methods
from league.exchange.forms import WebhookForm
from league.notifications.actions import webhooks as actions
from league.notifications.models import Webhook
from league.notifications.queries.webhooks import latest_deliveries, webhooks_of
from league.teams.middleware import MemberRequest
from league.teams.permissions import is_secretary, require

MADE = "webhook_made"  # in the session until the page of its new secret was shown


@never_cache
@require_safe
def webhooks(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    return render(request, "webhooks/webhooks.html", {"webhooks": webhooks_of(request.league)})


@never_cache
@require_form_methods
def new_webhook(request: MemberRequest, league: str) -> HttpResponse:
    require(is_secretary(request.user, request.league))
    form = WebhookForm(request.POST if request.method == "POST" else None)
    made = form_row(request, form, actions.make_webhook, league=request.league)
    if made is not None:
        return _to_secret(request, made)
    return render_form(request, "webhooks/new.html", form)


@never_cache
@require_form_methods
def webhook(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    hook = _webhook(request, pk)
    if request.method == "GET" and request.session.pop(MADE, None) == pk:
        return render(request, "webhooks/secret.html", {"webhook": hook, "secret": hook.secret})
    current = {"url": hook.url, "events": hook.events}
    form = WebhookForm(request.POST if request.method == "POST" else None, initial=current)
    if form_action(request, form, actions.change_webhook, webhook=hook):
        messages.success(request, "The webhook was saved.")
        return redirect(hook)
    context: dict[str, Any] = {"webhook": hook, "deliveries": latest_deliveries(hook)}
    return render_form(request, "webhooks/webhook.html", form, **context)


@require_POST
def test(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    hook = _webhook(request, pk)
    actions.send_test(webhook=hook, by=request.user, at=now())
    messages.success(request, "A test is on its way. In a minute this page says what became of it.")
    return redirect(hook)


@never_cache
@require_POST
def renewal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    return _to_secret(request, actions.renew_secret(webhook=_webhook(request, pk), by=request.user, at=now()))


@require_POST
def activation(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    hook = _webhook(request, pk)
    actions.switch_on(webhook=hook, by=request.user, at=now())
    messages.success(request, "The webhook is on again. What waited for it is sent first.")
    return redirect(hook)


@require_form_methods
def removal(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    hook = _webhook(request, pk)
    if request.method == "POST":
        actions.remove_webhook(webhook=hook, by=request.user, at=now())
        messages.success(request, "The webhook was deleted.")
        return redirect("webhooks", league)
    return render(request, "webhooks/removal.html", {"webhook": hook})


def _webhook(request: MemberRequest, pk: int) -> Webhook:
    require(is_secretary(request.user, request.league))
    return get_object_or_404(webhooks_of(request.league), pk=pk)


def _to_secret(request: MemberRequest, made: Webhook) -> HttpResponse:
    request.session[MADE] = made.pk
    return redirect(made)
