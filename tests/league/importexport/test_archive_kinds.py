"""The written list of what goes into an archive: nothing of a league is forgotten, and no key stays in JSON unseen."""

import pytest
from django.apps import apps
from django.db import models
from django_scopes.exceptions import ScopeError

from league.exchange.archive.names import PATHS, PLAIN, columns, lists, points_at
from league.exchange.archive.tables import BY_LABEL, EXCLUDED, HISTORY, SUBJECTS, TABLES
from league.teams.models import League

OURS = [model for model in apps.get_models() if model.__module__.startswith("league.")]
PLACES = {kind.label: place for place, kind in enumerate(TABLES)}


def test_every_table_of_the_site_goes_along_or_stays_behind_for_a_reason():
    labels = {model._meta.label for model in OURS}
    assert labels - BY_LABEL.keys() - EXCLUDED.keys() == set()
    assert BY_LABEL.keys() & EXCLUDED.keys() == set()
    assert (BY_LABEL.keys() | EXCLUDED.keys()) - labels == set()
    assert all(EXCLUDED.values())


def test_every_json_column_is_told_to_have_keys_or_to_have_none():
    found = {
        (kind.label, column.name) for kind in TABLES for column in columns(kind) if isinstance(column, models.JSONField)
    }
    keyed = {(label, name) for label, names in PATHS.items() for name in names}
    plain = {(label, name) for label, names in PLAIN.items() for name in names}
    assert found == keyed | plain
    assert keyed & plain == set()


def test_nothing_that_goes_along_points_at_what_stays_behind():
    along = {None, "base.User", *BY_LABEL}
    pointing = {(f"{kind.label}.{each.name}", points_at(each)) for kind in TABLES for each in columns(kind)}
    assert [name for name, label in pointing if label not in along] == []
    pointed = {each.related_model._meta.label for kind in TABLES for each in lists(kind)}
    assert pointed <= BY_LABEL.keys()


def test_what_points_ahead_may_point_nowhere_until_all_is_there():
    for kind in TABLES:
        for column in columns(kind):
            label = points_at(column)
            if label in PLACES and PLACES[label] >= PLACES[kind.label]:
                assert column.null, f"{kind.label}.{column.name}"


def test_every_row_of_a_league_is_found_by_its_scope():
    """A table without one would be written whole, with the rows of all leagues."""
    for kind in TABLES:
        if kind.model is not League and kind is not HISTORY:
            with pytest.raises(ScopeError):
                kind.objects.first()


def test_every_name_in_the_history_is_that_of_one_table():
    names = [kind.label.partition(".")[2].lower() for kind in TABLES if kind is not HISTORY]
    assert len(set(names)) == len(names)
    assert set(names) | {"user"} == SUBJECTS.keys()


def test_file_names_and_what_rows_are_called_by_are_there():
    assert len({kind.file for kind in TABLES}) == len(TABLES)
    for kind in TABLES:
        for name in (*kind.called, *kind.single, *kind.fill, *kind.reads):
            kind.model._meta.get_field(name)
