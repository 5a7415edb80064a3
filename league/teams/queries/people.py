"""Who does what, here and across leagues, where that leads them after signing in, and who holds which office."""

from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import Any

from django.core import signing
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery, TextField, Value
from django.db.models.functions import Replace, TruncDate
from django.db.models.lookups import Contains
from django.urls import reverse
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.teams.choices import HOLDING_STATES, RegistrationState, RoleKind
from league.teams.models import League, Officer, Player, Registration, Role
from scoring.card.sheet import Named
from scoring.names import NameSearch, fold, letters

OFFICERS = (RoleKind.SECRETARY, RoleKind.RESULTS_OFFICER)
OFFICES = (*OFFICERS, RoleKind.COORDINATOR, RoleKind.TREASURER)  # of the league, and of no team
HEADED_BY = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)
MOST_DIGITS = 18  # of the key of a row


def roles_held(league: League) -> QuerySet[Role]:
    """Who does what now: officers first, then team by team."""
    roles: QuerySet[Role] = Role.objects.filter(league=league, ended_at=None)
    return roles.select_related("user", "league", "team__league").order_by(
        F("team__name").asc(nulls_first=True), "kind", "user__name", "pk"
    )


def contacts_of(league: League) -> QuerySet[Role]:
    """Whom to ring: the officers, then each team's captain and vice-captain."""
    return (
        roles_held(league)
        .filter(kind__in=(*OFFICES, *HEADED_BY))
        .order_by(F("team__name").asc(nulls_first=True), "kind", "user__name", "pk")
    )


LOOKED_BACK = timedelta(days=7)  # for leavers; whoever stayed captain for longer has been kept on purpose


def leagues_with_leavers(today: date) -> list[League]:
    """The leagues in which somebody's last day with a team was in the week before: one query."""
    week = {"teams__registrations__until__range": (today - LOOKED_BACK, today - timedelta(days=1))}
    return list(League.objects.filter(**week).distinct().order_by("pk"))


def roles_of_leavers(league: League, today: date) -> dict[Role, date]:
    """Roles in a team of those whose last day as its player was in the week before, with that day: one query.

    Whoever is with the team again keeps them, and so does whoever was given the role after leaving.
    """
    registrations = Registration.objects.filter(team=OuterRef("team"), player__user=OuterRef("user"))
    stays = registrations.filter(Q(until=None) | Q(until__gte=today), state__in=HOLDING_STATES)
    left = registrations.filter(state=RegistrationState.LEFT, until__lt=today, until__gte=today - LOOKED_BACK)
    left = left.filter(until__gte=OuterRef("since_day")).order_by("-until")
    roles = Role.objects.annotate(since_day=TruncDate("since"))
    roles = roles.filter(~Exists(stays), league=league, team__isnull=False, ended_at=None).select_related("team")
    roles = roles.annotate(last_day=Subquery(left.values("until")[:1])).filter(last_day__isnull=False)
    return {role: role.last_day for role in roles.order_by("pk")}


INVITATION = "league.teams.invitation"
INVITATION_LASTS = timedelta(days=14)


def invitation_token(role: Role) -> str:
    return signing.dumps({"role": role.pk}, salt=INVITATION)


def invitation_of(token: str) -> Role | None:
    """The role that an invitation is about; None if the token is not ours, or the role was taken away.

    It may have run out: `accounts.permissions.invitation_over` says so of the person.
    """
    try:
        key = signing.loads(token, salt=INVITATION)["role"]
    except signing.BadSignature:
        return None
    with scopes_disabled():
        return Role.objects.filter(pk=key, ended_at=None).select_related("user", "league", "team__league").first()


def member(key: int, league: League) -> User | None:
    """The active person with this key, and their roles with them: one query for whoever has any in this league."""
    active = Role.objects.filter(league=league, user=key, user__is_active=True, ended_at=None)
    roles = tuple(active.select_related("user"))
    if not roles:
        return User.objects.filter(pk=key, is_active=True).first()
    user: User = roles[0].user
    user.__dict__["_roles_by_league"] = {league.pk: roles}
    return user


def own_roles(user: User) -> list[Role]:
    """What a person does now, in every league: the only reading here that looks across leagues."""
    with scopes_disabled():
        roles = Role.objects.filter(user=user, ended_at=None).select_related("league", "team__league")
        return sorted(roles, key=lambda role: (role.league.name, RANK[role.kind], role.pk))


RANK = {kind.value: place for place, kind in enumerate(RoleKind)}


LANDINGS = {
    RoleKind.SECRETARY: "inbox",
    RoleKind.RESULTS_OFFICER: "inbox",
    RoleKind.COORDINATOR: "cups",
    RoleKind.TREASURER: "money",
    RoleKind.CAPTAIN: "your-match",
    RoleKind.VICE_CAPTAIN: "your-match",
    RoleKind.PLAYER: "my-season",
    RoleKind.SCORER: "league-home",
}


def landing_of(user: User) -> str:
    """The address of the page that a person wants first, by the highest role: the officer's inbox, the co-ordinator's
    cups, the treasurer's book, the captain's match, the player's own page; the administrator's console.
    """
    roles = sorted(own_roles(user), key=lambda role: RANK[role.kind])
    if not roles:
        return reverse("console" if user.is_superuser else "home")
    return reverse(LANDINGS[RoleKind(roles[0].kind)], args=[roles[0].league.slug])


