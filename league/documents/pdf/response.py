"""The response to a request for a paper of few pages: the PDF where it is soon there, else a page that waits for it.

A paper that is late becomes a stored one (`Paper`) with a background job. What has been begun goes on where it was
begun, and a thread here stores it; what has not is drawn by whoever does that job.
"""

import hashlib
import re
import time
from base64 import b64encode
from collections.abc import Mapping
from concurrent.futures import CancelledError, Future
from functools import partial
from html import unescape
from threading import Thread
from typing import Any

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.utils.timezone import now
from django_scopes import scope

from league.base.accounts.limits import visitor_of
from league.base.audit.actions import write_tx
from league.base.jobs.actions import claim_job, do_job
from league.base.jobs.kinds import JobReturnedError, Progress
from league.base.jobs.models import Job
from league.base.ui.cache import paper_cache
from league.base.ui.converters import site_of
from league.base.ui.responses import pdf
from league.documents.actions import page_result, request_paper, retry_paper, store_paper
from league.documents.kinds import PAGE, PaperAudience
from league.documents.models import Paper
from league.documents.pdf.process import DrawingError, LostDrawingError, drawing_process
from league.documents.pdf.weasyprint_sheets import NO_PICTURES, style_digest
from league.documents.permissions import user_or_none
from league.teams.middleware import LeagueRequest

KEEP_FOR = 60 * 60
SOONEST = 0.5  # seconds for which a paper is waited for, however long the request has waited for a thread
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)


def paper_response(
    request: LeagueRequest,
    template: str,
    context: Mapping[str, Any],
    name: str,
    *,
    audience: PaperAudience = PaperAudience.PUBLIC,
    pictures: Mapping[str, bytes] = NO_PICTURES,
    cache_control: str | None = "private, no-cache",
) -> HttpResponse:
    """The PDF of a template, called `name`.pdf; or a redirect to the page that waits for it.

    The template finds as `stamp` the moment at which what it says was so. `pictures` are those that it may show, by the
    addresses that it has for them; an address is of one picture for ever. What is public is drawn once an hour and
    handed out again with the stamp that it was drawn with; what is about people is cached nowhere.
    """
    public = audience == PaperAudience.PUBLIC
    key = _key(request, render_to_string(template, {**context, "stamp": None}), public=public)
    made: bytes | None = paper_cache.get(f"pdf:{key}") if public else None
    if made is None and (stored := Paper.objects.filter(key=key).first()):
        if stored.made_at is None:
            retry_paper(paper=stored, by=user_or_none(request.user), at=now())
            return redirect(stored)
        made = _file_of(stored)
    if made is None:
        html = render_to_string(template, {**context, "stamp": now()})
        drawing = drawing_process.submit(html, key=key, pictures=pictures)
        if public:
            drawing.add_done_callback(partial(_keep, key))
        try:
            made = drawing.result(_patience(request))
        except (TimeoutError, CancelledError, LostDrawingError):
            title, shown = TITLE.search(html), {at: b64encode(picture).decode() for at, picture in pictures.items()}
            return _late_response(
                request,
                drawing,
                args={"html": html, "pictures": shown},
                title=unescape(title[1]).strip()[:120] if title else name,
                name=name,
                audience=audience,
                key=key,
            )
    return pdf(made, name, cache_control)


def _key(request: LeagueRequest, html: str, *, public: bool) -> str:
    reader = "" if public else f"for {request.user.pk}"
    return hashlib.sha256(f"{request.league.pk} {reader} {style_digest()} {html}".encode()).hexdigest()


def _file_of(paper: Paper) -> bytes | None:
    if not default_storage.exists(str(paper.file.name)):
        return None
    with paper.file.open() as file:
        return bytes(file.read())


def _keep(key: str, drawing: Future[bytes]) -> None:
    if not drawing.cancelled() and drawing.exception() is None:
        paper_cache.set(f"pdf:{key}", drawing.result(), KEEP_FOR)


def _patience(request: LeagueRequest) -> float:
    """Seconds to wait for a paper: a request that has waited for its thread has used some of them."""
    arrived = request.META.get("asgi.scope", {}).get("arrived") or time.monotonic()
    return max(SOONEST, arrived + settings.PAPER_PATIENCE - time.monotonic())


# --- papers that are late ---------------------------------------------------------------------------------------------
def _late_response(request: LeagueRequest, drawing: Future[bytes], *, title: str, **page: Any) -> HttpResponse:
    """Lead to the page that waits. Somebody who is not signed in and has had many such papers waits at this address."""
    begun, user, at = not drawing.done() and not drawing.cancel(), user_or_none(request.user), now()
    reader: dict[str, Any] = {"site": site_of(request), "by": user, "visitor": visitor_of(request)}
    job = None
    with write_tx():
        paper = request_paper(league=request.league, kind=PAGE, title=title, at=at, **reader, **page)
        if paper is not None and begun:
            unclaimed = Job.objects.unfinished().filter(key=paper.job_key).first()
            job = unclaimed and claim_job(unclaimed.pk, at)
    if job is not None:
        Thread(target=_store_when_drawn, args=(job, paper, drawing), name="late paper", daemon=True).start()
    if paper is None:
        response = render(request, "documents/drawing.html", {"title": title}, status=202)
        response["Refresh"] = response["Retry-After"] = "10"
        response["Cache-Control"] = "private, no-store"
        return response
    return redirect(paper)


def _store_when_drawn(job: Job, paper: Paper, drawing: Future[bytes]) -> None:
    try:
        do_job(job, partial(_wait_and_store, paper, drawing))
    finally:
        connection.close()


def _wait_and_store(paper: Paper, drawing: Future[bytes], _args: dict[str, Any], progress: Progress) -> dict[str, Any]:
    from league.documents.pdf.pages import page_count  # slow import

    progress.say("Drawing. The site is busy, so it takes longer than usual.")
    try:
        made = drawing.result()
    except (CancelledError, DrawingError) as error:
        raise JobReturnedError from error
    with scope(league=paper.league):
        store_paper(paper=paper, made=ContentFile(made), pages=page_count(made), at=now())
    return page_result(paper)
