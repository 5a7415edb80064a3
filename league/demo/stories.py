"""What makes a season worth looking at: quarrels, a closed road, a team that folds, and the matches of tonight.

What had a story is told by the actions that people take on the site, at the time when they would have taken them.
"""

from dataclasses import replace
from datetime import timedelta
from fractions import Fraction

from league.demo import pegged
from league.demo.book import DAY, Book
from league.demo.cards import swapped, uuid_from
from league.demo.cups.tell import tell_cups
from league.demo.dates import moment
from league.demo.names import NEWCOMERS
from league.demo.wishes import next_season
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


def tell_harthwaite(book: Book) -> None:
    """Ten weeks played, tonight, what is asked of next season, and the cups beside it all."""
    folding(book)
    for week in range(1, 8):
        book.play(book.matches(week))
    put_off(book)
    walkover(book)
    corrected(book)
    points_taken(book)
    last_week(book)
    yesterday(book)
    tonight(book)
    next_weeks(book)
    squads(book)
    next_season(book)
    tell_cups(book)


def tell_skelby(book: Book) -> None:
    """A smaller league in which almost everything goes as it should."""
    first = book.matches(9)[0]
    postpone_fixture(fixture=first, reason="No heating", by=book.by, at=moment(book.night(9), 10), asked_by=first.home)
    for week in range(1, 11):
        book.play(book.matches(week) if week != 9 else book.matches(9)[1:])


def folding(book: Book) -> None:
    """A team of the lower division cannot raise a side any more after five weeks."""
    entries = Entry.objects.filter(division__competition__season=book.season).select_related(
        "team", "division__competition__season"
    )
    leaver = entries.order_by("-division__rank", "-pk")[0]
    on = book.night(5) + 2 * DAY
    for week in range(1, 6):
        book.play(book.matches(week))
    withdraw_team(
        entry=leaver, on=on, by=book.by, at=moment(on, 18, 5), reason="Down to four players, two of them poorly."
    )


def put_off(book: Book) -> None:
    """Matches that were put off: one with no date yet, one to a night to come, one that was played last night."""
    lost = book.matches(8, rank=1)[0]
    postpone_fixture(
        fixture=lost,
        reason="The moor road was closed.",
        by=book.by,
        at=moment(book.night(8), 16),
        asked_by=lost.away,
    )
    later = book.matches(9, rank=2)[0]
    postpone_fixture(
        fixture=later, new_date=book.today + 5 * DAY, reason="A funeral at the pub.", by=book.by,
        at=moment(book.night(9) - DAY, 12), asked_by=later.home,
    )  # fmt: skip
    moved = book.matches(9, rank=1)[0]
    postpone_fixture(
        fixture=moved, new_date=book.today - DAY, reason="Three of the side are away.", by=book.by,
        at=moment(book.night(9) - 2 * DAY, 19), asked_by=moved.away,
    )  # fmt: skip
    book.play([each for each in book.matches(8) if each.pk != lost.pk])


def walkover(book: Book) -> None:
    """Nobody came and nobody rang: a walkover, and points off for it."""
    fixture = book.matches(9, rank=2)[-1]
    card = Card(ending=Ending.WALKOVER_HOME, remarks="We waited until nine. Nobody came and nobody rang.")
    book.send(fixture, card, moment(book.night(9), 21, 20))
    assert fixture.away is not None
    adjust_points(
        entry=fixture.away, kind=AdjustmentKind.NO_SHOW, points=Fraction(-2), fixture=fixture, on=book.night(9) + DAY,
        reason=f"Did not turn up at {fixture.home}", by=book.by, at=moment(book.night(9) + DAY, 20),
    )  # fmt: skip


def corrected(book: Book) -> None:
    """The rest of week nine, and a result that the secretary put right a day later."""
    night = book.night(9)
    rest = [each for each in book.matches(9) if each.date == night]
    wrong, others = rest[0], rest[1:]
    card = book.card(wrong)
    sent = book.send(wrong, swapped(card, 2), moment(night, 22, 31))
    book.agree(wrong, sent, moment(night + DAY, 8, 12))
    correct_result(
        fixture=wrong, card=card, key=uuid_from(book.random), seen=book.version(wrong), by=book.officers.results,
        at=moment(night + 2 * DAY, 18, 40), reason="S3 was given to the wrong side. Both captains rang.",
    )  # fmt: skip
    book.play(others)


