"""From the page of a thing one comes to whatever one may do about it in its state, and to nothing that is refused."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
import time_machine
from django.db import transaction
from django.test import Client
from django_scopes import scope

from league.base.accounts.models import User
from league.cups.actions.cups import drop_cup, finish_cup
from league.cups.actions.knockout import announce_order, hold_draw, write_fact
from league.cups.actions.openday import TypedScore, leave_day, pair, place_level, write_scores
from league.cups.models import Cup, FinalsNight
from league.cups.queries.cup_state import snapshot_of
from league.exchange.actions.imports import accept_draft
from league.exchange.models import ImportDraft
from league.exchange.queries.preview import preview_import
from league.results.actions.cards import answer_card, answer_protests, make_protest
from league.results.actions.decisions import Award, award_match, decide_result
from league.results.choices import ResultState, SentFor
from league.results.models import Result
from league.schedule.actions.matches import postpone_fixture
from league.schedule.models import Fixture, Season
from league.schedule.queries.matches import fixture_by_address
from league.seasons.actions import end_season
from league.teams.actions.noticeboard import publish_article, write_article
from league.teams.actions.registrations import decide_transfer
from league.teams.choices import ArticleKind
from league.teams.models import Article, Transfer
from scoring import codec
from scoring.card.league_rules import Confirm, LeagueRules
from scoring.card.sheet import Card, Ending
from scoring.season.knockout.draw import Lots
from scoring.season.knockout.facts import ScoreCorrected, Scored, WalkedOver
from tests.factories import FIRST_NIGHT, SIGNED, make_fixture
from tests.league.acts import Reader, Thing, faults
from tests.league.addresses import CUP, FINALS, FIXTURE, IMPORT, LEAGUE, LIST, SETTING_UP, SQUADS, TIE
from tests.league.world import CLOSING_TIME, World, make_world
from tests.seeds import by_turns

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("pages_unnoted")]
NIGHT = {"at": CLOSING_TIME}


class Desk:
    """The league of every address, and what its officers do in it."""

    def __init__(self, world: World) -> None:
        self.world, self.small = world, world.evening.small
        self.by = {"by": self.small.secretary, "at": CLOSING_TIME}
        captains = self.small.captains
        people = {"secretary": self.small.secretary, "home": captains[0], "away": captains[1]}
        for role, office in (("results", "results"), ("co-ordinator", "cups"), ("treasurer", "treasurer")):
            people[role] = User.objects.get(email=f"leek.{office}@example.org")
        self.people = people

    def reader(self, role: str) -> Reader:
        client = Client()
        client.force_login(self.people[role])
        return Reader(role, client)

    def match(self, state: str, fixture: Fixture) -> Thing:
        names = {"league": "leek", "on": fixture.first_date, "match": fixture.slug, "page": 1}
        return Thing(state, FIXTURE, names)

    def tonight(self) -> Fixture:
        crown, bell, *_ = self.small.entries
        return make_fixture(crown, bell, on=FIRST_NIGHT - timedelta(days=2), week=7)

    def decision(self, fixture: Fixture) -> dict[str, object]:
        fixture.refresh_from_db()
        return {"fixture": fixture, "key": uuid4(), "seen": fixture.version, "reason": "They rang.", **self.by}

    def confirmed(self) -> Fixture:
        fixture = self.tonight()
        sent = self.world.evening.send(SentFor.HOME, fixture=fixture, seen=fixture.version)
        answer_card(submission=sent, agreed=True, by=self.small.captains[1], at=CLOSING_TIME)
        return fixture

    def cup(self, state: str, slug: str, **names: object) -> Thing:
        kwargs = {"league": "leek", "season": self.small.season.slug, "cup": self.world.kwargs[slug], **names}
        return Thing(state, CUP, kwargs)

    def found(self, slug: str) -> Cup:
        cups = Cup.objects.select_related("division__competition__season__league")
        return cups.get(division__competition__slug=self.world.kwargs[slug])

    def tie(self, state: str, tie: str) -> Thing:
        return replace(self.cup(state, "cup", tie=tie), below=TIE)

    def score(self, *ties: str, games: int = 2) -> None:
        for tie in ties:
            write_fact(cup=self.found("cup"), fact=Scored(tie, games, 0), **self.by)


State = Callable[[Desk], Thing]


def listed(name: str) -> State:
    """A match of the world."""

    def made(desk: Desk) -> Thing:
        address = desk.world.matches[name]
        return desk.match(f"match {name}", fixture_by_address(address["on"], address["match"]).fixture)

    made.__name__ = f"match_{name}"
    return made


def match_tonight(desk: Desk) -> Thing:
    return desk.match("match tonight", desk.tonight())


def match_asked_to_move(desk: Desk) -> Thing:
    return desk.match("match asked to move", desk.small.fixtures[2])


def match_postponed(desk: Desk) -> Thing:
    fixture = desk.tonight()
    postpone_fixture(fixture=fixture, reason="Snow", by=desk.small.secretary, at=SIGNED)
    return desk.match("match postponed", fixture)


def match_confirmed(desk: Desk) -> Thing:
    return desk.match("match confirmed", desk.confirmed())


def match_with_complaint(desk: Desk) -> Thing:
    fixture = desk.confirmed()
    make_protest(fixture=fixture, side=SentFor.AWAY, text="Light", by=desk.small.captains[1], at=CLOSING_TIME)
    return desk.match("match with a complaint", fixture)


def match_with_answered_complaint(desk: Desk) -> Thing:
    thing = match_with_complaint(desk)
    fixture = fixture_by_address(thing.names["on"], thing.names["match"]).fixture
    answer_protests(fixture=fixture, answer="It was.", **desk.by)
    return replace(thing, state="match with an answered complaint")


def match_decided(desk: Desk) -> Thing:
    fixture = desk.confirmed()
    decide_result(card=desk.world.evening.card(2), **desk.decision(fixture))
    return desk.match("match decided over a card", fixture)


def match_entered(desk: Desk) -> Thing:
    fixture = desk.tonight()
    decide_result(card=desk.world.evening.card(), **desk.decision(fixture))
    return desk.match("match entered by the league", fixture)


def match_lost_by_both(desk: Desk) -> Thing:
    fixture = desk.tonight()
    award_match(award=Award(None, (0, 0), (Fraction(0), Fraction(0))), **desk.decision(fixture))
    return desk.match("match lost by both", fixture)


def match_declared_void(desk: Desk) -> Thing:
    fixture = desk.tonight()
    award_match(award=Card(ending=Ending.VOID), **desk.decision(fixture))
    return desk.match("match declared void", fixture)


def match_sealed(desk: Desk) -> Thing:
    """One side has sent its card, and sees nothing of the other's."""
    fixture = desk.tonight()
    rules = codec.decode_as(LeagueRules, desk.world.league.rules)
    fixture.rules = codec.encode(replace(rules, confirm=Confirm.BOTH_ENTER))
    fixture.save()
    sent = desk.world.evening.send(SentFor.HOME, fixture=fixture, seen=fixture.version)
    assert Result.objects.get(fixture=sent.fixture).state == ResultState.SEALED
    return desk.match("match with a sealed card", fixture)


