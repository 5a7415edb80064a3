"""What the pages of the card say: steps, receipts and tasks, in plain words."""

from dataclasses import dataclass
from datetime import date, datetime

from django.utils.timezone import localtime

from league.results.choices import ResultState, SentFor, Source
from league.results.models import Submission
from league.results.queries import CaptainTask, CaptainTaskKind, Journey, MatchFacts
from league.schedule.models import Fixture
from league.ui.words import clock, night
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


def steps(journey: Journey, name: str, page: int = 0) -> Steps:
    """The step that a page of the journey is: "players", "lines" or "check"."""
    last = len(journey.pages) + 2
    if name == "lines":
        return Steps(page + 1, last, page_label(journey, page))
    return Steps(1, last, "who played") if name == "players" else Steps(last, last, "check and send")


def page_label(journey: Journey, page: int) -> str:
    """What is on a page of lines: "singles S1 to S3"."""
    lines = [journey.rules.format.lines[number] for number in journey.pages[page - 1]]
    labels = lines[0].label if len(lines) == 1 else f"{lines[0].label} to {lines[-1].label}"
    return f"{lines[0].kind.noun} {labels}"


STATE_WORDS = {
    ResultState.SEALED: "One card is in. Both captains send one.",
    ResultState.DISPUTED: "Disputed: not settled yet, so it does not count.",
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
        return f"Provisional: stands unless it is questioned by {format_moment(result.confirm_by)}."
    return STATE_WORDS[state]


def next_step_text(facts: MatchFacts, submission: Submission, at: datetime) -> str:
    """What becomes of a card that was received."""
    if facts.facts.latest(SentFor(submission.sent_for)) != submission:
        return "It has been followed by another one, which counts in its place."
    if submission.source == Source.RESTORED:
        return "The league's decision is taken back."
    other = facts.match.away.name if submission.sent_for == SentFor.HOME else facts.match.home.name
    by = format_moment(facts.result.confirm_by) if facts.result and facts.result.confirm_by else ""
    texts = {
        ResultState.PROVISIONAL: f"{other} have until {by} to agree or to say that it is not right.",
        ResultState.SEALED: f"It is opened when the card of {other} is in.",
        ResultState.DISPUTED: "The two captains do not agree. Unless you settle it between you, the secretary decides.",
        ResultState.CONFIRMED: f"The result is confirmed and in the {'cup' if facts.fixture.stage else 'table'}.",
        ResultState.DECIDED: "The result is decided by the league.",
    }
    return texts[facts.result.state_at(at)] if facts.result else ""


def receipt_heading(submission: Submission) -> str:
    """The headline of a receipt."""
    if submission.sent_for != SentFor.LEAGUE:
        return "The card is in"
    return "The decision is taken back" if submission.source == Source.RESTORED else "The decision is in"


@dataclass(frozen=True, slots=True)
class TaskText:
    """A captain's task with what the page says of it, and the label of its button ("" for none).

    `scored`: it is the night of the match and no card is in, so it can be pegged on a phone.
    """

    task: CaptainTask
    text: str
    button: str
    scored: bool


def task_text(task: CaptainTask, on: date) -> TaskText:
    """What to do about one match on a day."""
    result, other = task.result, task.opponent
    score = f"{result.home_games}\N{EN DASH}{result.away_games}" if result else ""
    until = format_moment(result.confirm_by) if result and result.confirm_by else ""
    teams = f"{task.fixture.home} {score} {task.fixture.away}"
    text, button = {
        CaptainTaskKind.ENTER: ("The card has not been sent.", "Enter the result"),
        CaptainTaskKind.FINISH: ("You have begun the card and not sent it.", "Finish the card"),
        CaptainTaskKind.CONFIRM: (
            f"{other} sent {teams}. It stands unless you question it by {until}.",
            f"Confirm {score}?",
        ),
        CaptainTaskKind.DISPUTED: ("The two of you do not agree about this one.", "See where you differ"),
        CaptainTaskKind.WAITING: (f"Your card is in. {other} have until {until} to confirm it.", "See your receipt"),
        CaptainTaskKind.ARRANGE: (f"You meet {other}. The date is to be arranged{_by(task)}.", ""),
        CaptainTaskKind.NEXT: (f"Your next match, against {other}.", ""),
    }[task.kind]
    kinds = {CaptainTaskKind.ENTER, CaptainTaskKind.FINISH, CaptainTaskKind.NEXT}
    scored = task.kind in kinds and task.result is None and task.fixture.date == on
    return TaskText(task, text, button, scored)


def _by(task: CaptainTask) -> str:
    return f", to be played by {night(task.fixture.play_by)}" if task.fixture.play_by else ""


def format_moment(at: datetime) -> str:
    """A moment as "Tue 24 Nov, 8pm", in the league's time."""
    local = localtime(at)
    return f"{night(local.date())}, {clock(local)}"
