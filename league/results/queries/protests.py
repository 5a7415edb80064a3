"""Protests about results: until when a captain may make one, whom to write to afterwards, and those there are."""

from datetime import date, datetime

from django.db.models import QuerySet
from django.utils.timezone import localdate

from league.results.choices import FINAL_STATES, SentFor
from league.results.models import Answer, Protest, Result, Submission
from league.schedule.models import Entry, Fixture
from league.teams.choices import RoleKind
from league.teams.models import League, Role
from scoring.card.league_rules import LeagueRules


def last_day_to_protest(fixture: Fixture, rules: LeagueRules) -> date | None:
    """The last day for a protest about a match; None where the rules set none."""
    return rules.protests.last_day(fixture.date or fixture.first_date)


def too_late_to_protest(fixture: Fixture, rules: LeagueRules, today: date) -> str:
    """That the last day has passed and whom to write to, in sentences; "" while a protest may be made."""
    last = last_day_to_protest(fixture, rules)
    if last is None or today <= last:
        return ""
    roles = Role.objects.filter(league=fixture.league, kind=RoleKind.SECRETARY, ended_at=None).order_by("since", "pk")
    names = " or ".join(roles.values_list("user__name", flat=True))
    whom = f"the secretary, {names}" if names else "the secretary"
    return f"The last day to complain about this match was {fixture.day_text(last)}. Write to {whom}."


def why_no_protest(fixture: Fixture, rules: LeagueRules, side: SentFor, at: datetime) -> str:
    """Why a side may not protest about a result now, in sentences; "" if it may. At most five queries."""
    if not rules.protests.allowed:
        return "Your league hears no complaints from captains. Talk to the secretary if a result is wrong."
    result = Result.objects.filter(fixture=fixture).first()
    if result is None or result.state_at(at) not in FINAL_STATES:
        return "This result is not confirmed yet. Write your complaint on the card, or dispute the card."
    signed = Submission.objects.filter(fixture=fixture, sent_for=side)
    agreed = Answer.objects.filter(submission__fixture=fixture, side=side, agreed=True)
    if not rules.protests.after_signing and (signed.exists() or agreed.exists()):
        return "You have confirmed the card, and your league hears no complaint after that."
    if Protest.objects.filter(fixture=fixture, side=side, answered_at=None).exists():
        return "Your complaint is with the secretary, who will answer it."
    return too_late_to_protest(fixture, rules, localdate(at))


def protests_about(fixture: Fixture) -> list[Protest]:
    protests = list(Protest.objects.filter(fixture=fixture).select_related("by", "answered_by").order_by("at", "pk"))
    for each in protests:
        each.fixture = fixture
    return protests


def protests_waiting(league: League) -> QuerySet[Protest]:
    """Protests that nobody has answered, the oldest first, each with its match."""
    waiting: QuerySet[Protest] = Protest.objects.filter(fixture__league=league, answered_at=None)
    rows = ("fixture__league", "fixture__home__team", "fixture__away__team")
    return waiting.select_related(*rows).order_by("at", "pk")


def protester(protest: Protest) -> Entry:
    fixture = protest.fixture
    return fixture.home if protest.side == SentFor.HOME or fixture.away is None else fixture.away
