"""Who is with which team on a day, whom a card may name, whom an A team has nominated; a team by its address; and what
waits for an answer: registrations, transfers, and requests to join by a link.
"""

from calendar import monthrange
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.core import signing
from django.db.models import Count, Q, QuerySet
from django.http import Http404
from django_scopes import scopes_disabled

from league.base.audit.models import Subject
from league.base.ui.formats import night
from league.teams.choices import HOLDING_STATES, RegistrationState, RoleKind
from league.teams.models import (
    FormerName,
    JoinLink,
    JoinRequest,
    League,
    Player,
    Registration,
    Role,
    Team,
    Transfer,
    Venue,
)
from league.teams.values import DuplicatePair, SimilarPlayer, by_similarity, duplicate_pairs
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.match import Player as CardPlayer
from scoring.card.match import Squad


def rules_of(league: League) -> LeagueRules:
    return codec.decode_as(LeagueRules, league.rules)


def last_day_of_season(deadline: tuple[int, int] | None, season_starts: date) -> date | None:
    """None if there is no such day."""
    if deadline is None:
        return None
    this_year = _day_of(season_starts.year, *deadline)
    return this_year if this_year >= season_starts else _day_of(season_starts.year + 1, *deadline)


def _day_of(year: int, month: int, day: int) -> date:
    return date(year, month, min(day, monthrange(year, month)[1]))


def season_year_start(on: date) -> date:
    """The first of July before: seasons begin in autumn, so this stands in where no season is known."""
    return date(on.year if on.month >= 7 else on.year - 1, 7, 1)


def why_no_transfer(player: Player, today: date) -> str:
    """Why the league's rules allow no transfer of a player now, as a sentence for their captains; "" if they do."""
    terms, start = rules_of(player.league).registration, season_year_start(today)
    last = last_day_of_season(terms.transfers_until, start)
    if last is not None and today > last:
        return f"The last day for transfers was {night(last)}. Contact the secretary."
    if terms.transfers_most is None:
        return ""
    made = Transfer.objects.filter(player=player, accepted=True, decided_at__date__gte=start).count()
    if made < terms.transfers_most:
        return ""
    many = "" if not made else f" {player} has had {made} this season."
    return f"The rules allow {terms.transfers_most} transfers in a season.{many}"


@dataclass(frozen=True, slots=True)
class SquadRules:
    """`most` and `fewest` are None for no limit."""

    count: int
    most: int | None
    fewest: int | None
    last_day: date | None
    today: date

    @property
    def full(self) -> bool:
        return self.most is not None and self.count >= self.most

    def over(self, team: Team, more: int = 1) -> str:
        """Why `more` players are too many; "" if they are not."""
        count = self.count + more
        if self.most is None or count <= self.most:
            return ""
        return f"{team} would have {count} players. The rules allow {self.most}."

    @property
    def short(self) -> int:
        return max(0, (self.fewest or 0) - self.count)

    @property
    def late(self) -> bool:
        return self.last_day is not None and self.today > self.last_day


def squad_rules(league: League, count: int, today: date) -> SquadRules:
    rules = rules_of(league)
    last_day = last_day_of_season(rules.registration.deadline, season_year_start(today))
    return SquadRules(count, rules.format.squad, rules.registration.squad_minimum, last_day, today)


# --- squads -----------------------------------------------------------------------------------------------------------
def holds_on(day: date, prefix: str = "") -> Q:
    """`prefix` leads to the registration from another row."""
    until = f"{prefix}until"
    holds = Q(**{f"{prefix}state__in": HOLDING_STATES, f"{prefix}since__lte": day})
    return holds & (Q(**{until: None}) | Q(**{f"{until}__gte": day}))


def squad_of(team: Team, on: date) -> QuerySet[Registration]:
    registrations: QuerySet[Registration] = Registration.objects.filter(holds_on(on), team=team)
    return registrations.select_related("player__league", "team__league").order_by("player__name", "pk")


def squads_of_teams(teams: Iterable[int]) -> dict[int, list[Registration]]:
    """By team key, ended ones too: `covers` says on which days."""
    registrations = Registration.objects.filter(team__in=teams, state__in=HOLDING_STATES).select_related(
        "player__league", "team__league"
    )
    by_team: dict[int, list[Registration]] = {}
    for each in registrations.order_by("player__name", "pk"):
        by_team.setdefault(each.team_id, []).append(each)
    return by_team


