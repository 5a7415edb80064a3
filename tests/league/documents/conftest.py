"""A match with captains and whole squads, and the reading of what came out of the printer."""

import re
from io import BytesIO

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled
from pypdf import PdfReader

from league.base.ui.cache import page_cache, paper_cache
from tests.league.results.evening import Evening, make_evening


@pytest.fixture(autouse=True)
def nothing_kept():
    page_cache.clear()
    paper_cache.clear()


@pytest.fixture
def unscoped():
    """Rows of every league are read outside requests, which have a scope of their own."""
    with scopes_disabled():
        yield


@pytest.fixture
def evening(db) -> Evening:
    return an_evening()


def an_evening(slug: str = "leek", key: str = "leek", squad: int = 12) -> Evening:
    with scopes_disabled():
        return make_evening(slug, key, squad=squad)


def address(evening: Evening, name: str) -> str:
    with scopes_disabled():
        fixture = evening.fixture
    return reverse(name, args=[fixture.league.slug, fixture.first_date, fixture.slug])


def printed(client, evening: Evening, name: str = "blank-card") -> PdfReader:
    answer = client.get(address(evening, name))
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/pdf"
    return PdfReader(BytesIO(answer.content))


def words_of(pdf: PdfReader) -> str:
    """Everything on the paper, with single spaces."""
    return " ".join(" ".join(page.extract_text() for page in pdf.pages).split())


def squares(pdf: PdfReader) -> bytes:
    """The longest drawing on the first page: no letter and no frame has as many strokes as the pattern."""
    return max(re.findall(rb"(?:[-.\d]+ [-.\d]+ [ml]\s)+", pdf.pages[0].get_contents().get_data()), key=len)
