"""What one person may do about one match and its card, the likeliest first. Dates and venues are fixtures' own desk."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.utils.timezone import localdate

from league.accounts.models import User
from league.live.permissions import may_invite_scorer, may_score
from league.live.presenters import MatchView
from league.pages.presenters.match import MatchPage
from league.results.choices import ResultState, SentFor
from league.results.permissions import may_decide, sides_of
from league.results.queries.protests import protests_about, why_no_protest
from league.schedule.models import Fixture
from league.schedule.permissions import may_move
from league.schedule.values.matches import rules_for, starts_at

SETTLED = (ResultState.CONFIRMED, ResultState.DECIDED)
Named = tuple[str, str]


class MatchAction(NamedTuple):
    """A link to a page about the card."""

    words: str
    url: str


def match_actions(
    user: User, fixture: Fixture, seen: MatchPage, at: datetime, live: MatchView | None = None
) -> tuple[MatchAction, ...]:
    """What `user` (perhaps nobody) may do now about a match as it is `seen`; a stranger on its night, to sign in.

    `live` is what was pegged of it: while a game is being played, going on with that comes first.
    """
    if fixture.away is None:
        return ()
    if user.is_authenticated:
        card = [*_captains(user, fixture, seen, at, live), *_officers(user, fixture, seen, at)]
        named = _in_order(list(_scorers(user, fixture, seen, at, live)), card, first=_scored_first(fixture, at, live))
    else:
        named = [("Captains: sign in to send the result", "match-card")] if _wanted(fixture, seen, at) else []
    return tuple(MatchAction(text, fixture.address_of(name)) for text, name in named)


def _wanted(fixture: Fixture, seen: MatchPage, at: datetime) -> bool:
    """Whether the match has begun, or soon will, and nothing has come in."""
    return seen.state is None and fixture.open and fixture.date is not None and fixture.date <= localdate(at)


def _scored_first(fixture: Fixture, at: datetime, live: MatchView | None) -> bool:
    """Whether scoring comes before the card: before the match starts, and while a game is being played."""
    starts = starts_at(fixture)
    return (starts is not None and at < starts) or (live is not None and bool(live.playing))


def _in_order(scoring: list[Named], card: list[Named], *, first: bool) -> list[Named]:
    """What is likeliest first, scoring if it comes `first`; links for scorers last."""
    both = [*scoring[:1], *card] if first else [*card, *scoring[:1]]
    return [*both, *scoring[1:]]


def _scorers(user: User, fixture: Fixture, seen: MatchPage, at: datetime, live: MatchView | None) -> Iterator[Named]:
    if not _wanted(fixture, seen, at) or not may_score(user, fixture):
        return
    yield "Continue scoring" if live is not None and live.games else "Score this match", "score"
    if may_invite_scorer(user, fixture):
        yield "Scorer links", "scorer-links"


def _captains(user: User, fixture: Fixture, seen: MatchPage, at: datetime, live: MatchView | None) -> Iterator[Named]:
    sides = sides_of(user, fixture)
    if sides and seen.state in SETTLED:
        yield from _protests(fixture, sides[0], at)
    if not sides or seen.state in SETTLED:
        return
    if seen.state is None or seen.state is ResultState.SEALED:
        if seen.state or _wanted(fixture, seen, at):
            yield "Enter the result", "live-card" if live is not None and live.over else "match-card"
    elif seen.sent_for not in sides:
        yield "Confirm the result", "match-confirmation"
        yield "Dispute the result", "match-dispute"


def _protests(fixture: Fixture, side: SentFor, at: datetime) -> Iterator[Named]:
    if not why_no_protest(fixture, rules_for(fixture), side, at):
        yield "Make a complaint", "match-protest"
    elif protests_about(fixture):
        yield "Read the complaint", "match-protest"


def _officers(user: User, fixture: Fixture, seen: MatchPage, at: datetime) -> Iterator[Named]:
    if not may_decide(user, fixture):
        return
    if seen.state in (ResultState.DISPUTED, ResultState.SEALED):
        yield "Decide the result", "match-decision"
    elif seen.state is not None:
        yield "Correct the result", "match-correction"
    elif _wanted(fixture, seen, at):
        yield "Enter the result", "match-card"
    if seen.state is None and fixture.open and fixture.date is None and may_move(user, fixture):
        yield "Set the date" if fixture.to_arrange else "Rearrange the match", "rearrange-match"
    if seen.state is None and fixture.open:
        yield "Award the match", "match-award"
