"""Who gets a thread, who waits and who is sent away; one answer for all; bodies that come slowly or are too much."""

import asyncio
from heapq import heappop, heappush
from itertools import count, cycle
from random import Random
from threading import Event, Thread

import pytest

from league.server import bodies
from league.server.bodies import Body, BodyRefusedError, BodyRule, SenderGoneError, read_body
from league.server.lanes import DRAWN_PATHS, MB, PASSWORDS, Lane, SingleFlight, ThreadLane, rule_of
from league.server.visitors import Budgets, FairShares, network_of
from tests.outgrown.load import quantile
from tests.waiting import HANG, until


async def turns(lane, *addresses):
    """One who waits for each address, in this order."""
    waiting = [asyncio.create_task(lane.enter(address)) for address in addresses]
    await settled()
    return waiting


async def settled():
    """Let everybody go on who can."""
    for _ in range(5):
        await asyncio.sleep(0)


async def served(lane, turn, waiting, cost=None):
    """Give the thread back again and again, at so many seconds for each address; the order in which they got it."""
    order = []
    while turn:
        before = {each for each in waiting if each.done()}
        lane.spend(turn.address, (cost or {}).get(turn.address, 0))
        lane.leave(turn)
        await settled()
        let_in = [each.result() for each in waiting if each.done() and each not in before]
        assert len(let_in) <= 1
        turn = let_in[0] if let_in else None
        order += [each.address for each in let_in]
    return order


def test_addresses_take_turns_however_much_one_of_them_asks_for():
    async def evening():
        lane = Lane(1, 10)
        first = await lane.enter("a")
        waiting = await turns(lane, "a", "a", "a", "b", "c", "b")
        assert (lane.busy, lane.waiting) == (1, 6)
        assert await served(lane, first, waiting) == ["a", "b", "c", "a", "b", "a"]
        assert (lane.busy, lane.waiting, lane.refused) == (0, 0, 0)

    asyncio.run(evening())


def test_of_the_threads_that_are_free_the_first_is_used_again():
    async def evening():
        lane = Lane(3, 10)
        inside = [await lane.enter("a") for _ in range(3)]
        assert [turn.thread for turn in inside] == [0, 1, 2]
        for turn in inside[:2]:
            lane.leave(turn)
        assert [(await lane.enter("b")).thread for _ in range(2)] == [0, 1]

    asyncio.run(evening())


def test_all_get_the_same_of_the_processor_whatever_an_answer_costs():
    async def evening():
        lane = Lane(1, 20)
        first = await lane.enter("dear")
        waiting = await turns(lane, *["dear"] * 3, *["cheap"] * 7)
        order = await served(lane, first, waiting, {"dear": 4, "cheap": 1})
        assert order == [*["cheap"] * 4, "dear", *["cheap"] * 3, "dear", "dear"]

    asyncio.run(evening())


async def answered_before(lane, who, next_one, most=100):
    """How many are answered before `who`, who asks now, where each of them is followed by `next_one` at once."""
    mine = (await turns(lane, who))[0]
    for number in range(most):
        await turns(lane, next_one())
        turn = lane._inside[0]
        lane.spend(turn.address, 0.04)
        lane.leave(turn)
        await settled()
        if mine.done():
            lane.spend(who, 0.001)
            lane.leave(mine.result())
            return number
    return most


def test_whoever_asks_for_little_comes_before_all_who_wait():
    async def evening():
        lane, crawlers = Lane(1, 200), cycle(f"crawler {number}" for number in range(20))
        await turns(lane, *(next(crawlers) for _ in range(20)))
        before = [await answered_before(lane, "reader", lambda: next(crawlers)) for _ in range(10)]
        assert before[0] <= 20  # who have had as little
        assert before[1:] == [0] * 9

    asyncio.run(evening())


def test_whoever_has_had_much_is_not_kept_waiting_for_ever_by_those_who_are_new():
    async def evening():
        lane, new = Lane(1, 200), count()
        await turns(lane, *(f"new {next(new)}" for _ in range(20)))
        lane.spend("reader", 0.05)
        assert 20 <= await answered_before(lane, "reader", lambda: f"new {next(new)}") < 60

    asyncio.run(evening())


def test_while_many_wait_few_threads_are_used():
    async def evening():
        lane = Lane(4, 20)
        inside = [await lane.enter(f"crawler {number}") for number in range(4)]
        waiting = await turns(lane, *(f"crawler {number}" for number in range(4, 12)))
        for each, busy in zip(inside, (3, 2, 2, 2), strict=True):
            lane.leave(each)
            await settled()
            assert lane.busy == busy
        assert sum(each.done() for each in waiting) == 2

    asyncio.run(evening())


