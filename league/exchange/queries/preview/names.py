"""The teams and venues of the league by name, for the rows of a spreadsheet, and the teams that a file brings along."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from league.exchange.values.outcomes import (
    NEAR,
    VERY_NEAR,
    ImportSheet,
    NameIndex,
    NameMatch,
    NameQuestion,
    RowPreview,
    name_question,
)
from league.teams.actions.imports import TeamRow
from league.teams.models import FormerName, Player, Registration, Team, Venue
from league.teams.queries.people import players_by_name
from league.teams.queries.squads import former_names_of_venues
from scoring.names import fold, has_letters, spelling

LONGEST_TEAM = 60
OWN = {"team": "A team of its own", "venue": "A venue of its own"}
NEW_PERSON = "Someone new to the league"
SAME_AS = "="  # before the name in an answer that says which other name of the file is meant


def team_names(sheet: ImportSheet, least: float = NEAR, also: Mapping[str, Team] | None = None) -> NameIndex[Team]:
    """The teams by their names of now, those in `also`, and the ones that they had before; two queries."""
    teams = {team.name: team for team in Team.objects.select_related("venue").order_by("pk")}
    by_key = {team.pk: team for team in teams.values()}
    former = {row.name: by_key[row.team_id] for row in FormerName.objects.order_by("until", "pk")}
    return sheet.names("team", {**(also or {}), **teams}, least, former)


def venue_names(sheet: ImportSheet, least: float = NEAR) -> NameIndex[Venue]:
    """The venues by their current and former names; two queries."""
    venues = {venue.name: venue for venue in Venue.objects.order_by("pk")}
    return sheet.names("venue", venues, least, former_names_of_venues(venues.values()))


def name_errors(name: str, what: str, most: int) -> Iterator[str]:
    if not name:
        yield f"The {what} has no name."
    elif not has_letters(name):
        yield f"“{name}” is no name: it has no letters."
    elif len(name) > most:
        yield f"The name has at most {most} letters. It has {len(name)}."


def _spelt(name: str) -> str:
    """The spelling of a name without "the", which one list has and the next leaves out."""
    return spelling(name).removeprefix("the ")


@dataclass(frozen=True, slots=True)
class Meant:
    """The team that a name of the file stands for, or the one to add for it; or why that is not known yet."""

    side: Team | TeamRow | None
    note: str = ""
    why: str = ""
    ask: NameQuestion | None = None

    def put_on(self, row: RowPreview) -> Team | TeamRow | None:
        """The team, with what is to be said of it noted on a row that names it."""
        row.problems += filter(None, [self.why])
        row.notes += filter(None, [self.note])
        row.ask = row.ask or self.ask
        row.needs += [("team", self.side.name)] if isinstance(self.side, TeamRow) else []
        return self.side


class FileNames:
    """The names of teams in a file. Two spellings are one team only where nothing in the file tells them apart.

    `rows` counts a name, `first` is its row, `together` who is in one row with it; `active`: new teams still play.
    """

    def __init__(self, sheet: ImportSheet, index: NameIndex[Team], columns: Sequence[str], *, active: bool) -> None:
        self.index, self.answers, self.active = index, sheet.answers.get("team", {}), active
        self.rows: Counter[str] = Counter()
        self.first: dict[str, int] = {}
        self.together: dict[str, set[str]] = {}
        self.home_venues: dict[str, Venue | str] = {}
        self._spelt: dict[str, list[str]] = {}
        self._meant: dict[str, Meant] = {}
        self._new: dict[str, TeamRow] = {}
        for line in sheet.lines:
            of_row = [name for column in columns if (name := sheet.get(line, column))]
            for name in of_row:
                self.rows[name] += 1
                self.first.setdefault(name, line.number)
                self.together.setdefault(spelling(name), set()).update(spelling(each) for each in of_row)
        for name in self.rows:
            same = self._spelt.setdefault(fold(name), [])
            if _spelt(name) not in map(_spelt, same):
                same.append(name)

    def find(self, name: str) -> Meant:
        if name not in self._meant:
            self._meant[name] = self._find(name)
        return self._meant[name]

    def _find(self, name: str) -> Meant:
        answer = self.answers.get(spelling(name), "")
        if answer.startswith(SAME_AS) and answer != SAME_AS + name:
            meant = self.find(answer.removeprefix(SAME_AS))
            return Meant(meant.side, f"{meant.side} (written “{name}”)", meant.why, meant.ask)
        name_match = self.index.find(name)
        if name_match.row is not None and self._told_apart(name, name_match):
            return self._question(name, (name_match.row,), ())
        if name_match.row is not None:
            return Meant(name_match.row, name_match.text if name_match.note else "")
        near = () if name_match.answered else tuple(team for team in name_match.near if not self._plays(team, name))
        alike = () if name_match.answered else tuple(self._alike(name))
        return self._question(name, near, alike) if near or alike else self._added(name, own=name_match.answered)

    def _told_apart(self, name: str, name_match: NameMatch[Team]) -> bool:
        """Whether the file has the team under another spelling too, and nobody has said that both are one."""
        return bool(name_match.note) and not name_match.answered and len(self._spelt.get(fold(name), [])) > 1

    def _plays(self, team: Team, name: str) -> bool:
        """Whether the file has a team as the opponent of a name, which is then another team's."""
        return spelling(team.name) in self.together.get(spelling(name), set())

    def _alike(self, name: str) -> Iterator[str]:
        """Other names of the file that are no team's yet and may be this one, if they are more often there."""
        others = [other for other in self.rows if self._before(other, name) and self.index.find(other).row is None]
        apart = self.together.get(spelling(name), set())
        near = NameIndex({other: other for other in others if spelling(other) not in apart}, least=VERY_NEAR)
        if spelling(name) in {spelling(other) for other in others}:
            return
        name_match = near.find(name)
        yield from [name_match.row] if name_match.row else name_match.near

    def _before(self, other: str, name: str) -> bool:
        """Whether another name is the one to ask about this by: the more frequent, else the earlier."""
        return (-self.rows[other], self.first[other], other) < (-self.rows[name], self.first[name], name)

    def _question(self, name: str, near: Sequence[Team], alike: Sequence[str]) -> Meant:
        ask = name_question("team", name, near, OWN["team"])
        choices = (*ask.near, *((f"{SAME_AS}{other}", f"{other}, as in row {self.first[other]}") for other in alike))
        ask = NameQuestion("team", ask.key, name, choices, OWN["team"])
        words = " or ".join([*map(str, near), *alike])
        exact = bool(near) and self.index.find(name).row is not None
        why = f"The file has both “{name}” and “{self._other(name)}”." if exact else f"There is no team “{name}”."
        return Meant(None, why=f"{why} Is it {words}?", ask=ask)

    def _other(self, name: str) -> str:
        return next(other for other in self._spelt[fold(name)] if _spelt(other) != _spelt(name))

    def _added(self, name: str, *, own: bool) -> Meant:
        if why := next(name_errors(name, "team", LONGEST_TEAM), ""):
            return Meant(None, why=why)
        key = spelling(name) if own else fold(name)
        if key not in self._new:
            self._new[key] = TeamRow(None, name, self.home_venues.get(name), active=self.active)
        return Meant(self._new[key])


