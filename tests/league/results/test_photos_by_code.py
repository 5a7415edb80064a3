"""Photographs of the card from whoever holds it: few, kept for the captains and the officers, and no result."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from PIL import Image

from league.base.accounts.permissions import may_send_files, was_let_send_files
from league.results.actions.messages import MOST_BY_CODE, attach_photo
from league.results.choices import SentFor
from league.results.models import Photo, Result
from tests.league.html import words_on
from tests.league.person import signed_in
from tests.league.results.evening import CLOSING_TIME

pytestmark = pytest.mark.usefixtures("kept_here")


def picture(colour: str = "white") -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGB", (40, 30), colour).save(out, "JPEG")
    return SimpleUploadedFile("card.jpg", out.getvalue(), "image/jpeg")


def post(evening, **rest):
    values = {"sender": "Alan Hill", "photo": picture()} | rest
    return Client().post(reverse("code-photo", args=[evening.fixture.code]), values)


def test_photo_is_kept_for_those_concerned_and_is_no_result(evening):
    assert post(evening)["Location"] == reverse("code-send", args=[evening.fixture.code])
    photo = Photo.objects.get()
    assert (photo.by, photo.sender) == (None, "Alan Hill")
    assert not Result.objects.exists()
    shown = evening.fixture.address_of("card-photo")
    assert "Alan Hill, by the code on the card" in words_on(signed_in(evening.away).get(shown))
    assert Client().get(evening.fixture.address_of("card-picture", photo.pk)).status_code == 302


def test_it_waits_in_the_inbox_until_a_card_comes(evening):
    post(evening)
    inbox = reverse("inbox", args=[evening.small.league.slug])
    assert "A photo from Alan Hill, by the code on the card" in words_on(signed_in(evening.secretary).get(inbox))
    evening.send(SentFor.HOME)
    assert "A photo from" not in words_on(signed_in(evening.secretary).get(inbox))


def test_without_a_name_or_a_picture_it_says_what_is_missing(evening):
    page = post(evening, sender="", photo="")
    assert page.status_code == 422
    assert {"Enter your name, so that the captains know who to ask.", "Choose a photo first."} <= {
        text for errors in page.context["form"].errors.values() for text in errors
    }


def test_there_is_always_room_for_the_captains(evening):
    for number in range(MOST_BY_CODE + 2):
        post(evening, photo=picture(("red", "blue", "green", "white", "black")[number]))
    assert Photo.objects.count() == MOST_BY_CODE
    attach_photo(fixture=evening.fixture, upload=picture(), by=evening.home, at=CLOSING_TIME)


def test_none_once_the_result_stands(evening):
    for side in (SentFor.HOME, SentFor.AWAY):
        evening.send(side)
    assert post(evening).status_code == 409
    assert not Photo.objects.exists()


def test_page_lets_the_phone_send_a_large_picture_to_it_and_nowhere_else(evening):
    client, path = Client(), reverse("code-photo", args=[evening.fixture.code])
    client.get(path)
    request = HttpRequest()
    request.COOKIES = {name: each.value for name, each in client.cookies.items()}
    assert may_send_files(path, f"files={request.COOKIES['files']}")
    assert not was_let_send_files(request, reverse("code-photo", args=["another"]))
    assert not was_let_send_files(HttpRequest(), path)
