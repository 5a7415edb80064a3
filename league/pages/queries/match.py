"""One match as everybody may read it: the card in the order of the paper, and what became of it.

Knows which card counts and what each player is called in public. Refuses to show a card that is sealed or disputed, who
sent it, and why a match was put off: those are for the people concerned.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q, QuerySet
from django_scopes import scopes_disabled

from league.pages.queries.charts import match_duel
from league.pages.queries.match_lists import READY, MatchLine, match_line
from league.pages.queries.meetings import TeamsMet, two_teams
from league.results.choices import ResultState, SentFor, Source
from league.results.models import Photo, Result, Submission
from league.results.queries import Facts, card_of, facts_of, rules_for
from league.schedule.choices import FixtureStatus
from league.schedule.models import Fixture, Move
from league.schedule.queries import whole_fixtures
from league.teams.models import League, Player
from league.ui import words
from league.ui.charts import Duel
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.format import Format, LineKind
from scoring.card.outcome import Tally
from scoring.card.sheet import Card, GameScore, How, Named, Side

NONE = "\N{EN DASH}"
STATE_TAGS = {
    ResultState.PROVISIONAL: "warn",
    ResultState.DISPUTED: "bad",
    ResultState.CONFIRMED: "good",
    ResultState.DECIDED: "good",
}
STATUS_TAGS = {
    FixtureStatus.IN_PLAY: "live",
    FixtureStatus.POSTPONED: "warn",
    FixtureStatus.TO_ARRANGE: "warn",
    FixtureStatus.REARRANGED: "warn",
    FixtureStatus.VOID: "quiet",
    FixtureStatus.WITHDRAWN: "quiet",
    FixtureStatus.BYE: "quiet",
}
LEAGUE_WORDS = {
    Source.PAPER: "Entered by the league from the paper card",
    Source.CORRECTION: "Corrected by the league",
    Source.AWARD: "Awarded by the league",
    Source.RESTORED: "The league reversed its decision",
}


@dataclass(frozen=True, slots=True)
class PublicName:
    """A player on a public card: what they are called there, and the address of their page if they may have one."""

    name: str
    slug: str | None


@dataclass(frozen=True, slots=True)
class CardGame:
    """One game as the card prints it: each side's pegs, or a word where no pegs were kept, and who won ("home")."""

    home: str
    away: str
    winner: str


@dataclass(frozen=True, slots=True)
class CardLine:
    """One line of the card: "Singles 1", who played, and its games in order."""

    title: str
    home: tuple[PublicName, ...]
    away: tuple[PublicName, ...]
    games: tuple[CardGame, ...]


