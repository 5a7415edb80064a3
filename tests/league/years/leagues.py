"""Five leagues of different shape, as their secretaries would type them, and what happens in their year.

The rules stand by the names of the fields on the page of the rules; every one of them that the table depends on is
typed, whatever the page shows already.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from tests.league.years.cards import Rules

FIRST_NIGHT = date(2027, 9, 6)
WEEK = timedelta(weeks=1)
FT, STRAIGHT, WON_LOST = "fives-and-threes|fives-threes:championship", "straight-dominoes|straight", "won-lost|"
LINE = ("labels", "players", "games", "game", "target")
WALKOVER = {f"walkover_{name}": "" for name in ("games_for", "lines_for", "points_for")} | {
    f"walkover_{name}": "0" for name in ("games_against", "lines_against", "points_against")
}
FORENAMES = ("Ann", "Bob", "Cath", "Derek", "Elsie", "Frank", "Gwen")


def rules(*lines: tuple[str, ...], steps: tuple[str, ...], **others: str) -> dict[str, str]:
    """What is typed on the page of the rules; what is not said here is the plainest answer."""
    typed = {f"line{i}-settle": "all-played" for i in range(len(lines))}
    typed |= {f"line{i}-{name}": each for i, line in enumerate(lines) for name, each in zip(LINE, line, strict=True)}
    typed |= {f"step{i}": steps[i] if i < len(steps) else "" for i in range(8)}
    points = dict.fromkeys(("win", "draw", "loss", "per_game", "per_line", "narrow_loss", "narrow_margin"), "0")
    plain = {"pegs": "optional", "decided_by": "games", "short": "opponents-claim", "withdrawal": "expunge"}
    limits = {f"limit{i}-{name}": "" for i in range(2) for name in ("most", "players", "discipline")}
    return typed | points | plain | WALKOVER | limits | {name.replace("__", "-"): each for name, each in others.items()}


@dataclass(frozen=True)
class PubDivision:
    """`stories` are what happens to the matches, in the order of the list, "" for nothing; `own`: rules apart."""

    name: str
    teams: tuple[str, ...]
    legs: int
    rules: Rules
    stories: tuple[str, ...]
    own: bool = False

    @property
    def nights(self) -> int:
        teams = len(self.teams)
        return (teams - 1 + teams % 2) * self.legs

    def matches(self) -> Iterator[tuple[date, str, str]]:
        """Everybody against everybody: the day, home and away. The second leg is the first turned round."""
        ring = [*self.teams, *[""] * (len(self.teams) % 2)]
        each_leg = len(ring) - 1
        for night in range(self.nights):
            turned = ring[:1] + ring[1:][night % each_leg :] + ring[1:][: night % each_leg]
            for i in range(len(ring) // 2):
                pair = turned[i], turned[-1 - i]
                if all(pair):
                    yield (
                        FIRST_NIGHT + night * WEEK,
                        *(pair[::-1] if (night % each_leg + night // each_leg) % 2 else pair),
                    )


@dataclass(frozen=True)
class PubLeague:
    """`left` is the team that leaves, and after how many nights."""

    name: str
    short: str
    preset: str
    divisions: tuple[PubDivision, ...]
    left: tuple[str, int] | None = None
    says: tuple[str, ...] = field(default=())

    @property
    def teams(self) -> tuple[str, ...]:
        return tuple(team for division in self.divisions for team in division.teams)

    @property
    def last_night_of_leaver(self) -> date:
        return FIRST_NIGHT + (self.left[1] - 1) * WEEK if self.left else date.max

    @property
    def halfway(self) -> date:
        """The last day of the first half, six days after its last night."""
        nights = max(division.nights for division in self.divisions)
        return FIRST_NIGHT + (nights + 1) // 2 * WEEK - timedelta(days=1)

    @property
    def ends(self) -> date:
        """A fortnight after the last night."""
        return FIRST_NIGHT + (max(division.nights for division in self.divisions) + 2) * WEEK


def squad_of(team: str) -> tuple[str, ...]:
    """The players of a team, the captain first; nobody else in the league has one of their names."""
    return tuple(f"{name} {team.replace(' ', '')}son" for name in FORENAMES)


THREES = PubLeague(
    "Trent Valley Threes", "Trent", "guisborough",
    (
        PubDivision(
            "Division One", ("Anchor", "Barrel", "Castle", "Drovers"), 2,
            rules(
                ("S1 to S3", "1", "1", FT, "61"),
                ("Trio", "3", "1", WON_LOST, ""),
                steps=("points", "wins", "game-difference", "head-to-head", "shared"),
                side="3", minimum="2", limit0__most="1", limit0__players="1",
                win="2", draw="1", withdrawal="keep-first-half",
                penalty0__offence="late-card", penalty0__costs="1, 2", submit_within="48", quick_allowed="on",
            ),
            (
                *("disputed", "score", "walkover away", "short home", "postponed", "score"),
                *("score", "late", "score", "", "late"),  # the same team twice: the second time costs more
            ),
        ),
    ),
    left=("Drovers", 4),
    says=("3 singles, S1 to S3: one game each, to 61", "One line of threes, Trio: one game"),
)  # fmt: skip

BOTH_GAMES = PubLeague(
    "Swale and Ure", "Swale", "northallerton",
    (
        PubDivision(
            "Division One", ("Engine", "Feathers", "George", "Hare"), 1,
            rules(
                ("D1 to D3", "2", "1", STRAIGHT, ""),
                ("F1 to F3", "2", "1", FT, "61"),
                steps=("points", "head-to-head", "away-wins", "play-off"),
                side="6", minimum="5", short="players-play-twice", twice="1",
                limit0__most="1", limit0__discipline="straight-dominoes",
                limit1__most="1", limit1__discipline="fives-and-threes",
                quick_allowed="on", per_game="1",
                walkover_games_for="4", walkover_lines_for="4", walkover_points_for="4",
            ),
            ("walkover home", "questioned", "short away", "postponed", "score", "short home"),
        ),
    ),
    says=(
        "3 pairs, D1 to D3: one game each, straight dominoes", "1 point for each game won",
        "If a side is short, one of its players may play twice, chosen by the opposing captain.",
    ),
)  # fmt: skip

HALVES = PubLeague(
    "Halfpenny League", "Halfpenny", "guisborough",
    (
        PubDivision(
            "Division One", ("Ivy Bush", "Jolly Sailor", "Keel", "Lamb"), 1,
            rules(
                ("T1 to T3", "2", "2", FT, "61"),
                steps=("points", "pegs", "wins", "shared"),
                side="6", minimum="4", limit0__most="1", pegs="required", quick_allowed="", short="void",
                win="1½", draw="3/4", loss="0", per_game="½", per_line="1", walkover_points_for="",
            ),
            ("short home", "disputed", "walkover home", "postponed", "short away"),
        ),
    ),
    says=("½ point for each game won", "1 point for each line won, shared if the line is level"),
)  # fmt: skip

TWO_DIVISIONS = PubLeague(
    "Marsh and Fen", "Marsh", "teesdale",
    (
        PubDivision(
            "Premier", ("Maltings", "Navigation", "Old Ship", "Punchbowl"), 1,
            rules(
                ("S1 to S4", "1", "1", FT, "61"),
                ("D1 to D2", "2", "1", FT, "61"),
                steps=("points", "game-difference", "games-won", "shared"),
                side="4", minimum="3", limit0__most="1", limit0__players="1", limit1__most="1", limit1__players="2",
                win="2", per_game="1", draw="1", quick_allowed="on",
            ),
            ("questioned", "postponed", "walkover home", "short away", "score", "score"),
        ),
        PubDivision(
            "Division Two", ("Queens Head", "Railway", "Ship", "Tanners"), 1,
            rules(
                ("P1 to P3", "2", "3", FT, "61"),
                steps=("points", "line-difference", "games-won", "shared"),
                side="6", minimum="4", limit0__most="1", quick_allowed="",
                decided_by="lines", win="3", narrow_loss="1", narrow_margin="1",
                walkover_games_for="9", walkover_lines_for="3",
            ),
            ("short home", "", "", "disputed", "walkover away"),
            own=True,
        ),
    ),
    says=("The match goes to the side that wins more lines",),
)  # fmt: skip

FROM_NOTHING = PubLeague(
    "Newcomers League", "Newcomers", "blank",
    (
        PubDivision(
            "Division One", ("Unicorn", "Vine", "Wheatsheaf", "Yew Tree"), 1,
            rules(
                ("R1 to R3", "1", "3", FT, "61"),
                steps=("points", "line-difference", "games-won", "away-wins", "fewest-deductions", "name"),
                line0__settle="best-of", side="3", minimum="3", limit0__most="1", quick_allowed="",
                decided_by="lines", win="3", loss="1", narrow_loss="½", narrow_margin="1",
                walkover_games_for="6", walkover_lines_for="3", walkover_points_for="3",
                confirm="both-captains-enter", withdrawal="award", withdrawal_award="1½",
                penalty0__offence="late-card", penalty0__costs="½, 1", submit_within="24",
            ),
            ("walkover home", "disputed", "", "late", "postponed"),
        ),
    ),
    left=("Yew Tree", 2),
    says=("3 singles, R1 to R3: the best of 3 games, to 61", "Each captain sends a card"),
)  # fmt: skip

LEAGUES = (THREES, BOTH_GAMES, HALVES, TWO_DIVISIONS, FROM_NOTHING)
