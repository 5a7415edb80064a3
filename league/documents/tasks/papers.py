"""Making a large paper, part by part, as long work: any kind that an app has registered."""

from collections.abc import Iterator
from tempfile import TemporaryFile
from typing import Any

from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.documents.actions import keep_paper
from league.documents.actions.papers import BUILD
from league.documents.choices import Audience
from league.documents.kinds import Asked, builder_of
from league.documents.models import Paper
from league.documents.pdf import draw
from league.documents.pdf.joining import joined
from league.documents.pdf.memory import sparing
from league.jobs.kinds import JobFailedError, Progress, job

GONE = "It has been cleared away meanwhile. Ask for it again where you found it."
EMPTY = "There is nothing to print yet. Ask again once there are matches."


@job(BUILD)
def build_paper(args: dict[str, Any], progress: Progress) -> dict[str, Any] | None:
    """Make the paper that `args` names; the address of its page. Of one that is made already there is nothing to do."""
    with scopes_disabled():
        held = Paper.objects.select_related("league").filter(pk=args["paper"]).first()
    if held is None:
        raise JobFailedError(GONE)
    with scope(league=held.league), sparing(), TemporaryFile() as out:
        if held.made_at is None:
            pages = joined(_parts(held, progress), out)
            if progress.cancelled:
                return None
            if not pages:
                raise JobFailedError(EMPTY)
            progress.say("Putting the pages together")
            keep_paper(paper=held, made=out, pages=pages, at=now())
        return {"address": reverse("paper", args=[held.league.slug, held.token]), "words": f"{held.title} is made."}


def _parts(held: Paper, progress: Progress) -> Iterator[bytes]:
    """Every part as a PDF, drawn when it is asked for; no more once somebody asked for an end."""
    officers = held.audience == Audience.OFFICERS
    asked = Asked(held.league, held.args, now(), held.site, full_names=officers)
    for part in builder_of(held.kind)(asked, progress):
        if progress.cancelled:
            return
        yield draw(part) if isinstance(part, str) else part
