"""Games that were pegged live, for everybody to read: one game, all of one player, and pegs that differ from the cards.

`scoring.play` checks and counts.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.text import slugify

from league.base.ui.cache import page_cache
from league.base.ui.charts import Duel
from league.base.ui.responses import release
from league.matchnight.models import LiveMatch
from league.matchnight.queries.games import figures_of
from league.matchnight.queries.match_state import public_names, states_of
from league.matchnight.values import SIDES, PeggedGame, differs_from_card, impossible_pegs, record_of
from league.pages.presenters.game_record import RecordPage, record_page
from league.pages.queries.match_lists import DASH
from league.results.models import Appearance, Result
from league.results.values import card_of
from league.schedule.choices import FixtureState
from league.schedule.models import Fixture, Season
from league.schedule.queries.matches import whole_fixtures
from league.teams.models import League, Player
from league.teams.queries.squads import player_keys
from scoring.card.format import line_titles
from scoring.card.outcome import lead_changes
from scoring.card.sheet import Side
from scoring.play.check import RecordLevel
from scoring.play.figures import GameFigures, SheetEntry, SheetHand, game_figures, scoresheet, totals
from scoring.play.finding import each_once
from scoring.play.merge import TapPlayer
from scoring.play.record import SEATS, write_record
from scoring.play.rules import Rules
from scoring.words import join_list, noun_for

REVIEW_KEPT = 7 * 24 * 60 * 60  # seconds


def pegged_game_page(fixture: Fixture, game: PeggedGame) -> dict[str, Any]:
    """`text` is the game's record, `record` its review, `reviewed` the hands kept tile by tile."""
    agreed = [TapPlayer("", each.name) for each in game.confirmations]
    names = public_names(fixture.league, [*agreed, *(place for side in Side for place in game.places(side))])
    home, away = ([names[place] for place in game.places(side)] for side in Side)
    seats = [name for pair in zip(home, away, strict=False) for name in pair]
    night = fixture.date or fixture.first_date
    about = (("Game", f"{game.title}, {fixture.home} v {fixture.away}"), ("Date", night.isoformat()))
    text = write_record((record_of(game, (*about, *zip(SEATS, seats, strict=False))),))
    rules, players, facts = game.line.rules, len(SIDES) * game.line.players, game.projection.facts
    sheet = scoresheet(rules, players, facts, leader=game.projection.leader)
    key = hashlib.sha256(f"review|{release()}|{text}".encode()).hexdigest()
    record: RecordPage | None = page_cache.get(key)
    if record is None:
        record = record_page(text)
        page_cache.set(key, record, REVIEW_KEPT)
    scores = [(int(hand.scores[0]), int(hand.scores[1])) for hand in sheet]
    return {
        "game": game,
        "title": game.title,
        "home": home,
        "away": away,
        "figures": list(_figures(game_figures(rules, players, facts))),
        "hands": [_hand(number, hand, rules, players) for number, hand in enumerate(sheet, start=1)],
        "text": text,
        "file_name": f"{slugify(game.title)}.txt",
        "record": record,
        "reviewed": [hand for each in record.games for hand in each.hands if hand.level is RecordLevel.TILES],
        "findings": each_once((*impossible_pegs(game), *record.findings)),
        "agreed": [names[each] for each in agreed],
        "duel": pegged_duel((" and ".join(home), " and ".join(away)), scores, rules.for_players(players).target),
    }


def _hand(number: int, hand: SheetHand, rules: Rules, players: int) -> dict[str, Any]:
    home, away = (", ".join(map(_entry, entries)) for entries in hand.entries)
    drop = None if hand.leader is None else SIDES[rules.side_of(hand.leader, players)]
    return {"number": number, "home": home, "away": away, "score": DASH.join(map(str, hand.scores)), "drop": drop}


def _entry(entry: SheetEntry) -> str:
    if entry.pegs < 0:
        return f"{-entry.pegs} back"
    return str(entry.pegs) if entry.counted else f"{entry.pegs} bust"


def _figures(numbers: GameFigures) -> Iterator[tuple[str, object, object]]:
    home, away = numbers.sides
    yield "Hands", numbers.hands, numbers.hands
    if numbers.hands:
        pegs = [_decimal(Fraction(side.pegs, numbers.hands)) for side in numbers.sides]
        yield "Pegs a hand", pegs[0], pegs[1]
    yield "Highest hand", home.highest, away.highest
    yield "Eights", home.eights, away.eights
    yield "Busts", home.busts, away.busts


