"""Asking for a paper, keeping what came of it, and clearing away what is old.

Who asked for what is told by the job's entry in the audit trail; making and clearing away are no deeds of anybody.
"""

import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import IO, Any

from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django_scopes import scopes_disabled

from league.accounts.models import User
from league.audit.actions import write_tx
from league.documents.choices import Audience
from league.documents.models import Paper
from league.documents.queries.papers import KEPT_FOR, content_key, strangers_asked_enough
from league.jobs.actions import enqueue
from league.jobs.models import Job
from league.teams.models import League

BUILD = "build-paper"
# An older edition is kept for so long after a newer one was made: somebody may be about to fetch it.
STILL_WANTED = timedelta(hours=1)


def ask_for_paper(
    *,
    league: League,
    kind: str,
    args: dict[str, Any],
    title: str,
    name: str,
    site: str,
    by: User | None,
    at: datetime,
    audience: Audience = Audience.PUBLIC,
) -> Paper | None:
    """The paper of this content, which is made by a job if it is not there yet; redirect to it.

    `title` is for people ("Match cards for 2026-27"), `name` that of the file without its ending, `site` where the
    addresses on it begin ("https://example.org"), `by` None for somebody who is not signed in. None when such people
    have asked for too much in the last hour.
    """
    key = content_key(league, kind, args, audience, site)
    with write_tx():
        held = _held(key)
        if held is None:
            if by is None and strangers_asked_enough(league, at):
                return None
            asked = Paper(league=league, key=key, token=secrets.token_urlsafe(16), kind=kind, args=args, site=site)
            asked.audience, asked.title, asked.name, asked.asked_by, asked.asked_at = audience, title, name, by, at
            held = _put_in(asked)
        if held.made_at is None:
            make_again(paper=held, by=by, at=at)
        return held


def _held(key: str) -> Paper | None:
    found: Paper | None = Paper.objects.select_related("league").filter(key=key).first()
    return found


def _put_in(asked: Paper) -> Paper:
    """The row as asked for, or that of another request which put it in between the question and the answer."""
    asked.full_clean(validate_unique=False, validate_constraints=False)
    try:
        with transaction.atomic():
            asked.save()
    except IntegrityError:
        held = _held(asked.key)
        if held is None:
            raise
        return held
    return asked


def make_again(*, paper: Paper, by: User | None, at: datetime) -> Job:
    """Have a paper made; while that is under way, it is that same job."""
    return enqueue(
        key=paper.job_key,
        kind=BUILD,
        args={"paper": paper.pk},
        title=paper.title,
        by=by,
        at=at,
        league_id=paper.league_id,
    )


def keep_paper(*, paper: Paper, made: IO[bytes], pages: int, at: datetime) -> None:
    """Keep the file of a paper, once; older editions of the same go soon, and whatever is a week old.

    The file comes first: a worker that dies here leaves one that the next finds under the same name.
    """
    name = f"papers/{paper.token}.pdf"
    default_storage.delete(name)
    default_storage.save(name, File(made))
    with write_tx():
        held = Paper.objects.select_for_update().get(pk=paper.pk)
        held.file.name, held.pages, held.made_at = name, pages, at
        held.full_clean()
        held.save(update_fields=["file", "pages", "made_at"])
        same = Paper.objects.filter(league=held.league, kind=held.kind, args=held.args, audience=held.audience)
        _clear(list(same.filter(asked_at__lt=min(held.asked_at, at - STILL_WANTED)).exclude(pk=held.pk)))
    forget_papers(at=at)


def forget_papers(*, at: datetime) -> int:
    """Clear away every paper of every league that was asked for more than a week ago. Says how many went."""
    with scopes_disabled(), write_tx():
        return _clear(list(Paper.objects.filter(asked_at__lt=at - KEPT_FOR)))


def _clear(papers: list[Paper]) -> int:
    """Rows at once, their files when that is certain."""
    for each in papers:
        if each.file:
            transaction.on_commit(partial(default_storage.delete, str(each.file.name)))
        each.delete()
    return len(papers)
