"""A cup as it stands (`CupSnapshot`): its facts, what its matches say besides, and the bracket."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast
from django.http import Http404
from django.utils.timezone import localdate
from django_scopes import scopes_disabled

from league.cups.choices import CupState
from league.cups.models import Cup, Entrant, Fact, Round, Tie
from league.cups.presenters.bracket_tree import BracketNotes
from league.cups.presenters.cup_page import BracketPage, bracket_notes, present_bracket
from league.cups.presenters.openday import OpenDayPage, present_openday
from league.cups.presenters.tie_page import TiePage, present_tie
from league.cups.presenters.ties import Days, TieToChase, ties_to_chase
from league.cups.queries.names import entrants_in, names_of
from league.cups.values.facts import LoggedFact, begins
from league.cups.values.snapshot import CupSnapshot, day_after, for_draw, snapshot_from
from league.results.queries.season import unquestioned
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division
from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.queries.composition import composed_once, first_composed_once
from league.ui.stored_json import decoded_once
from scoring import codec
from scoring.season.knockout import draw
from scoring.season.knockout.bracket import Bracket
from scoring.season.openday.day import OpenDay


def cup_by_address(season_slug: str, cup_slug: str) -> Cup:
    """The cup at an address, with its season and league, in one query; else Http404."""
    found = _cup_at(season_slug, cup_slug)
    if found is None:
        raise Http404(f"No cup {cup_slug} in season {season_slug}.")
    return found


@first_composed_once
def _cup_at(season: str, cup: str) -> QuerySet[Cup]:
    at_address = {"division__competition__season__slug": season, "division__competition__slug": cup}
    cups_there = Cup.objects.select_related("division__competition__season__league")
    return cups_there.filter(**at_address, division__competition__kind=CompetitionKind.CUP).order_by("pk")[:1]


def snapshot_of(cup: Cup, at: datetime) -> CupSnapshot:
    """The cup at a moment, with what its matches say by then: two queries, one of them only once it has matches."""
    log = stored_facts(cup)
    drawn = cup.groups_by_card or any(begins(each.fact) for each in log)
    return snapshot_from(cup, log, ties_of(cup) if drawn else {}, at)


class CupToFollow(NamedTuple):
    """A cup, the version of its matches' results, and how many of them stand because nobody has questioned them.

    No version tells of the moment in which one comes to stand, so those are counted.
    """

    cup: Cup
    version: int
    standing: int


def cups_to_follow(at: datetime) -> list[CupToFollow]:
    """Drawn cups whose matches have come to something since they were last followed: one query.

    A play-off is followed when it is over too: its result may be taken back, and nobody finishes or opens it by hand.
    """
    play_off = Q(division__competition__play_off_of__isnull=False)
    drawn = Cup.objects.filter(
        Q(state=CupState.DRAWN) | (play_off & Q(state=CupState.FINISHED)),
        play_off | Q(by_card=True) | Q(groups_by_card=True),
    )
    counted = drawn.annotate(
        version=F("division__competition__results_version"),
        standing=Count("ties", filter=unquestioned("ties__fixture__result", at)),
    )
    new = counted.exclude(followed_version=F("version"), followed_standing=F("standing"))
    cups = new.select_related("division__competition__season__league").order_by("pk")
    return [CupToFollow(cup, cup.version, cup.standing) for cup in cups]


def facts_of(cup: Cup, at: datetime) -> tuple[Any, ...]:
    """Everything known about a cup at a moment, in order, the draws among it."""
    return tuple(each.fact for each in snapshot_of(cup, at).log)


def bracket_of(cup: Cup, at: datetime) -> Bracket | None:
    """What the cup has come to; None before the draw."""
    return snapshot_of(cup, at).bracket


def ties_of(cup: Cup) -> Mapping[str, tuple[Tie, ...]]:
    """The matches of every tie by its id, with their results and both sides' entrants: one query."""
    return ties_by_cup([cup]).get(cup.pk, {})


def snapshots_of(cups: Sequence[Cup], at: datetime) -> list[CupSnapshot]:
    """Several cups as they stand: two queries, however many."""
    if not cups:
        return []
    log, ties = facts_by_cup(cups), _by_cup(_results_of_ties(*(each.pk for each in cups)))
    return [snapshot_from(cup, log.get(cup.pk, ()), ties.get(cup.pk, {}), at) for cup in cups]


