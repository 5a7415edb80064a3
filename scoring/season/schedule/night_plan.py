"""What a secretary asks of a season's nights: where the spare ones lie, a full first night, a derby night."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import Enum

from scoring.season.schedule.task import Division, Match, Mode, Task, Wish, WishKind

WEIGHT = 10  # of what is not insisted on: what a request costs that matters a lot
PLANNED = ("spare-", "opening-", "derby-")  # how the ids of such choices begin
BETWEEN = (12, 28)  # the month and day between Christmas and the New Year


def is_choice(ident: str) -> bool:
    """Whether a wish of a task was chosen of its nights when the draft was made, and is no team's request."""
    return ident.startswith(PLANNED)


class SpareNights(Enum):
    """Where the nights lie on which a division of full rounds does not have to play."""

    END = "end"
    CHRISTMAS = "christmas"
    SPREAD = "spread"


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What is asked: nothing of the `spare` nights if that is None. `firm`: there is no list without it.

    On the `derby` night teams of one pub meet, if they are in one division.
    """

    spare: SpareNights | None = None
    full_opening: bool = False
    derby: date | None = None
    firm: bool = False


def with_night_plan(task: Task, plan: NightPlan, locked: Iterable[Match] = ()) -> Task:
    """The task with what is asked of its nights; no night of a fixed or `locked` match is kept free."""
    kept = [*(fixed.match for fixed in task.fixed), *locked]
    wishes: list[Wish] = []
    for division in task.divisions:
        taken = {match.date for match in kept if match.division == division.id}
        if plan.spare and (free := spare_nights(division, plan.spare, taken)):
            wishes.append(_of_division(WishKind.KEEP_FREE, "spare", division, free))
        if plan.full_opening and division.dates:
            wishes.append(_of_division(WishKind.FULL_NIGHT, "opening", division, division.dates[:1]))
    if plan.derby:
        wishes += (
            Wish(f"derby-{one}", WishKind.MEET_ON, hard=False, teams=(one, other), dates=frozenset({plan.derby}))
            for one, other in derby_pairs(task)
        )
    weight = 0 if plan.firm else WEIGHT
    return replace(task, wishes=task.wishes + tuple(replace(wish, hard=plan.firm, weight=weight) for wish in wishes))


def _of_division(kind: WishKind, name: str, division: Division, dates: Iterable[date]) -> Wish:
    return Wish(f"{name}-{division.id}", kind, hard=False, division=division.id, dates=frozenset(dates))


def derby_pairs(task: Task) -> tuple[tuple[str, str], ...]:
    """Teams of one pub and one division, two by two in the order of the task; of three the last has no derby."""
    waiting: dict[tuple[str, str], str] = {}
    pairs = []
    for team in task.teams:
        place = team.venue.partition("@")[0], team.division  # a pub that is used on two weekdays is two venues
        if place in waiting:
            pairs.append((waiting.pop(place), team.id))
        else:
            waiting[place] = team.id
    return tuple(pairs)


def spare_nights(division: Division, where: SpareNights, taken: Iterable[date] = ()) -> tuple[date, ...]:
    """The nights of a division that need not be used, in order, none of those `taken`; of full rounds only."""
    gone = set(taken)
    free = [day for day in division.dates if day not in gone]
    spare = len(free) - max(0, division.rounds - len(gone))
    if division.mode is not Mode.ROUNDS or spare < 1:
        return ()
    match where:
        case SpareNights.END:
            return tuple(free[-spare:])
        case SpareNights.CHRISTMAS:
            return tuple(sorted(sorted(free, key=_days_from_christmas)[:spare]))
        case SpareNights.SPREAD:  # the middle of each of so many equal parts of the season
            return tuple(free[(2 * part + 1) * len(free) // (2 * spare)] for part in range(spare))


def _days_from_christmas(day: date) -> int:
    """To the nearest days between Christmas and the New Year."""
    return min(abs((day - date(year, *BETWEEN)).days) for year in (day.year - 1, day.year))


def on_other_nights(task: Task) -> Task:
    """The task without the nights that are to be kept free: what is found for it leaves them free for certain."""
    free: dict[str, set[date]] = {}
    for wish in task.wishes:
        if wish.kind is WishKind.KEEP_FREE:
            free.setdefault(wish.division, set()).update(wish.dates)
    return replace(
        task,
        divisions=tuple(
            replace(each, dates=tuple(day for day in each.dates if day not in free.get(each.id, ())))
            for each in task.divisions
        ),
    )
