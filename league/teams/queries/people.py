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
    roles: QuerySet[Role] = Role.objects.filter(league=league, ended_at=None)
    return roles.select_related("user", "league", "team__league").order_by(
        F("team__name").asc(nulls_first=True), "kind", "user__name", "pk"
    )


def other_captains(role: Role) -> list[str]:
    captains = Role.objects.filter(team=role.team, kind=RoleKind.CAPTAIN, ended_at=None).exclude(pk=role.pk)
    return list(captains.values_list("user__name", flat=True)) if role.kind == RoleKind.CAPTAIN else []


def contacts_of(league: League) -> QuerySet[Role]:
    return (
        roles_held(league)
        .filter(kind__in=(*OFFICES, *HEADED_BY))
        .order_by(F("team__name").asc(nulls_first=True), "kind", "user__name", "pk")
    )


LOOKED_BACK = timedelta(days=7)  # for leavers; whoever stayed captain for longer has been kept on purpose


def leagues_with_leavers(today: date) -> list[League]:
    week = {"teams__registrations__until__range": (today - LOOKED_BACK, today - timedelta(days=1))}
    return list(League.objects.filter(**week).distinct().order_by("pk"))


def roles_of_leavers(league: League, today: date) -> dict[Role, date]:
    """With that day; who is with the team again, or got the role after leaving, keeps it."""
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
    """None if the token is not ours or the role ended; the invitation may have run out."""
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
    """In every league."""
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
    """By the highest role: inbox, cups, book, match or own page; the admin console for administrators."""
    roles = sorted(own_roles(user), key=lambda role: RANK[role.kind])
    if not roles:
        return reverse("console" if user.is_superuser else "home")
    return reverse(LANDINGS[RoleKind(roles[0].kind)], args=[roles[0].league.slug])


# --- Who is meant on a card -------------------------------------------------------------------------------------------
def players_named(league: League, people: Collection[Named]) -> dict[Named, Player]:
    """An unknown name is an unsaved player; of several alike one under 18, to tell too little, not too much."""
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
    by_name: dict[str, list[Player]] = {}
    for player in players:
        by_name.setdefault(fold(player.name), []).append(player)
    return by_name


def officers_of(league: League) -> QuerySet[Officer]:
    officers: QuerySet[Officer] = Officer.objects.filter(league=league)
    return officers.order_by("place", "pk")


def officer_contacts(league: League, names: Iterable[str] = ()) -> list[Officer]:
    """Without those whose `names` the reader sees already."""
    names_known = {fold(name) for name in names}
    return [each for each in officers_of(league) if (each.phone or each.email) and fold(each.name) not in names_known]


def offices_on_paper(league: League, usual: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Each office with its holders joined; the `usual` ones with "" where none is set."""
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
    """`groups` of (title, people, teams with theirs); each has a `user`, their roles, and what to see."""
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