def ties_by_cup(cups: Sequence[Cup]) -> dict[int, dict[str, tuple[Tie, ...]]]:
    """The matches of several cups, as `ties_of` gives them of one: one query."""
    rows = Tie.objects.filter(cup__in=cups).select_related(
        "fixture__league", "fixture__venue", "fixture__home__team", "fixture__away__team", "fixture__home__entrant",
        "fixture__away__entrant", "fixture__result__submission", "fixture__division__competition__season",
    )  # fmt: skip
    # Whole rules of play, read again for every row, would take longer than all the rest.
    rows = rows.defer("fixture__league__constitution", "fixture__division__competition__constitution")
    return _by_cup(with_shared_relations(rows.annotate(**_numbers())))


def _numbers() -> dict[str, Subquery]:
    """The numbers of both sides' entrants, each by its own query: with joins PostgreSQL takes longer over the plan."""
    with scopes_disabled():  # an entry is of one cup
        return {
            f"{side}_number": Subquery(Entrant.objects.filter(entry=OuterRef(f"fixture__{side}")).values("number"))
            for side in ("home", "away")
        }


# Of the 184 columns of whole matches: who met and what came of it; and for a bracket when and where.
OF_RESULTS = (
    *("cup", "tie", "leg", "attempt"),
    *(
        f"fixture__result__{name}"
        for name in (
            *("fixture", "state", "kind", "tally", "home_games", "away_games"),
            *("confirm_by", "settled_at", "updated_at", "submission__reason"),
        )
    ),
)
OF_BRACKETS = (
    *("fixture__date", "fixture__start_time", "fixture__state", "fixture__venue__name"),
    *("fixture__home__team__venue", "fixture__away__team__venue"),
)


@composed_once
def _results_of_ties(*cups: int) -> QuerySet[Tie]:
    return with_shared_relations(_with_results(*cups).only(*OF_RESULTS))


def _with_results(*cups: int) -> QuerySet[Tie]:
    with scopes_disabled():  # a cup is of one league
        rows: QuerySet[Tie] = Tie.objects.filter(cup__pk__in=cups)
    return rows.annotate(**_numbers()).select_related("fixture__result__submission")


def ties_in_brackets(cups: Sequence[Cup]) -> dict[int, dict[str, tuple[Tie, ...]]]:
    """The same for what a bracket and its notes ask of them, in a third of the time: one query."""
    return _by_cup(_ties_in_brackets(*(each.pk for each in cups)))


@composed_once
def _ties_in_brackets(*cups: int) -> QuerySet[Tie]:
    rows = _with_results(*cups).select_related("fixture__venue", "fixture__home__team", "fixture__away__team")
    return with_shared_relations(rows.only(*OF_RESULTS, *OF_BRACKETS))


def _by_cup(rows: Iterable[Tie]) -> dict[int, dict[str, tuple[Tie, ...]]]:
    """Sorted here: to order by columns Django compares every one that is read."""
    found: dict[int, dict[str, tuple[Tie, ...]]] = {}
    for row in sorted(rows, key=lambda each: (each.tie, each.attempt, each.leg)):
        of_cup = found.setdefault(row.cup_id, {})
        of_cup[row.tie] = (*of_cup.get(row.tie, ()), row)
    return found


def entrants_of(cup: Cup) -> tuple[draw.Entrant, ...]:
    """Everybody on the list as a draw needs them: three queries."""
    places = places_of(cup)
    return tuple(for_draw(each, places) for each in entrants_in(cup))


def places_of(cup: Cup) -> Mapping[str, int]:
    """The place of each division of the season by its name, the highest 1: a draw may spare the higher ones."""
    divisions = Division.objects.filter(
        competition__season=cup.division.competition.season_id, competition__kind=CompetitionKind.LEAGUE
    )
    return dict(divisions.values_list("name", "rank"))


def stored_facts(cup: Cup) -> tuple[LoggedFact, ...]:
    """What was written down, in order: one query."""
    return facts_by_cup([cup]).get(cup.pk, ())


def facts_by_cup(cups: Sequence[Cup]) -> dict[int, tuple[LoggedFact, ...]]:
    """The same of several cups, by their keys: one query."""
    found: dict[int, list[LoggedFact]] = {}
    for row in _facts(*(each.pk for each in cups)):
        fact = decoded_once(codec.decode, row.text)  # type: ignore[attr-defined]
        found.setdefault(row.cup_id, []).append(LoggedFact(row.number, fact, row.by, row.at))
    return {pk: tuple(log) for pk, log in found.items()}


