"""Writing a league's rules on its page: looked at, previewed, started from elsewhere, saved."""

import json
from io import BytesIO
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.audit.models import Entry
from league.schedule.models import Competition
from league.seasons.forms.rules import data_of
from league.teams.models import League
from league.teams.queries.squads import rules_of
from scoring import codec
from scoring.card.presets import BLANK, preset
from tests.factories import make_league
from tests.league.builder.wrong import WRONG

pytestmark = pytest.mark.django_db


@pytest.fixture
def url():
    return reverse("league-rules", args=["leek"])


def sent(rules=None, /, do="save", **changes):
    """What a browser sends; in a name "__" stands for "-", and "" unticks a box."""
    data = data_of(rules or preset("leek")) | {name.replace("__", "-"): value for name, value in changes.items()}
    return {name: value for name, value in data.items() if value != ""} | {"do": do}


def now():
    return rules_of(League.objects.get(slug="leek"))


def test_a_page_shows_the_rules_and_what_they_come_to(secretary, url):
    page = secretary.get(url).content.decode()
    assert 'value="S1 to S6"' in page
    assert "5 games at 1: 5; 2 for winning" in page
    assert "Example table" in page
    assert "6 singles, S1 to S6: one game each, to 61, fives and threes." in page


def test_rules_are_saved(secretary, url):
    answer = secretary.post(url, sent(line0__labels="S1 to S8", side="8", win="2½", draw="1"))
    assert answer.url == url
    assert (len(now().format.lines), now().format.side) == (11, 8)
    assert str(now().scheme.win) == "5/2"
    assert Entry.objects.get(verb="change_league").before.keys() == {"rules"}
    with scopes_disabled():
        assert Competition.objects.get().rules == codec.encode(preset("leek"))


def test_saving_what_stands_changes_nothing(secretary, url):
    assert secretary.post(url, sent()).status_code == 302
    assert now() == preset("leek")
    assert not Entry.objects.filter(verb="change_league").exists()


@pytest.mark.parametrize("wrong", WRONG[::20])
def test_what_cannot_be_is_refused_and_nothing_typed_is_lost(secretary, url, wrong):
    key, changes, says = wrong
    page = secretary.post(url, sent(preset(key), name="Rules of my own", **changes))
    text = page.content.decode()
    assert page.status_code == 422
    assert says.replace("'", "&#x27;").replace('"', "&quot;") in text
    assert "There is a problem" in text
    assert changes.get("name") == "" or 'value="Rules of my own"' in text
    assert now() == preset("leek")


def test_a_preview_stores_nothing(secretary, url):
    page = secretary.post(url, sent(do="preview", win="3")).content.decode()
    assert "3 for winning" in page
    assert "<html" in page
    assert now() == preset("leek")


def test_a_script_is_answered_with_the_preview_alone(secretary, url):
    page = secretary.post(url, sent(do="preview", win="3"), headers={"HX-Request": "true"}).content.decode()
    assert "3 for winning" in page
    assert "<html" not in page
    broken = secretary.post(url, sent(do="preview", win="much"), headers={"HX-Request": "true"})
    assert broken.status_code == 200
    assert "is not a number of points" in broken.content.decode()


def test_more_rows_keep_what_was_typed(secretary, url):
    page = secretary.post(url, sent(do="more", line2__labels="T1", win="much")).content.decode()
    assert 'value="T1"' in page
    assert 'name="line3-labels"' in page
    assert 'value="much"' in page
    assert "There is a problem" not in page


def test_a_league_starts_from_a_preset_or_from_nothing(secretary, url):
    assert 'value="T1 to T3"' in secretary.get(f"{url}?start=preset:guisborough").content.decode()
    assert 'value="Our own rules"' in secretary.get(f"{url}?start=preset:blank").content.decode()
    assert 'value="S1 to S6"' in secretary.get(f"{url}?start=preset:no-such").content.decode()
    assert now() == preset("leek")


def test_a_league_starts_from_another_that_one_may_see(secretary, url):
    with scopes_disabled():
        make_league("dales", "guisborough", public=True)
        make_league("hidden", "guisborough", public=False)
    assert 'value="T1 to T3"' in secretary.get(f"{url}?start=league:dales").content.decode()
    page = secretary.get(f"{url}start/", follow=True).content.decode()
    assert "league%3Adales" in page
    assert "league%3Ahidden" not in page
    assert 'value="T1 to T3"' not in secretary.get(f"{url}?start=league:hidden").content.decode()


def test_rules_go_into_a_file_and_come_out_of_it(secretary, url):
    saved = secretary.get(reverse("league-rules-file", args=["leek"]))
    assert codec.decode(json.loads(saved.content)) == preset("leek")
    file = SimpleUploadedFile("rules.json", json.dumps(codec.encode(preset("solihull"))).encode())
    page = secretary.post(url, sent(do="open") | {"file": file}).content.decode()
    assert 'value="Solihull and Warwickshire"' in page
    assert "Nothing is saved yet." in page
    assert now() == preset("leek")


def archive(rows) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w") as file:
        file.writestr("data/league.json", json.dumps(rows))
    return out.getvalue()


def test_the_archive_of_a_league_is_such_a_file(secretary, url):
    content = archive([{"id": "x", "rules": codec.encode(preset("solihull"))}])
    page = secretary.post(url, sent(do="open") | {"file": SimpleUploadedFile("a.zip", content)}).content.decode()
    assert 'value="Solihull and Warwickshire"' in page


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not json",
        b"[1]",
        b"3",
        b"PK not a zip",
        archive([]),
        archive([{"id": "x"}]),
        json.dumps(codec.encode(preset("leek").scheme)).encode(),
        json.dumps(codec.encode(preset("leek")) | {"steps": ["dice"]}).encode(),
    ],
)
def test_a_file_without_rules_is_told(secretary, url, content):
    file = SimpleUploadedFile("rules.json", content) if content else ""
    page = secretary.post(url, {"do": "open", "file": file}).content.decode()
    assert "rules" in page.split('class="notice')[1][:400]
    assert 'value="S1 to S6"' in page
    assert now() == preset("leek")


def test_a_league_that_begins_with_nothing_can_be_looked_at(secretary, url):
    League.objects.filter(slug="leek").update(rules=codec.encode(BLANK))
    assert secretary.get(url).status_code == 200
    assert secretary.get(reverse("rule-book", args=["leek"])).status_code == 200


def test_an_earlier_format_is_read(secretary, url):
    old = codec.encode(preset("guisborough"))
    for name in ("order",):
        del old["format"][name]
    old["format"]["drawn_by_opponent"] = True
    League.objects.filter(slug="leek").update(rules=old)
    assert now() == preset("guisborough")
