"""A season is closed: what is open is said, the tables are frozen, honours are written, captains send no more."""

from dataclasses import replace
from uuid import uuid4

import pytest
from django.core.exceptions import ValidationError

from league.base.audit.models import Entry as AuditEntry
from league.base.ui.converters import in_season
from league.cups.models import LONGEST_WINNER, Honour
from league.pages.queries.averages import averages_page
from league.results.actions.cards import NotAcceptedError, submit_card
from league.results.actions.decisions import correct_result
from league.results.choices import SentFor
from league.results.models import Result
from league.results.queries.tables import as_json, divisions, final_of, from_json, standings
from league.results.queries.to_do import your_match
from league.results.values import card_of
from league.schedule.actions.matches import ask_move
from league.schedule.actions.seasons import close_season
from league.schedule.choices import FixtureState
from league.schedule.models import Competition, Division, Entry, FinalTable, Fixture, Season
from league.schedule.queries.matches import cards_due
from league.seasons.queries.season_end import division_ends, honours_from
from league.teams.choices import RoleKind
from league.teams.models import League, Player
from tests.factories import make_role, make_season, make_user
from tests.league.agm.conftest import MEETING, to, typed
from tests.league.html import words_on
from tests.league.results.evening import other_winner


def close(secretary, **changes):
    page = secretary.get(to("season-end", "2026-27"))
    form = page.context["forms"]["closing"]
    return secretary.post(to("close-season", "2026-27"), typed(form, sure="on", **changes))


def unplay(fixture):
    Result.objects.filter(fixture=fixture).delete()
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.SCHEDULED)


def table(client, division="division-1"):
    return client.get(in_season("leek", "table", season="2026-27", division=division))


# --- what is open -----------------------------------------------------------------------------------------------------
def test_a_season_of_which_nothing_is_open_says_so(season, secretary):
    assert "Nothing outstanding: you can close the season" in words_on(secretary.get(to("season-end", "2026-27")))


def test_end_of_a_season_leads_to_a_later_one_however_that_was_made(season, secretary):
    later = make_season(season.league, "2027-28", current=False)
    page = secretary.get(to("season-end", "2026-27"))
    assert "Season 2027-28 exists already." in words_on(page)
    assert to("season-setup", later.slug) in page.content.decode()
    assert to("next-season", "2026-27") not in page.content.decode()


def test_what_is_open_is_said_with_the_page_where_it_is_settled(season, secretary):
    fixture = Fixture.objects.select_related("league", "home__team", "away__team").first()
    unplay(fixture)
    page = secretary.get(to("season-end", "2026-27"))
    assert "1 thing outstanding" in words_on(page)
    assert f'<a href="{fixture.get_absolute_url()}">' in page.content.decode()
    assert str(fixture) in words_on(page)


def test_a_card_that_both_confirmed_and_the_secretary_must_judge_says_why_it_is_open(season, secretary):
    result = Result.objects.filter(fixture__division__competition__kind="league").first()
    Result.objects.filter(pk=result.pk).update(flagged=True)
    shown = words_on(secretary.get(to("season-end", "2026-27")))
    assert f"{result.fixture} {result.score} The card breaks a rule or needs your decision" in shown


def test_whoever_closes_over_something_open_says_why(season, secretary):
    unplay(Fixture.objects.first())
    refused = close(secretary)
    assert refused.status_code == 422
    assert Season.objects.get(pk=season.pk).closed_at is None
    assert close(secretary, reason="Rained off, both agree").status_code == 302
    assert AuditEntry.objects.get(verb="close_season").reason == "Rained off, both agree"


def test_the_action_asks_for_the_reason_too_whatever_the_page_showed(season, secretary):
    page = secretary.get(to("season-end", "2026-27"))
    unplay(Fixture.objects.first())
    answer = secretary.post(to("close-season", "2026-27"), typed(page.context["forms"]["closing"], sure="on"))
    assert answer.status_code == 422
    assert not FinalTable.objects.exists()


# --- what is frozen ---------------------------------------------------------------------------------------------------
def test_a_table_is_read_as_it_was_written(season):
    for division in divisions("2026-27"):
        found = standings(division, MEETING)
        assert from_json(as_json(found)) == found


def test_the_final_table_stays_whatever_names_and_rules_become(season, secretary, client):
    before = words_on(table(client))
    assert close(secretary).status_code == 302
    Entry.objects.filter(division__slug="division-1").update(name="Somebody Else")
    changed = Competition.objects.get(season=season)
    changed.rules = changed.rules | {"steps": ["wins", "shared"]}
    changed.save()
    after = words_on(table(client))
    assert "Final table , closed on Mon 10 May 2027 by Sam Secretary." in after
    assert "Somebody Else" not in after
    reasons = before[before.index("Why teams are placed as they are") : before.index("How ties are broken")]
    assert reasons in after


def test_a_correction_after_closing_is_shown_beside_what_was_decided(season, secretary, client):
    close(secretary)
    decided = words_on(table(client))
    fixture = Fixture.objects.filter(division__slug="division-1").select_related("league").first()
    card = card_of(fixture.result.submission)
    turned = card
    for line in range(len(card.lines)):
        turned = other_winner(turned, line)
    correct_result(
        fixture=fixture, card=turned, key=uuid4(), seen=fixture.version, reason="Wrong way round", by=secretary.user,
        at=MEETING,
    )  # fmt: skip
    after = words_on(table(client))
    assert "With later corrections" in after
    assert "With later corrections" not in decided
    division = divisions("2026-27")[0]
    final = final_of(division, MEETING)
    assert final.now is not None
    assert final.standings == from_json(FinalTable.objects.get(division=division).table)
    assert [row.row.points for row in final.now.rows] != [row.row.points for row in final.standings.rows]


