"""Games: pegs, totals, tiles and a mixture; undo and correction; the end of hands and of games."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.play.board import Landed
from scoring.play.events import (
    KINDS,
    Corrected,
    Drew,
    EventFormError,
    HandEnded,
    HandStarted,
    HistoryError,
    Inserted,
    Knocked,
    MugginsCalled,
    Pegged,
    PeggedBack,
    RevokeShown,
    TilePlayed,
    TotalCalled,
    Undone,
    from_json,
    to_json,
)
from scoring.play.finding import IllegalEvent
from scoring.play.game import GameError, apply, new_game, replay
from scoring.play.hand import HandError
from scoring.play.presets import preset
from scoring.play.tiles import Tile, parse_tiles

PAGAT = preset("fives-threes:pagat")
LEEK = preset("fives-threes:leek")
ALL_FIVES = preset("all-fives")
MUGGINS = preset("muggins")


def game(*events, rules=PAGAT, players=2, leader=None):
    return replay(new_game(rules, players, leader), events)


def deal(*texts):
    return tuple(parse_tiles(text) for text in texts)


def pegs(*taken):
    """Pegs of sides 0 and 1 in turn."""
    return tuple(Pegged(f"p{n}", n % 2, number) for n, number in enumerate(taken))


def tile(id_, seat, text, at=None, claimed=None):
    return TilePlayed(id_, seat, Tile.parse(text), Tile.parse(at) if at else None, claimed)


# Pegs, totals, tiles, and all three


def test_a_game_is_told_in_pegs_alone():
    told = game(*pegs(8, 3, 4, 0, 2))
    assert told.scores == (14, 3)
    assert [track.back for track in told.board.tracks] == [12, 0]
    assert told.winner is None


def test_the_three_ways_to_tell_a_hand_come_to_the_same():
    in_tiles = game(HandStarted("h", 0), tile("a", 0, "66"), tile("b", 1, "60"), tile("c", 0, "65", "66"))
    in_totals = game(HandStarted("h", 0), TotalCalled("a", 0, 12), TotalCalled("b", 1, 12), TotalCalled("c", 0, 5))
    in_pegs = game(HandStarted("h", 0), Pegged("a", 0, 4), Pegged("b", 1, 4), Pegged("c", 0, 1))
    assert in_tiles.board == in_totals.board == in_pegs.board
    assert in_tiles.scores == (5, 4)


def test_after_a_gap_a_tile_is_worth_what_was_claimed():
    begun = (HandStarted("h", 0), tile("a", 0, "66"), Pegged("b", 1, 4))
    assert game(*begun, tile("c", 0, "65", claimed=1)).scores == (5, 4)
    with pytest.raises(GameError) as refused:
        game(*begun, tile("c", 0, "65"))
    assert (refused.value.code, refused.value.token) == ("table_unknown", "c")


def test_a_tile_before_any_hand_is_the_drop():
    assert game(tile("a", 1, "66")).hand.leader == 1


def test_the_first_to_play_has_the_drop_unless_somebody_else_was_said_to():
    assert game(HandStarted("h"), tile("a", 1, "66")).hand.leader == 1
    with pytest.raises(GameError) as refused:
        game(HandStarted("h", 1), tile("a", 0, "66"))
    assert refused.value.code == "not_your_turn"


# Winning


def test_the_first_to_the_target_exactly_wins_and_nothing_follows():
    told = game(Pegged("a", 0, 60), Pegged("b", 0, 2), Pegged("c", 0, 1))
    assert (told.winner, told.scores) == (0, (61, 0))
    with pytest.raises(GameError) as refused:
        apply(told, Pegged("d", 1, 3))
    assert (refused.value.code, refused.value.ply) == ("game_over", 4)


def test_the_chip_point_joins_the_last_tile_all_or_nothing():
    hands = HandStarted("h", 0, deal("51", "10 60"))
    assert game(Pegged("a", 0, 59), HandEnded("e"), hands, tile("t", 0, "51")).scores == (59, 0)
    won = game(Pegged("a", 0, 58), HandEnded("e"), hands, tile("t", 0, "51"))
    assert (won.scores, won.winner) == ((61, 0), 0)


def test_nobody_wins_with_the_drop_where_it_is_barred():
    hands = HandStarted("h", 0, deal("66 65", "60 50"))
    barred = game(Pegged("a", 0, 57), HandEnded("e"), hands, tile("t", 0, "66"), rules=LEEK)
    assert (barred.scores, barred.landing.how, barred.winner) == ((57, 0), Landed.BARRED, None)
    no_drop = game(Pegged("a", 1, 57), HandEnded("e"), hands, tile("t", 0, "66"), tile("u", 1, "60"), rules=LEEK)
    assert no_drop.winner == 1  # the opponent's first tile is no drop


def test_the_first_that_is_told_of_a_hand_by_the_side_with_the_drop_is_the_drop():
    def told(*events, leader=0):
        return game(Pegged("a", 0, 57), HandEnded("e"), HandStarted("h", leader), *events, rules=LEEK).winner

    assert told(Pegged("b", 0, 4)) is None
    assert told(Pegged("b", 0, 4, lead=False)) == 0
    assert told(TotalCalled("b", 0, 12)) is None
    assert told(Pegged("b", 1, 0), Pegged("c", 0, 4)) == 0
    assert told(Pegged("b", 0, 4), leader=1) == 0
    assert told(Pegged("b", 0, 4), leader=None) is None  # nobody said whose drop it is


def test_what_was_forgotten_is_put_in_its_place():
    before = (HandStarted("h", 0), Pegged("a", 0, 4), Pegged("b", 1, 2))
    added = Inserted("i", "a", Pegged("x", 1, 8), "forgotten")
    assert game(*before, added).log[-1] == added
    told = game(*before, added, rules=LEEK)
    assert (told.scores, told.board.tracks[1].back) == ((4, 10), 8)
    assert game(*before, added, Undone("u", "i")).scores == (4, 2)
    assert game(*before, added, Undone("u", "a")).scores == (0, 10)
    assert game(*before, added, Corrected("c", "i", Pegged("y", 0, 3), "wrong side")).scores == (7, 2)
    with pytest.raises(HistoryError):
        game(*before, Inserted("i", "nothing", Pegged("x", 1, 8), "forgotten"))


def test_a_game_by_hands_is_won_by_the_highest_when_a_hand_is_over():
    rules = preset("all-fives:by-hands")
    before = (Pegged("a", 0, 101), Pegged("b", 1, 98))
    assert game(*before, rules=rules).winner is None
    assert game(*before, HandEnded("e", out=1, pips=(25, 0)), rules=rules).winner == 1
    tied = game(*before, HandEnded("e", out=1, pips=(15, 0)), rules=rules)
    assert (tied.scores, tied.winner) == ((101, 101), None)


def test_an_exact_finish_may_be_made_or_missed_by_the_settlement():
    rules = preset("all-fives:by-five-exact")
    before = (Pegged("a", 0, 58),)
    assert game(*before, HandEnded("e", out=0, pips=(0, 15)), rules=rules).winner == 0
    missed = game(*before, HandEnded("e", out=0, pips=(0, 20)), rules=rules)
    assert (missed.scores, missed.landing.how) == ((58, 0), Landed.BUST)


# The end of a hand, and the next drop


def test_a_hand_told_in_tiles_closes_and_settles_by_itself():
    told = game(HandStarted("h", 0, deal("55", "61 60")), tile("a", 0, "55"), rules=ALL_FIVES)
    assert told.hand is None
    assert told.scores == (10 + 15, 0)
    (done,) = told.hands
    assert (done.pegs, done.out, done.settled.points) == ((10, 0), 0, (15, 0))


def test_a_game_won_by_a_last_tile_is_over_before_any_settlement():
    rules = ALL_FIVES.but(target=10)
    told = game(HandStarted("h", 0, deal("55", "61 60")), tile("a", 0, "55"), rules=rules)
    assert (told.winner, told.scores, told.hands) == (0, (10, 0), ())


def test_a_hand_whose_tiles_are_not_known_waits_for_the_pips():
    rules = ALL_FIVES.but(deal=((2, 1),))
    told = game(HandStarted("h", 0), tile("a", 0, "55"), rules=rules)
    assert told.hand.table.is_over
    with pytest.raises(GameError) as refused:
        apply(told, HandEnded("e"))
    assert refused.value.code == "pips"
    assert apply(told, HandEnded("e", pips=(0, 13))).scores == (25, 0)


def test_the_lead_passes_to_the_left():
    started = HandStarted("h", 1, deal("66 65", "51", "40 30"))
    told = game(started, tile("a", 1, "51"), players=3)
    assert (told.hands[0].leader, told.next_leader) == (1, 2)
    assert apply(told, HandStarted("i")).hand.leader == 2


def test_who_dominoed_leads_and_after_a_block_it_is_drawn_for():
    rules = ALL_FIVES
    out = game(HandStarted("h", 0, deal("55 61", "51")), tile("a", 0, "55"), tile("b", 1, "51"), rules=rules)
    assert out.next_leader == 1
    blocked = game(HandStarted("h", 0), HandEnded("e", pips=(5, 9)), rules=rules)
    assert blocked.next_leader is None


def test_a_stitched_hand_of_straight_dominoes_is_replayed_from_the_same_drop():
    rules = preset("straight")
    told = game(HandStarted("h", 1), HandEnded("e", pips=(9, 9)), rules=rules)
    assert (told.winner, told.next_leader) == (None, 1)
    assert apply(told, HandStarted("i")).hand.leader == 1
    assert game(HandStarted("h", 1), HandEnded("e", out=0), rules=rules).winner == 0


def test_scores_may_fall_where_each_side_subtracts_its_own():
    rules = preset("all-fives:each-subtracts")
    told = game(Pegged("a", 0, 10), HandEnded("e", out=0, pips=(0, 12)), rules=rules)
    assert told.scores == (10, -10)


def test_the_next_hand_may_start_unannounced_where_nothing_is_settled():
    told = game(HandStarted("h", 0), Pegged("a", 0, 5), HandStarted("i"), Pegged("b", 1, 3))
    assert [done.pegs for done in told.hands] == [(5, 0)]
    assert told.hand.leader == 1
    with pytest.raises(GameError) as refused:
        game(HandStarted("h", 0), HandStarted("i"), rules=ALL_FIVES)
    assert refused.value.code == "hand_not_over"


# Claims and penalties


def test_an_under_claim_stands_and_an_over_claim_does_not():
    started = HandStarted("h", 0, deal("66 65", "60 50"))
    under = game(started, tile("a", 0, "66", claimed=3))
    over = game(started, tile("a", 0, "66", claimed=5))
    assert (under.scores, over.scores) == ((3, 0), (4, 0))
    assert [(c.claimed, c.right) for c in under.claims + over.claims] == [(3, 4), (5, 4)]
    assert game(started, tile("a", 0, "66", claimed=4)).claims == ()


def test_muggins_takes_what_was_missed_until_the_next_tile():
    begun = (HandStarted("h", 0, deal("55 65", "50 61")), tile("a", 0, "55", claimed=0))
    assert game(*begun, MugginsCalled("m", 1), rules=MUGGINS).scores == (0, 10)
    late = (*begun, tile("b", 1, "50"), MugginsCalled("m", 1))
    for events, code in ((late, "nothing_to_call"), ((*begun, MugginsCalled("m", 0)), "nothing_to_call")):
        with pytest.raises(GameError) as refused:
            game(*events, rules=MUGGINS)
        assert refused.value.code == code
    with pytest.raises(GameError, match="not called in this game"):
        game(HandStarted("h", 0, deal("66 65", "60 50")), tile("a", 0, "66", claimed=3), MugginsCalled("m", 1))


def test_muggins_is_called_once_and_on_too_high_a_claim_too():
    begun = (HandStarted("h", 0, deal("54 65", "50 61")), tile("a", 0, "54", claimed=10), MugginsCalled("m", 1))
    told = game(*begun, rules=MUGGINS)
    assert told.scores == (0, 10)
    with pytest.raises(GameError):
        apply(told, MugginsCalled("n", 1))


def test_a_revoke_pegs_back_eight_or_pays_the_opponent():
    assert game(Pegged("a", 0, 20), RevokeShown("r", 0), rules=LEEK).scores == (12, 0)
    assert game(Pegged("a", 0, 7), RevokeShown("r", 0), rules=LEEK).scores == (7, 8)
    won = game(Pegged("a", 1, 53), RevokeShown("r", 0), rules=LEEK)
    assert (won.scores, won.winner) == ((0, 61), 1)
    with pytest.raises(GameError, match="no penalty"):
        game(RevokeShown("r", 0))


def test_a_revoke_among_three_must_say_who_is_paid():
    rules = LEEK.but(deal=((3, 5),))
    with pytest.raises(GameError, match="which opponent"):
        game(RevokeShown("r", 0), rules=rules, players=3)
    assert game(RevokeShown("r", 0, opponent=2), rules=rules, players=3).scores == (0, 0, 8)
    with pytest.raises(GameError, match="their own"):
        game(RevokeShown("r", 0, opponent=0), rules=rules, players=3)


def test_pegs_go_back_by_agreement_to_nought_at_most():
    assert game(Pegged("a", 0, 5), PeggedBack("b", 0, 3, "peg moved twice")).scores == (2, 0)
    assert game(Pegged("a", 0, 5), PeggedBack("b", 0, 9)).scores == (0, 0)
    assert game(Pegged("a", 0, 5), PeggedBack("b", 0, 0)).scores == (5, 0)


STARTED = HandStarted("h", 0, deal("66 65", "60 50"))


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ((Pegged("a", 2, 3),), "side"),
        ((Pegged("a", 0, -3),), "negative"),
        ((PeggedBack("a", 0, -3),), "negative"),
        ((STARTED, tile("a", 0, "66", claimed=-1)), "negative"),
        ((tile("a", 5, "66"),), "seat"),
        ((STARTED, Knocked("b", 2)), "seat"),
        ((STARTED, Knocked("b", -1)), "seat"),
        ((TotalCalled("b", 0, 169),), "total"),
        ((TotalCalled("b", 0, -15),), "total"),
        ((STARTED, HandEnded("b", None, (3, 169))), "pips"),
        ((STARTED, HandEnded("b", None, (3, -1))), "pips"),
        ((Knocked("a", 0),), "no_hand"),
        ((HandEnded("a"),), "no_hand"),
        ((HandStarted("a", 2),), "leader"),
        ((HandStarted("a", 0, deal("66", "65", "64")),), "players"),
        ((STARTED, HandEnded("a", out=2)), "side"),
        ((STARTED, HandEnded("a", pips=(1,))), "pips"),
        ((STARTED, tile("a", 1, "60")), "not_your_turn"),
        ((STARTED, HandStarted("i")), "hand_not_over"),
    ],
)
def test_what_cannot_have_happened_is_refused(events, code):
    with pytest.raises(GameError) as refused:
        game(*events)
    assert (refused.value.code, refused.value.token, refused.value.ply) == (code, events[-1].id, len(events))


def test_what_the_table_does_not_allow_is_refused_by_the_hand():
    with pytest.raises(HandError) as refused:
        game(STARTED, tile("a", 0, "66"), Knocked("b", 1))
    assert (refused.value.code, refused.value.ply) == ("can_play", 2)
    assert game(STARTED, tile("a", 0, "66"), Knocked("b", 1, revoke=True)).hand.table.turn == 0


def test_five_players_cannot_play():
    with pytest.raises(GameError, match="two, three or four"):
        new_game(PAGAT, 5)


# Undo and correction


def test_an_undone_event_did_not_happen():
    told = pegs(8, 3, 4)
    assert game(*told, Undone("u", "p1")) == game(told[0], told[2])
    assert game(*told, Undone("u", "p1"), Undone("v", "p1")) == game(told[0], told[2])


def test_an_undo_of_what_never_happened_is_illegal():
    for events in ((Undone("u", "x"),), (Pegged("a", 0, 1), Undone("u", "a"), Undone("v", "u"))):
        with pytest.raises(HistoryError) as refused:
            game(*events)
        assert refused.value.code == "unknown_event"
        assert isinstance(refused.value, IllegalEvent)


def test_a_correction_takes_the_place_of_what_it_corrects():
    told = pegs(8, 3, 4)
    corrected = Corrected("c", "p0", Pegged("x", 0, 6), "two not counted")
    assert game(*told, corrected).scores == (10, 3)
    assert game(*told, corrected, Undone("u", "c")) == game(*told)
    assert game(*told, corrected, Undone("u", "p0")) == game(*told[1:])
    twice = Corrected("d", "p0", Pegged("y", 0, 2), "nor those")
    assert game(*told, corrected, twice).scores == (6, 3)


@pytest.mark.parametrize(
    ("events", "code"),
    [
        ((Corrected("c", "x", Pegged("y", 0, 1), ""),), "unknown_event"),
        ((Pegged("a", 0, 1), Undone("u", "a"), Corrected("c", "a", Pegged("y", 0, 2), "")), "undone_event"),
        (
            (Pegged("a", 0, 1), Corrected("c", "a", Pegged("y", 0, 2), ""), Corrected("d", "c", Pegged("z", 0, 3), "")),
            "corrected_correction",
        ),
        ((Pegged("a", 0, 1), Pegged("a", 0, 2)), "id_taken"),
    ],
)
def test_a_history_that_makes_no_sense_is_refused(events, code):
    with pytest.raises(HistoryError) as refused:
        game(*events)
    assert refused.value.code == code


def test_an_event_sent_twice_happened_once():
    told = pegs(8, 3, 4)
    assert game(*told, *told) == game(*told)
    assert apply(game(*told), told[1]) == game(*told)
    assert game(*told, Undone("u", "p2"), told[2]) == game(*told[:2])


taken = st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9)), max_size=30)


@given(taken, st.data())
def test_a_log_told_event_by_event_is_the_log_told_at_once(before, data):
    told, events = new_game(PAGAT), []
    for n, peg in enumerate(before):
        live = [event.id for event in events if isinstance(event, Pegged)]
        undo = live and data.draw(st.integers(0, 3)) == 0
        event = Undone(f"u{n}", data.draw(st.sampled_from(live))) if undo else Pegged(str(n), *peg)
        if told.winner is not None and not undo:
            break
        told = apply(told, event)
        events.append(event)
    assert game(*events) == told


# Events as JSON, and series of games


EVENTS = [
    HandStarted("h"),
    HandStarted("h", 1, (parse_tiles("66 50"), None)),
    Pegged("a", 1, 8, lead=True),
    TotalCalled("a", 0, 15, chip=True),
    tile("a", 0, "66", "60", 4),
    Knocked("a", 1, revoke=True),
    Drew("a", 1),
    Drew("a", 1, Tile(5, 0)),
    HandEnded("a", 1, (0, 5)),
    MugginsCalled("a", 1),
    RevokeShown("a", 1, 0),
    PeggedBack("a", 1, 3, "peg fell out"),
    Undone("u", "a"),
    Corrected("c", "a", tile("b", 0, "66"), "wrong tile"),
    Inserted("i", "a", Pegged("x", 1, 2), "forgotten"),
]


@pytest.mark.parametrize("event", EVENTS, ids=lambda e: type(e).__name__)
def test_an_event_survives_json(event):
    assert from_json(to_json(event)) == event


def test_what_may_be_left_out_may_be_null():
    assert from_json({"kind": "hand_ended", "id": "a", "out": None}) == HandEnded("a")


def test_every_kind_of_event_has_its_name():
    assert {to_json(event)["kind"] for event in EVENTS} == set(KINDS)
    assert to_json(Pegged("a", 1, 8)) == {"kind": "pegged", "id": "a", "side": 1, "pegs": 8}


@pytest.mark.parametrize(
    ("plain", "code", "token"),
    [
        ({}, "kind", "kind"),
        ({"kind": "danced", "id": "a"}, "kind", "kind"),
        ({"kind": "pegged", "id": "a", "side": 1}, "field", "pegs"),
        ({"kind": "pegged", "id": "a", "side": 1, "pegs": 1, "hat": 1}, "field", "hat"),
        ({"kind": "pegged", "id": "a", "side": 1, "pegs": "8"}, "value", "pegs"),
        ({"kind": "pegged", "id": "a", "side": True, "pegs": 8}, "value", "side"),
        ({"kind": "pegged", "id": "a", "side": None, "pegs": 3}, "value", "side"),
        ({"kind": "pegged", "id": 4, "side": 1, "pegs": 8}, "value", "id"),
        ({"kind": "tile_played", "id": "a", "seat": 1, "tile": "6"}, "value", "tile"),
        ({"kind": "tile_played", "id": "a", "seat": 0, "tile": None}, "value", "tile"),
        ({"kind": "hand_started", "id": "a", "deal": 7}, "value", "deal"),
        ({"kind": "hand_started", "id": "a", "deal": "65"}, "value", "deal"),
        ({"kind": "hand_started", "id": "a", "deal": [["65"], "64"]}, "value", "deal"),
        ({"kind": "hand_ended", "id": "a", "pips": {"3": 1}}, "value", "pips"),
        ({"kind": "corrected", "id": "a", "ref": "b", "reason": "", "event": {"kind": "undone", "id": "c", "ref": "d"}},
         "value", "event"),
    ],
)  # fmt: skip
def test_json_that_is_no_event_is_refused_by_field(plain, code, token):
    with pytest.raises(EventFormError) as refused:
        from_json(plain)
    assert (refused.value.code, refused.value.token) == (code, token)
