"""Whether the site is well: can rows be read, is there room to write."""

import shutil

from django.conf import settings
from django.db import DatabaseError

from league.teams.models import League

LEAST_ROOM = 50 * 1024 * 1024  # bytes: a busy evening writes a tenth of that


def storage_fault() -> str:
    """What is wrong with the database or the disk, as a sentence for the people who run the site; "" if nothing is."""
    try:
        League.objects.exists()
    except DatabaseError as error:
        return f"The database cannot be read: {error}".strip()
    room = shutil.disk_usage(settings.VAR_DIR).free
    if room < LEAST_ROOM:
        return f"The disk is nearly full: {room // 1024 // 1024} MB are left in {settings.VAR_DIR}."
    return ""
