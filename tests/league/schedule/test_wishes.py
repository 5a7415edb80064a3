"""Wishes over HTTP: noted, changed and taken off; matches set beforehand; prices; pubs."""

from datetime import date

import pytest
from django.urls import reverse

from league.base.audit.models import Entry as AuditEntry
from league.schedule.choices import WishedFor
from league.schedule.models import Blackout, Competition, Entry, Fixture, PresetMatch, Wish
from league.schedule.queries.lists import task_of
from league.schedule.queries.seasons import wishes_of
from league.teams.choices import LeagueNight
from league.teams.models import Closure
from tests.factories import make_division, make_entry, make_season, make_team

FIRM = {"firmness": "must", "pattern": "ticked"}


def to(name, *parts):
    return reverse(name, args=["leek", "2026-27", *parts])


def asks(secretary, entry, kind, **values):
    return secretary.post(to("new-request", entry.team.slug, kind), FIRM | values)


@pytest.fixture
def crown(small):
    return small.entries[0]


def named(team):
    return Entry.objects.get(name=team)


@pytest.fixture
def bell(small):
    return small.entries[1]


@pytest.mark.parametrize(
    ("kind", "values", "said"),
    [
        ("no_home", {"dates": ["2026-10-05"]}, "Crown A not at home on Mon 5 Oct (darts)"),
        ("no_away", {"dates": ["2026-10-05", "2026-10-12"]}, "Crown A not away on Mon 5 Oct and Mon 12 Oct (darts)"),
        ("no_match", {"dates": ["2026-10-05"]}, "Crown A without a match on Mon 5 Oct (darts)"),
        ("home_on", {"dates": ["2026-10-05"]}, "Crown A at home on Mon 5 Oct (darts)"),
        ("meet_on", {"dates": ["2026-10-05"], "other": "bell"}, "Crown A and Bell meet on Mon 5 Oct (darts)"),
        ("avoid_meet", {"dates": ["2026-10-05"], "other": "bell"}, "Crown A and Bell do not meet on Mon 5 Oct (darts)"),
        ("meet_by", {"meet_by": "2026-10-30", "other": "bell"}, "Crown A and Bell meet by Fri 30 Oct (darts)"),
        ("not_both_home", {"other": "bell"}, "Crown A and Bell never both at home (darts)"),
        ("not_same_date", {"other": "bell"}, "Crown A and Bell never on the same night (darts)"),
        ("at_most", {"most": 2, "nights": 3}, "Crown A plays at most two matches in any three nights (darts)"),
    ],
)  # fmt: skip
def test_every_kind_of_wish_is_noted_in_words(secretary, crown, kind, values, said):
    bell = named("Bell")
    if "other" in values:
        values = values | {"other": bell.pk}
    answer = asks(secretary, crown, kind, words="darts", **values)

    assert answer["Location"] == to("team-requests", "crown-a")
    assert said in secretary.get(answer["Location"]).content.decode()
    assert said in secretary.get(to("season-requests")).content.decode()
    assert AuditEntry.objects.latest("pk").words == f"Request: {said}."
    assert [wish.kind.value for wish in task_of(crown.division.competition).wishes] == [kind]


def test_every_kind_is_offered_for_a_team(small, secretary, crown):
    page = secretary.get(to("team-requests", "crown-a")).content.decode()

    assert [f"{to('team-requests', 'crown-a')}?kind={kind}#request" in page for kind in WishedFor.values] == [True] * 10


@pytest.mark.parametrize(
    ("firmness", "hard", "weight"), [("must", True, 0), ("lot", False, 10), ("matters", False, 5), ("little", False, 2)]
)
def test_how_firm_it_is_becomes_its_price(secretary, crown, firmness, hard, weight):
    asks(secretary, crown, "no_home", dates=["2026-10-05"], firmness=firmness)

    wish = Wish.objects.get()
    assert (wish.hard, wish.weight) == (hard, weight)
    form = secretary.get(to("change-request", wish.pk), follow=True).context["wish_form"]
    assert form.initial["firmness"] == firmness


@pytest.mark.parametrize(
    ("pattern", "ticked", "expected"),
    [
        ("every-2", ["2026-09-14"], ["2026-09-14", "2026-09-28", "2026-10-12"]),
        ("every-4", [], ["2026-09-07", "2026-10-05", "2026-11-02"]),
        ("month-1", [], ["2026-09-07", "2026-10-05", "2026-11-02"]),
        ("month-5", ["2026-09-07"], ["2026-09-07", "2026-09-28", "2026-10-26"]),
    ],
)
def test_a_pattern_stands_for_its_dates(secretary, crown, pattern, ticked, expected):
    asks(secretary, crown, "no_home", dates=ticked, pattern=pattern)

    assert Wish.objects.get().dates[:3] == expected


