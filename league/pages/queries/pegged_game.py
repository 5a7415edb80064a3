"""What the page of a pegged game reads, and of all that one player pegged; and pegs that differ from the cards."""

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from django.urls import reverse

from league.base.ui.cache import page_cache
from league.base.ui.responses import release
from league.matchnight.models import LiveMatch
from league.matchnight.queries.games import PeggedFigures, figures_of
from league.matchnight.queries.match_state import public_names, states_of
from league.matchnight.values import SIDES, PeggedGame, differs_from_card
from league.pages.presenters.game_record import RecordPage, record_page
from league.pages.presenters.pegged_game import (
    Doubt,
    PeggedGamePage,
    decimal,
    figure_rows,
    hand_rows,
    list_labels,
    pegged_duel,
    record_text,
)
from league.results.models import Appearance, Result
from league.results.values import card_of
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture, Season
from league.schedule.queries import whole_fixtures
from league.schedule.values.matches import rules_for
from league.teams.models import League, Player
from league.teams.queries import player_keys
from scoring.card.format import Discipline, LineKind, line_titles
from scoring.card.sheet import Side
from scoring.play.figures import GameFigures, SheetHand, SideFigures, Totals, game_figures, scoresheet, totals
from scoring.play.merge import TapPlayer
from scoring.season.stats.outings import line_title

REVIEW_KEPT = 7 * 24 * 60 * 60  # seconds


def pegged_game_page(fixture: Fixture, game: PeggedGame) -> PeggedGamePage:
    """A pegged game with everything that its page shows: one query, for the names."""
    agreed = [TapPlayer("", each.name) for each in game.confirmations]
    names = public_names(fixture.league, [*agreed, *(place for side in Side for place in game.places(side))])
    home, away = (tuple(names[place] for place in game.places(side)) for side in Side)
    text = record_text(fixture, game, home, away)
    rules, players, facts = game.line.rules, len(SIDES) * game.line.players, game.projection.facts
    form = rules_for(fixture).format
    title = line_titles(form.lines)[game.line.number]
    sheet = scoresheet(rules, players, facts, leader=game.projection.leader)
    return PeggedGamePage(
        game=game,
        title=f"{title}, game {game.number}" if game.line.games > 1 else title,
        home=home,
        away=away,
        figures=tuple(figure_rows(game_figures(rules, players, facts))),
        hands=tuple(hand_rows(sheet, rules, players)),
        text=text,
        record=_looked_at(text),
        agreed=tuple(names[each] for each in agreed),
        duel=pegged_duel((" and ".join(home), " and ".join(away)), _scores(sheet), rules.for_players(players).target),
    )


def _looked_at(text: str) -> RecordPage:
    """The review of a record, which takes seconds, is worked out once for as long as the record stays as it is."""
    key = hashlib.sha256(f"review|{release()}|{text}".encode()).hexdigest()
    page: RecordPage | None = page_cache.get(key)
    if page is None:
        page = record_page(text)
        page_cache.set(key, page, REVIEW_KEPT)
    return page


def _scores(sheet: tuple[SheetHand, ...]) -> list[tuple[int, int]]:
    return [(int(hand.scores[0]), int(hand.scores[1])) for hand in sheet]


# --- pegs that say something else than the card -----------------------------------------------------------------------


def doubtful_pegs(league: League, results: Iterable[Result]) -> Iterator[Doubt]:
    """The doubts about the pegs of these matches and of those without a card, one each.

    Two queries, five where any of them was pegged.
    """
    cards = {result.fixture: card_of(result.submission) for result in results}
    pegged = whole_fixtures().filter(league=league, live__isnull=False, result=None, state=FixtureState.SCHEDULED)
    by_key = {fixture.pk: fixture for fixture in (*cards, *pegged)}
    for key, (_, state) in states_of(by_key.values()).items():
        fixture = by_key[key]
        card = cards.get(fixture)
        aside = [view for view in state["games"] if view["aside"]]
        differ = [view["label"] for view in state["games"] if card is not None and differs_from_card(view, card)]
        if aside:
            place = (aside[0]["line"], aside[0]["game"])
            text = f"Two phones pegged {list_labels(view['label'] for view in aside)}: nobody has said which stands."
            yield Doubt(fixture, text, fixture.address_of("live-tracks", *place))
        if differ:
            text = f"The card says something else than the pegs of {list_labels(differ)}."
            yield Doubt(fixture, text, fixture.address_of("match-decision"))


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
    figures = figures_of({match: lines[match.fixture_id] for match in matches})
    keys = {str(key) for key in player_keys(player)}
    games = [
        _game(match.fixture, game, size, side)
        for match in matches
        for line, size in sorted(lines[match.fixture_id].items())
        for game in figures[match.pk, line]
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