@composed_once
def _facts(*cups: int) -> QuerySet[Fact]:
    with scopes_disabled():  # a cup is of one league
        rows = Fact.objects.filter(cup__pk__in=cups).select_related("by").order_by("cup", "number")
    return with_shared_relations(rows.only("cup", "number", "at", "by__name").annotate(text=Cast("body", TextField())))


def day_of(cup: Cup, at: datetime) -> OpenDay:
    """The groups or rounds as they stand at a moment: one query, and one more where they have cards."""
    return day_after(cup, [each.fact for each in snapshot_of(cup, at).log])


def qualified_of(snapshot: CupSnapshot) -> tuple[draw.Entrant, ...]:
    """Who goes on from the groups, for the draw of the knockout; ValidationError while that is open."""
    day = day_after(snapshot.cup, [each.fact for each in snapshot.log])
    if day.qualified is None:
        raise ValidationError("The groups are not over yet.")
    if day.qualified.level:
        names = names_of(snapshot.cup)
        level = "; ".join(" and ".join(names[each] for each in group) for group in day.qualified.level)
        raise ValidationError(f"Level on the last place that goes through: {level}. Decide their order first.")
    return day.qualified.entrants


def days_of(cup: Cup) -> Days:
    """When each round of each part is to be played, by part and number: one query."""
    return days_by_cup([cup]).get(cup.pk, {})


def days_by_cup(cups: Iterable[Cup]) -> dict[int, Days]:
    """The same of several cups, by their keys: one query."""
    found: dict[int, dict[tuple[str, int], Round]] = {}
    for row in Round.objects.filter(cup__in=list(cups)).select_related("night__venue", "night__season"):
        found.setdefault(row.cup_id, {})[row.part, row.round] = row
    return dict(found)


# --- What the pages of a cup read ------------------------------------------------------------------------------------
# A fixed number of queries each; presenters make the page of it.


def openday_page(cup: Cup, at: datetime) -> OpenDayPage:
    """The groups or rounds with names: three queries, however many they are, and one more where they have cards."""
    ties = ties_of(cup) if cup.groups_by_card else {}
    snapshot = snapshot_from(cup, stored_facts(cup), ties, at)
    day = day_after(cup, [each.fact for each in snapshot.log])
    names = names_of(cup)
    return present_openday(cup, day, names, ties, {row.tie: why for row, why in snapshot.strays})


def to_chase(cup: Cup, at: datetime) -> tuple[TieToChase, ...]:
    """Ties that wait for a match, a date, or a result, those past their day first; five queries."""
    rows = ties_of(cup)
    snapshot = snapshot_from(cup, stored_facts(cup), rows, at)
    found = ties_to_chase(snapshot, rows, days_of(cup), localdate(at), names_of(cup))
    return tuple(sorted(found, key=lambda each: (not each.late, each.play_by or date.max)))


def bracket_page(cup: Cup, at: datetime) -> BracketPage | None:
    """The cup at a moment; None before its bracket is drawn. Five queries."""
    ties = ties_in_brackets([cup]).get(cup.pk, {})
    found = snapshot_from(cup, stored_facts(cup), ties, at).bracket
    if found is None:
        return None
    names = names_of(cup)
    return present_bracket(cup, found, names, notes_on(cup, found, ties))


def notes_on(cup: Cup, found: Bracket, ties: Mapping[str, tuple[Tie, ...]]) -> BracketNotes:
    """When and where ties are or were played, and by when rounds are to be: one query."""
    return bracket_notes(found, ties, _rounds_of(cup))


@composed_once
def _rounds_of(cup: Cup) -> QuerySet[Round]:
    return Round.objects.filter(cup=cup).select_related("night")


def tie_page(cup: Cup, tie: str, at: datetime) -> TiePage:
    """One tie of a cup for its page, else Http404; seven queries."""
    rows = ties_of(cup)
    snapshot = snapshot_from(cup, stored_facts(cup), rows, at)
    found = next((each for each in snapshot.bracket.ties if each.id == tie), None) if snapshot.bracket else None
    if snapshot.bracket is None or found is None:
        raise Http404(f"No tie {tie} in {cup}.")
    names = names_of(cup)
    entrants = {each.key: each for each in entrants_in(cup)}
    day = days_of(cup).get((found.plan.part.value, found.plan.round))
    return present_tie(snapshot, found, rows, names, entrants=entrants, day=day, at=at)
