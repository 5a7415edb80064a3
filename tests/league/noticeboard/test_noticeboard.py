"""A league's news, its own pages and its sponsor: written, looked at, published, taken off and deleted."""

from io import BytesIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django_scopes import scope, scopes_disabled
from PIL import Image

from league.base.audit.models import Entry
from league.teams.actions.noticeboard import publish_article, settle_sponsor, write_article
from league.teams.choices import SUGGESTED_PAGES
from league.teams.models import Article, Picture, Sponsor
from tests.factories import SIGNED, league_in_season

NEW = {"title": "Boards wanted", "text": "Two of ours are **past repair**.\n\n- Ring Sam"}


@pytest.fixture
def small(db):
    with scopes_disabled():
        made = league_in_season(teams=2, squad=2)
    with scope(league=made.league):
        yield made


@pytest.fixture
def secretary(small) -> Client:
    client = Client()
    client.force_login(small.secretary)
    return client


def photo(size: tuple[int, int] = (1600, 900)) -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGB", size, "navy").save(out, "JPEG")
    return SimpleUploadedFile("photo.jpg", out.getvalue())


def page(path: str, client: Client | None = None) -> str:
    return (client or Client()).get(path).content.decode()


def published(small, title: str, kind: str = "news") -> Article:
    written = write_article(league=small.league, kind=kind, title=title, text="Words.", by=small.secretary, at=SIGNED)
    publish_article(article=written, by=small.secretary, at=SIGNED)
    return written


def test_news_is_a_draft_until_it_is_published(small, secretary):
    answer = secretary.post("/leek/news/new/", NEW)
    assert answer["Location"] == "/leek/news/boards-wanted/"
    assert Client().get("/leek/news/boards-wanted/").status_code == 404
    assert "Boards wanted" not in page("/leek/news/")
    preview = page("/leek/news/boards-wanted/", secretary)
    assert "<strong>Draft.</strong>" in preview
    assert "<p>Two of ours are <strong>past repair</strong>.</p><ul><li>Ring Sam</li></ul>" in preview
    secretary.post("/leek/news/boards-wanted/publication/")
    for path in ("/leek/", "/leek/news/", "/leek/news/boards-wanted/"):
        assert "Boards wanted" in page(path)
    assert "Secretary" in page("/leek/news/boards-wanted/")
    assert "Sam Secretary" not in page("/leek/news/boards-wanted/")


def test_what_was_published_can_be_unpublished_and_deleted(small, secretary):
    there = published(small, "Boards wanted").get_absolute_url()
    secretary.post(f"{there}withdrawal/")
    assert Client().get(there).status_code == 404
    assert "this page stop working" in " ".join(page(there, secretary).split())
    secretary.post(f"{there}removal/")
    assert not Article.objects.exists()
    verbs = [*Entry.objects.order_by("pk").values_list("verb", flat=True)][-4:]
    assert verbs == ["write_article", "publish_article", "withdraw_article", "delete_article"]


def test_second_tap_publishes_nothing_twice(small, secretary):
    there = published(small, "Boards wanted").get_absolute_url()
    secretary.post(f"{there}publication/")
    assert Entry.objects.filter(verb="publish_article").count() == 1


def test_home_has_the_three_latest(small):
    for number in range(1, 5):
        published(small, f"Story {number}")
    home = page("/leek/")
    assert [number for number in range(1, 5) if f"Story {number}" in home] == [2, 3, 4]


def test_photo_needs_words_and_goes_with_its_news(small, secretary):
    answer = secretary.post("/leek/news/new/", {**NEW, "photo": photo()})
    assert answer.status_code == 422
    assert "Say in a few words what the photo shows" in answer.content.decode()
    assert not Picture.objects.exists()
    secretary.post("/leek/news/new/", {**NEW, "photo": photo(), "photo_words": "A board"})
    kept = Picture.objects.get()
    assert (kept.kind, kept.width, kept.height) == ("image/jpeg", 1200, 675)
    assert 'alt="A board"' in page("/leek/news/boards-wanted/", secretary)
    secretary.post("/leek/news/boards-wanted/details/", {**NEW, "photo_words": "A board", "without_photo": "on"})
    assert not Picture.objects.exists()


