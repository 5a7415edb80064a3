"""Rows of players, and of people with roles (captains, players who sign in, officers), beside those of the league.

Only the roles of this league are read: nobody learns whether somebody elsewhere on the site has an address.
"""

from collections import Counter
from collections.abc import Iterator
from datetime import date
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

from league.base.ui.formats import night
from league.exchange.choices import RowOutcome
from league.exchange.queries.preview.list_matching import Side, SideKey, key_of
from league.exchange.queries.preview.names import NEW_PERSON, FileNames, Meant, name_errors, team_names
from league.exchange.values.outcomes import NEW, ImportSheet, NameMatch, NameQuestion, RowPreview, name_question
from league.reading.cells import parse_yes
from league.reading.column_names import normalise
from league.reading.days import parse_day
from league.reading.people import name_with_note, number_with_note
from league.reading.values import SheetLine
from league.schedule.models import Season
from league.teams.actions.imports import PlayerRow, TeamRow
from league.teams.actions.people import PersonRow
from league.teams.choices import HOLDING_STATES, RegistrationState, RoleKind
from league.teams.models import League, Player, Registration, Team
from league.teams.queries.people import OFFICES, officer_contacts, roles_held
from league.teams.queries.squads import SquadRules, rules_of
from league.teams.values import by_similarity
from scoring.names import fold, spelling

LONGEST_NAME, LONGEST_KNOWN_AS, LONGEST_PHONE, LONGEST_ADDRESS = 80, 60, 30, 254


def usual_start(today: date) -> date:
    """From when a list without a day registers: the season's start, until somebody has joined in the middle of it."""
    season = Season.objects.filter(current=True, closed_at=None).order_by("pk").first()
    if season is None or not season.starts <= today <= season.ends:
        return today
    joined = Registration.objects.filter(state__in=HOLDING_STATES, since__gt=season.starts, since__lte=today)
    return today if joined.exists() else season.starts


def preview_players(sheet: ImportSheet, today: date) -> Iterator[RowPreview]:
    """Whoever has no day in the spreadsheet is registered from the one that its sender gave, or from `today`."""
    since = sheet.answers.get("since", {}).get("", "")
    book, start = _PlayerIndex(sheet), date.fromisoformat(since) if since else today
    counts: Counter[Side] = Counter(each.team for each in book.now.values())
    most = rules_of(sheet.league).format.squad
    for line in sheet.lines:
        name, team_name = name_with_note(sheet.get(line, "name"))[0], sheet.get(line, "team")
        row = RowPreview(line, f"{name or 'No name'}, {team_name or 'no team'}")
        row.problems += _player_errors(sheet, line, name)
        meant = book.teams.find(team_name) if team_name else Meant(None)
        row.problems += filter(None, [meant.why])
        if meant.side is not None:
            row.problems += book.duplicate_error(name, meant.side, line)
            if not row.problems:
                _compare_player(sheet, row, book, meant.side, start)
                (row.problems or row.notes).extend(filter(None, [meant.note]))
        elif len(row.problems) == 1:
            row.ask = meant.ask
        if row.doing is not None and (team := row.doing.team) is not None:
            counts[team] += 1
            row.notes += filter(None, [SquadRules(counts[team], most, None, None, today).over(team, 0)])
        yield row


class _PlayerIndex:
    """Who is in the league, by name and by surname, and with which team; `above` are players of the rows above."""

    def __init__(self, sheet: ImportSheet) -> None:
        self.teams = FileNames(sheet, team_names(sheet), ("team",), active=True)
        self.answers = sheet.answers.get("player", {})
        rows = Registration.objects.filter(state=RegistrationState.APPROVED, until=None).select_related("team")
        self.now = {each.player_id: each for each in rows}
        self.by_name: dict[str, list[Player]] = {}
        self.by_first: dict[str, list[Player]] = {}
        self.by_surname: dict[str, list[Player]] = {}
        self.lines: dict[tuple[str, SideKey], int] = {}
        self.above: dict[str, SheetLine] = {}
        for player in Player.objects.filter(merged_into=None).order_by("pk"):
            name = fold(player.name)
            self.by_name.setdefault(name, []).append(player)
            self.by_first.setdefault(name.partition(" ")[0], []).append(player)
            self.by_surname.setdefault(name.rpartition(" ")[2], []).append(player)

    def duplicate_error(self, name: str, team: Side, line: SheetLine) -> Iterator[str]:
        first = self.lines.setdefault((fold(name), key_of(team)), line.number)
        if name and first != line.number:
            yield (
                f"Row {first} has the same name and team. Keep one of them. For two people, add a middle name"
                " or Junior to one."
            )

    def team_of(self, player: Player) -> Team | None:
        rows = self.now.get(player.pk)
        return rows.team if rows else None

    def find_player(self, name: str, team: Side) -> tuple[Player | None, list[Player]]:
        """The player of that name; or who may be meant by it, for somebody to say. One of the team goes first."""
        key = fold(name)
        same = self.by_name.get(key, [])
        answer = self.answers.get(_answer_key(name, team))
        if answer == NEW:
            return None, []
        # Those of the surname, and those of the first name whose surname may be misspelt.
        alike = [*self.by_surname.get(key.rpartition(" ")[2], []), *self.by_first.get(key.partition(" ")[0], [])]
        near = same or by_similarity(name, list(dict.fromkeys(alike)))
        if answer:
            return next((each for each in near if str(each.pk) == answer), None), []
        for among in ([each for each in same if self.team_of(each) == team], same):
            if len(among) == 1 and self.team_of(among[0]) in {None, team}:
                return among[0], []
        return None, near[:3]


