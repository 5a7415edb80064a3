"""Which nights a team's players are asked about, by links of their own, what they said, and whom captains pick.

Nothing in a link is secret by itself; it is signed with the site's key, names one player of one team and a version, and
opens while that version is the one that counts.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, ClassVar
from uuid import UUID, uuid4

from django.core import signing
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.accounts.models import User
from league.base.ui.formats import clock, night
from league.matchnight.models import (
    Absence,
    AskedNight,
    AvailabilitySettings,
    NightAnswer,
    PickedPlayer,
    PlayerAnswer,
    PlayerLink,
    ReserveRequest,
)
from league.results.queries.appearances import PlayedFor, last_line_up, played_where
from league.results.queries.facts import match_for
from league.schedule.models import Entry, Fixture
from league.schedule.queries.matches import open_fixtures, sides_of_team
from league.teams.choices import HOLDING_STATES
from league.teams.models import League, Player, Registration, Team
from league.teams.queries.squads import squad_of, squads_of_teams
from scoring.card.check import eligibility_of, reserves
from scoring.card.match import Match, Problem
from scoring.card.sheet import Side
from scoring.words import join_list

SIGNER = signing.Signer(salt="league.availability.player", sep=".")
PARTS = 3


@dataclass(frozen=True, slots=True)
class PersonalLink:
    """Whose link it is; `reserve`: of somebody outside the squad, who was asked for single matches."""

    team: Team
    player: Player
    version: int
    reserve: bool = False

    @property
    def token(self) -> str:
        return SIGNER.sign(f"{self.team.pk}-{self.player.pk}-{self.version}")

    @property
    def address(self) -> str:
        return reverse("player-availability", args=[self.team.league.slug, self.token])


def settings_of(team: Team) -> AvailabilitySettings:
    return AvailabilitySettings.objects.filter(team=team).first() or AvailabilitySettings(team=team)


def link_at(token: str, league: League, today: date) -> PersonalLink | None:
    """Whose link this is; None for one that is not ours, was replaced or turned off, or is of no use any more."""
    try:
        numbers = [int(part) for part in SIGNER.unsign(token).split("-")]
    except (signing.BadSignature, ValueError):
        return None
    if len(numbers) != PARTS:
        return None
    team_id, player_id, version = numbers
    on = AvailabilitySettings.objects.filter(team=team_id, enabled=True, team__active=True, team__league=league)
    settings = on.select_related("team__league").first()
    player = Player.objects.select_related("league").filter(pk=player_id, league=league, merged_into=None).first()
    if settings is None or player is None:
        return None
    row = PlayerLink.objects.filter(team=team_id, player=player_id).first() or PlayerLink()
    if version != row.version or row.revoked_at is not None:
        return None
    if squad_of(settings.team, today).filter(player=player).exists():
        return PersonalLink(settings.team, player, version)
    requests = ReserveRequest.objects.filter(team=settings.team, player=player, fixture__date__gte=today)
    return PersonalLink(settings.team, player, version, reserve=True) if requests.exists() else None


def links_of(team: Team, players: list[Player], *, reserve: bool = False) -> dict[int, PersonalLink]:
    rows = {row.player_id: row for row in PlayerLink.objects.filter(team=team, player__in=players)}
    links = {}
    for player in players:
        row = rows.get(player.pk) or PlayerLink()
        if row.revoked_at is None:
            links[player.pk] = PersonalLink(team, player, row.version, reserve=reserve)
    return links


def links_of_user(user: User, league: League, today: date) -> list[PersonalLink]:
    """One for each team that asks and has them in its squad."""
    players = list(Player.objects.filter(league=league, user=user, merged_into=None).select_related("league"))
    asking = AvailabilitySettings.objects.filter(team__league=league, team__active=True, enabled=True)
    squads = squads_of_teams(asking.values_list("team", flat=True))
    links: list[PersonalLink] = []
    for registration in (each for squad in squads.values() for each in squad if each.covers(today)):
        if registration.player in players:
            links += links_of(registration.team, [registration.player]).values()
    return links


ORDER = (NightAnswer.YES, NightAnswer.IF_NEEDED, None, NightAnswer.NO)


@dataclass(frozen=True, slots=True)
class NightWord:
    """A player's word on a night: the last answer, or no because they are `away`; None while nothing is known."""

    player: Player
    answer: NightAnswer | None = None
    away: bool = False
    at: datetime | None = None
    by_captain: bool = False

    @property
    def text(self) -> str:
        if self.away:
            return "Away"
        return self.answer.label if self.answer else "No answer yet"


