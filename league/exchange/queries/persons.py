"""A person as one league knows them: their rows as a player, their account, how they are written (names, addresses of
pages, e-mail addresses and telephone numbers), and every text of the register's tables in which they are.

A spelling that somebody else in the league answers to as well is theirs `surely` only where a row is about the person;
elsewhere it stays, because it may mean the other.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import FileField, ManyToManyField, Model, Q, QuerySet
from django.urls import reverse
from django.utils.text import slugify
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.base.audit.models import Entry, Subject
from league.exchange.models import Erasure
from league.exchange.register import READ_BY_THEMSELVES, REGISTER, ErasureAction, TableTags
from league.matchnight.models import LiveEvent
from league.results.models import Draft, Submission
from league.teams.choices import PSEUDONYM
from league.teams.models import League, Player, Role, Team, Venue
from scoring.names import NameSearch, letters


@dataclass(frozen=True, slots=True)
class DataSubject:
    """`players` are all rows that are theirs, the one that counts first; none for somebody who only signs in.

    `elsewhere` are other leagues that know the account: while there is one, it is not this league's to take away.
    """

    league: League
    players: tuple[Player, ...]
    user: User | None
    elsewhere: tuple[League, ...]

    @property
    def name(self) -> str:
        return str(self.players[0].name if self.players else self.user.name if self.user else "")

    @property
    def account(self) -> User | None:
        return None if self.elsewhere else self.user

    @property
    def player_keys(self) -> frozenset[int]:
        return frozenset(each.pk for each in self.players)

    @property
    def erased(self) -> bool:
        return PSEUDONYM.fullmatch(self.name) is not None


def person_playing(player: Player) -> DataSubject:
    kept = player.merged_into or player
    return _person(kept.league, [kept], kept.user)


def person_signing_in(user: User, league: League) -> DataSubject:
    """The person who signs in with an account, with whatever of this league is theirs."""
    return _person(league, [], user)


def _person(league: League, players: list[Player], user: User | None) -> DataSubject:
    if user is not None:
        others = Player.objects.filter(league=league, user=user, merged_into=None).select_related("league")
        players += [each for each in others.order_by("pk") if each not in players]
    merged = Player.objects.filter(merged_into__in=players).select_related("league").order_by("pk")
    return DataSubject(league, (*players, *merged), user, _elsewhere(user, league) if user is not None else ())


def _elsewhere(user: User, league: League) -> tuple[League, ...]:
    """The other leagues that know the account by its name: as a player's, or for what the person does or did there."""
    with scopes_disabled():
        erased = set(Erasure.objects.filter(user=user).values_list("league", flat=True))
        played = Player.objects.filter(user=user).values_list("league", flat=True)
        served = Role.objects.filter(user=user).values_list("league", flat=True)
        keys = {*played, *served} - erased - {league.pk}
        return tuple(League.objects.filter(pk__in=keys).order_by("name", "pk"))


# --- search -----------------------------------------------------------------------------------------------------------
FEWEST_LETTERS = 2
MOST_FOUND = 50


def search_people(league: League, wanted: str) -> list[tuple[str, str, str]]:
    """(name, address, note) of players, and of people who only sign in, by a part of their name or address."""
    if len(letters(wanted)) < FEWEST_LETTERS:
        return []
    finds, part, at = NameSearch(wanted).finds, wanted.strip().casefold(), league.slug
    here = Player.objects.filter(league=league, merged_into=None).order_by("name", "pk")
    players = [each for each in here if finds(each.name) or finds(each.known_as)][:MOST_FOUND]
    others = User.objects.filter(pk__in=signing_in(league)).exclude(players__league=league).order_by("name", "pk")
    people = [each for each in others if finds(each.name) or part in each.email.casefold()][:MOST_FOUND]
    rows = [
        (row.name, reverse("player-data", args=[at, row.slug]), "under 18" if row.under_18 else "") for row in players
    ]
    return rows + [(row.name, reverse("account-data", args=[at, row.pk]), "does not play") for row in people]


def signing_in(league: League) -> QuerySet[Role, int]:
    return Role.objects.filter(league=league).values_list("user", flat=True)


