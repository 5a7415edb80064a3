"""What the scorer's page carries with it, so that a match can be pegged where there is no signal."""

import hashlib
from collections.abc import Collection
from functools import cache
from pathlib import Path
from typing import Any

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.text import capfirst

from league.base.ui.crib_board import PeggedBoard, pegged
from league.base.ui.formats import night
from league.base.ui.static_files import PAGE, PAGES, SCREENS, stylesheet
from league.matchnight.queries.event_log import match_of
from league.matchnight.queries.lineups import drawn_for
from league.matchnight.queries.match_state import state_of
from league.matchnight.queries.nights import expected_for
from league.matchnight.values import lines_of
from league.results.presenters import line_terms
from league.results.queries.appearances import last_line_up
from league.results.queries.facts import match_for
from league.schedule.models import Fixture
from scoring.card.format import Line, Settle, line_titles
from scoring.card.match import Match, Squad
from scoring.card.sheet import Side
from scoring.play.rules import Rules
from scoring.play.tables import UntabledError, tables

SCRIPTS = ("js/scorer/*.js", "js/play/*.js", "js/call-scores.js", "js/crib-board.js", "js/names.js")


def scorer_scripts() -> list[str]:
    folder = Path(settings.BASE_DIR) / "static"
    files = (path for pattern in SCRIPTS for path in sorted(folder.glob(pattern)))
    return [static(path.relative_to(folder).as_posix()) for path in files]


def app_shell() -> dict[str, Any]:
    """Cached, but for DEBUG."""
    return _build_shell() if settings.DEBUG else _cached_shell()


def _build_shell() -> dict[str, Any]:
    sheets = [reverse("stylesheet", args=[stylesheet(name).digest]) for name in (PAGES, SCREENS)]
    files = (*sheets, *scorer_scripts(), *(static(name) for name in (PAGE, "icon.svg", "icon-180.png")))
    return {"version": hashlib.sha256("".join(files).encode()).hexdigest()[:12], "files": files}


_cached_shell = cache(_build_shell)


# --- the match on the phone -------------------------------------------------------------------------------------------
Tables = dict[str, dict[str, Any]]


def match_on_phone(fixture: Fixture, led: Collection[str] = ()) -> dict[str, Any]:
    """`last` are keys of who played on a line last, `expected` those of the sides `led`, `tables` None on wood."""
    card = match_for(fixture, rules=fixture.rules_in_force())
    kinds: dict[tuple[Rules, int], str] = {}
    pegged, drawn = match_of(fixture), drawn_for(fixture)
    pegged_lines = lines_of(fixture, pegged)
    last = [dict(enumerate(map(list, drawn[side]))) if drawn else _last_lines(fixture, card, side) for side in Side]
    expected = [[] if drawn or side not in led else list(expected_for(fixture, side)) for side in Side]
    lines = []
    for number, (line, title) in enumerate(zip(card.format.lines, line_titles(card.format.lines), strict=True)):
        kind = (pegged_lines[number].rules, 2 * line.players) if number in pegged_lines else None
        name = kinds.setdefault(kind, f"rules-{len(kinds)}") if kind and _tables(*kind) else None
        played = [on_line.get(number, []) for on_line in last]
        lines.append(_line_on_phone(line) | {"title": title, "last": played, "tables": name})
    return {
        "code": fixture.code,
        "words": f"{fixture.home.name} v {card.away.name}, {night(fixture.date or fixture.first_date)}",
        "sides": [card.home.name, card.away.name],
        "squads": [_places(card.squad(side), keys) for side, keys in zip(Side, expected, strict=True)],
        "expected": expected,
        "stands": {f"{game['line']}-{game['game']}": game["scores"] for game in state_of(fixture)["games"]}
        if pegged
        else {},
        "onTheNight": card.on_the_night,
        "lines": lines,
        "tables": {name: _tables(*kind) for kind, name in kinds.items()},
    }


def _line_on_phone(line: Line) -> dict[str, Any]:
    return {
        "terms": capfirst(line_terms(line)),
        "players": line.players,
        "games": line.games,
        "bestOf": line.settle is Settle.BEST_OF,
        "toWin": line.to_win,
    }


def _last_lines(fixture: Fixture, card: Match, side: Side) -> dict[int, list[str]]:
    entry = fixture.home if side is Side.HOME or fixture.away is None else fixture.away
    if entry.slug:
        everybody = [player.id for player in card.squad(side).players]
        return dict.fromkeys(range(len(card.format.lines)), everybody)
    return last_line_up(entry.team, card.on)


def boards_of(page: dict[str, Any]) -> list[PeggedBoard]:
    targets = sorted({each["target"] for each in page["tables"].values()})
    home, away = page["sides"]
    return [pegged(target, (home, away)) for target in targets]


def _tables(rules: Rules, players: int) -> dict[str, Any] | None:
    """None for rules that a phone cannot follow."""
    try:
        return tables(rules, players)
    except UntabledError:
        return None


def _places(squad: Squad, expected: list[str]) -> list[dict[str, str]]:
    players = sorted(squad.players, key=lambda player: player.id not in expected)
    return [{"key": player.id, "name": player.name} for player in players]
