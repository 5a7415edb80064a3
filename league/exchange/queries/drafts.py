"""Where a spreadsheet stands that somebody is bringing in."""

from league.exchange.choices import ImportState
from league.exchange.models import ImportDraft
from league.jobs.models import Job


def at_rest(draft: ImportDraft) -> bool:
    """Whether it can be looked at and accepted: not brought in, and no job is about to do so."""
    if draft.state == ImportState.WORKING:
        return not Job.objects.unfinished().filter(key=draft.job).exists()
    return bool(draft.state == ImportState.OPEN)