@dataclass(frozen=True, slots=True)
class MatchEvent:
    """Something that became of the match, in words that anybody may read."""

    at: datetime
    words: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match page: its line of the lists, the card if it may be shown, what it comes to, and what became of it.

    `allowed` is why the league let something on the card stand; `sent_for` is whose card counts. `course` is where the
    match was won; `met`, before it is played, all that there has been between the two.
    """

    line: MatchLine
    state: ResultState | None
    tally: Tally | None
    card: tuple[CardLine, ...]
    history: tuple[MatchEvent, ...]
    allowed: str = ""
    sent_for: SentFor | None = None
    course: Duel | None = None
    met: TeamsMet | None = None

    @property
    def headline(self) -> str:
        """As in "Crown A 5-4 Bell" (with a dash), or "Crown A v Bell" while there is no score."""
        fixture, score = self.line.fixture, self.line.score
        between = f"{score[0]}{NONE}{score[1]}" if score else "v"
        return f"{fixture.home} {between} {fixture.away or 'a bye'}"

    @property
    def standfirst(self) -> str:
        """Division, or cup and round, when and where: "Division One, Tue 24 Nov, 8pm at The Crown"."""
        fixture = self.line.fixture
        if fixture.date is None:
            later = ", date to be agreed" if fixture.open else ""
            return f"{fixture.occasion} at {fixture.venue}{later}"
        hour = f", {words.clock(fixture.start_time)}" if fixture.open else ""
        return f"{fixture.occasion}, {words.night(fixture.date)}{hour} at {fixture.venue}"

    @property
    def message(self) -> str:
        """The result as people pass it on, with the word for one that was not simply played."""
        fixture = self.line.fixture
        unusual = f", {self.line.tag[1].lower()}" if self.line.unusual and self.line.tag else ""
        night = f", {words.night(fixture.date)}" if fixture.date else ""
        return f"{self.headline}{unusual} ({fixture.occasion}{night})."

    @property
    def tag(self) -> tuple[str, str]:
        """(style, words) of how things stand."""
        word = self.line.tag[1] if self.line.tag else ""
        if self.state in STATE_TAGS:
            text = f"{word}, {self.state.label.lower()}" if self.line.unusual else self.state.label
            return STATE_TAGS[self.state], text
        status = self.line.fixture.status
        return STATUS_TAGS.get(status, ""), word or status.label

    @property
    def hides_card(self) -> bool:
        """Whether the score is all that was sent, or all there is."""
        return self.tally is not None and not self.card


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
        course=_course(fixture, lines, tally),
        met=_met(fixture, at),
    )


def _met(fixture: Fixture, at: datetime) -> TeamsMet | None:
    """Two queries for two teams that are still to play; none for players of a cup, who are not their teams."""
    home, away = fixture.home, fixture.away
    if not fixture.open or away is None or home.slug or away.slug:
        return None
    return two_teams(home.team, away.team, at)


def _course(fixture: Fixture, card: tuple[CardLine, ...], tally: Tally | None) -> Duel | None:
    games = [
        (line.title if len(line.games) == 1 else f"{line.title}, game {number}", game.winner)
        for line in card
        for number, game in enumerate(line.games, start=1)
    ]
    return match_duel(str(fixture.home), str(fixture.away), games, tally)


def photos_of(fixture: Fixture) -> QuerySet[Photo]:
    """Photographs of the paper card, for those who may see them."""
    return Photo.objects.filter(fixture=fixture).order_by("at", "pk")


def _counting(facts: Facts, key: int) -> Submission | None:
    return next((each for each in facts.submissions if each.pk == key), None)


# --- the card ---------------------------------------------------------------------------------------------------
def line_titles(form: Format) -> tuple[str, ...]:
    """What everybody calls the lines of a card: "Singles 3", and what is played where it has more than one game."""
    several = len({each.discipline for each in form.kinds}) > 1
    counts: Counter[LineKind] = Counter()
    titles = []
    for each in form.lines:
        counts[each.kind] += 1
        title = f"{each.kind.noun.capitalize()} {counts[each.kind]}"
        titles.append(f"{title}, {each.game}" if several else title)
    return tuple(titles)


def _card_lines(card: Card, rules: Constitution, league: League) -> Iterator[CardLine]:
    names = _public_names(card, league)
    for title, scores in zip(line_titles(rules.format), card.lines, strict=False):
        yield CardLine(
            title=title,
            home=tuple(names[each] for each in scores.home),
            away=tuple(names[each] for each in scores.away),
            games=tuple(_card_game(game) for game in scores.games),
        )


def _card_game(game: GameScore) -> CardGame:
    if game.how is How.VOID:
        return CardGame("void", "void", "")
    won = "claimed" if game.how is How.CLAIMED else "won"
    home, away = (
        str(pegs) if pegs is not None else won if game.winner is side else NONE
        for side, pegs in ((Side.HOME, game.home_pegs), (Side.AWAY, game.away_pegs))
    )
    return CardGame(home, away, game.winner or "")


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
    return {each: _shown(by_key.get(each.id or "") or by_name.get(each.name), each.name, league) for each in written}


def _shown(player: Player | None, written: str, league: League) -> PublicName:
    if player is None:
        return PublicName(Player(league=league, name=written).public_name, None)
    return PublicName(player.public_name, None if player.under_18 else player.slug)


# --- what became of it ------------------------------------------------------------------------------------------
def _history(fixture: Fixture, facts: Facts, state: ResultState | None, at: datetime) -> Iterator[MatchEvent]:
    for move in fixture.moves.all():
        yield MatchEvent(move.at, _moved(move))
    if state is not ResultState.SEALED:
        for each in facts.submissions:
            yield MatchEvent(
                each.received_at, _sent(each, fixture), each.reason if each.sent_for == SentFor.LEAGUE else ""
            )
    if state is ResultState.CONFIRMED:
        yield _confirmed(fixture.result, at)


def _moved(move: Move) -> str:
    old = f" from {words.night(move.old_date)}" if move.old_date else ""
    if move.new_date is None:
        return f"Postponed{old}, new date to be agreed"
    return f"Rearranged{old} to {words.night(move.new_date)}" if old else f"Date set: {words.night(move.new_date)}"


def _sent(submission: Submission, fixture: Fixture) -> str:
    if submission.sent_for == SentFor.LEAGUE:
        return LEAGUE_WORDS.get(Source(submission.source), "Decided by the league")
    side = fixture.home if submission.sent_for == SentFor.HOME else fixture.away
    return f"{side} sent the card"


def _confirmed(result: Result, at: datetime) -> MatchEvent:
    if result.settled_at is not None:
        return MatchEvent(result.settled_at, "Confirmed by both captains")
    return MatchEvent(result.confirm_by or at, "Confirmed: nobody disputed it in time")
