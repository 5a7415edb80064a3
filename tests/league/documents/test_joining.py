"""Parts that become one document: pages, headings, links, numbers, and what is for screen readers."""

import subprocess
from functools import partial
from io import BytesIO

import pytest
from pypdf import PdfReader

from league.documents.pdf.pages import join_pdfs, number_pages, page_count
from league.documents.pdf.weasyprint_sheets import draw, lay_out, write_pdf
from tests.league.documents.conftest import words_of
from tests.league.documents.reading import faults, structure

TABLE = (
    "<table><tr><th scope=col>Team<th scope=col>Points<tr><th scope=row>{0}<td>{1}</table>"
    "<svg viewBox='0 0 9 9' width=9 height=9><title>A square</title><rect width=9 height=9 /></svg>"
)


def page(title, number):
    body = f"<h1>{title}</h1><h2>Below {title}</h2>{TABLE.format(title, number)}"
    after = f"<h1 style='break-before: page'>After {title}</h1><p><a href='https://league.example/{number}'>there</a>"
    return f"<!doctype html><html lang=en-GB><title>{title}</title><body>{body}{after}"


def laid_out(*titles, tagged=True):
    return write_pdf([lay_out(page(title, at), tagged=tagged) for at, title in enumerate(titles)], tagged=tagged)


def joined(*titles):
    return join_pdfs(draw(page(title, at), tagged=False) for at, title in enumerate(titles))


def numbers(pages):
    words = "".join(f"<p style='break-after: page'>Number {number + 1}" for number in range(pages))
    return draw(f"<!doctype html><body>{words}", tagged=False)


@pytest.mark.parametrize(
    "make", [laid_out, partial(laid_out, tagged=False), joined], ids=["tagged", "untagged", "written before"]
)
def test_parts_are_joined_in_order_and_keep_headings_links_and_the_first_title(make):
    pdf = PdfReader(BytesIO(make("One", "Two", "Three")), strict=True)
    assert all(f"Below {title}" in words_of_page(pdf, 2 * at) for at, title in enumerate(("One", "Two", "Three")))
    assert len(pdf.pages) == 6
    assert pdf.metadata.title == "One"
    tops = [heading for heading in pdf.outline if not isinstance(heading, list)]
    assert [(heading.title, pdf.get_destination_page_number(heading)) for heading in tops] == [
        *(("One", 0), ("After One", 1), ("Two", 2), ("After Two", 3), ("Three", 4), ("After Three", 5)),
    ]
    assert [page["/Annots"][0].get_object()["/A"]["/URI"] for page in list(pdf.pages)[1::2]] == [
        f"https://league.example/{number}" for number in range(3)
    ]


def words_of_page(pdf, number):
    return " ".join(pdf.pages[number].extract_text().split())


def numbered():
    return number_pages(laid_out("One", "Two"), numbers(4))


def test_numbers_are_on_their_pages_and_everything_else_stays():
    pdf, plain = PdfReader(BytesIO(numbered()), strict=True), PdfReader(BytesIO(laid_out("One", "Two")))
    assert [f"Number {number + 1}" in words_of_page(pdf, number) for number in range(4)] == [True] * 4
    assert (pdf.metadata.title, len(pdf.outline)) == ("One", len(plain.outline))
    assert structure_kinds(pdf) == structure_kinds(plain)


def structure_kinds(pdf):
    return [element.kind for element in structure(pdf).all()]


def test_another_reader_finds_nothing_to_mend():
    """It says so when a table of objects is wrong, or an object is not where it should be."""
    made = numbered()
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
    made = laid_out("One", "Two")
    broken = made[: made.rindex(b"startxref")] + b"startxref\n17\n%%EOF\n"
    assert subprocess.run(["pdftotext", "-", "-"], input=broken, capture_output=True, check=False).stderr != b""


def test_what_is_for_screen_readers_is_there_of_every_part():
    made = number_pages(laid_out("One", "Two", "Three"), numbers(6))
    assert faults(made) == []
    top = structure(PdfReader(BytesIO(made)))
    headers = {header.name for header in top.all("TH")}
    assert len(headers) == 9
    cells = [cell.headers for cell in top.all("TD")]
    assert [len(names) for names in cells] == [2, 2, 2]
    assert len({name for names in cells for name in names}) == 6
    assert [figure.alt for figure in top.all("Figure")] == ["A square"] * 3


def test_parts_that_are_joined_after_they_were_written_do_not_pretend_to_be_for_screen_readers():
    made = join_pdfs([draw(page("One", 1)), draw(page("Two", 2))])
    catalog = PdfReader(BytesIO(made)).root_object
    assert not {"/StructTreeRoot", "/MarkInfo", "/Metadata"} & set(catalog)
    assert words_of(PdfReader(BytesIO(made))).count("Below") == 2


def test_a_single_part_stays_as_it_is_and_none_is_nothing():
    finished = draw(page("One", 1))
    assert join_pdfs([finished]) == finished
    assert page_count(finished) == 2
    assert join_pdfs([]) == b""
