"""What is still possible for every team of a table: its best and worst place, the points it needs; that in sentences.

Everything here is proved, by a search through all that may happen; nothing is likely or unlikely. It holds for every
way to end the matches that are left, played out or given as walkovers, with points given and taken as they are now.
Level teams are separated by the league's own steps as far as they can be added up; where the rest hangs on a step that
cannot be known beforehand (head-to-head, pegs), that is said: a verdict is then LEVEL.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from fractions import Fraction

from scoring.card.league_rules import LeagueRules, Step
from scoring.card.points import amount, plain
from scoring.season.ledger import Ledger
from scoring.season.runin.ends import Counts, Fixture, MatchEnd, by_points, by_steps, ends
from scoring.season.runin.limits import Ends, LimitQuestion
from scoring.season.runin.search import Effort, TooHardError
from scoring.season.table import Row
from scoring.words import join_list, number_word, spell_out

# Steps of the search that are allowed: for the places of a whole table on points; for each question about its
# tie-breaks; for what one team needs; and for what all of them need.
EFFORT, TIE_EFFORT, NEEDS_EFFORT, ALL_NEEDS = 100_000, 300, 500, 5_000


class ProspectVerdict(StrEnum):
    """LEVEL: it may come to a tie-break that nobody can work out beforehand."""

    YES = "yes"
    LEVEL = "level"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Span:
    """A place that is `low` if every such tie-break goes well for the team, and `high` if it goes badly."""

    low: int
    high: int

    def within(self, place: int) -> ProspectVerdict:
        if self.high <= place:
            return ProspectVerdict.YES
        return ProspectVerdict.NO if self.low > place else ProspectVerdict.LEVEL


@dataclass(frozen=True, slots=True)
class PointsNeeded:
    """Points that a team needs from its matches to finish in the first `within` places.

    `chance` is the fewest with which it still may. `sure` is the fewest with which it must, whatever others do; None
    if no number is enough. With `level`, fewer than that, nobody who would push it out can have more points than it,
    but some may have as many; None if there is no such number. `wins` is how many matches it has to win at least.
    """

    within: int
    chance: Fraction
    sure: Fraction | None = None
    level: Fraction | None = None
    wins: int = 0


@dataclass(frozen=True, slots=True)
class Prospect:
    """What is possible for one team, which has `left` matches to play. `needs` are for places still open to it, as far
    as they could be worked out: with forty matches left they always could so far, with ninety not for every team.
    """

    team: str
    left: int
    best: Span
    worst: Span
    needs: tuple[PointsNeeded, ...] = ()

    def may_reach(self, place: int) -> ProspectVerdict:
        return self.best.within(place)

    def is_sure_of(self, place: int) -> ProspectVerdict:
        return self.worst.within(place)

    def open_to(self, place: int) -> bool:
        return self.may_reach(place) is not ProspectVerdict.NO and self.is_sure_of(place) is not ProspectVerdict.YES


def prospects(
    teams: Sequence[str], ledger: Ledger, rules: LeagueRules, left: Sequence[Fixture], places: Sequence[int] = (1,)
) -> tuple[Prospect, ...]:
    """What is possible for each of `teams`, none of them withdrawn, in their order.

    `left` are the (home, away) of the matches still to be played among them; `places` those whose needs are asked for:
    (1, 12) for the title, and for staying out of the last two of fourteen. Nothing where something else comes before
    points. TooHardError if it cannot be worked out in
    reasonable time, which no real table has shown yet.
    """
    if rules.steps[:1] != (Step.POINTS,):
        return ()
    season = RunInSeason(teams, ledger, rules, left)
    return tuple(season.prospect(team, places) for team in teams)


def final_prospects(rows: Sequence[Row]) -> tuple[Prospect, ...]:
    """When all is played the table itself says it; those who share a place may yet be parted by a play-off."""
    sharing = Counter(row.place for row in rows)
    return tuple(
        Prospect(row.team, 0, Span(row.place, row.place), Span(last, last))
        for row in rows
        if not row.withdrawn
        for last in [row.place + sharing[row.place] - 1]
    )


@dataclass(slots=True)
class RunInSeason:
    teams: Sequence[str]
    ledger: Ledger
    rules: LeagueRules
    left: Sequence[Fixture]
    ends: tuple[MatchEnd, ...] = field(init=False)
    points: Counts = field(init=False)
    steps: Counts = field(init=False)
    effort: Effort = field(default_factory=lambda: Effort(EFFORT))
    for_needs: Effort = field(default_factory=lambda: Effort(ALL_NEEDS))

    def __post_init__(self) -> None:
        self.ends = ends(self.rules.format, self.rules.scheme)
        later = self.rules.steps[1:]
        self.points = by_points(self.teams, self.ledger, self.ends, later)
        self.steps = by_steps(self.teams, self.ledger, self.ends, later, self.left)

    def prospect(self, team: str, places: Sequence[int]) -> Prospect:
        prospect = Prospect(team, sum(team in match for match in self.left), self.best(team)[0], self.worst(team)[0])
        open_places = [place for place in dict.fromkeys(places) if prospect.open_to(place)]
        needs = [self.needs(team, place) for place in open_places if prospect.left]
        return replace(prospect, needs=tuple(each for each in needs if each is not None))

    def look(
        self, team: str, *, high: bool, counts: Counts | None = None, effort: Effort | None = None
    ) -> LimitQuestion:
        return LimitQuestion(counts or self.points, self.teams, self.left, team, high, effort or self.effort)

    # --- places -------------------------------------------------------------------------------------------------

    def best(self, team: str) -> tuple[Span, Ends | None]:
        """The best place that is possible, and how all matches end then."""
        low, how = self._fewest(team, high=True)
        return Span(low[0] + 1, low[1] + 1), how

    def worst(self, team: str) -> tuple[Span, Ends | None]:
        """The worst place that is possible, and how all matches end then."""
        low, how = self._fewest(team, high=False)
        return Span(len(self.teams) - low[1], len(self.teams) - low[0]), how

    def _fewest(self, team: str, *, high: bool) -> tuple[tuple[int, int], Ends | None]:
        """The fewest limits broken, from where ties help to break none to where they do not; and how, at the first.

        Hoping, ties help when those level stay below; fearing, when those level finish above.
        """
        look = self.look(team, high=high)
        low, how = look.fewest(level=not high)
        if self.points.open_step is None:
            return (low, low), how
        most, surely = look.fewest(level=high, start=low)
        if low == most:
            return (low, low), how
        return self._by_steps(team, (low, how), (most, surely), high=high)

    def _by_steps(
        self, team: str, hoped: tuple[int, Ends | None], sure: tuple[int, Ends | None], *, high: bool
    ) -> tuple[tuple[int, int], Ends | None]:
        """The same with all tie-breaks that can be added up; as it was on points if that takes too much effort."""
        (low, how), (most, surely) = hoped, sure
        look = self.look(team, high=high, counts=self.steps, effort=Effort(TIE_EFFORT))
        try:
            fewest, ended = look.fewest(level=not high, start=low, stop=most)
            if ended is None:  # no better than where every tie goes against them
                return (most, most), surely
            if self.steps.open_step is None:
                return (fewest, fewest), ended
            highest, _ = look.fewest(level=high, start=fewest, stop=most)
        except TooHardError:
            return (low, most), how
        return (fewest, highest), ended

    # --- points -------------------------------------------------------------------------------------------------

    def needs(self, team: str, place: int) -> PointsNeeded | None:
        """The points that a team needs from its own matches for the first `place` places, which are open to it.

        None if that takes too much effort, as it may when half of the season is left.
        """
        effort = Effort(min(NEEDS_EFFORT, self.for_needs.left))
        self.for_needs.left -= effort.left
        try:
            return self._needs(team, place, effort)
        except TooHardError:
            return None
        finally:
            self.for_needs.left += max(0, effort.left)

    def _needs(self, team: str, place: int, effort: Effort) -> PointsNeeded:
        hoping, fearing = self.look(team, high=True, effort=effort), self.look(team, high=False, effort=effort)
        totals = hoping.own_totals()
        above, below = place - 1, len(self.teams) - 1 - place
        chance = _first(len(totals), lambda i: hoping.roughly(totals[i], above, level=False))
        while hoping.with_own(totals[chance], above, level=False) is None:
            chance += 1
        last = _first(len(totals), lambda i: not fearing.roughly(totals[i], below, level=True)) - 1
        while last >= 0 and fearing.with_own(totals[last], below, level=True) is None:
            last -= 1
        beaten = last
        while beaten >= 0 and fearing.with_own(totals[beaten], below, level=False) is None:
            beaten -= 1
        sure = self._points(totals[last + 1]) if last + 1 < len(totals) else None
        level = self._points(totals[beaten + 1]) if beaten < last else None
        return PointsNeeded(place, self._points(totals[chance]), sure, level, self._wins(team, totals[chance]))

    def _points(self, total: int) -> Fraction:
        return Fraction(total, self.points.unit)

    def _wins(self, team: str, total: int) -> int:
        """The fewest matches won that can bring so much."""
        won, other, count = list[int](), 0, 0
        for match in self.left:
            if team in match:
                side = match.index(team)
                ended = list(zip(self.ends, self.points.gives, strict=True))
                wins = max((gives[side] for end, gives in ended if end.result == (1, -1)[side]), default=0)
                rest = max((gives[side] for end, gives in ended if end.result != (1, -1)[side]), default=0)
                won.append(wins - rest)
                other += rest
        for more in sorted(won, reverse=True):
            if other >= total:
                break
            other, count = other + more, count + 1
        return count


def _first(count: int, true: Callable[[int], bool]) -> int:
    """The first of `count` numbers from 0 for which something becomes true; `count` if for none."""
    return bisect_left(range(count), True, key=true)  # noqa: FBT003 -- what is looked for is the first yes


# --- what is still possible, in words ---------------------------------------------------------------------------------
MOST_NAMED = 4
COMES_TO = {
    Step.WINS: "on matches won",
    Step.GAME_DIFFERENCE: "on games difference",
    Step.GAMES_WON: "on games won",
    Step.LINES: "on lines difference",
    Step.PEGS: "on pegs difference",
    Step.HEAD_TO_HEAD: "on the matches between those level",
    Step.AWAY_WINS: "on away wins",
    Step.FEWEST_DEDUCTIONS: "on fewest points deducted",
    Step.PLAY_OFF: "after a play-off",
    Step.SHARED: "sharing the place",
    Step.NAME: "in order of names",
}


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing to finish in the first `within` places for, in the words that speak of it.

    `name` is "title", "up" or "down" (to be avoided). `done` follows the name of a team that is sure of it, `can`
    "can still", `sure` follows "to", and `out` is said of those who cannot any more (empty: nothing is said of them).
    """

    name: str
    within: int
    done: str
    can: str
    sure: str
    out: str = ""