class PlayerNames:
    """The players of the league by name; of several of one name, and of near ones, it is asked who is meant."""

    def __init__(self, sheet: ImportSheet) -> None:
        self.answers = sheet.answers.get("player", {})
        self.players = players_by_name(Player.objects.filter(merged_into=None).order_by("pk"))
        single = {same[0].name: same[0] for same in self.players.values() if len(same) == 1}
        self.names: NameIndex[Player] = sheet.names("player", single, VERY_NEAR)

    def find(self, name: str) -> tuple[Player | None, NameQuestion | None]:
        """Who is meant by a name; None for somebody new; with the question, if that is not known yet."""
        same = self.players.get(fold(name), [])
        if len(same) > 1:
            answer = self.answers.get(spelling(name), "")
            named = next((player for player in same if str(player.pk) == answer), None)
            if named or answer:
                return named, None
            rows = Registration.objects.filter(player__in=same).select_related("team").order_by("since", "pk")
            teams = {row.player_id: row.team.name for row in rows}
            choices = tuple((str(player.pk), f"{player}, {teams.get(player.pk, 'with no team')}") for player in same)
            return None, NameQuestion("player", spelling(name), name, choices, NEW_PERSON)
        match = self.names.find(name)
        if match.in_doubt:
            return None, name_question("player", name, match.near, NEW_PERSON)
        return match.row, None
