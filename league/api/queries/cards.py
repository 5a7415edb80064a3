"""Cards as the captains of a match may read them, with the names in full, and what a card is filled in from."""

from collections.abc import Iterable
from datetime import datetime

from league.accounts.models import User
from league.api.queries.fixtures import serialize_score
from league.api.schemas import Fault
from league.api.schemas.cards import (
    AnsweredOut,
    AnswerOut,
    CardFormOut,
    CardIn,
    CardOut,
    FormLine,
    FormPlayer,
    FormSide,
    GameIn,
    LineIn,
    NamedIn,
    QuickIn,
    SentOut,
    SigningIn,
)
from league.api.schemas.fixtures import ScoreOut
from league.results.choices import SentFor
from league.results.models import Answer, Result, Submission
from league.results.permissions import may_see_card, sides_of
from league.results.queries import MatchFacts, card_of, match_facts, match_for, problems_of, rules_for
from league.results.queries.card_lines import line_title
from league.schedule.models import Fixture
from league.teams.models import Player
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


def serialize_cards(fixture: Fixture, user: User, at: datetime) -> list[CardOut]:
    """Every card of a match that this captain may see, the first first."""
    found = match_facts(fixture)
    visible = [each for each in found.facts.submissions if may_see_card(user, each, sealed=found.sealed)]
    slugs = _slugs(card for each in visible if (card := card_of(each)))
    return [_serialize_card(each, found, slugs, at) for each in visible]


def _serialize_card(submission: Submission, found: MatchFacts, slugs: dict[str, str], at: datetime) -> CardOut:
    card, reply = card_of(submission), found.facts.answer_to(submission)
    counting = found.result is not None and found.result.submission_id == submission.pk
    return CardOut(
        **serialize_submission(submission, at).model_dump(),
        card=_written(card, slugs) if card else None,
        answer=AnswerOut(agreed=reply.agreed, reason=reply.reason, at=reply.at) if reply else None,
        counts=counting,
    )


def _slugs(cards: Iterable[Card]) -> dict[str, str]:
    """The addresses of the players on these cards, by key: one query."""
    keys = {int(named.id) for card in cards for line in card.lines for named in (*line.home, *line.away) if named.id}
    return {str(key): slug for key, slug in Player.objects.filter(pk__in=keys).values_list("pk", "slug")}


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


def card_form(fixture: Fixture, user: User) -> CardFormOut:
    """What somebody who acts for a side fills a card in from: the lines, and both squads by name in full."""
    rules = rules_for(fixture)
    match = match_for(fixture, rules=rules)
    keys = [int(player.id) for squad in (match.home, match.away) for player in squad.players]
    slugs = {str(key): slug for key, slug in Player.objects.filter(pk__in=keys).values_list("pk", "slug")}
    return CardFormOut(
        acts_for=sides_of(user, fixture)[0],
        version=fixture.version,
        lines=[
            FormLine(
                label=each.label, title=line_title(each), players=each.players, games=each.games, target=each.target
            )
            for each in rules.format.lines
        ],
        home=_squad(match.home, slugs),
        away=_squad(match.away, slugs),
        quick=rules.quick_allowed,
        signing=rules.registration.on_the_night,
    )


def _squad(squad: Squad, slugs: dict[str, str]) -> FormSide:
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
