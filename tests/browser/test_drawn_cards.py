"""Cards filled in with a mouse on a canvas, by hands whose digits the reader has not learned from, and then read."""

import sys
from base64 import b64decode, b64encode

import pytest

pytest.importorskip("cv2", reason="the dependency group photo is not installed")

import cv2
import numpy as np

from league.reading.card_photos.layout import card_layout
from tests.league.reading.card_photos.measured import Measured, match_of, measure_photo
from tests.league.reading.card_photos.test_photographs import PHOTOGRAPHS, SQUADS, page_of
from tests.makers.photographs import SCALE, photographed
from tests.seeds import seeds

pytestmark = [pytest.mark.browser, pytest.mark.proof, pytest.mark.django_db]

# The paper on a canvas; a pen that is moved fast draws a thinner line.
PAPER = """async ([paper, pen, ink]) => {
  const image = new Image()
  image.src = paper
  await image.decode()
  const canvas = document.querySelector("canvas")
  Object.assign(canvas, { width: image.width, height: image.height })
  const context = canvas.getContext("2d")
  context.drawImage(image, 0, 0)
  Object.assign(context, { lineCap: "round", lineJoin: "round", strokeStyle: ink })
  let last = null
  canvas.onmousemove = (event) => {
    if (event.buttons) {
      context.lineWidth = pen * Math.max(0.7, 1.2 - Math.hypot(event.x - last.x, event.y - last.y) / 25)
      context.beginPath()
      context.moveTo(last.x, last.y)
      context.lineTo(event.x, event.y)
      context.stroke()
    }
    last = event
  }
}"""


def arc(ellipse: tuple[float, float, float, float], first: float, last: float) -> list[tuple[float, float]]:
    """Points on an ellipse (its middle, how wide, how high) from one hour of the clock to another."""
    x, y, wide, high = ellipse
    hours = np.radians(np.linspace(first, last, 9) * 30)
    return [(x + wide * np.sin(hour), y - high * np.cos(hour)) for hour in hours]


LOOP = arc((0.5, 0.5, 0.36, 0.48), 0.5, 12.8)
SHAPES = {  # the ways of each digit, as strokes of points in a square of 1
    "0": [[LOOP], [arc((0.5, 0.5, 0.42, 0.48), 11, -1.3)]],
    "1": [[[(0.52, 0.02), (0.48, 0.98)]], [[(0.36, 0.2), (0.54, 0.03), (0.52, 0.98)]]],
    "2": [
        [[*arc((0.48, 0.28, 0.34, 0.26), 9, 16), (0.12, 0.96), (0.88, 0.94)]],
        [[*arc((0.5, 0.27, 0.3, 0.25), 9.5, 16.5), (0.3, 0.84), (0.16, 0.95), (0.3, 0.9), (0.6, 0.97), (0.9, 0.9)]],
    ],
    "3": [
        [[*arc((0.46, 0.26, 0.3, 0.24), 9.5, 17.5), *arc((0.46, 0.72, 0.36, 0.25), 12.5, 20.5)]],
        [[(0.16, 0.06), (0.78, 0.05), (0.44, 0.4), *arc((0.46, 0.68, 0.34, 0.28), 12.3, 20.5)]],
    ],
    "4": [
        [[(0.36, 0.02), (0.14, 0.62), (0.88, 0.58)], [(0.66, 0.3), (0.58, 0.98)]],
        [[(0.64, 0.98), (0.66, 0.04), (0.12, 0.7), (0.9, 0.68)]],
    ],
    "5": [
        [[(0.28, 0.06), (0.22, 0.46), *arc((0.42, 0.68, 0.4, 0.28), 11.5, 20)], [(0.28, 0.06), (0.84, 0.04)]],
        [[(0.82, 0.05), (0.3, 0.06), (0.24, 0.44), *arc((0.44, 0.68, 0.38, 0.28), 11.5, 19.5)]],
    ],
    "6": [
        [[(0.66, 0.03), (0.3, 0.34), *arc((0.48, 0.7, 0.34, 0.27), 9, 20.7)]],
        [[(0.5, 0.02), (0.22, 0.5), *arc((0.5, 0.72, 0.3, 0.24), 8.5, -3.5)]],
    ],
    "7": [
        [[(0.12, 0.08), (0.86, 0.05), (0.42, 0.98)]],
        [[(0.12, 0.06), (0.86, 0.06), (0.5, 0.55), (0.38, 0.98)], [(0.3, 0.5), (0.78, 0.48)]],
    ],
    "8": [[[*arc((0.5, 0.26, 0.28, 0.23), 6, -6), *arc((0.5, 0.73, 0.35, 0.25), 0, 12.4)]]],
    "9": [
        [[*arc((0.46, 0.3, 0.32, 0.27), 2.5, -9.5), (0.78, 0.2), (0.7, 0.98)]],
        [[*arc((0.48, 0.28, 0.3, 0.25), 2.5, -9.5), (0.78, 0.3), (0.72, 0.78), (0.5, 0.97), (0.24, 0.88)]],
    ],
    "x": [
        [[(0.14, 0.56), (0.36, 0.88), (0.9, 0.1)]],
        [[(0.12, 0.12), (0.88, 0.88)], [(0.86, 0.1), (0.14, 0.9)]],
        [[(0.1, 0.9), (0.9, 0.1)]],
    ],
}


