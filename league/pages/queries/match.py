"""What the page of one match reads: its facts, its card with the names that the public may have, its history."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.accounts.models import User
from league.live.permissions import may_invite_scorer, may_score
from league.live.presenters import MatchView
from league.pages.presenters.match import (
    CardLine,
    MatchEvent,
    MatchPage,
    PublicName,
    TeamsMet,
    card_game,
    confirmed_event,
    course_of,
    moved_text,
    sent_text,
    shown_name,
)
from league.pages.presenters.match_lists import match_line
from league.pages.queries.meetings import two_teams
from league.results.choices import FINAL_STATES, PUBLIC_STATES, ResultState, SentFor
from league.results.models import Photo, Submission
from league.results.permissions import may_decide, sides_of
from league.results.queries import facts_of
from league.results.queries.protests import protests_about, why_no_protest
from league.results.values import Facts, card_of
from league.schedule.models import Fixture
from league.schedule.permissions import may_move
from league.schedule.queries import whole_fixtures
from league.schedule.values.matches import is_order_drawn, rules_for, starts_at
from league.teams.models import League
from league.teams.queries.people import players_named
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.format import line_titles
from scoring.card.outcome import Tally
from scoring.card.sheet import Card, Named


def fixture_by_code(code: str) -> Fixture | None:
    """The match with this code, whatever league it is in; the caller says who may be told."""
    with scopes_disabled():
        return whole_fixtures().filter(code__iexact=code).first()


def match_page(fixture: Fixture, at: datetime) -> MatchPage:
    """One match for its page, in a fixed number of queries; `fixture` as `fixture_by_address` finds it."""
    facts = facts_of(fixture)
    result = getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    shown = result is not None and state in PUBLIC_STATES
    submission = _counting(facts, result.submission_id) if result is not None else None
    card = card_of(submission) if submission is not None and shown else None
    tally = codec.decode_as(Tally, result.tally) if result is not None and shown else None
    lines = tuple(_card_lines(card, rules_for(fixture), fixture.league)) if card else ()
    return MatchPage(
        line=match_line(fixture, at),
        state=state,
        tally=tally,
        card=lines,
        history=tuple(sorted(_history(fixture, facts, state, at), key=lambda each: each.at)),
        allowed=submission.reason if submission is not None and shown and submission.overruled else "",
        sent_for=SentFor(submission.sent_for) if submission is not None else None,
        both_sent=all(facts.latest(side) for side in (SentFor.HOME, SentFor.AWAY)),
        course=course_of(fixture, lines, tally),
        met=_met(fixture, at),
    )


def _met(fixture: Fixture, at: datetime) -> TeamsMet | None:
    """Two queries for two teams that are still to play; none for players of a cup, who are not their teams."""
    home, away = fixture.home, fixture.away
    if not fixture.open or away is None or home.slug or away.slug:
        return None
    return two_teams(home.team, away.team, at)


def photos_of(fixture: Fixture) -> QuerySet[Photo]:
    """Photographs of the paper card, for those who may see them."""
    return Photo.objects.filter(fixture=fixture).order_by("at", "pk")


def _counting(facts: Facts, key: int) -> Submission | None:
    return next((each for each in facts.submissions if each.pk == key), None)


# --- the card ---------------------------------------------------------------------------------------------------


def _card_lines(card: Card, rules: Constitution, league: League) -> Iterator[CardLine]:
    names = _public_names(card, league)
    for title, scores in zip(line_titles(rules.format.lines), card.lines, strict=False):
        yield CardLine(
            title=title,
            home=tuple(names[each] for each in scores.home),
            away=tuple(names[each] for each in scores.away),
            games=tuple(card_game(game) for game in scores.games),
        )


def _public_names(card: Card, league: League) -> dict[Named, PublicName]:
    """What everybody on the card is called in public."""
    written = {each for line in card.lines for each in (*line.home, *line.away)}
    players = players_named(league, written)
    return {each: shown_name(players.get(each), each.name, league) for each in written}


# --- what became of it ------------------------------------------------------------------------------------------
def _history(fixture: Fixture, facts: Facts, state: ResultState | None, at: datetime) -> Iterator[MatchEvent]:
    for move in fixture.moves.all():
        yield MatchEvent(move.at, moved_text(move))
    if state is not ResultState.SEALED:
        for each in facts.submissions:
            text = sent_text(each, fixture, entered=facts.entered(each))
            yield MatchEvent(each.received_at, text, each.reason if each.sent_for == SentFor.LEAGUE else "")
    if state is ResultState.CONFIRMED:
        yield confirmed_event(fixture.result, at)


# --- What one person may do about it ---------------------------------------------------------------------------------

NamedAction = tuple[str, str]


class MatchAction(NamedTuple):
    """A link to a page about the card."""

    label: str
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


def _in_order(scoring: list[NamedAction], card: list[NamedAction], *, first: bool) -> list[NamedAction]:
    """What is likeliest first, scoring if it comes `first`; links for scorers last."""
    both = [*scoring[:1], *card] if first else [*card, *scoring[:1]]
    return [*both, *scoring[1:]]


def _scorers(
    user: User, fixture: Fixture, seen: MatchPage, at: datetime, live: MatchView | None
) -> Iterator[NamedAction]:
    if not _wanted(fixture, seen, at) or not may_score(user, fixture):
        return
    yield "Continue scoring" if live is not None and live.games else "Score it live", "score"
    if may_invite_scorer(user, fixture):
        yield "Scorer links", "scorer-links"


def _captains(
    user: User, fixture: Fixture, seen: MatchPage, at: datetime, live: MatchView | None
) -> Iterator[NamedAction]:
    sides = sides_of(user, fixture)
    if sides and seen.state in FINAL_STATES:
        yield from _protests(fixture, sides[0], at)
    if not sides or seen.state in FINAL_STATES:
        return
    if seen.state is None or seen.state is ResultState.SEALED:
        if seen.state or _wanted(fixture, seen, at):
            yield "Enter result", "live-card" if live is not None and live.over else "match-card"
        if is_order_drawn(fixture):
            yield "Draw who plays on which line", "match-draw"
        return
    if seen.sent_for not in sides:
        yield "Confirm the result", "match-confirmation"
        yield "Dispute the result", "match-dispute"
    elif seen.both_sent:
        yield "See where you differ", "match-confirmation"
    if seen.sent_for in sides or seen.both_sent:
        yield "Change your card", "card-players"


def _protests(fixture: Fixture, side: SentFor, at: datetime) -> Iterator[NamedAction]:
    if protests_about(fixture):
        yield "Read the complaint", "match-protest"
    elif not why_no_protest(fixture, rules_for(fixture), side, at):
        yield "Make a complaint", "match-protest"


def _officers(user: User, fixture: Fixture, seen: MatchPage, at: datetime) -> Iterator[NamedAction]:
    if not may_decide(user, fixture):
        return
    if seen.state in FINAL_STATES and any(each.answered_at is None for each in protests_about(fixture)):
        yield "Answer the complaint", "match-protest-answer"
    if seen.state in (ResultState.DISPUTED, ResultState.SEALED):
        yield "Decide the result", "match-decision"
    elif seen.state is not None:
        yield "Correct the result", "match-correction"
        yield "Change the decision" if seen.state is ResultState.DECIDED else "Decide the result", "match-decision"
    elif _wanted(fixture, seen, at):
        yield "Enter result", "match-card"
    if seen.state is None and fixture.open and fixture.date is None and may_move(user, fixture):
        yield "Set the date" if fixture.to_arrange else "Rearrange the match", "rearrange-match"
    if _wanted(fixture, seen, at):
        yield "Award the match", "match-award"
    elif seen.state is None and fixture.open:
        yield "Enter or award the result", "match-decision"