def test_where_few_wait_every_thread_is_used_whoever_asks():
    async def evening():
        lane = Lane(4, 10)
        inside = [await lane.enter(each) for each in ("a", "b", "c", "pub")]
        lane.spend("pub", 5)
        waiting = await turns(lane, "pub", "reader")
        lane.leave(inside[0])
        await settled()
        assert [each.done() for each in waiting] == [False, True]
        assert lane.busy == 4

    asyncio.run(evening())


def test_nobody_waits_for_threads_that_are_stuck(monkeypatch):
    monkeypatch.setattr("league.server.lanes.STUCK", 0.01)

    async def evening():
        lane = Lane(4, 20)
        inside = [await lane.enter(f"hangs {number}") for number in range(4)]
        waiting = await turns(lane, *(f"reader {number}" for number in range(8)))
        lane.leave(inside[0])
        lane.leave(inside[1])
        await asyncio.wait_for(asyncio.gather(*waiting[:2]), HANG)
        assert lane.busy == 4

    asyncio.run(evening())


def test_who_asks_for_little_is_not_refused_for_those_who_ask_for_much():
    async def evening():
        lane = Lane(1, 3)
        first = await lane.enter("a")
        waiting = await turns(lane, "a", "a", "a")
        assert await lane.enter("a") is None
        newcomer = (await turns(lane, "b"))[0]
        assert [each.done() for each in waiting] == [False, False, True]
        assert waiting[2].result() is None
        assert await served(lane, first, [*waiting[:2], newcomer]) == ["a", "b", "a"]
        assert lane.refused == 2

    asyncio.run(evening())


def test_nobody_waits_longer_than_the_patience_of_the_lane_and_who_has_gone_takes_no_thread():
    async def evening():
        lane = Lane(1, 3, patience=0.01)
        first = await lane.enter("a")
        assert await lane.enter("b") is None
        gone = (await turns(lane, "c"))[0]
        gone.cancel()
        await asyncio.gather(gone, return_exceptions=True)
        assert lane.waiting == 0
        lane.leave(first)
        assert lane.busy == 0

    asyncio.run(evening())


def test_what_is_asked_for_by_many_is_made_once_and_again_afterwards():
    async def evening():
        flights, made, ready = SingleFlight(), [], asyncio.Event()

        async def make():
            await ready.wait()
            made.append(len(made))
            return len(made)

        asking = [asyncio.create_task(flights.join("poster", make)) for _ in range(20)]
        other = asyncio.create_task(flights.join("card", make))
        await asyncio.sleep(0)
        asking[0].cancel()  # whoever asked first has gone
        ready.set()
        assert await asyncio.gather(*asking[1:]) == [(1, False)] * 19
        assert await other == (2, True)
        assert await flights.join("poster", make) == (3, True)

    asyncio.run(evening())


def test_where_every_request_has_a_thread_one_draws_and_one_waits_and_the_others_are_sent_away():
    lane, drawn, may_end = ThreadLane(1, 1), [], Event()

    def draw():
        with lane.entered() as is_our_turn:
            drawn.append(is_our_turn and may_end.wait(HANG))

    asking = [Thread(target=draw) for _ in range(20)]
    for each in asking:
        each.start()
    assert until(lambda: len(drawn) == 18)
    assert drawn == [False] * 18
    assert sum(each.is_alive() for each in asking) == 2
    may_end.set()
    for each in asking:
        each.join(HANG)
    assert drawn[18:] == [True, True]
    draw()
    assert drawn[-1] is True


def test_whoever_waits_too_long_for_a_drawing_gives_the_thread_back():
    lane = ThreadLane(1, 1, patience=0.01)
    with lane.entered() as first, lane.entered() as second:
        assert (first, second) == (True, False)
    with lane.entered() as again:
        assert again is True


RULE = BodyRule(10, 5)


def receiving(*pieces):
    """What uvicorn hands over: pieces, None for a hang-up; and then nothing more comes."""
    left = list(pieces)

    async def receive():
        if not left:
            await asyncio.Event().wait()
        piece = left.pop(0)
        if piece is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": piece, "more_body": bool(left) or len(pieces) > 1}

    return receive


