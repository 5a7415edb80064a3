"""Every paper as a screen reader meets it: PDF/UA, with headings, tables and pictures told as what they are."""

from io import BytesIO

import pytest
import time_machine
from django.db import transaction
from django.test import override_settings
from pypdf import PdfReader

from league.documents.pdf.weasyprint_sheets import draw
from tests.league.documents.reading import faults, structure
from tests.league.documents.test_hostile_names import papers
from tests.league.world import CLOSING_TIME, make_world

FOR_THE_PEN = "cards"  # a pack of cards to be filled in; each of them is there by itself to be read


@pytest.fixture(scope="module")
def drawn(django_db_setup, django_db_blocker, tmp_path_factory):
    media = override_settings(MEDIA_ROOT=tmp_path_factory.mktemp("papers"))
    with django_db_blocker.unblock(), media, time_machine.travel(CLOSING_TIME, tick=False), transaction.atomic():
        yield papers(make_world("leek"))
        transaction.set_rollback(True)


@pytest.mark.django_db
def test_every_paper_can_be_read_aloud(drawn):
    found = {text: faults(made) for text, made in drawn.items()}
    assert found.pop(FOR_THE_PEN) == ["no structure"]
    assert len(found) >= 14
    assert {text: told for text, told in found.items() if told} == {}


def page(body, *, title="<title>Paper</title>", lang="en-GB"):
    return draw(f'<!doctype html><html lang="{lang}">{title}<body>{body}')


SQUARE = "<svg viewBox='0 0 9 9' width=9 height=9>{}<rect width=9 height=9 /></svg>"


@pytest.mark.parametrize(
    ("body", "told", "fault"),
    [
        ("<h1>A</h1>", {"title": ""}, "title"),
        ("<h1>A</h1>", {"lang": "de"}, "language"),
        ("<h1>A</h1><h3>B</h3>", {}, "headings in order"),
        ("<h2>A</h2>", {}, "headings in order"),
        ("<h1>A</h1>" + SQUARE.format(""), {}, "pictures have words"),
    ],
)
def test_what_is_wrong_would_be_seen(body, told, fault):
    assert faults(page(body, **told)) == [fault]


def test_a_page_without_fault_has_none():
    assert faults(page("<h1>A</h1><h2>B</h2>" + SQUARE.format("<title>A square</title>"))) == []


def test_only_a_table_that_names_its_columns_is_told_as_one():
    beside = "<table><tr><td><p>left<td><table><tr><th>Team<tr><td>Bell</table></table>"
    read = structure_of(page(f"<h1>A</h1>{beside}"))
    assert len([*read.all("Table")]) == 1
    (header,) = read.all("TH")
    assert [cell.headers for cell in read.all("TD")] == [(header.name,)]


def structure_of(made):

    return structure(PdfReader(BytesIO(made)))
