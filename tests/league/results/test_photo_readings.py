"""From a photograph to the card's form: what was read is shown beside its picture, and never sent by itself."""

import pytest
from django_scopes import scope, scopes_disabled

from league.base.jobs.actions import run_job
from league.base.jobs.models import Job
from league.results.actions.cards import save_draft
from league.results.actions.messages import attach_photo, store_reading
from league.results.choices import SentFor, Source
from league.results.models import Draft, Photo, PhotoReading, Submission
from scoring import codec
from scoring.card.sheet import Card, Side
from tests.league.html import Page
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME, make_evening, photo_readings
from tests.league.results.test_photos import turned, upload

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("kept_here")]


@pytest.fixture
def evening(db):
    with scopes_disabled():
        return make_evening()


def in_league(evening):
    return scope(league=evening.small.league)


def photo_of(evening, pk=None):
    with in_league(evening):
        file = upload("a.jpg", turned(1))
        return attach_photo(fixture=evening.fixture, upload=file, by=evening.home, at=CLOSING_TIME)


def read(evening, photo, **changed):
    with in_league(evening):
        readings = photo_readings(evening.match)
        squads = {side: [player.id for player in evening.match.squad(side).players] for side in Side}
        for side in Side:
            readings[f"lines.0.{side}.0"]["value"] = "1"
        readings |= changed
        return store_reading(photo=photo, readings=readings, players=squads, flat=b"jpeg", at=CLOSING_TIME)


def address(evening, name, *rest):
    with in_league(evening):
        return evening.fixture.address_of(name, *rest)


def draft(evening):
    with in_league(evening):
        return Draft.objects.get(by=evening.home)


def test_a_photo_that_was_sent_is_read_by_a_job_and_one_that_is_no_card_says_so(evening):
    client = signed_in(evening.home)
    sent = client.post(address(evening, "card-photo"), {"photo": upload("a.jpg", turned(1))})
    with in_league(evening):
        photo = Photo.objects.get()
    assert sent.url == address(evening, "card-photo-reading", photo.pk)
    assert 'http-equiv="refresh"' in client.get(sent.url).content.decode()
    run_job(Job.objects.get().pk)
    page = client.get(sent.url).content.decode()
    assert "The card was not read" in page
    assert address(evening, "card-players") in page


def test_what_was_read_fills_the_draft_and_sends_nothing(evening):
    photo = photo_of(evening)
    row = read(evening, photo)
    client, at = signed_in(evening.home), address(evening, "card-photo-reading", photo.pk)
    page = client.get(at).content.decode()
    assert "18 values" in page
    assert "Won by Crown A" in page
    answer = client.post(at, {"lines.0.games.0.away_pegs": "47"})
    assert answer.url == address(evening, "card-players")
    kept = draft(evening)
    card = codec.decode_as(Card, kept.card)
    game = card.lines[0].games[0]
    assert (game.winner, game.home_pegs, game.away_pegs) == (Side.HOME, 61, 47)
    assert [named.id for named in card.lines[0].home] == kept.present["home"]
    with in_league(evening):
        row.refresh_from_db()
        assert row.draft_key == kept.key
        assert not Submission.objects.exists()


def test_what_was_typed_before_stays(evening):
    photo = photo_of(evening)
    read(evening, photo)
    client = signed_in(evening.home)
    with in_league(evening):
        there = evening.card(3)
        save_draft(fixture=evening.fixture, by=evening.home, at=CLOSING_TIME, card=there)
    client.post(address(evening, "card-photo-reading", photo.pk), {"lines.0.games.0.away_pegs": "3"})
    assert codec.decode_as(Card, draft(evening).card) == there


def test_a_card_from_a_photo_says_so(evening):
    photo = photo_of(evening)
    row = read(evening, photo)
    client = signed_in(evening.home)
    client.post(address(evening, "card-photo-reading", photo.pk), {})
    with in_league(evening):
        kept = Draft.objects.get(by=evening.home)
        kept.card = codec.encode(evening.card())
        kept.save()
    page = client.get(address(evening, "card-check")).content.decode()
    form = next(each for each in Page(page).forms if "key" in each.values)
    client.post(address(evening, "card-check"), form.values)
    with in_league(evening):
        assert Submission.objects.get().source == Source.PHOTO
        assert Submission.objects.get().sent_for == SentFor.HOME
        row.refresh_from_db()
        assert row.draft_key == Submission.objects.get().key


def test_an_answer_that_is_no_number_is_pointed_out(evening):
    photo = photo_of(evening)
    read(evening, photo)
    at = address(evening, "card-photo-reading", photo.pk)
    answer = signed_in(evening.home).post(at, {"lines.0.games.0.away_pegs": "many"})
    assert answer.status_code == 422
    assert "Enter Bell’s pegs as a number, e.g. 47" in answer.content.decode()
    assert 'value="many"' in answer.content.decode()


def test_the_reading_goes_with_its_photo(evening):
    photo = photo_of(evening)
    read(evening, photo)
    with in_league(evening):
        Photo.objects.all().delete()
        assert not PhotoReading.objects.exists()
