"""What a player pegged: pegs a hand, eights, hands to win, in a season's games that were pegged live.

Knows which of those games were his. Refuses to count pegs: `scoring.play.figures` does.
"""

from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse

from league.live.models import LiveMatch
from league.live.queries.games import PeggedFigures, figures_of
from league.pages.presenters.pegged_game import decimal
from league.results.models import Appearance
from league.schedule.models import Fixture, Season
from league.teams.models import Player
from league.teams.queries import player_keys
from scoring.card.format import Discipline, LineKind
from scoring.play.figures import GameFigures, SideFigures, Totals, totals
from scoring.season.stats.outings import line_title

CHAIN = ("fixture__league", "fixture__division__competition", "fixture__home__team", "fixture__away__team")


@dataclass(frozen=True, slots=True)
class PeggedOne:
    """One game of a player that was pegged live: `side` is theirs, 0 for home, and `url` the way to the game."""

    fixture: Fixture
    game: PeggedFigures
    players: int
    side: int
    url: str

    @property
    def title(self) -> str:
        """Which game it was, in words."""
        return line_title(self.game.label, self.players)

    @property
    def mine(self) -> SideFigures:
        return self.game.figures.sides[self.side]

    @property
    def won(self) -> bool:
        return self.game.figures.winner == self.side


@dataclass(frozen=True, slots=True)
class KindFigures:
    """The games of one kind, "singles" or "pairs", added up."""

    noun: str
    totals: Totals

    @property
    def pegs_a_hand(self) -> str:
        return decimal(self.totals.pegs_a_hand)

    @property
    def hands_to_win(self) -> str:
        return decimal(self.totals.hands_to_win)

    @property
    def eights_a_game(self) -> str:
        return decimal(Fraction(self.totals.eights, self.totals.games))


@dataclass(frozen=True, slots=True)
class PeggingPage:
    """A player's pegged games of a season, the latest first, and what each kind comes to."""

    kinds: tuple[KindFigures, ...]
    games: tuple[PeggedOne, ...]


def pegging_page(player: Player, season: Season) -> PeggingPage:
    """The games that a player pegged in, on lines of cards that count: three queries, four when something is new."""
    rows = Appearance.objects.filter(
        player=player, result__counts=True, result__fixture__division__competition__season=season
    )
    lines: dict[int, dict[int, int]] = {}
    for fixture, line, size in rows.filter(result__fixture__live__isnull=False).values_list(
        "result__fixture_id", "line", "players"
    ):
        lines.setdefault(fixture, {})[line] = size
    matches = list(LiveMatch.objects.filter(fixture__in=lines).select_related(*CHAIN).order_by("-fixture__date", "-pk"))
    found = figures_of({match: lines[match.fixture_id] for match in matches})
    keys = {str(key) for key in player_keys(player)}
    games = [
        _game(match.fixture, game, size, side)
        for match in matches
        for line, size in sorted(lines[match.fixture_id].items())
        for game in found[match.pk, line]
        if (side := game.side_of(keys)) is not None
    ]
    return PeggingPage(_kinds(games), tuple(games))


def _game(fixture: Fixture, game: PeggedFigures, size: int, side: int) -> PeggedOne:
    address = [fixture.league.slug, fixture.first_date, fixture.slug, game.line, game.number]
    return PeggedOne(fixture, game, size, side, reverse("live-game", args=address))


def _kinds(games: list[PeggedOne]) -> tuple[KindFigures, ...]:
    by_size: dict[int, list[tuple[GameFigures, int]]] = {}
    for each in games:
        by_size.setdefault(each.players, []).append((each.game.figures, each.side))
    return tuple(
        KindFigures(LineKind(size, Discipline.WON_LOST).noun, totals(by_size[size])) for size in sorted(by_size)
    )
