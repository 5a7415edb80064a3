"""How far a season is set up: its steps, what each still needs, and where it is done."""

from dataclasses import dataclass
from datetime import date

from league.base.ui.formats import night
from league.schedule.models import Competition, Division, Entry, Season
from league.teams.models import Team
from scoring.words import spell_out


@dataclass(frozen=True, slots=True)
class SeasonStep:
    """One step of setting a season up: what there is of it, and the name of the page where it is done."""

    title: str
    text: str
    done: bool
    page: str
    act: str  # "" where nothing is left to do on the page


@dataclass(frozen=True, slots=True)
class SetUp:
    """A season in figures: its divisions with their teams, the teams in none, its drafts and its fixtures."""

    season: Season
    competition: Competition
    divisions: tuple[tuple[Division, tuple[Entry, ...]], ...]
    unplaced: tuple[Team, ...]
    drafts: int
    matches: int
    first: date | None
    last: date | None

    @property
    def teams(self) -> int:
        return sum(len(entries) for _, entries in self.divisions)

    @property
    def fixed(self) -> bool:
        """Whether results have come in: from then on the list is changed match by match."""
        return self.competition.frozen_at is not None

    @property
    def ready(self) -> bool:
        """Whether everything is there that a season needs."""
        return self.matches > 0

    @property
    def step(self) -> str:
        """What comes next: "divisions", "teams", "matches", "opening", or "" when nothing is left to do."""
        if not self.divisions:
            return "divisions"
        if not self.teams:
            return "teams"
        if not self.matches:
            return "matches"
        return "" if self.season.current else "opening"

    @property
    def steps(self) -> tuple[SeasonStep, ...]:
        """Everything that sets a season up, in the order in which it is done.

        Once results are in, matches change one at a time, and nothing leads to drafts any more.
        """
        plan, drafts = ("", "") if self.fixed else ("Plan the fixtures", "Drafts")
        publish = "" if self.matches else "Publish"
        opened = "" if self.season.current else "Make it the current season"
        return (
            SeasonStep("Dates", _dates_text(self.season), True, "season-days", "Change"),  # noqa: FBT003
            SeasonStep("Divisions", self._divisions_text, bool(self.divisions), "season-divisions", "Change"),
            SeasonStep("Teams", self._teams_text, self.teams > 0, "season-teams", "Change"),
            SeasonStep("Nights and requests", NIGHTS_TEXT, self._planned, "season-nights", plan),
            SeasonStep("Draft list", self._drafts_text, self._planned, "season-lists", drafts),
            SeasonStep("Publish the fixtures", self._fixtures_text, self.matches > 0, "season-lists", publish),
            SeasonStep("Current season", CURRENT_TEXT, self.season.current, "open-season", opened),
        )

    @property
    def next(self) -> SeasonStep | None:
        """The first step that is not done."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def steps_done(self) -> int:
        return sum(step.done for step in self.steps)

    @property
    def _planned(self) -> bool:
        return bool(self.drafts or self.matches)

    @property
    def _divisions_text(self) -> str:
        there = [f"{division} ({spell_out(len(entries), 'team')})" for division, entries in self.divisions]
        return ", ".join(there) or "None yet. A small league needs only one."

    @property
    def _teams_text(self) -> str:
        left_out = ", ".join(map(str, self.unplaced))
        there = f"{spell_out(self.teams, 'team').capitalize()} in {spell_out(len(self.divisions), 'division')}."
        return there + (f" Not in a division: {left_out}." if left_out else "")

    @property
    def _drafts_text(self) -> str:
        if self.drafts:
            made = spell_out(self.drafts, "draft")
            return f"{made[0].upper()}{made[1:]}."
        return "The fixtures were entered without one." if self.matches else "The site makes one in about a minute."

    @property
    def _fixtures_text(self) -> str:
        if not self.matches or self.first is None or self.last is None:
            return "Nobody but you sees a draft before you publish it."
        return f"{self.matches} matches, {night(self.first)} to {night(self.last, year=True)}."


NIGHTS_TEXT = "Which nights have no league matches, what the teams ask for, and whether it can all be done."
CURRENT_TEXT = "The league’s pages show its fixtures and tables, and captains send results for it."


def _dates_text(season: Season) -> str:
    first, last = night(season.starts, year=True), night(season.ends, year=True)
    return f"{first} to {last}. The first half ends {night(season.halfway)}."