def _answer_key(name: str, team: Side) -> str:
    """People of one name are told apart by their teams."""
    return f"{spelling(name)} {key_of(team)}"


def _compare_player(sheet: ImportSheet, row: RowPreview, book: _PlayerIndex, team: Side, start: date) -> None:
    """A row with nothing wrong in itself, beside the players that there are."""
    line = row.line
    name, written = name_with_note(sheet.get(line, "name"))
    row.words = f"{name}, {team}"
    player, near = book.find_player(name, team)
    first = book.above.setdefault(str(player.pk) if player else fold(name), line)
    if near or (first is not line and _answer_key(name, team) not in book.answers):
        choices = tuple((str(each.pk), f"{each}, {book.team_of(each) or 'with no team'}") for each in near)
        who = " or ".join(each for _, each in choices) or f"{name}, {sheet.get(first, 'team')}, of row {first.number}"
        row.problems.append(f"Is it {who}?")
        row.ask = NameQuestion("player", _answer_key(name, team), name, choices, NEW_PERSON, f" for {team}")
        return
    now = book.team_of(player) if player else None
    if now is not None and now != team:
        row.problems.append(f"{player} is registered with {now}. Ask for a transfer, or leave the row out.")
        return
    values, since = _row_values(sheet, line), _day(sheet.get(line, "since")) or start
    changes = [_change_text(key, value) for key, value in values.items() if player and getattr(player, key) != value]
    if player and now is None:
        changes.insert(0, f"Registered from {night(since, year=True)}")
    row.fate = RowOutcome.NEW if player is None else RowOutcome.CHANGED if changes else RowOutcome.SAME
    row.notes += [*changes, *filter(None, [written])]
    if player is None and len(name.split()) == 1:
        row.notes.append("Only one name.")
    if player is not None and spelling(player.name) != spelling(name):
        row.notes.append(f"{player} (written “{name}”)")
    row.needs += [("team", team.name)] if isinstance(team, TeamRow) else []
    row.doing = PlayerRow(player, name, None if now else team, since, values)


def _row_values(sheet: ImportSheet, line: SheetLine) -> dict[str, Any]:
    values: dict[str, Any] = {}
    if known_as := sheet.get(line, "known_as"):
        values["known_as"] = known_as
    if sheet.get(line, "under_18"):
        values["under_18"] = parse_yes(sheet.get(line, "under_18"))
    return values


def _change_text(key: str, value: object) -> str:
    if key == "under_18":
        return "Under 18" if value else "No longer under 18"
    return f"Also known as {value}"


def _player_errors(sheet: ImportSheet, line: SheetLine, name: str) -> Iterator[str]:
    team, known_as, under, since = (sheet.get(line, key) for key in ("team", "known_as", "under_18", "since"))
    yield from name_errors(name, "player", LONGEST_NAME)
    if not team:
        yield "The player has no team."
    if len(known_as) > LONGEST_KNOWN_AS:
        yield f"“Also known as” has at most {LONGEST_KNOWN_AS} letters."
    if parse_yes(under) is None:
        yield f"“{under}” under “Under 18” is neither yes nor no."
    if since and _day(since) is None:
        yield f"“{since}” is not a date. Write it as 24/11/2026."


def _day(text: str) -> date | None:
    written = parse_day(text)
    return written.day if written else None


# --- people with roles ------------------------------------------------------------------------------------------------
KNOWN_AS: dict[RoleKind, tuple[str, ...]] = {
    RoleKind.SECRETARY: ("league secretary", "league sec", "sec"),
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
        row = RowPreview(line, f"{name or 'No name'}, {role or 'no role'}{f', {team_name}' if match else ''}")
        if kind is None and (fold(role), fold(name)) in officers:
            row.words, row.fate, row.notes = f"{name}, {role}", RowOutcome.SAME, ["Already one of the officers."]
            yield row
            continue
        team = match.row if match else None
        row.problems += addresses.errors(line, name, email, phone, needed=True)
        row.problems += _role_errors(role, kind, team_name, match)
        row.problems = row.problems or list(addresses.duplicate_error(line, email, kind, team))
        if kind is not None and not row.problems:
            person = row.doing = PersonRow(name, email.lower(), phone, kind, team)
            row.fate = RowOutcome.SAME if holders.has(person) else RowOutcome.NEW
            row.notes += holders.invitation_notes(person)
            row.notes += filter(None, (match.text if match and match.note else "", named, added))
        elif match is not None and match.in_doubt and len(row.problems) == 1:
            row.ask = name_question("team", team_name, match.near)
        yield row


def parse_role(text: str) -> tuple[RoleKind | None, str]:
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
