"""What is done to papers and calendar links: requested, stored, deleted; made so that nobody can guess them, and
revoked.
"""

import secrets
from datetime import datetime, timedelta
from functools import partial
from typing import IO, Any

from django.core.exceptions import ValidationError
from django.core.files.base import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.db.models import Q
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.accounts.limits import TryLimit
from league.base.accounts.models import User, digest_of
from league.base.audit.actions import record, save_checked, write_tx
from league.base.jobs.actions import enqueue
from league.base.jobs.models import Job
from league.base.ui.uploads import deleted_on_failure
from league.documents.kinds import PAGE, CalendarOf, PaperAudience
from league.documents.models import CalendarLink, Paper
from league.documents.queries.papers import KEPT_FOR, content_key
from league.schedule.models import Division
from league.teams.models import League, Team, Venue

BUILD, DRAW = "build-paper", "draw-page"  # kinds of job: a single page need not wait for a large paper
AT_ONE_ADDRESS, OF_ONE_LEAGUE = 4, 12  # papers an hour for people who are not signed in
# An older edition is kept for so long after a newer one was made: somebody may be about to fetch it.
STILL_WANTED = timedelta(hours=1)


def request_paper(
    *,
    league: League,
    kind: str,
    args: dict[str, Any],
    title: str,
    name: str,
    site: str,
    by: User | None,
    at: datetime,
    audience: PaperAudience = PaperAudience.PUBLIC,
    visitor: str = "",
    key: str = "",
) -> Paper | None:
    """The paper of this content, made by a job if it is not there yet; redirect to it.

    `name` is that of the file without its ending, `site` where the addresses on it begin, `visitor` where somebody who
    is not signed in asks from: None where they have asked for too much in the last hour. `key` stands for all that is
    on it, where the caller knows that.
    """
    key = key or content_key(league, kind, args, audience, site)
    with write_tx():
        paper: Paper | None = Paper.objects.select_related("league").filter(key=key).first()
        if paper is not None and paper.made_at and not default_storage.exists(str(paper.file.name)):
            _clear([paper])  # as after a restore: backups leave out what can be drawn again
            paper = None
        if paper is None:
            if by is None and _has_asked_enough(league, kind, visitor, at):
                return None
            new_paper = Paper(league=league, key=key, token=secrets.token_urlsafe(16), kind=kind, args=args, site=site)
            new_paper.audience, new_paper.title, new_paper.name = audience, title, name
            new_paper.asked_by, new_paper.asked_at = by, at
            paper = _insert(new_paper)
        if paper.made_at is None:
            retry_paper(paper=paper, by=by, at=at)
        return paper


def _has_asked_enough(league: League, kind: str, visitor: str, at: datetime) -> bool:
    """Whether visitors have asked for as much as they may; single pages do not count towards large papers."""
    what, moment = "page" if kind == PAGE else "paper", at.timestamp()
    if visitor and TryLimit(what, AT_ONE_ADDRESS).count(visitor, moment):
        return True
    return bool(TryLimit(f"{what}-league", OF_ONE_LEAGUE).count(str(league.pk), moment))


def _insert(new_paper: Paper) -> Paper:
    new_paper.full_clean(validate_unique=False, validate_constraints=False)
    try:
        with transaction.atomic():
            new_paper.save()
    except IntegrityError:
        earlier: Paper | None = Paper.objects.select_related("league").filter(key=new_paper.key).first()
        if earlier is None:
            raise
        return earlier
    return new_paper


def retry_paper(*, paper: Paper, by: User | None, at: datetime) -> Job:
    return enqueue(
        key=paper.job_key,
        kind=DRAW if paper.kind == PAGE else BUILD,
        args={"paper": paper.pk},
        title=paper.title,
        by=by,
        at=at,
        league_id=paper.league_id,
    )


def store_paper(*, paper: Paper, made: IO[bytes], pages: int, at: datetime) -> None:
    """Keep the file of a paper, once; older editions of the same go soon, and whatever is a week old.

    The file comes first: a worker that dies here leaves one that the next finds under the same name.
    """
    name = f"papers/{paper.token}.pdf"
    default_storage.delete(name)
    with deleted_on_failure(name):
        default_storage.save(name, File(made))
    with write_tx():
        locked = Paper.objects.select_for_update(of=("self",)).get(pk=paper.pk)
        locked.file.name, locked.pages, locked.made_at = name, pages, at
        if locked.kind == PAGE:
            locked.args = {}  # all that is on it
        save_checked(locked, "file", "pages", "made_at", "args")
        same = Paper.objects.filter(league=locked.league, kind=locked.kind, name=locked.name, audience=locked.audience)
        _clear(list(same.filter(asked_at__lt=min(locked.asked_at, at - STILL_WANTED)).exclude(pk=locked.pk)))
    delete_old_papers(at=at)


def page_result(paper: Paper) -> dict[str, Any]:
    return {"address": reverse("paper", args=[paper.league.slug, paper.token]), "words": f"{paper.title} is made."}


def delete_old_papers(*, at: datetime) -> int:
    """Delete the papers of all leagues a week after they were asked for, single pages an hour after; how many."""
    old = Q(asked_at__lt=at - KEPT_FOR) | Q(kind=PAGE, made_at__lt=at - STILL_WANTED)
    with scopes_disabled(), write_tx():
        return _clear(list(Paper.objects.filter(old)))


def _clear(papers: list[Paper]) -> int:
    for each in papers:
        if each.file:
            transaction.on_commit(partial(default_storage.delete, str(each.file.name)))
        each.delete()
    return len(papers)


# --- calendar links ---------------------------------------------------------------------------------------------------
BYTES = 24  # 192 bits
MOST_LINKS = 20  # links that somebody has at once in a league


def make_calendar_link(
    *, league: League, kind: CalendarOf, by: User, at: datetime, of: Team | Venue | Division | None = None
) -> tuple[CalendarLink, str]:
    """A calendar link and its secret, which is told this once. ValidationError for more than MOST_LINKS."""
    token = secrets.token_urlsafe(BYTES)
    with write_tx():
        if CalendarLink.objects.filter(league=league, user=by, revoked_at=None).count() >= MOST_LINKS:
            raise ValidationError(f"You have {MOST_LINKS} calendar links. Take back one that you do not use.")
        link = CalendarLink(league=league, user=by, kind=kind, digest=digest_of(token), at=at)
        if of is not None:
            setattr(link, kind.value, of)
        save_checked(link)
        text = f"{by} made a calendar link: {link}"
        record(verb="make_calendar_link", words=text, at=at, by=by, league_id=league.pk)
    return link, token


def revoke_calendar_link(*, link: CalendarLink, by: User, at: datetime) -> CalendarLink:
    with write_tx():
        locked: CalendarLink = CalendarLink.objects.select_for_update(of=("self",)).get(pk=link.pk)
        if locked.revoked_at is None:
            locked.revoked_at = at
            save_checked(locked, "revoked_at")
            text = f"{by} took back a calendar link of {locked.user}: {locked}"
            record(verb="revoke_calendar_link", words=text, at=at, by=by, league_id=locked.league_id)
    return locked
