"""Late and missing cards, and what the league's own rule takes off for them: proposed, never taken by itself.
Due `submit_within` hours after the start, from both sides where both must send a card, else from the home side; never
before the fixtures were published here.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from fractions import Fraction

from django.utils.timezone import localtime

from league.base.ui.formats import moment_text
from league.results.choices import AdjustmentKind, SentFor
from league.results.models import CAME, Adjustment, LatePenaltyWaiver, Submission
from league.results.queries.facts import Facts
from league.results.values import fines
from league.schedule.models import Entry, Fixture
from league.schedule.queries.lists import due_before_fixtures, first_published
from league.schedule.queries.matches import cards_due, of_tables, whole_fixtures
from league.schedule.values.matches import card_due
from league.teams.models import League
from scoring.card.league_rules import Confirm, LeagueRules
from scoring.card.points import Offence, amount, penalty
from scoring.card.sheet import Side
from scoring.treasury.facts import pounds
from scoring.words import join_list, several


@dataclass(frozen=True, slots=True)
class LateCard:
    """When a late card was due, when it came (None: it has not), and what the rule takes off for it (0: nothing)."""

    fixture: Fixture
    entry: Entry
    due: datetime
    came: datetime | None
    points: Fraction = Fraction(0)

    @property
    def offer(self) -> str:
        return amount(self.points)

    @property
    def how_late(self) -> str:
        """In words: "2 days late". Only of a card that has come."""
        assert self.came is not None
        return how_late(self.due, self.came)


def how_late(due: datetime, at: datetime) -> str:
    hours = int((at - due) / timedelta(hours=1))
    late = several(hours // 24, "day") if hours >= 24 else several(hours, "hour") if hours else "less than an hour"
    return f"{late} late"


def late_cards_to_decide(league: League, at: datetime) -> list[LateCard]:
    """Late cards of this season for which the rule takes points off and nobody has decided yet, the oldest first."""
    return [each for each in undecided_late_cards(league, at) if each.points]


def undecided_late_cards(league: League, at: datetime) -> list[LateCard]:
    """Late cards of this season about which nobody has decided, with what the rule takes off: seven queries.
    How often a team has offended counts what was taken off for it before.
    """
    rules = _rules(league)
    late_cards = _late_cards(league, at, rules)
    entries = [each.entry.pk for each in late_cards]
    deductions = Adjustment.objects.filter(entry__in=entries, kind=AdjustmentKind.LATE_CARD)
    settled = set(deductions.values_list("fixture", "entry"))
    settled |= set(LatePenaltyWaiver.objects.filter(entry__in=entries).values_list("fixture", "entry"))
    counts = Counter(deductions.filter(revoked_at=None).values_list("entry", flat=True))
    open_ones = [each for each in late_cards if (each.fixture.pk, each.entry.pk) not in settled]
    return [replace(each, points=_fine(each, rules, counts[each.entry.pk], at)) for each in open_ones]


def all_late_cards(league: League, at: datetime) -> list[LateCard]:
    """Every late card of this season, the oldest first, whatever was decided about its points. Five queries."""
    return _late_cards(league, at, _rules(league))


Rules = Callable[[Fixture], LeagueRules]


def _rules(league: League) -> Rules:
    """The rules of a match, read out of the row of its division once."""
    by_division: dict[int, LeagueRules] = {}

    def rules(fixture: Fixture) -> LeagueRules:
        if fixture.division_id not in by_division:
            by_division[fixture.division_id] = fixture.division.rules_in_force(league)
        return by_division[fixture.division_id]

    return rules


def _late_cards(league: League, at: datetime, rules: Rules) -> list[LateCard]:
    published = first_published(league)
    sides = _late_sides(league, at, rules)
    late = (each for each in sides if not due_before_fixtures(each.fixture, each.due, published))
    return sorted(late, key=lambda each: (each.due, each.entry.name, each.entry.pk))


def _fine(late: LateCard, rules: Rules, earlier: int, at: datetime) -> Fraction:
    """What the scheme takes off; for a card that never came what it takes off for a late one, if it says no more."""
    scheme = rules(late.fixture).scheme
    never = Fraction(0) if late.came else penalty(scheme, Offence.NEVER_SENT, earlier=earlier)
    hours = ((late.came or at) - late.due) / timedelta(hours=1)
    return never or penalty(scheme, Offence.LATE_CARD, earlier=earlier, hours=hours)


def _late_sides(league: League, at: datetime, rules: Rules) -> Iterator[LateCard]:
    for fixture, due in cards_due(league, at):
        both = rules(fixture).confirm is Confirm.BOTH_ENTER
        for side in (fixture.home, fixture.away) if both else (fixture.home,):
            if side is not None:
                yield LateCard(fixture, side, due, None)
    first: dict[tuple[int, str], datetime] = {}
    sent = Submission.objects.filter(fixture__league=league, fixture__division__competition__season__current=True)
    sent = sent.exclude(sent_for=SentFor.LEAGUE).annotate(came=CAME).order_by("came", "pk")
    for fixture_id, side, came in sent.values_list("fixture", "sent_for", "came"):
        first.setdefault((fixture_id, side), came)
    played = whole_fixtures().filter(pk__in={key for key, _ in first}, date__isnull=False)
    for fixture in of_tables(played).order_by("pk"):
        yield from _came_late(fixture, rules(fixture), first)


def _came_late(fixture: Fixture, rules: LeagueRules, first: dict[tuple[int, str], datetime]) -> Iterator[LateCard]:
    due = card_due(fixture, rules)
    sides = {SentFor.HOME: fixture.home, SentFor.AWAY: fixture.away}
    moments = {side: first[fixture.pk, side] for side in sides if (fixture.pk, side) in first}
    if due is None:
        return
    if rules.confirm is not Confirm.BOTH_ENTER:
        sides, moments = {SentFor.HOME: fixture.home}, {SentFor.HOME: min(moments.values())}
    for side, came in moments.items():
        entry = sides[side]
        if entry is not None and came > due:
            yield LateCard(fixture, entry, due, came)


# --- what is said of one late card ------------------------------------------------------------------------------------
def late_card(
    fixture: Fixture, facts: Facts, sent_for: str, came: datetime, card: Submission | None = None
) -> LateCard | None:
    """A side's card that came late or, without `card`, comes now; None for one in time and for a tie's.
    Where either captain may send the card only the first is late, where both must each side's first is.
    """
    rules = fixture.rules_in_force()
    due, each_sends = card_due(fixture, rules), rules.confirm is Confirm.BOTH_ENTER
    if fixture.stage or sent_for == SentFor.LEAGUE or due is None or came <= due:
        return None
    of_captains = (each for each in facts.submissions if each.sent_for != SentFor.LEAGUE)
    first = next((each for each in of_captains if each.sent_for == sent_for or not each_sends), None)
    entry = fixture.away if each_sends and sent_for == SentFor.AWAY else fixture.home
    if first != card or entry is None or due_before_fixtures(fixture, due, first_published(fixture.league)):
        return None
    return LateCard(fixture, entry, due, came)


def late_words(fixture: Fixture, facts: Facts, sent_for: str, came: datetime, card: Submission | None = None) -> str:
    """How late a card is, and what the league’s rules and its tariff make of it; "" for one that is not."""
    late, rules = late_card(fixture, facts, sent_for, came, card), fixture.rules_in_force()
    if late is None:
        return ""
    deductions = Adjustment.objects.filter(entry=late.entry, kind=AdjustmentKind.LATE_CARD, revoked_at=None)
    points = _fine(late, Fixture.rules_in_force, deductions.count() if rules.scheme.penalties else 0, came)
    fine = fines().late_card_fine(fixture.league)
    costs = [amount(points)] * bool(points) + [f"a fine of {pounds(fine)}"] * bool(fine)
    side = late.entry if rules.confirm is Confirm.BOTH_ENTER else f"the home side, {late.entry},"
    follows = f" By the rules it costs {side} {join_list(costs)}; the league decides." if costs else ""
    return f"This card is {late.how_late} (it was due by {moment_text(localtime(late.due))}).{follows}"


def no_show_penalties(fixture: Fixture) -> dict[Side, Fraction]:
    """What the rules take off each side if it does not turn up, by how often it has not this season."""
    if fixture.stage or fixture.away is None:
        return {}
    scheme = fixture.division.rules_in_force(fixture.league).scheme
    earlier = Adjustment.objects.filter(entry__in=(fixture.home, fixture.away), kind=AdjustmentKind.NO_SHOW)
    counts = Counter(earlier.filter(revoked_at=None).values_list("entry", flat=True))
    costs = {
        side: penalty(scheme, Offence.NO_SHOW, earlier=counts[entry.pk])
        for side, entry in ((Side.HOME, fixture.home), (Side.AWAY, fixture.away))
    }
    return {side: points for side, points in costs.items() if points}
