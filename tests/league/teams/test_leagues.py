"""Beginning a league and changing its settings."""

from fractions import Fraction

import pytest
from django.core.exceptions import ValidationError
from django.urls import get_resolver, reverse
from django_scopes import scopes_disabled

from league.audit.models import Entry
from league.fixtures.models import Competition
from league.teams.actions import create_league
from league.teams.choices import LEAGUE_WORDS, SITE_WORDS
from league.teams.forms.league import SettingsForm
from league.teams.models import League, Role
from league.teams.queries import rules_of
from scoring import codec
from scoring.card.constitution import Confirm
from scoring.card.presets import PRESETS, UnknownPresetError, preset
from tests.factories import make_user
from tests.league.teams.conftest import NOW

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin():
    return make_user("Ada Admin", is_superuser=True, is_staff=True)


def new_league(client, **extra):
    values = {"name": "Barnard Castle Dominoes", "short_name": "Barney", "preset": "teesdale", "night": "0"}
    return client.post(reverse("new-league"), values | extra)


def test_a_league_begins_from_a_preset(as_user, admin):
    answer = new_league(as_user(admin))
    league = League.objects.get(slug="barney")
    assert answer.url == reverse("invite-person", args=["barney"])
    assert rules_of(league) == preset("teesdale")
    assert Entry.objects.get().words == "Barnard Castle Dominoes began, with the rules of Teesdale"


def test_who_begins_a_league_may_be_its_secretary(as_user, admin):
    answer = new_league(as_user(admin), secretary="on")
    league = League.objects.get(slug="barney")
    assert answer.url == league.get_absolute_url()
    with scopes_disabled():
        assert list(Role.objects.values_list("user", "kind", "league")) == [(admin.pk, "secretary", league.pk)]
    assert Entry.objects.latest("pk").words == "Ada Admin became league secretary"


def settings_of(league, **changes):
    shown = SettingsForm.of(league)
    data = {name: shown.get_initial_for_field(field, name) for name, field in shown.fields.items()}
    return {name: value for name, value in (data | changes).items() if value is not None and value is not False}


@pytest.mark.parametrize("key", sorted(PRESETS))
def test_every_preset_can_be_begun_with_and_saved_unchanged(as_user, admin, key):
    league = create_league(preset=key, name=f"{key} league", by=admin, at=NOW)
    form = SettingsForm.of(league, settings_of(league))
    assert form.is_valid(), form.errors
    assert form.changed() == preset(key)


@pytest.mark.parametrize(("slug", "says"), [("admin", "The site needs that address"), ("leek", "already exists")])
def test_an_address_that_is_taken_is_refused(small, as_user, admin, slug, says):
    page = new_league(as_user(admin), slug=slug)
    assert page.status_code == 422
    assert says in page.content.decode()
    assert League.objects.count() == 1


def test_only_the_site_administrator_begins_leagues(small, as_user, client):
    assert as_user(small.secretary).get(reverse("new-league")).status_code == 403
    assert new_league(as_user(small.secretary)).status_code == 403
    assert client.get(reverse("new-league")).status_code == 302


def test_a_secretary_changes_what_differs(small, as_user):
    changes = {
        "public_names": "full",
        "confirm": "both-captains-enter",
        "quick_allowed": False,
        "submit_within": "36",
        "squad": "14",
        "deadline": "31 October",
        "win": "2½",
        "rules": "1. Be there by eight.\n2. No nicknames on the card.",
    }
    url = reverse("league-settings", args=["leek"])
    assert as_user(small.secretary).post(url, settings_of(small.league, **changes)).status_code == 302
    league = League.objects.get(slug="leek")
    rules = rules_of(league)
    assert league.public_names == "full"
    assert (rules.confirm, rules.quick_allowed, rules.submit_within) == (Confirm.BOTH_ENTER, False, 36)
    assert (rules.format.squad, rules.registration.deadline, rules.scheme.win) == (14, (10, 31), Fraction(5, 2))
    assert [(rule.number, rule.text) for rule in rules.rules] == [
        ("1", "Be there by eight."),
        ("2", "No nicknames on the card."),
    ]
    assert rules.rules[0].codes == preset("leek").rules[0].codes
    assert rules.steps == preset("leek").steps
    entry = Entry.objects.get(verb="change_league")
    assert sorted(entry.before) == ["constitution", "public_names"]
    with scopes_disabled():
        assert Competition.objects.get().constitution == codec.encode(preset("leek"))


def test_every_setting_is_shown_under_a_heading():
    from league.teams.forms.league import GROUPS

    assert sorted(name for _, names in GROUPS for name in names) == sorted(SettingsForm.base_fields)


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"deadline": "Michaelmas"}, "Give a day such as"),
        ({"win": "lots"}, "Give a number of points"),
        ({"win": "1/0"}, "Give a number of points"),
        ({"win": "-1"}, "Give a number from 0 to 100."),
        ({"squad": "5", "squad_minimum": "8"}, "The most is less than the fewest."),
        ({"rules": "No number here"}, "Begin with the rule"),
        ({"rules": "1. One.\n1. Another."}, "Two rules have the same number."),
        ({"submit_within": "0"}, "is at least 1."),
        ({"used": "4"}, "A side must be allowed to use a full side of 6."),
    ],
)
def test_wrong_settings_change_nothing(small, as_user, changes, says):
    url = reverse("league-settings", args=["leek"])
    page = as_user(small.secretary).post(url, settings_of(small.league, **changes))
    assert page.status_code == 422
    assert says in page.content.decode()
    assert rules_of(League.objects.get(slug="leek")) == preset("leek")


def test_an_unknown_preset_is_no_preset(admin):
    with pytest.raises(UnknownPresetError):
        create_league(preset="no-such", name="X", by=admin, at=NOW)
    assert not League.objects.exists()


def test_a_league_without_a_name_is_refused(admin):
    with pytest.raises(ValidationError):
        create_league(preset="leek", name=" ", by=admin, at=NOW)


def first_words(patterns):
    """Those that a league or a team could have as its address: nobody's has a full stop in it."""
    words = {str(pattern.pattern).partition("/")[0] for pattern in patterns}
    return {word for word in words if not word.startswith("<") and "." not in word}


def test_no_league_or_team_can_take_an_address_of_the_site():
    site, league = set(), set()
    for pattern in get_resolver().url_patterns:
        inside = {"<slug:league>/": league, "": site}.get(str(pattern.pattern))
        if inside is None:
            site |= first_words([pattern])
        else:
            inside |= first_words(pattern.url_patterns)
    assert site - SITE_WORDS == set()
    assert league - LEAGUE_WORDS == {""}


@pytest.mark.parametrize("name", ["people", "squads", "contacts", "league-settings", "new-team"])
def test_a_league_that_does_not_exist_is_not_found(small, as_user, name):
    for slug in ("nosuch", "demo", "static"):
        assert as_user(small.secretary).get(reverse(name, args=[slug])).status_code == 404