def test_changed_news_keeps_its_address(small, secretary):
    there = published(small, "Boards wanted").get_absolute_url()
    secretary.post(f"{there}details/", {"title": "Boards found", "text": "Thank you."})
    assert "<h1>Boards found</h1>" in page(there)
    assert published(small, "Boards wanted").slug == "boards-wanted-2"


def test_title_that_is_an_address_of_the_site_gets_another(small):
    assert published(small, "New").slug == "new-2"


def test_suggested_pages_are_offered_until_they_are_written(small, secretary):
    suggested = SUGGESTED_PAGES[1]
    start, address = f"?start={suggested.slug}", f"/leek/about/new/?start={suggested.slug}"
    assert start in page("/leek/about/", secretary)
    assert suggested.title not in page("/leek/about/")
    begun = page(f"/leek/about/{start}", secretary)
    assert "Ask at any pub where we play" in begun
    assert f'action="{address}"' in begun
    secretary.post(address, {"title": suggested.title, "text": "Ring us."})
    secretary.post(f"/leek/about/{suggested.slug}/publication/")
    assert start not in page("/leek/about/", secretary)
    assert f'href="/leek/about/{suggested.slug}/"' in page("/leek/about/")


def test_pages_stand_in_the_order_that_the_secretary_gives_them(small, secretary):
    for title in ("Join us", "LeagueRules"):
        published(small, title, "page")
    secretary.post("/leek/about/rules/details/", {"title": "LeagueRules", "text": "Rules.", "place": "1"})
    secretary.post("/leek/about/join-us/details/", {"title": "Join us", "text": "Ring.", "place": "9"})
    listed = page("/leek/about/")
    assert listed.index("LeagueRules") < listed.index("Join us")


def test_empty_news_says_what_to_do_next(small, secretary):
    assert "Write news" in page("/leek/news/", secretary)
    assert "See the latest matches" in page("/leek/news/")


@pytest.mark.parametrize("count", [1, 3])
def test_list_costs_the_same_however_long_it_is(small, django_assert_num_queries, count):
    for number in range(count):
        published(small, f"Story {number}")
    with django_assert_num_queries(2):
        Client().get("/leek/news/")


# --- the sponsor ------------------------------------------------------------------------------------------------------
def test_sponsor_stands_on_home_and_tables_with_a_link_that_says_so(small, secretary):
    sent = {"name": "Iveson & Daughters", "link": "iveson.example", "words": "Butchers.", "logo": photo((600, 200))}
    assert secretary.post("/leek/settings/sponsor/", sent).status_code == 302
    kept = Picture.objects.get()
    assert (kept.width, kept.height) == (360, 120)
    for path in ("/leek/", "/leek/table/", "/leek/tonight/?view=tv"):
        assert '<a href="https://iveson.example" rel="sponsored noopener">Iveson &amp; Daughters</a>' in page(path)
    secretary.post("/leek/settings/sponsor/removal/")
    assert not Sponsor.objects.exists()
    assert not Picture.objects.exists()
    assert "Sponsored by" not in page("/leek/")


@pytest.mark.parametrize("link", ["http://iveson.example", "javascript:alert(1)", "ftp://iveson.example"])
def test_sponsor_is_linked_over_https_only(small, secretary, link):
    answer = secretary.post("/leek/settings/sponsor/", {"name": "Iveson", "link": link})
    assert answer.status_code == 422
    assert not Sponsor.objects.exists()


def test_new_logo_takes_the_place_of_the_old(small):
    for _ in range(2):
        settle_sponsor(league=small.league, name="Iveson", logo=photo(), by=small.secretary, at=SIGNED)
    assert Picture.objects.count() == 1