def erased_in(league: League) -> QuerySet[Erasure]:
    rows = Erasure.objects.filter(league=league).select_related("player__league", "by")
    return rows.order_by("-at", "-pk")[:MOST_FOUND]


# --- how somebody is written ------------------------------------------------------------------------------------------
REMOVED = "(removed)"
FEWEST_DIGITS = 6
NO_MATCH = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Spellings:
    """What stands for the person in a text, and what is put there: the pseudonym, or that something was removed."""

    alias: str
    keys: frozenset[str]
    contacts: re.Pattern[str]
    slugs: tuple[re.Pattern[str], re.Pattern[str]]
    names: tuple[re.Pattern[str], re.Pattern[str]]
    surname: re.Pattern[str]

    def without(self, text: str, *, surely: bool) -> str:
        """The text with the pseudonym for the person; `surely` if whatever is written like them means them."""
        text = self.contacts.sub(REMOVED, text)
        text = self.slugs[surely].sub(lambda _: slugify(self.alias), text)
        text = self.names[surely].sub(self.alias, text)
        return self.surname.sub(self.alias, text)

    def without_json(self, value: Any, *, surely: bool, keyed: bool) -> Any:
        """The same for every text in a JSON value. `keyed`: whoever has the person's key is them, however spelt."""
        if isinstance(value, str):
            return self.without(value, surely=surely)
        if isinstance(value, list):
            return [self.without_json(each, surely=surely, keyed=keyed) for each in value]
        if not isinstance(value, dict):
            return value
        if keyed and _named_here(value) in self.keys:
            return value | {"name": self.alias}
        return {
            self.without(key, surely=surely): self.without_json(each, surely=surely, keyed=keyed)
            for key, each in value.items()
        }


def _named_here(value: dict[str, Any]) -> str | None:
    """The player's key of an object that names a player, as cards ("id") and taps ("key") have them."""
    key = value.get("id", value.get("key"))
    return key if isinstance(key, str) and isinstance(value.get("name"), str) else None


def spellings_of(person: DataSubject, alias: str, *, typed: Iterable[str] = (), surname_too: bool = False) -> Spellings:
    """How this person is written in their league; `typed` are names that cards have for them."""
    forms = {form for form in (*_forms(person), *typed) if _is_distinctive(form)}
    others = _others(person)
    sole = {form for form in forms if form.casefold() not in others}
    slugs = {each.slug for each in person.players} | {slugify(form) for form in forms}
    theirs = {slugify(form) for form in sole} | {each.slug for each in person.players}
    last = surname(person)
    alone = surname_too and last and last.casefold() not in others
    return Spellings(
        alias=alias,
        keys=frozenset(str(key) for key in person.player_keys),
        contacts=_contacts(person.user),
        slugs=(_any(map(re.escape, theirs)), _any(map(re.escape, slugs))),
        names=(_any(map(_name_pattern, sole)), _any(map(_name_pattern, forms))),
        surname=_any([re.escape(last)], flags=0) if alone else NO_MATCH,
    )


def surname(person: DataSubject) -> str:
    words = person.name.split()
    return words[-1] if len(words) > 1 else ""


def _forms(person: DataSubject) -> Iterable[str]:
    for player in person.players:
        first, _, last = player.name.rpartition(" ")
        yield from (player.name, player.initial_name, player.public_name)
        if player.known_as:
            yield from (player.known_as, f"{player.known_as} {last}")
        for given in {first, *first.split()[:1]} - {""}:  # Mary Ann Goy is Mary Goy as well
            yield from (f"{given} {last}", f"{last}, {given}")
    if person.user is not None:
        yield person.user.name


def _is_distinctive(form: str) -> bool:
    """Whether it is enough to know somebody by: not initials alone, and not a short word."""
    words = form.split()
    return any(len(word) > 1 for word in words) and (len(words) > 1 or len(form) > 3)