# --- Who is meant on a card -------------------------------------------------------------------------------------------
def players_named(league: League, people: Collection[Named]) -> dict[Named, Player]:
    """The player who is meant by each, by key or by any way of writing the name. One whom nobody knows is an unsaved
    player of that name, under 18 where somebody who is may be meant.

    One query, which reads the whole league where there is a mere name. Of several with one name whoever is under 18
    is taken, so that too little is shown of the others and not too much of a child.
    """
    keys = {key for each in people if (key := each.id or "").isascii() and key.isdecimal() and len(key) < MOST_DIGITS}
    rows = Player.objects.filter(league=league)
    if all(each.id in keys for each in people):
        rows = rows.filter(Q(pk__in=keys) | Q(under_18=True))
    players = list(rows.order_by("under_18", "pk"))
    for player in players:
        player.league = league  # read by public_name
    by_key = {str(player.pk): player for player in players}
    by_name = {fold(player.name): player for player in players}
    minors = [player for player in players if player.under_18]
    return {
        each: by_key.get(each.id or "")
        or by_name.get(fold(each.name))
        or Player(league=league, name=each.name, under_18=any(_may_mean(each.name, player) for player in minors))
        for each in people
    }


def _may_mean(name: str, player: Player) -> bool:
    """Whether a name may be short for the player's, surname first or as they are known, or has all of it and more."""
    words, names = letters(name).split(), letters(f"{player.name} {player.known_as}").split()
    short = all(any(own.startswith(word) for own in names) for word in words)
    return bool(words) and (short or {*letters(player.name).split()} <= {*words})


# --- Who holds which office of a league, as its pages and papers say it -----------------------------------------------
def players_by_name(players: Iterable[Player]) -> dict[str, list[Player]]:
    """Some players by their folded names, which several may share."""
    by_name: dict[str, list[Player]] = {}
    for player in players:
        by_name.setdefault(fold(player.name), []).append(player)
    return by_name


def officers_of(league: League) -> QuerySet[Officer]:
    """Everybody with an office, in the order in which the league names them."""
    officers: QuerySet[Officer] = Officer.objects.filter(league=league)
    return officers.order_by("place", "pk")


def officer_contacts(league: League, names: Iterable[str] = ()) -> list[Officer]:
    """Those who may be rung or written to, without those whose names are `known` to the reader already."""
    names_known = {fold(name) for name in names}
    return [each for each in officers_of(league) if (each.phone or each.email) and fold(each.name) not in names_known]


def offices_on_paper(league: League, usual: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Each office once, and who holds it: several are named together. Where none is set, the usual ones and "".

    One query.
    """
    holders: dict[str, list[str]] = {}
    for each in officers_of(league):
        holders.setdefault(each.title, []).append(each.name)
    return tuple((title, ", ".join(names)) for title, names in holders.items()) or tuple((title, "") for title in usual)


# --- people of the demonstration --------------------------------------------------------------------------------------
# Whom to try first, and what there is to see.
FIRST = {
    RoleKind.SECRETARY: "Runs the league: fixtures, jobs to do, people and rules.",
    RoleKind.CAPTAIN: "Sends match cards from a phone, and confirms the other captain’s.",
    RoleKind.RESULTS_OFFICER: "Checks cards and decides disputed results.",
    RoleKind.COORDINATOR: "Runs the cups: entries, draws, ties, finals night.",
    RoleKind.TREASURER: "Keeps the book: fees, fines, payments, the year’s accounts.",
}

# What somebody without a role is, by whether they run the site.
ALONE = {True: "Site administrator", False: "No role: a spectator"}


def demonstration() -> dict[str, Any]:
    """Everybody there is, in two queries: `groups` of a title, its people, and its teams by name with theirs.

    Each is a `user` with what they do and, of those to try first, what there is to see.
    """
    with scopes_disabled():
        rows = Role.objects.filter(user__demo=True, user__is_active=True, ended_at=None)
        order = ("league__name", F("team__name").asc(nulls_first=True), "kind", "user__name", "pk")
        roles = list(rows.select_related("user", "league", "team").order_by(*order))
    user_keys = {role.user_id for role in roles}
    without = User.objects.filter(demo=True, is_active=True).exclude(pk__in=user_keys).order_by("-is_superuser", "name")
    alone = [{"user": user, "does": ALONE[user.is_superuser]} for user in without]
    leagues: dict[League, list[Role]] = {}
    for role in roles:
        leagues.setdefault(role.league, []).append(role)
    groups = [_demo_league(league, of_league) for league, of_league in leagues.items()]
    first = {role.kind: role for role in reversed(roles)}
    to_try = [
        {"user": first[kind].user, "does": first[kind].does, "why": why} for kind, why in FIRST.items() if kind in first
    ]
    return {"first": to_try, "groups": [*([("The whole site", alone, ())] if alone else ()), *groups]}


def _demo_league(league: League, roles: Iterable[Role]) -> tuple[str, list[Any], list[tuple[str, list[Any]]]]:
    teams: dict[str, list[Any]] = {}
    officers = []
    for role in roles:
        if role.team is None:
            officers.append({"user": role.user, "does": role.does})
        else:
            teams.setdefault(role.team.name, []).append({"user": role.user, "does": role.get_kind_display()})
    return league.name, officers, list(teams.items())


def has_name(typed: str) -> Q:
    """The rows whose `search_name` has what was typed, as `NameSearch` finds it."""
    search = NameSearch(typed)
    condition = Q()
    for text in search.texts:
        condition |= Q(search_name__contains=text)
    if search.glued:
        together = Replace(F("search_name"), Value(" "), Value(""), output_field=TextField())
        condition |= Q(Contains(together, search.glued))
    return condition