class DrawingHand:
    """Somebody's: one way of each digit, one slant, size, pen and colour, and how it shakes."""

    def __init__(self, random: np.random.Generator) -> None:
        self.random = random
        self.ways = {mark: ways[random.integers(len(ways))] for mark, ways in SHAPES.items()}
        self.slant, self.size = random.normal(0.08, 0.13), random.uniform(0.55, 0.85)
        self.wide, self.shakes, self.pen = random.uniform((0.75, 0.008, 2.4), (1.0, 0.03, 4.8))
        self.ink = ("#1d2f6f", "#20242a", "#4a4d52")[random.integers(3)]

    def strokes(self, box, mark: str) -> list[np.ndarray]:
        """Where the pen goes for a mark in a box, in pixels of the page."""
        random = self.random
        shape = np.array([self.wide * (0.55 if mark == "1" else 1), 1]) * self.size * random.uniform(0.88, 1.1)
        middle = (box.x + box.width / 2, box.y + box.height / 2) + random.normal(0, 0.06, 2) * (box.width, box.height)
        lines = []
        for stroke in self.ways[mark]:
            points = np.array(stroke) - 0.5 + random.normal(0, self.shakes, (len(stroke), 2))
            points[:, 0] -= self.slant * points[:, 1]
            lines.append((middle + points * shape * (box.width, box.height)) * SCALE)
        return lines


def drawn(browser, page: np.ndarray, boxes, marks: dict[str, str], hand: DrawingHand) -> np.ndarray:
    """The paper as it is after the hand has filled it in with a mouse, in a browser."""
    tab = browser.new_page(viewport={"width": page.shape[1], "height": page.shape[0]})
    tab.set_content("<body style='margin: 0'><canvas style='display: block'></canvas>")
    paper = b64encode(cv2.imencode(".png", page)[1]).decode()
    tab.evaluate(PAPER, [f"data:image/png;base64,{paper}", hand.pen, hand.ink])
    for box in boxes:
        for stroke in hand.strokes(box, marks[box.path]) if box.path in marks else ():
            tab.mouse.move(*stroke[0])
            tab.mouse.down()
            for point in stroke[1:]:
                tab.mouse.move(*point)
            tab.mouse.up()
    png = b64decode(tab.evaluate("document.querySelector('canvas').toDataURL()").partition(",")[2])
    tab.close()
    return cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_GRAYSCALE)


def test_cards_that_hands_draw_with_a_mouse_are_read_right(browser, capsys):
    page, match, measured = page_of("leek"), match_of("leek", SQUADS["leek"]), Measured()
    layout = card_layout(match.format, [SQUADS["leek"]] * 2)
    for seed in seeds(max(1, PHOTOGRAPHS // 12)):
        random = np.random.default_rng(seed)

        def photo_of(boxes, marks, random=random):
            return photographed(random, drawn(browser, page, boxes, marks, DrawingHand(random)), longest=2000)

        measure_photo(seed, photo_of, layout, match, measured)
    with capsys.disabled():
        sys.stdout.write(f"\ndrawn by mouse: {measured.words}\n{measured.wrong}\n")
    assert measured.digits["wrong"] <= 4 + 0.01 * measured.digits.total()
    assert measured.digits["asked"] <= 10 + 0.15 * measured.digits.total()
    assert measured.ticks["wrong"] <= 1
    assert (measured.wrong_totals, measured.unread) == (0, 0)
    assert measured.longest < 3