def _others(person: DataSubject) -> set[str]:
    names = set()
    rest = Player.objects.filter(league=person.league).exclude(pk__in=person.player_keys)
    for player in rest.only("name", "known_as", "under_18", "league_id"):
        player.league = person.league  # known already, and read by public_name
        names |= {player.name, player.initial_name, player.public_name, player.known_as}
        names.add(f"{player.known_as} {player.name.rpartition(' ')[2]}")
    users = User.objects.filter(roles__league=person.league)
    names |= {user.name for user in users if user != person.user}
    names |= {row.name for model in (Team, Venue) for row in model.objects.filter(league=person.league).only("name")}
    names |= {word for name in names for word in name.split()}
    return {form.casefold() for form in names}


def _name_pattern(name: str) -> str:
    """The words of a name with any gaps and full stops between them: "H. Goy", "Harry  Goy"."""
    return r"[\s.]+".join(re.escape(word) for word in name.split())


def _contacts(user: User | None) -> re.Pattern[str]:
    if user is None:
        return NO_MATCH
    digits = _digits_of(user.phone)
    parts = [re.escape(user.email)]
    if len(digits) >= FEWEST_DIGITS:
        spread = r"[\s().-]*".join(digits.removeprefix("0"))
        parts.append(r"(?:\+44[\s().-]*0?|0)?[\s().-]*" + spread if digits.startswith("0") else spread)
    return _any(parts)


def _digits_of(number: str) -> str:
    return re.sub(r"\D", "", re.sub(r"^\+44\s*(\(0\))?", "0", number))


def _any(parts: Iterable[str], flags: int = re.IGNORECASE) -> re.Pattern[str]:
    words = sorted({part for part in parts if part}, key=lambda part: (-len(part), part))
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", flags) if words else NO_MATCH


# --- where somebody is named ------------------------------------------------------------------------------------------
BATCH_SIZE = 500
KEYED = ("results.", "live.")  # whose JSON has players by their keys


@dataclass(frozen=True, slots=True)
class Mention:
    """One row that names the person: the table, its key, and the fields as they will be."""

    label: str
    key: Any
    becomes: dict[str, Any]


def mentions(
    person: DataSubject, spelt: Spellings, labels: Iterable[str] = tuple(REGISTER), *, only_theirs: bool = False
) -> Iterator[Mention]:
    """Every row of the tables `labels` that names them; `only_theirs`: that is about them."""
    for label in labels:
        fields = REGISTER[label].those(ErasureAction.SOUGHT)
        if not fields:
            continue
        model = apps.get_model(label)
        surely = about(person, model)
        longest = {name: getattr(model._meta.get_field(name), "max_length", None) for name in fields}
        rows = rows_here(person, model).filter(pk__in=surely) if only_theirs else rows_here(person, model)
        for key, *values in rows.values_list("pk", *fields).iterator(BATCH_SIZE):
            changed = {}
            for name, value in zip(fields, values, strict=True):
                fresh = spelt.without_json(value, surely=key in surely, keyed=label.startswith(KEYED))
                if fresh != value:
                    changed[name] = fresh[: longest[name]] if isinstance(fresh, str) else fresh
            if changed:
                yield Mention(label, key, changed)


def rows_here(person: DataSubject, model: type[Model]) -> QuerySet[Any]:
    """The rows of a table that are this league's: of what the site keeps for all leagues, those about the person."""
    if model is LogEntry:
        return _by_administrators(person)
    rows: QuerySet[Any] = model.objects.order_by("pk")  # type: ignore[attr-defined]
    names = {field.attname for field in model._meta.concrete_fields}
    if model is Entry:
        of_the_site = Q(pk__in=about(person, Entry)) | (Q(by=person.account) if person.account else Q(pk__in=[]))
        return rows.filter(Q(league_id=person.league.pk) | Q(league_id=None) & of_the_site)
    return rows.filter(league_id=person.league.pk) if "league_id" in names else rows


def of_a_league(model: type[Model]) -> bool:
    """Whether each row of a table belongs to one league, rather than to a person whichever leagues they are in."""
    scoped = hasattr(model.objects, "with_scopes_disabled")  # type: ignore[attr-defined]
    return scoped or any(field.attname == "league_id" for field in model._meta.concrete_fields)


