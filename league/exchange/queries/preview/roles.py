"""Rows of people beside those who have a role in the league: captains, vice-captains, players who sign in, officers.

Only the roles of this league are read: nobody learns whether somebody elsewhere on the site has an address.
"""

from collections.abc import Iterator
from datetime import date

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.names import team_names
from league.exchange.values.outcomes import ImportSheet, NameMatch, RowPreview, conflict, name_question
from league.reading.column_names import normalise
from league.reading.people import name_with_note, number_with_note
from league.reading.values import SheetLine
from league.teams.actions.people import PersonRow
from league.teams.choices import RoleKind
from league.teams.models import League, Team
from league.teams.queries.people import OFFICES, officer_contacts, roles_held
from scoring.names import fold

LONGEST_NAME, LONGEST_PHONE, LONGEST_ADDRESS = 80, 30, 254
KNOWN_AS: dict[RoleKind, tuple[str, ...]] = {
    RoleKind.SECRETARY: ("secretary", "league sec", "sec"),
    RoleKind.RESULTS_OFFICER: ("results", "results secretary", "results sec"),
    RoleKind.COORDINATOR: ("cups", "cup secretary", "cup sec", "competitions secretary", "knockout secretary"),
    RoleKind.TREASURER: ("treas", "treasury", "fees", "money"),
    RoleKind.CAPTAIN: ("capt", "cap", "skipper", "c"),
    RoleKind.VICE_CAPTAIN: ("vice", "vc", "vice capt", "deputy"),
    RoleKind.PLAYER: ("member", "p"),
    RoleKind.SCORER: ("marker",),
}
ROLES = {normalise(word): kind for kind, words in KNOWN_AS.items() for word in (kind.label, kind.value, *words)}
ROLE_TEXT = ", ".join(kind.label.lower() for kind in RoleKind)


def preview_roles(sheet: ImportSheet, _: date) -> Iterator[RowPreview]:
    teams = team_names(sheet)
    addresses, holders = AddressIndex(), RoleHolders(sheet.league)
    officers = {(fold(officer.title), fold(officer.name)) for officer in officer_contacts(sheet.league, ())}
    for line in sheet.lines:
        email, team_name, role = (sheet.get(line, key) for key in ("email", "team", "role"))
        name, named = name_with_note(sheet.get(line, "name"))
        phone, added = number_with_note(sheet.get(line, "phone"))
        kind, off = parse_role(role)
        team_name = team_name or off
        match: NameMatch[Team] | None = teams.find(team_name) if team_name and kind not in OFFICES else None
        if kind is None and (fold(role), fold(name)) in officers:
            yield RowPreview(line.number, RowOutcome.SAME, f"{name}, {role}", ("Already one of the officers.",))
            continue
        words = f"{name or 'No name'}, {role or 'no role'}{f', {team_name}' if match else ''}"
        why = [*addresses.errors(line, name, email, phone, needed=True), *_role_errors(role, kind, team_name, match)]
        why = why or list(addresses.duplicate_error(line, email, kind, match.row if match else None))
        if why or kind is None:
            near = match is not None and match.row is None and bool(match.near) and len(why) == 1
            yield conflict(line, words, why, name_question("team", team_name, match.near) if near and match else None)
            continue
        person = PersonRow(name, email.lower(), phone, kind, match.row if match else None)
        notes = (*holders.invitation_notes(person), *([match.text] if match and match.note else []))
        notes = (*notes, *filter(None, (named, added)))
        outcome = RowOutcome.SAME if holders.has(person) else RowOutcome.NEW
        yield RowPreview(line.number, outcome, words, notes, person)


def parse_role(text: str) -> tuple[RoleKind | None, str]:
    """The role that is meant, and the team that is named with it: "Captain of Crown A"."""
    title, _, team = text.partition(" of ")
    kind = ROLES.get(normalise(text))
    return (kind, "") if kind else (ROLES.get(normalise(title)), team.strip())


