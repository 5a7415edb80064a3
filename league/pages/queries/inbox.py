"""The secretary's desk: what an officer has to do, the most urgent first, with where it is settled; and adjustments.

Nothing is settled here: every row leads to the page that does.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from django.db.models import Exists, QuerySet
from django.template.defaultfilters import truncatechars
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.audit.queries import entries_of_league
from league.base.ui.formats import night
from league.base.ui.old_addresses import form_address
from league.cups.permissions import runs_cups
from league.cups.queries.coordinator_tasks import cup_tasks
from league.pages.queries.match_lists import MatchLine, lines_with_scores, matches_on
from league.pages.queries.pegged_game import doubtful_pegs
from league.results.choices import WRITTEN, ResultState, SentFor
from league.results.models import Adjustment, Result
from league.results.queries.facts import MatchFacts, cards_of_matches, protests_waiting
from league.results.queries.messages import incoming_messages
from league.results.queries.penalties import how_late
from league.results.queries.to_do import photos_without_card, unsettled_results
from league.results.values import entry_of
from league.schedule.models import Competition, Entry, Fixture, Season
from league.schedule.queries.lists import awaited_cards
from league.schedule.queries.matches import requests_waiting, without_a_date
from league.schedule.queries.seasons import league_competition
from league.teams.choices import RoleKind
from league.teams.models import League
from league.teams.permissions import Anybody, is_officer, is_secretary
from league.teams.queries.squads import (
    captains_by_team,
    joins_waiting,
    registrations_waiting,
    signings_to_check,
    transfers_waiting,
)
from scoring.card.points import describe
from scoring.words import several

MOST_DIFFERENCES = 4  # of two cards in one row


@dataclass(frozen=True, slots=True)
class InboxRow:
    """With `sends` the row is a button that posts it as `request`, otherwise a link."""

    what: str
    why: str
    moment: datetime | date | None
    url: str
    sends: str = ""
    age: str = ""
    act: str = "Review"
    details: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class InboxSection:
    key: str
    title: str
    rows: tuple[InboxRow, ...]
    urgent: bool = False
    page: str = ""

    @property
    def buttons(self) -> tuple[InboxRow, ...]:
        """Those that are settled by a button, where there are several: all may be at once."""
        rows = tuple(row for row in self.rows if row.sends)
        return rows if len(rows) > 1 else ()

    @property
    def count(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Inbox:
    sections: tuple[InboxSection, ...]
    watched: tuple[InboxSection, ...]

    @property
    def count(self) -> int:
        return sum(section.count for section in self.sections)


def last_matches(league: League, at: datetime) -> tuple[MatchLine, ...]:
    today = localdate(at)
    return lines_with_scores(matches_on(league, today) or matches_on(league, today - timedelta(days=1)), at)


def inbox_of(user: Anybody, league: League, at: datetime) -> Inbox:
    """What waits for somebody in a league, by their roles there."""
    secretary, officer, cups = is_secretary(user, league), is_officer(user, league), runs_cups(user, league)
    return inbox(league, at, secretary=secretary, officer=officer, cups=cups)


def inbox(league: League, at: datetime, *, secretary: bool, officer: bool = True, cups: bool = False) -> Inbox:
    """What waits at a moment; a results officer has the results only, a cup co-ordinator the cups only."""
    of_cups = [_section("cups", "Cups", _cups(league, at), at)] if cups else []
    if not officer:
        return Inbox(tuple(each for each in of_cups if each.rows), ())
    (results, open_ones, by_code), kinds = unsettled_results(league, at), _kinds_waiting(league)
    disputed = [each for each in results if each.state == ResultState.DISPUTED]
    flagged = (_flagged(each) for each in results if each not in disputed)
    late, before_fixtures = awaited_cards(league, at)
    doubts = doubtful_pegs(league, [*results, *open_ones])
    pegs = (InboxRow(str(fixture), why, fixture.date, url) for fixture, why, url in doubts)
    sections = [
        _section("disputes", "Disputed cards", _disputes(disputed), at, urgent=True),
        _section("by-code", "Sent by the code on the card", _by_code(by_code, league, photos=kinds["photos"]), at),
        _section("messages", "Messages to check", _incoming(league) if kinds["messages"] else (), at),
        _section("protests", "Complaints", _protests(league) if kinds["protests"] else (), at, urgent=True),
        _section("late", "Late cards", _late(league, late, at, secretary=secretary), at, urgent=True),
        _section("unentered", "Results to enter", _unentered(before_fixtures), at),
        _section("cards", "Cards to check", flagged, at),
        _section("pegs", "Games to check", pegs, at),
        *of_cups,
    ]
    if secretary:
        for key, title, rows, page in OF_THE_SECRETARY:
            address = reverse(page, args=[league.slug]) if page else ""
            sections.append(_section(key, title, rows(league) if kinds[key] else (), at, page=address))
    waiting = (_waiting(each) for each in open_ones)
    watched = _section("waiting", "Waiting for the other captain", waiting, at)
    return Inbox(tuple(each for each in sections if each.rows), (watched,) if watched.rows else ())


def _section(
    key: str, title: str, rows: Iterable[InboxRow], at: datetime, *, urgent: bool = False, page: str = ""
) -> InboxSection:
    return InboxSection(
        key, title, tuple(replace(row, age=row.age or _age(row.moment, at)) for row in rows), urgent, page
    )


def _age(since: datetime | date | None, at: datetime) -> str:
    """As in "Today", "6 days"; "" for what is still to come."""
    if since is None:
        return ""
    days = (localdate(at) - (localdate(since) if isinstance(since, datetime) else since)).days
    return "" if days < 0 else several(days, "day") if days else "Today"


def _disputes(results: list[Result]) -> Iterator[InboxRow]:
    cards = cards_of_matches(results)
    for result in results:
        fixture, sent = result.fixture, result.submission
        why = f"The {'cards by the code' if sent.by_code else 'captains'} disagree about the result."
        if dispute := getattr(result, "dispute", ""):
            other = fixture.away if sent.sent_for == SentFor.HOME else fixture.home
            why = f"{other}: “{truncatechars(dispute, 120)}”"
        details = tuple(_differing(cards[fixture.pk]))
        yield InboxRow(_named(fixture), why, result.updated_at, fixture.address_of("match-decision"), details=details)


def _differing(facts: MatchFacts) -> Iterator[str]:
    """The score on each card, and what each says of the games in which they differ; of many the first."""
    names = (facts.match.home.name, facts.match.away.name)
    sent = [(name, card) for name, card in zip(names, (facts.home_card, facts.away_card), strict=True) if card]
    scores = ((name, facts.tally_of(card)) for name, card in sent)
    yield "; ".join(f"{name}’s card: {facts.score_text(total)}" for name, total in scores if total)
    differences = [each for each in facts.differences if each.path != "quick"]
    for each in differences[:MOST_DIFFERENCES]:
        yield f"{each.what}. {names[0]}’s card: {each.ours}; {names[1]}’s card: {each.theirs}"
    if more := len(differences[MOST_DIFFERENCES:]):
        yield f"And {several(more, 'more difference')}"


def _by_code(results: Iterable[Result], league: League, *, photos: bool) -> Iterator[InboxRow]:
    for result in results:
        score = "" if result.state == ResultState.SEALED else f": {result.score}"
        why = f"{result.submission.sender_name}{score}. It waits for a captain or for you."
        yield InboxRow(_named(result.fixture), why, result.updated_at, result.fixture.address_of("match-decision"))
    for photo in photos_without_card(league) if photos else ():
        why, url = f"A photo from {photo.sender_name}. You can enter the card.", photo.fixture.address_of("match-card")
        yield InboxRow(_named(photo.fixture), why, photo.at, url)


def _flagged(result: Result) -> InboxRow:
    sealed = result.state == ResultState.SEALED
    why = "Only one captain has sent a card." if sealed else "The card breaks a rule or needs your decision."
    return InboxRow(_named(result.fixture), why, result.updated_at, result.fixture.address_of("match-decision"))


def _protests(league: League) -> Iterator[InboxRow]:
    for protest in protests_waiting(league):
        why = f"{entry_of(protest.fixture, protest.side)}: {truncatechars(protest.text, 120)}"
        url = protest.fixture.address_of("match-protest-answer")
        yield InboxRow(_named(protest.fixture), why, protest.at, url)


def _late(
    league: League, late: Iterable[tuple[Fixture, datetime]], at: datetime, *, secretary: bool
) -> Iterator[InboxRow]:
    """The secretary decides on points for them; somebody else only sees to the match."""
    for fixture, due in late:
        url = reverse("late-cards", args=[league.slug]) if secretary else fixture.get_absolute_url()
        why = f"No card yet. It was due {night(localdate(due))}."
        yield InboxRow(str(fixture), why, due, url, age=how_late(due, at))


def _unentered(played: Iterable[tuple[Fixture, datetime]]) -> Iterator[InboxRow]:
    why = "It was played before the fixtures were published, so enter it yourself."
    for fixture, due in played:
        yield InboxRow(str(fixture), why, due, fixture.address_of("match-card"), act="Enter result")


def _cups(league: League, at: datetime) -> Iterator[InboxRow]:
    for task in cup_tasks(league, at):
        cup = [league.slug, task.cup.season.slug, task.cup.competition.slug]
        url = task.cup.part("draw")
        if task.tie:
            url = reverse("cup-tie", args=[*cup, task.tie]) + "#rule-on-tie"
        elif task.chase:
            url = task.cup.part("chasing")
        yield InboxRow(task.what, task.why, task.moment, url)


def _requests(league: League) -> Iterator[InboxRow]:
    """Those that the two sides do not settle between them: the dates of a tie are their own affair."""
    for move_request in requests_waiting(league):
        if move_request.fixture.to_arrange:
            continue
        word = {True: "The other side agrees.", False: "The other side doesn’t agree.", None: ""}[move_request.agreed]
        why = f"{move_request.asked_by}: {move_request.reason.rstrip('.')}. {word}".strip()
        url = f"{move_request.fixture.address_of('rearrange-match')}#request"
        yield InboxRow(_named(move_request.fixture), why, move_request.at, url)


def _joining(league: League) -> Iterator[InboxRow]:
    """Who asked by a join link, each with a button; who would be a second captain is said to be."""
    waiting = list(joins_waiting(league))
    captains = captains_by_team(league) if waiting else {}
    for request in waiting:
        captain = captains.get(request.team_id) if request.kind == RoleKind.CAPTAIN else None
        why = f"{request.email}{f', {request.phone}' if request.phone else ''}."
        why += f" {request.team} has a captain already, {captain}." if captain else ""
        yield InboxRow(str(request), why, request.at, reverse("approve-joining", args=[league.slug]), str(request.pk))


def _registrations(league: League) -> Iterator[InboxRow]:
    for request in registrations_waiting(league):
        url = form_address("registrations", f"register-{request.pk}", league=league.slug)
        yield InboxRow(f"{request.player} for {request.team}", f"{request.get_how_display()}.", request.asked_at, url)


def _signings(league: League) -> Iterator[InboxRow]:
    for signed in signings_to_check(league):
        url = f"{reverse('registrations', args=[league.slug])}#signing-{signed.pk}"
        why = "New player added on a card."
        yield InboxRow(f"{signed.player} for {signed.team}", why, signed.asked_at, url)


def _transfers(league: League) -> Iterator[InboxRow]:
    for request in transfers_waiting(league):
        url = form_address("registrations", f"transfer-{request.pk}", league=league.slug)
        why = "Both captains agree." if request.both_agree else "A captain has not agreed yet."
        yield InboxRow(f"{request.player}: {request.leaves} to {request.joins}", why, request.asked_at, url)


def _undated(league: League) -> Iterator[InboxRow]:
    for fixture in without_a_date(league):
        why = f"It was due on {night(fixture.first_date)} and needs a new date. {fixture.last_day_words}".strip()
        yield InboxRow(str(fixture), why, fixture.first_date, fixture.address_of("rearrange-match"))


def _incoming(league: League) -> Iterator[InboxRow]:
    for message in incoming_messages(league):
        why = f"It came {message.get_source_display()}: {truncatechars(message.text, 120)}"
        url = reverse("received-message", args=[league.slug, message.pk])
        yield InboxRow(f"A message of {message.by}", why, message.received_at, url)


OF_THE_SECRETARY: tuple[tuple[str, str, Callable[[League], Iterable[InboxRow]], str], ...] = (
    ("requests", "Requests to move a match", _requests, ""),
    ("joining", "People who want to join", _joining, "join-requests"),
    ("registrations", "Players to register", _registrations, ""),
    ("signings", "Signed on the night", _signings, ""),
    ("transfers", "Transfers", _transfers, ""),
    ("postponed", "Postponed, no new date", _undated, ""),
)


def _kinds_waiting(league: League) -> dict[str, bool]:
    """Of which kinds anything waits at all, in one query."""
    rows = {
        "photos": photos_without_card(league),
        "messages": incoming_messages(league),
        "protests": protests_waiting(league),
        "requests": requests_waiting(league),
        "joining": joins_waiting(league),
        "registrations": registrations_waiting(league),
        "signings": signings_to_check(league),
        "transfers": transfers_waiting(league),
        "postponed": without_a_date(league),
    }
    waiting = League.objects.filter(pk=league.pk).values(**{kind: Exists(each) for kind, each in rows.items()}).get()
    return {kind: bool(waits) for kind, waits in waiting.items()}


def _waiting(result: Result) -> InboxRow:
    until = f" It stands on {night(localdate(result.confirm_by))} if nobody disputes it." if result.confirm_by else ""
    how = f" {result.submission.get_source_display()}" if result.submission.source in WRITTEN else ""
    why = f"{result.submission.sender_name} sent the result{how}.{until}"
    return InboxRow(_named(result.fixture), why, result.updated_at, result.fixture.get_absolute_url())


def _named(fixture: Fixture) -> str:
    return f"{fixture}, {fixture.occasion}" if fixture.stage else str(fixture)


# --- points adjustments -----------------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class PointsLedger:
    """One season's adjustments, newest first, those taken back too with why (`withdrawn_for`); `rules` on points."""

    season: Season
    competition: Competition
    rows: tuple[Any, ...]
    rules: tuple[str, ...]


def ledger_of(season: Season) -> PointsLedger:
    competition = league_competition(season)
    adjustments: Any = Adjustment.objects.filter(competition=competition).select_related("entry__team", "by", "fixture")
    rows = tuple(adjustments.order_by("-on", "-pk"))
    withdrawals = entries_of_league(season.league_id).filter(verb="revoke_adjustment")
    reasons = dict(withdrawals.values_list("at", "reason"))
    for row in rows:
        row.withdrawn_for = reasons.get(row.revoked_at, "")
    return PointsLedger(season, competition, rows, describe(competition.rules_in_force().scheme))


def entries_of(competition: Competition) -> QuerySet[Entry]:
    entries: QuerySet[Entry] = Entry.objects.filter(division__competition=competition)
    return entries.select_related("division__competition__season", "team").order_by("division__rank", "name", "pk")
