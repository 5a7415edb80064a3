"""What a new league still has to do before its first fixtures are out, the next step first; worked out from its rows.

Keeps nothing: once fixtures are out there is no list any more.
"""

from dataclasses import dataclass

from django.urls import reverse

from league.schedule.models import Season
from league.teams.models import League
from scoring import codec
from scoring.card.presets import BLANK, PRESETS
from scoring.words import several

FEWEST_TEAMS = 2


@dataclass(frozen=True, slots=True)
class ChecklistStep:
    """One thing to set up: what there is of it, and the address and name of what does it."""

    title: str
    text: str
    done: bool
    url: str
    act: str


@dataclass(frozen=True, slots=True)
class Checklist:
    steps: tuple[ChecklistStep, ...]

    @property
    def next(self) -> ChecklistStep | None:
        """The first that is not done."""
        return next((step for step in self.steps if not step.done), None)

    @property
    def done(self) -> int:
        return sum(step.done for step in self.steps)


@dataclass(frozen=True, slots=True)
class SetUpCounts:
    """What a league has: `lists` are the numbers of the drafts, the best first."""

    secretary: str
    venues: int
    teams: int
    captains: int
    season: Season | None
    placed: int
    lists: tuple[int, ...]
    fixtures: bool


def present_checklist(league: League, counts: SetUpCounts) -> Checklist:
    """The steps in their order, each with how far it has come."""
    steps = (_you, _rules, _venues, _teams, _people, _season, _fixtures, _publish)
    return Checklist(tuple(step(league, counts) for step in steps))


def _you(league: League, counts: SetUpCounts) -> ChecklistStep:
    text = f"{counts.secretary} is the secretary." if counts.secretary else "The league has no secretary yet."
    act = "See the people" if counts.secretary else "Invite the secretary"
    name = "people" if counts.secretary else "invite-person"
    return ChecklistStep("The secretary", text, bool(counts.secretary), reverse(name, args=[league.slug]), act)


def _rules(league: League, _counts: SetUpCounts) -> ChecklistStep:
    written = league.rules != codec.encode(BLANK)
    text = "None yet. Write them before the first result."
    if written:
        text = f"{_whose(league)} Change what differs before the first result."
    act = "Check the rules" if written else "Write the rules"
    return ChecklistStep("Rules", text, written, reverse("league-rules", args=[league.slug]), act)


def _whose(league: League) -> str:
    if league.preset == BLANK.key:
        return "Your own."
    return f"Started from {PRESETS[league.preset].name if league.preset in PRESETS else 'the rules it came with'}."


def _venues(league: League, counts: SetUpCounts) -> ChecklistStep:
    text = f"{counts.venues} so far." if counts.venues else "They come with the teams, on one form."
    name = "venues" if counts.venues else "add-teams"
    act = "See the venues" if counts.venues else "Add venues and teams"
    return ChecklistStep("Venues", text, counts.venues > 0, reverse(name, args=[league.slug]), act)


def _teams(league: League, counts: SetUpCounts) -> ChecklistStep:
    text = f"{counts.teams} so far." if counts.teams else "All of them on one form, with their captains."
    done = counts.teams >= FEWEST_TEAMS
    return ChecklistStep(
        "Teams", text, done, reverse("add-teams", args=[league.slug]), "Add more teams" if done else "Add teams"
    )


def _people(league: League, counts: SetUpCounts) -> ChecklistStep:
    text = f"{counts.captains} of {counts.teams} teams have a captain." if counts.teams else "After the teams."
    done = counts.teams >= FEWEST_TEAMS and counts.captains == counts.teams
    act, name = ("See the people", "people") if done else ("Add captains", "add-people")
    return ChecklistStep("Captains", text, done, reverse(name, args=[league.slug]), act)


def _season(league: League, counts: SetUpCounts) -> ChecklistStep:
    if counts.season is None:
        url, text = reverse("new-season", args=[league.slug]), "Its name, its first day and its last."
        return ChecklistStep("Season", text, False, url, "Set up a season")  # noqa: FBT003
    url = reverse("season-setup", args=[league.slug, counts.season.slug])
    done = counts.placed >= FEWEST_TEAMS
    text = f"{counts.season}, with {several(counts.placed, 'team')}."
    return ChecklistStep("Season", text, done, url, "See the season" if done else "Put teams in divisions")


def _fixtures(league: League, counts: SetUpCounts) -> ChecklistStep:
    url = _of_season("season-lists", league, counts)
    if counts.fixtures or counts.lists:
        return ChecklistStep("Fixtures", "A draft list is made.", True, url, "See the drafts")  # noqa: FBT003
    text = "The site makes a draft list in about a minute, and you may change it."
    return ChecklistStep("Fixtures", text, False, url, "Make a draft list")  # noqa: FBT003


def _publish(league: League, counts: SetUpCounts) -> ChecklistStep:
    url, act = _of_season("season-lists", league, counts), "Publish the fixtures"
    if counts.fixtures:
        url, act = _of_season("open-season", league, counts), "Make it the current season"
    elif counts.lists:
        url = _of_season("publish-list", league, counts, counts.lists[0])
    text = (
        "The fixtures are published, but only you can see the season."
        if counts.fixtures
        else "Then everyone can see them."
    )
    return ChecklistStep("Publish", text, False, url, act)  # noqa: FBT003


def _of_season(name: str, league: League, counts: SetUpCounts, *more: object) -> str:
    """A page of the season, or the one that sets it up."""
    if counts.season is None:
        return reverse("new-season", args=[league.slug])
    return reverse(name, args=[league.slug, counts.season.slug, *more])
