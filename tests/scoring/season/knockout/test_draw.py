"""A draw can be made again by anybody, and keeps apart whom it can."""

from functools import cache
from hashlib import sha256
from random import Random

import pytest

from scoring.season.knockout.draw import (
    Byes,
    DrawClash,
    DrawError,
    DrawRules,
    Entrant,
    Lots,
    Pairing,
    Tag,
    make_draw,
    pull,
    seed_places,
    verify,
)
from tests.scoring.season.knockout.played import draw_of, names
from tests.seeds import seeds

PUBS = [
    *(Entrant(f"bell {x}", venue="bell") for x in "ab"),
    *(Entrant(f"crown {x}", venue="crown") for x in "ab"),
]


def in_room(entrants, order, **rules):
    return make_draw(entrants, DrawRules(**rules), Lots(names=tuple(order)))


def test_ten_lines_make_the_same_draw():
    ids = ["bell", "crown", "plough", "swan", "fox", "ship", "anchor", "gate"]
    draw = make_draw([Entrant(each) for each in ids], DrawRules(), Lots("4 11 23 30 41 52", "main 1"))

    order = sorted(ids, key=lambda each: sha256(f"4 11 23 30 41 52/main 1/{each}".encode()).hexdigest())
    ties = [(order[i], order[i + 1]) for i in range(0, len(order), 2)]

    assert draw.order == tuple(order)
    assert [(each.home, each.away) for each in draw.pairings] == ties


def test_the_lots_of_a_name_are_those_of_a_published_example():
    """As printf '%s' 'abc/main 1/bell' | sha256sum gives them, so that the recipe never changes unnoticed."""
    draw = make_draw([Entrant("bell"), Entrant("crown"), Entrant("fox")], DrawRules(), Lots("abc", "main 1"))
    assert draw.order == ("crown", "bell", "fox")


def test_the_order_in_which_entries_came_is_of_no_account():
    rules, lots = DrawRules(apart=(Tag.VENUE,)), Lots("abc", "main 1")
    assert make_draw(PUBS, rules, lots) == make_draw(PUBS[::-1], rules, lots)


def test_names_drawn_in_the_room_meet_as_drawn():
    draw = in_room(names(4), ["e002", "e000", "e003", "e001"])
    assert draw.pairings == (Pairing("e002", "e000"), Pairing("e003", "e001"))


def test_a_name_of_the_same_pub_is_passed_over_for_the_moment():
    draw = in_room(PUBS, ["bell a", "bell b", "crown a", "crown b"], apart=(Tag.VENUE,))
    assert draw.pairings == (Pairing("bell a", "crown a"), Pairing("bell b", "crown b"))
    assert draw.clashes == ()


def test_a_name_is_passed_over_if_the_rest_could_not_be_kept_apart():
    """The fox could meet the swan, but then the two of the Bell would be left with each other."""
    entrants = [*PUBS[:2], Entrant("fox", venue="fox"), Entrant("swan", venue="swan")]
    draw = in_room(entrants, ["fox", "swan", "bell a", "bell b"], apart=(Tag.VENUE,))
    assert draw.pairings == (Pairing("fox", "bell a"), Pairing("swan", "bell b"))


def test_those_who_cannot_be_kept_apart_are_told():
    entrants = [Entrant(f"bell {x}", venue="bell") for x in "abc"] + [Entrant("fox", venue="fox")]
    draw = in_room(entrants, ["bell a", "bell b", "bell c", "fox"], apart=(Tag.VENUE,))
    assert draw.clashes == (DrawClash("bell a", "bell b", ("venue",)),)


def test_a_stronger_rule_goes_before_any_number_of_weaker_ones():
    entrants = [
        Entrant("a", venue="bell", division="1"),
        Entrant("b", venue="bell", division="2"),
        Entrant("c", venue="fox", division="1"),
        Entrant("d", venue="fox", division="2"),
        Entrant("e", venue="bell", division="1"),
        Entrant("f", venue="fox", division="1"),
    ]
    draw = in_room(entrants, "abcdef", apart=(Tag.VENUE, Tag.DIVISION))
    assert all("venue" not in clash.tags for clash in draw.clashes)


def test_byes_go_to_the_last_out_of_the_hat():
    draw = draw_of(5)
    byes = {each.home for each in draw.pairings if each.away is None}
    assert byes == set(draw.order[2:])


def test_a_bye_helps_to_keep_apart():
    entrants = [*PUBS[:2], Entrant("fox")]
    draw = in_room(entrants, ["bell a", "bell b", "fox"], apart=(Tag.VENUE,))
    assert sorted(draw.pairings, key=lambda each: each.home) == [Pairing("bell a", "fox"), Pairing("bell b", None)]


