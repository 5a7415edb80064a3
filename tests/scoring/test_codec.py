"""Values to JSON and back: round trips, a stable form, and errors that name the path."""

import json
from datetime import date
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.card.check import check
from scoring.card.differences import differences
from scoring.card.league_rules import Step, WithdrawalPolicy
from scoring.card.match import Squad
from scoring.card.outcome import Tally, appearances, tally
from scoring.card.points import BuyBack, Offence, Penalty, Scheme
from scoring.card.presets import PRESETS, preset
from scoring.card.sheet import Card, GameScore, How, LineScore, Named, Side, Signing
from scoring.codec import NAMES, CodecError, decode, decode_as, encode
from scoring.season.knockout.cups import HOME_AND_AWAY, OPEN_DAY, SINGLES, TEAM_KNOCKOUT, Part
from scoring.season.knockout.draw import Byes, DrawRules, Entrant, Lots, Tag, make_draw
from scoring.season.knockout.facts import (
    Dealt,
    Disqualified,
    Drawn,
    Entered,
    Paired,
    Placed,
    Replayed,
    Resolved,
    Returned,
    Ruling,
    ScoreCorrected,
    Scored,
    WalkedOver,
    Withdrew,
)
from scoring.season.ledger import Adjustment, Withdrawal
from scoring.season.specimen import Habits, generate_card
from scoring.season.table import table
from tests.scoring.strategies_card import MATCH_DAY, NEWCOMERS, card_of, edited, match_of, season_of
from tests.seeds import examples


def posted(value):
    """The value after a journey through text."""
    return decode(json.loads(json.dumps(encode(value))))


def one_of_each():
    """At least one value of every type that has a name."""
    league, match = preset("leek"), match_of("leek")
    card = generate_card(Random(1), match, habits=Habits(newcomer=1, hands=1, pegs=1), newcomers=NEWCOMERS)
    teams, outcomes = season_of(Random(2), league, 4)
    wrong = edited(card_of(match), "lines.0.games.0.home_pegs", 62)
    scheme = Scheme(
        "fines",
        per_game=Fraction(1, 3),
        penalties=(Penalty(Offence.LATE_CARD, (Fraction(0), Fraction(5, 2))),),
        buy_back=BuyBack(Fraction(2), 500, 14),
    )
    return [
        *PRESETS.values(),
        league.format,
        league.format.lines[0],
        scheme,
        match,
        match.home,
        match.home.players[0],
        card,
        card.lines[0],
        check(wrong, match)[0],
        differences(card, wrong, match)[0],
        tally(card, match, match.scheme),
        appearances(card, match.format)[0],
        outcomes[0],
        table(teams, outcomes, league.scheme, league.steps)[0],
        Adjustment("a", Fraction(-7, 2), "late card", MATCH_DAY, Fraction(1)),
        Withdrawal("a", MATCH_DAY, WithdrawalPolicy.AWARD, 2, Fraction(4)),
        *of_a_cup(),
    ]


def of_a_cup():
    entrants = [
        Entrant("bell", venue="bell"),
        Entrant("crown-a", venue="crown", seed=1),
        Entrant("crown-b", venue="crown"),
    ]
    rules = DrawRules(byes=Byes.SEEDS, apart=(Tag.VENUE, Tag.DIVISION))
    draw = make_draw(entrants, rules, Lots("4 11 23", "main 1"), frozenset({"bell", "crown-b"}))
    return [
        *(SINGLES, TEAM_KNOCKOUT, HOME_AND_AWAY, OPEN_DAY),
        rules,
        draw,
        Drawn(Part.PLATE, 1, draw),
        Scored("main-1-1", 2, 1),
        ScoreCorrected("main-1-1", 1, 2, "read the wrong way round"),
        WalkedOver("main-1-1", "bell", "no show"),
        Replayed("main-1-1", "wrong set"),
        Withdrew("bell", "pub shut"),
        Returned("bell", "pub open again"),
        Disqualified("bell", "ringer", "main-1-1"),
        Entered(Entrant("swan"), "main-1-2", "card was lost", "crown-a"),
        Resolved("main-2-1", Ruling.REPLAY, "committee"),
        Dealt(tuple(entrants), (Tag.VENUE,), Lots("4 11 23", "groups"), ("bell", "swan"), (("bell",), ("swan",))),
        Paired(2, (("bell", "swan"),), "crown-a", ("crown-b",)),
        Placed(1, ("swan", "bell"), "play-off"),
    ]


def test_every_named_type_makes_the_round_trip():
    values = one_of_each()
    assert {type(value) for value in values} == set(NAMES)
    for value in values:
        assert posted(value) == value


@settings(max_examples=examples(200), deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)))
def test_generated_cards_make_the_round_trip(seed, league):
    card = generate_card(Random(seed), match_of(league), habits=Habits(short=0.5, quick=0.2), newcomers=NEWCOMERS)
    assert posted(card) == card


