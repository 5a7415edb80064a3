"""The averages of a division, and who has got better since last season, as everybody may read them.

Players under 18 are left out before anything is ranked, so that no place is missing.
"""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from league.base.ui.cache import page_cache
from league.base.ui.formats import LINK_TEXT, LINK_TITLE, LinkPreview, ProperName, within, within_list
from league.pages.queries.match_lists import DASH
from league.pages.queries.players import PlayerPage, players_by_key
from league.results.queries.appearances import outings_in
from league.results.queries.tables import versions
from league.schedule.choices import CompetitionKind
from league.schedule.models import Division, Season
from league.teams.models import League, Player, Team
from scoring.season.averages import Average, Improvement, averages, most_improved
from scoring.words import noun_for

KEPT_FOR = 24 * 60 * 60


@dataclass(frozen=True, slots=True)
class AverageLine:
    average: Average
    player: Player
    team: Team

    @property
    def percent(self) -> str:
        """Games won in a hundred, to one place: "66.7"."""
        return f"{float(100 * (self.average.record.share or Fraction(0))):.1f}"

    @property
    def place(self) -> str:
        """Its place as lists have it: "42=" where it is shared, a dash for who has none."""
        if not self.average.place:
            return DASH
        return f"{self.average.place}=" if self.average.shared else str(self.average.place)

    @property
    def pegs(self) -> str:
        """Pegs a game, to one place; a dash where none were kept."""
        mean = self.average.record.pegs_a_game
        return DASH if mean is None else f"{float(mean):.1f}"


@dataclass(frozen=True, slots=True)
class AveragesPage:
    """`kinds` as (1, "singles"); `needed` fewest and most matches; `clean` is "3-0" of a line without a loss."""

    ranked: tuple[AverageLine, ...]
    short: tuple[AverageLine, ...]
    kinds: tuple[tuple[int, str], ...]
    needed: tuple[int, int]
    clean: str
    pegged: bool

    @property
    def lines(self) -> tuple[AverageLine, ...]:
        return (*self.ranked, *self.short)


def averages_page(division: Division, players: int | None = None) -> AveragesPage:
    """The averages of a division, of all games or those with `players` a side: three queries."""
    every = list(outings_in((), division))
    players_by_id = players_by_key(division.competition.season.league, {each.player for each in every})
    names = {key: player for key, player in players_by_id.items() if not player.under_18}
    outings = [each for each in every if each.player in names]
    division_averages = averages(outings, players=players)
    teams = {str(each.pk): each for each in Team.objects.filter(entries__division=division)}
    ranked, short = (
        tuple(AverageLine(each, names[each.player], teams[each.team]) for each in ranking)
        for ranking in (division_averages.ranked, division_averages.short)
    )
    needed = [each.needed for each in (*division_averages.ranked, *division_averages.short)] or [0]
    swept = {each.won for each in outings if each.won > 1 and not each.lost}
    return AveragesPage(
        ranked=tuple(sorted(ranked, key=lambda each: (each.average.place, each.player.public_name))),
        short=short,
        kinds=tuple((size, noun_for(size)) for size in sorted({e.players for e in outings})),
        needed=(min(needed), max(needed)),
        clean=f"{max(swept)}{DASH}0" if swept else "",
        pegged=any(each.average.record.pegged for each in (*ranked, *short)),
    )


def rank_of(page: PlayerPage) -> dict[str, Any] | None:
    """The player's `own` line in their division's averages and the next one `ahead`; None without a place."""
    if page.team is None or page.season is None:
        return None
    of_team = {"entries__team": page.team, "competition__season": page.season}
    rows = Division.objects.filter(**of_team, competition__kind=CompetitionKind.LEAGUE)
    division = rows.select_related("competition__season__league").first()
    ranked = averages_page(division).ranked if division else ()
    own = next((line for line in ranked if line.player == page.player), None)
    if own is None:
        return None
    better = [line for line in ranked if line.average.place < own.average.place]
    return {"division": division, "own": own, "ahead": better[-1] if better else None}


def link_to_averages(shown: Division, page: AveragesPage) -> LinkPreview:
    if not page.ranked:
        title = within(LINK_TITLE, ProperName(shown), " averages")
        return LinkPreview(title, "Who wins the largest share of their games")
    first = page.ranked[0]
    leads = [ProperName(first.player.public_name), f" wins {first.percent}% in ", ProperName(shown)]
    rest = (f"{each.player.public_name} ({each.team}) {each.percent}%" for each in page.ranked)
    return LinkPreview(within(LINK_TITLE, *leads), within_list(LINK_TEXT, rest))


def improved_since(season: Season, league: League, most: int) -> tuple[Season | None, list[dict[str, Any]]]:
    """Cached until a result changes: two whole seasons are read. `by` is in games of a hundred."""
    before = Season.objects.filter(starts__lt=season.starts).order_by("-starts", "-pk").first()
    if before is None:
        return None, []
    key = f"improved-{versions(league, before.slug)}-{versions(league, season.slug)}".replace(" ", "_")
    improvements: tuple[Improvement, ...] | None = page_cache.get(key)
    if improvements is None:
        outings = outings_in((before, season))
        then, now = ([each for each in outings if each.season == str(one.pk)] for one in (before, season))
        improvements = most_improved(averages(then), averages(now))
        page_cache.set(key, improvements, KEPT_FOR)
    names = players_by_key(league, {each.player for each in improvements})
    listed = [each for each in improvements if each.player in names and not names[each.player].under_18][:most]
    return before, [
        {"player": names[each.player], "before": each.before, "after": each.after, "by": f"{float(100 * each.by):.1f}"}
        for each in listed
    ]
