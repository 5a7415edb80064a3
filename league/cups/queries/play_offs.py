"""What the play-offs of a division came to, for its table: every tie that is decided, with a card or without one.

Knows the cups that are played for level places. Refuses to know what they do to a table.
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from fractions import Fraction

from django.utils.timezone import localdate

from league.cups.models import Cup, Entrant
from league.cups.queries.book import Account, account_from, ties_by_cup
from league.cups.queries.facts import facts_by_cup
from league.schedule.models import Division
from scoring.card.outcome import Outcome, award_tally
from scoring.card.sheet import Side
from scoring.season.knockout.bracket import State, Tie

DECIDED = (State.PLAYED, State.WALKOVER)


def play_offs_decided(division: Division, at: datetime) -> Iterator[Outcome]:
    """Each decided tie as one outcome, between teams by their keys as text: four queries, one without a play-off.

    Its id is that of the last match that was put up for it, if one was: so it stands over the card of that match.
    """
    held = list(Cup.objects.filter(division__competition__play_off_of=division).order_by("pk"))
    if not held:
        return
    noted, ties = facts_by_cup(held), ties_by_cup(held)
    rows = Entrant.objects.filter(cup__in=held).select_related("entry").order_by("pk")
    for cup in held:
        matches = {tie: str(rows[-1].fixture_id) for tie, rows in ties.get(cup.pk, {}).items()}
        teams = {row.key: str(row.entry.team_id) for row in rows if row.cup_id == cup.pk}
        yield from _outcomes(account_from(cup, noted.get(cup.pk, ()), ties.get(cup.pk, {}), at), teams, matches)


def _outcomes(account: Account, teams: Mapping[str, str], matches: Mapping[str, str]) -> Iterator[Outcome]:
    """The decided ties of one cup."""
    for tie in account.bracket.ties if account.bracket else ():
        if tie.state in DECIDED and tie.first in teams and tie.second in teams:
            on = localdate(max(each.at for each in account.about(tie)))
            name = matches.get(tie.id, f"{account.cup.pk}/{tie.id}")
            winner = Side.HOME if tie.winner == tie.first else Side.AWAY
            nothing = (Fraction(0), Fraction(0))  # a play-off earns no points
            tally = award_tally(winner=winner, games=_games(tie), points=nothing)
            yield Outcome(name, teams[str(tie.first)], teams[str(tie.second)], on, tally)


def _games(tie: Tie) -> tuple[int, int]:
    """Games won by both sides, in the last leg that was scored: a decider says more than what was level before it."""
    return tie.scores[max(tie.scores)] if tie.scores else (0, 0)
