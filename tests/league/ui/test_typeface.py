"""The site's own letters: which there are, what they weigh, how they are sent, and what stands in for them."""

import ast
import re
from html import unescape

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.templatetags.static import static
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from pypdf._codecs.core_font_metrics import CORE_FONT_METRICS  # Helvetica's widths are Arial's

from league.base.ui.pictures import font as picture_font
from league.base.ui.static_files import BOLD, CSS, ITALIC, PAGE, REGULAR, stylesheet, typeface

# How often a letter comes in English, in ten thousand with the spaces between words.
OFTEN_IN_ORDER = (
    1829,
    1041,
    729,
    652,
    596,
    558,
    564,
    516,
    498,
    493,
    332,
    349,
    217,
    226,
    203,
    175,
    138,
    159,
    171,
    146,
    126,
)
OFTEN_IN_ORDER += (80, 56, 14, 10, 8, 5)
OFTEN = dict(zip(" etaoinsrhldcumfpgwybvkxjqz", OFTEN_IN_ORDER, strict=True))
NAMES = "Dŵr Ŷnys Ẁẃẅ Ỳ Łódź Żółć Ḃaile Ṫuaṁ Ċéad Ġaeilge Ñuñez Jürgen Øyvind Çelik Dvořák Nguyễn Țepeș"
# What is written in the sources and shown to nobody: letters of text messages, bytes and signs of spreadsheets.
NOT_SHOWN = {"league/notifications/sms.py", "league/base/ui/spreadsheet.py", "scoring/names.py", "static/js/names.js"}
READS = "league/reading/"  # what people bring, whatever letters it has
NO_LETTERS = {
    "\N{ZERO WIDTH NO-BREAK SPACE}",
    "\N{WORD JOINER}",
    "\N{REPLACEMENT CHARACTER}",
}  # looked for in what comes in
EDGE, LEAST, MOST = 0x7E, 400, 800
STYLES = {REGULAR: "Regular", BOLD: "Bold", ITALIC: "Italic"}


def opened(name: str) -> TTFont:
    return TTFont(CSS.parent / name if name == PAGE else typeface(name))


@pytest.fixture(scope="module")
def page() -> TTFont:
    return opened(PAGE)


# --- which letters there are ------------------------------------------------------------------------------------------
def written() -> dict[str, str]:
    """Every letter beyond ASCII that the site itself can show, with a file that has it."""
    found: dict[str, str] = {}
    root = settings.BASE_DIR
    files = [path for top in ("templates", "static", "league", "scoring") for path in (root / top).rglob("*")]
    for path in files:
        name = path.relative_to(root).as_posix()
        if name not in NOT_SHOWN and not name.startswith(READS) and path.suffix in TEXT:
            found |= {each: name for each in TEXT[path.suffix](path.read_text()) if ord(each) > EDGE}
    return {each: name for each, name in found.items() if each not in NO_LETTERS}


def escaped(text: str) -> str:
    r"""Text with the letters that stylesheets and scripts write as \2713, \u2713 or \u{2713}."""
    return re.sub(r"\\(?:u\{?)?([0-9a-f]{4,6})\}?", lambda each: chr(int(each[1], 16)), text, flags=re.IGNORECASE)


def strings(text: str) -> str:
    nodes = ast.walk(ast.parse(text))
    return "".join(each.value for each in nodes if isinstance(each, ast.Constant) and isinstance(each.value, str))


TEXT = {".html": unescape, ".txt": str, ".svg": unescape, ".css": escaped, ".js": escaped, ".py": strings}


@pytest.mark.parametrize("name", [PAGE, *STYLES])
def test_cut_has_every_letter_that_the_site_writes_and_that_names_need(name):
    there = set(opened(name).getBestCmap())
    assert {each: file for each, file in written().items() if ord(each) not in there} == {}
    assert [each for each in NAMES if ord(each) not in there] == []