@pytest.mark.parametrize("size", [0, 1, bodies.IN_MEMORY + 1])
def test_a_body_is_handed_on_as_it_came_twice_if_need_be(size):
    async def read():
        data = bytes(number % 251 for number in range(size))
        with Body() as body:
            await read_body(body, receiving(data), 0, BodyRule(MB, 5))
            assert [body.file().read(), body.file().read()] == [data, data]
        assert Body._large == 0

    asyncio.run(read())


@pytest.mark.parametrize(
    ("pieces", "announced", "status"),
    [((b"x" * 11,), 0, 413), ((b"x",), 11, 413), ((b"x" * 6, b"x" * 6), 0, 413), ((b"x",) * 2, 0, 408)],
)
def test_too_much_and_too_slow_are_refused(pieces, announced, status):
    async def read():
        with Body() as body, pytest.raises(BodyRefusedError) as refused:
            await read_body(body, receiving(*pieces), announced, RULE, silence=0.01)
        assert refused.value.status == status

    asyncio.run(read())


def test_a_body_that_drips_is_refused_when_its_time_is_over():
    async def drip():
        await asyncio.sleep(0)
        return {"type": "http.request", "body": b"", "more_body": True}

    async def read():
        with Body() as body, pytest.raises(BodyRefusedError) as refused:
            await read_body(body, drip, 0, BodyRule(10, 0.05))
        assert refused.value.status == 408

    asyncio.run(read())


def test_all_large_bodies_together_have_a_limit_which_leaves_room_for_forms(monkeypatch):
    monkeypatch.setattr(bodies, "MOST_AT_ONCE", 15)
    monkeypatch.setattr(bodies, "IN_MEMORY", 5)

    async def read():
        with Body() as one, Body() as two, Body() as form:
            await read_body(one, receiving(b"x" * 20), 0, BodyRule(20, 5))
            with pytest.raises(BodyRefusedError) as refused:
                await read_body(two, receiving(b"x" * 6), 0, RULE)
            assert refused.value.status == 503
            await read_body(form, receiving(b"x" * 5), 0, RULE)
        with Body() as three, pytest.raises(SenderGoneError):
            await read_body(three, receiving(b"x", None), 0, RULE)

    asyncio.run(read())


def test_bodies_of_one_address_have_a_limit_that_no_other_address_feels():
    async def read():
        with (
            Body("192.0.2.1", 15) as one,
            Body("192.0.2.1", 15) as two,
            Body("192.0.2.2", 15) as other,
            Body() as proxy,
        ):
            await read_body(one, receiving(b"x" * 10), 0, RULE)
            with pytest.raises(BodyRefusedError) as refused:
                await read_body(two, receiving(b"x" * 10), 0, RULE)
            assert refused.value.status == 503
            await read_body(other, receiving(b"x" * 10), 0, RULE)
            await read_body(proxy, receiving(b"x" * 10), 0, RULE)
        with Body("192.0.2.1", 15) as again:
            await read_body(again, receiving(b"x" * 10), 0, RULE)

    asyncio.run(read())


def test_a_budget_is_spent_by_address_and_comes_back_with_time():
    budgets = Budgets(burst=10, rate=1)
    for second in range(6):
        budgets.spend("192.0.2.1", 3, second)
    assert [budgets.is_over("192.0.2.1", at) for at in (5, 7, 8)] == [True, True, False]
    assert budgets.is_over("192.0.2.2", 5) is False
    budgets.spend("127.0.0.1", 1000, 5)  # a proxy that nobody told us of: everybody
    assert budgets.is_over("127.0.0.1", 5) is False


def test_addresses_of_one_network_share_a_budget_and_old_ones_are_forgotten(monkeypatch):
    monkeypatch.setattr("league.server.visitors.MOST_ADDRESSES", 4)
    budgets = Budgets(burst=10, rate=1)
    budgets.spend(network_of("2001:db8::1"), 8, 0)
    budgets.spend(network_of("2001:db8::ffff"), 8, 0)
    for number in range(4):
        budgets.spend(f"192.0.2.{number}", 1, 1)
    assert budgets.is_over(network_of("2001:db8::2"), 1) is True
    assert len(budgets._accounts) <= 4


def test_who_has_had_less_is_behind_by_the_credit_at_most_and_who_is_new_begins_now():
    shares = FairShares(credit=0.1)
    shares.spend("reader", 0.02)
    for _ in range(10):
        shares.begin("crawler")
        shares.spend("crawler", 1)
    shares.arrive("reader")
    assert round(shares.start("new") - shares.start("reader"), 6) == 0.1
    shares.begin("crawler")
    assert shares.start("new") == shares.start("crawler")
    shares.spend("crawler", 1, wanting=4)
    assert round(shares.start("crawler") - shares.start("new"), 6) == 1
    shares.arrive("new")
    shares.spend("new", 1, wanting=4)
    assert round(shares.start("crawler") - shares.start("newer"), 6) == 0.75


