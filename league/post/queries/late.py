"""Cards that came late or not at all, and what the league's own rule takes off for it: proposed, never taken by itself.

A match is over by the rules `submit_within` hours after its start. Whoever was to send the card has then offended: both
sides where both must send one, otherwise the home side. Knows the scheme's fines and what was decided about each.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction

from django.db.models import QuerySet

from league.fixtures.models import Entry, Fixture
from league.fixtures.queries import card_due, cards_due, constitution_of, current_season, of_tables, whole_fixtures
from league.post.models import Lenience
from league.results.choices import AdjustmentKind, SentFor
from league.results.models import Adjustment, Submission
from league.teams.models import League
from scoring.card.constitution import Confirm, Constitution
from scoring.card.points import Offence, amount, penalty


@dataclass(frozen=True, slots=True)
class Late:
    """A side's late card: when it was due, when it came (None: it has not), and what the rule takes off for it."""

    fixture: Fixture
    entry: Entry
    due: datetime
    came: datetime | None
    points: Fraction

    @property
    def offer(self) -> str:
        """What is proposed, in words: "1 point"."""
        return amount(self.points)


def offences(league: League, at: datetime) -> list[Late]:
    """Late cards of this season for which the rule takes points off and nobody has decided yet, the oldest first.

    How often a team has offended counts what was taken off for it before. Five queries.
    """
    found = sorted(_late(league, at), key=lambda each: (each.due, each.entry.name))
    if not found:
        return []
    entries = [each.entry.pk for each in found]
    taken = Adjustment.objects.filter(entry__in=entries, kind=AdjustmentKind.LATE_CARD)
    settled = set(taken.values_list("fixture", "entry"))
    settled |= set(Lenience.objects.filter(entry__in=entries).values_list("fixture", "entry"))
    counts = Counter(taken.filter(revoked_at=None).values_list("entry", flat=True))
    rules: dict[int, Constitution] = {}
    proposed = []
    for each in found:
        competition = each.fixture.division.competition
        if competition.pk not in rules:
            rules[competition.pk] = constitution_of(competition, league)
        offence = Offence.LATE_CARD if each.came else Offence.NEVER_SENT
        earlier = counts[each.entry.pk]
        scheme = rules[competition.pk].scheme
        points = penalty(scheme, offence, earlier=earlier) or penalty(scheme, Offence.LATE_CARD, earlier=earlier)
        if points and (each.fixture.pk, each.entry.pk) not in settled:
            proposed.append(Late(each.fixture, each.entry, each.due, each.came, points))
    return proposed


def _late(league: League, at: datetime) -> Iterator[Late]:
    """Every side that has sent a card late, or has not and should have."""
    for fixture, due in cards_due(league, at):
        rules = constitution_of(fixture.division.competition, league)
        for side in _senders(fixture, rules):
            yield Late(fixture, side, due, None, Fraction(0))
    season = current_season(league)
    if season is None:
        return
    first: dict[tuple[int, str], datetime] = {}
    sent = Submission.objects.filter(fixture__division__competition__season=season).exclude(sent_for=SentFor.LEAGUE)
    for fixture_id, side, came in sent.order_by("received_at", "pk").values_list("fixture", "sent_for", "received_at"):
        first.setdefault((fixture_id, side), came)
    for fixture in _played(first):
        rules = constitution_of(fixture.division.competition, league)
        yield from _came_late(fixture, rules, first)


def _came_late(fixture: Fixture, rules: Constitution, first: dict[tuple[int, str], datetime]) -> Iterator[Late]:
    due = card_due(fixture, rules)
    moments = {side: first.get((fixture.pk, side)) for side in (SentFor.HOME, SentFor.AWAY)}
    if due is None:
        return
    if rules.confirm is Confirm.BOTH_ENTER:
        for side, entry in ((SentFor.HOME, fixture.home), (SentFor.AWAY, fixture.away)):
            came = moments[side]
            if entry is not None and came is not None and came > due:
                yield Late(fixture, entry, due, came, Fraction(0))
        return
    came = min(filter(None, moments.values()))
    if came > due:
        yield Late(fixture, fixture.home, due, came, Fraction(0))


def _played(first: dict[tuple[int, str], datetime]) -> QuerySet[Fixture]:
    """The matches of tables that cards came for and whose date is known."""
    return of_tables(whole_fixtures().filter(pk__in={key for key, _ in first}, date__isnull=False)).order_by("pk")


def _senders(fixture: Fixture, rules: Constitution) -> list[Entry]:
    """Who was to send the card: both where both must, otherwise the home side."""
    both = rules.confirm is Confirm.BOTH_ENTER
    return [side for side in ((fixture.home, fixture.away) if both else (fixture.home,)) if side is not None]
