"""Rules of one season and of one division, and what a result has fixed."""

from datetime import date

import pytest
from django.urls import reverse
from django_scopes import scope, scopes_disabled

from league.base.audit.models import Entry as AuditEntry
from league.results.queries.facts import match_for
from league.results.queries.tables import standings
from league.schedule.actions.locking import freeze_competition
from league.schedule.actions.seasons import start_season
from league.schedule.models import Competition, Division, Season
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.presets import preset
from tests.factories import make_division, make_entry, make_fixture
from tests.league.builder.test_pages import sent
from tests.league.teams.conftest import NOW

pytestmark = pytest.mark.django_db
SEASON = ("leek", "2026-27")


@pytest.fixture
def second(small):
    """A second division with a match in it."""
    with scopes_disabled():
        division = make_division(small.season, "Division Two", rank=2)
        entries = [make_entry(division, each.team) for each in small.entries[2:]]
        make_fixture(*entries)
    return division


def read(row):
    return codec.decode_as(LeagueRules, row.rules)


def of_league() -> Competition:
    return Competition.objects.select_related("season__league").get()


def test_a_season_may_have_rules_of_its_own_and_follow_the_leagues_again(small, secretary):
    url = reverse("season-rules", args=SEASON)
    assert "This follows the league’s rules" in secretary.get(url).content.decode()
    assert secretary.post(url, sent(win="3")).url == url
    with scopes_disabled():
        assert of_league().rules_in_force().scheme.win == 3
    secretary.post(reverse("league-rules", args=["leek"]), sent(win="4"))
    with scopes_disabled():
        assert of_league().rules_in_force().scheme.win == 3
    assert secretary.post(url, {"do": "follow"}).status_code == 302
    with scopes_disabled():
        assert of_league().rules_in_force().scheme.win == 4
    words = [each.words for each in AuditEntry.objects.filter(verb="set_season_rules").order_by("pk")]
    assert words == ["Season 2026-27 has rules of its own.", "Season 2026-27 follows the league’s rules again."]


def test_a_division_has_another_card_another_check_another_table(small, second, secretary):
    url = reverse("division-rules", args=[*SEASON, second.slug])
    assert secretary.post(url, sent(preset("guisborough"))).status_code == 302
    with scope(league=small.league):
        one, two = Division.objects.order_by("rank").select_related("competition__season__league")
        assert one.rules_in_force() == preset("leek")
        fixture = two.fixtures.select_related(
            "league", "division__competition__season", "home__team", "away__team"
        ).get()
        assert [line.label for line in match_for(fixture).format.lines] == ["T1", "T2", "T3"]
        assert standings(two, NOW).league_rules.scheme.win == 2
        assert standings(one, NOW).league_rules == preset("leek")
    book = secretary.get(reverse("rule-book", args=["leek"])).content.decode()
    assert "What differs in this division." in book
    assert "3 pairs, T1 to T3: 3 games each, to 61, fives and threes." in book
    assert secretary.post(url, {"do": "follow"}).status_code == 302
    with scopes_disabled():
        assert Division.objects.get(slug=second.slug).rules is None


def test_what_a_result_has_fixed_stays_and_the_page_says_from_when_a_change_holds(small, second, secretary):
    urls = [reverse("season-rules", args=SEASON), reverse("division-rules", args=[*SEASON, second.slug])]
    secretary.post(urls[1], sent(preset("guisborough")))
    with scopes_disabled():
        freeze_competition(of_league(), at=NOW)
    for url in urls:
        page = secretary.get(url).content.decode()
        assert "The first result, on Tue 24 Nov 2026, fixed them." in page
        assert 'name="do"' not in page
        assert "A result has come in" in secretary.post(url, sent(win="3"), follow=True).content.decode()
        assert secretary.post(url, {"do": "follow"}).status_code == 302
    page = secretary.get(reverse("league-rules", args=["leek"])).content.decode()
    assert "Season 2026-27 keeps the rules it had at its first result, on Tue 24 Nov 2026." in page
    assert secretary.post(reverse("league-rules", args=["leek"]), sent(win="4")).status_code == 302
    with scopes_disabled():
        assert of_league().rules_in_force() == preset("leek")
        assert read(Division.objects.get(slug=second.slug)).format.lines == preset("guisborough").format.lines


def test_a_season_with_rules_of_its_own_is_fixed_with_them(small, secretary):
    secretary.post(reverse("season-rules", args=SEASON), sent(win="3"))
    with scopes_disabled():
        freeze_competition(of_league(), at=NOW)
        assert of_league().rules_in_force().scheme.win == 3


def test_a_divisions_rules_go_on_into_the_next_season(small, second, secretary):
    secretary.post(reverse("division-rules", args=[*SEASON, second.slug]), sent(preset("guisborough")))
    with scope(league=small.league):
        days = {"starts": date(2027, 9, 1), "halfway": date(2027, 12, 31), "ends": date(2028, 4, 30)}
        start_season(league=small.league, name="2027-28", by=small.secretary, at=NOW, like=small.season, **days)
        copied = Division.objects.get(competition__season__slug="2027-28", rank=2)
        assert read(copied).format.lines == preset("guisborough").format.lines
        assert not Season.objects.get(slug="2027-28").competitions.get().own_rules


def test_wrong_rules_of_a_division_store_nothing(second, secretary):
    url = reverse("division-rules", args=[*SEASON, second.slug])
    assert secretary.post(url, sent(side="0")).status_code == 422
    with scopes_disabled():
        assert Division.objects.get(slug=second.slug).rules is None


def test_there_is_no_such_season_or_division(secretary):
    assert secretary.get(reverse("season-rules", args=["leek", "1999-00"])).status_code == 404
    assert secretary.get(reverse("division-rules", args=[*SEASON, "nowhere"])).status_code == 404
