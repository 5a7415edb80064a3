"""The small league of the tests of teams."""

from tests.league.teams.conftest import small

__all__ = ["small"]
