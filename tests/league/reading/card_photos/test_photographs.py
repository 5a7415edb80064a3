"""Printed cards filled in by many hands, photographed in a pub and read: what is taken for sure is right."""

import os
import resource
import subprocess
import sys

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django_scopes import scopes_disabled

from league.base.jobs.actions import run_job
from league.base.jobs.models import Job
from league.results.actions.messages import ask_for_reading, attach_photo
from league.results.models import PhotoReading
from league.results.queries.messages import layout_for, printed_players
from tests.league.documents.conftest import address, an_evening
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME
from tests.seeds import by_turns, seeds

pytest.importorskip("cv2", reason="the dependency group photo is not installed")

import cv2
import numpy as np

from league.reading.card_photos.layout import card_layout
from tests.league.reading.card_photos.measured import Measured, match_of, measure, written_digits
from tests.makers.photographs import DOTS_PER_INCH, Hand, marks_of, photographed

pytestmark = pytest.mark.django_db

PHOTOGRAPHS = int(os.environ.get("PHOTOGRAPHS", "6"))
SQUADS = {"leek": 12, "two-and-half": 18, "northallerton": 8}


def page_of(key: str) -> np.ndarray:
    """The card as the site prints it, as a picture."""
    return picture_of(an_evening(key, key, squad=SQUADS[key]))


def picture_of(evening) -> np.ndarray:
    with scopes_disabled():
        captain = evening.home
    made = signed_in(captain).get(address(evening, "blank-card")).content
    command = ["pdftoppm", "-r", str(DOTS_PER_INCH), "-gray", "-singlefile", "-"]
    drawn = subprocess.run(command, input=made, capture_output=True, check=True).stdout
    return cv2.imdecode(np.frombuffer(drawn, np.uint8), cv2.IMREAD_GRAYSCALE)


@pytest.mark.proof
@pytest.mark.parametrize("key", by_turns(list(SQUADS), 3))
def test_what_is_read_for_sure_is_right(key, capsys):
    cv2.setNumThreads(1)
    page, match, measured = page_of(key), match_of(key, SQUADS[key]), Measured()
    layout = card_layout(match.format, (SQUADS[key], SQUADS[key]))
    for seed in seeds(PHOTOGRAPHS, list(SQUADS).index(key), len(SQUADS)):
        measure(seed, page, layout, match, measured)
    with capsys.disabled():
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        sys.stdout.write(f"\n{key}: {measured.words}; {memory} MB in all\n")
    digits, ticks = measured.digits, measured.ticks
    # A number has two or three boxes: a few photographs say less than many.
    assert digits["wrong"] <= 6 + 0.005 * digits.total()
    assert digits["asked"] <= 20 + 0.12 * digits.total()
    assert ticks["wrong"] <= 2 + 0.005 * ticks.total()
    assert ticks["asked"] <= 12 + 0.1 * ticks.total()
    assert measured.wrong_totals == 0
    assert measured.unread <= max(1, 0.03 * measured.cards)
    assert measured.longest < 3


def photo_of(evening, seed: int = 4) -> SimpleUploadedFile:
    """A photograph of the match's card, filled in."""
    random = np.random.default_rng(seed)
    with scopes_disabled():
        card, players = evening.card(seed), printed_players(evening.fixture)
        layout = layout_for(evening.match, players)
    numbers = {side: {key: number for number, key in enumerate(keys, 1)} for side, keys in players.items()}
    boxes = [*layout.boxes, *layout.squad_boxes]
    page = Hand(random, written_digits()).fill_in(picture_of(evening), boxes, marks_of(card, layout, numbers))
    made = cv2.imencode(".jpg", photographed(random, page))[1].tobytes()
    return SimpleUploadedFile("card.jpg", made, "image/jpeg")


def test_a_card_that_is_sent_as_a_photo_is_read_by_the_job(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    evening = an_evening()
    with time_machine.travel(CLOSING_TIME, tick=False), scopes_disabled():
        captain = signed_in(evening.home)
        sent = captain.post(address(evening, "card-photo"), {"photo": photo_of(evening)})
        run_job(Job.objects.get().pk)
        assert Job.objects.get().error == ""
        row, card = PhotoReading.objects.get(), evening.card(4)
        winners = {path: each for path, each in row.readings.items() if path.endswith(".winner") and each["sure"]}
        assert len(winners) >= len(card.lines) // 2
        for path, each in winners.items():
            assert each["value"] == card.lines[int(path.split(".")[1])].games[0].winner
        assert "Put this on the card" in captain.get(sent.url).content.decode()


def test_the_card_of_another_match_is_not_read_as_this_one(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    evening = an_evening()
    with time_machine.travel(CLOSING_TIME, tick=False), scopes_disabled():
        photo = photo_of(evening)
        other = evening.small.fixtures[2]
        attached = attach_photo(fixture=other, upload=photo, by=evening.home, at=CLOSING_TIME)
        ask_for_reading(photo=attached, by=evening.home, at=CLOSING_TIME)
        run_job(Job.objects.get().pk)
        assert Job.objects.get().error.startswith("This is the card of Crown A v Bell. Send its photo there")
        assert not PhotoReading.objects.exists()
