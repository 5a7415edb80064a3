"""Beginning a league and changing its settings."""

import pytest
from django.core.exceptions import ValidationError
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.audit.models import Entry
from league.teams.actions.leagues import create_league
from league.teams.forms import SettingsForm
from league.teams.models import League, Role
from league.teams.queries.squads import rules_of
from scoring.card.presets import UnknownPresetError, preset
from tests.factories import make_user
from tests.league.person import signed_in
from tests.league.teams.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin():
    return make_user("Ada Admin", is_superuser=True, is_staff=True)


def new_league(client, **extra):
    values = {"name": "Barnard Castle Dominoes", "short_name": "Barney", "preset": "teesdale", "night": "0"}
    return client.post(reverse("new-league"), values | extra)


def test_a_league_begins_from_a_preset(admin):
    answer = new_league(signed_in(admin))
    league = League.objects.get(slug="barney")
    assert answer.url == reverse("invite-person", args=["barney"])
    assert rules_of(league) == preset("teesdale")
    assert Entry.objects.get().words == "Barnard Castle Dominoes was set up, with the rules of Teesdale"


def test_who_begins_a_league_may_be_its_secretary(admin):
    answer = new_league(signed_in(admin), secretary="on")
    league = League.objects.get(slug="barney")
    assert answer.url == league.get_absolute_url()
    with scopes_disabled():
        assert list(Role.objects.values_list("user", "kind", "league")) == [(admin.pk, "secretary", league.pk)]
    assert Entry.objects.latest("pk").words == "Ada Admin became secretary"


def settings_of(league, **changes):
    shown = SettingsForm.of(league)
    data = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    return {name: value for name, value in (data | changes).items() if value is not None and value is not False}


@pytest.mark.parametrize(
    ("slug", "says"),
    [
        *((word, "That address is used by the site") for word in ("admin", "console", "texts")),
        ("leek", "already exists"),
        ("12 High Street", "Use only letters, numbers and hyphens"),
    ],
)
def test_an_address_that_cannot_be_had_is_refused(small, admin, slug, says):
    page = new_league(signed_in(admin), slug=slug)
    assert page.status_code == 422
    assert says in page.content.decode()
    assert League.objects.count() == 1


def test_a_secretary_changes_what_differs(small):
    url = reverse("league-settings", args=["leek"])
    page = signed_in(small.secretary).post(url, settings_of(small.league, public_names="full", about="Since 1967."))
    assert page.status_code == 302
    league = League.objects.get(slug="leek")
    assert (league.public_names, league.about) == ("full", "Since 1967.")
    assert rules_of(league) == preset("leek")
    assert sorted(Entry.objects.get(verb="change_league").before) == ["about", "public_names"]


def test_wrong_settings_change_nothing(small):
    url = reverse("league-settings", args=["leek"])
    assert signed_in(small.secretary).post(url, settings_of(small.league, name="")).status_code == 422
    assert League.objects.get(slug="leek").name == small.league.name


def test_an_unknown_preset_is_no_preset(admin):
    with pytest.raises(UnknownPresetError):
        create_league(preset="no-such", name="X", by=admin, at=NOW)
    assert not League.objects.exists()


def test_a_league_without_a_name_is_refused(admin):
    with pytest.raises(ValidationError):
        create_league(preset="leek", name=" ", by=admin, at=NOW)
