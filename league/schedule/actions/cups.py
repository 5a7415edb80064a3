"""What a cup has among seasons and entries: its competition with its one division, and who is in it.

Knows the rows that matches hang on. Refuses to know how a cup is played, and who may enter: league.cups does.
"""

from collections.abc import Iterable

from django.core.exceptions import ValidationError
from django.utils.text import slugify

from league.schedule.actions.divisions import hold_competition
from league.schedule.choices import CompetitionKind
from league.schedule.models import Competition, Division, Entry, Season
from league.teams.models import Player, Team

TAKEN = frozenset({"new", "league"})  # words that are no cup's own in an address


def make_cup_competition(*, season: Season, name: str) -> Division:
    """A competition of the kind cup with the one division that its entries and matches are in.

    Call it within a transaction that writes; the caller records it.
    """
    slug = slugify(name)
    if not slug or slug in TAKEN:
        raise ValidationError({"name": "Give the cup a name of its own."})
    held = Season.objects.select_for_update(of=("self",)).select_related("league").get(pk=season.pk)
    if Competition.objects.filter(season=held, slug=slug).exists():
        raise ValidationError({"name": f"There is a cup called {name} in season {held} already."})
    competition = Competition(
        season=held, kind=CompetitionKind.CUP, name=name, slug=slug, constitution=held.league.constitution
    )
    competition.full_clean()
    competition.save()
    division = Division(competition=competition, name=name[:40], slug=slug, legs=1)
    division.full_clean()
    division.save()
    return division


def rename_competition(*, competition: Competition, name: str) -> None:
    """Another name; the address stays. The caller records it."""
    held = hold_competition(competition)
    held.name = name
    held.full_clean()
    held.save(update_fields=["name"])
    held.divisions.update(name=name[:40])


def put_in(*, division: Division, team: Team, name: str, slug: str = "", players: Iterable[Player] = ()) -> Entry:
    """An entry in a cup's division: a team, or with a `slug` some of its players. The caller holds the cup."""
    free = slug
    others = set(Entry.objects.filter(division=division).exclude(slug="").values_list("slug", flat=True))
    number = 2
    while free and free in others:
        free, number = f"{slug}-{number}", number + 1
    entry = Entry(division=division, team=team, name=name, slug=free)
    entry.full_clean()
    entry.save()
    entry.players.set(players)
    return entry


def change_players(*, entry: Entry, players: Iterable[Player], name: str) -> Entry:
    """Who stands for an entry from now on, and under which name; its address stays. The caller holds the cup."""
    entry.name = name
    entry.full_clean()
    entry.save(update_fields=["name"])
    entry.players.set(players)
    return entry