def test_captains_send_no_more_cards_and_an_officer_may(season, secretary):
    fixture = Fixture.objects.filter(division__slug="division-1").select_related("league").first()
    card = card_of(fixture.result.submission)
    unplay(fixture)
    close(secretary, reason="One is missing")
    sent = {"fixture": fixture, "card": card, "key": uuid4(), "seen": fixture.version, "at": MEETING}
    with pytest.raises(NotAcceptedError, match="Season 2026-27 is closed"):
        submit_card(sent_for=SentFor.HOME, by=secretary.user, **sent)
    correct_result(reason="It came by post", by=secretary.user, **sent)
    assert Result.objects.filter(fixture=fixture).exists()


def test_nothing_of_a_closed_season_is_waited_for(season, secretary):
    fixture = Fixture.objects.select_related("league", "home__team").first()
    unplay(fixture)
    captain = make_user("Harry Goy")
    make_role(captain, season.league, RoleKind.CAPTAIN, fixture.home.team)

    def waited():
        return len(cards_due(season.league, MEETING)), len(your_match(captain, season.league, MEETING))

    assert waited() == (1, 1)
    close(secretary, reason="One is missing")
    assert waited() == (0, 0)
    with pytest.raises(ValidationError, match="can no longer be moved"):
        ask_move(fixture=fixture, asked_by=fixture.home, reason="Darts", by=captain, at=MEETING)


def test_a_closed_season_is_not_closed_twice(season, secretary):
    close(secretary)
    with pytest.raises(ValidationError, match="was closed on Mon 10 May 2027"):
        close_season(season=season, tables=lambda _: {}, by=secretary.user, at=MEETING)


def test_opened_again_it_takes_cards_and_closed_again_it_has_new_tables(season, secretary, client):
    close(secretary)
    assert secretary.post(to("reopen-season", "2026-27"), {"reason": ""}).status_code == 422
    assert secretary.post(to("reopen-season", "2026-27"), {"reason": "Too soon"}).status_code == 302
    assert "Final table" not in words_on(table(client))
    close(secretary)
    assert "Final table" in words_on(table(client))
    one = Division.objects.get(slug="division-1")
    assert FinalTable.objects.filter(division=one).count() == 2
    assert Honour.objects.filter(title="Division 1").count() == 1


# --- honours ----------------------------------------------------------------------------------------------------------
def test_honours_are_read_first_and_put_right(season, secretary):
    page = secretary.get(to("season-end", "2026-27"))
    first = standings(divisions("2026-27")[0], MEETING).rows
    said = words_on(page)
    assert "Division 1, best average" in said
    assert page.context["forms"]["closing"]["winner-1"].value() == first[0].name
    assert page.context["forms"]["closing"]["runner-1"].value() == first[1].name

    close(secretary, **{"winner-2": None, "title-5": "Best sportsman", "winner-5": "Ted Dent"})
    board = {honour.title: honour for honour in Honour.objects.filter(year=2027)}
    assert board["Division 1"].winner == first[0].name
    assert board["Division 1"].team.name == first[0].name
    assert "Division 2" not in board
    assert board["Best sportsman"].winner == "Ted Dent"
    assert [player.public_name for player in board["Division 1, best average"].players.all()]


def test_a_winner_without_a_trophy_and_a_trophy_twice_are_refused(season, secretary):
    answer = close(secretary, **{"winner-5": "Ted Dent", "title-6": "Division 1", "winner-6": "Ann Other"})
    assert answer.status_code == 422
    said = words_on(answer)
    assert "Say what Ted Dent won." in said
    assert "“Division 1” is listed twice." in said


def test_another_name_for_the_winner_is_not_that_team(season, secretary):
    close(secretary, **{"winner-1": "Nobody, by ballot"})
    assert Honour.objects.get(title="Division 1").team is None


def test_the_honours_board_has_full_names_where_the_league_wants_them(season, secretary):
    def best():
        lines = secretary.get(to("season-end", "2026-27")).context["forms"]["closing"].lines
        return next(line.winner for line in lines if line.title == "Division 1, best average")

    short = best()
    player = Player.objects.get(pk__in=[each.pk for each in Player.objects.all() if each.public_name == short][:1])
    League.objects.update(honours_in_full=True)
    assert (short, best()) == (player.initial_name, player.name)
    Player.objects.filter(pk=player.pk).update(under_18=True)
    assert player.name not in best()


@pytest.mark.parametrize(("sharing", "ending"), [(2, "x"), (6, " and 5 others")])
def test_however_many_share_a_place_their_names_fit_on_the_board(season, sharing, ending):
    Player.objects.update(name="Maximilian " + "x" * 69)
    League.objects.update(honours_in_full=True)
    end = next(end for end in division_ends(Season.objects.get(), MEETING) if end.standings.started)
    seen = averages_page(end.division)
    places = [1, *[2] * sharing, *[3] * len(seen.ranked)]
    ranked = tuple(
        replace(each, average=replace(each.average, place=place))
        for each, place in zip(seen.ranked, places, strict=False)
    )
    line = honours_from((end,), (replace(seen, ranked=ranked),))[1]
    assert len(line.runner_up) <= LONGEST_WINNER
    assert line.runner_up.endswith(ending)
