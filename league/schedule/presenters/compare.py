"""Two or three lists side by side: what each is worth, wish by wish and team by team, and where they differ."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from league.base.jobs.models import Job
from league.base.ui.formats import night
from league.schedule.presenters.manual_edit import KINDS
from league.schedule.values.lists import ListContents
from scoring.season.schedule.judge import Judgement
from scoring.season.schedule.sentences import Names
from scoring.season.schedule.task import Match


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """One figure of every list, in the order of the lists; `best` says which of them are the lowest, if they differ."""

    name: str
    values: tuple[int | None, ...]

    @property
    def cells(self) -> list[tuple[int | None, bool]]:
        known = [value for value in self.values if value is not None]
        lowest = min(known) if known and len(set(self.values)) > 1 else None
        return [(value, value is not None and value == lowest) for value in self.values]


@dataclass(frozen=True, slots=True)
class Comparison:
    """`sums` of each list, `wishes` that not all of them meet with who does, `teams` for which they cost different
    sums, and for two lists the matches that are not on the same night at the same pub.
    """

    lists: tuple[ListContents, ...]
    sums: tuple[ComparisonRow, ...]
    wishes: tuple[tuple[str, tuple[bool, ...]], ...]
    teams: tuple[ComparisonRow, ...]
    same: int
    differing: tuple[tuple[str, tuple[str, ...]], ...]


def compared(lists: Sequence[ListContents]) -> Comparison:
    """Everything that tells these lists apart."""
    judged = [each.judged() for each in lists]
    meetings = [_meetings(each.matches) for each in lists]
    names = {key: name for each in reversed(lists) for key, name in each.names.items()}
    pairs = sorted({pair for each in meetings for pair in each}, key=lambda pair: [names.get(key, key) for key in pair])
    nights = {pair: tuple(_nights(each.get(pair, [])) for each in meetings) for pair in pairs}
    return Comparison(
        lists=tuple(lists),
        sums=tuple(_sums(lists, judged)),
        wishes=tuple(_wishes(lists, judged)),
        teams=tuple(_teams(judged, names)),
        same=sum(len(set(there)) == 1 for there in nights.values()),
        differing=tuple(
            (f"{names.get(home, home)} v {names.get(away, away)}", there)
            for (home, away), there in nights.items()
            if len(set(there)) > 1
        ),
    )


def _sums(lists: Sequence[ListContents], judged: Sequence[Judgement]) -> list[ComparisonRow]:
    lines = [
        ComparisonRow("Rules broken", tuple(each.hard for each in judged)),
        ComparisonRow("Penalty points", tuple(each.cost for each in judged)),
        ComparisonRow("Fewest penalty points possible", tuple(each.row.bound for each in lists)),
        ComparisonRow("Back-to-back home or away matches", tuple(sum(each.breaks.values()) for each in judged)),
    ]
    kinds = [
        ComparisonRow(f"Points for {text}", tuple(each.by_kind.get(kind, 0) for each in judged))
        for kind, text in KINDS.items()
    ]
    return [*lines, *(line for line in kinds if any(line.values))]


def _wishes(lists: Sequence[ListContents], judged: Sequence[Judgement]) -> list[tuple[str, tuple[bool, ...]]]:
    """Every wish that one of the lists does not meet, with whether each does."""
    unmet = [{key for cost in each.costs if cost.kind == "rule" for key in cost.about} for each in judged]
    wishes = {wish.id: Names.of(each.task).wish_text(wish) for each in lists for wish in each.task.wishes}
    return [
        (text, tuple(key not in broken for broken in unmet))
        for key, text in wishes.items()
        if any(key in broken for broken in unmet)
    ]


def _teams(judged: Sequence[Judgement], names: dict[str, str]) -> list[ComparisonRow]:
    """What each list costs a team, where they are not all the same."""
    sums = [Counter[str]() for _ in judged]
    for each, found in zip(judged, sums, strict=True):
        for cost in each.costs:
            for key in cost.about:
                found[key] += cost.amount
    teams = sorted({key for found in sums for key in found} & names.keys(), key=lambda key: names[key])
    lines = [ComparisonRow(names[key], tuple(found[key] for found in sums)) for key in teams]
    return [line for line in lines if len(set(line.values)) > 1]


def _meetings(matches: Iterable[Match]) -> dict[tuple[str, str], list[Match]]:
    found: dict[tuple[str, str], list[Match]] = {}
    for match in sorted(matches):
        found.setdefault((match.home, match.away), []).append(match)
    return found


def _nights(matches: Iterable[Match]) -> str:
    return ", ".join(night(match.date) for match in matches) or "not in this draft"


def chart_of(job: Job) -> str:
    """How the cost went down, as points of a line 100 wide and 24 high; "" before two lists were found."""
    line = job.progress.get("line") or []
    if len(line) < 2:
        return ""
    last, top, low = max(float(job.progress.get("seconds") or 0), line[-1][0]) or 1, line[0][1], line[-1][1]
    steps = [*line, (last, low)]
    return " ".join(
        f"{100 * seconds / last:.1f},{22 - 20 * (cost - low) / ((top - low) or 1):.1f}" for seconds, cost in steps
    )
