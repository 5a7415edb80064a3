"""A live match with everything that its page shows. Runs inside the scope of a league."""

from dataclasses import replace

from league.live.presenters import MatchView, blank_game, match_view_from, team_names
from league.live.queries.match_state import states_of
from league.live.values import lines_of
from league.schedule.models import Fixture


def match_view(fixture: Fixture) -> MatchView:
    """One match for its live page; the fixture as `fixture_by_address` finds it."""
    match, state = states_of([fixture]).get(fixture.pk, (None, None))
    teams = team_names(fixture)
    targets = sorted({line.rules.target for line in lines_of(fixture, match).values()})
    return replace(
        match_view_from(fixture, match, state), blanks=tuple(blank_game(target, teams) for target in targets)
    )