@dataclass(frozen=True, slots=True)
class NightCounts:
    yes: int = 0
    if_needed: int = 0
    no: int = 0
    unanswered: int = 0

    def __str__(self) -> str:
        """As "5 can play, 1 if needed, 2 have not answered"."""
        if self.unanswered and not (self.yes or self.if_needed or self.no):
            return "Nobody has answered yet"
        parts = [f"{self.yes} can play"]
        if self.if_needed:
            parts.append(f"{self.if_needed} if needed")
        if self.no:
            parts.append(f"{self.no} cannot")
        if self.unanswered:
            parts.append(f"{self.unanswered} {'has' if self.unanswered == 1 else 'have'} not answered")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class TeamNights:
    answers: Mapping[tuple[int, date], PlayerAnswer]
    absences: Mapping[int, Sequence[Absence]]

    def of(self, player: Player, night: date) -> NightWord:
        row = self.answers.get((player.pk, night))
        if row is not None:
            answer = NightAnswer(row.answer)
            return NightWord(player, answer, at=row.at, by_captain=row.by_id is not None)
        if any(each.first <= night <= each.last for each in self.absences.get(player.pk, ())):
            return NightWord(player, NightAnswer.NO, away=True)
        return NightWord(player)

    def counts(self, players: Iterable[Player], night: date) -> NightCounts:
        answers = [self.of(player, night).answer for player in players]
        return NightCounts(
            answers.count(NightAnswer.YES),
            answers.count(NightAnswer.IF_NEEDED),
            answers.count(NightAnswer.NO),
            answers.count(None),
        )


def in_order(nights: Iterable[NightWord]) -> list[NightWord]:
    """Yes, if needed, no answer, no; then by name."""
    return sorted(nights, key=lambda each: (ORDER.index(each.answer), each.player.name, each.player.pk))


def suits(counts: NightCounts) -> str:
    """What a night is said to suit, beside a date that is offered: "5 of your 8 players can play"."""
    everybody = counts.yes + counts.if_needed + counts.no + counts.unanswered
    phrases = [f"{counts.yes + counts.if_needed} of your {everybody} players can play"] if counts.yes else []
    if counts.no:
        phrases.append(f"{counts.no} cannot" if phrases else f"{counts.no} of your {everybody} players cannot")
    return join_list(phrases)


# --- what a captain sends on ------------------------------------------------------------------------------------------
OWN = "Use your own link only; it works all season."


def group_message(team: Team, links: Iterable[tuple[Player, str]]) -> str:
    lines = [f"{player}: {address}" for player, address in links]
    return "\n".join([f"{team}: can you play? {OWN}", *lines]) if lines else ""


def chase_message(fixture: Fixture, links: Iterable[tuple[Player, str]]) -> str:
    lines = [f"{player}: {address}" for player, address in links]
    if not lines or fixture.date is None:
        return ""
    match = f"{fixture}, {night(fixture.date)}, {clock(fixture.start_time)}"
    return "\n".join([f"Can you play? {match}. {OWN}", *lines])


def matches_of(team: Team, today: date) -> QuerySet[Fixture]:
    """The matches of a team that have a night and are still to be played, the next first."""
    fixtures: QuerySet[Fixture] = open_fixtures(team.league).filter(sides_of_team(team), date__gte=today)
    return fixtures.order_by("date", "start_time", "pk")


def squad_players(team: Team, on: date) -> list[Player]:
    return [each.player for each in squad_of(team, on)]


def team_nights(team: Team, players: Sequence[Player], nights: Iterable[date]) -> TeamNights:
    nights = sorted(set(nights))
    if not nights or not players:
        return TeamNights({}, {})
    rows = PlayerAnswer.objects.filter(team=team, player__in=players, night__in=nights).order_by("pk")
    answers = {(row.player_id, row.night): row for row in rows}
    away: dict[int, list[Absence]] = {}
    for each in Absence.objects.filter(player__in=players, last__gte=nights[0], first__lte=nights[-1]):
        away.setdefault(each.player_id, []).append(each)
    return TeamNights(answers, away)


