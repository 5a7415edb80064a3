"""Fixture problems of the literature, in the RobinX form: an instance as a task, and a list as a solution.

The form is of Van Bulck, Goossens, Schönberger and Guajardo, "RobinX: a three-field classification and unified data
format for round-robin sports timetabling" (EJOR 2020).

    CA1  max 0 in some slots         no_home, no_away, no_match
    CA3  max matches in intp slots   at_most
    CA4  max at home, HARD           the boards of a venue that the teams share; of two teams also not_both_home
    CA4  max 1 of two that play      not_same_date
    SE1  min slots between meetings  min_gap_days

A slot is a day: slot 0 is FIRST_DAY, and the slots of an instance are its numbers without a gap.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from itertools import combinations
from xml.etree import ElementTree as ET

from scoring.season.schedule.files import FileFault, Misread, TaskError
from scoring.season.schedule.task import Division, Match, Mode, Task, Team, Venue, Weights, Wish, WishKind

FIRST_DAY = date(2001, 1, 1)
FREE = Weights(breaks=0, run3=0, half=0, gap=0, change=0, delay=0, idle=0, week2=0)  # only wishes cost anything
MODES = {"H": WishKind.NO_HOME, "A": WishKind.NO_AWAY, "HA": WishKind.NO_MATCH}


def read_instance(text: str) -> Task:
    """The task of an instance; raises TaskError with the name of everything that cannot be translated."""
    try:
        top = ET.fromstring(text)  # noqa: S314 (expat refuses entities that grow; the file is the user's own)
    except ET.ParseError as error:
        raise TaskError([FileFault("Instance", "XML in the RobinX form", str(error))]) from error
    reader = _Instance(top)
    task = reader.task()
    if reader.faults:
        raise TaskError(reader.faults)
    return task


def _numbers(text: str | None) -> list[int]:
    """As in "0;3;5"; what is no number is left out."""
    return [int(each) for each in (text or "").replace(",", ";").split(";") if each.strip().isdecimal()]


class _Instance:
    """One instance while it is read: its teams, groups and slots, and what could not be translated."""

    def __init__(self, top: ET.Element) -> None:
        self.top = top
        self.faults: list[FileFault] = []
        self.teams = {team.get("id", ""): team for team in top.iter("team")}
        self.league = {key: team.get("league", "0") for key, team in self.teams.items()}
        self.slots = [int(slot.get("id") or -1) for slot in top.iter("slot")]
        self.in_group: dict[int, set[str]] = defaultdict(set)
        for key, team in self.teams.items():
            for group in _numbers(team.get("teamGroups")):
                self.in_group[group].add(key)
        self.in_slots: dict[int, set[int]] = defaultdict(set)
        for slot in top.iter("slot"):
            for group in _numbers(slot.get("slotGroups") or slot.get("slotGroup")):
                self.in_slots[group].add(int(slot.get("id") or -1))
        self.boards: dict[str, tuple[str, int]] = {}  # by team: the venue that it shares, and its boards
        self.gaps: dict[str, int] = {}  # by league, in days
        self.wishes: list[Wish] = []

    def refuse(self, where: str, expected: str, value: str) -> None:
        self.faults.append(FileFault(where, expected, value))

    def task(self) -> Task:
        if not self.teams or self.slots != list(range(len(self.slots))):
            self.refuse("Resources", "teams, and slots numbered from 0 without a gap", f"{len(self.slots)} slots")
        objective = (self.top.findtext(".//Objective") or "SC").strip()
        if objective != "SC":
            self.refuse("ObjectiveFunction", "SC, the soft constraints", objective)
        if self.top.find(".//AdditionalGames/*") is not None:
            self.refuse("AdditionalGames", "none", "some")
        for constraint in self.top.findall("Constraints/*/*"):
            if constraint.tag in READERS:
                READERS[constraint.tag](self, constraint)
            else:
                self.cannot(constraint, "one of " + ", ".join(READERS))
        leagues = sorted(set(self.league.values()))
        venues = dict(self.boards.values())
        own = [key for key in self.teams if key not in self.boards]
        return Task(
            id=(self.top.findtext(".//InstanceName") or "RobinX").strip().removesuffix(".xml"),
            divisions=tuple(self._division(league) for league in leagues),
            venues=(
                *(Venue(name, name, boards) for name, boards in sorted(venues.items())),
                *(Venue(f"V{key}", f"V{key}") for key in own),
            ),
            teams=tuple(
                Team(key, team.get("name") or key, self.boards.get(key, (f"V{key}", 1))[0], self.league[key])
                for key, team in self.teams.items()
            ),
            wishes=tuple(self.wishes),
            weights=FREE,
        )

    def _division(self, league: str) -> Division:
        form = next((each for each in self.top.iter("Format") if league in (each.get("leagueIds") or league)), None)
        mode = self._text(form, "compactness", "R")
        if mode not in {"R", "C"}:
            self.refuse("Format.compactness", "R or C", mode)
        if self._text(form, "gameMode", "NULL") != "NULL":
            self.refuse("Format.gameMode", "NULL: no phases", self._text(form, "gameMode", ""))
        legs = _numbers(self._text(form, "numberRoundRobin", "2")) or [2]
        return Division(
            id=league,
            name=next(
                (each.get("name") or league for each in self.top.iter("league") if each.get("id") == league), league
            ),
            teams=tuple(key for key in self.teams if self.league[key] == league),
            dates=tuple(map(day_of, self.slots)),
            legs=legs[0],
            mode=Mode.ROUNDS if mode == "C" else Mode.RELAXED,
            min_gap_days=self.gaps.get(league, 0),
        )

    def _text(self, form: ET.Element | None, name: str, default: str) -> str:
        return (form.findtext(name) if form is not None else None) or default

    # What a constraint is about.

    def who(self, constraint: ET.Element, which: str = "") -> list[str]:
        named = {str(number) for number in _numbers(constraint.get(f"teams{which}"))}
        for group in _numbers(constraint.get(f"teamGroups{which}")):
            named |= self.in_group[group]
        return [key for key in self.teams if key in named]

    def when(self, constraint: ET.Element) -> list[int]:
        named = set(_numbers(constraint.get("slots")))
        for group in _numbers(constraint.get("slotGroups")):
            named |= self.in_slots[group]
        return sorted(named & set(self.slots))

    def against_all(self, constraint: ET.Element, teams: Iterable[str]) -> bool:
        """Whether matches against any opponent count."""
        others = set(self.who(constraint, "2"))
        leagues = {self.league[team] for team in teams}
        return not others or others >= {key for key in self.teams if self.league[key] in leagues}

    def wish(self, constraint: ET.Element, kind: WishKind, **about: object) -> None:
        """A wish of the same id as the others of its constraint, firm where the constraint is HARD."""
        hard = constraint.get("type") == "HARD"
        weight = 0 if hard else int(constraint.get("penalty") or 1)
        name = f"{constraint.tag}.{len(self.wishes) + 1}"
        self.wishes.append(Wish(name, kind, hard=hard, weight=weight, **about))  # type: ignore[arg-type]

    def cannot(self, constraint: ET.Element, expected: str) -> None:
        attributes = " ".join(f"{key}={value}" for key, value in constraint.attrib.items() if len(value) <= 20)
        self.refuse(f"Constraints.{constraint.tag}", expected, attributes)


def _ca1(instance: _Instance, constraint: ET.Element) -> None:
    kind = MODES.get(constraint.get("mode", ""))
    if kind is None or constraint.get("max") != "0":
        instance.cannot(constraint, "max=0 in mode H, A or HA")
        return
    days = frozenset(map(day_of, instance.when(constraint)))
    for team in instance.who(constraint) if days else ():
        instance.wish(constraint, kind, team=team, dates=days)


def _ca3(instance: _Instance, constraint: ET.Element) -> None:
    teams = instance.who(constraint, "1")
    most, nights = int(constraint.get("max") or 0), int(constraint.get("intp") or 0)
    modes = constraint.get("mode1"), constraint.get("mode2")
    if modes != ("HA", "SLOTS") or not most or not nights or not _only_most(constraint):
        instance.cannot(constraint, "mode1=HA, mode2=SLOTS, min=0 and max of 1 or more")
    elif not instance.against_all(constraint, teams):
        instance.cannot(constraint, "matches against any team of the league")
    else:
        for team in teams:
            instance.wish(constraint, WishKind.AT_MOST, team=team, most=most, nights=nights)


def _ca4(instance: _Instance, constraint: ET.Element) -> None:
    teams, most = instance.who(constraint, "1"), int(constraint.get("max") or 0)
    pairs, leagues = list(combinations(teams, 2)), instance.league
    hard, mode = constraint.get("type") == "HARD", constraint.get("mode1")
    everywhere = not instance.when(constraint) or instance.when(constraint) == instance.slots
    in_each = constraint.get("mode2") == "EVERY" and everywhere and _only_most(constraint)
    if not in_each or not instance.against_all(constraint, teams):
        instance.cannot(constraint, "mode2=EVERY, min=0, in every slot and against any team")
    elif mode == "H" and hard and most and not any(team in instance.boards for team in teams):
        venue = f"S{teams[0]}" if teams else ""
        instance.boards |= dict.fromkeys(teams, (venue, most))
    elif mode == "H" and most == 1 and (hard or len(teams) == 2):
        for pair in pairs:
            instance.wish(constraint, WishKind.NOT_BOTH_HOME, teams=pair)
    # Teams of one league would have to meet, which counts as two that play.
    elif mode == "HA" and most == 1 and (hard or len(teams) == 2) and all(leagues[a] != leagues[b] for a, b in pairs):
        for pair in pairs:
            instance.wish(constraint, WishKind.NOT_SAME_DATE, teams=pair)
    else:
        instance.cannot(constraint, "mode1=H, or HA with max=1 for teams of different leagues; SOFT only for two teams")


def _se1(instance: _Instance, constraint: ET.Element) -> None:
    teams = set(instance.who(constraint)) or set(instance.teams)
    leagues = {instance.league[team] for team in teams}
    whole = teams == {key for key in instance.teams if instance.league[key] in leagues}
    most = int(constraint.get("max") or len(instance.slots))
    if constraint.get("type") != "HARD" or not whole or most < len(instance.slots) - 1:
        instance.cannot(constraint, "HARD, for whole leagues, without a max that says anything")
        return
    for league in leagues:
        instance.gaps[league] = max(instance.gaps.get(league, 0), int(constraint.get("min") or 0) + 1)


def _only_most(constraint: ET.Element) -> bool:
    return (constraint.get("min") or "0") == "0"


READERS: dict[str, Callable[[_Instance, ET.Element], None]] = {"CA1": _ca1, "CA3": _ca3, "CA4": _ca4, "SE1": _se1}


# --- slots and solutions ----------------------------------------------------------------------------------------------
def day_of(slot: int) -> date:
    return FIRST_DAY + timedelta(days=slot)


def read_solution(text: str, task: Task) -> tuple[tuple[Match, ...], tuple[Misread, ...]]:
    """The matches of a solution, and every game (counted from 1) that could not be read."""
    division = {team.id: team.division for team in task.teams}
    matches, misread = [], []
    try:
        games = list(ET.fromstring(text).iter("ScheduledMatch"))  # noqa: S314 (as above)
    except ET.ParseError as error:
        return (), (Misread(error.position[0], f"this is no XML ({error})"),)
    for number, game in enumerate(games, 1):
        home, away, slot = (game.get(key, "") for key in ("home", "away", "slot"))
        if not slot.isdecimal():
            misread.append(Misread(number, f"“{slot}” is no slot; a slot is a whole number"))
        else:
            matches.append(Match(division.get(home, ""), day_of(int(slot)), home, away))
    return tuple(matches), tuple(misread)


def write_solution(task: Task, matches: Iterable[Match], cost: int) -> str:
    """The list as a solution; the task must come from an instance."""
    top = ET.Element("Solution")
    about = ET.SubElement(top, "MetaData")
    ET.SubElement(about, "InstanceName").text = task.id
    ET.SubElement(about, "ObjectiveValue", infeasibility="0", objective=str(cost))
    games = ET.SubElement(top, "Games")
    for match in sorted(matches, key=lambda match: (match.date, match)):
        slot = str((match.date - FIRST_DAY).days)
        ET.SubElement(games, "ScheduledMatch", home=match.home, away=match.away, slot=slot)
    ET.indent(top)
    return ET.tostring(top, encoding="unicode", xml_declaration=True) + "\n"
