"""Bodies that come slowly, or are too much, or too many at once."""

import asyncio

import pytest

from league.base.server import limits
from league.base.server.limits import MB, Body, BodyRefusedError, BodyRule, SenderGoneError, read_body

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


@pytest.mark.parametrize("size", [0, 1, limits.IN_MEMORY + 1])
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
    monkeypatch.setattr(limits, "MOST_AT_ONCE", 15)
    monkeypatch.setattr(limits, "IN_MEMORY", 5)

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