def squads_for_match(home: Team, away: Team, on: date) -> tuple[Squad, Squad, tuple[CardPlayer, ...]]:
    """In one query. `registered_on` is None for those only asked for, `tied_to` the other team of a player."""
    ties = _ties(home.league_id, on)
    sides = {home.pk, away.pk}
    named = {tie.player for tie in ties if tie.team in sides}
    other = [tie for tie in ties if tie.counts and tie.player not in named]
    elsewhere = tuple(tie.as_player(tied_to=tie.team_name, registered_on=tie.since) for tie in other)
    return _squad(home, ties), _squad(away, ties), elsewhere


class _Tie(NamedTuple):
    player: int
    name: str
    known_as: str
    team: int
    team_name: str
    since: date | None
    minor: bool
    agreed_on: date | None
    counts: bool
    nominated: bool | None

    def as_player(self, *, tied_to: str | None, registered_on: date | None) -> CardPlayer:
        known_as = (self.known_as,) if self.known_as else ()
        return CardPlayer(
            str(self.player), self.name, registered_on, tied_to, known_as=known_as, minor=self.minor,
            consent=self.agreed_on is not None, nominated=bool(self.nominated),
        )  # fmt: skip


def _ties(league_id: int, on: date) -> list[_Tie]:
    open_ones = Registration.objects.filter(team__league=league_id).exclude(state=RegistrationState.REFUSED)
    open_ones = open_ones.exclude(state=RegistrationState.LEFT, since=None).exclude(until__lt=on)
    open_ones = open_ones.order_by("player__name", "player_id", "since", "pk")
    holds = Q(state__in=HOLDING_STATES, since__lte=on)
    nominated = Q(nominated_on__gte=season_year_start(on), nominated_on__lte=on)
    rows = open_ones.values_list(
        *("player_id", "player__name", "player__known_as", "team_id", "team__name", "since"),
        *("player__under_18", "player__guardian_agreed_on", holds, nominated),
    )
    return [_Tie(*row) for row in rows]


def _squad(team: Team, ties: Iterable[_Tie]) -> Squad:
    """Each player once: what covers the day goes first."""
    ties = tuple(ties)
    tied = {tie.player: tie.team_name for tie in ties if tie.counts and tie.team != team.pk}
    own: dict[int, _Tie] = {}
    for tie in ties:
        if tie.team == team.pk and (tie.player not in own or tie.counts):
            own[tie.player] = tie
    players = (tie.as_player(tied_to=tied.get(tie.player), registered_on=tie.since) for tie in own.values())
    return Squad(str(team.pk), team.name, tuple(players))


def squad_counts(league: League, on: date) -> QuerySet[Team]:
    """With `.players` registered on the day and `.asked` requests."""
    holds = holds_on(on, "registrations__")
    is_asked = Q(registrations__state=RegistrationState.REQUESTED)
    teams = Team.objects.filter(league=league, active=True).select_related("venue", "league")
    teams = teams.annotate(players=Count("registrations", filter=holds), asked=Count("registrations", filter=is_asked))
    return teams.order_by("name", "pk")


# --- The players whom an A team names to play for no other ------------------------------------------------------------
@dataclass(frozen=True, slots=True)
class Nominations:
    """`wanted` is less than the rule's while the squad is smaller; `last_day` None for none."""

    wanted: int
    last_day: date | None
    today: date
    squad: tuple[Registration, ...]

    @property
    def made(self) -> tuple[Registration, ...]:
        start = season_year_start(self.today)
        return tuple(each for each in self.squad if each.nominated_on and start <= each.nominated_on <= self.today)

    @property
    def late(self) -> bool:
        return self.last_day is not None and self.today > self.last_day

    @property
    def open(self) -> bool:
        """Until the last day or, where there is none, once."""
        return not self.late and (self.last_day is not None or not self.made)


def nominations_of(team: Team, today: date) -> Nominations | None:
    """None without such a rule, or for no A team."""
    rule = rules_of(team.league).playing_up
    if rule is None or not rule.nominated or not is_a_team(team):
        return None
    squad = tuple(squad_of(team, today))
    last_day = last_day_of_season(rule.nominate_by, season_year_start(today))
    return Nominations(min(rule.nominated, len(squad)), last_day, today, squad)


def is_a_team(team: Team) -> bool:
    """Whether it is the first of two or more teams of one pub, by name: "Royal Oak A" beside "Royal Oak B"."""
    of_pub = Team.objects.filter(league=team.league_id, venue=team.venue_id, active=True)
    names = list(of_pub.order_by("name", "pk").values_list("pk", flat=True))
    return len(names) > 1 and names[0] == team.pk


