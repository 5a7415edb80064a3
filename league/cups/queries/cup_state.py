"""A cup as it stands (`CupSnapshot`): its facts, what its matches say besides, the bracket; and entrants by name."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch
from django.http import Http404

from league.cups.models import Cup, Entrant, Tie
from league.cups.queries.facts import (
    LoggedFact,
    ResultFacts,
    begins,
    facts_by_cup,
    facts_of_results,
    in_bracket,
    rules_of,
    stored_facts,
)
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division
from league.teams.models import Player
from scoring.season.knockout import cups, draw
from scoring.season.knockout.book import CupBook
from scoring.season.knockout.bracket import Bracket, bracket
from scoring.season.knockout.bracket import Tie as BracketTie
from scoring.season.knockout.cups import Shape
from scoring.season.knockout.facts import Drawn
from scoring.season.knockout.plan import plans
from scoring.season.openday.book import OpenDayBook
from scoring.season.openday.day import of_stage


@dataclass(frozen=True)
class CupSnapshot:
    """A cup at a moment. `strays` are results that could not be taken as they stand, each with why."""

    cup: Cup
    rules: cups.Cup
    log: tuple[LoggedFact, ...]
    strays: tuple[tuple[Tie, str], ...] = ()

    @cached_property
    def _first(self) -> int | None:
        """The place among the facts of the draw with which the bracket begins."""
        return next((i for i, each in enumerate(self.log) if begins(each.fact)), None)

    @property
    def draw(self) -> draw.Draw | None:
        """The first draw of the knockout, once it was held."""
        return None if self._first is None else self.log[self._first].fact.draw

    @cached_property
    def of_bracket(self) -> tuple[LoggedFact, ...]:
        """What the bracket is made of, in its order: everything after its draw but what is of groups or rounds."""
        after = () if self._first is None else self.log[self._first + 1 :]
        return tuple(each for each in after if in_bracket(each.fact))

    @cached_property
    def of_groups(self) -> tuple[LoggedFact, ...]:
        """What the groups are made of: everything before the draw of the knockout, and what is put right after it."""
        before = len(self.log) if self._first is None else self._first
        return tuple(each for i, each in enumerate(self.log) if i < before or of_stage(each.fact))

    @property
    def knockout(self) -> cups.Cup:
        """The rules of the knockout, which groups may come before."""
        return replace(self.rules, shape=Shape.KNOCKOUT) if self.rules.shape is Shape.GROUPS else self.rules

    @cached_property
    def bracket(self) -> Bracket | None:
        """None before the first draw."""
        return None if self.draw is None else bracket(self.knockout, self.draw, [each.fact for each in self.of_bracket])

    def about(self, tie: BracketTie) -> tuple[LoggedFact, ...]:
        """What was written down about one tie of the bracket."""
        return tuple(self.of_bracket[number] for number in tie.facts)

    @property
    def draws(self) -> tuple[LoggedFact, ...]:
        """Every draw that was held, the first one first."""
        return tuple(each for each in self.log if isinstance(each.fact, Drawn))

    @property
    def pending(self) -> tuple[LoggedFact, ...]:
        return tuple(each for each in self.log if each.pending)


def cup_by_address(season_slug: str, cup_slug: str) -> Cup:
    """The cup at an address, with its season and league, in one query; else Http404."""
    at_address = {"division__competition__season__slug": season_slug, "division__competition__slug": cup_slug}
    cups_there = Cup.objects.select_related("division__competition__season__league")
    found: Cup | None = cups_there.filter(**at_address, division__competition__kind=CompetitionKind.CUP).first()
    if found is None:
        raise Http404(f"No cup {cup_slug} in season {season_slug}.")
    return found


def snapshot_of(cup: Cup, at: datetime) -> CupSnapshot:
    """The cup at a moment, with what its matches say by then: two queries, one of them only once it has matches."""
    log = stored_facts(cup)
    drawn = cup.groups_by_card or any(begins(each.fact) for each in log)
    return snapshot_from(cup, log, ties_of(cup) if drawn else {}, at)


def snapshot_from(
    cup: Cup, log: tuple[LoggedFact, ...], ties: Mapping[str, tuple[Tie, ...]], at: datetime
) -> CupSnapshot:
    """The same from what was read before: `ties` as `ties_of` gives them."""
    snapshot = CupSnapshot(cup, rules_of(cup), log)
    for read_off in (_results_of_groups(snapshot, ties, at), _results_of_bracket(snapshot, ties, at)):
        last = snapshot.log[-1].number if snapshot.log else 0
        more = tuple(
            LoggedFact(last + i, fact, None, since, pending=True)
            for i, (fact, since) in enumerate(read_off.facts, start=1)
        )
        snapshot = CupSnapshot(cup, snapshot.rules, (*snapshot.log, *more), (*snapshot.strays, *read_off.strays))
    return snapshot


def _results_of_groups(snapshot: CupSnapshot, ties: Mapping[str, tuple[Tie, ...]], at: datetime) -> ResultFacts:
    if not snapshot.cup.groups_by_card:
        return ResultFacts()
    book = OpenDayBook(snapshot.rules)
    for each in snapshot.of_groups:
        book.write(each.fact)
    return facts_of_results(book, snapshot.of_groups, ties, at)


def _results_of_bracket(snapshot: CupSnapshot, ties: Mapping[str, tuple[Tie, ...]], at: datetime) -> ResultFacts:
    if snapshot.draw is None:
        return ResultFacts()
    book = CupBook(
        snapshot.knockout, plans(snapshot.knockout, snapshot.draw), {each.id for each in snapshot.draw.entrants}
    )
    for each in snapshot.of_bracket:
        book.write(each.fact)
    return facts_of_results(book, snapshot.of_bracket, ties, at)


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
    log, ties = facts_by_cup(cups), ties_by_cup(cups)
    return [snapshot_from(cup, log.get(cup.pk, ()), ties.get(cup.pk, {}), at) for cup in cups]


def ties_by_cup(cups: Sequence[Cup]) -> dict[int, dict[str, tuple[Tie, ...]]]:
    """The matches of several cups, as `ties_of` gives them of one: one query."""
    rows = Tie.objects.filter(cup__in=cups).select_related(
        "fixture__league", "fixture__venue", "fixture__home__team", "fixture__away__team", "fixture__home__entrant",
        "fixture__away__entrant", "fixture__result__submission", "fixture__division__competition__season",
    )  # fmt: skip
    # Whole rules of play, read again for every row, would take longer than all the rest.
    rows = rows.defer("fixture__league__constitution", "fixture__division__competition__constitution")
    found: dict[int, dict[str, tuple[Tie, ...]]] = {}
    for row in rows.order_by("tie", "attempt", "leg"):
        of_cup = found.setdefault(row.cup_id, {})
        of_cup[row.tie] = (*of_cup.get(row.tie, ()), row)
    return found


def entrants_in(cup: Cup) -> list[Entrant]:
    """Everybody on the list, in the order in which they entered, with entry, team and players: two queries."""
    rows = Entrant.objects.filter(cup=cup, withdrawn_at=None).select_related("entry__team__league", "venue", "by")
    rows = rows.prefetch_related(Prefetch("entry__players", Player.objects.select_related("league").order_by("pk")))
    return list(rows.order_by("pk"))


def public_name(entrant: Entrant) -> str:
    """The name that strangers may read: players by the league's setting, a team or a combination by its own."""
    players = list(entrant.entry.players.all())
    if not players or len(players) > 2:
        return entrant.entry.name
    return " & ".join(player.public_name for player in players)


