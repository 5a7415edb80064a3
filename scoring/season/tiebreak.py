"""How teams level on one count are separated on the next, and why a team stands where it stands, in words.

step                league's words                              function
points              most points                                 points
wins                most matches won                            wins
game-difference     games won less games lost                   game_difference
games-won           most games won                              games_won
line-difference     lines (tables) won less those lost          lines
pegs                pegs for less pegs against                  pegs
head-to-head        the matches between those level             head_to_head
away-wins           most matches won away                       away_wins
fewest-deductions   fewest points taken off                     fewest_deductions
play-off            a play-off, if it has been played           play_off
shared              the place is shared                         (ends the matter)
name                by name, where a league wants an order      name
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from scoring.card.league_rules import Step, WithdrawalPolicy
from scoring.card.outcome import Outcome
from scoring.card.points import ZERO, Games, amount, plain
from scoring.card.sheet import Side
from scoring.season.ledger import Ledger, Record, Withdrawal
from scoring.words import join_list

Key: TypeAlias = tuple[Fraction | int, ...]
Group: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Separation:
    """What separates a cluster from the next: the step, and the teams that were level until it was taken."""

    step: Step
    among: Group


@dataclass(frozen=True, slots=True)
class Cluster:
    """Teams that share a place, mostly one. `ended` is the step that left several level; `below` leads on."""

    teams: Group
    below: Separation | None = None
    ended: Step | None = None


def rank(group: Group, steps: Sequence[Step], ledger: Ledger) -> list[Cluster]:
    """A group of teams from first to last under the steps, those that no step separates together.

    When head-to-head or a play-off splits off some of the level teams, those still level are compared again among
    themselves before the next step is taken.
    """
    if len(group) == 1:
        return [Cluster(group)]
    if not steps:
        return [Cluster(group, ended=Step.SHARED)]
    step, rest = steps[0], steps[1:]
    by_key: dict[Key, list[str]] = {}
    for team, key in KEYS[step](group, ledger).items():
        by_key.setdefault(key, []).append(team)
    parts = [tuple(by_key[key]) for key in sorted(by_key, reverse=True)]
    if len(parts) == 1:
        return [Cluster(group, ended=step)] if step in {Step.PLAY_OFF, Step.SHARED} else rank(group, rest, ledger)
    onward = steps if step in {Step.HEAD_TO_HEAD, Step.PLAY_OFF} else rest
    clusters: list[Cluster] = []
    for part in parts:
        if clusters:
            clusters[-1] = replace(clusters[-1], below=Separation(step, group))
        clusters += rank(part, onward, ledger)
    return clusters


def _by_record(count: Callable[[Record], Fraction | int]) -> Callable[[Group, Ledger], dict[str, Key]]:
    return lambda group, ledger: {team: (count(ledger.records[team]),) for team in group}


def _level(group: Group) -> dict[str, Key]:
    return dict.fromkeys(group, ())


points = _by_record(lambda record: record.points)
wins = _by_record(lambda record: record.won)
game_difference = _by_record(lambda record: record.game_difference)
games_won = _by_record(lambda record: record.games_for)
away_wins = _by_record(lambda record: record.away_wins)
fewest_deductions = _by_record(lambda record: -record.deductions)


def lines(group: Group, ledger: Ledger) -> dict[str, Key]:
    """Lines won less those lost, if every match of every team in the group has them; otherwise nobody is separated."""
    if any(ledger.records[team].lines_missing for team in group):
        return _level(group)
    return {team: (ledger.records[team].line_difference,) for team in group}


def pegs(group: Group, ledger: Ledger) -> dict[str, Key]:
    """Peg difference, if every match of every team in the group has its pegs; otherwise it separates nobody."""
    records = {team: ledger.records[team] for team in group}
    if any(record.pegs_missing or None in (record.pegs_for, record.pegs_against) for record in records.values()):
        return _level(group)
    return {team: ((record.pegs_for or 0) - (record.pegs_against or 0),) for team, record in records.items()}


def head_to_head(group: Group, ledger: Ledger) -> dict[str, Key]:
    """A table of the matches among the group: points, then game difference.

    Separates nobody until every team of the group has played as many of them as the others.
    """
    won = dict.fromkeys(group, ZERO)
    difference: dict[str, Games] = dict.fromkeys(group, 0)
    played = dict.fromkeys(group, 0)
    for outcome in ledger.between(group):
        tally = outcome.tally
        won[outcome.home] += tally.home_points
        won[outcome.away] += tally.away_points
        difference[outcome.home] += tally.home_games - tally.away_games
        difference[outcome.away] += tally.away_games - tally.home_games
        played[outcome.home] += 1
        played[outcome.away] += 1
    if len(set(played.values())) > 1:
        return _level(group)
    return {team: (won[team], difference[team]) for team in group}


def play_off(group: Group, ledger: Ledger) -> dict[str, Key]:
    won = dict.fromkeys(group, 0)
    for outcome in ledger.play_offs:
        if outcome.home in won and outcome.away in won and outcome.tally.winner is not None:
            won[outcome.home if outcome.tally.winner is Side.HOME else outcome.away] += 1
    return {team: (count,) for team, count in won.items()}


def name(group: Group, ledger: Ledger) -> dict[str, Key]:
    ordered = sorted(group, key=ledger.alphabetical, reverse=True)
    return {team: (i,) for i, team in enumerate(ordered)}


KEYS: Mapping[Step, Callable[[Group, Ledger], dict[str, Key]]] = {
    Step.POINTS: points,
    Step.WINS: wins,
    Step.GAME_DIFFERENCE: game_difference,
    Step.GAMES_WON: games_won,
    Step.LINES: lines,
    Step.PEGS: pegs,
    Step.HEAD_TO_HEAD: head_to_head,
    Step.AWAY_WINS: away_wins,
    Step.FEWEST_DEDUCTIONS: fewest_deductions,
    Step.PLAY_OFF: play_off,
    Step.SHARED: lambda group, _: _level(group),
    Step.NAME: name,
}


MOST_NAMED = 3


def reasons(clusters: Sequence[Cluster], ledger: Ledger) -> dict[str, str]:
    texts: dict[str, str] = {}
    for i, cluster in enumerate(clusters):
        above = clusters[i - 1] if i else None
        below = clusters[i + 1] if i + 1 < len(clusters) else None
        for team in cluster.teams:
            texts[team] = "; ".join(_parts(team, cluster, above, below, ledger)) or "the only team"
    return texts


def _parts(team: str, cluster: Cluster, above: Cluster | None, below: Cluster | None, ledger: Ledger) -> list[str]:
    parts = []
    if len(cluster.teams) > 1:
        others = _names([each for each in cluster.teams if each != team], ledger)
        shared = "a play-off if it ends so" if cluster.ended is Step.PLAY_OFF else "place shared"
        played = any(ledger.records[each].played for each in cluster.teams)
        parts.append(f"level with {others}: {shared}" if played else "nothing played yet")
    if above is not None and above.below is not None and (below is None or above.below.step is not Step.POINTS):
        parts.append(("" if below else "bottom: ") + _against(team, above.teams, above.below, ledger, ahead=False))
    if below is not None and cluster.below is not None:
        parts.append(_against(team, below.teams, cluster.below, ledger, ahead=True))
    return parts


def _against(team: str, others: Group, gap: Separation, ledger: Ledger, *, ahead: bool) -> str:
    other, others_text = others[0], _names(others, ledger)
    if gap.step is Step.POINTS:
        lead = abs(ledger.records[team].points - ledger.records[other].points)
        return f"{amount(lead)} {'clear of' if ahead else 'behind'} {others_text}"
    return f"{'above' if ahead else 'below'} {others_text} {_on(team, other, gap, ledger)}"


def _names(teams: Sequence[str], ledger: Ledger) -> str:
    if len(teams) > MOST_NAMED:
        return f"{len(teams)} others"
    return join_list(ledger.name(team) for team in teams)


def _on(team: str, other: str, gap: Separation, ledger: Ledger) -> str:
    """As in "on games won, 62 to 60", from the side of `team`."""
    if gap.step is Step.HEAD_TO_HEAD:
        return _on_head_to_head(team, other, gap, ledger)
    if gap.step is Step.PLAY_OFF:
        met = [each for each in ledger.play_offs if {each.home, each.away} == {team, other}]
        return "on the play-off" + _scores(team, met)
    if gap.step is Step.NAME:
        return "by name alone"
    text, count = COUNTS[gap.step]
    return f"on {text}, {count(ledger.records[team])} to {count(ledger.records[other])}"


def _on_head_to_head(team: str, other: str, gap: Separation, ledger: Ledger) -> str:
    """Between two teams the scores of their matches; among more, their points in those matches."""
    if len(gap.among) == 2:
        return "on head-to-head" + _scores(team, ledger.between(gap.among))
    keys = head_to_head(gap.among, ledger)
    among = f"on the matches between the {len(gap.among)} level teams"
    mine, theirs = keys[team], keys[other]
    if mine[0] != theirs[0]:
        return f"{among}, {plain(Fraction(mine[0]))} points to {plain(Fraction(theirs[0]))}"
    return f"{among}, game difference {signed(mine[1])} to {signed(theirs[1])}"


def _scores(team: str, outcomes: Sequence[Outcome]) -> str:
    """As in ", 9-0 and 5-4": games of `team` first, whoever was at home."""
    pairs = [(each.tally.home_games, each.tally.away_games) for each in outcomes]
    mine = [pair if each.home == team else pair[::-1] for pair, each in zip(pairs, outcomes, strict=True)]
    return ", " + " and ".join(f"{won}\N{EN DASH}{lost}" for won, lost in mine) if mine else ""


def signed(difference: Fraction | int) -> str:
    """A difference with its sign: "+5", "0", and a real minus."""
    return f"{'+' if difference > 0 else ''}{plain(Fraction(difference))}"


COUNTS: Mapping[Step, tuple[str, Callable[[Record], str]]] = {
    Step.WINS: ("matches won", lambda record: str(record.won)),
    Step.GAME_DIFFERENCE: ("game difference", lambda record: signed(record.game_difference)),
    Step.GAMES_WON: ("games won", lambda record: str(record.games_for)),
    Step.LINES: ("lines won less lost", lambda record: signed(record.line_difference)),
    Step.PEGS: ("pegs", lambda record: signed((record.pegs_for or 0) - (record.pegs_against or 0))),
    Step.AWAY_WINS: ("away wins", lambda record: str(record.away_wins)),
    Step.FEWEST_DEDUCTIONS: ("points taken off", lambda record: plain(record.deductions)),
}

LEFT_WORDS = {
    WithdrawalPolicy.EXPUNGE: "its results don’t count",
    WithdrawalPolicy.AWARD: "its results don’t count",
    WithdrawalPolicy.KEEP_FIRST_HALF: "its first-half results stand",
    WithdrawalPolicy.FIRST_HALF_AND_AWARD: "its first-half results stand",
    WithdrawalPolicy.KEEP_PLAYED: "its results stand",
}


def withdrawal_reason(gone: Withdrawal) -> str:
    text = LEFT_WORDS[gone.policy if gone.half == 2 else WithdrawalPolicy.EXPUNGE]
    return f"withdrew on {gone.on.day} {gone.on:%b}: {text}"
