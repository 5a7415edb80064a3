"""docs/api.md is enough: every field of the wire is in it, and a game told by it is the game that the engine tells."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.utils.timezone import now

from league.matchnight.forms import MAX_EVENTS
from league.matchnight.models import LiveEvent, LiveMatch
from scoring.play.events import Event, HandEnded, HandStarted, Pegged, TilePlayed, event_forms, to_json
from scoring.play.presets import PRESETS, name_of
from scoring.play.projection import GameProjection
from scoring.play.rules import Rules, Settlement
from tests.league.live.phones import Phone, phone_of, view_of
from tests.scoring.play.test_game_machine import play_to_the_end
from tests.seeds import SEED

WIRE = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text().split("# The wire of a live match")[1]
# What is written as a name: in a list of fields, alone between backticks, or as the name of a value in an example.
NAMED = set(re.findall(r"`(\w+)`", WIRE)) | set(re.findall(r'"(\w+)":', WIRE))
DIFFERENT = [name for name, rules in PRESETS.items() if name_of(rules) == name]


def names_in(value) -> set[str]:
    """Every name of a field in what was sent or answered."""
    if isinstance(value, dict):
        return set(value).union(*map(names_in, value.values()))
    return set().union(*map(names_in, value)) if isinstance(value, list) else set()


def test_every_field_of_an_event_of_play_is_documented():
    forms = event_forms()
    fields = {name for form in forms.values() for name in form}
    assert len(fields) > 15
    assert (forms.keys() | fields) - NAMED == set()


def test_every_field_that_is_answered_or_shown_is_documented(phone, other, fixture, client):
    phone.opens()
    phone.pegs(0, 4)
    answer = phone.send().json()
    other.takes()
    late = other.send().json()
    wrong = phone.pegs(0, 19)
    refused = phone.send([wrong]).json()
    state = client.get(f"/{fixture.league.slug}/{fixture.first_date}/{fixture.slug}/live/state/").json()
    assert late["missed"]
    assert "why" in refused["acks"][0]
    assert names_in([answer, late, refused, state]) - NAMED == set()


def by_pegs(rules: Rules, players: int, events: list[Event]) -> Iterator[Event]:
    """A game that was played tile by tile, as a program that knows only pegs would tell it."""
    telling = GameProjection(rules, players)
    for event in events:
        hands = len(telling.game.hands)
        telling.apply(event)
        if isinstance(event, HandStarted):
            yield HandStarted(event.id, event.leader)
        elif isinstance(event, TilePlayed):
            yield Pegged(event.id, rules.side_of(event.seat, players), telling.last[0].pegs)
        else:
            yield event
        if len(telling.game.hands) > hands and telling.game.winner is None:
            yield HandEnded("end", telling.game.hands[-1].out)


def sent(phone: Phone, line: int, events: Iterable[Event], players: int) -> dict[str, Any]:
    """What the site makes of a game that is told over the wire, all of which counts."""
    places = [{"key": f"+P{seat}", "name": f"P {seat}"} for seat in range(players)]
    opening = {"home": places[::2], "away": places[1::2], "leader": None, "name": "A program"}
    taps = [phone.tap("opened", opening, line=line)]
    for event in events:
        plain = to_json(event)
        assert plain.keys() <= NAMED
        kind, _ = plain.pop("kind"), plain.pop("id")
        taps.append(phone.tells(kind, line=line, **plain))
    parts = [taps[first : first + MAX_EVENTS] for first in range(0, len(taps), MAX_EVENTS)]  # a game may be longer
    acks = [ack for part in parts for ack in phone.send(part).json()["acks"]]
    assert [ack.get("why") for ack in acks if not ack["counts"]] == []
    return view_of(phone.fixture, line=line)


def test_a_game_told_by_the_documented_fields_is_the_engine_s_in_every_rule_set(night):
    """In tiles, and where no tiles left are counted in pegs alone; nobody says which tile was the drop."""
    chance, fixture, form = Random(SEED), night.fixture, night.fixture.rules_in_force().format
    told = 0
    for name in DIFFERENT:
        rules = PRESETS[name]
        players = chance.choice([number for number, _ in rules.deal if number != 3])
        lines = [number for number, line in enumerate(form.lines) if 2 * line.players == players]
        match = LiveMatch(fixture=fixture, rules=[None] * len(form.lines), opened_at=now(), last_at=now())
        for line in lines:
            match.rules[line] = rules.to_json()
        match.save()
        game, events = play_to_the_end(rules, players, chance)
        ways = [events]
        if rules.settlement is Settlement.NONE:
            ways.append(list(by_pegs(rules, players, events)))
        phone = phone_of(fixture, night.home)
        for line, way in zip(lines, ways, strict=False):
            view = sent(phone, line, way, players)
            scores = [Fraction(score) for score in view["scores"]]
            assert (name, scores, view["winner"]) == (name, list(game.scores), game.winner)
            told += 1
        LiveEvent.objects.filter(match=match).delete()
        match.delete()
    assert told > len(DIFFERENT)
