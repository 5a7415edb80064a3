"""Edits of a list by hand: what each one changes, and that full nights stay full."""

from collections import Counter
from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.season.schedule.circle import plain_list, short_of_nights
from scoring.season.schedule.edits import (
    ExchangeNights,
    MoveMatch,
    NotListedError,
    SwapNights,
    TurnRound,
    apply_edit,
    replacements,
)
from scoring.season.schedule.task import Division, Match, SecondHalf, Task, Team, Venue

FIRST = date(2026, 9, 7)
NIGHTS = tuple(FIRST + timedelta(weeks=week) for week in range(40))


def make_task(teams: int, *, mirrored: bool = False, legs: int = 2) -> Task:
    names = tuple(f"T{number}" for number in range(1, teams + 1))
    half = SecondHalf.MIRRORED if mirrored else SecondHalf.FREE
    return Task(
        id="list",
        divisions=(Division("D1", "Division One", names, NIGHTS, legs, second_half=half),),
        venues=tuple(Venue(f"V{name}", f"Pub {name}") for name in names),
        teams=tuple(Team(name, f"Team {name}", f"V{name}", "D1") for name in names),
    )


FOUR = make_task(4)
LIST = plain_list(FOUR)


def rounds(matches):
    """How many matches each night has, and how many each team has on it at most."""
    nights = Counter(match.date for match in matches)
    seats = Counter((team, match.date) for match in matches for team in (match.home, match.away))
    return nights, max(seats.values())


def test_a_match_moves_alone():
    match = LIST[0]
    after = apply_edit(FOUR, LIST, MoveMatch(match, NIGHTS[20]))
    assert set(LIST) - set(after) == {match}
    assert set(after) - set(LIST) == {replace(match, date=NIGHTS[20])}


def test_two_matches_swap_nights():
    one, other = LIST[0], LIST[-1]
    changed = replacements(FOUR, LIST, SwapNights(one, other))
    assert changed == ((one, replace(one, date=other.date)), (other, replace(other, date=one.date)))


def test_a_match_is_turned_round_alone_or_with_the_return():
    match = LIST[0]
    assert replacements(FOUR, LIST, TurnRound(match)) == ((match, replace(match, home=match.away, away=match.home)),)
    both = replacements(FOUR, LIST, TurnRound(match, both=True))
    assert [{before.home, before.away} for before, _ in both] == [{match.home, match.away}] * 2
    assert Counter((m.home, m.away) for m in apply_edit(FOUR, LIST, TurnRound(match, both=True))) == Counter(
        (m.home, m.away) for m in LIST
    )


def test_only_one_of_two_equal_matches_moves():
    doubled = (*LIST, LIST[0])
    after = apply_edit(FOUR, doubled, MoveMatch(LIST[0], NIGHTS[20]))
    assert Counter(after)[LIST[0]] == 1


@pytest.mark.parametrize("edit", [MoveMatch, ExchangeNights])
def test_a_match_of_another_list_is_refused(edit):
    with pytest.raises(NotListedError):
        replacements(FOUR, LIST, edit(Match("D1", FIRST, "T1", "T9"), NIGHTS[1]))


sizes = st.integers(min_value=3, max_value=12)


@given(teams=sizes, mirrored=st.booleans(), draw=st.integers(0, 99), data=st.data())
def test_an_exchange_keeps_every_night_full(teams, mirrored, draw, data):
    task = make_task(teams, mirrored=mirrored)
    matches = plain_list(task, draw)
    match = data.draw(st.sampled_from(matches))
    to = data.draw(st.sampled_from(sorted({each.date for each in matches} - {match.date})))
    after = apply_edit(task, matches, ExchangeNights(match, to))

    assert rounds(after) == rounds(matches)
    assert Counter((m.home, m.away) for m in after) == Counter((m.home, m.away) for m in matches)
    assert any((m.home, m.away, m.date) == (match.home, match.away, to) for m in after)
    if mirrored:
        nights = sorted({m.date for m in after})
        games = [{(m.home, m.away) for m in after if m.date == night} for night in nights]
        half = len(nights) // 2
        assert games[half:] == [{(away, home) for home, away in night} for night in games[:half]]


@given(teams=sizes, draw=st.integers(0, 99), data=st.data())
def test_an_exchange_is_taken_back_by_exchanging_again(teams, draw, data):
    task = make_task(teams)
    matches = plain_list(task, draw)
    match = data.draw(st.sampled_from(matches))
    to = data.draw(st.sampled_from(task.divisions[0].dates[:30]))
    there = apply_edit(task, matches, ExchangeNights(match, to))
    assert apply_edit(task, there, ExchangeNights(replace(match, date=to), match.date)) == matches


@given(teams=st.integers(2, 14), legs=st.integers(1, 3), draw=st.integers(0, 9))
def test_a_plain_list_is_a_round_robin_on_the_first_nights(teams, legs, draw):
    task = make_task(teams, legs=legs)
    matches = plain_list(task, draw)
    met = Counter(frozenset((match.home, match.away)) for match in matches)
    assert len(met) == teams * (teams - 1) // 2
    assert set(met.values()) == {legs}
    nights, most = rounds(matches)
    assert most == 1
    assert sorted(nights) == list(NIGHTS[: task.divisions[0].rounds])


def test_a_plain_list_wants_its_nights():
    division = replace(FOUR.divisions[0], dates=NIGHTS[:5])
    short = replace(FOUR, divisions=(division,))
    assert short_of_nights(short) == (division,)
    with pytest.raises(ValueError, match="too few nights for Division One"):
        plain_list(short)
