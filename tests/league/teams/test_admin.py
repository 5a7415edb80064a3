"""The site administrator's pages: every list and row opens, facts cannot be changed, what can be is recorded."""

import pytest
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.admin import ReadOnlyAdmin
from league.base.audit.models import Entry
from league.teams.actions.leagues import rename_team
from league.teams.models import Player
from tests.factories import make_user
from tests.league.person import signed_in
from tests.league.teams.conftest import NOW

pytestmark = pytest.mark.django_db
OURS = sorted(
    (model for model in admin.site._registry if model.__module__.startswith("league.")),
    key=lambda model: model._meta.label,
)


@pytest.fixture
def staff():
    return signed_in(make_user("Ada Admin", is_superuser=True, is_staff=True))


def address(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_every_list_can_be_searched_and_every_row_opened(small, staff, model):
    with scopes_disabled():
        rename_team(team=small.entries[0].team, name="Old Crown", by=small.secretary, at=NOW)
        first = model._default_manager.order_by("pk").first()
    assert staff.get(address(model, "changelist")).status_code == 200
    assert staff.get(address(model, "changelist"), {"q": "crown"}).status_code == 200
    if first is not None:
        assert staff.get(address(model, "change", first.pk)).status_code == 200


@pytest.mark.parametrize("model", OURS, ids=lambda model: model._meta.label)
def test_nothing_is_deleted_and_facts_are_not_written(small, staff, model):
    with scopes_disabled():
        first = model._default_manager.order_by("pk").first()
    if first is not None:
        assert staff.post(address(model, "delete", first.pk), {"post": "yes"}).status_code == 403
    if isinstance(admin.site._registry[model], ReadOnlyAdmin):
        assert staff.get(address(model, "add")).status_code == 403
        if first is not None:
            assert staff.post(address(model, "change", first.pk), {}).status_code == 403


def test_a_correction_is_recorded(small, staff):
    with scopes_disabled():
        player = Player.objects.first()
    url = address(Player, "change", player.pk)
    answer = staff.post(url, {"name": "Harold Goy", "known_as": "", "user": ""})
    assert answer.status_code == 302
    entry = Entry.objects.get()
    assert (entry.verb, entry.words, entry.league_id) == (
        "admin_change",
        "player Harold Goy was changed: Name by the site administrator",
        small.league.pk,
    )


def test_a_lost_second_step_is_taken_away_on_record_and_its_secret_never_shown(small, staff):
    row = Authenticator.objects.create(user=small.secretary, type=Authenticator.Type.TOTP, data={"secret": "JBSWY3DP"})
    url = [address(Authenticator, page, row.pk) for page in ("change", "delete")]

    assert "JBSWY3DP" not in staff.get(url[0]).content.decode()
    assert staff.get(address(Authenticator, "add")).status_code == 403
    assert staff.post(url[0], {"type": "totp"}).status_code == 403
    assert staff.post(url[1], {"post": "yes"}).status_code == 302
    assert not Authenticator.objects.exists()
    assert "was removed by the site administrator" in Entry.objects.get(verb="admin_delete").words


def test_groups_are_nobody_s_affair(staff):
    assert staff.get("/admin/auth/group/").status_code == 404


def test_a_person_is_added_without_a_password(small, staff):
    url = address(User, "add")
    values = {"name": "New Person", "email": "New@Example.org", "is_active": "on", "phone": ""}
    values |= {"roles-TOTAL_FORMS": "0", "roles-INITIAL_FORMS": "0", "joined_at_0": "", "joined_at_1": ""}
    assert staff.post(url, values).status_code == 302
    user = User.objects.get(email="new@example.org")
    assert not user.has_usable_password()


def test_a_league_is_begun_on_the_sites_own_page(small, staff):
    from league.teams.models import League

    assert staff.get(address(League, "add")).url == reverse("new-league")


def test_others_are_sent_to_the_sites_own_sign_in(small, client):
    assert client.get("/admin/").url == f"{reverse('admin:login')}?next=/admin/"
    answer = client.get(reverse("admin:login"), {"next": "/admin/"})
    assert answer.url.startswith(reverse("account_login"))
    assert signed_in(small.secretary).get("/admin/login/").status_code == 403


def test_lists_cost_the_same_for_few_and_many(small, staff, count_queries):
    from tests.factories import make_player

    url = address(Player, "changelist")
    few = count_queries(staff, url)
    with scopes_disabled():
        for number in range(20):
            make_player(small.entries[0].team, f"Extra Player{number}")
    assert count_queries(staff, url) == few <= 12
