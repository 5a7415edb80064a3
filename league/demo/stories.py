"""What makes a season worth looking at: quarrels, a closed road, a team that folds, and the matches of tonight.

What had a story is told by the actions that people take on the site, at the time when they would have taken them.
"""

from dataclasses import replace
from datetime import date, datetime, timedelta
from fractions import Fraction

from django.utils.timezone import localdate, localtime

from league.availability.actions import add_absence, answer_night, settle_availability
from league.availability.choices import NightAnswer
from league.availability.queries import PersonalLink, nights_of
from league.availability.queries.nights import squad_players
from league.demo import live
from league.demo.cards import swapped, uuid_from
from league.demo.cups import load_cups
from league.demo.dates import moment
from league.demo.names import NEWCOMERS
from league.demo.seasons import DAY, DemoSeason, plan_next_season
from league.results.actions import adjust_points, correct_result, revoke_adjustment, save_draft
from league.results.choices import AdjustmentKind, SentFor
from league.schedule.actions import (
    answer_move,
    ask_move,
    lock_fixture,
    mark_in_play,
    postpone_fixture,
    withdraw_team,
)
from league.schedule.models import Entry
from league.teams.actions import agree_transfer, ask_registration, ask_transfer
from league.teams.models import Player
from scoring.card.sheet import Card, Ending

PLAYED_SO_FAR = timedelta(minutes=42)  # of the match that is being pegged


def load_harthwaite(demo: DemoSeason) -> None:
    """Ten weeks played, tonight, what is asked of next season, and the cups beside it all."""
    fold_a_team(demo)
    for week in range(1, 8):
        demo.play(demo.matches(week))
    postpone_matches(demo)
    award_walkover(demo)
    correct_one_result(demo)
    deduct_points(demo)
    play_last_week(demo)
    play_yesterday(demo)
    play_tonight(demo)
    plan_next_weeks(demo)
    change_squads(demo)
    plan_next_season(demo)
    load_cups(demo)
    ask_who_can_play(demo)


def load_skelby(demo: DemoSeason) -> None:
    """A smaller league in which almost everything goes as it should."""
    first = demo.matches(9)[0]
    postpone_fixture(fixture=first, reason="No heating", by=demo.by, at=moment(demo.night(9), 10), asked_by=first.home)
    for week in range(1, 11):
        demo.play(demo.matches(week) if week != 9 else demo.matches(9)[1:])


ASKING = ("bay-horse", "crown-a", "fleece-a")
ANSWERS = (NightAnswer.YES, NightAnswer.YES, NightAnswer.YES, NightAnswer.IF_NEEDED, NightAnswer.NO, None)


def ask_who_can_play(demo: DemoSeason) -> None:
    """Three captains ask their players; most have answered for the next matches, and one is off to Spain."""
    at = moment(demo.today - 2 * DAY, 18)
    asking = [club for club in demo.clubs.values() if club.team.slug in ASKING]
    for number, club in enumerate(asking):
        team = club.team
        settle_availability(team=team, enabled=True, first_days=5, last_days=1, by=club.captain, at=at)
        players = squad_players(team, demo.today)
        nights = [night for night, _, _ in nights_of(PersonalLink(team, players[0], 1), demo.today)[:3]]
        for place, player in enumerate(players):
            link = PersonalLink(team, player, 1)
            for week, night in enumerate(nights):
                answer = ANSWERS[(place + week + number) % len(ANSWERS)]
                if answer is not None:
                    key = uuid_from(demo.random)
                    answer_night(link=link, night=night, answer=answer, key=key, by=None, at=at)
        days = {"first": demo.today + 15 * DAY, "last": demo.today + 29 * DAY}
        add_absence(link=PersonalLink(team, players[-1], 1), at=at, **days)


def fold_a_team(demo: DemoSeason) -> None:
    """A team of the lower division cannot raise a side any more after five weeks."""
    entries = Entry.objects.filter(division__competition__season=demo.season).select_related(
        "team", "division__competition__season"
    )
    leaver = entries.order_by("-division__rank", "-pk")[0]
    on = demo.night(5) + 2 * DAY
    for week in range(1, 6):
        demo.play(demo.matches(week))
    withdraw_team(
        entry=leaver, on=on, by=demo.by, at=moment(on, 18, 5), reason="Down to four players, two of them poorly."
    )