def points_taken(book: Book) -> None:
    """Deductions: one that stands, one partly bought back, one that the committee took back."""
    top, middle, low = (book.matches(12, rank=1)[number].home for number in (0, 2, 4))
    late, results = AdjustmentKind.LATE_CARD, book.officers.results
    adjust_points(
        entry=low, kind=late, points=Fraction(-1), on=book.night(3) + 5 * DAY, by=results,
        reason="The card of week 3 came five days late", at=moment(book.night(3) + 5 * DAY, 17),
    )  # fmt: skip
    adjust_points(
        entry=middle, kind=late, points=Fraction(-2), on=book.night(5) + 5 * DAY, by=results,
        reason="Cards of weeks 4 and 5 were late", at=moment(book.night(5) + 5 * DAY, 17),
    )  # fmt: skip
    adjust_points(
        entry=middle, kind=AdjustmentKind.BUY_BACK, points=Fraction(1), on=book.night(7), by=book.by,
        reason="Ran the raffle at the presentation night", at=moment(book.night(7), 12),
    )  # fmt: skip
    taken = adjust_points(
        entry=top, kind=AdjustmentKind.DEDUCTION, points=Fraction(-3), on=book.night(6) + DAY, by=book.by,
        reason="Played somebody who was not registered", at=moment(book.night(6) + DAY, 19),
    )  # fmt: skip
    revoke_adjustment(
        adjustment=taken, by=book.by, at=moment(book.night(7) + DAY, 19),
        reason="The form had been handed in on time and was mislaid.",
    )  # fmt: skip


def last_week(book: Book) -> None:
    """A quarrel, a card that has not come, a player signed on the night, and matches as they should be."""
    night = book.night(10)
    missing, quarrel, signing, *others = book.matches(10, rank=1)
    book.play([*others, *book.matches(10, rank=2)])
    card = book.card(quarrel)
    book.send(quarrel, card, moment(night, 22, 48))
    book.send(quarrel, swapped(swapped(card, 4), 7), moment(night + DAY, 9, 30), SentFor.AWAY)
    signed = book.send(signing, book.card(signing, newcomer=NEWCOMERS[0]), moment(night, 22, 15))
    book.agree(signing, signed, moment(night, 22, 40))
    begun = book.card(missing)
    save_draft(
        fixture=missing, by=book.club(missing.home).captain, at=moment(night, 23, 5),
        card=replace(begun, lines=begun.lines[:3]),
    )  # fmt: skip


def yesterday(book: Book) -> None:
    """The match put off from week nine was played last night and pegged on a phone; its card waits for an answer."""
    night = book.today - DAY
    fixture = next(each for each in book.matches(9, rank=1) if each.date == night)
    card = pegged.last_night(book, fixture, book.card(fixture), moment(night, 20, 10))
    book.send(fixture, card, moment(night, 22, 52))


def tonight(book: Book) -> None:
    """One match has begun and is pegged live; of the others the cards are still to come."""
    fixture = book.matches(11, rank=1)[-1]
    mark_in_play(lock_fixture(fixture.pk))
    pegged.tonight(book, fixture, pegged.line_up(fixture), moment(book.today, 10, 15))


def next_weeks(book: Book) -> None:
    """Two captains would like to move matches: about one the other side has agreed."""
    agreed, asked = book.matches(12, rank=1)[1], book.matches(13, rank=2)[0]
    at = moment(book.today - 2 * DAY, 20, 15)
    assert agreed.away is not None
    request = ask_move(
        fixture=agreed, asked_by=agreed.home, new_date=book.night(12) + 2 * DAY, at=at,
        reason="The pub has a wedding that night.", by=book.club(agreed.home).captain,
    )  # fmt: skip
    answer_move(request=request, agreed=True, by=book.club(agreed.away).captain, at=at + timedelta(hours=2))
    assert asked.away is not None
    ask_move(
        fixture=asked, asked_by=asked.away, at=moment(book.today - DAY, 18), by=book.club(asked.away).captain,
        reason="Four of us are on a coach trip.",
    )  # fmt: skip


def squads(book: Book) -> None:
    """Two registrations and two transfers that wait."""
    at = moment(book.today - DAY, 17, 30)
    one, two, three, four = (book.club(each.home) for each in book.matches(12, rank=1)[:4])
    ask_registration(team=one.team, name=NEWCOMERS[1], by=one.captain, at=at)
    ask_registration(
        team=two.team, name="Kieran Lister", under_18=True, guardian_agreed_on=book.today - DAY, by=two.captain,
        at=at + timedelta(minutes=9),
    )  # fmt: skip
    wanted = Player.objects.get(pk=int(three.squad.players[-1].id))
    ask_transfer(player=wanted, joins=four.team, by=four.captain, at=at)
    wanted = Player.objects.get(pk=int(four.squad.players[-1].id))
    both = ask_transfer(player=wanted, joins=one.team, by=one.captain, at=at + timedelta(minutes=20))
    agree_transfer(transfer=both, team=four.team, by=four.captain, at=at + timedelta(hours=1))
