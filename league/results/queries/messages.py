"""What readers of messages and of photographed cards need to be told of an evening, and what they made of it."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import TypeAlias

from django.db.models import QuerySet
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.jobs.models import Job
from league.reading.card_photos.layout import CardLayout, card_layout, mark_of
from league.reading.messages.chats_and_mails import name_key
from league.reading.messages.evenings import read_evening, read_messages
from league.reading.messages.message_reader import MessageReader
from league.reading.messages.values import EveningResults, NightContext, NightMatch, Sender, SentMessage
from league.results.choices import FINAL_STATES, OTHER, ResultState, SentFor
from league.results.models import CardMessage, IncomingMessage, Photo, Result
from league.results.permissions import sides_of
from league.results.queries.facts import facts_of
from league.results.values import card_of
from league.schedule.models import Entry, Fixture
from league.schedule.queries.matches import OPEN_STATES, whole_fixtures
from league.teams.choices import RoleKind
from league.teams.models import FormerName, League, Player, Registration, Role, Team
from league.teams.permissions import is_officer
from league.teams.queries.squads import squad_of, squads_of_teams
from scoring.card.format import Settle
from scoring.card.match import Match
from scoring.card.sheet import Card, Side

BACK = timedelta(days=8)  # how long after a match its messages are still read


@dataclass(frozen=True, slots=True)
class MessageNight:
    """The matches that messages may be about, by their key, and who may have sent them."""

    fixtures: Mapping[int, Fixture]
    context: NightContext
    users: Mapping[str, User]
    reader: MessageReader  # which knows whose a name or a number is
    disputed: Collection[int] = ()

    def read(self, text: str, on_page_of: Fixture | None = None) -> EveningResults:
        """What a text says; on the page of a match that one is meant wherever more than one may be."""
        evening = read_evening(text, self.context)
        key = on_page_of.pk if on_page_of else None
        mine = tuple(match for match in self.context.matches if match.key == key)
        unclear = [each.matches for each in evening.questions if len(each.matches) > 1]
        if any(match.key == key for matches in unclear for match in matches):
            return read_evening(text, replace(self.context, matches=mine))
        return evening

    def read_one(self, message: SentMessage) -> EveningResults:
        """What one message says whose sender is certain: nothing in it is taken for somebody else's."""
        return read_messages([message], self.context)

    def side_of(self, message: SentMessage, fixture: Fixture) -> SentFor | None:
        """The side that a message's sender belongs to; None where they belong to neither or to both."""
        teams = self.reader.teams_of(message)
        sides = [
            side
            for side, name in ((SentFor.HOME, fixture.home.name), (SentFor.AWAY, _away(fixture).name))
            if name in teams
        ]
        return sides[0] if len(sides) == 1 else None

    def author_of(self, message: SentMessage) -> User | None:
        return self.users.get(name_key(message.sender)) if message.sender else None


def fixtures_to_report(league: League, today: date) -> list[Fixture]:
    """The matches between teams of today and of the week before."""
    rows = whole_fixtures().filter(league=league, date__range=(today - BACK, today)).exclude(away=None)
    return [fixture for fixture in rows.order_by("date", "pk") if not (fixture.home.slug or _away(fixture).slug)]


def message_night(league: League, at: datetime, *, only: Fixture | None = None) -> MessageNight:
    """The matches of today and of the week before, with their teams' people; of one match only, as its captain sees."""
    fixtures = fixtures_to_report(league, localdate(at))
    states = {result.fixture_id: result.state_at(at) for result in Result.objects.filter(fixture__in=fixtures)}
    matches = tuple(
        night_match(
            fixture, still_open=states.get(fixture.pk) not in FINAL_STATES and (only is None or fixture.pk == only.pk)
        )
        for fixture in fixtures
        if fixture.state in OPEN_STATES or fixture.pk in states
    )
    teams = list(Team.objects.filter(league=league).order_by("pk"))
    senders, users, players = _people(fixtures, localdate(at))
    context = NightContext(matches, senders, tuple(_other_names(teams, fixtures)), players)
    disputed = [pk for pk, state in states.items() if state == ResultState.DISPUTED]
    return MessageNight({each.pk: each for each in fixtures}, context, users, MessageReader(context), disputed)


def night_match(fixture: Fixture, *, still_open: bool) -> NightMatch:
    form = fixture.rules_in_force().format
    fixed = all(line.games == 1 or line.settle is Settle.ALL for line in form.lines)
    assert fixture.date is not None
    return NightMatch(
        fixture.pk, fixture.home.name, _away(fixture).name, fixture.date, form.total_games if fixed else None,
        still_open, fixture.start_time,
    )  # fmt: skip


def kept_messages(fixtures: Iterable[int]) -> set[tuple[int, str]]:
    return set(CardMessage.objects.filter(fixture__in=list(fixtures)).values_list("fixture", "digest"))


