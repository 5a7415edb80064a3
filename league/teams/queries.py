"""Reading people and places: who is registered where, what waits for an answer, where an old address leads.

Everything runs inside the scope of one league and costs the same number of queries however many rows there are.
"""

from collections.abc import Iterable
from datetime import date, timedelta
from difflib import SequenceMatcher
from typing import NamedTuple

from django.core import signing
from django.db.models import Q, QuerySet
from django.http import Http404
from django_scopes import scopes_disabled

from league.teams.choices import RegistrationState, RoleKind
from league.teams.models import FormerName, League, Player, Registration, Role, Team, Transfer
from scoring import codec
from scoring.card.card import Player as CardPlayer
from scoring.card.card import Squad
from scoring.card.constitution import Constitution
from scoring.card.constitution import Registration as RegistrationRules

HELD = (RegistrationState.APPROVED, RegistrationState.LEFT)
HEADED_BY = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)


def rules_of(league: League) -> Constitution:
    """The league's own rules as a value."""
    return codec.decode_as(Constitution, league.constitution)


def last_day_to_register(rules: RegistrationRules, season_starts: date) -> date | None:
    """The season's last day for registering: the first such day of the calendar on or after its start; None if none."""
    if rules.deadline is None:
        return None
    month, day = rules.deadline
    this_year = date(season_starts.year, month, day)
    return this_year if this_year >= season_starts else date(season_starts.year + 1, month, day)


def season_year_start(on: date) -> date:
    """The first of July before: seasons begin in autumn, so this stands in where no season is known."""
    return date(on.year if on.month >= 7 else on.year - 1, 7, 1)


# --- squads -----------------------------------------------------------------------------------------------------
def squad_of(team: Team, on: date) -> QuerySet[Registration]:
    """The registrations that tie players to a team on a day, by name; each with its player."""
    held: QuerySet[Registration] = Registration.objects.filter(team=team, state__in=HELD, since__lte=on)
    held = held.filter(Q(until=None) | Q(until__gte=on))
    return held.select_related("player__league").order_by("player__name", "pk")


def squad_for_card(team: Team, on: date) -> Squad:
    """Everybody whom this team's side of a card may name, with what `scoring.card.check` needs to explain: one query.

    In it: players registered on the day, those registered later (`registered_on` says when), those only asked for
    (`registered_on` None), each with `tied_to` when another team has them.
    """
    return _squad(team, _ties(team.league_id, on))


def squads_for_match(home: Team, away: Team, on: date) -> tuple[Squad, Squad, tuple[CardPlayer, ...]]:
    """Both sides of a card and the players of the league's other teams ("elsewhere"), in one query."""
    ties = _ties(home.league_id, on)
    sides = {home.pk, away.pk}
    named = {tie.player for tie in ties if tie.team in sides}
    other = [tie for tie in ties if tie.held and tie.player not in named]
    elsewhere = tuple(tie.as_player(tied_to=tie.team_name, registered_on=tie.since) for tie in other)
    return _squad(home, ties), _squad(away, ties), elsewhere


class _Tie(NamedTuple):
    """One registration that is held or asked for, as the card needs it; `held` if it counts on the day."""

    player: int
    name: str
    known_as: str
    team: int
    team_name: str
    since: date | None
    held: bool

    def as_player(self, *, tied_to: str | None, registered_on: date | None) -> CardPlayer:
        known_as = (self.known_as,) if self.known_as else ()
        return CardPlayer(str(self.player), self.name, registered_on, tied_to, known_as=known_as)


def _ties(league_id: int, on: date) -> list[_Tie]:
    """Every registration of the league that has not ended before the day and was not refused, by player's name."""
    open_ones = Registration.objects.filter(team__league_id=league_id).exclude(state=RegistrationState.REFUSED)
    open_ones = open_ones.exclude(state=RegistrationState.LEFT, since=None).exclude(until__lt=on)
    open_ones = open_ones.order_by("player__name", "player_id", "since", "pk")
    held = Q(state__in=HELD, since__lte=on)
    rows = open_ones.values_list(
        "player_id", "player__name", "player__known_as", "team_id", "team__name", "since", held
    )
    return [_Tie(*row) for row in rows]


def _squad(team: Team, ties: Iterable[_Tie]) -> Squad:
    """The team's players once each: what covers the day goes before what comes later or is only asked for."""
    ties = tuple(ties)
    tied = {tie.player: tie.team_name for tie in ties if tie.held and tie.team != team.pk}
    own: dict[int, _Tie] = {}
    for tie in ties:
        if tie.team == team.pk and (tie.player not in own or tie.held):
            own[tie.player] = tie
    players = (tie.as_player(tied_to=tied.get(tie.player), registered_on=tie.since) for tie in own.values())
    return Squad(str(team.pk), team.name, tuple(players))


