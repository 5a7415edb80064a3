"""The secretary's desk: what waits for an officer, the most urgent first, with where it is settled; and adjustments.

Nothing is settled here: every row leads to the page that does.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from django.db.models import QuerySet
from django.template.defaultfilters import truncatechars
from django.urls import reverse

from league.cups.queries.coordinator_tasks import cup_tasks
from league.pages.queries.pegged_game import doubtful_pegs
from league.results.choices import ResultState
from league.results.models import Adjustment, Protest, Result
from league.results.queries import needs_officer, waiting_for_other_captain
from league.results.queries.protests import protester, protests_waiting
from league.schedule.models import Competition, Entry, Fixture, Season
from league.schedule.queries import cards_due, constitution_of, requests_waiting, without_a_date
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.queries import registrations_waiting, signings_to_check, transfers_waiting
from league.teams.queries.requests import captains_by_team, joins_waiting
from league.ui.words import night
from scoring.card.points import describe


@dataclass(frozen=True, slots=True)
class InboxRow:
    """One thing that waits: what it is, why, since or until when, and the address and name of what settles it.

    With `sends` that is a button, which posts this as the `request` that is meant; otherwise a link.
    """

    what: str
    why: str
    moment: datetime | date | None
    url: str
    act: str
    sends: str = ""


@dataclass(frozen=True, slots=True)
class InboxSection:
    """Things of one kind. `moment_is` says what their moments are: "since", "due", "until".

    `page` is where all of them are, for what cannot be settled here.
    """

    key: str
    title: str
    rows: tuple[InboxRow, ...]
    moment_is: str = "since"
    urgent: bool = False
    page: str = ""

    @property
    def buttons(self) -> tuple[InboxRow, ...]:
        """Those that are settled by a button, where there are several: all may be at once."""
        found = tuple(row for row in self.rows if row.sends)
        return found if len(found) > 1 else ()

    @property
    def count(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Inbox:
    """`sections` have something in them; `watched` is what others have to do, and only to be known."""

    sections: tuple[InboxSection, ...]
    watched: tuple[InboxSection, ...]

    @property
    def count(self) -> int:
        return sum(section.count for section in self.sections)


def inbox(league: League, at: datetime, *, secretary: bool, officer: bool = True, cups: bool = False) -> Inbox:
    """Everything that waits at a moment, in eleven queries, four for cups and four more where pegs are looked at.

    A results officer has the results only, a knock-out co-ordinator the cups only.
    """
    of_cups = [_section("cups", "Cups", _cups(league, at))] if cups else []
    if not officer:
        return Inbox(tuple(each for each in of_cups if each.rows), ())
    results, open_ones = list(needs_officer(league, at)), list(waiting_for_other_captain(league, at))
    sections = [
        _section("disputes", "Disputed cards", (_dispute(each) for each in results if _disputed(each)), urgent=True),
        _section("cards", "Cards to look at", (_flagged(each) for each in results if not _disputed(each))),
        _section("protests", "Protests", (_protest(each) for each in protests_waiting(league)), urgent=True),
        _section("pegs", "Pegs to look at", _pegs([*results, *open_ones])),
        _section("late", "Late cards", _late(league, at, secretary=secretary), moment_is="due", urgent=True),
        *of_cups,
    ]
    if secretary:
        sections += [
            _section("requests", "Matches that captains ask to move", _requests(league)),
            _section("joining", "People who want to join", _joining(league), page=_page("join-requests", league)),
            _section("registrations", "Players to register", _registrations(league)),
            _section("signings", "Signed on the night", _signings(league)),
            _section("transfers", "Transfers", _transfers(league)),
            _section("postponed", "Postponed, with no date yet", _undated(league), moment_is="was to be on"),
        ]
    waiting = (_waiting(each) for each in open_ones)
    watched = [_section("waiting", "Waiting for the other captain", waiting, moment_is="stands as sent from")]
    return Inbox(tuple(each for each in sections if each.rows), tuple(each for each in watched if each.rows))


def _section(
    key: str, title: str, rows: Iterable[InboxRow], *, moment_is: str = "since", urgent: bool = False, page: str = ""
) -> InboxSection:
    return InboxSection(key, title, tuple(rows), moment_is, urgent, page)


def _page(name: str, league: League) -> str:
    return reverse(name, args=[league.slug])


def _disputed(result: Result) -> bool:
    return result.state == ResultState.DISPUTED


def _dispute(result: Result) -> InboxRow:
    why = "The captains do not agree about the card."
    return InboxRow(
        _named(result.fixture), why, result.updated_at, result.fixture.address_of("match-decision"), "Decide"
    )


def _flagged(result: Result) -> InboxRow:
    sealed = result.state == ResultState.SEALED
    why = "Only one captain has sent a card." if sealed else "Something on the card is for you to judge."
    return InboxRow(_named(result.fixture), why, result.updated_at, result.fixture.address_of("match-decision"), "Look")


def _protest(protest: Protest) -> InboxRow:
    why = f"{protester(protest)} protested: {truncatechars(protest.text, 120)}"
    url = protest.fixture.address_of("match-protest-answer")
    return InboxRow(_named(protest.fixture), why, protest.at, url, "Answer")


def _pegs(results: Iterable[Result]) -> Iterator[InboxRow]:
    for doubt in doubtful_pegs(results):
        yield InboxRow(str(doubt.fixture), doubt.words, doubt.fixture.date, doubt.url, "Look")


def _late(league: League, at: datetime, *, secretary: bool) -> Iterator[InboxRow]:
    """The secretary is led to what was written about them, and what the rule takes off."""
    for fixture, due in cards_due(league, at):
        url, act = fixture.get_absolute_url(), "Open the match"
        if secretary:
            url, act = reverse("late-cards", args=[league.slug]), "Chase it"
        yield InboxRow(str(fixture), "Nobody has sent a card.", due, url, act)


def _cups(league: League, at: datetime) -> Iterator[InboxRow]:
    for task in cup_tasks(league, at):
        cup = [league.slug, task.cup.season.slug, task.cup.competition.slug]
        url, act = reverse("cup-draw", args=cup), "Hold the draw"
        if task.tie:
            url, act = reverse("rule-on-tie", args=[*cup, task.tie]), "Rule on it"
        elif task.chase:
            url, act = reverse("cup-chasing", args=cup), "See them"
        yield InboxRow(task.what, task.why, task.moment, url, act)


def _requests(league: League) -> Iterator[InboxRow]:
    """Those that the two sides do not settle between them: the dates of a tie are their own affair."""
    for move_request in requests_waiting(league):
        if move_request.fixture.to_arrange:
            continue
        word = {True: "The other side agrees.", False: "The other side does not agree.", None: ""}[move_request.agreed]
        why = f"{move_request.asked_by}: {move_request.reason.rstrip('.')}. {word}".strip()
        yield InboxRow(
            _named(move_request.fixture),
            why,
            move_request.at,
            reverse("grant-move", args=[league.slug, move_request.pk]),
            "Answer",
        )


def _joining(league: League) -> Iterator[InboxRow]:
    """Who asked by a join link, each with a button; who would be a second captain is said to be."""
    waiting = list(joins_waiting(league))
    captains = captains_by_team(league) if waiting else {}
    for request in waiting:
        there = captains.get(request.team_id) if request.kind == RoleKind.CAPTAIN else None
        why = f"{request.email}{f', {request.phone}' if request.phone else ''}."
        why += f" {request.team} has a captain already, {there}." if there else ""
        yield InboxRow(str(request), why, request.at, _page("approve-joining", league), "Approve", str(request.pk))


def _registrations(league: League) -> Iterator[InboxRow]:
    for request in registrations_waiting(league):
        url = reverse("approve-registration", args=[league.slug, request.pk])
        yield InboxRow(
            f"{request.player} for {request.team}", f"{request.get_how_display()}.", request.asked_at, url, "Answer"
        )


def _signings(league: League) -> Iterator[InboxRow]:
    for signed in signings_to_check(league):
        url, why = reverse("registrations", args=[league.slug]), "Registered by the card."
        yield InboxRow(f"{signed.player} for {signed.team}", why, signed.asked_at, url, "Check")


def _transfers(league: League) -> Iterator[InboxRow]:
    for request in transfers_waiting(league):
        url = reverse("registrations", args=[league.slug])
        why = "Both captains agree." if request.both_agree else "A captain has not agreed yet."
        yield InboxRow(f"{request.player}: {request.leaves} to {request.joins}", why, request.asked_at, url, "Answer")


def _undated(league: League) -> Iterator[InboxRow]:
    for fixture in without_a_date(league):
        by = f", to be played by {night(fixture.play_by)}" if fixture.play_by else ""
        why = f"It needs a new date{by}."
        yield InboxRow(str(fixture), why, fixture.first_date, fixture.address_of("rearrange-match"), "Give it a date")


def _waiting(result: Result) -> InboxRow:
    why = f"{result.submission.by} sent a card."
    return InboxRow(_named(result.fixture), why, result.confirm_by, result.fixture.get_absolute_url(), "Open the match")


def _named(fixture: Fixture) -> str:
    """The match, and of a tie what it is in."""
    return f"{fixture}, {fixture.occasion}" if fixture.stage else str(fixture)


# --- points given and taken -------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PointsLedger:
    """One season's adjustments, newest first, those taken back too; `rules` are the rule book's sentences on points."""

    season: Season
    competition: Competition
    rows: tuple[Adjustment, ...]
    rules: tuple[str, ...]


def ledger_of(season: Season, competition: Competition) -> PointsLedger:
    """One query for all the adjustments of a competition."""
    rows = Adjustment.objects.filter(competition=competition).select_related("entry__team", "by", "fixture")
    return PointsLedger(
        season, competition, tuple(rows.order_by("-on", "-pk")), describe(constitution_of(competition).scheme)
    )


def entries_of(competition: Competition) -> QuerySet[Entry]:
    """Teams that points can be given to or taken from, also when they have withdrawn."""
    found: QuerySet[Entry] = Entry.objects.filter(division__competition=competition)
    return found.select_related("division__competition__season", "team").order_by("division__rank", "name", "pk")