def postpone_matches(demo: DemoSeason) -> None:
    """Matches that were put off: one with no date yet, one to a night to come, one that was played last night."""
    lost = demo.matches(8, rank=1)[0]
    postpone_fixture(
        fixture=lost,
        reason="The moor road was closed.",
        by=demo.by,
        at=moment(demo.night(8), 16),
        asked_by=lost.away,
    )
    later = demo.matches(9, rank=2)[0]
    postpone_fixture(
        fixture=later, new_date=demo.today + 5 * DAY, reason="A funeral at the pub.", by=demo.by,
        at=moment(demo.night(9) - DAY, 12), asked_by=later.home,
    )  # fmt: skip
    moved = demo.matches(9, rank=1)[0]
    postpone_fixture(
        fixture=moved, new_date=demo.today - DAY, reason="Three of the side are away.", by=demo.by,
        at=moment(demo.night(9) - 2 * DAY, 19), asked_by=moved.away,
    )  # fmt: skip
    demo.play([each for each in demo.matches(8) if each.pk != lost.pk])


def award_walkover(demo: DemoSeason) -> None:
    """Nobody came and nobody rang: a walkover, and points off for it."""
    fixture = demo.matches(9, rank=2)[-1]
    card = Card(ending=Ending.WALKOVER_HOME, remarks="We waited until nine. Nobody came and nobody rang.")
    demo.send(fixture, card, moment(demo.night(9), 21, 20))
    assert fixture.away is not None
    adjust_points(
        entry=fixture.away, kind=AdjustmentKind.NO_SHOW, points=Fraction(-2), fixture=fixture, on=demo.night(9) + DAY,
        reason=f"Failed to turn up at {fixture.home}", by=demo.by, at=moment(demo.night(9) + DAY, 20),
    )  # fmt: skip


def correct_one_result(demo: DemoSeason) -> None:
    """The rest of week nine, and a result that the secretary put right a day later."""
    night = demo.night(9)
    rest = [each for each in demo.matches(9) if each.date == night]
    wrong, others = rest[0], rest[1:]
    card = demo.card(wrong)
    sent = demo.send(wrong, swapped(card, 2), moment(night, 22, 31))
    demo.agree(wrong, sent, moment(night + DAY, 8, 12))
    correct_result(
        fixture=wrong, card=card, key=uuid_from(demo.random), seen=demo.version(wrong), by=demo.officers.results,
        at=moment(night + 2 * DAY, 18, 40), reason="S3 was given to the wrong side. Both captains rang.",
    )  # fmt: skip
    demo.play(others)


def deduct_points(demo: DemoSeason) -> None:
    """Deductions: one that stands, one partly bought back, one that the committee took back."""
    top, middle, low = (demo.matches(12, rank=1)[number].home for number in (0, 2, 4))
    late, results = AdjustmentKind.LATE_CARD, demo.officers.results
    adjust_points(
        entry=low, kind=late, points=Fraction(-1), on=demo.night(3) + 5 * DAY, by=results,
        reason="The card of week 3 came five days late", at=moment(demo.night(3) + 5 * DAY, 17),
    )  # fmt: skip
    adjust_points(
        entry=middle, kind=late, points=Fraction(-2), on=demo.night(5) + 5 * DAY, by=results,
        reason="Cards of weeks 4 and 5 were late", at=moment(demo.night(5) + 5 * DAY, 17),
    )  # fmt: skip
    adjust_points(
        entry=middle, kind=AdjustmentKind.BUY_BACK, points=Fraction(1), on=demo.night(7), by=demo.by,
        reason="Ran the raffle at the presentation night", at=moment(demo.night(7), 12),
    )  # fmt: skip
    taken = adjust_points(
        entry=top, kind=AdjustmentKind.DEDUCTION, points=Fraction(-3), on=demo.night(6) + DAY, by=demo.by,
        reason="Played somebody who was not registered", at=moment(demo.night(6) + DAY, 19),
    )  # fmt: skip
    revoke_adjustment(
        adjustment=taken, by=demo.by, at=moment(demo.night(7) + DAY, 19),
        reason="The form had been handed in on time and was mislaid.",
    )  # fmt: skip


