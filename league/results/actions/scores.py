"""Bare scores that the league decides, many at once: each leaves what deciding it alone would leave, in few queries.

Knows that a score which names nobody hangs on the rules and not on the squads, and that the league's word is the
verdict, whatever was sent before. Refuses to judge scores: an officer may overrule every check.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from uuid import uuid4

from django.db.models import Q

from league.accounts.models import User
from league.audit.actions import record_all
from league.results.actions.decisions import Award, Order, deed_of
from league.results.actions.filing import NotAcceptedError, append_all
from league.results.actions.settling import Verdict, columns_of, decreed
from league.results.choices import ResultState, Source
from league.results.models import Draft, Result, Submission
from league.results.queries.facts import match_without_names, rules_for
from league.schedule.actions import (
    bump_version,
    freeze_competition,
    lock_fixtures,
    mark_all_awarded,
    mark_all_played,
)
from league.schedule.models import Competition, Fixture
from league.schedule.queries import constitution_of
from scoring import codec
from scoring.card.card import check
from scoring.card.constitution import Constitution
from scoring.card.match import Problem
from scoring.card.sheet import Card


@dataclass(frozen=True, slots=True)
class Ruling:
    """The score of a match, why it is that, and the day on which it was played if the match has no date."""

    fixture_id: int
    score: Card | Award
    reason: str
    played_on: date


def decide_scores(*, competition: Competition, rulings: Sequence[Ruling], by: User, at: datetime) -> list[Submission]:
    """File scores of one competition as the league's decisions, in their order and in the caller's transaction.

    NotAcceptedError for a bye, and for a match that has a result by now. ValueError for a card that names players.
    """
    held = _held([each.fixture_id for each in rulings])
    rules = _rules(competition, held.values())
    orders = [_order(held[each.fixture_id], each, by, at) for each in rulings]
    problems = [_problems(held[each.fixture_id], each.score, rules[each.fixture_id]) for each in rulings]
    bodies = [codec.encode(each.score.tally if isinstance(each.score, Award) else each.score) for each in rulings]
    sent = [order.sent(held[each.fixture_id], body) for each, order, body in zip(rulings, orders, bodies, strict=True)]
    filed = append_all(zip(sent, problems, strict=True))
    results = [_result(each, rules[each.fixture_id], at) for each in filed]
    _store(results, {each.fixture_id: each.played_on for each in rulings})
    Draft.objects.filter(fixture__in=held, by=by).delete()
    freeze_competition(competition, at=at)
    bump_version(competition)
    rows = zip(orders, filed, problems, results, strict=True)
    deeds = [deed_of(order, each, found, before=None, after=result) for order, each, found, result in rows]
    record_all(deeds, at=at, by=by, league_id=competition.season.league_id)
    return filed


def _held(keys: Sequence[int]) -> dict[int, Fixture]:
    """The matches, locked, by their keys."""
    held = {each.pk: each for each in lock_fixtures(Q(pk__in=keys))}
    if bye := next((each for each in held.values() if each.away_id is None), None):
        raise NotAcceptedError(f"{bye}: there is nothing to decide.")
    there = Result.objects.filter(fixture__in=held).order_by("pk").values_list("fixture", flat=True).first()
    if there is not None:
        raise NotAcceptedError(f"A result of {held[there]} has come in since you looked. Look again.")
    return held


def _rules(competition: Competition, fixtures: Iterable[Fixture]) -> dict[int, Constitution]:
    """What each match is played under, by its key: nearly always the rules that they have in common."""
    common = constitution_of(competition, competition.season.league)
    return {
        each.pk: rules_for(each) if each.constitution or each.division.constitution else common for each in fixtures
    }


def _order(fixture: Fixture, ruling: Ruling, by: User, at: datetime) -> Order:
    verb, word, source = ("decide_result", "decided", Source.PAPER)
    if isinstance(ruling.score, Award):
        verb, word, source = ("award_match", "awarded", Source.AWARD)
    return Order(verb, word, source, uuid4(), fixture.version, ruling.reason, by, at)


def _problems(fixture: Fixture, score: Card | Award, rules: Constitution) -> tuple[Problem, ...]:
    if isinstance(score, Award):
        return ()
    if score.lines or score.signings:
        raise ValueError("a card that names players is decided by itself")
    return check(score, match_without_names(fixture, rules=rules))


def _result(filed: Submission, rules: Constitution, at: datetime) -> Result:
    """What the match comes to now: the league has spoken last, so nothing else that was sent is looked at."""
    result = Result(fixture=filed.fixture, **columns_of(Verdict(filed, ResultState.DECIDED, at, at), rules))
    result.clean_fields(exclude=["fixture", "submission"])
    return result


def _store(results: Sequence[Result], played_on: Mapping[int, date]) -> None:
    """Write the results, and their matches as what they are now; those without a date get theirs."""
    Result.objects.bulk_create(results)
    mark_all_awarded([each.fixture for each in results if decreed(each)])
    days: defaultdict[date | None, list[Fixture]] = defaultdict(list)
    for each in results:
        if not decreed(each):
            days[None if each.fixture.date else played_on[each.fixture_id]].append(each.fixture)
    for day, fixtures in days.items():
        mark_all_played(fixtures, on=day)
