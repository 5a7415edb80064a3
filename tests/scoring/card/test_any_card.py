"""Whatever a card says, judging it never fails: the values may be nonsense, the functions may not."""

from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.card.check import check
from scoring.card.differences import differences
from scoring.card.faults import SEVERITY
from scoring.card.outcome import appearances, tally
from scoring.card.presets import PRESETS
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side, Signing
from scoring.codec import decode, encode
from tests.scoring.strategies_card import BELL_NAMES, CROWN_NAMES, match_of
from tests.seeds import examples

MATCHES = {key: match_of(key) for key in PRESETS}

numbers = st.one_of(st.integers(-2, 130), st.just(10**30))
names = st.one_of(st.sampled_from(CROWN_NAMES + BELL_NAMES), st.text(max_size=12))
ids = st.one_of(st.none(), st.sampled_from(["crown-0", "crown-1", "bell-0", "plough-0"]), st.text(max_size=4))
people = st.lists(st.builds(Named, ids, names), max_size=3).map(tuple)
sides = st.sampled_from(Side)
games = st.builds(
    GameScore,
    st.one_of(st.none(), sides),
    st.one_of(st.none(), numbers),
    st.one_of(st.none(), numbers),
    st.one_of(st.none(), numbers),
    st.sampled_from(How),
)
lines = st.lists(st.builds(LineScore, people, people, st.lists(games, max_size=4).map(tuple)), max_size=10).map(tuple)
cards = st.builds(
    Card,
    st.sampled_from(Ending),
    lines,
    st.one_of(st.none(), st.tuples(numbers, numbers)),
    st.lists(st.builds(Signing, sides, names), max_size=3).map(tuple),
    st.text(max_size=5),
    st.text(max_size=5),
)


@settings(max_examples=examples(300), deadline=None)
@given(cards, st.sampled_from(sorted(PRESETS)))
def test_any_card_is_judged_without_failing(card, league):
    match = MATCHES[league]
    problems = check(card, match)
    assert problems == check(card, match)
    assert all(SEVERITY[problem.code] is problem.severity for problem in problems)
    assert all(problem.message.endswith((".", "?")) for problem in problems)
    assert len(set(problems)) == len(problems)


@settings(max_examples=examples(200), deadline=None)
@given(cards, cards, st.sampled_from(sorted(PRESETS)))
def test_differences_are_the_same_from_both_sides(ours, theirs, league):
    match = MATCHES[league]
    there = differences(ours, theirs, match)
    back = differences(theirs, ours, match)
    assert [(each.path, each.ours, each.theirs) for each in there] == [
        (each.path, each.theirs, each.ours) for each in back
    ]
    assert differences(ours, ours, match) == ()


@settings(max_examples=examples(200), deadline=None)
@given(cards, st.sampled_from(sorted(PRESETS)))
def test_any_card_adds_up_and_survives_the_post(card, league):
    match = MATCHES[league]
    total = tally(card, match, match.scheme)
    assert isinstance(total.home_points, Fraction)
    assert decode(encode(total)) == total
    assert decode(encode(card)) == card
    appearances(card, match.format)
