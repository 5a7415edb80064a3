"""Results that wait for somebody: a captain's tasks, cards for the other captain, and what an officer must settle."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, time
from enum import StrEnum
from math import inf
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.timezone import localdate, localtime

from league.base.accounts.models import User
from league.base.ui.formats import clock, night
from league.results.choices import FINAL_STATES, OTHER, ResultState, SentFor
from league.results.models import UNSETTLED, Answer, Draft, Photo, Result, Submission
from league.results.values import entry_of, match_night
from league.schedule.choices import CompetitionKind, FixtureState
from league.schedule.models import Entry, Fixture, MoveRequest
from league.schedule.permissions import acts_for_entry
from league.schedule.queries.lists import due_before_fixtures, first_published
from league.schedule.queries.move_rules import entries_of_user
from league.schedule.values.matches import card_due, starts_at
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.permissions import Anybody, roles_of
from scoring.card.league_rules import Confirm

WITH_TEAMS = ("league", "division__competition__season", "home__team__league", "away__team__league", "venue")


def results_of(league: League) -> QuerySet[Result]:
    rows: QuerySet[Result] = Result.objects.filter(fixture__league=league)
    return rows.select_related("submission__by", *(f"fixture__{name}" for name in WITH_TEAMS))


class UnsettledResults(NamedTuple):
    """Results that are not beyond question, by who is waited for; one with a flag on it may wait for both.
    Those `by_code` stay as they are until a captain or an officer says something.
    """

    for_officer: list[Result]
    for_captain: list[Result]
    by_code: list[Result]


def unsettled_results(league: League, at: datetime) -> UnsettledResults:
    """What stays open until an officer settles it, disputes first, then the oldest; and results that only one
    captain has spoken for, in the order of their deadlines. One query.

    For an officer are disputed and flagged cards, and a sealed card whose fellow has not come in time. Each has as
    `dispute` what a captain said against its card.
    """
    unquestioned = Q(state=ResultState.PROVISIONAL) & (Q(confirm_by__gt=at) | Q(confirm_by=None))
    against = Answer.objects.filter(submission=OuterRef("submission"), agreed=False).order_by("-pk")
    rows = results_of(league).filter(UNSETTLED | unquestioned)
    rows = rows.annotate(dispute=Subquery(against.values("reason")[:1]))
    by_code = [each for each in rows if each.submission.by_code and each.state != ResultState.DISPUTED]
    overdue = [each for each in rows if each.state == ResultState.SEALED and each.confirm_by and each.confirm_by <= at]
    waiting = [each for each in rows if each.flagged or each.state == ResultState.DISPUTED or each in overdue]
    officers = [each for each in waiting if each not in by_code]
    one_sided = [each for each in rows if each.state in {ResultState.PROVISIONAL, ResultState.SEALED}]
    captains = [each for each in one_sided if each.confirm_by is not None and each.confirm_by > at]
    return UnsettledResults(
        sorted(officers, key=lambda each: (each.state != ResultState.DISPUTED, each.updated_at, each.pk)),
        sorted(captains, key=lambda each: (each.confirm_by, each.pk)),
        sorted(by_code, key=lambda each: (each.updated_at, each.pk)),
    )


def photos_without_card(league: League) -> QuerySet[Photo]:
    """Photographs sent by the code, of matches of this season without a result; the oldest first."""
    rows = Photo.objects.filter(by=None, fixture__league=league, fixture__result=None)
    current = rows.filter(fixture__division__competition__season__current=True)
    return current.select_related(*(f"fixture__{name}" for name in WITH_TEAMS)).order_by("at", "pk")


class CaptainTaskKind(StrEnum):
    SCORE = "score"
    ENTER = "enter"
    FINISH = "finish"
    CONFIRM = "confirm"
    DISPUTED = "disputed"
    WAITING = "waiting"
    ARRANGE = "arrange"
    NEXT = "next"
    UNENTERED = "unentered"


TO_SEND = (CaptainTaskKind.ENTER, CaptainTaskKind.FINISH)
# What comes after everything that can be done now and has a deadline.
LATER = (
    CaptainTaskKind.DISPUTED,
    *TO_SEND,
    CaptainTaskKind.WAITING,
    CaptainTaskKind.ARRANGE,
    CaptainTaskKind.NEXT,
    CaptainTaskKind.UNENTERED,
)


BUTTONS = {
    CaptainTaskKind.SCORE: "Continue scoring",
    CaptainTaskKind.ENTER: "Enter result",
    CaptainTaskKind.FINISH: "Finish the card",
    CaptainTaskKind.WAITING: "See your receipt",
    CaptainTaskKind.ARRANGE: "Suggest dates",
    CaptainTaskKind.UNENTERED: "Enter result",
}


def dispute_button(*, both_sent: bool) -> str:
    """The words of the button to a disputed result; without two cards the other captain has disputed the one."""
    return "See where the cards differ" if both_sent else "Read the dispute"


@dataclass(frozen=True, slots=True)
class CaptainTask:
    """What there is to do about one match for a side, by when (`due`).
    `offered`: dates or a move were offered and that is not settled. `begun`: its hour has passed, or it is being
    pegged. `of_player`: it is the tie of somebody else of the team. `leads`: whether this person acts for the side,
    who else only plays for it. `both_sent`: each side has sent a card.
    """

    kind: CaptainTaskKind
    fixture: Fixture
    side: SentFor
    result: Result | None = None
    offered: bool = False
    begun: bool = True
    due: datetime | None = None
    of_player: bool = False
    leads: bool = True
    both_sent: bool = False

    @property
    def entry(self) -> Entry:
        return entry_of(self.fixture, self.side)

    @property
    def now(self) -> bool:
        """Whether it can be done now, and comes before what has no deadline: a tie too whose last day is over."""
        if self.kind is CaptainTaskKind.ARRANGE:
            return self.fixture.overdue and self.leads and not self.offered
        return self.kind in (CaptainTaskKind.SCORE, CaptainTaskKind.CONFIRM) or (self.kind in TO_SEND and self.begun)

    @property
    def button(self) -> str:
        """What its button is called wherever it stands; "" where there is nothing to do."""
        if self.kind is CaptainTaskKind.CONFIRM:
            return f"Confirm {self.result.score if self.result else ''}?"
        if self.kind is CaptainTaskKind.DISPUTED:
            return dispute_button(both_sent=self.both_sent)
        return BUTTONS.get(self.kind, "")

    @property
    def opponent(self) -> str:
        return str(entry_of(self.fixture, OTHER[self.side]))


def your_match(user: User, league: League, at: datetime) -> tuple[CaptainTask, ...]:
    """What a captain, or a player in a cup by name, should do now, and the next match of each entry and own team.
    In the order of the deadlines; what has not begun comes after what can be done now. Four to eight queries.
    """
    mine = entries_of_user(user, league)
    to_come = list(_of_own_teams(user, league, mine, at))
    if not mine:
        return tuple(_only_next(to_come))
    drafts = set(Draft.objects.filter(by=user, fixture__league=league).values_list("fixture_id", flat=True))
    tasks = [task for fixture in _not_final(mine, at) for task in _tasks(fixture, mine, drafts, at)]
    by_name = {task.entry.pk for task in tasks if task.entry.slug}
    if by_name:
        by_name -= set(Entry.objects.filter(pk__in=by_name, players__user=user).values_list("pk", flat=True))
    tasks = [replace(task, of_player=task.entry.pk in by_name) for task in tasks]
    shown = _only_next([*to_come, *_without_blame(tasks, league, at)])
    return tuple(sorted(shown, key=_urgency))


def task_of_match(user: Anybody, fixture: Fixture, at: datetime) -> CaptainTask | None:
    """What a captain has to do about one match of which no card is in; one query, and one more if it is late."""
    mine = {entry.pk for entry in (fixture.home, fixture.away) if entry and acts_for_entry(user, entry)}
    drafts = {fixture.pk} if mine and Draft.objects.filter(by=user, fixture=fixture).exists() else set()
    tasks = list(_tasks(fixture, mine, drafts, at)) if getattr(fixture, "result", None) is None else []
    return next(iter(_without_blame(tasks[:1], fixture.league, at)), None)


def card_words(task: CaptainTask, at: datetime) -> str:
    """What to say of a card that has not been sent: when its match starts, or by when it is due."""
    if not task.begun:
        return f"Starts at {clock(task.fixture.start_time)}. Enter the result once it has been played."
    missing = "No card yet from either side."
    if task.kind is CaptainTaskKind.FINISH:
        missing = "You have started the card and not sent it."
    elif task.fixture.rules_in_force().confirm is Confirm.BOTH_ENTER:
        missing = "You have not sent your card."
    if task.due is None:
        return missing
    due = localtime(task.due)
    return f"{missing} It {'is' if at < task.due else 'was'} due by {night(due)}, {clock(due)}."


def _of_own_teams(user: User, league: League, mine: set[int], at: datetime) -> Iterator[CaptainTask]:
    teams = {role.team_id for role in roles_of(user, league) if role.kind == RoleKind.PLAYER and role.team_id}
    if not teams:
        return
    current = Entry.objects.filter(team__in=teams, slug="", division__competition__season__current=True)
    own = set(current.exclude(pk__in=mine).values_list("pk", flat=True))
    for fixture in _not_final(own, at).filter(date__gte=localdate(at), result=None) if own else ():
        for side, entry in ((SentFor.HOME, fixture.home_id), (SentFor.AWAY, fixture.away_id)):
            if entry in own:
                begun = has_begun(fixture, at)
                yield CaptainTask(CaptainTaskKind.NEXT, fixture, side, begun=begun, leads=False)


def _not_final(mine: set[int], at: datetime) -> QuerySet[Fixture]:
    return (
        Fixture.objects.filter(Q(home__in=mine) | Q(away__in=mine), away__isnull=False)
        .filter(division__competition__season__current=True)
        .exclude(state=FixtureState.VOID)
        .exclude(division__competition__kind=CompetitionKind.LEAGUE, division__competition__season__closed_at__lte=at)
        .exclude(result__state__in=FINAL_STATES)
        .select_related("result__submission__by", *WITH_TEAMS)
        .annotate(
            offered=Exists(MoveRequest.objects.filter(fixture=OuterRef("pk"), accepted=None)),
            both_sent=Exists(_cards_of(SentFor.HOME)) & Exists(_cards_of(SentFor.AWAY)),
        )
        .order_by("date", "start_time", "pk")
    )


def _cards_of(side: SentFor) -> QuerySet[Submission]:
    return Submission.objects.filter(fixture=OuterRef("pk"), sent_for=side).exclude(by=None)


def _urgency(task: CaptainTask) -> tuple[int, float]:
    """What can be done now by its deadline, the rest by its kind, each in the order of the days."""
    if task.kind is CaptainTaskKind.SCORE:
        return -1, 0
    if task.now and task.kind is CaptainTaskKind.ARRANGE and task.fixture.play_by:
        return 0, datetime.combine(task.fixture.play_by, time.max).timestamp()
    if task.now:
        return 0, task.due.timestamp() if task.due else inf
    return 1 + LATER.index(task.kind), 0


def _tasks(fixture: Fixture, mine: set[int], drafts: set[int], at: datetime) -> Iterable[CaptainTask]:
    for side, entry in ((SentFor.HOME, fixture.home), (SentFor.AWAY, fixture.away)):
        if entry is not None and entry.pk in mine:
            kind = _kind(fixture, side, drafts, at)
            if kind is not None:
                result, offered = getattr(fixture, "result", None), getattr(fixture, "offered", False)
                begun = has_begun(fixture, at)
                due = result.confirm_by if result else None
                if result is None and kind in TO_SEND:
                    due = card_due(fixture, fixture.rules_in_force())
                both_sent = getattr(fixture, "both_sent", False)
                yield CaptainTask(kind, fixture, side, result, offered, begun, due, both_sent=both_sent)


def has_begun(fixture: Fixture, at: datetime) -> bool:
    """Whether a match has started: by its hour, or because it is being pegged."""
    start = starts_at(fixture)
    return fixture.in_play or (start is not None and start <= at)


def is_being_scored(fixture: Fixture) -> bool:
    """Whether a match is pegged just now, some of its lines still without a game that is over; no query for others."""
    if not fixture.in_play:
        return False
    prefill = match_night().live_prefill(fixture, fixture.rules_in_force())
    return prefill is None or any(not line.games for line in prefill.card.lines)


def _kind(fixture: Fixture, side: SentFor, drafts: set[int], at: datetime) -> CaptainTaskKind | None:
    result: Result | None = getattr(fixture, "result", None)
    if result is None:
        return _to_send_kind(fixture, drafts, at)
    if result.submission.by_code:  # no captain has said anything yet
        return CaptainTaskKind.CONFIRM if result.state == ResultState.PROVISIONAL else CaptainTaskKind.ENTER
    if result.state == ResultState.DISPUTED:
        return CaptainTaskKind.DISPUTED
    if result.state_at(at) == ResultState.CONFIRMED:
        return None
    if result.submission.sent_for == side:
        return CaptainTaskKind.WAITING
    return CaptainTaskKind.ENTER if result.state == ResultState.SEALED else CaptainTaskKind.CONFIRM


def _to_send_kind(fixture: Fixture, drafts: set[int], at: datetime) -> CaptainTaskKind | None:
    if fixture.date is None:
        return CaptainTaskKind.ARRANGE if fixture.open else None
    if fixture.date > localdate(at):
        return CaptainTaskKind.NEXT
    if is_being_scored(fixture):
        return CaptainTaskKind.SCORE
    return CaptainTaskKind.FINISH if fixture.pk in drafts else CaptainTaskKind.ENTER


def _without_blame(tasks: list[CaptainTask], league: League, at: datetime) -> Iterator[CaptainTask]:
    """The tasks, with no deadline for a card that was due before the fixtures came out; those are the secretary's."""
    dues = [task.due for task in tasks if task.result is None and task.due is not None]
    published = first_published(league) if dues and min(dues) < at else {}
    for task in tasks:
        if task.result is None and task.due and due_before_fixtures(task.fixture, task.due, published):
            started = task.kind is CaptainTaskKind.FINISH
            yield replace(task, kind=task.kind if started else CaptainTaskKind.UNENTERED, due=None)
        else:
            yield task


def _only_next(tasks: Iterable[CaptainTask]) -> Iterable[CaptainTask]:
    entry_keys: set[int] = set()
    for task in tasks:
        if task.kind is not CaptainTaskKind.NEXT or task.entry.pk not in entry_keys:
            yield task
        if task.kind is CaptainTaskKind.NEXT:
            entry_keys.add(task.entry.pk)