def play_last_week(demo: DemoSeason) -> None:
    """A quarrel, a card that has not come, a player signed on the night in a match with a puzzle in it, and others."""
    night = demo.night(10)
    missing, quarrel, signing, *others = demo.matches(10, rank=1)
    demo.play([*others, *demo.matches(10, rank=2)])
    card = demo.card(quarrel)
    demo.send(quarrel, card, moment(night, 22, 48))
    demo.send(quarrel, swapped(swapped(card, 4), 7), moment(night + DAY, 9, 30), SentFor.AWAY)
    pegged = live.peg_first_game(demo, signing, demo.card(signing, newcomer=NEWCOMERS[0]), moment(night, 20, 10))
    signed = demo.send(signing, pegged, moment(night, 22, 15))
    demo.agree(signing, signed, moment(night, 22, 40))
    live.find_puzzle(signing, moment(demo.today - DAY, 4))
    begun = demo.card(missing)
    save_draft(
        fixture=missing, by=demo.club(missing.home).captain, at=moment(night, 23, 5),
        card=replace(begun, lines=begun.lines[:3]),
    )  # fmt: skip


def play_yesterday(demo: DemoSeason) -> None:
    """The match put off from week nine was played last night and pegged on a phone; its card waits for an answer."""
    night = demo.today - DAY
    fixture = next(each for each in demo.matches(9, rank=1) if each.date == night)
    card = live.peg_last_night(demo, fixture, demo.card(fixture), moment(night, 20, 10))
    demo.send(fixture, card, moment(night, 22, 52))


def play_tonight(demo: DemoSeason) -> None:
    """One match has begun and is pegged live; of the others the cards are still to come."""
    fixture = demo.matches(11, rank=1)[-1]
    mark_in_play(lock_fixture(fixture.pk))
    live.peg_tonight(demo, fixture, live.line_up(fixture), begun_tonight(demo.today))


def begun_tonight(today: date) -> datetime:
    """Ten past eight; or so that the last tap was just now, for whoever looks at the demonstration earlier that day."""
    evening, lately = moment(today, 20, 10), localtime().replace(second=0, microsecond=0) - PLAYED_SO_FAR
    return min(evening, lately) if localdate(lately) == today else evening


def plan_next_weeks(demo: DemoSeason) -> None:
    """Two captains would like to move matches: about one the other side has agreed."""
    agreed, asked = demo.matches(12, rank=1)[1], demo.matches(13, rank=2)[0]
    at = moment(demo.today - 2 * DAY, 20, 15)
    assert agreed.away is not None
    request = ask_move(
        fixture=agreed, asked_by=agreed.home, new_date=demo.night(12) + 2 * DAY, at=at,
        reason="The pub has a wedding that night.", by=demo.club(agreed.home).captain,
    )  # fmt: skip
    answer_move(move_request=request, agreed=True, by=demo.club(agreed.away).captain, at=at + timedelta(hours=2))
    assert asked.away is not None
    ask_move(
        fixture=asked, asked_by=asked.away, at=moment(demo.today - DAY, 18), by=demo.club(asked.away).captain,
        reason="Four of us are on a coach trip.",
    )  # fmt: skip


def change_squads(demo: DemoSeason) -> None:
    """Two registrations and two transfers that wait."""
    at = moment(demo.today - DAY, 17, 30)
    one, two, three, four = (demo.club(each.home) for each in demo.matches(12, rank=1)[:4])
    ask_registration(team=one.team, name=NEWCOMERS[1], by=one.captain, at=at)
    ask_registration(
        team=two.team, name="Kieran Lister", under_18=True, guardian_agreed_on=demo.today - DAY, by=two.captain,
        at=at + timedelta(minutes=9),
    )  # fmt: skip
    wanted = Player.objects.get(pk=int(three.squad.players[-1].id))
    ask_transfer(player=wanted, joins=four.team, by=four.captain, at=at)
    wanted = Player.objects.get(pk=int(four.squad.players[-1].id))
    both = ask_transfer(player=wanted, joins=one.team, by=one.captain, at=at + timedelta(minutes=20))
    agree_transfer(transfer=both, team=four.team, by=four.captain, at=at + timedelta(hours=1))
