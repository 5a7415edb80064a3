"""Passes, tickets and links: what each opens, and that none is taken for another."""

import pytest
from django.core import signing
from django.core.management import call_command
from django.urls import reverse
from django.utils.timezone import now
from django_scopes import scopes_disabled

from league.matchnight.actions.events import LETTERS, make_link, revoke_link
from league.matchnight.models import ScorerLink
from league.matchnight.permissions import (
    PASS,
    PassError,
    author_of,
    link_of,
    may_invite_scorer,
    may_score,
    pass_for_link,
    ticket_for,
    ticket_opens,
)
from league.teams.choices import RoleKind
from tests.factories import make_role, make_user
from tests.league.accounts.test_sign_in import app_code
from tests.league.live.phones import pass_of
from tests.league.live.test_scorer_page import carried
from tests.league.person import signed_in
from tests.league.results.evening import make_evening


def test_pass_says_who_pegs(night, fixture):
    author = author_of(pass_of(fixture, night.away), fixture, at=now())
    assert (author.user, author.link, author.name) == (night.away, None, "Bell Captain")


def signed_out(client, _user):
    client.post(reverse("account_logout"))


def password_changed(_client, user):
    user.set_password("another horse battery")
    user.save()


def second_step_set_up(_client, user):
    elsewhere = signed_in(user)
    secret = elsewhere.get(reverse("mfa_activate_totp")).context["form"].secret
    elsewhere.post(reverse("mfa_activate_totp"), {"code": app_code(secret)})


@pytest.mark.parametrize("end", [signed_out, password_changed, second_step_set_up])
def test_pass_ends_with_the_session_that_it_was_made_in(night, fixture, end):
    client = signed_in(night.home)
    token = carried(client.get(fixture.address_of("score")).content.decode())["pass"]
    assert author_of(token, fixture, at=now()).user == night.home
    end(client, night.home)
    with pytest.raises(PassError, match="signed out on this phone"):
        author_of(token, fixture, at=now())


def test_signing_out_elsewhere_and_a_link_s_phone_stop_nobody(night, fixture):
    link, _ = make_link(fixture=fixture, name="Bob Lee", by=night.home, at=now())
    tokens = [pass_of(fixture, night.home), pass_for_link(fixture, link)]
    signed_out(signed_in(night.home), night.home)
    assert [author_of(token, fixture, at=now()).name for token in tokens] == [night.home.name, "Bob Lee"]


def test_session_that_has_run_out_lets_the_evening_end(night, fixture):
    token = pass_of(fixture, night.home)
    night.home.sessions.update(expire_date=now())
    assert author_of(token, fixture, at=now()).user == night.home
    call_command("clearsessions")
    with pytest.raises(PassError, match="signed out"):
        author_of(token, fixture, at=now())


def test_pass_of_a_link_says_its_name(night, fixture):
    link, _ = make_link(fixture=fixture, name=" Bob Lee ", by=night.home, at=now())
    author = author_of(pass_for_link(fixture, link), fixture, at=now())
    assert (author.user, author.link, author.name) == (None, link, "Bob Lee")


def test_link_of_another_match_makes_no_pass_for_this_one(night, fixture):
    elsewhere = night.small.fixtures[1]
    link, _ = make_link(fixture=elsewhere, name="Bob Lee", by=night.secretary, at=now())
    with pytest.raises(PassError, match="has ended"):
        author_of(pass_for_link(fixture, link), fixture, at=now())


@pytest.mark.parametrize("value", [[], {}, "text", None, [1], [1, "u", 2, 3]])
def test_what_we_signed_and_is_no_pass_is_none(fixture, value):
    with pytest.raises(PassError, match="no pass"):
        author_of(signing.dumps(value, salt=PASS), fixture, at=now())


def test_ticket_is_no_pass_and_a_pass_no_ticket(night, fixture):
    with pytest.raises(PassError, match="no pass"):
        author_of(ticket_for(fixture), fixture, at=now())
    assert not ticket_opens(pass_of(fixture, night.home), fixture.code)


def test_ticket_is_for_one_match(night, fixture):
    ticket = ticket_for(fixture)
    assert ticket_opens(ticket, fixture.code)
    assert not ticket_opens(ticket, night.small.fixtures[1].code)


def test_who_may_peg_and_who_may_let_others_peg(night, fixture):
    team = night.small.entries[1].team
    vice, scorer, player = (make_user(name) for name in ("Vera Vice", "Sue Scorer", "Pat Player"))
    for user, kind in ((vice, RoleKind.VICE_CAPTAIN), (scorer, RoleKind.SCORER), (player, RoleKind.PLAYER)):
        make_role(user, night.small.league, kind, team)
    people = [night.home, night.away, vice, night.secretary, scorer, player, night.small.captains[2]]
    assert [may_score(user, fixture) for user in people] == [True, True, True, True, True, False, False]
    assert [may_invite_scorer(user, fixture) for user in people] == [True, True, True, True, False, False, False]


def test_typed_code_finds_its_link_however_it_is_written(night, fixture):
    link, token = make_link(fixture=fixture, name="Bob Lee", by=night.home, at=now())
    written = f" {token[:4].upper()}-{token[4:8]} {token[8:]} "
    assert link_of(token) == link_of(written) == link
    assert link_of(token[:-1]) is None
    assert link_of("") is None


def test_link_is_found_where_no_league_is_known_yet(db):
    with scopes_disabled():
        night = make_evening()
        link, token = make_link(fixture=night.fixture, name="Bob Lee", by=night.home, at=now())
    found = link_of(token)
    assert (found, found.fixture.league.slug) == (link, "leek")


def test_link_that_was_taken_back_is_found_no_more(night, fixture):
    link, token = make_link(fixture=fixture, name="Bob Lee", by=night.home, at=now())
    held = revoke_link(link=link, by=night.away, at=now())
    assert link_of(token) is None
    assert revoke_link(link=link, by=night.away, at=now()).revoked_at == held.revoked_at


def test_link_is_not_kept_and_cannot_be_guessed(night, fixture):
    tokens = [make_link(fixture=fixture, name="Bob Lee", by=night.home, at=now())[1] for _ in range(20)]
    assert len({*tokens}) == 20
    assert all(len(token) == 12 and set(token) <= set(LETTERS) for token in tokens)
    rows = ScorerLink.objects.values_list("digest", "name")
    assert not [row for row in rows for token in tokens if token in "".join(row)]
