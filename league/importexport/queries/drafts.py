"""Where a spreadsheet stands that somebody is bringing in."""

from league.importexport.choices import ImportState
from league.importexport.models import ImportDraft
from league.jobs.models import Job

MAX_EDITABLE = 40  # rows that a form can show


def is_editable(draft: ImportDraft) -> bool:
    """Whether its rows can be put right in a form: few enough, and nothing of them written."""
    return len(draft.rows) <= MAX_EDITABLE and is_idle(draft)


def is_idle(draft: ImportDraft) -> bool:
    """Whether it can be looked at and accepted: not brought in, and no job is about to do so."""
    if draft.state == ImportState.WORKING:
        return not Job.objects.unfinished().filter(key=draft.job).exists()
    return bool(draft.state == ImportState.OPEN)
