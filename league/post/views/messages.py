"""What was sent to whom, for the secretary: the list, one message as it went, and sending one again."""

from django.contrib import messages as said
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from league.post.actions import send_again
from league.post.choices import MessageState, Way
from league.post.models import Message
from league.post.permissions import sees_messages
from league.post.queries.outbox import counts_of, messages_of
from league.teams.middleware import MemberRequest
from league.teams.permissions import require


@never_cache
@require_safe
def messages(request: MemberRequest, league: str) -> HttpResponse:
    """The last messages, all or those of one state."""
    require(sees_messages(request.user, request.league))
    state = request.GET.get("state", "")
    rows = messages_of(request.league, state)
    context = {"rows": rows, "state": state, "states": counts_of(request.league), "all": not state}
    return render(request, "post/messages.html", context)


@never_cache
@require_safe
def message(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """One message: to whom, what became of it, and its words."""
    require(sees_messages(request.user, request.league))
    held = get_object_or_404(Message.objects.select_related("to", "league"), pk=pk)
    return render(request, "post/message.html", {"message": held})


@never_cache
@require_safe
def letter(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """The HTML part of a mail, as a mail program shows it."""
    require(sees_messages(request.user, request.league))
    return HttpResponse(get_object_or_404(Message, pk=pk, way=Way.MAIL).html)


@require_POST
def repetition(request: MemberRequest, league: str, pk: int) -> HttpResponse:
    """Send a message again that was not delivered."""
    require(sees_messages(request.user, request.league))
    held = send_again(message=get_object_or_404(Message, pk=pk), by=request.user, at=now())
    if held.state == MessageState.WAITING:
        said.success(request, "It is sent again within a minute.")
    return redirect(held)
