"""Cups to choose from: those of the league by season, and the usual ones, where a new cup's form begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Count, Prefetch, Q, QuerySet

from league.cups.models import Cup, CupState, EntrantKind, FinalsNight, Honour
from league.cups.values import draw_rules_of, rules_of
from league.schedule.models import Season
from league.teams.models import League
from scoring.season.knockout import cups
from scoring.season.knockout.cups import Shape, TieForm
from scoring.season.knockout.draw import Byes, DrawRules, Tag


# --- the cups that a league has ---------------------------------------------------------------------------------------
def cups_by_season(league: League) -> list[tuple[Season, list[Cup], list[FinalsNight]]]:
    """Every season that has cups, with its finals nights, the latest first: four queries."""
    cups: dict[int, list[Cup]] = {}
    for cup in listed_cups():
        cups.setdefault(cup.season.pk, []).append(cup)
    nights = FinalsNight.objects.select_related("venue").order_by("date", "pk")
    seasons = Season.objects.filter(league=league).order_by("-starts", "-pk")
    return [
        (season, cups[season.pk], list(season.finals_nights.all()))
        for season in seasons.prefetch_related(Prefetch("finals_nights", nights))
        if season.pk in cups
    ]


def listed_cups() -> QuerySet[Cup]:
    """Cups with `.entered`, how many are on the list, and their honours, by name."""
    cups: QuerySet[Cup] = Cup.objects.select_related("division__competition__season__league")
    cups = cups.annotate(entered=Count("entrants", filter=Q(entrants__withdrawn_at=None)))
    cups = cups.prefetch_related(Prefetch("honours", Honour.objects.order_by("pk")))
    return cups.order_by("division__competition__name", "pk")


def cups_now(league: League) -> list[Cup]:
    season = {"division__competition__season__current": True, "division__competition__season__league": league}
    return list(listed_cups().filter(**season).exclude(state=CupState.DROPPED))


def earlier_cups(season: Season) -> list[Cup]:
    """The latest cup of each name in other seasons: what a new cup may be like."""
    cups_by_slug: dict[str, Cup] = {}
    others = listed_cups().exclude(division__competition__season=season)
    for cup in others.order_by("-division__competition__season__starts", "-pk"):
        cups_by_slug.setdefault(cup.competition.slug, cup)
    return list(cups_by_slug.values())


# --- the usual ones, and earlier ones as a beginning ------------------------------------------------------------------
SAME_PUB = DrawRules(apart=(Tag.VENUE,))
SAME_TEAM = DrawRules(apart=(Tag.TEAM, Tag.VENUE))


@dataclass(frozen=True, slots=True)
class Preset:
    """Where a new cup's form begins: the values of Cup's fields by name in `settings`."""

    key: str
    name: str
    words: str
    kind: EntrantKind
    rules: cups.Cup
    draw_rules: DrawRules = SAME_PUB
    settings: Mapping[str, Any] = field(default_factory=dict)


PRESETS = (
    Preset(
        "team-knockout", "Team knockout",
        "One match a tie, drawn again each round, first drawn at home. A plate for first-round losers.",
        EntrantKind.TEAM, cups.TEAM_KNOCKOUT, DrawRules(apart=(Tag.VENUE,), fixed=False), {"matches": 2},
    ),
    Preset(
        "home-and-away", "Home and away",
        "Teams meet twice and the games of both matches are added together. The final is one match.", EntrantKind.TEAM,
        cups.HOME_AND_AWAY, settings={"matches": 2},
    ),
    Preset(
        "singles", "Singles",
        "Best of three, the final best of five. Players of one team are kept apart in the first round.",
        EntrantKind.SINGLES, cups.SINGLES, SAME_TEAM, {"matches": 2},
    ),
    Preset(
        "pairs", "Pairs", "Two players a side, best of three, the final best of five.", EntrantKind.PAIRS, cups.SINGLES,
        SAME_TEAM, {"matches": 2},
    ),
    Preset(
        "ladies-pairs", "Ladies’ pairs", "Pairs of ladies, from one team or from two.", EntrantKind.PAIRS, cups.SINGLES,
        SAME_TEAM, {"who_may": "Ladies who are registered with a team."},
    ),
    Preset(
        "captain-and-secretary", "Captain and secretary", "One pair from each team: its captain and its secretary.",
        EntrantKind.PAIRS, cups.SINGLES, settings={"who_may": "The captain and the secretary of each team."},
    ),
    Preset(
        "consolation-cup", "Consolation cup", "For teams knocked out of the other cups: one match a tie.",
        EntrantKind.TEAM, cups.Cup("Consolation cup", forms=(TieForm(games=9, decider=3),), neutral=1),
        settings={"who_may": "Teams knocked out of the other cups."},
    ),
    Preset(
        "landlords-cup", "Landlords’ cup", "One entrant from each pub: the landlord, or someone in their place.",
        EntrantKind.SINGLES, cups.SINGLES,
        settings={"one_a_pub": True, "who_may": "The landlord or landlady of each pub, or one player in their place."},
    ),
    Preset(
        "champion-of-champions", "Champion of champions", "The winners of the divisions and cups, on one night.",
        EntrantKind.SINGLES, cups.Cup("Champion of champions", forms=(TieForm(best_of=5),), neutral=9),
        DrawRules(byes=Byes.SEEDS), {"who_may": "Winners of the divisions and of this season’s cups."},
    ),
    Preset(
        "open-day", "Open day",
        "One day, open to anyone, out after two defeats. You enter the scores; there are no cards.",
        EntrantKind.SINGLES, cups.OPEN_DAY, settings={"by_card": False},
    ),
    Preset(
        "groups", "Groups, then a knockout",
        "Small groups in which everyone plays everyone; the first two of each go into a knockout.", EntrantKind.SINGLES,
        cups.Cup("Groups", shape=Shape.GROUPS, forms=(TieForm(best_of=3),), neutral=9), SAME_TEAM,
        {"by_card": False, "groups": 4, "qualifiers": 2},
    ),
    Preset(
        "swiss", "Swiss", "Everyone plays every round, against someone who has done as well so far.",
        EntrantKind.SINGLES, cups.Cup("Swiss", shape=Shape.SWISS, forms=(TieForm(best_of=3),), neutral=9),
        settings={"by_card": False, "rounds": 5},
    ),
)  # fmt: skip
OWN_GAMES = {"consolation-cup", "home-and-away", "team-knockout"}  # where no league need play as many as is usual
BY_KEY = {preset.key: preset for preset in PRESETS}


def with_league_games(preset: Preset, games: int) -> Preset:
    """A usual cup of teams as this league plays it: each match has the games of the league's own card."""
    if preset.key not in OWN_GAMES:
        return preset
    ties = tuple(replace(each, games=games) for each in preset.rules.forms)
    return replace(preset, rules=replace(preset.rules, forms=ties))


def preset_like(cup: Cup) -> Preset:
    """An earlier cup as where a new one begins: everything but its days."""
    copied = (
        "by_card", "groups_by_card", "groups", "qualifiers", "rounds", "fee", "max_entrants", "matches",
        "matches_before", "one_a_pub",
    )  # fmt: skip
    settings = {name: getattr(cup, name) for name in (*copied, "who_may", "trophy")}
    return Preset(
        f"like-{cup.pk}", cup.name, f"As in season {cup.season}.", EntrantKind(cup.kind), rules_of(cup),
        draw_rules_of(cup), settings,
    )  # fmt: skip
