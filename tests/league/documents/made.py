"""A paper that is made already, as the job leaves it."""

from io import BytesIO

from league.documents.actions import request_paper, store_paper
from league.documents.models import Paper
from league.documents.pdf.weasyprint_sheets import draw
from tests.factories import SIGNED

NOTE = '<!doctype html><html lang="en-GB"><title>A note</title><body><h1>A note of {}</h1>'


def make_paper(league, **asked) -> Paper:
    """One page for everybody, of no kind that could be made again."""
    given = {"kind": "note", "args": {}, "title": "A note", "name": "note", "site": "http://testserver", "by": None}
    paper = request_paper(league=league, at=SIGNED, **given | asked)
    store_paper(paper=paper, made=BytesIO(draw(NOTE.format(league.name))), pages=1, at=SIGNED)
    paper.refresh_from_db()
    return paper
