"""What is still possible, in plain sentences for the foot of a table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from scoring.card.league_rules import Step
from scoring.card.points import amount, plain
from scoring.season.runin.prospects import Prospect, ProspectVerdict
from scoring.words import join_list, number_word, spell_out

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