@pytest.mark.parametrize(
    ("crawlers", "shortest", "longest"), [(20, 0.001, 0.1), (20, 0.1, 0.3), (20, 0.3, 0.6), (100, 1, 3)]
)
def test_beside_a_long_crawl_neither_a_reader_nor_somebody_new_waits(crawlers, shortest, longest):
    """Crawlers who ask again a moment after each answer, for twenty minutes; seconds are counted, not waited."""
    shares, dice, moments, waiting = FairShares(), Random(1), [], {}
    for number in range(crawlers):
        heappush(moments, (dice.random(), f"crawler {number}"))
    heappush(moments, (600.0, "reader"))
    heappush(moments, (600.0, "new 600"))
    at, waits = 0.0, {"reader": [], "new": []}
    while at < 1200:
        at = at if waiting else max(at, moments[0][0])
        while moments[0][0] <= at:
            arrived, address = heappop(moments)
            shares.arrive(address)
            waiting[address] = arrived
        address = min(waiting, key=shares.start)
        arrived = waiting.pop(address)
        shares.begin(address)
        cost = dice.uniform(0.005, 0.06) if address.startswith("crawler") else 0.01
        shares.spend(address, cost, 1 + len(waiting))
        at += cost
        if address.startswith("crawler"):
            heappush(moments, (at + dice.uniform(shortest, longest), address))
        elif address == "reader":
            waits["reader"].append(at - arrived)
            heappush(moments, (at + 1, address))
        else:
            waits["new"].append(at - arrived)
            heappush(moments, (at + 5, f"new {at}"))
    assert quantile(waits["reader"], 0.95) < 200
    assert quantile(waits["new"], 0.95) < 500


def test_who_cannot_be_told_apart_is_charged_nothing():
    shares = FairShares()
    shares.arrive("127.0.0.1")
    shares.spend("127.0.0.1", 1000, wanting=2)
    assert shares.start("127.0.0.1") == 0


def test_shares_of_those_who_have_had_least_are_forgotten(monkeypatch):
    monkeypatch.setattr("league.server.visitors.MOST_ADDRESSES", 4)
    shares = FairShares()
    for number in range(10):
        shares.arrive(f"192.0.2.{number}")
        shares.spend(f"192.0.2.{number}", 1 + number, wanting=100)
    assert len(shares._ended) <= 4
    assert shares.start("192.0.2.9") > shares.start("new")


@pytest.mark.parametrize(
    ("path", "drawn"),
    [
        ("/l/2026-11-24/a-b/blank-card.pdf", True),
        ("/l/calendar.ics", True),
        ("/l/results.atom", True),
        ("/l/spreadsheets/results.xlsx", True),
        ("/l/2026-11-24/a-b/live/games/0-1/", True),
        ("/rules/check/", True),
        ("/l/", False),
        ("/robots.txt", False),
        ("/static/css/site.0123.css.txt", False),
        ("/l/2026-11-24/a-b/live/events/", False),
    ],
)
def test_what_is_drawn_is_known_by_its_address(path, drawn):
    assert (DRAWN_PATHS.fullmatch(path) is not None) is drawn


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("account_login", ()),
        ("account_reauthenticate", ()),
        ("account_change_password", ()),
        ("account_set_password", ()),
        ("account_reset_password", ()),
        ("admin:login", ()),
    ],
)
def test_where_a_password_is_sent_it_has_a_thread_of_its_own(name, parts):
    from django.urls import reverse

    assert PASSWORDS.match(reverse(name, args=parts))


@pytest.mark.parametrize(
    ("name", "parts", "most"),
    [
        ("card-photo", ("l", "2026-11-24", "a-b"), 12),
        ("team-look", ("l", "a"), 12),
        ("league-look", ("l",), 12),
        ("import-teams", ("l",), 12),
        ("import-league", (), 256),
        ("match-card", ("l", "2026-11-24", "a-b"), 3),
        ("live-events", ("l", "2026-11-24", "a-b"), 3),
    ],
)
def test_addresses_that_take_files_take_larger_bodies(name, parts, most):
    from datetime import date

    from django.urls import reverse

    parts = [date.fromisoformat(part) if part[0].isdigit() else part for part in parts]
    assert rule_of(reverse(name, args=parts)).most == most * MB
