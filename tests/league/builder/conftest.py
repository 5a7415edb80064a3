"""A small league and people signed in to it."""

from tests.league.teams.conftest import as_user, small

__all__ = ["as_user", "small"]