def honours_name(entrant: Entrant) -> str:
    """The name that the honours board has: as strangers read it, in full where the league has it so there."""
    players = list(entrant.entry.players.all())
    if not players or len(players) > 2:
        return public_name(entrant)
    return " & ".join(player.honours_name for player in players)


def names_of(cup: Cup) -> Mapping[str, str]:
    """The public name of everybody who ever entered, by key, namesakes with their teams: two queries."""
    players = Player.objects.select_related("league").defer("league__constitution").order_by("pk")
    rows = Entrant.objects.filter(cup=cup).select_related("entry__team")
    return distinct_names(rows.prefetch_related(Prefetch("entry__players", players)))


def distinct_names(entrants: Iterable[Entrant]) -> dict[str, str]:
    """Public names by key; those who share one have their team behind it."""
    entrants = list(entrants)
    names = {each.key: public_name(each) for each in entrants}
    times = Counter(names.values())
    shared = {each.key: f"{names[each.key]} ({each.entry.team})" for each in entrants if times[names[each.key]] > 1}
    return names | shared


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


def for_draw(entrant: Entrant, places: Mapping[str, int]) -> draw.Entrant:
    """One entrant with its tags: those of one pub, team, division or region have the same."""
    rank = entrant.rank
    return draw.Entrant(
        entrant.key,
        venue=f"v{entrant.venue_id}" if entrant.venue_id else "",
        team=f"t{entrant.entry.team_id}",
        division=f"{places[rank]:02d}" if rank in places else rank,
        region=entrant.region,
        seed=entrant.seed,
    )
