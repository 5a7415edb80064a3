"""Why a team stands where it stands, in words."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from scoring.card.league_rules import Step, WithdrawalPolicy
from scoring.card.outcome import Outcome
from scoring.card.points import MINUS, amount, plain
from scoring.season.ledger import Ledger, Record, Withdrawal
from scoring.season.tiebreak import Cluster, Separation, head_to_head
from scoring.words import join_list

MOST_NAMED = 3


def reasons(clusters: Sequence[Cluster], ledger: Ledger) -> dict[str, str]:
    """A sentence for every team of the ranked clusters."""
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
        parts.append(_level(team, cluster, ledger))
    if above is not None and above.below is not None and (below is None or above.below.step is not Step.POINTS):
        parts.append(("" if below else "bottom: ") + _behind(team, above, above.below, ledger))
    if below is not None and cluster.below is not None:
        parts.append(_ahead(team, below, cluster.below, ledger))
    return parts


def _level(team: str, cluster: Cluster, ledger: Ledger) -> str:
    if not any(ledger.records[each].played for each in cluster.teams):
        return "nothing played yet"
    others = _names([each for each in cluster.teams if each != team], ledger)
    if cluster.ended is Step.PLAY_OFF:
        return f"level with {others}: a play-off if it ends so"
    return f"level with {others}: place shared"


def _ahead(team: str, below: Cluster, gap: Separation, ledger: Ledger) -> str:
    other = below.teams[0]
    if gap.step is Step.POINTS:
        lead = ledger.records[team].points - ledger.records[other].points
        return f"{amount(lead)} clear of {_names(below.teams, ledger)}"
    return f"above {_names(below.teams, ledger)} {_on(team, other, gap, ledger)}"


def _behind(team: str, above: Cluster, gap: Separation, ledger: Ledger) -> str:
    other = above.teams[0]
    if gap.step is Step.POINTS:
        lead = ledger.records[other].points - ledger.records[team].points
        return f"{amount(lead)} behind {_names(above.teams, ledger)}"
    return f"below {_names(above.teams, ledger)} {_on(team, other, gap, ledger)}"


def _names(teams: Sequence[str], ledger: Ledger) -> str:
    if len(teams) > MOST_NAMED:
        return f"{len(teams)} others"
    return join_list(ledger.name(team) for team in teams)


def _on(team: str, other: str, gap: Separation, ledger: Ledger) -> str:
    """As in "on games won, 62 to 60", from the side of `team`."""
    if gap.step is Step.HEAD_TO_HEAD:
        return _on_head_to_head(team, other, gap, ledger)
    if gap.step is Step.PLAY_OFF:
        return "on the play-off" + _scores(team, _met(ledger.play_offs, team, other))
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
    return f"{among}, game difference {signed(int(mine[1]))} to {signed(int(theirs[1]))}"


def _met(outcomes: Sequence[Outcome], team: str, other: str) -> list[Outcome]:
    return [each for each in outcomes if {each.home, each.away} == {team, other}]


def _scores(team: str, outcomes: Sequence[Outcome]) -> str:
    """As in ", 9-0 and 5-4": games of `team` first, whoever was at home."""
    pairs = [(each.tally.home_games, each.tally.away_games) for each in outcomes]
    mine = [pair if each.home == team else pair[::-1] for pair, each in zip(pairs, outcomes, strict=True)]
    return ", " + " and ".join(f"{won}\N{EN DASH}{lost}" for won, lost in mine) if mine else ""


def _peg_difference(record: Record) -> str:
    return signed((record.pegs_for or 0) - (record.pegs_against or 0))


def signed(difference: int) -> str:
    """A difference with its sign: "+5", "0", and a real minus."""
    return f"{difference:+}".replace("-", MINUS) if difference else "0"


COUNTS: Mapping[Step, tuple[str, Callable[[Record], str]]] = {
    Step.WINS: ("matches won", lambda record: str(record.won)),
    Step.GAME_DIFFERENCE: ("game difference", lambda record: signed(record.game_difference)),
    Step.GAMES_WON: ("games won", lambda record: str(record.games_for)),
    Step.LINES: ("lines won less lost", lambda record: signed(record.line_difference)),
    Step.PEGS: ("pegs", _peg_difference),
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
    """The reason for a withdrawn team's place."""
    kept = gone.half == 2
    text = LEFT_WORDS[gone.policy if kept else WithdrawalPolicy.EXPUNGE]
    return f"withdrew on {gone.on.day} {gone.on:%b}: {text}"
