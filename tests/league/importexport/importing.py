"""Bringing in a spreadsheet as the secretary does it: over the pages, one after the other."""

import re
from io import BytesIO

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from openpyxl import Workbook

from league.exchange.models import ImportDraft
from league.exchange.queries.preview import preview_import
from league.exchange.values.outcomes import ImportPreview
from tests.league.world import CLOSING_TIME

AT = CLOSING_TIME


def paste(client: Client, kind: str, rows: str, **more: object) -> ImportDraft:
    answer = client.post(reverse("new-import", args=["leek", kind]), {"rows": rows, **more})
    assert answer.status_code == 302, answer.content.decode()
    return latest()


def upload(client: Client, kind: str, content: bytes, name: str = "sheet.xlsx", **more: object):
    return client.post(reverse("new-import", args=["leek", kind]), {"file": SimpleUploadedFile(name, content), **more})


def latest() -> ImportDraft:
    return ImportDraft.objects.select_related("league", "season__league").latest("pk")


def previewed(draft: ImportDraft) -> ImportPreview:
    found = preview_import(ImportDraft.objects.select_related("league", "season__league").get(pk=draft.pk), AT)
    assert found is not None
    return found


def fates(draft: ImportDraft) -> list[tuple[int, str, tuple[str, ...]]]:
    return [(row.number, row.outcome.value, row.why) for row in previewed(draft).rows]


def answer(client: Client, draft: ImportDraft, **answers: object) -> None:
    """Answer what is asked about the names of the rows."""
    response = client.post(reverse("import-names", args=["leek", draft.pk]), answers)
    assert response.status_code == 302, response.content.decode()


def accept(client: Client, draft: ImportDraft, *, leave_out: bool = False):
    """Press the button of the page as it was shown."""
    shown = client.get(reverse("import", args=["leek", draft.pk])).content.decode()
    seen = re.search(r'name="seen" value="(\w+)"', shown)
    sent = {"seen": seen[1] if seen else "", "add": "on", **({"leave_out": "on"} if leave_out else {})}
    return client.post(reverse("accept-import", args=["leek", draft.pk]), sent)


def undo(client: Client, draft: ImportDraft):
    return client.post(reverse("undo-import", args=["leek", draft.pk]))


def workbook(*rows) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    out = BytesIO()
    book.save(out)
    return out.getvalue()