def _role_errors(role: str, kind: RoleKind | None, team_name: str, match: NameMatch[Team] | None) -> Iterator[str]:
    if not role:
        yield f"The row has no role. Write one of: {ROLE_TEXT}."
    elif kind is None:
        yield f"“{role}” is not a role. Write one of: {ROLE_TEXT}."
    elif kind not in OFFICES and not team_name:
        yield f"Which team is it? A {kind.label.lower()} has one."
    elif match is not None and match.row is None:
        near = " or ".join(str(team) for team in match.near)
        yield f"There is no team “{team_name}”. {f'Is it {near}?' if near else 'Add the teams first.'}"


class AddressIndex:
    def __init__(self) -> None:
        self.names: dict[str, tuple[int, str]] = {}
        self.roles: dict[tuple[str, RoleKind | None, int], int] = {}

    def errors(self, line: SheetLine, name: str, email: str, phone: str, *, needed: bool = False) -> Iterator[str]:
        """What keeps somebody from being invited; nothing about a row that names nobody, unless that is `needed`."""
        if not name and (needed or email or phone):
            yield "Whose is it? The row has no name." if email or phone else "The row has no name."
        if len(name) > LONGEST_NAME or len(phone) > LONGEST_PHONE:
            yield f"A name has at most {LONGEST_NAME} letters, a phone number at most {LONGEST_PHONE}."
        if needed and not email:
            yield "No e-mail address, so no invitation. Leave the row out, or send them the join link."
        if email and not _is_address(email):
            yield f"“{email}” is not an e-mail address. Write it as name@example.org."
        elif email and name:
            first, whose = self.names.setdefault(email.lower(), (line.number, name))
            if fold(whose) != fold(name):
                yield f"Row {first} has this address for {whose}. Each person needs their own."

    def duplicate_error(self, line: SheetLine, email: str, kind: RoleKind | None, team: Team | None) -> Iterator[str]:
        first = self.roles.setdefault((email.lower(), kind, team.pk if team else 0), line.number)
        if first != line.number:
            yield f"Row {first} is the same. Keep one of them."


class RoleHolders:
    def __init__(self, league: League) -> None:
        roles = list(roles_held(league))
        self.roles = {(role.user.email, role.kind, role.team_id or 0): role for role in roles}
        self.captains = {role.team_id or 0: role.user.name for role in roles if role.kind == RoleKind.CAPTAIN}

    def has(self, person: PersonRow) -> bool:
        return (person.email, person.kind, person.team.pk if person.team else 0) in self.roles

    def invitation_notes(self, person: PersonRow) -> tuple[str, ...]:
        if self.has(person):
            return ("Already has this role.",)
        captain = self.captains.get(person.team.pk) if person.team and person.kind == RoleKind.CAPTAIN else None
        note = (f"{person.team} already has a captain, {captain}. It will have two.",) if captain else ()
        return (f"Will be invited at {person.email}.", *note)

    def captain_of(
        self, sheet: ImportSheet, line: SheetLine, team: Team | None
    ) -> tuple[PersonRow | None, tuple[str, ...]]:
        """The captain whom a row of teams names, and what becomes of them; None if nobody is invited."""
        email, (name, named) = sheet.get(line, "email"), name_with_note(sheet.get(line, "captain"))
        phone, added = number_with_note(sheet.get(line, "phone"))
        if not name:
            return None, ()
        if not email:
            return None, (f"Captain {name}: no e-mail address, so no invitation. Send them the join link.",)
        person = PersonRow(name, email.lower(), phone, RoleKind.CAPTAIN, team)
        if self.has(person):
            return None, ()
        first, *notes = self.invitation_notes(person)
        return person, (f"Captain {name}. {first}", *notes, *filter(None, (named, added)))


def _is_address(text: str) -> bool:
    try:
        EmailValidator()(text)
    except ValidationError:
        return False
    return len(text) <= LONGEST_ADDRESS
