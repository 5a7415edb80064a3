"""The one stylesheet: what it may weigh, and that its colours can be read."""

import gzip
import re

import pytest
from django.urls import reverse

from league.base.ui.palette import Colour, Kit, match_colours
from league.base.ui.static_files import CSS, DIAGRAMS, SCREENS, hex_of, sources, stylesheet

TOKENS = CSS / "tokens.css"
ALL = sources(CSS) + sources(CSS, SCREENS) + sources(CSS, DIAGRAMS)
ALONE = re.compile(r"^ +(\.[\w-]+)(?=,$| \{)", re.MULTILINE)  # a selector that is a class and nothing else


def test_stylesheet_weighs_at_most_14_kb_on_the_wire():
    assert len(stylesheet().gzipped) <= 14_000


def test_stylesheet_has_every_source_once():
    assert sorted(ALL) == sorted(CSS.rglob("*.css"))


def test_stylesheet_names_its_layers_in_order_before_it_opens_one():
    text = stylesheet().plain.decode()
    assert text.startswith("@layer reset,base,layout,components,utilities;")
    assert text.count("{") == text.count("}")


def test_what_an_address_leads_to_leaves_room_above_it():
    assert re.search(r":target\)\{scroll-margin-block-start:\d+vh\}", stylesheet().plain.decode())


def test_no_letter_is_smaller_than_16_px():
    """Of the body's 18; a drawing or a far screen has letters by its own size."""
    far = {"tv.css", "bracket-tv.css", "overlay.css", "pub-screen.css"}
    sizes = {path.name: re.findall(r"font-size: ([\d.]+)r?em;", path.read_text()) for path in ALL}
    assert {
        name: size for name, size in sizes.items() if name not in far and min(map(float, size), default=1) < 0.889
    } == {}


def test_question_stands_above_its_answer_at_every_width():
    """Only many short questions of one kind have theirs beside them."""
    rules = re.findall(
        r"([^{}]*\.field__l(?:abel|egend)[^{}]*|[^{}]*> \.field)\s*\{([^{}]*)\}",
        (CSS / "components" / "form.css").read_text(),
    )
    assert rules
    aside = [selector.split()[-3:] for selector, body in rules if re.search(r"grid|float|display: flex", body)]
    assert aside == [[".field-rows", ">", ".field"]]


@pytest.mark.parametrize("path", ALL, ids=lambda path: path.name)
def test_source_wraps_itself_in_one_known_layer(path):
    layers = re.findall(r"^@layer (\w+) \{", path.read_text(), re.MULTILINE)
    assert layers
    assert set(layers) <= {"reset", "base", "layout", "components", "utilities"}
    assert not re.sub(r"/\*.*?\*/", "", unlayered_outside(path.read_text()), flags=re.DOTALL).strip()


