"""What the pages of the card say: steps, receipts and tasks, in plain words."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime

from league.base.ui.formats import clock, night
from league.results.choices import PUBLIC_STATES, ResultState, Source
from league.results.queries import CaptainTask, CaptainTaskKind, Journey
from league.results.queries.to_do import TO_SEND
from league.results.values import MatchFacts
from league.schedule.models import Fixture
from league.schedule.values.matches import is_order_drawn
from scoring.card.match import Match
from scoring.card.outcome import Tally
from scoring.card.tally import in_words


@dataclass(frozen=True, slots=True)
class Steps:
    """Where on the card's way a page is: step 2 of 5, what it is about, and the rail that shows it."""

    step: int
    steps: int
    words: str

    @property
    def rail(self) -> tuple[str, ...]:
        marks = ("done" if each < self.step else "here" if each == self.step else "" for each in self.counted)
        return tuple(marks)

    @property
    def counted(self) -> range:
        return range(1, self.steps + 1)

    @property
    def context(self) -> dict[str, object]:
        return {"step": self.step, "steps": self.steps, "words": self.words, "rail": self.rail}


def score_context(total: Tally | None, match: Match, fixture: Fixture) -> dict[str, object]:
    """What templates/results/_score.html shows; nothing without a tally. Points are for the table: ties have none."""
    if total is None:
        return {"score": None}
    text = "" if fixture.stage else in_words(total, match.scheme, match.home.name, match.away.name)
    return {"score": (total.home_games, total.away_games), "won": total.winner, "comes_to": text}


def score_text(total: Tally | None) -> str:
    """The games of home and away with a dash between them; nothing without a tally."""
    return f"{total.home_games}\N{EN DASH}{total.away_games}" if total else ""


def steps(journey: Journey, name: str, page: int = 0) -> Steps:
    """The step that a page of the journey is: "players", "lines" or "check"."""
    last = len(journey.pages) + 2
    if name == "lines":
        return Steps(page + 1, last, page_label(journey, page))
    return Steps(1, last, "who played") if name == "players" else Steps(last, last, "check and send")


def page_label(journey: Journey, page: int) -> str:
    """What is on a page of lines: "singles S1 to S3"."""
    lines = [journey.rules.format.lines[number] for number in journey.pages[page - 1]]
    if len(lines) == 1 and lines[0].named:
        return lines[0].label
    labels = lines[0].label if len(lines) == 1 else f"{lines[0].label} to {lines[-1].label}"
    return f"{lines[0].kind.noun} {labels}"


STATE_WORDS = {
    ResultState.SEALED: "One card is in. Both captains send one in this league.",
    ResultState.DISPUTED: "Disputed: it does not count until it is settled.",
    ResultState.CONFIRMED: "Confirmed",
    ResultState.DECIDED: "Decided by the league",
}


def state_text(facts: MatchFacts, at: datetime) -> str:
    """How sure the result is, for the people concerned."""
    result = facts.result
    if result is None:
        return "Still to be played"
    state = result.state_at(at)
    if state == ResultState.PROVISIONAL and result.confirm_by is not None:
        return f"Provisional: stands unless it is disputed by {format_moment(result.confirm_by)}."
    if state == ResultState.PROVISIONAL:
        return "Provisional: it came by the code on the card, and waits for a captain or the secretary."
    imported = state is ResultState.DECIDED and result.submission.source == Source.IMPORTED
    return "From the league’s records" if imported else STATE_WORDS[state]


def score_note(facts: MatchFacts, total: Tally | None, at: datetime) -> str:
    """What is said below the score of one card or decision: how sure it is or, where another score stands, which."""
    result = facts.result
    if result is None or result.state_at(at) not in PUBLIC_STATES or result.score == score_text(total):
        return state_text(facts, at)
    both = f"{facts.match.home.name} {result.score} {facts.match.away.name}"
    return f"This score does not stand. The result is {both}, {result.state_at(at).label.lower()}."


