"""Who is sent to sign in is told for which league, and has a way back."""

import pytest
from django.urls import reverse

from league.teams.models import League

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(small) -> League:
    return small.league


def sign_in_page(client, address: str) -> str:
    answer = client.get(address, follow=True)
    assert answer.redirect_chain
    return answer.content.decode()


def test_the_page_of_a_role_leads_to_a_sign_in_with_a_way_back_to_its_league(client, league):
    page = sign_in_page(client, reverse("inbox", args=[league.slug]))
    assert f"Some pages of {league.name} are for people with a role there." in page
    assert f'<a href="{league.get_absolute_url()}">Go on without signing in</a>' in page


def test_a_private_league_is_not_named_to_a_stranger(client, league):
    league.public = False
    league.save()
    page = client.get(reverse("account_login"), {"next": f"/{league.slug}/inbox/"}).content.decode()
    assert league.name not in page
