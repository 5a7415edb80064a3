"""Cards, their problems and answers as the API writes them."""

from collections.abc import Iterable
from datetime import datetime

from league.exchange.presenters.fixtures import serialize_score
from league.exchange.schemas import Fault
from league.exchange.schemas.cards import (
    AnsweredOut,
    AnswerOut,
    CardIn,
    CardOut,
    FormPlayer,
    FormSide,
    GameIn,
    LineIn,
    NamedIn,
    QuickIn,
    SentOut,
    SigningIn,
)
from league.exchange.schemas.fixtures import ScoreOut
from league.results.choices import SentFor
from league.results.models import Answer, Result, Submission
from league.results.values import MatchFacts, card_of, problems_of
from league.schedule.models import Fixture
from scoring.card.match import Problem, Squad
from scoring.card.sheet import Card, GameScore, LineScore, Named


def serialize_problems(problems: Iterable[Problem]) -> list[Fault]:
    """What the check of a card found."""
    return [
        Fault(path=each.path, code=each.code, message=each.message, severity=each.severity.value, rule=each.rule)
        for each in problems
    ]


def serialize_submission(submission: Submission, at: datetime) -> SentOut:
    """A card that has just been sent; its fixture as it is now."""
    fixture = submission.fixture
    return SentOut(
        receipt=submission.receipt,
        sent_for=SentFor(submission.sent_for),
        received_at=submission.received_at,
        result_state=_state(fixture, at),
        score=_score(fixture),
        problems=serialize_problems(problems_of(submission)),
        version=fixture.version,
    )


def serialize_answer(answer: Answer, fixture: Fixture, at: datetime) -> AnsweredOut:
    return AnsweredOut(
        receipt=answer.submission.receipt,
        side=SentFor(answer.side),
        agreed=answer.agreed,
        reason=answer.reason,
        at=answer.at,
        result_state=_state(fixture, at),
        version=fixture.version,
    )


def _state(fixture: Fixture, at: datetime) -> str | None:
    """Where the result stands; a captain is told too that the other's card is awaited."""
    result: Result | None = getattr(fixture, "result", None)
    return result.state_at(at).value if result is not None else None


def _score(fixture: Fixture) -> ScoreOut | None:
    result: Result | None = getattr(fixture, "result", None)
    return serialize_score((result.home_games, result.away_games)) if result is not None else None


def serialize_card(submission: Submission, facts: MatchFacts, slugs: dict[str, str], at: datetime) -> CardOut:
    card, reply = card_of(submission), facts.facts.answer_to(submission)
    counting = facts.result is not None and facts.result.submission_id == submission.pk
    return CardOut(
        **serialize_submission(submission, at).model_dump(),
        by_code=submission.by_code,
        card=_written(card, slugs) if card else None,
        answer=AnswerOut(agreed=reply.agreed, reason=reply.reason, at=reply.at) if reply else None,
        counts=counting,
    )


def _written(card: Card, slugs: dict[str, str]) -> CardIn:
    """The card in the form in which it is sent. What was taken in once is not judged again on the way out."""
    return CardIn.model_construct(
        ending=card.ending.value,
        lines=[_line(each, slugs) for each in card.lines],
        quick=QuickIn.model_construct(home=card.quick[0], away=card.quick[1]) if card.quick else None,
        signings=[SigningIn.model_construct(side=each.side.value, name=each.name) for each in card.signings],
        remarks=card.remarks,
        protest=card.protest,
    )


def _line(line: LineScore, slugs: dict[str, str]) -> LineIn:
    return LineIn.model_construct(
        home=[_named(each, slugs) for each in line.home],
        away=[_named(each, slugs) for each in line.away],
        games=[_game(each) for each in line.games],
    )


def _named(named: Named, slugs: dict[str, str]) -> NamedIn:
    return NamedIn.model_construct(player=slugs.get(named.id or ""), name=named.name)


def _game(game: GameScore) -> GameIn:
    return GameIn.model_construct(
        winner=game.winner.value if game.winner else None,
        home_pegs=game.home_pegs,
        away_pegs=game.away_pegs,
        hands=game.hands,
        how=game.how.value,
    )


def serialize_squad(squad: Squad, slugs: dict[str, str]) -> FormSide:
    return FormSide(
        name=squad.name,
        players=[
            FormPlayer(
                player=slugs[each.id],
                name=each.name,
                registered_on=each.registered_on.isoformat() if each.registered_on else None,
            )
            for each in squad.players
        ],
    )
