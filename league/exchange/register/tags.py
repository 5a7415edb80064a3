"""What a field may hold about people, what erasing a person does to it, and how a line of the register says both."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class DataCategory(StrEnum):
    NONE = "nothing about people"
    PERSONAL = "personal"
    CONTACT = "a way to reach somebody"
    MINOR = "about somebody under 18"
    WORDS = "free text, which may say anything about anybody"


class ErasureAction(StrEnum):
    STAYS = "stays"
    RENAMED = "is given the pseudonym"
    EMPTIED = "is emptied"
    SOUGHT = "stays, with the pseudonym wherever the person is named in it"
    UNNAMED = "stays, and is said of a pseudonym"
    LINKED = "stays, and leads to the pseudonym"
    GONE = "goes with its row"


@dataclass(frozen=True, slots=True)
class FieldTag:
    """`secret`: what lets somebody in. It is kept and told of, and never handed out."""

    category: DataCategory
    on_erasure: ErasureAction
    secret: bool = False

    @property
    def tagged(self) -> bool:
        return self.category != DataCategory.NONE


@dataclass(frozen=True, slots=True)
class TableTags:
    """One table: what its rows are called in words, and its fields by name."""

    noun: str
    fields: Mapping[str, FieldTag]

    def those(self, *on_erasure: ErasureAction) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.on_erasure in on_erasure)

    @property
    def tagged(self) -> tuple[str, ...]:
        return tuple(name for name, field in self.fields.items() if field.tagged)


FieldTags = dict[str, FieldTag]


def personal(names: str, on_erasure: ErasureAction, category: DataCategory = DataCategory.PERSONAL) -> FieldTags:
    return {name: FieldTag(category, on_erasure) for name in names.split()}


def links(names: str) -> FieldTags:
    """Fields that point to a person or a player: who did it, or whom it is about."""
    return personal(names, ErasureAction.LINKED)


def secret(names: str, on_erasure: ErasureAction) -> FieldTags:
    return {name: FieldTag(DataCategory.PERSONAL, on_erasure, secret=True) for name in names.split()}


def contact(names: str, on_erasure: ErasureAction) -> FieldTags:
    return {name: FieldTag(DataCategory.CONTACT, on_erasure) for name in names.split()}


def free_text(names: str) -> FieldTags:
    return {name: FieldTag(DataCategory.WORDS, ErasureAction.SOUGHT) for name in names.split()}


def table(noun: str, plain: str, *parts: FieldTags, links: str = "", texts: str = "") -> TableTags:
    """`plain` are the fields without personal data, `links` and `texts` as the functions of that name have them."""
    fields = {name: FieldTag(DataCategory.NONE, ErasureAction.STAYS) for name in plain.split()}
    for part in (*parts, personal(links, ErasureAction.LINKED), free_text(texts)):
        twice = fields.keys() & part.keys()
        if twice:
            raise ValueError(f"{noun}: {', '.join(sorted(twice))} twice")
        fields |= part
    return TableTags(noun, fields)
