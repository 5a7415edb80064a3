"""What waits for the league's officers, in one letter in the morning, on days when there is something.

Knows what may wait and how it is counted. Refuses to settle anything: it leads to the inbox.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.urls import reverse
from django.utils.timezone import localdate

from league.accounts.models import User
from league.cups.queries.waiting import cups_waiting
from league.fixtures.queries import cards_due, requests_waiting, without_a_date
from league.post.choices import Kind
from league.post.queries.late import offences
from league.post.queries.letters import Letter
from league.results.choices import ResultState
from league.results.queries import needs_officer
from league.teams.models import League
from league.teams.queries import registrations_waiting, transfers_waiting

NAMED = 5  # matches that are named one by one


def digest_of(league: League, people: Iterable[User], at: datetime) -> Iterator[Letter]:
    """The letter to each of the officers, if anything waits; some twelve queries."""
    people = list(people)
    facts = tuple(_facts(league, at)) if people else ()
    if not facts:
        return
    count = sum(int(value.partition(" ")[0]) for _, value in facts)
    subject = f"{count} thing{'' if count == 1 else 's'} wait{'s' if count == 1 else ''} for you, {league.short_name}"
    for person in people:
        yield Letter(
            Kind.DIGEST,
            person,
            f"digest-{league.pk}-{localdate(at)}",
            subject,
            ("What was open at eight this morning.",),
            facts,
            (("Open the inbox", reverse("inbox", args=[league.slug])),),
        )


def _facts(league: League, at: datetime) -> Iterator[tuple[str, str]]:
    results = [(each.state == ResultState.DISPUTED, str(each.fixture)) for each in needs_officer(league, at)]
    waits = {
        "Disputed cards": [name for disputed, name in results if disputed],
        "Cards to look at": [name for disputed, name in results if not disputed],
        "Late cards": [str(fixture) for fixture, _ in cards_due(league, at)],
        "Points to take or let be": [f"{each.entry} ({each.fixture})" for each in offences(league, at)],
        "Matches to move": [str(each.fixture) for each in requests_waiting(league) if not each.fixture.to_arrange],
        "Matches without a date": [str(each) for each in without_a_date(league)],
        "Players to register": [f"{each.player} for {each.team}" for each in registrations_waiting(league)],
        "Transfers": [f"{each.player} to {each.joins}" for each in transfers_waiting(league)],
        "Cups": [each.what for each in cups_waiting(league, at)],
    }
    for label, names in waits.items():
        if names:
            rest = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
            yield label, f"{len(names)} ({', '.join(names[:NAMED])}{rest})"