def match_of_closed_season(desk: Desk) -> Thing:
    fixture = desk.confirmed()
    season_closed(desk)
    return desk.match("match of a closed season", fixture)


def tie_to_play(desk: Desk) -> Thing:
    return desk.tie("tie to play", "main-1-1")


def tie_played(desk: Desk) -> Thing:
    desk.score("main-1-1")
    return desk.tie("tie played", "main-1-1")


def tie_given(desk: Desk) -> Thing:
    cup = desk.found("cup")
    first = next(tie for tie in snapshot_of(cup, CLOSING_TIME).bracket.ties if tie.id == "main-1-1").first
    write_fact(cup=cup, fact=WalkedOver("main-1-1", first, "Ill"), **desk.by)
    return desk.tie("tie given", "main-1-1")


def tie_waiting(desk: Desk) -> Thing:
    return desk.tie("tie that waits", "main-2-1")


def tie_played_by_another(desk: Desk) -> Thing:
    """Its winner came from a tie of which the score was put right."""
    desk.score("main-1-1", "main-1-2", "main-2-1")
    write_fact(cup=desk.found("cup"), fact=ScoreCorrected("main-1-1", 0, 2, "Misread"), **desk.by)
    return desk.tie("tie to be ruled on", "main-2-1")


def finals_night(desk: Desk) -> Thing:
    names = {"night": desk.world.kwargs["finals"], "pk": desk.world.pks["finals/"]}
    kwargs = {"league": "leek", "season": desk.small.season.slug, **names}
    return Thing("finals night", FINALS, kwargs)