def own_word(user: User, team: Team, night: date) -> NightWord | None:
    """What a player who signs in said to a team of a night; None for who is nobody in its league. Three queries."""
    player = Player.objects.filter(league=team.league_id, user=user, merged_into=None).first()
    return team_nights(team, [player], [night]).of(player, night) if player else None


# --- what one player is asked -----------------------------------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class NightQuestion:
    """`instead`: a night to which the match might move; `key` makes pressing a button twice one answer."""

    night: date
    fixture: Fixture
    word: NightWord
    instead: bool = False
    picked: bool = False
    key: UUID = field(default_factory=uuid4)
    choices: ClassVar = NightAnswer.choices


def nights_of(link: PersonalLink, today: date, night: date | None = None) -> list[tuple[date, Fixture, bool]]:
    """(night, match, whether it would have to move); with `night` only that one."""
    matches = matches_of(link.team, today)
    matches = matches if night is None else matches.filter(date=night)
    if link.reserve:
        requests = ReserveRequest.objects.filter(team=link.team, player=link.player)
        return [(each.date, each, False) for each in matches.filter(pk__in=requests.values("fixture")) if each.date]
    nights = [(each.date, each, False) for each in matches if each.date]
    open_matches = open_fixtures(link.team.league).filter(sides_of_team(link.team))
    others = AskedNight.objects.filter(team=link.team, night__gte=today, fixture__in=open_matches)
    others = others if night is None else others.filter(night=night)
    by_key = open_matches.in_bulk([each.fixture_id for each in others])
    nights += [
        (each.night, by_key[each.fixture_id], True) for each in others if each.night != by_key[each.fixture_id].date
    ]
    return sorted(nights, key=lambda each: (each[0], each[2], each[1].pk))


def questions_for(link: PersonalLink, today: date) -> list[NightQuestion]:
    nights = nights_of(link, today)
    words = team_nights(link.team, [link.player], [night for night, _, _ in nights])
    rows = PickedPlayer.objects.filter(
        team=link.team, player=link.player, fixture__in=[each.pk for _, each, _ in nights]
    )
    picked = set(rows.values_list("fixture", flat=True))
    return [
        NightQuestion(night, fixture, words.of(link.player, night), instead, not instead and fixture.pk in picked)
        for night, fixture, instead in nights
    ]


# --- what a captain sees ----------------------------------------------------------------------------------------------
def counts_of_matches(team: Team, today: date) -> list[dict[str, Any]]:
    matches, players = [each for each in matches_of(team, today) if each.date], squad_players(team, today)
    words = team_nights(team, players, [each.date for each in matches if each.date])
    picked = Counter(fixture for fixture, _ in picked_in(team, matches))
    return [
        {"fixture": each, "counts": words.counts(players, each.date), "picked": picked[each.pk]}
        for each in matches
        if each.date
    ]


def picked_in(team: Team, matches: Iterable[Fixture]) -> set[tuple[int, int]]:
    """As (match key, player key)."""
    rows = _picked().filter(team=team, fixture__in=[each.pk for each in matches])
    return set(rows.values_list("fixture", "player"))


def _picked() -> QuerySet[PickedPlayer]:
    """Of those still with the team on the night, or asked as reserves."""
    night, mine = OuterRef("fixture__date"), {"team": OuterRef("team"), "player": OuterRef("player")}
    squad = Registration.objects.filter(**mine, state__in=HOLDING_STATES, since__lte=night)
    requests = ReserveRequest.objects.filter(**mine, fixture=OuterRef("fixture"))
    with_team = Exists(squad.filter(Q(until=None) | Q(until__gte=night)))
    return PickedPlayer.objects.filter(Q(fixture__date=None) | with_team | Exists(requests))


@dataclass(frozen=True, slots=True)
class TeamSheetLine:
    word: NightWord
    may_play: bool
    problems: tuple[Problem, ...]
    elsewhere: tuple[PlayedFor, ...]
    picked: bool
    reserve: bool
    key: UUID = field(default_factory=uuid4)

    @property
    def player(self) -> Player:
        return self.word.player


@dataclass(frozen=True, slots=True)
class MatchSheet:
    fixture: Fixture
    team: Team
    wanted: int
    lines: tuple[TeamSheetLine, ...]
    helpers: tuple[tuple[int, str], ...]
    counts: NightCounts

    @property
    def picked(self) -> list[Player]:
        return [line.player for line in self.lines if line.picked]


