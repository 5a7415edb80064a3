"""Every field of every table is in the register of personal data, and the register has no field that is gone."""

import pytest
from django.apps import apps
from django.db import models

from league.base.accounts.models import User
from league.exchange.register import IMPERSONAL, REGISTER, DataCategory, ErasureAction, FieldTag, table
from league.teams.models import Player

TEXT = (models.CharField, models.TextField, models.JSONField)


def tables():
    """Every table that this site has, with the libraries' own; those of tests have none."""
    return {
        model._meta.label: model
        for model in apps.get_models()
        if not model.__module__.startswith("tests.") and model._meta.label not in IMPERSONAL
    }


def fields(model):
    return {field.name: field for field in (*model._meta.concrete_fields, *model._meta.many_to_many)}


def test_every_field_of_every_table_is_tagged():
    missing = []
    for label, model in sorted(tables().items()):
        held = REGISTER[label].fields if label in REGISTER else {}
        names = [name for name in fields(model) if name not in held]
        if names:
            missing.append(
                f'league/privacy/register: say of {label} what is in {" ".join(names)}: in its table("...", "...") '
                'put them behind its noun, into links="..." if they point to a User or Player, into texts="...", '
                'or into personal("...", ErasureAction...) or contact("...", ErasureAction...).'
            )
    assert missing == [], "\n".join(missing)


def test_no_tag_is_left_of_a_field_that_is_gone():
    found = tables()
    gone = {f"{label}.{name}" for label, held in REGISTER.items() for name in held.fields if label not in found}
    gone |= {
        f"{label}.{name}"
        for label in REGISTER.keys() & found.keys()
        for name in REGISTER[label].fields.keys() - fields(found[label]).keys()
    }
    assert gone == set(), "Take these out of league/exchange/register."


def test_whatever_points_to_a_person_is_personal():
    """A link to a person says something about them: who did it, or whom it is about."""
    plain = {
        f"{label}.{name}"
        for label, model in tables().items()
        for name, field in fields(model).items()
        if field.related_model in (User, Player) and not REGISTER[label].fields[name].tagged
    }
    assert plain == set()


def test_erasing_does_something_to_every_tagged_field_that_it_can_do():
    """Text can be searched, a link leads to the pseudonym: a field is not told to do what its kind cannot."""
    wrong = set()
    for label, model in tables().items():
        for name, field in fields(model).items():
            tag = REGISTER[label].fields[name]
            if tag.tagged != (tag.on_erasure != ErasureAction.STAYS):
                wrong.add(f"{label}.{name} {tag.on_erasure}")
            if tag.on_erasure == ErasureAction.SOUGHT and not isinstance(field, TEXT):
                wrong.add(f"{label}.{name} is no text")
            if tag.on_erasure == ErasureAction.LINKED and field.related_model is None:
                wrong.add(f"{label}.{name} is no link")
    assert wrong == set()


def test_a_field_is_tagged_once():
    assert table("things", "a b").fields == dict.fromkeys("ab", FieldTag(DataCategory.NONE, ErasureAction.STAYS))
    with pytest.raises(ValueError, match="a twice"):
        table("things", "a b", links="a")