# --- Where an address leads -------------------------------------------------------------------------------------------
class TeamAtAddress(NamedTuple):
    team: Team
    moved: bool


def team_or_redirect(slug: str) -> TeamAtAddress:
    """Http404; a former address answers with a permanent redirect."""
    team = Team.objects.select_related("league", "venue").filter(slug=slug).first()
    if team:
        team.venue.league = team.league
        return TeamAtAddress(team, moved=False)
    former = FormerName.objects.select_related("team__league", "team__venue__league").filter(slug=slug).first()
    if former is None:
        raise Http404(f"There is no team called {slug}.")
    return TeamAtAddress(former.team, moved=True)


def former_names_of_venues(venues: Iterable[Venue]) -> dict[str, Venue]:
    """As the audit log has them; one query."""
    by_key = {venue.pk: venue for venue in venues}
    changes = Subject.objects.filter(kind="venue", key__in=by_key, entry__verb="change_venue").order_by("entry")
    names = changes.values_list("entry__before__name", "key")
    return {name: by_key[key] for name, key in names if name and name != by_key[key].name}


# --- Players who may be one person ------------------------------------------------------------------------------------
TELL_APART = "tell_apart"


def duplicates_of(league: League) -> tuple[DuplicatePair, ...]:
    """Without those told apart."""
    pairs = duplicate_pairs(Player.objects.filter(league=league, merged_into=None).order_by("name", "pk"))
    distinct = _distinct_pairs(league) if pairs else set()
    for pair in pairs:
        pair.one.league = pair.two.league = league
    return tuple(pair for pair in pairs if frozenset((pair.one.pk, pair.two.pk)) not in distinct)


def _distinct_pairs(league: League) -> set[frozenset[int]]:
    rows = Subject.objects.filter(kind="player", entry__verb=TELL_APART, entry__league_id=league.pk)
    keys_by_entry: dict[int, set[int]] = {}
    for entry, key in rows.values_list("entry", "key"):
        keys_by_entry.setdefault(entry, set()).add(key)
    return {frozenset(keys) for keys in keys_by_entry.values()}


# --- Names that may be meant by another -------------------------------------------------------------------------------
def similar_players(league: League, name: str) -> list[SimilarPlayer]:
    """The nearest first, at most five: "H Goy" is near "Harry Goy"."""
    players = Player.objects.filter(league=league, merged_into=None)
    for each in players:
        each.league = league
    near = by_similarity(name, players)[:5]
    registrations = Registration.objects.filter(player__in=near, state=RegistrationState.APPROVED, until=None)
    now = {registration.player_id: registration for registration in registrations.select_related("team__league")}
    return [SimilarPlayer(player, now.get(player.pk)) for player in near]


def player_keys(player: Player) -> frozenset[int]:
    """Its own and those merged into it."""
    return frozenset({player.pk, *Player.objects.filter(merged_into=player).values_list("pk", flat=True)})


# --- What waits for an answer, from a captain or from the secretary ---------------------------------------------------
SHOWN_FOR = timedelta(days=30)


def registrations_waiting(league: League) -> QuerySet[Registration]:
    rows: QuerySet[Registration] = Registration.objects.filter(team__league=league, state=RegistrationState.REQUESTED)
    return rows.select_related("player__league", "team__league", "asked_by").order_by("asked_at", "pk")


def signings_to_check(league: League) -> QuerySet[Registration]:
    rows: QuerySet[Registration] = Registration.objects.filter(team__league=league, to_check=True)
    return rows.select_related("player__league", "team__league", "asked_by").order_by("asked_at", "pk")


def transfers_waiting(league: League) -> QuerySet[Transfer]:
    """Oldest first; `both_agree` tells which are for the secretary."""
    rows: QuerySet[Transfer] = Transfer.objects.filter(player__league=league, accepted=None)
    return rows.select_related("player__league", "leaves__league", "joins__league", "asked_by").order_by(
        "asked_at", "pk"
    )


def transfers_to_decide(league: League, today: date) -> list[Transfer]:
    """Those that wait, with `.over` what a squad would have too many."""
    players = Count("joins__registrations", filter=holds_on(today, "joins__registrations__"))
    rows = transfers_waiting(league).select_related("left_agreed_by", "joined_agreed_by").annotate(players=players)
    for row in rows:
        row.over = squad_rules(league, row.players, today).over(row.joins)  # type: ignore[attr-defined]
    return list(rows)


