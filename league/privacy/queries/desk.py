"""What the secretary's page about people's data shows: who is found, and who was erased."""

from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.urls import reverse

from league.accounts.models import User
from league.privacy.models import Erasure
from league.teams.models import League, Player, Role

FEWEST_LETTERS = 2
MOST = 50


@dataclass(frozen=True, slots=True)
class Found:
    """Somebody whose name is like what was looked for, and the address of what is kept about them."""

    name: str
    address: str
    words: str


def found_by(league: League, wanted: str) -> tuple[Found, ...]:
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
            Found(each.name, reverse("player-data", args=[league.slug, each.slug]), "under 18" if each.under_18 else "")
            for each in players
        ),
        *(Found(each.name, reverse("account-data", args=[league.slug, each.pk]), "does not play") for each in people),
    )


def signing_in(league: League) -> QuerySet[Role, int]:
    """The keys of everybody who has or had a role in the league."""
    return Role.objects.filter(league=league).values_list("user", flat=True)


def erased_in(league: League) -> QuerySet[Erasure]:
    """Everybody who was erased, the latest first; fifty are shown."""
    return Erasure.objects.filter(league=league).select_related("player__league", "by").order_by("-at", "-pk")[:MOST]
