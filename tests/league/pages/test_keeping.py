"""The way from a team's or a venue's public page to the page where the secretary changes it."""

import pytest
from django.urls import reverse
from django_scopes import scopes_disabled

from tests.factories import league_in_season

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("page", "change"), [("team", "edit-team"), ("venue", "edit-venue")])
def test_only_the_secretary_is_led_to_change_a_place(client, page, change):
    with scopes_disabled():
        small = league_in_season("leek", "leek", teams=4)
        team = small.entries[0].team
        row = team if page == "team" else team.venue
    public, act = (reverse(name, args=["leek", row.slug]) for name in (page, change))
    way = f'action="{act}"' if page == "venue" else "/leek/squads/crown-a/settings/?open=details#details"
    assert way not in client.get(public).content.decode()
    client.force_login(small.captains[0])
    assert way not in client.get(public).content.decode()
    client.force_login(small.secretary)
    assert way in client.get(public).content.decode()
    assert f'action="{act}"' in client.get(act, follow=True).content.decode()