def transfers_of(team: Team) -> QuerySet[Transfer]:
    return transfers_waiting(team.league).filter(Q(leaves=team) | Q(joins=team))


def requests_of(team: Team, at: datetime) -> QuerySet[Registration]:
    wanted = Q(state=RegistrationState.REQUESTED)
    wanted |= Q(state=RegistrationState.REFUSED, asked_at__gte=at - SHOWN_FOR)
    rows: QuerySet[Registration] = Registration.objects.filter(wanted, team=team)
    return rows.select_related("player__league", "team__league").order_by("-asked_at", "-pk")


def concerns(league: League, registrations: Iterable[Registration], today: date) -> list[Registration]:
    """Sets `.concerns`, sentences to read before saying yes, and `.near`, players of nearly the same name."""
    registrations = list(registrations)
    counts = dict(
        _current_registrations()
        .filter(team__in=[registration.team_id for registration in registrations])
        .values_list("team")
        .annotate(Count("pk"))
    )
    everybody = list(Player.objects.filter(league=league, merged_into=None)) if registrations else []
    near = {registration.pk: _similar_to(registration, everybody) for registration in registrations}
    meant = {registration.player_id for registration in registrations} | {
        player.pk for there in near.values() for player in there
    }
    current = {row.player_id: row for row in _current_registrations().filter(player__in=meant).select_related("team")}
    for registration in registrations:
        registration.near = near[registration.pk]  # type: ignore[attr-defined]
        like = [
            f"{player} ({current[player.pk].team if player.pk in current else 'no team'})"
            for player in near[registration.pk]
        ]
        registration.concerns = list(  # type: ignore[attr-defined]
            _concerns(
                registration, counts.get(registration.team_id, 0), current.get(registration.player_id), like, today
            )
        )
    return registrations


def _similar_to(registration: Registration, everybody: Iterable[Player]) -> list[Player]:
    return by_similarity(
        registration.player.name, (player for player in everybody if player.pk != registration.player_id)
    )[:3]


def _concerns(
    registration: Registration, count: int, current: Registration | None, like: list[str], today: date
) -> Iterable[str]:
    rules = squad_rules(registration.team.league, count, today)
    if current is not None and current.team_id != registration.team_id:
        yield f"{registration.player} is registered with {current.team}: this needs a transfer."
    if over := rules.over(registration.team):
        yield over
    if rules.late and rules.last_day is not None:
        yield f"The last day to register was {night(rules.last_day, year=True)}."
    if like:
        yield f"The league has {', '.join(like)} already. Is this someone else?"


def _current_registrations() -> QuerySet[Registration]:
    return Registration.objects.filter(state=RegistrationState.APPROVED, until=None)


SIGNER = signing.Signer(salt="league.teams.join", sep=".")


def join_token(link: JoinLink) -> str:
    return SIGNER.sign(str(link.pk))


def join_link_of(token: str) -> JoinLink | None:
    """Of whatever league; None if it was taken back."""
    try:
        key = SIGNER.unsign(token)
    except signing.BadSignature:
        return None
    with scopes_disabled():
        link = JoinLink.objects.filter(pk=key, revoked_at=None).select_related("league", "team__league").first()
    return None if link is None or (link.team is not None and not link.team.active) else link


def team_join_links(league: League) -> list[tuple[Team | None, JoinLink | None]]:
    """The league's own (None), then each team's by name."""
    links = {link.team_id: link for link in JoinLink.objects.filter(league=league, revoked_at=None)}
    teams = Team.objects.filter(league=league, active=True).select_related("venue").order_by("name", "pk")
    return [(None, links.get(None)), *((team, links.get(team.pk)) for team in teams)]


def link_of_team(team: Team) -> JoinLink | None:
    return JoinLink.objects.filter(team=team, revoked_at=None).select_related("league", "team").first()


def joins_waiting(league: League) -> QuerySet[JoinRequest]:
    rows: QuerySet[JoinRequest] = JoinRequest.objects.filter(league=league)
    return rows.select_related("team__league").order_by("at", "pk")


def captains_by_team(league: League) -> dict[int, str]:
    """By the team's key."""
    roles = Role.objects.filter(league=league, kind=RoleKind.CAPTAIN, ended_at=None).order_by("-since", "-pk")
    return dict(roles.values_list("team", "user__name"))