def history_of(player: Player) -> QuerySet[Registration]:
    """A player's teams, the latest first: every registration but those that were refused."""
    kept: QuerySet[Registration] = player.registrations.exclude(state=RegistrationState.REFUSED)
    return kept.select_related("team__league").order_by("-asked_at", "-pk")


def near_players(league: League, name: str) -> list[Player]:
    """Players of the league whose name may be meant by this one, the nearest first, at most five; two queries.

    Each has `.now`, the registration that it holds today, or None. "H Goy" and "Harold Goy" are near "Harry Goy".
    """
    players = list(Player.objects.filter(league=league).select_related("league"))
    ranked = sorted(((likeness(name, player), player.name, player.pk, player) for player in players), reverse=True)
    near = [player for score, _, _, player in ranked if score >= NEAR][:5]
    held = Registration.objects.filter(player__in=near, state=RegistrationState.APPROVED, until=None)
    now = {registration.player_id: registration for registration in held.select_related("team__league")}
    for player in near:
        player.now = now.get(player.pk)  # type: ignore[attr-defined]
    return near


NEAR = 0.8


def likeness(name: str, player: Player) -> float:
    """How like a player's name or nickname this is, from 0 to 1. The same initial and surname count as 0.9."""
    ours, theirs = _plain(name), _plain(player.name)
    if ours == theirs or (player.known_as and ours == _plain(player.known_as)):
        return 1.0
    score = SequenceMatcher(None, " ".join(ours), " ".join(theirs)).ratio()
    same_surname = len(ours) > 1 and len(theirs) > 1 and ours[-1] == theirs[-1] and ours[0][0] == theirs[0][0]
    return max(score, 0.9 if same_surname else 0.0)


def _plain(name: str) -> list[str]:
    """A name as lower-case words without dots and apostrophes."""
    return name.casefold().replace(".", " ").replace("'", "").replace("\u2019", "").split()


# --- what waits for an answer -----------------------------------------------------------------------------------
def registrations_waiting(league: League) -> QuerySet[Registration]:
    """Registrations that the secretary has not answered, the oldest first. `.count()` is one query."""
    asked: QuerySet[Registration] = Registration.objects.filter(team__league=league, state=RegistrationState.REQUESTED)
    return asked.select_related("player__league", "team__league", "asked_by").order_by("asked_at", "pk")


def transfers_waiting(league: League) -> QuerySet[Transfer]:
    """Transfers that nobody has decided, the oldest first; `both_agree` tells which are for the secretary to decide."""
    asked: QuerySet[Transfer] = Transfer.objects.filter(player__league=league, accepted=None)
    return asked.select_related("player__league", "leaves__league", "joins__league", "asked_by").order_by(
        "asked_at", "pk"
    )


def transfers_of(team: Team) -> QuerySet[Transfer]:
    """Undecided transfers out of and into a team, the oldest first."""
    return transfers_waiting(team.league).filter(Q(leaves=team) | Q(joins=team))


# --- people and roles -------------------------------------------------------------------------------------------
def roles_held(league: League) -> QuerySet[Role]:
    """Who does what now: officers first, then team by team."""
    held: QuerySet[Role] = Role.objects.filter(league=league, ended_at=None)
    return held.select_related("user", "team__league").order_by("team__name", "kind", "user__name", "pk")


def captains_of(league: League) -> dict[int, list[Role]]:
    """Captains and vice-captains by team key, the captain first."""
    by_team: dict[int, list[Role]] = {}
    for role in roles_held(league).filter(kind__in=HEADED_BY).order_by("kind", "user__name", "pk"):
        by_team.setdefault(role.team_id or 0, []).append(role)
    return by_team


INVITATION = "league.teams.invitation"
INVITATION_LASTS = timedelta(days=14)


def invitation_of(token: str) -> Role | None:
    """The role that an invitation is about; None if the token is not ours, too old, or the role was taken away."""
    try:
        key = signing.loads(token, salt=INVITATION, max_age=INVITATION_LASTS)["role"]
    except signing.BadSignature:
        return None
    with scopes_disabled():
        return Role.objects.filter(pk=key, ended_at=None).select_related("user", "league", "team__league").first()


# --- old addresses ----------------------------------------------------------------------------------------------
class Found(NamedTuple):
    """A team, and whether it was looked for under a name that it no longer has."""

    team: Team
    moved: bool


def team_or_redirect(slug: str) -> Found:
    """The team at this address, or the one that had it once (answer with a permanent redirect); else Http404."""
    team = Team.objects.select_related("league", "venue__league").filter(slug=slug).first()
    if team is not None:
        return Found(team, moved=False)
    former = FormerName.objects.select_related("team__league", "team__venue__league").filter(slug=slug).first()
    if former is None:
        raise Http404(f"No team is or was at {slug}.")
    return Found(former.team, moved=True)