def test_nights_that_are_left_out_are_not_offered(small, secretary, crown):
    Blackout.objects.create(season=small.season, first=date(2026, 10, 5), last=date(2026, 10, 11))

    page = secretary.get(to("new-request", "crown-a", "no_home"), follow=True).content.decode()

    assert 'value="2026-10-05"' not in page
    assert 'value="2026-10-12"' in page


def test_a_team_with_a_night_of_its_own_wishes_for_its_own_days(small, secretary, crown):
    crown.night = LeagueNight.THURSDAY
    crown.save()

    assert 'value="2026-10-08"' in secretary.get(to("new-request", "crown-a", "no_home"), follow=True).content.decode()
    assert 'value="2026-10-05"' in secretary.get(to("new-request", "crown-a", "no_match"), follow=True).content.decode()
    asks(secretary, crown, "no_home", dates=["2026-10-08"])

    assert [wish.dates for wish in task_of(small.division.competition).wishes] == [{date(2026, 10, 5)}]


@pytest.mark.parametrize(
    ("kind", "values", "said"),
    [
        ("no_home", {}, "Tick at least one date."),
        ("no_home", {"dates": ["2026-10-06"]}, "2026-10-06 is no league night any more."),
        ("no_home", {"dates": ["2026-10-05"], "firmness": ""}, "how much does it matter?"),
        ("meet_by", {"meet_by": "2026-10-30"}, "Choose the other team."),
        ("not_both_home", {"other": "0"}, "The other team"),
        ("meet_by", {"other": "bell"}, "last day for their first match"),
        ("at_most", {"most": 3, "nights": 3}, "In 3 nights a team plays 3 at most anyway. Give fewer."),
    ],
)
def test_a_wish_that_is_not_whole_says_what_is_missing(secretary, crown, kind, values, said):
    if values.get("other") == "bell":
        values = values | {"other": named("Bell").pk}
    answer = asks(secretary, crown, kind, **values)

    assert answer.status_code == 422
    assert said in answer.content.decode().partition("</h2>")[2].partition("</div>")[0]
    assert not Wish.objects.exists()


def test_teams_of_other_divisions_are_asked_for_only_where_they_need_not_meet(small, secretary, crown):
    second = make_division(small.season, "Division Two", rank=2)
    other = make_entry(second, make_team(small.league, "Crown B", crown.team.venue))

    assert "Crown B" not in secretary.get(to("new-request", "crown-a", "meet_by"), follow=True).content.decode()
    assert (
        "Crown B, Division Two"
        in secretary.get(to("new-request", "crown-a", "not_both_home"), follow=True).content.decode()
    )
    assert asks(secretary, crown, "meet_by", meet_by="2026-10-30", other=other.pk).status_code == 422
    assert asks(secretary, crown, "not_both_home", other=other.pk).status_code == 302
    assert "Crown A and Crown B never both at home" in secretary.get(to("team-requests", "crown-b")).content.decode()


def test_a_wish_is_changed_and_taken_off(small, secretary, crown):
    asks(secretary, crown, "no_home", dates=["2026-10-05"])
    wish = Wish.objects.get()

    answer = secretary.post(
        to("change-request", wish.pk), {"firmness": "little", "pattern": "ticked", "dates": ["2026-10-12"]}
    )
    assert answer["Location"] == to("team-requests", "crown-a")
    wish.refresh_from_db()
    assert (wish.dates, wish.hard, wish.weight) == (["2026-10-12"], False, 2)
    assert secretary.post(to("change-request", wish.pk), FIRM).status_code == 422

    assert secretary.post(to("remove-request", wish.pk)).status_code == 302
    assert not Wish.objects.exists()
    assert AuditEntry.objects.latest("pk").words == "Request deleted: Crown A not at home on Mon 12 Oct."


def test_a_date_that_was_left_out_since_is_kept_with_its_wish(small, secretary, crown):
    asks(secretary, crown, "no_home", dates=["2026-10-05"])
    Blackout.objects.create(season=small.season, first=date(2026, 10, 5), last=date(2026, 10, 11))

    assert (
        'value="2026-10-05"' in secretary.get(to("change-request", Wish.objects.get().pk), follow=True).content.decode()
    )


def test_a_wish_of_another_season_is_not_here(small, secretary, crown):
    make_division(make_season(small.league, "2027-28", current=False))
    asks(secretary, crown, "no_home", dates=["2026-10-05"])
    wish = Wish.objects.get()

    assert secretary.get(reverse("change-request", args=["leek", "2027-28", wish.pk])).status_code == 404
    assert secretary.get(to("new-request", "crown-a", "free_beer")).status_code == 404