def unlayered_outside(text: str) -> str:
    """What of a source stands outside its layers."""
    text = re.sub(r"@layer [\w, ]+;", "", text)
    return re.sub(r"^@layer \w+ \{\n.*?^\}\n", "", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("path", [path for path in ALL if path != TOKENS], ids=lambda path: path.name)
def test_no_colour_is_named_outside_the_tokens(path):
    assert re.findall(r"#[0-9a-f]{3,8}\b|oklch|rgba?\(|hsl|color-mix", path.read_text()) == []


def test_class_is_made_by_a_component_or_by_a_screen_and_not_by_both():
    """Screens have the components too: a name that both give a look of its own would have the looks of both."""
    of_components, of_screens, of_diagrams = (
        {found for path in (CSS / name).glob("*.css") for found in ALONE.findall(path.read_text())}
        for name in ("components", SCREENS, DIAGRAMS)
    )
    assert of_components
    assert of_screens
    assert of_diagrams
    assert of_components & of_screens == of_components & of_diagrams == of_screens & of_diagrams == set()


# Red, green, blue and white as CSS Color 4 gives them in oklch.
@pytest.mark.parametrize(
    ("oklch", "expected"),
    [
        ((62.796, 0.25768, 29.234), "#ff0000"),
        ((86.644, 0.29483, 142.495), "#00ff00"),
        ((45.201, 0.31321, 264.052), "#0000ff"),
        ((100, 0, 0), "#ffffff"),
        ((0, 0, 0), "#000000"),
    ],
)
def test_oklch_becomes_the_srgb_colour_it_names(oklch, expected):
    assert hex_of(*oklch) == expected


# --- the tokens -------------------------------------------------------------------------------------------------------
def palettes() -> dict[str, dict[str, str]]:
    """Token name to #rrggbb, by theme."""
    text = re.sub(
        r"oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)",
        lambda colour: hex_of(*map(float, colour.groups())),
        TOKENS.read_text(),
    )
    blocks = re.findall(r"\n( *)([^{}\n]+) \{\n([^{}]*--page:[^{}]*)\}", text)
    found: dict[str, dict[str, str]] = {}
    for _, selector, body in blocks:
        found.setdefault(selector.strip(), dict(re.findall(r"--([\w-]+): (#\w{6});", body)))
    light = found[":root"]
    return {
        "light": light,
        "dark by the device": light | found[':root:not([data-theme="light"])'],
        "dark by choice": light | found['[data-theme="dark"]'],
    }


def test_dark_is_the_same_whoever_chose_it():
    assert palettes()["dark by the device"] == palettes()["dark by choice"]


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 reckons it."""
    brighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (brighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


GROUNDS = ("page", "surface", "sunken")
PAIRS = [
    *((ink, ground, 4.5) for ink in ("ink", "muted", "link", "accent", "bad", "home", "away") for ground in GROUNDS),
    *((ink, f"{ink}-tint", 4.5) for ink in ("good", "warn", "bad")),
    *(("ink", tint, 7) for tint in ("good-tint", "warn-tint", "bad-tint", "info-tint")),
    *(("muted", tint, 4.5) for tint in ("info-tint",)),
    ("link", "info-tint", 4.5),
    ("link", "warn-tint", 4.5),
    ("link", "bad-tint", 4.5),
    ("on-accent", "accent", 4.5),
    ("on-accent", "accent-deep", 4.5),
    ("on-mast", "mast", 7),
    ("on-mast-muted", "mast", 7),
    ("pip", "tile", 7),
    ("surface", "bad", 4.5),
    ("surface", "home", 4.5),
    ("surface", "good", 4.5),
    ("hole", "wood", 3),
    ("bone", "cloth", 4.5),
    ("bone", "ebony", 7),
    ("on-cloth", "cloth", 4.5),
    ("focus", "cloth", 3),
    *(("edge", ground, 3) for ground in ("page", "surface")),
    ("focus", "focus-ink", 7),
    # A team's or a league's colour: a mark on every ground, and words on it.
    *((each.value, ground, 3) for each in Colour for ground in GROUNDS),
    *((words, each.value, 4.5) for each in Colour for words in ("on-accent", "surface")),
]


def test_every_colour_of_the_palette_has_its_classes():
    rules = (CSS / "components" / "kit.css").read_text()
    for name in Colour.values:
        assert f".team-{name} {{ --team: var(--{name}); }}" in rules
        assert f".second-{name} {{ --second: var(--{name}); }}" in rules
        assert f".home-{name} {{ --home: var(--{name}); }}" in rules
        assert f".away-{name} {{ --away: var(--{name}); }}" in rules


@pytest.mark.parametrize("theme", ["light", "dark by the device"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_colours_can_be_read(theme, ink, ground, least):
    palette = palettes()[theme]
    assert contrast(palette[ink], palette[ground]) >= least


@pytest.mark.parametrize("theme", ["light", "dark by the device", "dark by choice"])
def test_pegs_of_any_two_teams_are_told_from_the_board(theme):
    """Either the peg itself stands out from the wood, or its halo does and the peg from that."""
    palette = palettes()[theme]
    halo, wood = palette["surface"], palette["wood"]
    pairs = [match_colours(Kit(home, "slate"), Kit(away, "navy")) for home in Colour for away in Colour]
    assert len(pairs) > 200
    for home, away in pairs:
        for peg in (palette[home], palette[away or "away"]):
            apart = min(contrast(halo, wood), contrast(peg, halo))
            assert max(contrast(peg, wood), apart) >= 3, (home, away)
    assert contrast(palette["hole"], wood) >= 4.5


# --- over HTTP --------------------------------------------------------------------------------------------------------
def test_stylesheet_is_kept_for_ever_under_its_own_name(client):
    response = client.get(reverse("stylesheet", args=[stylesheet().digest]), headers={"Accept-Encoding": "gzip"})
    assert response["Content-Type"] == "text/css; charset=utf-8"
    assert response["Cache-Control"] == "public, max-age=31536000, immutable"
    assert gzip.decompress(response.content) == stylesheet().plain


def test_stylesheet_is_sent_plain_to_those_who_cannot_unpack_it(client):
    response = client.get(reverse("stylesheet", args=[stylesheet().digest]))
    assert "Content-Encoding" not in response
    assert response.content == stylesheet().plain


def test_stylesheet_is_not_sent_twice(client):
    url = reverse("stylesheet", args=[stylesheet().digest])
    etag = client.get(url)["ETag"]
    response = client.get(url, headers={"If-None-Match": etag})
    assert (response.status_code, response.content) == (304, b"")


def test_stylesheet_of_an_older_page_is_the_newest_and_not_kept(client):
    response = client.get(reverse("stylesheet", args=["0123456789ab"]))
    assert response.content == stylesheet().plain
    assert response["Cache-Control"] == "public, max-age=60"


def test_stylesheet_costs_no_query(client, django_assert_num_queries, db):
    with django_assert_num_queries(0):
        client.get(reverse("stylesheet", args=[stylesheet().digest]))


def test_second_sheet_is_for_what_fills_a_screen_and_keeps_its_own_address(client):
    """And what pages carry is not in it."""
    sheet = stylesheet(SCREENS)
    assert b".tv__score" in sheet.plain
    assert b".tv__score" not in stylesheet().plain
    for digest in (sheet.digest, "screens-old"):
        assert client.get(reverse("stylesheet", args=[digest])).content == sheet.plain
