"""The text of shared pictures: whatever a name is, it is in its box, whole, and broken at its spaces alone."""

from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from league.base.ui.pictures import LEADING, TextBox, blank, fitted, font, jpeg_of, write
from league.base.ui.static_files import BOLD, REGULAR, colour
from league.matchnight.link_preview import ScorePicture, draw_picture

WELSH = "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch"
LETTERS = st.sampled_from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ\u0175\u0177\u00e2\u00f4\u00eb'&-.")
WORDS = st.text(LETTERS, min_size=1, max_size=60) | st.sampled_from(("Working", "Men's", "Club", "B", WELSH))
NAMES = st.lists(WORDS, min_size=1, max_size=20).map(lambda words: " ".join(words)[:120].strip()) | st.text(
    LETTERS, min_size=1, max_size=120
)
BOXES = st.builds(
    lambda width, height: TextBox(100, 50, 100 + width, 50 + height), st.integers(60, 610), st.integers(20, 140)
)


@given(NAMES, BOXES, st.sampled_from((24, 34, 54)), st.sampled_from((BOLD, REGULAR)))
def test_any_name_is_in_its_box_whole_and_broken_at_spaces_alone(name, box, largest, face):
    size, lines = fitted(name, box, largest, face)
    assert " ".join(lines).split() == name.split()
    assert size <= largest
    assert len(lines) * LEADING * size <= box.bottom - box.top + 0.01
    assert max(font(face, size).getlength(each) for each in lines) <= box.right - box.left + 2


@given(NAMES, BOXES)
def test_nothing_is_drawn_outside_the_box(name, box):
    image = Image.new("L", (760, 240))
    write(ImageDraw.Draw(image), box, name, 54, 255, face=BOLD)
    left, top, right, bottom = image.getbbox() or box
    assert box.left - 3 <= left
    assert right <= box.right + 3
    assert box.top - 3 <= top
    assert bottom <= box.bottom + 3


def test_a_name_that_has_room_is_as_large_as_it_may_be():
    assert fitted("Wheatsheaf", TextBox(0, 0, 600, 100), 54) == (54, ("Wheatsheaf",))


@pytest.mark.parametrize("at", ["l", "m", "r"])
def test_lines_begin_where_they_are_told_to(at):
    image, draw = blank()
    write(draw, TextBox(300, 100, 900, 200), "Crown A", 40, colour("pip"), at=at)
    inside = image.crop((300, 100, 900, 200)).convert("L").point(lambda value: 255 * (value > 128)).getbbox()
    middle = (inside[0] + inside[2]) / 2
    assert middle < 250 if at == "l" else middle > 350 if at == "r" else 250 <= middle <= 350


@pytest.mark.parametrize("name", ["Wheatsheaf", "A" * 120, f"{WELSH} B", ""])
def test_a_score_weighs_what_messengers_take(name):
    picture = draw_picture(ScorePicture(name, name, (12, 10), "Result", name, name))
    assert len(picture) <= 250_000
    assert Image.open(BytesIO(picture)).size == (1200, 630)
    assert jpeg_of(blank()[0]) != picture
