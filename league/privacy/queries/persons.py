"""A person as one league knows them: the rows that play for them, and the account they sign in with."""

from dataclasses import dataclass

from django_scopes import scopes_disabled

from league.accounts.models import User
from league.privacy.models import Erasure
from league.teams.choices import PSEUDONYM
from league.teams.models import League, Player, Role


@dataclass(frozen=True, slots=True)
class Person:
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


def person_playing(player: Player) -> Person:
    """The person whose row this is, under whichever of their names."""
    kept = player.same_as or player
    return _person(kept.league, [kept], kept.user)


def person_signing_in(user: User, league: League) -> Person:
    """The person who signs in with an account, with whatever of this league is theirs."""
    mine = Player.objects.filter(league=league, user=user, same_as=None).select_related("league").order_by("pk")
    return _person(league, list(mine), user)


def _person(league: League, players: list[Player], user: User | None) -> Person:
    if user is not None:
        others = Player.objects.filter(league=league, user=user, same_as=None).select_related("league")
        players += [each for each in others.order_by("pk") if each not in players]
    merged = Player.objects.filter(same_as__in=players).select_related("league").order_by("pk")
    return Person(league, (*players, *merged), user, _elsewhere(user, league) if user is not None else ())


def _elsewhere(user: User, league: League) -> tuple[League, ...]:
    """The other leagues that know the account by its name: as a player's, or for what the person does or did there."""
    with scopes_disabled():
        erased = set(Erasure.objects.filter(user=user).values_list("league", flat=True))
        played = Player.objects.filter(user=user).values_list("league", flat=True)
        served = Role.objects.filter(user=user).values_list("league", flat=True)
        keys = {*played, *served} - erased - {league.pk}
        return tuple(League.objects.filter(pk__in=keys).order_by("name", "pk"))