def test_byes_by_rule_go_to_seeds_and_to_higher_divisions():
    seeded = [Entrant(x, seed=i) for i, x in enumerate("abc", start=1)] + names(3)
    assert {p.home for p in draw_byes(seeded, Byes.SEEDS)} == {"a", "b"}
    divided = [Entrant("x", division="1"), *names(5, division="2")]
    assert "x" in {p.home for p in draw_byes(divided, Byes.DIVISION)}


def draw_byes(entrants, byes):
    return [p for p in make_draw(entrants, DrawRules(byes=byes), Lots("s", "main 1")).pairings if p.away is None]


def test_nobody_has_a_second_bye_while_somebody_has_had_none():
    entrants = names(7)
    had = frozenset(each.id for each in entrants[1:])
    draw = make_draw(entrants, DrawRules(fixed=False), Lots("s", "main 2"), had)
    assert draw.pairings[-1] == Pairing("e000", None)


def test_the_best_two_stand_so_that_they_meet_in_the_final():
    assert seed_places(8)[:4] == [0, 4, 6, 2]
    entrants = [Entrant("one", seed=1), Entrant("two", seed=2), *names(6)]
    ties = make_draw(entrants, DrawRules(), Lots("s", "main 1")).pairings
    place = {name: i for i, tie in enumerate(ties) for name in (tie.home, tie.away)}
    assert (place["one"] < 2) != (place["two"] < 2)


def test_seeds_do_not_meet_in_the_round_drawn():
    entrants = [Entrant(f"s{i}", seed=i) for i in range(1, 5)] + names(4)
    for seed in "abcdef":
        ties = make_draw(entrants, DrawRules(), Lots(seed, "main 1")).pairings
        assert all((tie.home + str(tie.away)).count("s") == 1 for tie in ties)


def test_a_regional_draw_stays_within_regions_and_stands_by_region():
    entrants = [Entrant(f"{x}{i}", region=x) for x in ("dale", "moor") for i in range(4)]
    ties = make_draw(entrants, DrawRules(together=Tag.REGION), Lots("s", "main 1")).pairings
    assert [(tie.home[:4], tie.away[:4]) for tie in ties] == [("dale", "dale")] * 2 + [("moor", "moor")] * 2


@pytest.mark.parametrize(
    ("entrants", "order"), [([], []), (names(1), ["e000"]), (names(2) * 2, []), (names(2), ["e000", "x"])]
)
def test_a_draw_that_cannot_be_is_refused(entrants, order):
    with pytest.raises(DrawError):
        in_room(entrants, order)


def test_names_and_byes_that_do_not_go_up_are_refused():
    with pytest.raises(ValueError, match="do not make ties"):
        pull(["a", "b"], lambda *_: 0, 1)


def test_a_published_draw_is_verified():
    draw = draw_of(11, apart=(Tag.VENUE,))
    assert verify(draw)
    home = draw.pairings[1].home
    changed = [Pairing(each.away or "", each.home) if each.home == home else each for each in draw.pairings]
    assert not verify(type(draw)(**{field: getattr(draw, field) for field in draw.__slots__} | {"pairings": changed}))


def fewest(order, cost, byes):
    """The lowest cost of any draw, by trying them all."""

    @cache
    def rest(left, spare):
        if not left:
            return 0 if not spare else 10**9
        one, others = left[0], left[1:]
        ways = [cost(one, other) + rest(tuple(x for x in others if x != other), spare) for other in others]
        return min(ways + ([rest(others, spare - 1)] if spare else []), default=10**9)

    return rest(tuple(order), byes)


def test_no_draw_has_fewer_clashes():
    for seed in seeds(150):
        dice = Random(seed)
        count = dice.randint(2, 9)
        order = [f"{i}" for i in range(count)]
        hated = {frozenset(dice.sample(order, 2)): dice.randint(1, 3) for _ in range(dice.randint(0, count * 3))}

        def cost(one, other, hated=hated):
            return hated.get(frozenset((one, other)), 0)

        byes = dice.choice([n for n in range(count) if (count - n) % 2 == 0 and n <= count // 2])
        drawn = pull(order, cost, byes)
        assert sorted(name for tie in drawn for name in tie if name) == order
        assert sum(away is None for _, away in drawn) == byes
        assert sum(cost(*tie) for tie in drawn if tie[1]) == fewest(order, cost, byes)
