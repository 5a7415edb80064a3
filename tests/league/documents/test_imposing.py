"""Sheets of a booklet: printed on both sides, cut and folded as the page says, they read from the first to the last."""

import re
import subprocess
from io import BytesIO

import pytest
from pypdf import PdfReader

from league.documents.pdf import draw, joined
from league.documents.pdf.imposing import Folding, headings, impose, lay_over, page_count, places

MILLIMETRES = 25.4 / 72


def folded(pages, folding):
    """The pages in the order in which somebody reads them who has cut and folded a pile of sheets.

    Behind the right half of a leaf's front is the left half of its back. Of sheets that were cut the lower leaves lie
    inside the upper ones.
    """
    sides = places(pages, folding)
    sheets = list(zip(sides[::2], sides[1::2], strict=True))
    leaves = [(front[row], back[row]) for row in range(folding.value.rows) for front, back in sheets]
    inwards = [page for (_, right), (behind, _) in leaves for page in (right, behind)]
    outwards = [page for (left, _), (_, behind) in reversed(leaves) for page in (behind, left)]
    return inwards + outwards


@pytest.mark.parametrize("folding", Folding)
@pytest.mark.parametrize("sheets", [1, 2, 3, 7, 10])
def test_folded_sheets_read_from_the_first_page_to_the_last(folding, sheets):
    pages = sheets * folding.value.together
    assert folded(pages, folding) == list(range(1, pages + 1))


@pytest.mark.parametrize(("pages", "folding"), [(6, Folding.A5), (12, Folding.A6), (1, Folding.A5)])
def test_pages_that_do_not_fill_sheets_are_refused(pages, folding):
    with pytest.raises(ValueError, match="do not fill whole sheets"):
        places(pages, folding)


def drawn(pages, size):
    sections = "".join(f"<h1>Leaf {number + 1}</h1>" for number in range(pages))
    style = f"@page {{ size: {size}; margin: 10mm }} h1 + h1 {{ break-before: page }}"
    return draw(f"<!doctype html><title>Pages</title><style>{style}</style>{sections}")


@pytest.mark.parametrize(
    ("folding", "size", "sheet", "flip"),
    [
        (Folding.A5, "148mm 210mm", (297, 210), "/DuplexFlipShortEdge"),
        (Folding.A6, "105mm 148mm", (210, 297), "/DuplexFlipLongEdge"),
    ],
)
def test_pages_are_put_on_a4_unscaled_and_in_their_places(folding, size, sheet, flip):
    pdf = PdfReader(BytesIO(impose(drawn(8, size), folding)))
    assert len(pdf.pages) == 16 // folding.value.together
    assert pdf.viewer_preferences.duplex == flip
    assert pdf.viewer_preferences.print_scaling == "/None"
    for page in pdf.pages:
        assert tuple(round(float(each) * MILLIMETRES) for each in page.mediabox[2:]) == sheet
    assert seen(impose(drawn(8, size), folding), folding) == [
        [list(row) for row in side] for side in places(8, folding)
    ]


def seen(pdf, folding):
    """The numbers of the leaves where an independent reader sees them: for each side its rows, from left to right."""
    told = subprocess.run(["pdftotext", "-bbox", "-", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    high = folding.value.sheet[1] / folding.value.rows / MILLIMETRES
    sides = []
    for side in told.split("<page ")[1:]:
        words = re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)"[^>]*>(\d+)<', side)
        rows = [[] for _ in range(folding.value.rows)]
        for x, y, number in sorted(words, key=lambda word: float(word[0])):
            rows[int(float(y) // high)].append((float(x), int(number)))
        middle = folding.value.sheet[0] / 2 / MILLIMETRES
        assert all((x < middle) == (at == 0) for row in rows for at, (x, _) in enumerate(row))
        sides.append([[number for _, number in row] for row in rows])
    return sides


def test_numbers_are_laid_over_and_links_and_headings_stay():
    below = draw('<!doctype html><h1>One</h1><p><a href="https://league.example/">there</a></p>')
    above = draw("<!doctype html><p>Page 1 of 1</p>")
    pdf = PdfReader(BytesIO(lay_over(below, above)))
    text = pdf.pages[0].extract_text()
    assert "One" in text
    assert "Page 1 of 1" in text
    assert pdf.pages[0]["/Annots"][0].get_object()["/A"]["/URI"] == "https://league.example/"
    assert headings(lay_over(below, above)) == (("One", 1),)


def test_headings_of_joined_parts_are_found_on_their_pages():
    pages, count = joined([drawn(3, "A6"), drawn(2, "A6")], outline=True)
    assert count == page_count(pages) == 5
    assert headings(pages) == (("Leaf 1", 1), ("Leaf 2", 2), ("Leaf 3", 3), ("Leaf 1", 4), ("Leaf 2", 5))
