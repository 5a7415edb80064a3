"""What one person may do about a match, the likeliest first."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.matchnight.permissions import may_invite_scorer, may_score
from league.pages.queries.match import MatchPage
from league.results.choices import FINAL_STATES, ResultState, SentFor
from league.results.permissions import may_decide, sides_of
from league.results.queries.protests import protests_about, why_no_protest
from league.results.queries.to_do import is_being_scored
from league.schedule.models import Fixture
from league.schedule.permissions import may_move
from league.schedule.values.matches import is_order_drawn, rules_for, starts_at

LiveGames = Sequence[Mapping[str, Any]]  # as the live state of a match has them (docs/api.md)
NamedAction = tuple[str, str]


class MatchAction(NamedTuple):
    """A link to a page about the card."""

    label: str
    url: str


def match_actions(
    user: User, fixture: Fixture, page: MatchPage, at: datetime, games: LiveGames = ()
) -> tuple[MatchAction, ...]:
    """What `user` (perhaps nobody) may do now about a match as it is shown; a stranger on its night, to sign in.

    `games` are those that were pegged of it: while one is being played, going on with that comes first.
    """
    if fixture.away is None:
        return ()
    if user.is_authenticated:
        card = [*_captains(user, fixture, page, at, games), *_officers(user, fixture, page, at)]
        named = _in_order(list(_scorers(user, fixture, page, at, games)), card, first=_scored_first(fixture, at))
    else:
        named = [("Captains: sign in to send the result", "match-card")] if _wanted(fixture, page, at) else []
    return tuple(MatchAction(text, fixture.address_of(name)) for text, name in named)


def _wanted(fixture: Fixture, page: MatchPage, at: datetime) -> bool:
    """Whether the match has begun, or soon will, and nothing has come in."""
    return page.state is None and fixture.open and fixture.date is not None and fixture.date <= localdate(at)


def _scored_first(fixture: Fixture, at: datetime) -> bool:
    """Whether scoring comes before the card: before the match starts, and while it is being scored."""
    starts = starts_at(fixture)
    return (starts is not None and at < starts) or is_being_scored(fixture)


def _in_order(scoring: list[NamedAction], card: list[NamedAction], *, first: bool) -> list[NamedAction]:
    """What is likeliest first, scoring if it comes `first`; links for scorers last."""
    both = [*scoring[:1], *card] if first else [*card, *scoring[:1]]
    return [*both, *scoring[1:]]


def _scorers(user: User, fixture: Fixture, page: MatchPage, at: datetime, games: LiveGames) -> Iterator[NamedAction]:
    if not _wanted(fixture, page, at) or not may_score(user, fixture):
        return
    yield "Continue scoring" if games else "Score it live", "score"
    if may_invite_scorer(user, fixture):
        yield "Scorer links", "scorer-links"


def _captains(user: User, fixture: Fixture, page: MatchPage, at: datetime, games: LiveGames) -> Iterator[NamedAction]:
    sides = sides_of(user, fixture)
    if sides and page.state in FINAL_STATES:
        yield from _protests(fixture, sides[0], at)
    if not sides or page.state in FINAL_STATES:
        return
    sealed = page.state is ResultState.SEALED and (page.sent_for not in sides or page.by_code)
    if page.state is None or sealed:
        if page.state or _wanted(fixture, page, at):
            yield "Enter result", "live-card" if any(game["winner"] is not None for game in games) else "match-card"
        if is_order_drawn(fixture):
            yield "Draw who plays on which line", "match-draw"
        return
    if page.by_code:
        yield from _about_code(page)
        return
    if page.sent_for not in sides:
        yield "Confirm the result", "match-confirmation"
        yield "Dispute the result", "match-dispute"
    elif page.both_sent:
        yield "See where you differ", "match-confirmation"
    if page.sent_for in sides or page.both_sent:
        yield "Change your card", "card-players"


def _about_code(page: MatchPage) -> Iterator[NamedAction]:
    """What a captain may do about a card that came by the code on it."""
    if page.state is ResultState.PROVISIONAL:
        yield "Confirm the result", "match-confirmation"
    yield "Send your own card", "card-players"


def _protests(fixture: Fixture, side: SentFor, at: datetime) -> Iterator[NamedAction]:
    if protests_about(fixture):
        yield "Read the complaint", "match-protest"
    elif not why_no_protest(fixture, rules_for(fixture), side, at):
        yield "Make a complaint", "match-protest"


def _officers(user: User, fixture: Fixture, page: MatchPage, at: datetime) -> Iterator[NamedAction]:
    if not may_decide(user, fixture):
        return
    if page.state in FINAL_STATES and any(each.answered_at is None for each in protests_about(fixture)):
        yield "Answer the complaint", "match-protest-answer"
    if page.state in (ResultState.DISPUTED, ResultState.SEALED):
        yield "Decide the result", "match-decision"
    elif page.state is not None:
        yield "Correct the result", "match-correction"
        yield "Change the decision" if page.state is ResultState.DECIDED else "Decide the result", "match-decision"
        if page.state is ResultState.DECIDED:
            yield "Withdraw the decision", "match-restoration"
    elif _wanted(fixture, page, at):
        yield "Enter result", "match-card"
    if page.state is None and fixture.open and fixture.date is None and may_move(user, fixture):
        yield "Set the date" if fixture.to_arrange else "Rearrange the match", "rearrange-match"
    if _wanted(fixture, page, at):
        yield "Award the match", "match-award"
    elif page.state is None and fixture.open:
        yield "Enter or award the result", "match-decision"
