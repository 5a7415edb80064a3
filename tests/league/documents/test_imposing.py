"""Sheets of a booklet: printed on both sides, cut and folded as the page says, they read from the first to the last."""

import re
import subprocess
from io import BytesIO

import pytest
from pypdf import PdfReader

from league.documents.pdf.pages import FOLDINGS, impose, number_pages, places
from league.documents.pdf.weasyprint_sheets import draw

MILLIMETRES = 25.4 / 72


def folded(pages, folding):
    """The pages in the order in which somebody reads them who has cut and folded a pile of sheets.

    Behind the right half of a leaf's front is the left half of its back. Of sheets that were cut the lower leaves lie
    inside the upper ones.
    """
    sides = places(pages, folding)
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    leaves = [(front[row], back[row]) for row in range(folding.rows) for front, back in sheets]
    inwards = [page for (_, right), (behind, _) in leaves for page in (right, behind)]
    outwards = [page for (left, _), (_, behind) in reversed(leaves) for page in (behind, left)]
    return inwards + outwards


@pytest.mark.parametrize("folding", FOLDINGS.values(), ids=FOLDINGS)
@pytest.mark.parametrize("sheets", [1, 2, 3, 7, 10])
def test_folded_sheets_read_from_the_first_page_to_the_last(folding, sheets):
    pages = sheets * folding.together
    assert folded(pages, folding) == list(range(1, pages + 1))


@pytest.mark.parametrize(("pages", "folding"), [(6, FOLDINGS["a5"]), (12, FOLDINGS["a6"]), (1, FOLDINGS["a5"])])
def test_pages_that_do_not_fill_sheets_are_refused(pages, folding):
    with pytest.raises(ValueError, match="do not fill whole sheets"):
        places(pages, folding)


def drawn(pages, size, what="Leaf"):
    sections = "".join(f"<h1>{what}{number + 1}</h1>" for number in range(pages))
    style = f"@page {{ size: {size}; margin: {'30mm' if what == 'Over' else '10mm'} }} h1 + h1 {{ break-before: page }}"
    return draw(f"<!doctype html><title>Pages</title><style>{style}</style>{sections}", tagged=False)


@pytest.mark.parametrize(
    ("folding", "size", "sheet", "flip"),
    [
        (FOLDINGS["a5"], "148mm 210mm", (297, 210), "/DuplexFlipShortEdge"),
        (FOLDINGS["a6"], "105mm 148mm", (210, 297), "/DuplexFlipLongEdge"),
    ],
)
def test_pages_are_put_on_a4_unscaled_and_in_their_places(folding, size, sheet, flip):
    made = impose(number_pages(drawn(8, size), drawn(8, size, "Over")), folding)
    pdf = PdfReader(BytesIO(made))
    assert len(pdf.pages) == 16 // folding.together
    assert pdf.viewer_preferences.duplex == flip
    assert pdf.viewer_preferences.print_scaling == "/None"
    for page in pdf.pages:
        assert tuple(round(float(each) * MILLIMETRES) for each in page.mediabox[2:]) == sheet
    assert pdf.metadata.title == "Pages"
    there = [[list(row) for row in side] for side in places(8, folding)]
    assert seen(made, folding, "Leaf") == there
    assert seen(made, folding, "Over") == there


def seen(pdf, folding, what):
    """The numbers of what is on the leaves where another reader sees them: rows of each side, from left to right."""
    told = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    high = folding.sheet[1] / folding.rows / MILLIMETRES
    sides = []
    for side in told.split("<page ")[1:]:
        words = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>' + what + r"(\d+)<", side)
        rows = [[] for _ in range(folding.rows)]
        for x, y, number in sorted(words, key=lambda word: float(word[0])):
            rows[int(float(y) // high)].append((float(x), int(number)))
        middle = folding.sheet[0] / 2 / MILLIMETRES
        assert all((x < middle) == (at == 0) for row in rows for at, (x, _) in enumerate(row))
        sides.append([[number for _, number in row] for row in rows])
    return sides
