"""The boards of a match's games."""

from collections.abc import Mapping
from typing import Any

from league.ui.crib_board import Pegged, pegged


def pegged_of(view: Mapping[str, Any], names: tuple[str, str]) -> Pegged:
    """The board of a game, from its view (docs/api.md) and what its sides are called."""
    home, away = view["scores"]
    home_back, away_back = view["back"]
    return pegged(view["target"], names, (home, away), (home_back, away_back))
