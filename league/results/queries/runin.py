"""What is still possible in a division: worked out from its table and the matches left, or read as it was last kept."""

from dataclasses import asdict, dataclass, replace
from datetime import datetime
from fractions import Fraction
from random import Random
from typing import Any

from django.db.models import Q

from league.base.jobs.models import Job, JobState
from league.results.choices import UNSETTLED_STATES
from league.results.queries.tables import Standings, TableLines, ledger_of, records_of, withdrawal_of
from league.schedule.choices import FixtureState
from league.schedule.models import Division, Entry, Fixture
from scoring.card.outcome import Kind
from scoring.season.ledger import Ledger, Withdrawal
from scoring.season.runin.ends import Chances, chances
from scoring.season.runin.prospects import Goal, Prospect, ProspectVerdict, final_prospects, goals, prospects, sentences
from scoring.season.tiebreak import rank

# Fewer matches than this are worked out while the page is drawn; more are a job's work. See docs/decisions/0017.
QUICK = 6
FAR_BELOW = 100_000  # points
LOOKED_AT = 5  # jobs, of which the last that came to its end is shown


@dataclass(frozen=True, slots=True)
class RunIn:
    """What can be said with `left` matches to play. `version` is that of the results it was worked out from."""

    sentences: tuple[str, ...]
    odds: tuple[dict[str, str], ...]
    left: int
    version: int
    at: datetime

    def as_json(self) -> dict[str, Any]:
        return asdict(self) | {"at": self.at.isoformat()}

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> "RunIn":
        return cls(
            tuple(data["sentences"]), tuple(data["odds"]), data["left"], data["version"],
            datetime.fromisoformat(data["at"]),
        )  # fmt: skip


def key_of(division: Division) -> str:
    return f"run-in-{division.pk}"


def latest_run_in(division: Division) -> tuple[RunIn | None, int]:
    """What was worked out last, and the version that was last asked for (0: none). One query."""
    jobs = list(Job.objects.filter(key=key_of(division)).order_by("-created_at", "-pk")[:LOOKED_AT])
    done = next((job for job in jobs if job.state == JobState.DONE and "sentences" in job.result), None)
    return (RunIn.from_json(done.result) if done else None), (jobs[0].args["version"] if jobs else 0)


def matches_left(division: Division) -> list[tuple[str, str]]:
    """(home, away) of every match without a result that counts, by entry key as text: one query.
    One more where a team has left or is to leave, and two where the table carries on that of a division that was split.
    """
    open_result = (
        Q(result=None) | Q(result__state__in=UNSETTLED_STATES) | Q(result__kind=Kind.UNFINISHED, result__counts=False)
    )
    keys = records_of([division])[division.pk]
    rows = Fixture.objects.filter(open_result, division__in=keys, away__isnull=False).exclude(state=FixtureState.VOID)
    columns = ("home_id", "away_id", "half", "home__withdrawn_on", "away__withdrawn_on")
    matches = list(rows.order_by("first_date", "pk").values_list(*columns))
    leaving: list[Withdrawal] = []
    if any(one or other for *_, one, other in matches):
        entries = Entry.objects.filter(division__in=keys, withdrawn_on__isnull=False)
        entries = entries.select_related("division__competition__season")
        leaving = [withdrawal_of(each, division.rules_in_force()) for each in entries]
    pairs = [
        (str(home), str(away)) for home, away, half, *_ in matches
        if not any(each.strikes_match(str(home), str(away), half) for each in leaving)
    ]  # fmt: skip
    if len(keys) == 1 or not pairs:
        return pairs
    lines = TableLines(Entry.objects.filter(division__in=keys).order_by("pk"), keys)
    ours = [(lines.keys[home], lines.keys[away]) for home, away in pairs]
    return [match for match in ours if lines.teams.keys() & {*match}]


def run_in(division: Division, left: list[tuple[str, str]], at: datetime) -> RunIn:
    """Work it out; `left` as `matches_left` has it. Three queries, and then up to a few seconds."""
    rules = division.rules_in_force()
    teams, ledger = ledger_of(division)
    # Teams that leave and still have matches that count finish last.
    outside = tuple(dict.fromkeys(team for match in left for team in match if team not in teams))
    below = {team: replace(ledger.records[team], adjusted=Fraction(-FAR_BELOW)) for team in outside}
    ledger = replace(ledger, records={**ledger.records, **below})
    targets = goals(len(teams), division.promoted, division.relegated)
    named = tuple(sorted(teams, key=ledger.alphabetical))
    order = tuple(team for cluster in rank(named, rules.steps, ledger) for team in cluster.teams) if teams else ()
    everybody = (*order, *outside)
    all_prospects = prospects(everybody, ledger, rules, left, [goal.within for goal in targets])
    team_prospects = tuple(each for each in all_prospects if each.team in order)
    lines = sentences(team_prospects, targets, ledger.names, len(left), rules.steps)
    estimate = chances(everybody, ledger, rules, left, dice=Random(division.slug))  # noqa: S311 (an estimate, not a secret)
    odds = _odds(team_prospects, targets, ledger, estimate)
    return RunIn(lines, odds, len(left), division.competition.results_version, at)


def run_out(division: Division, table: Standings, at: datetime) -> RunIn:
    """The same when no match is left, from the table as it stands; no query."""
    rows = [each.row for each in table.rows if not each.row.withdrawn]
    targets = goals(len(rows), division.promoted, division.relegated)
    names = {each.row.team: each.name for each in table.rows}
    lines = sentences(final_prospects(rows), targets, names, 0, table.league_rules.steps)
    return RunIn(lines, (), 0, division.competition.results_version, at)


def _odds(
    team_prospects: tuple[Prospect, ...], targets: tuple[Goal, ...], ledger: Ledger, estimate: Chances
) -> tuple[dict[str, str], ...]:
    """For every team the words of the title, of going up and of going down, never more than what is proved.
    They are "" for what cannot be had in this division.
    """
    by_name = {goal.name: goal for goal in targets}
    return tuple(
        {"team": ledger.name(each.team), "title": "", "up": "", "down": ""}
        | {name: _words(each, goal, estimate, against=name == "down") for name, goal in by_name.items()}
        for each in team_prospects
    )


def _words(prospect: Prospect, goal: Goal, estimate: Chances, *, against: bool) -> str:
    """A chance of ten in a hundred is "10%"."""
    share = estimate.within(prospect.team, goal.within)
    if prospect.is_sure_of(goal.within) is ProspectVerdict.YES:
        return "no" if against else "sure"
    if prospect.may_reach(goal.within) is ProspectVerdict.NO:
        return "sure" if against else "no"
    percent = round(100 * (1 - share if against else share))
    return "under 1%" if percent < 1 else "over 99%" if percent > 99 else f"{percent}%"
