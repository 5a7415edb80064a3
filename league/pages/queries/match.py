"""What the page of one match reads: its facts, its card with the names that the public may have, its history."""

from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q, QuerySet
from django_scopes import scopes_disabled

from league.pages.presenters.match import (
    CardLine,
    MatchEvent,
    MatchPage,
    PublicName,
    TeamsMet,
    card_game,
    confirmed_event,
    course_of,
    line_titles,
    moved_text,
    sent_text,
    shown_name,
)
from league.pages.presenters.match_lists import READY, match_line
from league.pages.queries.meetings import two_teams
from league.results.choices import ResultState, SentFor
from league.results.models import Photo, Submission
from league.results.queries import facts_of
from league.results.values import Facts, card_of
from league.schedule.models import Fixture
from league.schedule.queries import whole_fixtures
from league.schedule.values.matches import rules_for
from league.teams.models import League, Player
from scoring import codec
from scoring.card.constitution import Constitution
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
    shown = result is not None and state in READY
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
    for title, scores in zip(line_titles(rules.format), card.lines, strict=False):
        yield CardLine(
            title=title,
            home=tuple(names[each] for each in scores.home),
            away=tuple(names[each] for each in scores.away),
            games=tuple(card_game(game) for game in scores.games),
        )


def _public_names(card: Card, league: League) -> dict[Named, PublicName]:
    """What everybody on the card is called in public; a name that was only written is looked up by its letters."""
    written = {each for line in card.lines for each in (*line.home, *line.away)}
    keys = [each.id for each in written if each.id is not None]
    names = [each.name for each in written if each.id is None]
    found = list(Player.objects.filter(Q(pk__in=keys) | Q(name__in=names), league=league))
    for player in found:
        player.league = league  # known already, and read by public_name
    by_key = {str(player.pk): player for player in found}
    by_name = {player.name: player for player in found}
    return {
        each: shown_name(by_key.get(each.id or "") or by_name.get(each.name), each.name, league) for each in written
    }


# --- what became of it ------------------------------------------------------------------------------------------
def _history(fixture: Fixture, facts: Facts, state: ResultState | None, at: datetime) -> Iterator[MatchEvent]:
    for move in fixture.moves.all():
        yield MatchEvent(move.at, moved_text(move))
    if state is not ResultState.SEALED:
        for each in facts.submissions:
            yield MatchEvent(
                each.received_at, sent_text(each, fixture), each.reason if each.sent_for == SentFor.LEAGUE else ""
            )
    if state is ResultState.CONFIRMED:
        yield confirmed_event(fixture.result, at)
