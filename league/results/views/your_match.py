from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.timezone import localdate, localtime, now
from django.views.decorators.http import require_GET

from league.results.choices import ResultState
from league.results.queries import to_do
from league.results.queries.to_do import TO_SEND, CaptainTask, CaptainTaskKind, card_words
from league.results.views.receipts import format_moment
from league.schedule.queries.lists import news_for
from league.schedule.queries.move_rules import requests_of_user
from league.schedule.values.matches import is_order_drawn
from league.teams.middleware import MemberRequest
from league.teams.permissions import plays_here, require


@require_GET
def your_match(request: MemberRequest, league: str) -> HttpResponse:
    tasks = to_do.your_match(request.user, request.league, now())
    require(bool(tasks) or plays_here(request.user, request.league))
    news = news_for(request.user, request.league, now())
    requests = requests_of_user(request.user, request.league)
    first, others = [task_text(task, now()) for task in tasks[:1]], [task_text(task, now()) for task in tasks[1:]]
    open_now = [each for each in others if each["task"].kind != CaptainTaskKind.WAITING]
    tonight = [each for each in open_now if each["task"].fixture.date == localdate()]
    coming = tonight or [each for each in others if each["early"] or each["task"].kind == CaptainTaskKind.NEXT][:1]
    waiting = [each for each in others if each not in coming]
    to_answer = [each for each in requests if each.agreed is None and not each.ours]  # type: ignore[attr-defined]
    context = {
        "first": first, "coming": coming, "waiting": waiting, "news": news, "requests": requests,
        "task_first": not to_answer or (bool(tasks) and tasks[0].now),
    }  # fmt: skip
    return render(request, "results/your_match.html", context)


UNENTERED = "It was played before the fixtures were published, so you are not late. You or the secretary can enter it."


def task_text(task: CaptainTask, at: datetime) -> dict[str, Any]:
    """A captain's task with what the page says of it, and the label of its button ("" for none).

    `scored`: it can be pegged on a phone tonight. `early`: it has not begun, so no result is asked for yet.
    """
    result, other = task.result, task.opponent
    score, until = result.score if result else "", format_moment(task.due) if task.due else ""
    texts = {
        CaptainTaskKind.SCORE: "It is being scored now.",
        **dict.fromkeys(TO_SEND, card_words(task, at)),
        CaptainTaskKind.CONFIRM: _to_confirm(task, score, until),
        CaptainTaskKind.DISPUTED: f"You and {other} disagree on this result.",
        CaptainTaskKind.WAITING: _sent(task, until),
        CaptainTaskKind.ARRANGE: _to_arrange(task),
        CaptainTaskKind.UNENTERED: UNENTERED,
        CaptainTaskKind.NEXT: _to_come(task),
    }
    button = "" if task.kind is CaptainTaskKind.ARRANGE else task.button
    kinds = {*TO_SEND, CaptainTaskKind.NEXT}
    scored = task.kind in kinds and task.leads and result is None and task.fixture.date == localtime(at).date()
    return {
        "task": task, "text": texts[task.kind], "button": button, "scored": scored,
        "early": task.kind in TO_SEND and not task.begun, "drawn": is_order_drawn(task.fixture),
    }  # fmt: skip


def _to_confirm(task: CaptainTask, score: str, until: str) -> str:
    if task.result is not None and task.result.submission.by_code:
        sender = task.result.submission.sender_name
        return f"{task.fixture.home} {score} {task.fixture.away}, sent by {sender}. It waits for a captain."
    sent = f"{task.opponent} sent {task.fixture.home} {score} {task.fixture.away}."
    return f"{sent} If you do not reply by {until}, it stands."


def _sent(task: CaptainTask, until: str) -> str:
    if task.result is not None and task.result.state == ResultState.SEALED:
        return f"You have sent your card. {task.opponent} have until {until} to send theirs."
    return f"You have sent the result. {task.opponent} have until {until} to confirm it."


def _to_come(task: CaptainTask) -> str:
    if not task.leads:
        return f"{task.entry}{' have begun' if task.begun else ' play next'}, against {task.opponent}."
    return f"{task.entry if task.of_player else 'Your match'} against {task.opponent}."


def _to_arrange(task: CaptainTask) -> str:
    if not task.fixture.to_arrange:
        return "Postponed, and it has no new date yet." + _by(task)
    if task.of_player:
        return f"{task.entry} are drawn against {task.opponent}." + _by(task)
    return f"You have drawn {task.opponent}." + _by(task)


def _by(task: CaptainTask) -> str:
    return f" {task.fixture.last_day_words or 'Agree a date with them.'}"