def about(person: DataSubject, model: type[Model]) -> set[Any]:
    """The keys of the rows of a table that are about the person: whoever is named in them like them is them."""
    if model is Entry:
        users = {person.user.pk} if person.user else set()
        about_person = Q(kind="player", key__in=person.player_keys) | Q(kind="user", key__in=users)
        return set(Subject.objects.filter(about_person).values_list("entry", flat=True))
    if model is LogEntry:
        return set(_by_administrators(person).values_list("pk", flat=True))
    keys: set[Any] = set()
    for name in REGISTER[model._meta.label].those(ErasureAction.LINKED):
        if model._meta.get_field(name).related_model is Player and model is not Player:
            rows = rows_here(person, model).filter(**{f"{name}__in": person.player_keys})
            keys |= set(rows.values_list("pk", flat=True))
    return keys


def _by_administrators(person: DataSubject) -> QuerySet[Any]:
    kinds = ContentType.objects.get_for_models(Player, User)
    ours = Q(content_type=kinds[Player], object_id__in=[str(key) for key in person.player_keys])
    if person.account is not None:
        ours |= Q(content_type=kinds[User], object_id=str(person.account.pk))
    return LogEntry.objects.filter(ours).order_by("pk")


def typed_names(person: DataSubject) -> set[str]:
    """What cards and taps have written for the person's keys: the name as it was then, or as somebody typed it."""
    keys = {str(key) for key in person.player_keys}
    cards = (card for model in (Submission, Draft) for card in model.objects.values_list("card", flat=True))
    opened = LiveEvent.objects.filter(kind="opened").values_list("body", flat=True)
    return {name for value in (*cards, *opened) for name in _keyed_names(value, keys)}


def _keyed_names(value: Any, keys: set[str]) -> Iterable[str]:
    if isinstance(value, dict):
        if _named_here(value) in keys:
            yield value["name"]
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _keyed_names(each, keys)


def erasure_preview(person: DataSubject) -> dict[str, Any]:
    """What erasing would change now: (noun, how many) of each kind of row, and texts with the surname "alone"."""
    typed, alias = typed_names(person), _person_alias(person)
    labels = [each.label for each in mentions(person, spellings_of(person, alias, typed=typed))]
    with_surname = mentions(person, spellings_of(person, alias, typed=typed, surname_too=True))
    return {
        "counts": [(REGISTER[label].noun, number) for label, number in Counter(labels).most_common()],
        "surname": surname(person),
        "alone": sum(1 for _ in with_surname) - len(labels),
    }


def _person_alias(person: DataSubject) -> str:
    return "Player 000" if person.players else "Person 000"


# --- a copy of everything that is kept about a person -----------------------------------------------------------------
# Their own rows whole, of others the texts that name them. Nobody else's address, number or link comes along, and
# nothing that lets somebody in.
SECRET = "(kept, and never shown)"  # noqa: S105 -- stands where a secret is
YOU, SOMEBODY = "(this person)", "(someone else)"
# What the words for a row are made of besides the row.
NAMED_BY = {"cups.Cup": ("division__competition",), "schedule.Fixture": ("home", "away")}
OFFICER = "teams.Officer"
MAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
NUMBER = re.compile(r"(?<![\w-])(?:\+\d{2}|0)[\d\s().]{7,}\d(?!\w)")


@dataclass(frozen=True, slots=True)
class CopySection:
    label: str
    noun: str
    fields: tuple[str, ...]
    rows: tuple[dict[str, Any], ...]


def copy_of(person: DataSubject, *, by: User) -> tuple[CopySection, ...]:
    """Every table that has something about the person; what READ_BY_THEMSELVES names only where they make it."""
    named: dict[str, dict[Any, set[str]]] = {}  # the fields that name them, by table and row
    labels = [label for label in REGISTER if label not in READ_BY_THEMSELVES]
    for each in mentions(person, spellings_of(person, _person_alias(person), typed=typed_names(person)), labels):
        whole = each.label == OFFICER and "name" in each.becomes  # the number beside the name is theirs too
        named.setdefault(each.label, {})[each.key] = set(REGISTER[OFFICER].tagged if whole else each.becomes)
    kept = {label: tags for label, tags in REGISTER.items() if by == person.user or label not in READ_BY_THEMSELVES}
    sections = (_section(person, label, tags, named.get(label, {})) for label, tags in kept.items() if tags.tagged)
    return tuple(each for each in sections if each.rows)