def match_sheet(fixture: Fixture, team: Team) -> MatchSheet:
    night = fixture.date or localdate()
    match, side = match_for(fixture), Side.HOME if fixture.home.team_id == team.pk else Side.AWAY
    reserve_players = [
        row.player for row in ReserveRequest.objects.filter(fixture=fixture, team=team).select_related("player__league")
    ]
    own = squad_players(team, night)
    players = [*own, *(each for each in reserve_players if each not in own)]
    words = team_nights(team, players, [night])
    where = played_where(fixture.division.competition.season, [each.pk for each in players])
    picked = dict(PickedPlayer.objects.filter(fixture=fixture, team=team).values_list("player", "place"))
    judged = _judged(match, side, players)
    lines = [
        TeamSheetLine(
            word,
            judged[word.player.pk][0],
            judged[word.player.pk][1],
            tuple(each for each in where.get(word.player.pk, ()) if each.team.pk != team.pk),
            word.player.pk in picked,
            word.player not in own,
        )
        for word in in_order(words.of(player, night) for player in players)
    ]
    lines.sort(key=lambda line: picked.get(line.player.pk, len(picked)))
    helpers = tuple(
        (int(each.id), f"{each.name} ({each.tied_to})")
        for each in reserves(side, match)
        if int(each.id) not in {player.pk for player in players}
    )
    return MatchSheet(fixture, team, match.format.side, tuple(lines), helpers, words.counts(own, night))


def _judged(match: Match, side: Side, players: Sequence[Player]) -> dict[int, tuple[bool, tuple[Problem, ...]]]:
    by_id = {each.id: each for each in (*match.squad(side).players, *match.elsewhere)}
    match_players = [by_id[str(player.pk)] for player in players if str(player.pk) in by_id]
    eligibility = {
        int(player.id): (may_play, problems)
        for player, may_play, problems in eligibility_of(match_players, side, match)
    }
    return {player.pk: eligibility.get(player.pk, (True, ())) for player in players}


# --- What other apps hear: whom a team picked, and how many a night suits ---------------------------------------------
# Nothing of who said what, and only for whoever leads that team: the callers see to it.


def picked_for(fixture: Fixture, side: Side) -> tuple[str, ...]:
    entry = fixture.home if side is Side.HOME else fixture.away
    if entry is None or entry.slug:
        return ()
    rows = _picked().filter(fixture=fixture, team=entry.team_id, player__merged_into=None)
    return tuple(str(key) for key in rows.order_by("place", "pk").values_list("player", flat=True))


def expected_for(fixture: Fixture, side: Side) -> tuple[str, ...]:
    """The picked team, else who said yes, filled up with last time's players who did not say no."""
    picked, entry = picked_for(fixture, side), fixture.home if side is Side.HOME else fixture.away
    if picked or entry is None or entry.slug or fixture.date is None:
        return picked
    players = squad_players(entry.team, fixture.date)
    words = team_nights(entry.team, players, [fixture.date])
    answers = {str(player.pk): words.of(player, fixture.date).answer for player in players}
    if not any(answers.values()):
        return ()
    coming = [key for key, answer in answers.items() if answer is NightAnswer.YES]
    lines, form = last_line_up(entry.team, fixture.date), fixture.rules_in_force().format
    last = [key for number in sorted(lines) for key in lines[number] if answers.get(key, NightAnswer.NO) != "no"]
    need = max(sum(line.players for line in form.lines if line.kind == kind) for kind in form.kinds)
    return tuple(dict.fromkeys([*coming, *last]))[: max(need, len(coming))]


def counts_on(entry: Entry, nights: Iterable[date]) -> dict[date, NightCounts]:
    """How many of a team's players can play on each night, if it asks them; four queries, one if it does not."""
    if entry.slug or not AvailabilitySettings.objects.filter(team=entry.team_id, enabled=True).exists():
        return {}
    days = sorted(set(nights))
    players = squad_players(entry.team, days[0]) if days else []
    words = team_nights(entry.team, players, days)
    return {day: words.counts(players, day) for day in days}


def advice_on(entry: Entry, nights: Iterable[date]) -> dict[date, str]:
    return {day: text for day, counts in counts_on(entry, nights).items() if (text := suits(counts))}
