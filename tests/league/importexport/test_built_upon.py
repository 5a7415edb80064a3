"""Results that were brought in are not taken back from under what was built on them since, and the reason is told."""

from datetime import date, timedelta
from fractions import Fraction
from io import BytesIO
from uuid import uuid4

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import override_settings
from PIL import Image

from league.results.actions.adjustments import adjust_points
from league.results.actions.cards import answer_card, submit_card
from league.results.actions.decisions import correct_result, restore
from league.results.actions.messages import attach_photo
from league.results.choices import AdjustmentKind, SentFor
from league.results.models import Result, Submission
from league.schedule.actions.seasons import close_season, reopen_season
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Fixture
from scoring.card.sheet import Card
from tests.league.importexport.importing import AT, accept, latest, paste, undo

LIST = "Date,Home,Away\n21/09/2015,Crown A,Bell\n21/09/2015,Plough,Swan\n"
RESULTS = "Date,Home,Away,Score\n21/09/2015,Crown A,Bell,5-4\n28/09/2015,Bell,Plough,9-0\n"
LATER = AT + timedelta(hours=1)


@pytest.fixture(autouse=True)
def _later(tmp_path):
    with time_machine.travel(LATER, tick=False), override_settings(MEDIA_ROOT=tmp_path):
        yield


@pytest.fixture
def brought(secretary, long_ago) -> Fixture:
    """A match that was in the list before its result came in; another one came with its result."""
    accept(secretary, paste(secretary, "fixtures", LIST, season=long_ago.pk))
    with time_machine.travel(AT, tick=False):
        accept(secretary, paste(secretary, "results", RESULTS, season=long_ago.pk))
    return Fixture.objects.get(home__name="Crown A", division__competition__season=long_ago)


def correction(world, fixture):
    how = {
        "key": uuid4(),
        "seen": fixture.version,
        "reason": "Misread",
        "by": world.evening.small.secretary,
        "at": LATER,
    }
    correct_result(fixture=fixture, card=Card.score_only(4, 5), **how)


def dispute(world, fixture):
    """The league takes its word back, the home captain sends a card, and the other one says that it is wrong."""
    home, away = world.evening.small.captains[:2]
    how = {
        "key": uuid4(),
        "seen": fixture.version,
        "reason": "Ask them",
        "by": world.evening.small.secretary,
        "at": LATER,
    }
    restore(fixture=fixture, **how)
    fixture.refresh_from_db()
    card = submit_card(
        fixture=fixture, card=Card.score_only(9, 0), sent_for=SentFor.HOME, key=uuid4(), seen=fixture.version, by=home,
        at=LATER,
    )  # fmt: skip
    answer_card(submission=card, agreed=False, by=away, at=LATER, reason="We won")


def photograph(world, fixture):
    out = BytesIO()
    Image.new("RGB", (40, 30), "white").save(out, "JPEG")
    upload = SimpleUploadedFile("card.jpg", out.getvalue(), "image/jpeg")
    attach_photo(fixture=fixture, upload=upload, by=world.evening.small.secretary, at=LATER)


def points(world, fixture):
    adjust_points(
        entry=fixture.away, kind=AdjustmentKind.LATE_CARD, points=Fraction(-1), reason="Late", on=date(2015, 9, 30),
        by=world.evening.small.secretary, at=LATER, fixture=fixture,
    )  # fmt: skip


def closing(world, fixture):
    season = fixture.division.competition.season
    close_season(season=season, tables=lambda _competition: {}, by=world.evening.small.secretary, at=LATER)


def play_off(world, fixture):
    Competition.objects.create(
        season=fixture.division.competition.season, slug="play-off", name="Play-off, Division One",
        kind=CompetitionKind.CUP, rules=world.league.rules, play_off_of=fixture.division,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("build", "why"),
    [
        (correction, "Crown A v Bell has been corrected or answered since."),
        (dispute, "Crown A v Bell has been corrected or answered since."),
        (photograph, "Crown A v Bell has a photograph of its card since."),
        (points, "Crown A v Bell has points given or taken for it since."),
        (closing, "Season 2015-16 has been closed, and its tables are final. Open it again first."),
        (play_off, "Play-off, Division One goes by the table that these results make."),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_what_rests_on_it_keeps_it(world, secretary, brought, build, why):
    build(world, brought)
    held = [list(model.objects.order_by("pk").values()) for model in (Submission, Result, Fixture)]

    answer = undo(secretary, latest())

    assert answer.status_code == 422
    assert why in answer.content.decode()
    assert [list(model.objects.order_by("pk").values()) for model in (Submission, Result, Fixture)] == held


def test_a_season_that_was_opened_again_lets_it_go(world, secretary, brought):
    by, season = world.evening.small.secretary, brought.division.competition.season
    closing(world, brought)
    reopen_season(season=season, reason="Wrong year", by=by, at=LATER)

    assert undo(secretary, latest()).status_code == 302

    brought.refresh_from_db()
    assert brought.state == "scheduled"
    left = Fixture.objects.filter(division__competition__season=season).order_by("pk")
    assert [str(each) for each in left] == ["Crown A v Bell", "Plough v Swan"]
