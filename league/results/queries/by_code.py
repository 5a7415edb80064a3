"""What somebody sees who holds the printed card and is not signed in: what is on the paper, and nothing else.

Players are called as the public reads them, and nobody is known but the two squads: neither who plays elsewhere nor who
played last time is anything that the paper says.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from league.results.choices import SentFor
from league.results.queries.facts import match_for
from league.results.queries.journeys import Journey
from league.results.values import NEW
from league.schedule.models import Fixture
from league.schedule.values.matches import rules_for
from league.teams.models import Player
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Match, Squad
from scoring.card.sheet import Card, Side


def journey_by_code(
    fixture: Fixture, card: Card | None = None, names: Mapping[Side, Sequence[str]] | None = None
) -> Journey:
    """A card of a match as the holder of the paper fills it in; `names` are of players who are not printed on it."""
    rules = rules_for(fixture)
    match = printed_match(fixture, rules)
    new = names or {}
    present = {
        side: (*(player.id for player in match.squad(side).players), *(NEW + name for name in new.get(side, ())))
        for side in Side
    }
    return Journey(fixture, rules, match, SentFor.HOME, None, card or Card(), present)


def printed_match(fixture: Fixture, rules: LeagueRules) -> Match:
    """What a card is checked against before it is sent: the squads under their public names, and nobody else."""
    match = match_for(fixture, rules=rules)
    keys = [int(player.id) for side in Side for player in match.squad(side).players]
    public = {
        str(player.pk): player.public_name for player in Player.objects.filter(pk__in=keys).select_related("league")
    }

    def printed(squad: Squad) -> Squad:
        players = (replace(each, name=public.get(each.id, each.name), known_as=()) for each in squad.players)
        return replace(squad, players=tuple(sorted(players, key=lambda each: each.name)))

    return replace(match, home=printed(match.home), away=printed(match.away), elsewhere=(), playing_up=None)
