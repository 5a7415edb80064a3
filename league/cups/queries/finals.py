"""A finals night: which ties are on which table, when, and what came of them.

Knows the cups whose last rounds are played that night, and works the order out anew each time: what somebody has put in
its place stays there. Refuses to write it down: an action does, for the matches' own pages.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, time

from django.http import Http404

from league.cups.models import FinalsNight, Round
from league.cups.queries.night_books import OnTable, books, time_of
from league.schedule.models import Season
from scoring.season.running_order import RequestedTie, ScheduledTie, clashes, running_order

__all__ = ["NightOrder", "OnTable", "Turn", "night_by_address", "nights_of", "order_of", "time_of"]


@dataclass(frozen=True, slots=True)
class Turn:
    """Ties that begin together."""

    number: int
    at: time
    ties: tuple[OnTable, ...]


@dataclass(frozen=True, slots=True)
class NightOrder:
    """A finals night in order; `clashes` are sentences about what somebody has put where it cannot be played."""

    night: FinalsNight
    turns: tuple[Turn, ...]
    clashes: tuple[str, ...]

    @property
    def ties(self) -> tuple[OnTable, ...]:
        return tuple(each for turn in self.turns for each in turn.ties)


def nights_of(season: Season) -> list[FinalsNight]:
    """The finals nights of a season, by date: one query."""
    return list(FinalsNight.objects.filter(season=season).select_related("venue").order_by("date", "pk"))


def night_by_address(season_slug: str, night_slug: str) -> FinalsNight:
    """The finals night at an address, else Http404."""
    nights = FinalsNight.objects.select_related("season__league", "venue")
    found: FinalsNight | None = nights.filter(season__slug=season_slug, slug=night_slug).first()
    if found is None:
        raise Http404(f"No finals night {night_slug} in season {season_slug}.")
    return found


def order_of(night: FinalsNight, at: datetime) -> NightOrder:
    """The night as it stands; seven queries, however many cups and ties it has."""
    rounds = list(Round.objects.filter(night=night).order_by("cup", "part", "round"))
    cups = {book.account.cup.pk: book for book in books({each.cup_id for each in rounds}, at)}
    tonight = [(cups[each.cup_id], tie) for each in rounds for tie in cups[each.cup_id].round(each.part, each.round)]
    wanted = [book.wanted(tie, {other.id for mine, other in tonight if mine is book}) for book, tie in tonight]
    placed = {each.id: each for each in running_order(wanted, night.tables)}
    shown = [book.shown(night, tie, placed[book.key(tie)]) for book, tie in tonight]
    turns = sorted({each.turn for each in shown})
    return NightOrder(
        night,
        tuple(Turn(number, time_of(night, number), tuple(_of_turn(shown, number))) for number in turns),
        tuple(_clashes(wanted, placed.values(), {f"{each.cup.pk}/{each.tie.id}": each for each in shown})),
    )


def _of_turn(shown: Iterable[OnTable], number: int) -> list[OnTable]:
    return sorted((each for each in shown if each.turn == number), key=lambda each: each.table)


def _clashes(
    wanted: Iterable[RequestedTie], placed: Iterable[ScheduledTie], shown: Mapping[str, OnTable]
) -> Iterator[str]:
    for clash in clashes(wanted, placed):
        one, other = shown[clash.tie], shown[clash.other]
        if one.moved or other.moved:
            yield f"{one.cup}, {one.name}, and {other.cup}, {other.name}: they {clash.words}."
