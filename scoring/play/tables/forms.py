"""How each event is written, read off the events themselves, so that a phone leaves out what the engine would.

Knows the fields of every kind and what may stand in them. Refuses to know what an event does.
"""

from dataclasses import MISSING, fields
from typing import Any

from scoring.play.event_json import KINDS, held_in


def event_forms() -> dict[str, dict[str, list[Any]]]:
    """By kind, each field as [what it holds, whether it may be left out, its default]."""
    return {
        kind: {
            field.name: [held_in(field.name), int(field.default is not MISSING),
                         None if field.default is MISSING else field.default]
            for field in fields(event)
        }
        for kind, event in KINDS.items()
    }  # fmt: skip
