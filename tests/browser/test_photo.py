"""A captain sends a photo of the card from a phone and looks through what was read; it is filled in on a canvas."""

from base64 import b64decode, b64encode

import pytest
from playwright.sync_api import expect

from league.base.jobs.actions import run_job
from league.base.jobs.models import Job
from league.results.models import Draft, PhotoReading, Submission
from league.results.queries.messages import layout_for, printed_players
from tests.league.person import signed_in

pytest.importorskip("cv2", reason="the dependency group photo is not installed")

import cv2
import numpy as np

from tests.league.reading.card_photos.test_photographs import picture_of
from tests.makers import handwriting
from tests.makers.photographs import SCALE, marks_of, photographed

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

DRAW = """async ([paper, lines]) => {
  const image = new Image()
  image.src = paper
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = image.width
  canvas.height = image.height
  const pen = canvas.getContext("2d")
  pen.drawImage(image, 0, 0)
  pen.lineCap = pen.lineJoin = "round"
  pen.strokeStyle = "#223377"
  pen.lineWidth = 3.6
  for (const points of lines) {
    pen.beginPath()
    for (const [x, y] of points) pen.lineTo(x, y)
    pen.stroke()
  }
  return canvas.toDataURL("image/png")
}"""


def strokes_of(random, boxes, marks) -> list[list[list[float]]]:
    """What the pen draws, in pixels of the page: a digit or a tick in each box that is filled in."""
    lines = []
    for box in boxes:
        if mark := marks.get(box.path):
            ways = handwriting.TICKS if mark == "x" else handwriting.WAYS[int(mark)]
            slim = 0.5 if mark == "1" else 1.0
            moved = handwriting.moved(random, ways[random.integers(len(ways))], slim=slim)
            for points in moved:
                inside = (box.x, box.y) + (0.18 + 0.64 * points) * (box.width, box.height)
                lines.append((inside * SCALE).round(1).tolist())
    return lines


def test_a_card_drawn_on_a_canvas_is_read_and_put_on_the_card(browser, live_server, evening, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    random = np.random.default_rng(11)
    card, players = evening.card(11), printed_players(evening.fixture)
    layout = layout_for(evening.match, players)
    numbers = {side: {key: number for number, key in enumerate(keys, 1)} for side, keys in players.items()}
    boxes = [*layout.boxes, *layout.squad_boxes]
    lines = strokes_of(random, boxes, marks_of(card, layout, numbers))
    paper = "data:image/png;base64," + b64encode(cv2.imencode(".png", picture_of(evening))[1]).decode()
    page = browser.new_context(viewport={"width": 360, "height": 740}).new_page()
    drawn = b64decode(page.evaluate(DRAW, [paper, lines]).partition(",")[2])
    filled = cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_GRAYSCALE)
    photo = cv2.imencode(".jpg", photographed(random, filled))[1].tobytes()

    cookie = signed_in(evening.home).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    page.goto(live_server.url + evening.fixture.address_of("card-photo"))
    page.set_input_files("input[type=file]", {"name": "card.jpg", "mimeType": "image/jpeg", "buffer": photo})
    page.get_by_role("button", name="Send the photo").click()
    expect(page.get_by_role("heading", name="Your photo is saved")).to_be_visible()
    run_job(Job.objects.get().pk)
    page.reload()
    expect(page.get_by_role("heading", name="What the photo says")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    readings = PhotoReading.objects.get().readings
    for number, line in enumerate(card.lines):
        reading = readings[f"lines.{number}.games.0.winner"]
        assert reading["value"] == line.games[0].winner or not reading["sure"]
    page.get_by_role("button", name="Put this on the card").click()
    page.wait_for_url("**/card/players/")
    assert Draft.objects.get().key == PhotoReading.objects.get().draft_key
    assert not Submission.objects.exists()
