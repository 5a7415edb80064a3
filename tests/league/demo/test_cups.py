"""The demonstration's cups: every stage that there is to be seen, and nothing in them that could not be."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from league.base.accounts.models import User
from league.cups.models import Cup, CupState, Entrant, FinalsNight, Honour, Tie
from league.cups.queries.cup_state import cup_by_address, cup_record, snapshot_of, to_chase
from league.cups.queries.draws import draws_due
from league.cups.queries.finals import order_of
from league.exchange.demo import moment
from league.results.choices import ResultState
from league.schedule.choices import FixtureState
from league.schedule.models import MoveRequest, Season
from league.teams.models import Player
from scoring.season.knockout.bracket import State
from scoring.season.knockout.draw import Tag, verify
from scoring.season.openday.book import DayMatchState as Played
from tests.league.demo.conftest import TODAY

NOW = moment(TODAY, 12)


def cup(slug: str) -> Cup:
    return cup_by_address(Season.objects.get(current=True).slug, slug)


def ties(slug: str, number: int, part: str = "main"):
    return [
        tie for tie in snapshot_of(cup(slug), NOW).bracket.ties if (tie.plan.part, tie.plan.round) == (part, number)
    ]


def test_every_stage_of_a_cup(harthwaite):
    states = dict(Cup.objects.values_list("division__competition__slug", "state").filter(**OF_NOW))
    assert states == {
        "harthwaite-cup": CupState.DRAWN,
        "jubilee-singles": CupState.DRAWN,
        "dales-pairs": CupState.DRAWN,
        "ladies-pairs": CupState.OPEN,
        "winter-swiss": CupState.DRAWN,
        "harvest-open": CupState.FINISHED,
    }


OF_NOW = {"division__competition__season__current": True}


def test_the_team_cup_is_drawn_by_a_seed_that_anybody_can_check(harthwaite):
    drawn = snapshot_of(cup("harthwaite-cup"), NOW).draw
    assert drawn.lots.seed
    assert verify(drawn)
    assert Tag.VENUE in drawn.rules.apart
    pubs = {each.id: each.venue for each in drawn.entrants}
    assert len(set(pubs.values())) < len(pubs)
    assert all(pubs[each.home] != pubs[each.away] for each in drawn.pairings if each.away)


def test_the_first_round_of_the_team_cup(harthwaite):
    states = [tie.state for tie in ties("harthwaite-cup", 1)]
    assert sorted(states) == sorted([State.BYE] * 2 + [State.PLAYED] * 4 + [State.WALKOVER, State.TO_PLAY])
    late = [each for each in to_chase(cup("harthwaite-cup"), NOW) if each.late]
    assert [each.tie.state for each in late] == [State.TO_PLAY]
    assert late[0].play_by < TODAY


def test_the_quarter_finals_of_the_team_cup(harthwaite):
    found = ties("harthwaite-cup", 2)
    assert sorted(tie.state for tie in found) == sorted([State.PLAYED, State.TO_PLAY, State.TO_PLAY, State.WAITING])
    rows = Tie.objects.filter(cup=cup("harthwaite-cup"), tie__in=[tie.id for tie in found])
    assert rows.filter(fixture__state=FixtureState.SCHEDULED, fixture__date__gt=TODAY).count() == 1
    offered = MoveRequest.objects.get(accepted=None, fixture__in=rows.values("fixture"))
    assert offered.offers.count() == 3
    assert offered.agreed is None


def test_a_quarter_final_waits_for_a_ruling(harthwaite):
    (conflict,) = snapshot_of(cup("harthwaite-cup"), NOW).bracket.conflicts
    results = Tie.objects.filter(cup=cup("harthwaite-cup"), tie=conflict.cause)
    assert results.get().fixture.result.state == ResultState.DECIDED
    assert conflict.now != conflict.played
    client = Client()
    client.force_login(User.objects.get(email="cups@harthwaite.example"))
    assert "on hold" in client.get(cup("harthwaite-cup").get_absolute_url()).content.decode()


def test_the_singles_and_their_plate(harthwaite):
    account = snapshot_of(cup("jubilee-singles"), NOW)
    assert len(account.draw.entrants) == 20
    assert (account.bracket.problems, account.bracket.conflicts, account.strays) == ((), (), ())
    assert {tie.state for number in (1, 2) for tie in ties("jubilee-singles", number)} == {State.BYE, State.PLAYED}
    assert sorted(tie.state for tie in ties("jubilee-singles", 3)) == sorted([State.PLAYED] * 2 + [State.TO_PLAY] * 2)
    assert sorted(tie.state for tie in ties("jubilee-singles", 1, "plate")) == [State.PLAYED, State.WALKOVER]
    assert [tie.state for tie in ties("jubilee-singles", 2, "plate")] == [State.TO_PLAY]


def test_whoever_signs_in_as_a_player_has_a_tie_to_arrange(harthwaite):
    player = Player.objects.get(user__email__startswith="player.")
    entrant = Entrant.objects.get(cup=cup("jubilee-singles"), entry__players=player)
    tie = next(tie for tie in ties("jubilee-singles", 3) if entrant.key in {tie.first, tie.second})
    fixture = Tie.objects.get(cup=entrant.cup, tie=tie.id).fixture
    assert (fixture.state, fixture.date) == (FixtureState.POSTPONED, None)
    record = cup_record(player, NOW)
    assert record["won"] == record["played"] >= 1


def test_the_pairs_are_just_drawn_and_the_ladies_open(harthwaite):
    assert [tie.state for tie in ties("dales-pairs", 1)] == [State.TO_PLAY] * 8
    assert snapshot_of(cup("dales-pairs"), NOW).draw.lots.names
    ladies = cup("ladies-pairs")
    assert ladies.entries_close > TODAY
    paid = [each.paid_on is not None for each in ladies.entrants.all()]
    assert any(paid)
    assert not all(paid)
    assert [due.purpose for due in draws_due(ladies, NOW)] == ["main 1"]


def test_an_open_day_and_swiss_rounds(harthwaite):
    groups, swiss = (snapshot_of(cup(name), NOW).day for name in ("harvest-open", "winter-swiss"))
    assert groups.over
    assert (groups.problems, swiss.problems) == ((), ())
    assert snapshot_of(cup("harvest-open"), NOW).bracket.champion
    now = swiss.tables[0].rounds[-1]
    assert len(swiss.tables[0].rounds) == 3
    assert {match.state for match in now} == {Played.TO_PLAY, Played.PLAYED}


def test_all_cups_of_the_season_end_on_the_finals_night(harthwaite):
    night = FinalsNight.objects.get()
    there = {row.cup.name for row in night.rounds.select_related("cup__division__competition")}
    assert there == {"Harthwaite Cup", "Jubilee Singles", "Dales Pairs"}
    assert night.season.starts < night.date <= night.season.ends
    order = order_of(night, NOW)
    assert len(order.ties) == 1 + 3 + 1 + 1
    assert order.clashes == ()


def test_no_tie_is_played_or_due_tonight_and_none_has_a_card_missing(harthwaite):
    open_ones = Tie.objects.filter(fixture__state=FixtureState.SCHEDULED)
    assert not open_ones.filter(fixture__date__lte=TODAY).exists()
    assert not Tie.objects.filter(fixture__in_play=True).exists()


@pytest.mark.parametrize("years_ago", [1, 2])
def test_last_seasons_cups_are_finished_and_their_scores_can_be(harthwaite, years_ago):
    season = list(Season.objects.filter(starts__lt=TODAY - timedelta(weeks=30)).order_by("-starts"))[years_ago - 1]
    held = Cup.objects.filter(division__competition__season=season).select_related(
        "division__competition__season__league"
    )
    assert len(held) == 2
    for each in held:
        account = snapshot_of(each, NOW)
        assert account.bracket.problems == ()
        assert account.bracket.champion
        assert each.state == CupState.FINISHED
        assert Honour.objects.filter(cup=each, year=season.ends.year).count() == 1


def test_the_honours_board_goes_back_to_1967(harthwaite):
    years = Honour.objects.values_list("year", flat=True)
    assert min(years) == 1967
    assert set(range(1967, TODAY.year)) - set(years) == {2020, 2021}
    assert Honour.objects.filter(year=1967).count() == 2


def test_the_pages_of_every_cup_open(harthwaite):
    client = Client()
    for each in Cup.objects.select_related("division__competition__season__league"):
        address = each.get_absolute_url()
        for part in ("", "?part=entries", "?part=draw", "?part=history", "?part=tv"):
            assert client.get(f"{address}{part}").status_code == 200, f"{address}{part}"
    for name in ("cups", "seasons"):
        assert client.get(reverse(name, args=["harthwaite"])).status_code == 200