WINNERS = Goal("title", 1, "have won the division", "win the division", "be sure of the title")
WINNERS_GO_UP = Goal(
    "title", 1, "have won the division and are going up", "win the division and go up", "be sure of going up"
)


def goals(teams: int, promoted: int, relegated: int) -> tuple[Goal, ...]:
    """What a division of so many teams is played for, the title first."""
    targets = [WINNERS_GO_UP if promoted == 1 else WINNERS]
    if 1 < promoted < teams:
        targets.append(Goal("up", promoted, "are sure of going up", "go up", "be sure of going up"))
    if 0 < relegated < teams:
        last = "the last place" if relegated == 1 else f"the last {number_word(relegated)} places"
        out = f"are down: they cannot leave {last}"
        targets.append(Goal("down", teams - relegated, "are safe", "stay up", "be safe", out))
    return tuple(targets)


def sentences(
    prospects: Sequence[Prospect],
    wanted: Sequence[Goal],
    names: Mapping[str, str],
    left: int,
    steps: Sequence[Step] = (Step.POINTS,),
) -> tuple[str, ...]:
    """What can be said with `left` matches to play, a sentence each; `found` in the order of the table.

    `steps` are the league's, of which the second is what level points come to.
    """
    tie = COMES_TO[steps[1]] if len(steps) > 1 else COMES_TO[Step.SHARED]
    if not prospects:
        return ()
    if all(each.open_to(goal.within) for goal in wanted for each in prospects):
        leader, title = prospects[0], wanted[0]
        opening = f"Nothing is settled yet: with {spell_out(left, 'match')} left, every team can still {title.can}"
        worst = ", and every team can still go down" if wanted[-1].name == "down" else ""
        return (f"{opening}{worst}.", *_needs(leader, title, names[leader.team], tie))
    return tuple(sentence for goal in wanted for sentence in _about(goal, prospects, names, tie))


