"""Writing a fact down about the knockout of a cup: checked against the bracket first, and said in a sentence.

Knows that nothing is rewritten. Refuses what the bracket refuses, and a score by hand where the match has a card.
"""

from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError

from league.accounts.models import User
from league.audit.actions import write_tx
from league.cups.actions.entries import add_entrant
from league.cups.actions.ties import arrange_ties
from league.cups.actions.writing import append_fact, hold_cup, record_about, take_results
from league.cups.choices import CupState
from league.cups.models import Cup, Entrant, Fact, Tie
from league.cups.queries.book import Account, account_of, entrants_in, for_draw, names_of, places_of
from league.cups.queries.facts import attempt_at
from league.cups.queries.words import fact_words, in_names, reason_of
from league.teams.models import Player, Team
from scoring.season.knockout.bracket import bracket
from scoring.season.knockout.facts import Disqualified, Entered, ScoreCorrected, Scored, Withdrew


def write_fact(*, cup: Cup, fact: Any, by: User, at: datetime) -> Fact:
    """Write down what happened; ValidationError with sentences if it cannot be, and then nothing is stored."""
    with write_tx():
        held = hold_cup(cup)
        take_results(held, at=at)
        row = _write(held, fact, by=by, at=at)
        arrange_ties(cup=held, by=by, at=at)
    return row


def enter_late(
    *,
    cup: Cup,
    team: Team,
    tie: str,
    reason: str,
    by: User,
    at: datetime,
    players: tuple[Player, ...] = (),
    name: str = "",
    meets: str = "",
) -> Entrant:
    """Somebody comes in after the draw: opposite the bye of a tie, or against `meets`, who is drawn in it."""
    with write_tx():
        held = hold_cup(cup)
        take_results(held, at=at)
        entrant = add_entrant(held, team, players, name, by=by, at=at)
        drawn = for_draw(entrant, places_of(held))
        _write(held, Entered(drawn, tie, reason, meets), by=by, at=at)
        arrange_ties(cup=held, by=by, at=at)
    return entrant


def faults_of(account: Account, fact: Any) -> list[str]:
    """Why a fact cannot be written down now, in sentences."""
    if account.bracket is None or account.draw is None:
        return ["Nothing is drawn yet."]
    facts = [each.fact for each in account.of_bracket]
    after = bracket(account.knockout, account.draw, [*facts, fact])
    names = names_of(account.cup)
    new = [problem for problem in after.problems if problem.fact == len(facts)]
    return [in_names(problem.words, names, account.bracket) + "." for problem in new]


def _write(held: Cup, fact: Any, *, by: User, at: datetime) -> Fact:
    account = account_of(held, at)
    faults = faults_of(account, fact) or list(_by_card(account, fact))
    if faults:
        raise ValidationError(faults)
    row = append_fact(held, fact, by=by, at=at)
    if held.state == CupState.FINISHED:
        held.state = CupState.DRAWN  # whoever won is to be put on the board anew
        held.full_clean()
        held.save(update_fields=["state"])
    after = account_of(held, at)
    words = fact_words(fact, names_of(held), after.bracket)
    about = _concerned(held, fact)
    record_about(held, "write_fact", f"{held}: {words}", by=by, at=at, about=about, reason=reason_of(fact))
    return row


def _by_card(account: Account, fact: Any) -> list[str]:
    """A score by hand of a match that has a card: the card says what was played, and is put right where it is wrong."""
    if not isinstance(fact, Scored | ScoreCorrected):
        return []
    rows = Tie.objects.filter(cup=account.cup, tie=fact.tie, leg=fact.leg, fixture__result__isnull=False)
    attempt = attempt_at(fact.tie, account.of_bracket)
    if rows.filter(attempt=attempt).exists():
        return ["This match has a card. Put the result of the match right, and the cup follows."]
    return []


def _concerned(cup: Cup, fact: Any) -> tuple[Team, ...]:
    """The team of the entrant that a fact is about."""
    key = fact.entrant if isinstance(fact, Withdrew | Disqualified) else ""
    return tuple(each.entry.team for each in entrants_in(cup) if each.key == key)
