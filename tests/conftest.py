"""What every test shares: generated examples are new in every run, and one that fails is printed to be made again."""

import gc
import os

from hypothesis import settings

settings.register_profile("gate", deadline=None, max_examples=25, print_blob=True)
settings.register_profile("prove", deadline=None, max_examples=100, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gate"))


def pytest_sessionstart(session) -> None:
    if session.config.pluginmanager.hasplugin("django"):
        from django.db.backends.postgresql.operations import DatabaseOperations

        DatabaseOperations.sql_flush = emptied


def emptied(operations, style, tables, **_) -> list[str]:
    """After a test with real transactions: TRUNCATE makes the files of every table anew, for a few rows."""
    rows = [f"DELETE FROM {operations.quote_name(table)}" for table in tables]
    return ["SET LOCAL session_replication_role = replica", *rows] if tables else []


def pytest_collection_finish() -> None:
    """What was imported and collected stays to the end: the collector of garbage need not walk through it."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)  # a test makes much that is gone with it
