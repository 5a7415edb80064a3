"""Papers are set in the site's own letters, whatever fonts the machine has: none at all is a machine too."""

import os
import subprocess
import sys
from io import BytesIO
from unicodedata import normalize

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django_scopes import scope
from pypdf import PdfReader

from league.base.ui.pictures import qr_code
from league.documents.pdf.weasyprint_sheets import draw
from league.documents.queries.cards import blank_sheet, full_name
from tests.factories import SIGNED

pytestmark = pytest.mark.django_db
DRAW = """
import sys, django
django.setup()
from league.documents.pdf.weasyprint_sheets import draw
sys.stdout.buffer.write(draw(sys.stdin.read()))
"""
NO_FONTS = '<?xml version="1.0"?><fontconfig><dir>{0}/fonts</dir><cachedir>{0}/cache</cachedir></fontconfig>'
PROSE = """<!doctype html><html lang="en-GB"><title>A page</title><link rel="stylesheet" href="paper:sheet.css">
<h1>Fixtures</h1><p>{}</p><p><b>Bold</b>, <i>slanted</i>, <code>code</code>, <tt style="font-family: serif">x</tt>:
Ŵ ẁ Ł ź ḃ ễ ½ £ ▲ ✓ □</p>"""


def card(evening) -> str:
    with scope(league=evening.small.league):
        context = {"sheet": blank_sheet(evening.fixture, full_name), "stamp": SIGNED}
        context |= {"qr": qr_code("https://league.example/m/AAAAAA/"), "type_at": "league.example/m/"}
        return render_to_string("documents/blank_card.html", context)


def drawn_without_fonts(html: str, folder) -> bytes:
    (folder / "fonts").mkdir()
    (folder / "fonts.conf").write_text(NO_FONTS.format(folder))
    ours = {"FONTCONFIG_FILE": str(folder / "fonts.conf"), "DJANGO_SETTINGS_MODULE": "tests.settings"}
    command = [sys.executable, "-W", "ignore", "-c", DRAW]
    done = subprocess.run(
        command, input=html.encode(), capture_output=True, check=True, cwd=settings.BASE_DIR, env=os.environ | ours
    )
    return done.stdout


def lines(pdf: bytes) -> str:
    """The text with its lines as they are broken."""
    read = ["pdftotext", "-layout", "-", "-"]
    return subprocess.run(read, input=pdf, capture_output=True, check=True).stdout.decode()


def fonts(pdf: bytes) -> set[tuple[str, ...]]:
    """Each font as the reader has it: name without its tag, and whether it is embedded, cut and can be searched."""
    listed = subprocess.run(["pdffonts", "-"], input=pdf, capture_output=True, check=True).stdout.decode()
    rows = [row.split() for row in listed.splitlines()[2:]]
    return {(row[0].partition("+")[2], *row[-5:-2]) for row in rows}


def ours(*styles: str) -> set[tuple[str, ...]]:
    return {(f"Inter{style}", "yes", "yes", "yes") for style in styles}


@pytest.mark.parametrize("what", ["card", "page"])
def test_paper_is_the_same_on_a_machine_without_fonts(evening, tmp_path, what):
    html = card(evening) if what == "card" else PROSE.format("Whoever wins the draw plays at home. " * 400)
    here, there = draw(html), drawn_without_fonts(html, tmp_path)
    pages = 1 if what == "card" else 3
    assert [len(PdfReader(BytesIO(each)).pages) for each in (here, there)] == [pages, pages]
    assert lines(here) == lines(there)
    assert fonts(here) == fonts(there) == ours("", "-Bold", *(() if what == "card" else ("-Italic",)))


def test_letter_that_we_do_not_have_is_a_box_and_breaks_nothing():
    pdf = draw(
        PROSE.format("Name: \N{CJK UNIFIED IDEOGRAPH-65E5}\N{HEBREW LETTER ALEF}\N{DOMINO TILE HORIZONTAL-06-06}!")
    )
    assert fonts(pdf) == ours("", "-Bold", "-Italic")
    assert "Name: \N{CJK UNIFIED IDEOGRAPH-65E5}" in lines(pdf)


def test_letter_and_mark_are_one_letter_and_other_alphabets_are_there():
    pdf = draw(PROSE.format("Dw\N{COMBINING CIRCUMFLEX ACCENT}r, Ελένη, Юрий"))
    assert "Dŵr, Ελένη, Юрий" in normalize("NFC", lines(pdf))
    assert fonts(pdf) == ours("", "-Bold", "-Italic")
