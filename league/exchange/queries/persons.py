"""A person as one league knows them: the rows that play for them, the account they sign in with, and how they are
written: names, addresses of pages, e-mail addresses and telephone numbers.

A spelling that somebody else in the league answers to as well is theirs `surely` only where a row is about the person;
elsewhere it stays, because it may mean the other.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.text import slugify
from django_scopes import scopes_disabled

from league.base.accounts.models import User
from league.exchange.models import Erasure
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
        """The account, if nobody else needs it."""
        return None if self.elsewhere else self.user

    @property
    def player_keys(self) -> frozenset[int]:
        return frozenset(each.pk for each in self.players)

    @property
    def erased(self) -> bool:
        return PSEUDONYM.fullmatch(self.name) is not None


def person_playing(player: Player) -> DataSubject:
    """The person whose row this is, under whichever of their names."""
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
    """Players, and people who only sign in, by a part of their name or address; at most fifty of each.

    The name, the address of what is kept about them, and what to know besides.
    """
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
    """The keys of everybody who has or had a role in the league."""
    return Role.objects.filter(league=league).values_list("user", flat=True)


def erased_in(league: League) -> QuerySet[Erasure]:
    """Everybody who was erased, the latest first; fifty are shown."""
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
        if keyed and named_here(value) in self.keys:
            return value | {"name": self.alias}
        return {
            self.without(key, surely=surely): self.without_json(each, surely=surely, keyed=keyed)
            for key, each in value.items()
        }


def named_here(value: dict[str, Any]) -> str | None:
    """The player's key of an object that names a player, as cards ("id") and taps ("key") have them."""
    key = value.get("id", value.get("key"))
    return key if isinstance(key, str) and isinstance(value.get("name"), str) else None


def spellings_of(person: DataSubject, alias: str, *, typed: Iterable[str] = (), surname_too: bool = False) -> Spellings:
    """How this person is written in their league. `typed` are names that cards have for them.

    Asks for everybody else's names, to know which are theirs alone.
    """
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
    digits = digits_of(user.phone)
    parts = [re.escape(user.email)]
    if len(digits) >= FEWEST_DIGITS:
        spread = r"[\s().-]*".join(digits.removeprefix("0"))
        parts.append(r"(?:\+44[\s().-]*0?|0)?[\s().-]*" + spread if digits.startswith("0") else spread)
    return _any(parts)


def digits_of(number: str) -> str:
    return re.sub(r"\D", "", re.sub(r"^\+44\s*(\(0\))?", "0", number))


def _any(parts: Iterable[str], flags: int = re.IGNORECASE) -> re.Pattern[str]:
    words = sorted({part for part in parts if part}, key=lambda part: (-len(part), part))
    return re.compile(rf"(?<!\w)(?:{'|'.join(words)})(?!\w)", flags) if words else NO_MATCH
