"""What the wire refuses it says: each answer says whether an event counts and if not why, and no score shows it."""

from typing import Any

import pytest

from tests.league.live.phones import log_of, view_of

NEVER = {
    "nineteen": ({"kind": "pegged", "side": 0, "pegs": 19}, "no tile pegs 19"),
    "seven, with no point for going out": ({"kind": "pegged", "side": 0, "pegs": 7}, "no tile pegs 7"),
    "less than nothing": ({"kind": "pegged", "side": 0, "pegs": -3}, "pegs go forward; to go back is another event"),
    "half a peg": ({"kind": "pegged", "side": 0, "pegs": 0.5}, "pegs cannot be 0.5"),
    "a total": ({"kind": "total_called", "side": 0, "total": 21}, "no ends add up to 21"),
    "a tile of a larger set": ({"kind": "tile_played", "seat": 0, "tile": "99"}, "there is no tile 99 in the set"),
    "a claim": ({"kind": "tile_played", "seat": 0, "tile": "66", "claimed": 30}, "no tile pegs 30"),
    "a side": ({"kind": "pegged", "side": 2, "pegs": 3}, "there is no side 2"),
    "on the drop": ({"kind": "pegged", "side": 0, "pegs": 8, "lead": True}, "the drop cannot peg 8"),
    "an undo": ({"kind": "undone", "ref": "nothing"}, "there is no such event to undo"),
    "an unknown kind": ({"kind": "danced"}, "'danced' is no kind of event"),
    "a correction": (
        {"kind": "corrected", "ref": "first", "reason": "",
         "event": {"kind": "pegged", "id": "x", "side": 0, "pegs": 19}},
        "no tile pegs 19",
    ),
}  # fmt: skip


def answers(phone: Any, *taps: dict[str, Any]) -> list[tuple[bool, str]]:
    acks = phone.send(list(taps)).json()["acks"]
    return [(ack["counts"], ack.get("why", "")) for ack in acks]


@pytest.mark.parametrize("what", NEVER)
def test_what_cannot_be_is_kept_said_and_never_shown(phone, fixture, what):
    body, why = NEVER[what]
    first = [phone.opens(), phone.tells("hand_started", leader=0), phone.pegs(0, 4), phone.pegs(1, 2)]
    assert answers(phone, *first) == [(True, "")] * 4
    ref = {"ref": first[2]["id"]} if body.get("ref") == "first" else {}
    kind = body["kind"]
    wrong = phone.tells(kind, **{name: value for name, value in (body | ref).items() if name != "kind"})
    assert answers(phone, wrong) == [(False, why)]
    assert view_of(fixture)["scores"] == ([0, 2] if ref else [4, 2])
    assert len(log_of(fixture)) == 5
    assert answers(phone, phone.pegs(0, 8)) == [(True, "")]  # and nothing else is lost
    assert view_of(fixture)["scores"] == ([8, 2] if ref else [12, 2])


def test_what_comes_after_the_end_of_a_game_is_said(phone, fixture):
    taps = [phone.opens(), *(phone.pegs(0, pegs) for pegs in (4, *[8] * 7, 1))]
    assert answers(phone, *taps) == [(True, "")] * 10
    assert answers(phone, phone.pegs(1, 2)) == [(False, "the game is over")]
    assert view_of(fixture)["scores"] == [61, 0]


def test_what_cannot_be_may_be_put_right(phone, fixture):
    right = {"kind": "pegged", "id": "x", "side": 0, "pegs": 3}
    opened = phone.opens()
    wrong = phone.pegs(0, 19)
    mended = phone.tells("corrected", ref=wrong["id"], event=right, reason="Mistyped")
    assert answers(phone, opened, wrong, mended) == [(True, "")] * 3
    assert view_of(fixture)["scores"] == [3, 0]


def test_an_event_about_no_game_of_the_card_is_said(phone):
    assert answers(phone, phone.opens(line=40)) == [(False, "the card has no such game, or it is not pegged")]


def test_an_event_before_the_game_is_opened_is_said(phone):
    assert answers(phone, phone.pegs(0, 3)) == [(False, "nobody has opened this game yet")]
