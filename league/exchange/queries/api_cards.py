"""Cards as programs send them, made into the engine's values unjudged, and cards as captains read them."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from league.base.accounts.models import User
from league.exchange.schemas import Fault
from league.exchange.schemas.fixtures import (
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
    ScoreOut,
    SentOut,
    SigningIn,
)
from league.results.choices import SentFor
from league.results.models import Answer, Submission
from league.results.permissions import may_see_card, sides_of
from league.results.presenters import line_terms
from league.results.queries.facts import match_facts, match_for
from league.results.values import card_of, problems_of
from league.schedule.models import Fixture
from league.teams.models import Player
from scoring.card.match import Squad
from scoring.card.sheet import Card, Ending, GameScore, How, LineScore, Named, Side, Signing


class UnknownPlayerError(Exception):
    """The card names players whom this league does not have; `faults` says where."""

    def __init__(self, faults: list[Fault]) -> None:
        self.faults = faults
        super().__init__("The card names players whom this league does not have.")


def card_from(sent: CardIn) -> Card:
    """The card; UnknownPlayerError for an address that no player of the league has. One query, within the league."""
    slugs = {named.player for _, named in _all_named(sent) if named.player is not None}
    by_slug = {each.slug: each for each in Player.objects.filter(slug__in=slugs).select_related("merged_into")}
    faults = [
        Fault(path=path, code="unknown_player", message=f"No player of this league has the address {named.player}.")
        for path, named in _all_named(sent)
        if named.player and named.player not in by_slug
    ]
    if faults:
        raise UnknownPlayerError(faults)
    return Card(
        ending=Ending(sent.ending),
        lines=tuple(
            LineScore(_named(line.home, by_slug), _named(line.away, by_slug), tuple(map(_game, line.games)))
            for line in sent.lines
        ),
        quick=(sent.quick.home, sent.quick.away) if sent.quick else None,
        signings=tuple(Signing(Side(each.side), each.name) for each in sent.signings),
        remarks=sent.remarks,
        protest=sent.protest,
    )


def _all_named(sent: CardIn) -> Iterator[tuple[str, NamedIn]]:
    for number, line in enumerate(sent.lines):
        for side, players in (("home", line.home), ("away", line.away)):
            for place, named in enumerate(players):
                yield f"lines.{number}.{side}.{place}.player", named


def _named(players: Iterable[NamedIn], by_slug: Mapping[str, Player]) -> tuple[Named, ...]:
    written = []
    for each in players:
        row = by_slug[each.player] if each.player else None
        row = row and (row.merged_into or row)  # one who was found to be somebody else is that one
        written.append(Named(str(row.pk), row.name) if row else Named(None, each.name))
    return tuple(written)


def _game(game: GameIn) -> GameScore:
    winner = Side(game.winner) if game.winner else None
    return GameScore(winner, game.home_pegs, game.away_pegs, game.hands, How(game.how))


# --- as captains read them --------------------------------------------------------------------------------------------
def serialize_submission(submission: Submission, at: datetime) -> SentOut:
    fixture = submission.fixture
    result = getattr(fixture, "result", None)
    return SentOut(
        receipt=submission.receipt,
        sent_for=SentFor(submission.sent_for),
        received_at=submission.received_at,
        result_state=_state(fixture, at),
        score=ScoreOut.of(result.games if result is not None else None),
        problems=[Fault.from_orm(each) for each in problems_of(submission)],
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
    result = getattr(fixture, "result", None)
    return result.state_at(at).value if result is not None else None


def serialize_cards(fixture: Fixture, user: User, at: datetime) -> list[CardOut]:
    facts = match_facts(fixture)
    visible = [each for each in facts.facts.submissions if may_see_card(user, each, sealed=facts.sealed)]
    cards = {each.pk: card_of(each) for each in visible}
    lines = [line for card in cards.values() if card for line in card.lines]
    slugs = _slugs(named.id for line in lines for named in (*line.home, *line.away))
    answers = {each.pk: facts.facts.answer_to(each) for each in visible}
    return [
        CardOut(
            **serialize_submission(each, at).model_dump(),
            by_code=each.by_code,
            card=_written(card, slugs) if (card := cards[each.pk]) else None,
            answer=AnswerOut.from_orm(answers[each.pk]) if answers[each.pk] else None,
            counts=facts.result is not None and facts.result.submission_id == each.pk,
        )
        for each in visible
    ]


def _slugs(keys: Iterable[str | None]) -> dict[str, str]:
    rows = Player.objects.filter(pk__in={int(key) for key in keys if key}).values_list("pk", "slug")
    return {str(key): slug for key, slug in rows}


def _written(card: Card, slugs: Mapping[str, str]) -> CardIn:
    """The card in the form in which it is sent. What was taken in once is not judged again on the way out."""
    return CardIn.model_construct(
        ending=card.ending.value,
        lines=[
            LineIn.model_construct(
                home=[NamedIn.model_construct(player=slugs.get(each.id or ""), name=each.name) for each in line.home],
                away=[NamedIn.model_construct(player=slugs.get(each.id or ""), name=each.name) for each in line.away],
                games=[_written_game(game) for game in line.games],
            )
            for line in card.lines
        ],
        quick=QuickIn.model_construct(home=card.quick[0], away=card.quick[1]) if card.quick else None,
        signings=[SigningIn.model_construct(side=each.side.value, name=each.name) for each in card.signings],
        remarks=card.remarks,
        protest=card.protest,
    )


def _written_game(game: GameScore) -> GameIn:
    return GameIn.model_construct(
        winner=game.winner.value if game.winner else None, home_pegs=game.home_pegs, away_pegs=game.away_pegs,
        hands=game.hands, how=game.how.value,
    )  # fmt: skip


def card_form(fixture: Fixture, user: User) -> CardFormOut:
    """What somebody who acts for a side fills a card in from: the lines, and both squads by name in full."""
    rules = fixture.rules_in_force()
    match = match_for(fixture, rules=rules)
    slugs = _slugs(player.id for squad in (match.home, match.away) for player in squad.players)
    return CardFormOut(
        acts_for=sides_of(user, fixture)[0],
        version=fixture.version,
        lines=[
            FormLine(
                label=line.label,
                title=f"{line.kind.noun.capitalize()}, {line_terms(line)}",
                players=line.players,
                games=line.games,
                target=line.target,
            )
            for line in rules.format.lines
        ],
        home=_form_side(match.home, slugs),
        away=_form_side(match.away, slugs),
        quick=rules.quick_allowed,
        signing=rules.registration.on_the_night,
    )


def _form_side(squad: Squad, slugs: Mapping[str, str]) -> FormSide:
    players = [
        FormPlayer(
            player=slugs[each.id], name=each.name, registered_on=on.isoformat() if (on := each.registered_on) else None
        )
        for each in squad.players
    ]
    return FormSide(name=squad.name, players=players)
