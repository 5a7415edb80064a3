"""Making a large paper, part by part, as long work: any kind that an app has registered."""

from typing import Any

from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scope, scopes_disabled

from league.documents.actions import keep_paper
from league.documents.actions.papers import BUILD
from league.documents.choices import Audience
from league.documents.kinds import Asked, builder_of
from league.documents.models import Paper
from league.documents.pdf import draw, joined
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
    with scope(league=held.league):
        if held.made_at is None:
            parts = _parts(held, progress)
            if parts is None:
                return None
            if not parts:
                raise JobFailedError(EMPTY)
            progress.say("Putting the pages together")
            made, pages = joined(parts)
            keep_paper(paper=held, made=made, pages=pages, at=now())
        return {"address": reverse("paper", args=[held.league.slug, held.token]), "words": f"{held.title} is made."}


def _parts(held: Paper, progress: Progress) -> list[bytes] | None:
    """Every part as a PDF; None when somebody asked for an end."""
    officers = held.audience == Audience.OFFICERS
    asked = Asked(held.league, held.args, now(), held.site, full_names=officers)
    parts = []
    for part in builder_of(held.kind)(asked, progress):
        if progress.cancelled:
            return None
        parts.append(draw(part) if isinstance(part, str) else part)
    return parts