def _decimal(value: Fraction | None) -> str:
    """A mean to one place: "7.5"; a dash where there is none."""
    return DASH if value is None else f"{float(value):.1f}"


def pegged_duel(sides: tuple[str, str], scores: Sequence[tuple[int, int]], target: int) -> Duel | None:
    if len(scores) < 3:
        return None
    changes = lead_changes(scores)
    often = {0: "The lead never changed hands.", 1: "The lead changed hands once."}
    return Duel(
        title=f"The score of {sides[0]} and {sides[1]} after each hand",
        home=f"{sides[0]} {scores[-1][0]}",
        away=f"{sides[1]} {scores[-1][1]}",
        steps=tuple((f"Hand {number}", *score) for number, score in enumerate(scores, start=1)),
        goal=target,
        stepped=False,
        words=often.get(changes, f"The lead changed hands {changes} times."),
    )


# --- pegs that say something else than the card -----------------------------------------------------------------------
def doubtful_pegs(league: League, results: Iterable[Result]) -> Iterator[tuple[Fixture, str, str]]:
    """A fixture, the doubt about its pegs, and the address where that is settled."""
    cards = {result.fixture: card_of(result.submission) for result in results}
    pegged = whole_fixtures().filter(league=league, live__isnull=False, result=None, state=FixtureState.SCHEDULED)
    by_key = {fixture.pk: fixture for fixture in (*cards, *pegged)}
    for key, (_, state) in states_of(by_key.values()).items():
        fixture = by_key[key]
        card = cards.get(fixture)
        titles = line_titles(fixture.rules_in_force().format.lines)
        aside = [view for view in state["games"] if view["aside"]]
        differ = [titles[view["line"]] for view in state["games"] if card is not None and differs_from_card(view, card)]
        if aside:
            place = (aside[0]["line"], aside[0]["game"])
            labels = join_list(dict.fromkeys(titles[view["line"]] for view in aside))
            text = f"Two phones pegged {labels}: nobody has said which stands."
            yield fixture, text, fixture.address_of("live-tracks", *place)
        if differ:
            text = f"The card says something else than the pegs of {join_list(dict.fromkeys(differ))}."
            yield fixture, text, fixture.address_of("match-decision")


# --- one player's -----------------------------------------------------------------------------------------------------
CHAIN = ("fixture__league", "fixture__division__competition__season", "fixture__home__team", "fixture__away__team")


def pegging_page(player: Player, season: Season) -> dict[str, list[dict[str, Any]]]:
    """The games a player pegged, on cards that count, the latest first, and totals by kind."""
    rows = Appearance.objects.filter(
        player=player, result__counts=True, result__fixture__division__competition__season=season
    ).filter(result__fixture__live__isnull=False)
    lines: dict[int, dict[int, int]] = {}  # players a side, by line and match
    for key, line, size in rows.values_list("result__fixture_id", "line", "players"):
        lines.setdefault(key, {})[line] = size
    matches = list(LiveMatch.objects.filter(fixture__in=lines).select_related(*CHAIN).order_by("-fixture__date", "-pk"))
    figures = figures_of({match: lines[match.fixture_id] for match in matches})
    keys = {str(key) for key in player_keys(player)}
    games: list[dict[str, Any]] = []
    by_size: dict[int, list[tuple[GameFigures, int]]] = {}
    for match in matches:
        fixture = match.fixture
        for line, size in sorted(lines[match.fixture_id].items()):
            for game in figures[match.pk, line]:
                side = game.side_of(keys)
                if side is None:
                    continue
                by_size.setdefault(size, []).append((game.figures, side))
                address = [fixture.league.slug, fixture.first_date, fixture.slug, game.line, game.number]
                games.append({
                    "fixture": fixture,
                    "title": game.title,
                    "eights": game.figures.sides[side].eights,
                    "won": game.figures.winner == side,
                    "url": reverse("live-game", args=address),
                })  # fmt: skip
    return {"kinds": [_kind(size, by_size[size]) for size in sorted(by_size)], "games": games}


def _kind(size: int, games: list[tuple[GameFigures, int]]) -> dict[str, Any]:
    total = totals(games)
    return {
        "noun": noun_for(size),
        "totals": total,
        "pegs_a_hand": _decimal(total.pegs_a_hand),
        "hands_to_win": _decimal(total.hands_to_win),
        "eights_a_game": _decimal(Fraction(total.eights, total.games)),
    }
