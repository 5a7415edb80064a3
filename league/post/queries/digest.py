"""What waits for the league's officers, in one letter in the morning, on days when there is something.

Each is told of what they can settle, as the inbox has it: the secretary of everything, a results officer of cards, the
co-ordinator of cups. Knows what may wait and how it is counted. Refuses to settle anything: it leads to the inbox.
"""

from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
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
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.queries import registrations_waiting, transfers_waiting

NAMED = 5  # matches that are named one by one
OF_CARDS = frozenset({"Disputed cards", "Cards to look at", "Late cards"})
OF_CUPS = frozenset({"Cups"})
OF_THE_SECRETARY = frozenset(
    {"Points to take or let be", "Matches to move", "Matches without a date", "Players to register", "Transfers"}
)


def digest_of(league: League, people: Iterable[tuple[User, frozenset[RoleKind]]], at: datetime) -> Iterator[Letter]:
    """The letter to each of the officers for whom anything waits, given with their offices; some twelve queries."""
    people = list(people)
    waits = _waits(league, at) if people else {}
    for person, offices in people:
        settles = _settled_by(offices)
        theirs = {label: names for label, names in waits.items() if names and label in settles}
        if theirs:
            yield Letter(
                Kind.DIGEST,
                person,
                f"digest-{league.pk}-{localdate(at)}",
                _subject(theirs, league),
                ("What was open at eight this morning.",),
                tuple(_facts(theirs)),
                (("Open the inbox", reverse("inbox", args=[league.slug])),),
            )


def _subject(waits: Mapping[str, list[str]], league: League) -> str:
    count = sum(map(len, waits.values()))
    return f"{count} thing{'' if count == 1 else 's'} wait{'s' if count == 1 else ''} for you, {league.short_name}"


def _settled_by(offices: AbstractSet[RoleKind]) -> AbstractSet[str]:
    """The labels of what somebody with these offices can settle."""
    if RoleKind.SECRETARY in offices:
        return OF_CARDS | OF_CUPS | OF_THE_SECRETARY
    return (OF_CARDS if RoleKind.RESULTS_OFFICER in offices else set()) | (
        OF_CUPS if RoleKind.COORDINATOR in offices else set()
    )


def _waits(league: League, at: datetime) -> dict[str, list[str]]:
    """What waits, each named, by its label."""
    results = [(each.state == ResultState.DISPUTED, str(each.fixture)) for each in needs_officer(league, at)]
    return {
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


def _facts(waits: Mapping[str, list[str]]) -> Iterator[tuple[str, str]]:
    for label, names in waits.items():
        rest = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        yield label, f"{len(names)} ({', '.join(names[:NAMED])}{rest})"
