"""What the printed card of a match reads: the squads, and of a card that came in the names on it."""

from collections.abc import Callable
from datetime import date, datetime
from typing import TypeAlias

from league.documents.presenters.card_boxes import boxes_of
from league.documents.presenters.cards import CardSheet, PrintedSquad, full_name_of, parts, printed_result
from league.reading.card_photos.layout import card_layout
from league.results.choices import PUBLIC_STATES
from league.results.models import Result
from league.results.queries import facts_of
from league.results.queries.printed_cards import ROOM_FOR, Squads, players_on_card
from league.results.values import public_card_of
from league.schedule.models import Entry, Fixture
from league.schedule.values.matches import card_due, rules_for
from league.teams.models import League, Player
from league.teams.queries import squad_of
from league.teams.queries.people import players_named
from scoring.card.format import describe
from scoring.card.sheet import Card, Named

# --- the lines of a card ----------------------------------------------------------------------------------------------


NameWriter: TypeAlias = Callable[[Player], str]


def blank_sheet(fixture: Fixture, write: NameWriter, squad: Squads = squad_of) -> CardSheet:
    """The empty card of a match, with both squads as they are on its night, or those entered by name: two queries.

    Needs what `fixture_by_address` gives, and two sides. `squad` says who is registered on a day, where the caller has
    read that for many matches at once.
    """
    rules, day = rules_for(fixture), fixture.date or fixture.first_date
    sides = [entry for entry in (fixture.home, fixture.away) if entry is not None]
    squads = tuple(_squad(entry, day, write, squad) for entry in sides)
    return CardSheet(
        fixture=fixture,
        parts=tuple(parts(rules.format, {}, full_name_of)),
        squads=squads,
        rules=describe(rules.format),
        due=card_due(fixture, rules),
        signings=rules.registration.on_the_night,
        boxes=boxes_of(card_layout(rules.format, [len(each.names) for each in squads]), [each.keys for each in squads]),
    )


def result_sheet(fixture: Fixture, write: NameWriter, at: datetime) -> CardSheet | None:
    """The card that counts, as it stands at a moment; None while there is no result that may be shown: four queries."""
    result = Result.objects.select_related("submission").filter(fixture=fixture).first()
    if result is None or result.state_at(at) not in PUBLIC_STATES:
        return None
    rules, card = rules_for(fixture), public_card_of(result.submission)
    scores = dict(enumerate(card.lines)) if card else {}
    return CardSheet(
        fixture=fixture,
        parts=tuple(parts(rules.format, scores, _names(card, fixture.league, write))),
        squads=(),
        rules=(),
        due=None,
        signings=False,
        came=printed_result(result, facts_of(fixture), at),
    )


# --- people -----------------------------------------------------------------------------------------------------


def _squad(entry: Entry, day: date, write: NameWriter, squad: Squads) -> PrintedSquad:
    players = players_on_card(entry, day, squad)
    printed = players[:ROOM_FOR]
    names, keys = tuple(map(write, printed)), tuple(each.pk for each in printed)
    return PrintedSquad(entry.name, names, len(players) - len(printed), keys)


def _names(card: Card | None, league: League, write: NameWriter) -> Callable[[Named], str]:
    """How the people on a card are written."""
    named = {each for line in card.lines for each in (*line.home, *line.away)} if card else set()
    players = players_named(league, named)
    return lambda each: write(players[each])