def test_letters_are_found_however_they_are_written():
    assert {escaped(r"content: '\2713'"), escaped(r'"\u2713"'), escaped(r'"\u{2713}"')} == {
        "content: '✓'",
        '"✓"',
    }
    assert strings('"\\N{CHECK MARK}"') == unescape("&check;") == "✓"
    assert {"½", "\N{EN DASH}", "▲", "\N{MINUS SIGN}"} <= set(written())


@pytest.mark.parametrize("name", [PAGE, *STYLES])
def test_figures_alone_are_of_one_width(name):
    font = opened(name)
    looked_up = {each.FeatureTag: each.Feature.LookupListIndex for each in font["GSUB"].table.FeatureList.FeatureRecord}
    lookups = font["GSUB"].table.LookupList.Lookup
    swapped = {}
    for number in looked_up["tnum"]:
        for table in lookups[number].SubTable:
            swapped |= getattr(table, "ExtSubTable", table).mapping
    figures = [font.getBestCmap()[ord(each)] for each in "0123456789"]
    assert len({font["hmtx"][swapped[each]][0] for each in figures}) == 1
    assert set(swapped) == set(figures)  # and no hyphen, full stop or space is as wide


# --- how they are kept ------------------------------------------------------------------------------------------------
def test_page_carries_one_small_file_for_every_weight(page):
    assert (CSS.parent / PAGE).stat().st_size <= 40_000
    assert page.flavor == "woff2"
    (axis,) = page["fvar"].axes
    assert (axis.axisTag, axis.minValue, axis.maxValue) == ("wght", LEAST, MOST)
    used = re.findall(r"font(?:-weight)?: (\d00)\b", "".join(path.read_text() for path in CSS.rglob("*.css")))
    assert {"400", "700", "800"} <= set(used)
    assert all(LEAST <= int(weight) <= MOST for weight in used)


@pytest.mark.parametrize(("name", "style"), STYLES.items())
def test_cut_for_paper_says_what_it_is(name, style):
    font = opened(name)
    assert [font["name"].getDebugName(number) for number in (1, 2)] == ["Inter", style]
    assert font["OS/2"].usWeightClass == (700 if name == BOLD else 400)
    assert "fvar" not in font


def test_pictures_are_drawn_in_them():
    assert picture_font(BOLD, 30).getname() == ("Inter", "Bold")


# --- how they are sent ------------------------------------------------------------------------------------------------
def test_stylesheet_and_page_name_the_same_letters():
    text = stylesheet().plain.decode()
    assert f'src:url("{static(PAGE)}")' in text
    assert "font-display:swap" in text
    assert f'<link rel="preload" href="{static(PAGE)}" as="font" type="font/woff2" crossorigin>' in render_to_string(
        "errors/500.html"
    )


# --- what stands in for them ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("first", "weight", "arial"), [(400, 400, "Helvetica"), (600, 700, "Helvetica-Bold")])
def test_what_stands_in_takes_as_much_room(page, first, weight, arial):
    """As wide in English text as ours at this weight, to half a hundredth, and exactly as high."""
    rule = re.search(rf"font-weight: {first} \d+;\n    src: local.*?\}}", (CSS / "typeface.css").read_text(), re.DOTALL)
    said = {key: float(value) / 100 for key, value in re.findall(r"([a-z-]+): ([\d.]+)%", rule[0])}
    font = instantiateVariableFont(opened(PAGE), {"wght": weight})
    letters, em = font.getBestCmap(), font["head"].unitsPerEm
    ours = sum(font["hmtx"][letters[ord(each)]][0] / em * often for each, often in OFTEN.items())
    theirs = sum(CORE_FONT_METRICS[arial].character_widths[each] / 1000 * often for each, often in OFTEN.items())
    assert said["size-adjust"] == pytest.approx(ours / theirs, abs=0.005)
    up, down, gap = (getattr(font["hhea"], name) / em for name in ("ascent", "descent", "lineGap"))
    wide = said["size-adjust"]
    assert said["ascent-override"] * wide == pytest.approx(up, abs=0.001)
    assert said["descent-override"] * wide == pytest.approx(-down, abs=0.001)
    assert said["line-gap-override"] == gap == 0