def incoming_messages(league: League) -> QuerySet[IncomingMessage]:
    """Mails and texts that wait to be put right, the oldest first."""
    rows: QuerySet[IncomingMessage] = IncomingMessage.objects.filter(league=league).select_related("by")
    return rows.order_by("received_at", "pk")


def messages_for(user: User, fixture: Fixture) -> list[CardMessage]:
    """The messages kept of a match for somebody who may see its cards, the oldest first.
    While a sealed card waits for the other, a captain sees those of their own side alone.
    """
    rows = CardMessage.objects.filter(fixture=fixture).select_related("fixture__home__team", "fixture__away__team")
    sealed = Result.objects.filter(fixture=fixture, state=ResultState.SEALED).exists()
    if sealed and not is_officer(user, fixture.league):
        rows = rows.filter(sent_for__in=sides_of(user, fixture))
    return list(rows.order_by("received_at", "pk"))


def _people(fixtures: Iterable[Fixture], on: date) -> tuple[tuple[Sender, ...], dict[str, User], tuple[str, ...]]:
    """Captains by name and number and players by name, each with their teams as they are called in these matches."""
    names: dict[int, str] = {}
    for fixture in fixtures:
        names |= {entry.team_id: entry.name for entry in (fixture.home, _away(fixture))}
    teams: dict[str, set[str]] = defaultdict(set)
    users: dict[str, list[User]] = defaultdict(list)
    called: dict[str, str] = {}
    roles = Role.objects.filter(team__in=names, kind__in=(RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN), ended_at=None)
    for role in roles.select_related("user"):
        for name in filter(None, (role.user.name, role.user.phone)):
            called[name_key(name)] = name
            teams[name_key(name)].add(names[role.team_id])
            if role.user not in users[name_key(name)]:
                users[name_key(name)].append(role.user)
    players = []
    for team, registrations in squads_of_teams(names).items():
        for registration in registrations:
            if registration.until is None or registration.until >= on:
                name = registration.player.name
                players.append(name)
                called.setdefault(name_key(name), name)
                teams[name_key(name)].add(names[team])
    senders = tuple(Sender(called[key], tuple(sorted(of))) for key, of in sorted(teams.items()))
    return senders, {key: of[0] for key, of in users.items() if len(of) == 1}, tuple(sorted(set(players)))


def _other_names(teams: Iterable[Team], fixtures: Iterable[Fixture]) -> Iterable[tuple[str, str]]:
    """Other names of teams, and the teams that have no match: a name may be meant for one of them."""
    playing = {entry.team_id: entry.name for fixture in fixtures for entry in (fixture.home, _away(fixture))}
    for team in teams:
        yield team.name, playing.get(team.pk, team.name)
    for former in FormerName.objects.filter(team__in=list(teams)).select_related("team").order_by("pk"):
        yield former.name, playing.get(former.team_id, former.team.name)


def _away(fixture: Fixture) -> Entry:
    assert fixture.away is not None
    return fixture.away


# --- photographed cards -----------------------------------------------------------------------------------------------
Squads: TypeAlias = Callable[[Team, date], Iterable[Registration]]

ROOM_FOR = 18  # names of a side


def players_on_card(entry: Entry, day: date, squad: Squads = squad_of) -> list[Player]:
    """Those of a side on a day in the order of their numbers, of whom the first ROOM_FOR are printed.
    `squad` says who is registered, where the caller has read that already.
    """
    if entry.slug:  # who is entered by name plays
        return list(entry.players.select_related("league").order_by("name", "pk"))
    return [registration.player for registration in squad(entry.team, day)]


def job_key(photo: Photo) -> str:
    return f"read-photo-{photo.pk}"


def latest_job(photo: Photo) -> Job | None:
    return Job.objects.filter(key=job_key(photo)).order_by("-created_at", "-pk").first()


def printed_players(fixture: Fixture) -> dict[Side, list[str]]:
    """The keys of those who are printed on the card as it would be printed now: two queries."""
    day = fixture.date or fixture.first_date
    sides = zip(Side, (fixture.home, fixture.away), strict=True)
    return {
        side: [str(player.pk) for player in players_on_card(entry, day)[:ROOM_FOR]]
        for side, entry in sides
        if entry is not None
    }


def layout_for(match: Match, players: dict[Side, list[str]]) -> CardLayout | None:
    return card_layout(match.format, [len(players[side]) for side in Side])


def mark_for(layout: CardLayout, players: dict[Side, list[str]]) -> str:
    """What the QR code of the card says if it were printed now."""
    return mark_of(layout, [players[side] for side in Side])


def other_card(photo: Photo) -> Card | None:
    """The card that the other captain sent, if whoever sent the photograph may see it."""
    sides = sides_of(photo.by, photo.fixture) if photo.by else ()
    result = Result.objects.filter(fixture=photo.fixture).first()
    if not sides or (result is not None and result.state == ResultState.SEALED):
        return None
    sent = facts_of(photo.fixture).latest(OTHER[sides[0]])
    return card_of(sent) if sent else None
