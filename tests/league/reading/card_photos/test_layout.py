"""Where the boxes of a card stand: on the paper, apart from each other, and the same whoever is in the squads."""

from dataclasses import replace
from itertools import combinations

import pytest

from league.reading.card_photos.layout import PAGE, card_layout
from scoring.card.format import Pegs
from scoring.card.presets import PRESETS

FORMATS = {key: preset.format for key, preset in PRESETS.items()}


@pytest.mark.parametrize("key", FORMATS)
def test_boxes_are_on_the_paper_and_apart(key):
    layout = card_layout(FORMATS[key], (18, 11))
    boxes = [*layout.boxes, *layout.squad_boxes]
    assert len({box.path for box in boxes}) == len(boxes)
    for box in boxes:
        assert box.x >= 13
        assert box.x + box.width <= PAGE[0] - 13
        assert box.y >= 52
        assert box.y + box.height <= 250
    for one, other in combinations(boxes, 2):
        aside = one.x + one.width + 0.4 < other.x or other.x + other.width + 0.4 < one.x
        assert aside or one.y + one.height + 0.4 < other.y or other.y + other.height + 0.4 < one.y


def test_every_game_has_its_boxes():
    form = FORMATS["leek"]
    paths = {box.path for box in card_layout(form).boxes}
    assert {"lines.0.games.0.winner.home", "lines.0.games.0.claimed", "lines.8.away.1.0", "quick.home.1"} <= paths
    pegs = sorted(path for path in paths if path.startswith("lines.6.games.0.home_pegs"))
    assert pegs == [f"lines.6.games.0.home_pegs.{digit}" for digit in range(3)]
    without = {box.path for box in card_layout(replace(form, pegs=Pegs.NONE)).boxes}
    assert not any("pegs" in path for path in without)


def test_the_lines_stay_where_they_are_when_a_squad_grows():
    small, large = card_layout(FORMATS["teesdale"], (6, 6)), card_layout(FORMATS["teesdale"], (18, 7))
    assert small.boxes == large.boxes
    assert small.mark == large.mark
    assert small.mark != card_layout(FORMATS["leek"]).mark


def test_a_format_of_very_many_lines_has_no_boxes():
    form = FORMATS["teesdale"]
    lines = tuple(replace(form.lines[0], label=f"S{number}") for number in range(24))
    assert card_layout(replace(form, lines=lines)) is None
