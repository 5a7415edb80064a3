"""The cups of a league by season, with what is to be said of each in one line; the same few queries however many."""

from dataclasses import dataclass

from django.db.models import Count, Prefetch, Q, QuerySet

from league.cups.choices import CupState
from league.cups.models import Cup, FinalsNight, Honour
from league.schedule.models import Season
from league.teams.models import League


@dataclass(frozen=True, slots=True)
class SeasonsCups:
    """One season's cups, and its finals nights."""

    season: Season
    cups: tuple[Cup, ...]
    nights: tuple[FinalsNight, ...]


def cups_by_season(league: League) -> list[SeasonsCups]:
    """Every season that has cups, the latest first: four queries."""
    cups: dict[int, list[Cup]] = {}
    for cup in listed_cups():
        cups.setdefault(cup.season.pk, []).append(cup)
    nights = FinalsNight.objects.select_related("venue").order_by("date", "pk")
    seasons = Season.objects.filter(league=league).order_by("-starts", "-pk")
    return [
        SeasonsCups(season, tuple(cups[season.pk]), tuple(season.finals_nights.all()))
        for season in seasons.prefetch_related(Prefetch("finals_nights", nights))
        if season.pk in cups
    ]


def listed_cups() -> QuerySet[Cup]:
    """Cups with `.entered`, how many are on the list, and their honours, by name."""
    cups: QuerySet[Cup] = Cup.objects.select_related("division__competition__season__league")
    cups = cups.annotate(entered=Count("entrants", filter=Q(entrants__out_at=None)))
    cups = cups.prefetch_related(Prefetch("honours", Honour.objects.order_by("pk")))
    return cups.order_by("division__competition__name", "pk")


def cups_now(league: League) -> list[Cup]:
    """The cups of the season that the league is in: two queries."""
    season = {"division__competition__season__current": True, "division__competition__season__league": league}
    return list(listed_cups().filter(**season).exclude(state=CupState.DROPPED))


def earlier_cups(season: Season) -> list[Cup]:
    """The latest cup of each name in other seasons: what a new cup may be like."""
    found: dict[str, Cup] = {}
    others = listed_cups().exclude(division__competition__season=season)
    for cup in others.order_by("-division__competition__season__starts", "-pk"):
        found.setdefault(cup.competition.slug, cup)
    return list(found.values())
