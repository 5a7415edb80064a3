"""Parts that become one document: pages, headings, links, and what a screen reader is told of them."""

import subprocess
from io import BytesIO

import pytest
from pypdf import PdfReader

from league.documents.pdf import draw
from league.documents.pdf.joiner import headings, join_pdfs, page_count
from tests.league.documents.conftest import words_of
from tests.league.documents.reading import faults, structure

TABLE = (
    "<table><tr><th scope=col>Team<th scope=col>Points<tr><th scope=row>{0}<td>{1}</table>"
    "<svg viewBox='0 0 9 9' width=9 height=9><title>A square</title><rect width=9 height=9 /></svg>"
)


def part(title, number, *, tagged=True):
    body = f"<h1>{title}</h1><h2>Below {title}</h2>{TABLE.format(title, number)}"
    after = f"<h1 style='break-before: page'>After {title}</h1><p><a href='https://league.example/{number}'>there</a>"
    return draw(f"<!doctype html><html lang=en-GB><title>{title}</title><body>{body}{after}", tagged=tagged)


def whole(*parts, over=None):
    out = BytesIO()
    assert join_pdfs(parts, out, over) == page_count(out.getvalue())
    return out.getvalue()


def over(pages):
    words = "".join(f"<p style='break-after: page'>Number {each + 1}" for each in range(pages))
    return draw(f"<!doctype html><body>{words}", tagged=False)


@pytest.mark.parametrize("tagged", [True, False])
def test_parts_are_joined_in_order_and_keep_the_first_title(tagged):
    made = whole(*(part(f"Part {each}", each, tagged=tagged) for each in range(3)))
    pdf = PdfReader(BytesIO(made), strict=True)
    assert len(pdf.pages) == 6
    read = words_of(pdf)
    assert [read.index(f"Below Part {each}") for each in range(3)] == sorted(
        read.index(f"Below Part {each}") for each in range(3)
    )
    assert pdf.metadata.title == "Part 0"
    assert headings(made) == tuple(
        (title, 2 * each + page)
        for each in range(3)
        for page, title in ((1, f"Part {each}"), (2, f"After Part {each}"))
    )
    assert [page["/Annots"][0].get_object()["/A"]["/URI"] for page in list(pdf.pages)[1::2]] == [
        f"https://league.example/{each}" for each in range(3)
    ]


def test_another_reader_finds_nothing_to_mend():
    """It says so when a table of objects is wrong, or an object is not where it should be."""
    made = whole(part("One", 1), part("Two", 2), over=over(4))
    read = subprocess.run(["pdftotext", "-", "-"], input=made, capture_output=True, check=True)
    assert read.stderr == b""
    assert [f"Number {each + 1}" in page for each, page in enumerate(read.stdout.decode().split("\f")[:4])] == [
        True
    ] * 4
    told = subprocess.run(["pdfinfo", "-struct", "-"], input=made, capture_output=True, check=True)
    assert told.stderr == b""
    assert told.stdout.decode().count("Table") >= 2


def test_a_document_without_a_place_of_its_objects_is_complained_about():
    """The control for the test above."""
    made = whole(part("One", 1), part("Two", 2))
    broken = made[: made.rindex(b"startxref")] + b"startxref\n17\n%%EOF\n"
    assert subprocess.run(["pdftotext", "-", "-"], input=broken, capture_output=True, check=False).stderr != b""


def test_what_a_screen_reader_is_told_comes_along():
    made = whole(*(part(f"Part {each}", each) for each in range(3)), over=over(6))
    assert faults(made) == []
    top = structure(PdfReader(BytesIO(made)))
    assert [each.kind for each in top.within] == ["Part"] * 3
    headers = {each.name for each in top.all("TH")}
    assert len(headers) == 9
    cells = [cell.headers for cell in top.all("TD")]
    assert [len(each) for each in cells] == [2, 2, 2]
    assert len({name for cell in cells for name in cell}) == 6
    assert [each.alt for each in top.all("Figure")] == ["A square"] * 3


def test_if_one_part_tells_nothing_the_whole_does_not_pretend():
    made = whole(part("One", 1), part("Two", 2, tagged=False))
    catalog = PdfReader(BytesIO(made)).root_object
    assert not {"/StructTreeRoot", "/MarkInfo", "/Metadata"} & set(catalog)
    assert words_of(PdfReader(BytesIO(made))).count("Below") == 2


def test_a_finished_part_stays_as_it_is_and_none_is_no_page():
    finished = part("One", 1)
    assert whole(finished) == finished
    out = BytesIO()
    assert join_pdfs([], out) == 0
