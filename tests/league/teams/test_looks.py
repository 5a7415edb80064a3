"""How a league and its teams look: colours that can be told apart, crests that are safe, and who may set them."""

from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django_scopes import scope, scopes_disabled
from PIL import Image

from league.base.audit.models import Entry
from league.base.ui.palette import NO_KIT, Kit, initials, match_colours
from league.schedule.models import Fixture
from league.teams.actions.noticeboard import remove_crest, settle_league_look, settle_team_look
from league.teams.models import League, Picture, Team
from tests.factories import SIGNED, league_in_season
from tests.league.person import signed_in


@pytest.fixture
def small(db):
    with scopes_disabled():
        made = league_in_season(teams=2, squad=2)
    with scope(league=made.league):
        yield made


def picture(kind: str = "PNG", size: tuple[int, int] = (600, 300), **rest) -> SimpleUploadedFile:
    out = BytesIO()
    Image.new("RGBA" if kind == "PNG" else "RGB", size, "navy").save(out, kind, **rest)
    return SimpleUploadedFile(f"crest.{kind.lower()}", out.getvalue())


# --- colours ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("home", "away", "shown"),
    [
        (Kit("claret", "amber"), Kit("navy"), ("claret", "navy")),
        (Kit("claret"), Kit("claret", "sky"), ("claret", "sky")),
        (Kit("claret"), Kit("claret"), ("claret", "")),
        (Kit("claret"), NO_KIT, ("claret", "")),
        (NO_KIT, NO_KIT, ("", "")),
    ],
)
def test_two_sides_never_play_in_one_colour(home, away, shown):
    assert match_colours(home, away) == shown


def test_kit_is_said_in_words():
    assert Kit("bottle", "sky").words == "Bottle green and sky blue"
    assert NO_KIT.words == ""


def test_secretary_gives_every_team_its_colours_in_one_form(small, secretary):
    one, other = Team.objects.order_by("name")
    sent = {"colour": "teal", f"first-{one.pk}": "claret", f"second-{one.pk}": "amber", f"first-{other.pk}": "navy"}
    assert secretary.post("/leek/settings/look/", sent).status_code == 302
    assert [each.kit for each in Team.objects.order_by("name")] == [Kit("claret", "amber"), Kit("navy")]
    assert League.objects.get().colour == "teal"
    page = secretary.get("/leek/table/").content.decode()
    assert '<body class="accented team-teal">' in page
    assert (
        f'<span class="chipped"><i class="kit-chip team-claret second-amber"></i><a href="{one.get_absolute_url()}">'
        in page
    )


def test_same_colour_twice_and_a_second_without_a_first_are_said_at_their_fields(small, secretary):
    one, other = Team.objects.order_by("name")
    sent = {f"first-{one.pk}": "claret", f"second-{one.pk}": "claret", f"second-{other.pk}": "navy"}
    answer = secretary.post("/leek/settings/look/", sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "Choose two different colours, or no second one." in page
    assert "Choose the first colour too." in page
    assert {each.kit for each in Team.objects.all()} == {NO_KIT}


def test_captain_chooses_for_their_own_team(small):
    captain = signed_in(small.captains[0])
    mine = small.entries[0].team
    form = captain.get(f"/leek/squads/{mine.slug}/look/", follow=True).content.decode()
    assert '<i class="kit-chip team-bottle"></i>Bottle green' in form
    answer = captain.post(f"/leek/squads/{mine.slug}/look/", {"colour": "pink", "second_colour": "slate"})
    assert answer["Location"] == mine.get_absolute_url()
    assert Team.objects.get(pk=mine.pk).kit == Kit("pink", "slate")
    assert Entry.objects.get(verb="settle_team_look").words == f"The colours of {mine}: Pink and slate grey"


def test_match_shows_each_side_in_its_colour(small, secretary):
    fixture = Fixture.objects.select_related("home__team", "away__team").filter(away__isnull=False).first()
    for entry in (fixture.home, fixture.away):
        settle_team_look(team=entry.team, colour="rust", second_colour="sky", by=small.secretary, at=SIGNED)
    page = secretary.get(fixture.get_absolute_url()).content.decode()
    assert '<abbr class="side team-rust" title="home">H</abbr>' in page
    assert '<abbr class="side side--away team-sky" title="away">A</abbr>' in page


# --- crests -----------------------------------------------------------------------------------------------------------
def test_crest_is_drawn_again_small_and_kept_for_a_week(small, secretary):
    team = small.entries[0].team
    secretary.post(f"/leek/squads/{team.slug}/look/", {"colour": "navy", "crest": picture(pnginfo=None)})
    kept = Picture.objects.get()
    assert (kept.kind, kept.width, kept.height) == ("image/png", 256, 128)
    answer = Client().get(kept.get_absolute_url())
    assert (answer.content, answer["Content-Type"]) == (bytes(kept.data), "image/png")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Cache-Control"] == "public, max-age=604800"
    again = Client().get(kept.get_absolute_url(), headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert (
        f'<img class="crest" src="{kept.get_absolute_url()}"' in secretary.get(team.get_absolute_url()).content.decode()
    )


def test_metadata_of_a_crest_stays_behind(small):
    exif = Image.Exif()
    exif[0x010E] = "at home, 54.5 N"
    upload = picture("JPEG", exif=exif)
    settle_league_look(league=small.league, colour="", kits={}, crest=upload, by=small.secretary, at=SIGNED)
    kept = bytes(Picture.objects.get().data)
    assert b"54.5" in upload.file.getvalue()
    assert b"54.5" not in kept


@pytest.mark.parametrize(
    ("upload", "words"),
    [
        (SimpleUploadedFile("a.svg", b"<svg onload=alert(1)>"), "This file is not a picture."),
        (SimpleUploadedFile("a.gif", b"GIF89a"), "This file is not a picture."),
        (SimpleUploadedFile("a.heic", b"\0\0\0\x18ftypheic\0\0\0\0"), "This is an HEIC picture"),
        (SimpleUploadedFile("a.png", picture().read()[:200]), "The picture is damaged."),
    ],
)
def test_what_is_no_picture_is_refused_at_its_field(small, secretary, upload, words):
    answer = secretary.post("/leek/settings/look/", {"colour": "rust", "crest": upload})
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert not Picture.objects.exists()


def test_new_crest_takes_the_place_of_the_old_and_deleting_leaves_initials(small, secretary):
    team, by = small.entries[0].team, {"by": small.secretary, "at": SIGNED}
    for _ in range(2):
        settle_team_look(team=team, colour="navy", second_colour="", crest=picture(), **by)
    assert Picture.objects.count() == 1
    remove_crest(of=Team.objects.get(pk=team.pk), **by)
    assert not Picture.objects.exists()
    page = secretary.get(team.get_absolute_url()).content.decode()
    assert '<svg class="crest team-navy"' in page


def test_league_has_room_for_400_pictures(small, monkeypatch):
    monkeypatch.setattr("league.teams.actions.noticeboard.MOST_PICTURES", 0)
    with pytest.raises(ValidationError, match="400 pictures"):
        settle_league_look(league=small.league, colour="", kits={}, crest=picture(), by=small.secretary, at=SIGNED)


@pytest.mark.parametrize(
    ("name", "letters"),
    [("King's Head", "KH"), ("Shoulder of Mutton", "SM"), ("Crown A", "CA"), ("Fox & Hounds B", "FHB"), ("the", "T")],
)
def test_initials(name, letters):
    assert initials(name) == letters