def test_form_of_a_card_is_stable():
    """This is what lies in databases: if it changes, the version must too."""
    card = Card(
        lines=(LineScore((Named("p1", "Ann"),), (Named(None, "Bo"),), (GameScore(Side.HOME, 61, 40, 5),)),),
        signings=(Signing(Side.AWAY, "Bo Ek"),),
        remarks="Late.",
    )
    assert encode(card) == {
        "version": 1,
        "type": "card",
        "ending": "played",
        "lines": [
            {
                "home": [{"id": "p1", "name": "Ann"}],
                "away": [{"id": None, "name": "Bo"}],
                "games": [{"winner": "home", "home_pegs": 61, "away_pegs": 40, "hands": 5, "how": "played"}],
            }
        ],
        "quick": None,
        "signings": [{"side": "away", "name": "Bo Ek"}],
        "remarks": "Late.",
        "protest": "",
    }


def test_form_of_a_tally_and_an_adjustment_is_stable():
    worth = tally(Card.score_only(8, 7), preset("two-and-half").format, preset("two-and-half").scheme)
    assert encode(worth)["away_points"] == "7/2"
    assert encode(Adjustment("crown", Fraction(-1, 2), "late", date(2026, 11, 24))) == {
        "version": 1,
        "type": "adjustment",
        "team": "crown",
        "points": "-1/2",
        "reason": "late",
        "on": "2026-11-24",
        "bought_back": "0",
    }


def test_fields_left_out_have_their_defaults():
    assert decode({"version": 1, "type": "card"}) == Card()
    assert decode({"version": 1, "type": "squad", "id": "c", "name": "Crown"}) == Squad("c", "Crown")


@pytest.mark.parametrize(
    ("change", "path", "expected"),
    [
        ({"version": 2}, "version", "newer program"),
        ({"version": True}, "version", "1"),
        ({"version": None}, "version", "1"),
        ({"type": "sandwich"}, "type", "one of adjustment, appearance, card"),
        ({"type": ["card"]}, "type", "one of"),
        ({"ending": "rain"}, "ending", "one of played, walkover-home"),
        ({"lines": {}}, "lines", "a list"),
        ({"lines": ["S1"]}, "lines.0", "an object"),
        ({"lines": [{"games": [{}]}]}, "lines.0.games.0.winner", "a value"),
        ({"lines": [{"games": [{"winner": "both"}]}]}, "lines.0.games.0.winner", "one of home, away"),
        ({"lines": [{"games": [{"winner": None, "hands": "4"}]}]}, "lines.0.games.0.hands", "a whole number"),
        ({"lines": [{"games": [{"winner": None, "hands": True}]}]}, "lines.0.games.0.hands", "a whole number"),
        ({"lines": [{"games": [{"winner": None, "home_pegs": 6.1}]}]}, "lines.0.games.0.home_pegs", "a whole number"),
        ({"lines": [{"home": [{"id": 7, "name": "Ann"}]}]}, "lines.0.home.0.id", "text"),
        ({"quick": [6, 3, 1]}, "quick", "a list of 2"),
        ({"quick": [6, None]}, "quick.1", "a whole number"),
        ({"remarks": None}, "remarks", "text"),
        ({"remark": "x"}, "remark", "one of ending, lines"),
    ],
)
def test_error_names_the_path_and_what_was_expected(change, path, expected):
    with pytest.raises(CodecError) as error:
        decode({"version": 1, "type": "card"} | change)
    assert error.value.path == path
    assert expected in str(error.value)


@pytest.mark.parametrize("points", ["1/0", "a", "0.5", "1/2/3", 0.5, True, None, "", "1e9"])
def test_points_are_whole_or_a_fraction(points):
    data = encode(Adjustment("a", Fraction(1), "x", MATCH_DAY)) | {"points": points}
    with pytest.raises(CodecError, match=r"points: expected a whole number or a fraction"):
        decode(data)


@pytest.mark.parametrize("day", ["24/11/2026", "2026-13-01", "", 20261124, None])
def test_dates_are_dates(day):
    with pytest.raises(CodecError, match="on: expected a date"):
        decode(encode(Adjustment("a", Fraction(1), "x", MATCH_DAY)) | {"on": day})


@pytest.mark.parametrize("data", [None, [], "card", 1])
def test_what_is_no_object_is_refused(data):
    with pytest.raises(CodecError, match="the whole value: expected an object"):
        decode(data)


def test_wanted_type_is_insisted_on():
    assert decode_as(Card, encode(Card())) == Card()
    with pytest.raises(CodecError, match="type: expected 'tally'"):
        decode_as(Tally, encode(Card()))


def test_only_named_values_have_a_form():
    with pytest.raises(TypeError, match="no JSON form for How"):
        encode(How.PLAYED)
    with pytest.raises(TypeError, match="no JSON form for Step"):
        encode(Step.POINTS)