def test_a_match_is_set_for_its_day_and_let_go_again(small, secretary, crown, bell):
    values = {"home": crown.pk, "away": bell.pk, "on": "2026-12-07"}
    assert secretary.post(to("preset-matches"), values).status_code == 302
    assert secretary.post(to("preset-matches"), values).status_code == 422

    preset = PresetMatch.objects.get()
    page = secretary.get(to("preset-matches"), follow=True).content.decode()
    assert "Crown A v Bell" in page
    assert "Mon 7 Dec 2026" in page
    secretary.post(to("unset-match", preset.pk))
    assert not PresetMatch.objects.exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"on": "2026-12-08"}, "Crown A plays at home on Mondays: Mon 7 Dec."),
        ({"on": "2028-12-08"}, "Fri 8 Dec is in no week with matches."),
        ({"away": "crown"}, "A team does not play itself."),
        ({"away": "stranger"}, "Stranger is not in Division One."),
        ({"home": ""}, "At home"),
    ],
)
def test_a_match_that_cannot_be_set_says_why(small, secretary, wrong, said):
    crown, bell = small.entries[:2]
    second = make_division(small.season, "Division Two", rank=2)
    known = {"crown": crown.pk, "stranger": make_entry(second, make_team(small.league, "Stranger")).pk}
    values = {"home": crown.pk, "away": bell.pk, "on": "2026-12-07"} | wrong
    answer = secretary.post(to("preset-matches"), values | {"away": known.get(values["away"], values["away"])})

    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not PresetMatch.objects.exists()


def test_only_prices_that_differ_are_kept(small, secretary):
    page = secretary.get(to("season-prices"), follow=True)
    usual = {name: field.initial for name, field in page.context["prices_form"].fields.items()}

    assert secretary.post(to("season-prices"), usual | {"breaks": 4}).status_code == 302

    competition = Competition.objects.get(pk=small.division.competition_id)
    assert competition.weights == {"breaks": 4}
    assert task_of(competition).weights.breaks == 4
    assert secretary.post(to("season-prices"), usual | {"breaks": "-1"}).status_code == 422


def test_pubs_with_something_to_say_come_first(small, secretary, crown):
    make_entry(small.division, make_team(small.league, "Crown B", crown.team.venue))
    Closure.objects.create(
        venue=small.entries[1].team.venue, first=date(2026, 10, 5), last=date(2026, 10, 6), reason="Beer festival"
    )
    Closure.objects.create(venue=small.entries[2].team.venue, first=date(2025, 10, 5), last=date(2025, 10, 6))

    page = secretary.get(to("season-requests"))

    assert [pub["venue"].name for pub in page.context["pubs"] if pub["notable"]] == ["Bell Inn", "Crown A Inn"]
    assert "closed Mon 5 Oct 2026 to Tue 6 Oct 2026 (Beer festival)" in page.content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_wishes_take_as_many_queries_for_three_teams_as_for_one(small, secretary, django_assert_num_queries, number):
    for entry in small.entries[:number]:
        asks(secretary, entry, "not_both_home", other=small.entries[3].pk)
    with django_assert_num_queries(4):
        wishes_of(small.division.competition)
    with django_assert_num_queries(10):
        secretary.get(to("season-requests"))
    with django_assert_num_queries(8):
        secretary.get(to("team-requests", "crown-a"))


def test_a_team_takes_its_wishes_to_another_division(small, secretary, crown, bell):
    second = make_division(small.season, "Division Two", rank=2)
    Fixture.objects.all().delete()
    asks(secretary, crown, "no_home", dates=["2026-10-05"])
    asks(secretary, bell, "not_both_home", other=crown.pk)
    asks(secretary, bell, "meet_by", other=crown.pk, meet_by="2026-10-30")
    secretary.post(to("preset-matches"), {"home": crown.pk, "away": bell.pk, "on": "2026-12-07"})
    places = {f"team-{entry.team_id}": small.division.pk for entry in small.entries}

    assert secretary.post(to("season-teams"), places | {f"team-{crown.team_id}": second.pk}).status_code == 302

    crown.refresh_from_db()
    assert crown.division == second
    assert sorted(wish.kind for wish in Wish.objects.all()) == ["no_home", "not_both_home"]
    assert not PresetMatch.objects.exists()


def test_a_request_for_few_matches_is_changed(secretary, crown):
    asks(secretary, crown, "at_most", most=2, nights=3)
    wish = Wish.objects.get()
    form = secretary.get(to("change-request", wish.pk), follow=True).context["wish_form"]
    assert (form.initial["most"], form.initial["nights"]) == (2, 3)

    secretary.post(to("change-request", wish.pk), {"most": 1, "nights": 2, "firmness": "must", "words": ""})
    wish.refresh_from_db()
    assert (wish.most, wish.nights, wish.hard) == (1, 2, True)
