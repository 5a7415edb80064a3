"""One match as everybody may read it: the card in the order of the paper, and what became of it.

Knows which card counts and what each player is called in public. Refuses to show a card that is sealed or disputed, who
sent it, and why a match was put off: those are for the people concerned.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q
from django_scopes import scopes_disabled

from league.fixtures.models import Fixture, Move
from league.fixtures.queries import whole_fixtures
from league.pages.queries.lists import READY, Line, line
from league.results.choices import ResultState, SentFor, Source
from league.results.models import Result, Submission
from league.results.queries import Facts, card_of, facts_of, rules_for
from league.teams.models import League, Player
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.format import DISCIPLINE_NAMES, LineKind
from scoring.card.format import Line as FormatLine
from scoring.card.outcome import Tally
from scoring.card.sheet import Card, GameScore, How, LineScore, Named, Side

HOW_WORDS = {How.CLAIMED: "claimed", How.VOID: "void"}
LEAGUE_WORDS = {
    Source.PAPER: "Entered by the league from the paper card",
    Source.CORRECTION: "Corrected by the league",
    Source.AWARD: "Awarded by the league",
    Source.RESTORED: "The league took its decision back",
}


@dataclass(frozen=True, slots=True)
class Shown:
    """A player on a public card: what he is called there, and the address of his page if he may have one."""

    name: str
    slug: str | None


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of the card: who played, games won by each side, where the pegs stood, and anything unusual."""

    label: str
    home: tuple[Shown, ...]
    away: tuple[Shown, ...]
    home_won: int
    away_won: int
    pegs: tuple[str, ...]
    remark: str


@dataclass(frozen=True, slots=True)
class Section:
    """The lines of one kind, under the heading the card gives them: "Singles"."""

    title: str
    lines: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that became of the match, in words that anybody may read."""

    at: datetime
    words: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Seen:
    """A match page: the line of lists, the card if it may be shown, points as the league writes them, and history."""

    line: Line
    state: ResultState | None
    tally: Tally | None
    sections: tuple[Section, ...]
    history: tuple[Event, ...]
    allowed: str = ""

    @property
    def hides_card(self) -> bool:
        """Whether the score is all that was sent, or all there is."""
        return self.tally is not None and not self.sections


def fixture_by_code(code: str) -> Fixture | None:
    """The match with this code, whatever league it is in; the caller says who may be told."""
    with scopes_disabled():
        return whole_fixtures().filter(code__iexact=code).first()


def match_seen(fixture: Fixture, at: datetime) -> Seen:
    """One match for its page, in a fixed number of queries; `fixture` as `fixture_by_address` finds it."""
    facts = facts_of(fixture)
    result = getattr(fixture, "result", None)
    state = result.state_at(at) if result is not None else None
    shown = result is not None and state in READY
    submission = _counting(facts, result.submission_id) if result is not None and shown else None
    card = card_of(submission) if submission is not None else None
    return Seen(
        line=line(fixture, at),
        state=state,
        tally=codec.decode_as(Tally, result.tally) if result is not None and shown else None,
        sections=tuple(_sections(card, rules_for(fixture), fixture.league)) if card else (),
        history=tuple(sorted(_history(fixture, facts, state, at), key=lambda each: each.at)),
        allowed=submission.reason if submission is not None and submission.overruled else "",
    )


def _counting(facts: Facts, key: int) -> Submission | None:
    return next((each for each in facts.submissions if each.pk == key), None)


# --- the card ---------------------------------------------------------------------------------------------------
def _sections(card: Card, rules: Constitution, league: League) -> Iterator[Section]:
    names = _public_names(card, league)
    drawn = [(form, _card_line(form, each, names)) for form, each in zip(rules.format.lines, card.lines, strict=False)]
    for kind in rules.format.kinds:
        lines = tuple(each for form, each in drawn if form.kind == kind)
        if lines:
            yield Section(_title(kind, rules), lines)


def _title(kind: LineKind, rules: Constitution) -> str:
    """As in "Singles"; with the game's name where a card has several games."""
    several = len({each.discipline for each in rules.format.kinds}) > 1
    noun = kind.noun.capitalize()
    return f"{noun}: {DISCIPLINE_NAMES[kind.discipline]}" if several else noun


def _card_line(form: FormatLine, scores: LineScore, names: dict[Named, Shown]) -> CardLine:
    games = scores.games
    return CardLine(
        label=form.label,
        home=tuple(names[each] for each in scores.home),
        away=tuple(names[each] for each in scores.away),
        home_won=sum(game.winner is Side.HOME and game.how is not How.VOID for game in games),
        away_won=sum(game.winner is Side.AWAY and game.how is not How.VOID for game in games),
        pegs=tuple(f"{game.home_pegs}\N{EN DASH}{game.away_pegs}" for game in games if _has_pegs(game)),
        remark=", ".join(dict.fromkeys(HOW_WORDS[game.how] for game in games if game.how in HOW_WORDS)),
    )


def _has_pegs(game: GameScore) -> bool:
    return game.home_pegs is not None and game.away_pegs is not None


def _public_names(card: Card, league: League) -> dict[Named, Shown]:
    """What everybody on the card is called in public; a name that was only written is looked up by its letters."""
    written = {each for line in card.lines for each in (*line.home, *line.away)}
    keys = [each.id for each in written if each.id is not None]
    names = [each.name for each in written if each.id is None]
    found = Player.objects.filter(Q(pk__in=keys) | Q(name__in=names), league=league).select_related("league")
    by_key = {str(player.pk): player for player in found}
    by_name = {player.name: player for player in found}
    return {each: _shown(by_key.get(each.id or "") or by_name.get(each.name), each.name, league) for each in written}


def _shown(player: Player | None, written: str, league: League) -> Shown:
    if player is None:
        return Shown(Player(league=league, name=written).public_name, None)
    return Shown(player.public_name, None if player.under_18 else player.slug)


# --- what became of it ------------------------------------------------------------------------------------------
def _history(fixture: Fixture, facts: Facts, state: ResultState | None, at: datetime) -> Iterator[Event]:
    for move in fixture.moves.all():
        yield Event(move.at, _moved(move))
    if state is not ResultState.SEALED:
        for each in facts.submissions:
            yield Event(each.received_at, _sent(each, fixture), each.reason if each.sent_for == SentFor.LEAGUE else "")
    if state is ResultState.CONFIRMED:
        yield _confirmed(fixture.result, at)


def _moved(move: Move) -> str:
    old = f"{move.old_date:%a} {move.old_date.day} {move.old_date:%b}" if move.old_date else "no date"
    new = f"{move.new_date:%a} {move.new_date.day} {move.new_date:%b}" if move.new_date else "a date to be agreed"
    return f"Moved from {old} to {new}"


def _sent(submission: Submission, fixture: Fixture) -> str:
    if submission.sent_for == SentFor.LEAGUE:
        return LEAGUE_WORDS.get(Source(submission.source), "Decided by the league")
    side = fixture.home if submission.sent_for == SentFor.HOME else fixture.away
    return f"{side} sent the card"


def _confirmed(result: Result, at: datetime) -> Event:
    if result.settled_at is not None:
        return Event(result.settled_at, "Confirmed by both captains")
    return Event(result.confirm_by or at, "Confirmed: nobody questioned it in time")
