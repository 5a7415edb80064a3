"""A cup as it stands (`CupSnapshot`): its facts, what its matches say besides, and the bracket."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from typing import Any

from django.db.models import Count, F, OuterRef, Q, QuerySet, Subquery, TextField
from django.db.models.functions import Cast
from django.http import Http404
from django.utils.timezone import localdate

from league.cups.models import Cup, CupState, Entrant, Fact, Round, Tie
from league.cups.presenters.bracket_tree import BracketPage, present_bracket
from league.cups.presenters.openday import OpenDayPage, present_openday
from league.cups.presenters.ties import Days, TieToChase, present_tie, ties_to_chase
from league.cups.queries.entries import entrants_in, names_of
from league.cups.values import CupSnapshot, LoggedFact, begins, for_draw, snapshot_from
from league.results.queries.tables import unquestioned
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division
from league.schedule.queries.joined_rows import with_shared_relations
from league.teams.models import decoded_once
from scoring import codec
from scoring.season.knockout import draw
from scoring.season.openday.day import OpenDay


def cup_by_address(season_slug: str, cup_slug: str) -> Cup:
    """The cup at an address, with its season and league, in one query; else Http404."""
    cups: QuerySet[Cup] = Cup.objects.filter(
        division__competition__season__slug=season_slug,
        division__competition__slug=cup_slug,
        division__competition__kind=CompetitionKind.CUP,
    )
    cup = cups.select_related("division__competition__season__league").first()
    if cup is None:
        raise Http404(f"No cup {cup_slug} in season {season_slug}.")
    return cup


def snapshot_of(cup: Cup, at: datetime) -> CupSnapshot:
    """The cup at a moment, with what its matches say by then: two queries, one of them only once it has matches."""
    log = stored_facts(cup)
    drawn = cup.groups_by_card or any(begins(each.fact) for each in log)
    return snapshot_from(cup, log, ties_of(cup) if drawn else {}, at)


def cups_to_follow(at: datetime) -> list[Any]:
    """Drawn cups and play-offs whose matches have come to something since they were last followed: one query.
    Each has the `version` of its matches' results, and how many stand (`standing`) since nobody questioned them, which
    no version tells. A play-off's result may be taken back when it is over.
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
    return list(new.select_related("division__competition__season__league").order_by("pk"))


def ties_of(cup: Cup) -> Mapping[str, tuple[Tie, ...]]:
    """The matches of every tie by its id, with their results and both sides' entrants: one query."""
    return ties_by_cup([cup]).get(cup.pk, {})


def snapshots_of(cups: Sequence[Cup], at: datetime) -> list[CupSnapshot]:
    """Several cups as they stand: two queries, however many."""
    if not cups:
        return []
    log, ties = facts_by_cup(cups), _by_cup(_ties_with_results(cups))
    return [snapshot_from(cup, log.get(cup.pk, ()), ties.get(cup.pk, {}), at) for cup in cups]


def ties_by_cup(cups: Sequence[Cup]) -> dict[int, dict[str, tuple[Tie, ...]]]:
    """The matches of several cups, as `ties_of` gives them of one: one query."""
    rows = _ties_with_results(cups).select_related(
        "fixture__league", "fixture__venue", "fixture__home__team", "fixture__away__team", "fixture__home__entrant",
        "fixture__away__entrant", "fixture__division__competition__season",
    )  # fmt: skip
    return _by_cup(with_shared_relations(rows))


def _ties_with_results(cups: Sequence[Cup]) -> QuerySet[Tie]:
    """With the numbers of both sides' entrants."""
    numbers = {
        f"{side}_number": Subquery(Entrant.objects.filter(entry=OuterRef(f"fixture__{side}")).values("number"))
        for side in ("home", "away")
    }
    rows: QuerySet[Tie] = Tie.objects.filter(cup__in=cups).annotate(**numbers)
    return rows.select_related("fixture__result__submission").order_by("tie", "attempt", "leg")


def _by_cup(rows: Iterable[Tie]) -> dict[int, dict[str, tuple[Tie, ...]]]:
    ties: dict[int, dict[str, tuple[Tie, ...]]] = {}
    for row in rows:
        of_cup = ties.setdefault(row.cup_id, {})
        of_cup[row.tie] = (*of_cup.get(row.tie, ()), row)
    return ties


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
    logs: dict[int, list[LoggedFact]] = {}
    rows = Fact.objects.filter(cup__in=cups).select_related("by").defer("body").order_by("cup", "number")
    for row in rows.annotate(text=Cast("body", TextField())):
        fact = decoded_once(codec.decode, row.text)
        logs.setdefault(row.cup_id, []).append(LoggedFact(row.number, fact, row.by, row.at))
    return {pk: tuple(log) for pk, log in logs.items()}


def day_of(cup: Cup, at: datetime) -> OpenDay:
    """The groups or rounds as they stand at a moment: one query, and one more where they have cards."""
    return snapshot_of(cup, at).day


def days_of(cup: Cup) -> Days:
    """When each round of each part is to be played, by part and number: one query."""
    return days_by_cup([cup]).get(cup.pk, {})


def days_by_cup(cups: Iterable[Cup]) -> dict[int, Days]:
    """The same of several cups, by their keys: one query."""
    rounds_by_cup: dict[int, dict[tuple[str, int], Round]] = {}
    for row in Round.objects.filter(cup__in=list(cups)).select_related("night__venue", "night__season"):
        rounds_by_cup.setdefault(row.cup_id, {})[row.part, row.round] = row
    return dict(rounds_by_cup)


# --- What the pages of a cup read, in a fixed number of queries each --------------------------------------------------
def openday_page(cup: Cup, at: datetime) -> OpenDayPage:
    """The groups or rounds with names: three queries, however many they are, and one more where they have cards."""
    ties = ties_of(cup) if cup.groups_by_card else {}
    return present_openday(snapshot_from(cup, stored_facts(cup), ties, at), names_of(cup))


def to_chase(cup: Cup, at: datetime) -> tuple[TieToChase, ...]:
    """Ties that wait for a match, a date, or a result, those past their day first; five queries."""
    ties = ties_to_chase(snapshot_of(cup, at), days_of(cup), localdate(at), names_of(cup))
    return tuple(sorted(ties, key=lambda each: (not each.late, each.play_by or date.max)))


def bracket_page(cup: Cup, at: datetime) -> BracketPage | None:
    """The cup at a moment; None before its bracket is drawn. Five queries."""
    snapshot = snapshot_of(cup, at)
    if snapshot.bracket is None:
        return None
    rounds = Round.objects.filter(cup=cup).select_related("night")
    return present_bracket(cup, snapshot.bracket, names_of(cup), snapshot.ties, rounds)


def tie_page(cup: Cup, tie: str, at: datetime) -> dict[str, Any]:
    """One tie of a cup for its page, else Http404; seven queries."""
    snapshot = snapshot_of(cup, at)
    bracket_tie = next((each for each in snapshot.bracket.ties if each.id == tie), None) if snapshot.bracket else None
    if bracket_tie is None:
        raise Http404(f"No tie {tie} in {cup}.")
    entrants = {each.key: each for each in entrants_in(cup)}
    day = days_of(cup).get((bracket_tie.plan.part.value, bracket_tie.plan.round))
    return present_tie(snapshot, bracket_tie, names_of(cup), entrants=entrants, day=day, at=at)