def _about(goal: Goal, prospects: Sequence[Prospect], names: Mapping[str, str], tie: str) -> Iterator[str]:
    sure = [each for each in prospects if each.is_sure_of(goal.within) is ProspectVerdict.YES]
    out = [each for each in prospects if each.may_reach(goal.within) is ProspectVerdict.NO]
    still = [each for each in prospects if each not in sure and each not in out]
    if sure:
        yield f"{_start(_who(sure, names))} {goal.done}."
    if out and goal.out:
        yield f"{_start(_who(out, names))} {goal.out}."
    able = [each for each in still if each.may_reach(goal.within) is ProspectVerdict.YES]
    level = [each for each in still if each not in able]
    if able and len(able) < len(prospects):
        yield f"{_start(_who(able, names))} can still {goal.can}."
    if level:
        yield f"{_start(_who(level, names))} can only draw level for that, and a tie-break would decide."
    for each in still[:MOST_NAMED]:
        yield from _needs(each, goal, names[each.team], tie)


def _needs(prospect: Prospect, goal: Goal, name: str, tie: str) -> Iterator[str]:
    """What one team needs: of its own if it is in its own hands, and how many wins at least."""
    if prospect.is_sure_of(goal.within) is ProspectVerdict.LEVEL:
        yield f"{name} can be caught on points but not passed."
    needs = next((needs for needs in prospect.needs if needs.within == goal.within), None)
    if needs is None:
        return
    if needs.sure is not None:
        level = "" if needs.level is None else f"; {plain(needs.level)} might do, {tie}"
        more = amount(needs.sure).replace(" point", " more point")
        matches = "their last match" if prospect.left == 1 else f"{number_word(prospect.left)} matches"
        yield f"{name} need {more} from {matches} to {goal.sure}{level}."
    if needs.wins and needs.sure is None:
        yield f"{name} must win {_wins(needs.wins, prospect.left)} to {goal.can}."


def _wins(wins: int, left: int) -> str:
    if left == 1:
        return "their last match"
    if wins == left:
        return f"{'both' if left == 2 else f'all {number_word(left)}'} of their matches"
    return f"at least {number_word(wins)} of their {number_word(left)} matches"


def _who(teams: Sequence[Prospect], names: Mapping[str, str]) -> str:
    if len(teams) > MOST_NAMED:
        return f"{number_word(len(teams))} teams"
    return join_list(names[each.team] for each in teams)


def _start(words: str) -> str:
    return words[:1].upper() + words[1:]
