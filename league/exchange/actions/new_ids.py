"""What may be there only once on a site: codes, receipts and the ids of events, made anew where they are taken.

Knows who gives them out. A league that comes to a site where nobody has them keeps them all, and with them the codes on
its printed cards.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django.core.exceptions import ValidationError
from django.db import models

from league.exchange.archive.format import ArchiveError
from league.exchange.archive.tables import ArchiveTable
from league.results.actions.submissions import new_receipts
from league.schedule.actions.lists import new_codes
from league.teams.models import League

BATCH = 500
NewIds = Mapping[str, Mapping[Any, Any]]


def new_ids_for(kind: ArchiveTable, rows: Sequence[Mapping[str, Any]], address: str) -> NewIds:
    """For each field that must be the only one: what stands there instead of what is taken."""
    new_ids: dict[str, dict[Any, Any]] = {}
    for name in kind.single:
        values = [each for each in (_column_value(kind, row.get(name)) for row in rows) if isinstance(each, str)]
        if kind.model is League:
            new_ids[name] = dict.fromkeys(values, address)
        else:
            taken = _already_used(kind, name, values)
            new_ids[name] = dict(zip(taken, _new_value(name, taken, address), strict=False))  # new codes have no end
    return new_ids


def rename_event(made: models.Model, name: str, instead: Mapping[str, str]) -> None:
    """Give an event its id, which is its key; where those of the log are taken, the new ones wherever one is named."""
    bare = name.rpartition("/")[2]
    try:
        made.pk = UUID(instead.get(bare, bare))
    except ValueError as error:
        raise ArchiveError(f"{name} is not the name of an event.") from error
    if instead:
        made.body = _replaced(made.body, instead)  # type: ignore[attr-defined]


def _new_value(name: str, taken: Sequence[str], address: str) -> Iterable[Any]:
    if name == "code":
        return new_codes(f"{address}/{each}" for each in taken)
    if name == "receipt":
        return new_receipts(taken)
    return [str(uuid5(UUID(int=0), f"{address}/{each}")) for each in taken]


def _column_value(kind: ArchiveTable, value: Any) -> Any:
    """A value as the column has it: of the key itself, without the table's name."""
    return value.removeprefix(f"{kind.name}/") if isinstance(value, str) else value


def _already_used(kind: ArchiveTable, name: str, values: Sequence[str]) -> list[str]:
    """Which of these some league has, in their order."""
    rows: Any = models.QuerySet(kind.model)  # of all leagues, which have one set of them
    used_values: set[str] = set()
    for start in range(0, len(values), BATCH):
        try:
            used = rows.filter(**{f"{name}__in": values[start : start + BATCH]}).values_list(name, flat=True)
        except ValidationError:
            continue  # one of them is none, which is said of its row
        used_values |= {str(each) for each in used}
    return [each for each in dict.fromkeys(values) if each in used_values]


def _replaced(value: Any, instead: Mapping[str, str]) -> Any:
    """JSON with other names for events wherever one is named."""
    match value:
        case dict():
            return {key: _replaced(each, instead) for key, each in value.items()}
        case list():
            return [_replaced(each, instead) for each in value]
        case str():
            return instead.get(value, value)
    return value
