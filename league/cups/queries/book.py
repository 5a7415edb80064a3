"""A cup as it stands: what was written down about it, what its matches say besides, and the bracket that follows.

Knows the rows, and what each of them is for a draw. Refuses to write anything down: actions do.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any

from django.db.models import Prefetch
from django.http import Http404

from league.cups.models import Cup, Entrant, Tie
from league.cups.queries.facts import Noted, begins, facts_by_cup, in_bracket, rules_of, stored_facts
from league.cups.queries.results import Told, told_by_results
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
class Account:
    """A cup at a moment. `strays` are results that could not be taken as they stand, each with why."""

    cup: Cup
    rules: cups.Cup
    noted: tuple[Noted, ...]
    strays: tuple[tuple[Tie, str], ...] = ()

    @cached_property
    def _first(self) -> int | None:
        """The place among the facts of the draw with which the bracket begins."""
        return next((i for i, each in enumerate(self.noted) if begins(each.fact)), None)

    @property
    def draw(self) -> draw.Draw | None:
        """The first draw of the knockout, once it was held."""
        return None if self._first is None else self.noted[self._first].fact.draw

    @cached_property
    def of_bracket(self) -> tuple[Noted, ...]:
        """What the bracket is made of, in its order: everything after its draw but what is of groups or rounds."""
        after = () if self._first is None else self.noted[self._first + 1 :]
        return tuple(each for each in after if in_bracket(each.fact))

    @cached_property
    def of_groups(self) -> tuple[Noted, ...]:
        """What the groups are made of: everything before the draw of the knockout, and what is put right after it."""
        before = len(self.noted) if self._first is None else self._first
        return tuple(each for i, each in enumerate(self.noted) if i < before or of_stage(each.fact))

    @property
    def knockout(self) -> cups.Cup:
        """The rules of the knockout, which groups may come before."""
        return replace(self.rules, shape=Shape.KNOCKOUT) if self.rules.shape is Shape.GROUPS else self.rules

    @cached_property
    def bracket(self) -> Bracket | None:
        """None before the first draw."""
        return None if self.draw is None else bracket(self.knockout, self.draw, [each.fact for each in self.of_bracket])

    def about(self, tie: BracketTie) -> tuple[Noted, ...]:
        """What was written down about one tie of the bracket."""
        return tuple(self.of_bracket[number] for number in tie.facts)

    @property
    def draws(self) -> tuple[Noted, ...]:
        """Every draw that was held, the first one first."""
        return tuple(each for each in self.noted if isinstance(each.fact, Drawn))

    @property
    def pending(self) -> tuple[Noted, ...]:
        return tuple(each for each in self.noted if each.pending)


def cup_by_address(season_slug: str, cup_slug: str) -> Cup:
    """The cup at an address, with its season and league, in one query; else Http404."""
    at_address = {"division__competition__season__slug": season_slug, "division__competition__slug": cup_slug}
    cups_there = Cup.objects.select_related("division__competition__season__league")
    found: Cup | None = cups_there.filter(**at_address, division__competition__kind=CompetitionKind.CUP).first()
    if found is None:
        raise Http404(f"No cup {cup_slug} in season {season_slug}.")
    return found


def account_of(cup: Cup, at: datetime) -> Account:
    """The cup at a moment, with what its matches say by then: two queries, one of them only once it has matches."""
    noted = stored_facts(cup)
    drawn = cup.groups_by_card or any(begins(each.fact) for each in noted)
    return account_from(cup, noted, ties_of(cup) if drawn else {}, at)


def account_from(cup: Cup, noted: tuple[Noted, ...], ties: Mapping[str, tuple[Tie, ...]], at: datetime) -> Account:
    """The same from what was read before: `ties` as `ties_of` gives them."""
    account = Account(cup, rules_of(cup), noted)
    for told in (_told_of_groups(account, ties, at), _told_of_bracket(account, ties, at)):
        last = account.noted[-1].number if account.noted else 0
        more = tuple(
            Noted(last + i, fact, None, since, pending=True) for i, (fact, since) in enumerate(told.facts, start=1)
        )
        account = Account(cup, account.rules, (*account.noted, *more), (*account.strays, *told.strays))
    return account


def _told_of_groups(account: Account, ties: Mapping[str, tuple[Tie, ...]], at: datetime) -> Told:
    if not account.cup.groups_by_card:
        return Told()
    book = OpenDayBook(account.rules)
    for each in account.of_groups:
        book.write(each.fact)
    return told_by_results(book, account.of_groups, ties, at)


def _told_of_bracket(account: Account, ties: Mapping[str, tuple[Tie, ...]], at: datetime) -> Told:
    if account.draw is None:
        return Told()
    book = CupBook(account.knockout, plans(account.knockout, account.draw), {each.id for each in account.draw.entrants})
    for each in account.of_bracket:
        book.write(each.fact)
    return told_by_results(book, account.of_bracket, ties, at)


def facts_of(cup: Cup, at: datetime) -> tuple[Any, ...]:
    """Everything known about a cup at a moment, in order, the draws among it."""
    return tuple(each.fact for each in account_of(cup, at).noted)


def bracket_of(cup: Cup, at: datetime) -> Bracket | None:
    """What the cup has come to; None before the draw."""
    return account_of(cup, at).bracket


def ties_of(cup: Cup) -> Mapping[str, tuple[Tie, ...]]:
    """The matches of every tie by its id, with their results and both sides' entrants: one query."""
    return ties_by_cup([cup]).get(cup.pk, {})


def accounts_of(cups: Sequence[Cup], at: datetime) -> list[Account]:
    """Several cups as they stand: two queries, however many."""
    if not cups:
        return []
    noted, ties = facts_by_cup(cups), ties_by_cup(cups)
    return [account_from(cup, noted.get(cup.pk, ()), ties.get(cup.pk, {}), at) for cup in cups]


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
    rows = Entrant.objects.filter(cup=cup, out_at=None).select_related("entry__team__league", "venue", "by")
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
    return told_apart(rows.prefetch_related(Prefetch("entry__players", players)))


def told_apart(entrants: Iterable[Entrant]) -> dict[str, str]:
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
