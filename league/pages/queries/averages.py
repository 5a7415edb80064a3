"""The averages of a division, and who has got better since last season, as everybody may read them.

Players under 18 are left out before anything is ranked, so that no place is missing.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from league.base.ui.cache import page_cache
from league.pages.queries.player_page import players_by_key
from league.results.queries.appearances import outings_in
from league.results.queries.tables import versions
from league.schedule.models import Division, Season
from league.teams.models import League, Player, Team
from scoring.card.format import Discipline, LineKind
from scoring.season.stats.averages import Average, Improvement, averages, most_improved
from scoring.season.stats.outings import Outing, OutingRecord

KEPT_FOR = 24 * 60 * 60
DASH = "\N{EN DASH}"


@dataclass(frozen=True, slots=True)
class AverageLine:
    """One player's line of the averages."""

    average: Average
    player: Player
    team: Team

    @property
    def percent(self) -> str:
        """Games won in a hundred, to one place: "66.7"."""
        return f"{float(100 * (self.average.record.share or Fraction(0))):.1f}"

    @property
    def pegs(self) -> str:
        """Pegs a game, to one place; a dash where none were kept."""
        mean = self.average.record.pegs_a_game
        return DASH if mean is None else f"{float(mean):.1f}"


@dataclass(frozen=True, slots=True)
class AveragesPage:
    """A division's averages: `ranked`, and `short` of matches. `kinds` are those that can be asked for: (1, "singles").

    `needed` are the fewest and most matches that a place takes. `clean` is what a line won without losing a game is
    called ("3-0", with a dash), empty where lines have one game each.
    """

    ranked: tuple[AverageLine, ...]
    short: tuple[AverageLine, ...]
    kinds: tuple[tuple[int, str], ...]
    needed: tuple[int, int]
    clean: str
    pegged: bool

    @property
    def lines(self) -> tuple[AverageLine, ...]:
        return (*self.ranked, *self.short)


@dataclass(frozen=True, slots=True)
class ImprovedLine:
    """A player who wins more of their games than last season; `by` in games out of a hundred, to one place."""

    player: Player
    before: OutingRecord
    after: OutingRecord
    by: str


def averages_page(division: Division, players: int | None = None) -> AveragesPage:
    """The averages of a division, of all games or those with `players` a side: three queries."""
    outings, names = _named(division.competition.season.league, outings_in((), division))
    division_averages = averages(outings, players=players)
    teams = {str(each.pk): each for each in Team.objects.filter(entries__division=division)}
    ranked, short = (tuple(_lines(each, names, teams)) for each in (division_averages.ranked, division_averages.short))
    needed = [each.needed for each in (*division_averages.ranked, *division_averages.short)] or [0]
    swept = {each.won for each in outings if each.won > 1 and not each.lost}
    return AveragesPage(
        ranked=tuple(sorted(ranked, key=lambda each: (each.average.place, each.player.public_name))),
        short=short,
        kinds=tuple((size, LineKind(size, Discipline.WON_LOST).noun) for size in sorted({e.players for e in outings})),
        needed=(min(needed), max(needed)),
        clean=f"{max(swept)}{DASH}0" if swept else "",
        pegged=any(each.average.record.pegged for each in (*ranked, *short)),
    )


def improved_since(season: Season, league: League, most: int) -> tuple[Season | None, tuple[ImprovedLine, ...]]:
    """The season before, and who has improved most since it, in all games of the league: four queries, then one more.

    Two whole seasons are read for it, so what they come to is kept until a result changes.
    """
    before = Season.objects.filter(starts__lt=season.starts).order_by("-starts", "-pk").first()
    if before is None:
        return None, ()
    key = f"improved-{versions(league, before.slug)}-{versions(league, season.slug)}".replace(" ", "_")
    improvements = page_cache.get(key)
    if improvements is None:
        improvements = _improved(before, season)
        page_cache.set(key, improvements, KEPT_FOR)
    names = {
        key: player
        for key, player in players_by_key(league, {each.player for each in improvements}).items()
        if not player.under_18
    }
    listed = [each for each in improvements if each.player in names][:most]
    return before, tuple(
        ImprovedLine(names[each.player], each.before, each.after, f"{float(100 * each.by):.1f}") for each in listed
    )


def _improved(before: Season, season: Season) -> tuple[Improvement, ...]:
    outings = outings_in((before, season))
    then, now = ([each for each in outings if each.season == str(one.pk)] for one in (before, season))
    return most_improved(averages(then), averages(now))


def _named(league: League, outings: Iterable[Outing]) -> tuple[list[Outing], dict[str, Player]]:
    """The outings of those who may be named in a list, and who they are: one query."""
    every = list(outings)
    names = players_by_key(league, {each.player for each in every})
    allowed = {key: player for key, player in names.items() if not player.under_18}
    return [each for each in every if each.player in allowed], allowed


def _lines(ranking: Iterable[Average], names: Mapping[str, Player], teams: Mapping[str, Team]) -> Iterable[AverageLine]:
    return (AverageLine(each, names[each.player], teams[each.team]) for each in ranking)
