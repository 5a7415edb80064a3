"""A person as one league knows them: the rows that play for them, and the account they sign in with."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.urls import reverse
from django_scopes import scopes_disabled

from league.accounts.models import User
from league.privacy.models import Erasure
from league.teams.choices import PSEUDONYM
from league.teams.models import League, Player, Role


@dataclass(frozen=True, slots=True)
class DataSubject:
    """`players` are all rows that are theirs, the one that counts first; none for somebody who only signs in.

    `elsewhere` are other leagues that know the account: while there is one, it is not this league's to take away.
    """

    league: League
    players: tuple[Player, ...]
    user: User | None
    elsewhere: tuple[League, ...]

    @property
    def name(self) -> str:
        return str(self.players[0].name if self.players else self.user.name if self.user else "")

    @property
    def account(self) -> User | None:
        """The account, if nobody else needs it."""
        return None if self.elsewhere else self.user

    @property
    def player_keys(self) -> frozenset[int]:
        return frozenset(each.pk for each in self.players)

    @property
    def erased(self) -> bool:
        return PSEUDONYM.fullmatch(self.name) is not None


def person_playing(player: Player) -> DataSubject:
    """The person whose row this is, under whichever of their names."""
    kept = player.same_as or player
    return _person(kept.league, [kept], kept.user)


def person_signing_in(user: User, league: League) -> DataSubject:
    """The person who signs in with an account, with whatever of this league is theirs."""
    mine = Player.objects.filter(league=league, user=user, same_as=None).select_related("league").order_by("pk")
    return _person(league, list(mine), user)


def _person(league: League, players: list[Player], user: User | None) -> DataSubject:
    if user is not None:
        others = Player.objects.filter(league=league, user=user, same_as=None).select_related("league")
        players += [each for each in others.order_by("pk") if each not in players]
    merged = Player.objects.filter(same_as__in=players).select_related("league").order_by("pk")
    return DataSubject(league, (*players, *merged), user, _elsewhere(user, league) if user is not None else ())


def _elsewhere(user: User, league: League) -> tuple[League, ...]:
    """The other leagues that know the account by its name: as a player's, or for what the person does or did there."""
    with scopes_disabled():
        erased = set(Erasure.objects.filter(user=user).values_list("league", flat=True))
        played = Player.objects.filter(user=user).values_list("league", flat=True)
        served = Role.objects.filter(user=user).values_list("league", flat=True)
        keys = {*played, *served} - erased - {league.pk}
        return tuple(League.objects.filter(pk__in=keys).order_by("name", "pk"))


# --- search ---------------------------------------------------------------------------------------------------------


FEWEST_LETTERS = 2
MOST = 50


@dataclass(frozen=True, slots=True)
class PersonFound:
    """Somebody whose name is like what was looked for, and the address of what is kept about them."""

    name: str
    address: str
    words: str


def search_people(league: League, wanted: str) -> tuple[PersonFound, ...]:
    """Players, and people who only sign in, by a part of their name or address; at most fifty of each."""
    wanted = " ".join(wanted.split())
    if len(wanted) < FEWEST_LETTERS:
        return ()
    like = Q(name__icontains=wanted) | Q(known_as__icontains=wanted)
    players = Player.objects.filter(like, league=league, same_as=None).order_by("name", "pk")[:MOST]
    here = User.objects.filter(pk__in=signing_in(league)).exclude(players__league=league)
    people = here.filter(Q(name__icontains=wanted) | Q(email__icontains=wanted)).order_by("name", "pk")[:MOST]
    return (
        *(
            PersonFound(
                each.name, reverse("player-data", args=[league.slug, each.slug]), "under 18" if each.under_18 else ""
            )
            for each in players
        ),
        *(
            PersonFound(each.name, reverse("account-data", args=[league.slug, each.pk]), "does not play")
            for each in people
        ),
    )


def signing_in(league: League) -> QuerySet[Role, int]:
    """The keys of everybody who has or had a role in the league."""
    return Role.objects.filter(league=league).values_list("user", flat=True)


def erased_in(league: League) -> QuerySet[Erasure]:
    """Everybody who was erased, the latest first; fifty are shown."""
    return Erasure.objects.filter(league=league).select_related("player__league", "by").order_by("-at", "-pk")[:MOST]