def finals_night_announced(desk: Desk) -> Thing:
    night = FinalsNight.objects.select_related("season__league", "venue").get(slug=desk.world.kwargs["finals"])
    announce_order(night=night, **desk.by)
    return replace(finals_night(desk), state="finals night announced")


def cup_open(desk: Desk) -> Thing:
    return desk.cup("cup open for entries", "open", which="main-1")


def cup_dropped(desk: Desk) -> Thing:
    drop_cup(cup=desk.found("open"), reason="Nobody came", **desk.by)
    return desk.cup("cup cancelled", "open", which="main-1")


def cup_drawn(desk: Desk) -> Thing:
    return desk.cup("cup drawn", "cup")


def cup_won(desk: Desk) -> Thing:
    desk.score(*(f"main-{number}-{tie}" for number, ties in ((1, 4), (2, 2)) for tie in range(1, ties + 1)))
    desk.score("main-3-1", games=3)
    return desk.cup("cup won", "cup")


def cup_finished(desk: Desk) -> Thing:
    thing = cup_won(desk)
    finish_cup(cup=desk.found("cup"), **desk.by)
    return replace(thing, state="cup finished")


def groups_level(desk: Desk) -> Thing:
    return desk.cup("groups over and level", "grouped", round=1, group=1, place=1, which="main-1")


def groups_corrected(desk: Desk) -> Thing:
    """The knockout was drawn, and by a score that was put right somebody else goes on."""
    cup = desk.found("grouped")
    for table in snapshot_of(cup, CLOSING_TIME).day.tables:
        place_level(cup=cup, group=table.number, order=table.level[0][::-1], reason="Lots", **desk.by)
    hold_draw(cup=cup, lots=Lots(seed="4 11 23", purpose="main 1"), **desk.by)
    first = snapshot_of(cup, CLOSING_TIME).day.tables[0].matches[0]
    winner = snapshot_of(cup, CLOSING_TIME).day.tables[0].rows[-1].player
    score = (2, 0) if first.first == winner else (0, 2)
    write_scores(cup=cup, typed=[TypedScore(first.id, *score)], reason="Misread", **desk.by)
    assert snapshot_of(cup, CLOSING_TIME).day.conflict
    return replace(groups_level(desk), state="groups to be ruled on", steps=3)


def swiss_paired(desk: Desk) -> Thing:
    return desk.cup("Swiss round paired", "swiss", round=1, group=1, place=1)


def swiss_of_a_leaver(desk: Desk) -> Thing:
    """Whoever leads has left before the last round, and two are level behind."""
    cup = desk.found("swiss")
    cup.rounds = 2
    cup.save()
    win_all(desk, cup)
    leader = snapshot_of(cup, CLOSING_TIME).day.tables[0].rows[0].player
    pair(cup=cup, absent=(), **desk.by)
    win_all(desk, cup, leader)
    leave_day(cup=cup, entrant=leader, reason="Ill", **desk.by)
    table = snapshot_of(cup, CLOSING_TIME).day.tables[0]
    assert (table.rows[0].player, [row.place for row in table.rows]) == (leader, [1, 2, 2, 4])
    return desk.cup("Swiss that a leaver leads", "swiss", round=1, group=1, place=2)


def win_all(desk: Desk, cup: Cup, leader: str = "") -> None:
    """Everybody named first wins, and the leader."""
    matches = [each for each in snapshot_of(cup, CLOSING_TIME).day.tables[0].matches if each.second and not each.score]
    typed = [TypedScore(each.id, *((0, 2) if each.second == leader else (2, 0))) for each in matches]
    write_scores(cup=cup, typed=typed, reason="", **desk.by)


def season(desk: Desk) -> Thing:
    names = {name: desk.world.kwargs[name] for name in ("league", "season", "division", "team", "kind")}
    return Thing("season", SETTING_UP, names, steps=4)


def season_closed(desk: Desk) -> Thing:
    row = Season.objects.select_related("league").get(pk=desk.small.season.pk)
    end_season(season=row, honours=(), reason="Snow", **desk.by)
    return replace(season(desk), state="closed season")


def transfer_pending(desk: Desk) -> Thing:
    names = {"league": "leek", "pk": desk.world.pks["transfers/"]}
    return Thing("transfer", f"{LEAGUE}transfers/", names, page="/leek/registrations/")


