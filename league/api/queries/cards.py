"""Cards as the captains of a match may read them, with the names in full, and what a card is filled in from."""

from collections.abc import Iterable
from datetime import datetime

from league.accounts.models import User
from league.api.presenters.cards import serialize_card, serialize_squad
from league.api.schemas.cards import (
    CardFormOut,
    CardOut,
    FormLine,
)
from league.results.permissions import may_see_card, sides_of
from league.results.presenters import line_title
from league.results.queries import match_facts, match_for
from league.results.values import card_of
from league.schedule.models import Fixture
from league.schedule.values.matches import rules_for
from league.teams.models import Player
from scoring.card.sheet import Card


def serialize_cards(fixture: Fixture, user: User, at: datetime) -> list[CardOut]:
    """Every card of a match that this captain may see, the first first."""
    found = match_facts(fixture)
    visible = [each for each in found.facts.submissions if may_see_card(user, each, sealed=found.sealed)]
    slugs = _slugs(card for each in visible if (card := card_of(each)))
    return [serialize_card(each, found, slugs, at) for each in visible]


def _slugs(cards: Iterable[Card]) -> dict[str, str]:
    """The addresses of the players on these cards, by key: one query."""
    keys = {int(named.id) for card in cards for line in card.lines for named in (*line.home, *line.away) if named.id}
    return {str(key): slug for key, slug in Player.objects.filter(pk__in=keys).values_list("pk", "slug")}


def card_form(fixture: Fixture, user: User) -> CardFormOut:
    """What somebody who acts for a side fills a card in from: the lines, and both squads by name in full."""
    rules = rules_for(fixture)
    match = match_for(fixture, rules=rules)
    keys = [int(player.id) for squad in (match.home, match.away) for player in squad.players]
    slugs = {str(key): slug for key, slug in Player.objects.filter(pk__in=keys).values_list("pk", "slug")}
    return CardFormOut(
        acts_for=sides_of(user, fixture)[0],
        version=fixture.version,
        lines=[
            FormLine(
                label=each.label, title=line_title(each), players=each.players, games=each.games, target=each.target
            )
            for each in rules.format.lines
        ],
        home=serialize_squad(match.home, slugs),
        away=serialize_squad(match.away, slugs),
        quick=rules.quick_allowed,
        signing=rules.registration.on_the_night,
    )
