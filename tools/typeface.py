"""Cut the site's typeface from Inter's own files: what `league/base/ui/fonts` and `static/fonts` hold.

Run it by hand when a letter is missing or Inter has a new version; its two libraries are fetched for it alone:
`uv run tools/typeface.py`. The same versions make the same bytes.
"""
# /// script
# requires-python = ">=3.11"
# dependencies = ["fontpkg-inter==4.1.post1", "fonttools[woff]==4.68.0"]
# ///

from importlib.util import find_spec
from pathlib import Path
from string import digits
from typing import Any, NamedTuple

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).parents[1]
FAMILY = "Inter"
# Latin with every letter of Welsh, Irish, Polish, Vietnamese and the rest of Europe; signs; no emoji.
LATIN = "0020-007E 00A0-00AC 00AE-0148 014A-017F 0218-021B 1E02-1E03 1E0A-1E0B 1E1E-1E1F 1E40-1E41"
LATIN += " 1E56-1E57 1E60-1E61 1E6A-1E6B 1E80-1E85 1EA0-1EF9 02BC"
SIGNS = "2010-2015 2018-201E 2020-2022 2026 2032-2033 2039-203A 2044 20A4 20A6 20A8-20AC 20B9-20BA 20BD"
SIGNS += " 2116 2122 2150-215E 2190-2199 2212 2260 2264-2265 25A0-25A1 25B2-25B3 25B6 25BC-25BD 25C0"
SIGNS += " 25C6-25C7 25CB 25CF 2713 2717"
# What paper has besides: there no other face may help out. A mark that follows its letter, Greek, Cyrillic.
PAPER_SIGNS = "0300-0304 0306-030A 030C 0323 0326-0328 0384-038A 038C 038E-03A1 03A3-03CE 0400-045F 0490-0491"


class Cut(NamedTuple):
    """One file: from which of the package's, with which letters, how bold, and drawn for which size in points."""

    source: str
    letters: str
    weight: float | tuple[float, float]
    size: float
    features: tuple[str, ...] = ("kern", "locl", "tnum", "zero")


PAGE = ROOT / "static" / "fonts" / "inter.woff2"
REGULAR, BOLD, ITALIC = (
    ROOT / "league" / "base" / "ui" / "fonts" / f"{name}.ttf" for name in ("regular", "bold", "italic")
)
ROMAN, SLANTED = "Inter[opsz,wght].ttf", "Inter-Italic[opsz,wght].ttf"
WITH_MARKS = ("ccmp", "kern", "locl", "mark", "mkmk", "tnum")
CUTS = {
    PAGE: Cut(ROMAN, f"{LATIN} {SIGNS}", (400, 800), 18),
    REGULAR: Cut(ROMAN, f"{LATIN} {SIGNS} {PAPER_SIGNS}", 400, 14, WITH_MARKS),
    BOLD: Cut(ROMAN, f"{LATIN} {SIGNS} {PAPER_SIGNS}", 700, 14, WITH_MARKS),
    ITALIC: Cut(SLANTED, f"{LATIN} {SIGNS} {PAPER_SIGNS}", 400, 14, WITH_MARKS),
}
ON_PAPER = {REGULAR: "Regular", BOLD: "Bold", ITALIC: "Italic"}


def codepoints(letters: str) -> set[int]:
    """The numbers of letters written as "0020-007E 00B7"."""
    ends = (each.partition("-") for each in letters.split())
    return {point for first, _, last in ends for point in range(int(first, 16), int(last or first, 16) + 1)}


def cut(path: Path, what: Cut) -> None:
    """Write the file of a cut."""
    font = TTFont(source(what.source), recalcTimestamp=False)
    _widen_figures_alone(font)
    options = Options(hinting=False, layout_features=list(what.features), name_IDs=[], notdef_outline=True)
    options.drop_tables += ["MVAR", "STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=codepoints(what.letters))
    subsetter.subset(font)
    instantiateVariableFont(font, {"opsz": what.size, "wght": what.weight}, inplace=True)
    _name(font, ON_PAPER.get(path, "Regular"))
    font.flavor = None if isinstance(what.weight, int) else "woff2"
    font.save(path)


def source(name: str) -> Path:
    """A file of the package."""
    found = find_spec("fontpkg_inter")
    assert found
    assert found.origin
    return Path(found.origin).parent / "files" / name


def _widen_figures_alone(font: Any) -> None:
    """Leave hyphens and the like as they are where figures are of one width: "2026-27" is one word."""
    substitutions = font["GSUB"].table
    numbers = {
        number
        for each in substitutions.FeatureList.FeatureRecord
        if each.FeatureTag == "tnum"
        for number in each.Feature.LookupListIndex
    }
    figures = {glyph for point, glyph in font.getBestCmap().items() if chr(point) in digits}
    for number in numbers:
        for table in substitutions.LookupList.Lookup[number].SubTable:
            single = getattr(table, "ExtSubTable", table)
            single.mapping = {one: other for one, other in single.mapping.items() if one in figures}


def _name(font: Any, style: str) -> None:
    """Have a file say of itself what it is, which is how papers find it."""
    names = {1: FAMILY, 2: style, 4: f"{FAMILY} {style}", 6: f"{FAMILY}-{style}"}
    for key, value in names.items():
        font["name"].setName(value, key, 3, 1, 0x409)
    about, head = font["OS/2"], font["head"]
    bold, italic = style == "Bold", style == "Italic"
    about.usWeightClass = 700 if bold else 400
    about.fsSelection = about.fsSelection & 0x80 | bold << 5 | italic | (style == "Regular") << 6
    head.macStyle = bold | italic << 1


if __name__ == "__main__":
    for path, what in CUTS.items():
        cut(path, what)