@dataclass(frozen=True, slots=True)
class TaskText:
    """A captain's task with what the page says of it, and the label of its button ("" for none).

    `scored`: it is the night of the match and no card is in, so it can be pegged on a phone. `early`: it has not begun,
    so the result is not yet what the captain is asked for.
    """

    task: CaptainTask
    text: str
    button: str
    scored: bool
    early: bool

    @property
    def drawn(self) -> bool:
        """Whether the two captains draw who plays on which line; needs its rules."""
        return is_order_drawn(self.task.fixture)


UNENTERED = "It was played before the fixtures were published, so you are not late. You or the secretary can enter it."


def task_text(task: CaptainTask, at: datetime) -> TaskText:
    """What to do about one match at a moment."""
    result, other = task.result, task.opponent
    score = result.score if result else ""
    until = format_moment(task.due) if task.due else ""
    texts = {
        CaptainTaskKind.SCORE: ("It is being scored now.", "Continue scoring"),
        CaptainTaskKind.ENTER: (_to_send(task, at, "You have not sent the result."), "Enter result"),
        CaptainTaskKind.FINISH: (_to_send(task, at, "You have started the card and not sent it."), "Finish the card"),
        CaptainTaskKind.CONFIRM: (_to_confirm(task, score, until), f"Confirm {score}?"),
        CaptainTaskKind.DISPUTED: (f"You and {other} disagree on this result.", "See where you differ"),
        CaptainTaskKind.WAITING: (_sent(task, until), "See your receipt"),
        CaptainTaskKind.ARRANGE: (_to_arrange(task), ""),
        CaptainTaskKind.UNENTERED: (UNENTERED, "Enter result"),
        CaptainTaskKind.NEXT: (_to_come(task), ""),
    }
    text, button = texts[task.kind]
    kinds = {*TO_SEND, CaptainTaskKind.NEXT}
    scored = task.kind in kinds and task.leads and result is None and task.fixture.date == localtime(at).date()
    return TaskText(task, text, button, scored, early=task.kind in TO_SEND and not task.begun)


def _to_send(task: CaptainTask, at: datetime, missing: str) -> str:
    """What to say of a card that has not been sent: when it starts, or by when the card is due."""
    if not task.begun:
        return f"Starts at {clock(task.fixture.start_time)}. Enter the result once it has been played."
    if task.due is None:
        return missing
    due = format_moment(task.due)
    return f"{missing} It is due by {due}." if at < task.due else f"{missing} It was due by {due}."


def _to_confirm(task: CaptainTask, score: str, until: str) -> str:
    if task.result is not None and task.result.submission.by_code:
        sender = task.result.submission.sender_name
        return f"{task.fixture.home} {score} {task.fixture.away}, sent by {sender}. It waits for a captain."
    sent = f"{task.opponent} sent {task.fixture.home} {score} {task.fixture.away}."
    return f"{sent} If you do not reply by {until}, it stands."


def _sent(task: CaptainTask, until: str) -> str:
    if task.result is not None and task.result.state == ResultState.SEALED:
        return f"You have sent your card. {task.opponent} have until {until} to send theirs."
    return f"You have sent the result. {task.opponent} have until {until} to confirm it."


def _to_come(task: CaptainTask) -> str:
    if not task.leads:
        return f"{task.entry}{' have begun' if task.begun else ' play next'}, against {task.opponent}."
    return f"{task.entry if task.of_player else 'Your match'} against {task.opponent}."


def _to_arrange(task: CaptainTask) -> str:
    """What to say of a match without a date: a tie that was drawn, or a match that was postponed."""
    if not task.fixture.to_arrange:
        return "Postponed, and it has no new date yet." + _by(task)
    if task.of_player:
        return f"{task.entry} are drawn against {task.opponent}." + _by(task)
    return f"You have drawn {task.opponent}." + _by(task)


def _by(task: CaptainTask) -> str:
    return f" Play by {night(task.fixture.play_by)}." if task.fixture.play_by else " Agree a date with them."


def format_moment(at: datetime) -> str:
    """A moment as "Tue 24 Nov, 8pm", in the league's time."""
    local = localtime(at)
    return f"{night(local.date())}, {clock(local)}"
