"""Slugs of things in a league: short, sayable, never one that is taken or that the site needs for itself."""

from collections.abc import Collection, Iterator
from itertools import count

from django.utils.text import slugify

from league.teams.choices import LEAGUE_WORDS, SITE_WORDS
from league.teams.models import FormerName, League, Player, Team, Venue


def free_slug(name: str, taken: Collection[str], length: int) -> str:
    """A slug for the name that is not in `taken`: "crown-a", then "crown-a-2"; "x" for a name without letters."""
    stem = slugify(name)[:length].strip("-") or "x"
    return next(slug for slug in numbered_slugs(stem, length) if slug not in taken)


def numbered_slugs(stem: str, length: int) -> Iterator[str]:
    """The stem, then the stem with 2, 3, ... after it, never longer than `length`."""
    yield stem
    for number in count(2):
        ending = f"-{number}"
        yield stem[: length - len(ending)] + ending


def league_slug(name: str) -> str:
    return free_slug(name, SITE_WORDS | set(League.objects.values_list("slug", flat=True)), 50)


def team_slug(league: League, name: str, team: Team | None = None) -> str:
    """A slug for a team; those that other teams have or had are taken, so that no old address changes hands."""
    teams, former = Team.objects.filter(league=league), FormerName.objects.filter(league=league)
    if team is not None:
        teams, former = teams.exclude(pk=team.pk), former.exclude(team=team)
    return free_slug(
        name, LEAGUE_WORDS | set(teams.values_list("slug", flat=True).union(former.values_list("slug", flat=True))), 50
    )


def venue_slug(league: League, name: str) -> str:
    return free_slug(name, {"new"} | set(Venue.objects.filter(league=league).values_list("slug", flat=True)), 50)


def player_slug(player: Player) -> str:
    """A slug from the name that strangers may read, so that the address tells them no more: "h-goy"."""
    shown = player.public_name
    like = Player.objects.filter(league=player.league, slug__startswith=slugify(shown)[:80] or "x")
    return free_slug(shown, set(like.values_list("slug", flat=True)), 90)