def transfer_decided(desk: Desk) -> Thing:
    move = Transfer.objects.get(pk=desk.world.pks["transfers/"])
    decide_transfer(transfer=move, accepted=True, on=CLOSING_TIME.date(), reason="Moved", **desk.by)
    return replace(transfer_pending(desk), state="transfer decided")


def registration_asked(desk: Desk) -> Thing:
    return Thing("registration", f"{LEAGUE}registrations/", {"league": "leek", "pk": desk.world.pks["registrations/"]})


def sheet_open(desk: Desk) -> Thing:
    return Thing("spreadsheet not imported yet", IMPORT, {"league": "leek", "pk": desk.world.pks["imports/"]})


def sheet_imported(desk: Desk) -> Thing:
    draft = ImportDraft.objects.select_related("league").get(pk=desk.world.pks["imports/"])
    accept_draft(draft=draft, seen=preview_import(draft, CLOSING_TIME).digest, leave_out=False, **desk.by)
    return replace(sheet_open(desk), state="spreadsheet imported")


def news_draft(desk: Desk) -> Thing:
    written = write_article(league=desk.world.league, kind=ArticleKind.NEWS, title="Thaw", text="It thaws.", **desk.by)
    return Thing("news draft", f"{LEAGUE}news/<slug:article>/", {"league": "leek", "article": written.slug})


def news_published(desk: Desk) -> Thing:
    thing = news_draft(desk)
    publish_article(article=Article.objects.get(slug=thing.names["article"]), **desk.by)
    return replace(thing, state="news published")


def fixture_list(desk: Desk) -> Thing:
    return Thing("fixture list", LIST, desk.world.kwargs)


def squad(desk: Desk) -> Thing:
    pk = desk.world.pks["registrations/<int:pk>/leaving/"]
    return Thing("squad", SQUADS, {"league": "leek", "team": desk.world.kwargs["team"], "pk": pk})


def adjustment(desk: Desk) -> Thing:
    return Thing("adjustment", f"{LEAGUE}adjustments/", {"league": "leek", "pk": desk.world.pks["adjustments/"]})


def money(desk: Desk) -> Thing:
    return Thing("account", f"{LEAGUE}money/", {**desk.world.kwargs, "number": desk.world.kwargs["charge"]})


def join_requests(desk: Desk) -> Thing:
    return Thing("people", f"{LEAGUE}people/", {"league": "leek", "pk": desk.world.pks["people/requests/"]})


OFFICERS, SIDES = ("secretary", "results"), ("home", "away")
STATES: dict[State, tuple[str, ...]] = {
    **{listed(name): (*OFFICERS, *SIDES) for name in ("later", "fresh", "sent", "disputed", "void")},
    **dict.fromkeys(
        (
            match_tonight, match_asked_to_move, match_postponed, match_confirmed, match_with_complaint,
            match_with_answered_complaint, match_decided, match_entered, match_lost_by_both, match_declared_void,
            match_sealed, match_of_closed_season,
        ),
        (*OFFICERS, *SIDES),
    ),
    **dict.fromkeys(
        (
            tie_to_play, tie_played, tie_given, tie_waiting, cup_open, cup_dropped, cup_drawn, cup_won, cup_finished,
            groups_level, groups_corrected, swiss_paired, swiss_of_a_leaver, tie_played_by_another,
            finals_night, finals_night_announced,
        ),
        ("co-ordinator", "home"),
    ),
    **dict.fromkeys(
        (
            season, fixture_list, adjustment, join_requests, season_closed, transfer_pending, transfer_decided,
            registration_asked, sheet_open, sheet_imported, news_draft, news_published,
        ),
        ("secretary",),
    ),
    squad: ("secretary", "home"),
    money: ("treasurer",),
}  # fmt: skip


@pytest.fixture(scope="module")
def desk(django_db_setup, django_db_blocker) -> Iterator[Desk]:
    """Made once; each state is taken back."""
    with django_db_blocker.unblock(), time_machine.travel(CLOSING_TIME, tick=False), transaction.atomic():
        yield Desk(make_world("leek"))
        transaction.set_rollback(True)


@pytest.mark.parametrize("state", by_turns(list(STATES), 8), ids=lambda state: state.__name__)
def test_every_act_has_a_way_and_every_way_an_act(desk, state):
    with transaction.atomic():
        with scope(league=desk.world.league):
            thing = state(desk)
        wrong = [fault for role in STATES[state] for fault in faults(thing, desk.reader(role))]
        transaction.set_rollback(True)
    assert wrong == []