def _section(person: DataSubject, label: str, tags: TableTags, named: dict[Any, set[str]]) -> CopySection:
    model: type[Model] = apps.get_model(label)
    own = _own(person, model, tags)
    names = tuple(tags.fields)
    writer = _ValueWriter(person, tags)
    rows = [{name: writer.value(row, name) for name in names} for row in own]
    only_named = named.keys() - {row.pk for row in own}
    rows += [
        {name: writer.value(row, name) if name in named[row.pk] else None for name in names}
        for row in rows_here(person, model).in_bulk(sorted(only_named)).values()
    ]
    return CopySection(label, tags.noun, names, tuple(rows))


def _own(person: DataSubject, model: type[Model], tags: TableTags) -> list[Any]:
    theirs = Q(pk__in=about(person, Entry)) if model is Entry else Q(pk__in=[])
    if model is User and person.user:
        theirs |= Q(pk=person.user.pk)
    if model is Player:
        theirs |= Q(pk__in=person.player_keys)
    for name in tags.those(ErasureAction.LINKED, ErasureAction.GONE):
        related = model._meta.get_field(name).related_model
        if related is User and person.user:
            theirs |= Q(**{name: person.user})
        if related is Player and model is not Player:
            theirs |= Q(**{f"{name}__in": person.player_keys})
    links = []
    for field in model._meta.concrete_fields:
        if field.related_model and field.related_model != User:
            names = NAMED_BY.get(field.related_model._meta.label, ())
            links += [field.name, *(f"{field.name}__{name}" for name in names)]
    return list(rows_here(person, model).filter(theirs).select_related(*links).distinct())


class _ValueWriter:
    """Says what is in a field, with nobody else's address in it; asks for each other row once."""

    def __init__(self, person: DataSubject, tags: TableTags) -> None:
        self.person, self.tags = person, tags
        self._words: dict[tuple[Any, Any], str] = {}

    def value(self, row: Model, name: str) -> Any:
        field = row._meta.get_field(name)
        if self.tags.fields[name].secret:
            return SECRET
        if field.related_model in (User, Player):
            return self._people(row, name)
        if field.related_model is not None:
            return None if isinstance(field, ManyToManyField) else self._other(row, name)
        value = getattr(row, name)
        if row._meta.label == OFFICER:
            return value
        return self.bare(value.name if isinstance(field, FileField) else value)

    def bare(self, value: Any) -> Any:
        """Text without other people's addresses and numbers; the person's own stay."""
        if isinstance(value, str):
            return NUMBER.sub(self._keep_own, MAIL.sub(self._keep_own, value))
        if isinstance(value, list):
            return [self.bare(each) for each in value]
        if isinstance(value, dict):
            return {self.bare(key): self.bare(each) for key, each in value.items()}
        return value

    def _keep_own(self, match: re.Match[str]) -> str:
        user = self.person.user
        own = {user.email.casefold(), _digits_of(user.phone)} if user else set()
        return match[0] if own & {match[0].casefold(), _digits_of(match[0]) or None} else REMOVED

    def _people(self, row: Model, name: str) -> str | None:
        field = row._meta.get_field(name)
        if isinstance(field, ManyToManyField):
            keys = set(getattr(row, name).values_list("pk", flat=True))
        else:
            keys = {getattr(row, f"{name}_id")} - {None}
        if not keys:
            return None
        players = field.related_model is Player
        own = self.person.player_keys if players else {self.person.user.pk} if self.person.user else set()
        return YOU if keys <= own else f"{YOU} and {SOMEBODY}" if keys & own else SOMEBODY

    def _other(self, row: Model, name: str) -> str | None:
        key = (name, getattr(row, f"{name}_id"))
        if key[1] is not None and key not in self._words:
            self._words[key] = self.bare(str(getattr(row, name)))
        return self._words.get(key)


def sections_named(sections: tuple[CopySection, ...]) -> list[tuple[str, int]]:
    """What there is, for a page: (noun, how many), the most first."""
    return sorted(((each.noun, len(each.rows)) for each in sections), key=lambda pair: (-pair[1], pair[0]))
