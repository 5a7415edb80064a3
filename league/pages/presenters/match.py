"""One match as everybody may read it: the card in the order of the paper, and what became of it.

Knows which card counts and what each player is called in public. Refuses to show a card that is sealed or disputed, who
sent it, and why a match was put off: those are for the people concerned.
"""

from dataclasses import dataclass
from datetime import datetime

from league.pages.presenters.charts import match_duel
from league.pages.presenters.match_lists import MatchLine
from league.pages.presenters.player_page import GameKind
from league.results.choices import ResultState, SentFor, Source
from league.results.models import Result, Submission
from league.schedule.choices import FixtureStatus
from league.schedule.models import Fixture, Move
from league.teams.models import League, Player, Team
from league.ui import formats
from league.ui.charts import Duel, Strip
from scoring.card.outcome import Tally
from scoring.card.sheet import GameScore, How, Side
from scoring.season.stats.meetings import Between
from scoring.season.stats.outings import Outing, OutingRecord

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
class PlayersMeeting:
    """A line of a card on which two players met; `won` and `lost` are the first one's."""

    outing: Outing
    fixture: Fixture


@dataclass(frozen=True, slots=True)
class PlayersMet:
    """Two players: what the first has won and lost against the other, and with the other as a partner."""

    against: OutingRecord
    kinds: tuple[GameKind, ...]
    beside: OutingRecord
    meetings: tuple[PlayersMeeting, ...]


@dataclass(frozen=True, slots=True)
class TeamMet:
    """A team that another has met, and what there has been between them, seen from that other."""

    team: Team
    between: Between


@dataclass(frozen=True, slots=True)
class TeamsMet:
    """Two teams: what there has been between them, seen from the first, and the matches, the latest first."""

    between: Between
    matches: tuple[MatchLine, ...]
    strip: Strip | None


@dataclass(frozen=True, slots=True)
class MatchPage:
    """A match page: its line of the lists, the card if it may be shown, what it comes to, and what became of it.

    `allowed` is why the league let something on the card stand; `sent_for` is whose card counts, `both_sent` whether
    each side sent one. `course` is where the match was won; `met`, before it is played, what there was between the two.
    """

    line: MatchLine
    state: ResultState | None
    tally: Tally | None
    card: tuple[CardLine, ...]
    history: tuple[MatchEvent, ...]
    allowed: str = ""
    sent_for: SentFor | None = None
    both_sent: bool = False
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
        hour = f", {formats.clock(fixture.start_time)}" if fixture.open else ""
        return f"{fixture.occasion}, {formats.night(fixture.date)}{hour} at {fixture.venue}"

    @property
    def message(self) -> str:
        """The result as people pass it on, with the word for one that was not simply played."""
        fixture = self.line.fixture
        unusual = f", {self.line.tag[1].lower()}" if self.line.unusual and self.line.tag else ""
        night = f", {formats.night(fixture.date)}" if fixture.date else ""
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


def course_of(fixture: Fixture, card: tuple[CardLine, ...], tally: Tally | None) -> Duel | None:
    games = [
        (line.title if len(line.games) == 1 else f"{line.title}, game {number}", game.winner)
        for line in card
        for number, game in enumerate(line.games, start=1)
    ]
    return match_duel(str(fixture.home), str(fixture.away), games, tally)


def card_game(game: GameScore) -> CardGame:
    if game.how is How.VOID:
        return CardGame("void", "void", "")
    won = "claimed" if game.how is How.CLAIMED else "won"
    home, away = (
        str(pegs) if pegs is not None else won if game.winner is side else NONE
        for side, pegs in ((Side.HOME, game.home_pegs), (Side.AWAY, game.away_pegs))
    )
    return CardGame(home, away, game.winner or "")


def shown_name(player: Player | None, written: str, league: League) -> PublicName:
    if player is None:
        return PublicName(Player(league=league, name=written).public_name, None)
    return PublicName(player.public_name, None if player.under_18 else player.slug)


def moved_text(move: Move) -> str:
    old = f" from {formats.night(move.old_date)}" if move.old_date else ""
    if move.new_date is None:
        return f"Postponed{old}, new date to be agreed"
    return f"Rearranged{old} to {formats.night(move.new_date)}" if old else f"Date set: {formats.night(move.new_date)}"


def sent_text(submission: Submission, fixture: Fixture, *, entered: bool) -> str:
    """What became of a match by a card or a decision; `entered`: the league typed it from the paper card."""
    if submission.sent_for == SentFor.LEAGUE:
        if entered:
            return "Entered by the league from the paper card"
        return LEAGUE_WORDS.get(Source(submission.source), "Decided by the league")
    side = fixture.home if submission.sent_for == SentFor.HOME else fixture.away
    return f"{side} sent the card"


def confirmed_event(result: Result, at: datetime) -> MatchEvent:
    if result.settled_at is not None:
        return MatchEvent(result.settled_at, "Confirmed by both captains")
    return MatchEvent(result.confirm_by or at, "Confirmed: nobody disputed it in time")
