"""Leagues as their own pages tell of them, typed into the form from nothing, as their secretaries would.

`says` are sentences of the rule book that must come of it; `worth` are results (games, lines of home and away) with the
points that the league’s own page gives for them; `walkover` is (games, games, points, points). What no field says is in
`by_hand`, as the secretary would write it.
"""

from dataclasses import dataclass
from typing import Any

FT = "fives-and-threes|fives-threes:"
CHAMPIONSHIP, STRAIGHT, WON_LOST = f"{FT}championship", "straight-dominoes|straight", "won-lost|"


@dataclass(frozen=True)
class Told:
    """One league: what is typed, and what must come of it."""

    key: str
    typed: dict[str, str]
    says: tuple[str, ...] = ()
    worth: tuple[tuple[tuple[int, int], tuple[str, str], tuple[str, str]], ...] = ()
    walkover: tuple[Any, ...] = ()
    by_hand: tuple[str, ...] = ()


def lines(*groups: tuple[str, str, str, str, str]) -> dict[str, str]:
    """Rows of the card: labels, players a side, games, game, target."""
    names = ("labels", "players", "games", "game", "target")
    return {
        f"line{i}-{name}": value
        for i, group in enumerate(groups)
        for name, value in [*zip(names, group, strict=True), ("settle", "all-played")]
    }


def limits(*rows: tuple[str, str, str]) -> dict[str, str]:
    names = ("most", "players", "discipline")
    return {f"limit{i}-{name}": value for i, row in enumerate(rows) for name, value in zip(names, row, strict=True)}


def steps(*given: str) -> dict[str, str]:
    return {f"step{i}": given[i] if i < len(given) else "" for i in range(8)}


def penalties(*rows: tuple[str, str, str]) -> dict[str, str]:
    names = ("offence", "hours", "costs")
    return {f"penalty{i}-{name}": value for i, row in enumerate(rows) for name, value in zip(names, row, strict=True)}


def side(full: int, fewest: int, **more: str) -> dict[str, str]:
    return {"side": str(full), "minimum": str(fewest), **more}


THREE_TABLES = lines(("T1 to T3", "2", "3", CHAMPIONSHIP, "61"))
FIVE_PAIRS = lines(("P1 to P5", "2", "3", CHAMPIONSHIP, "61"))
FULL = (0, 0)

FIVES_AND_THREES = (
    Told(
        "Leek",
        {
            **lines(("S1 to S6", "1", "1", f"{FT}leek", "61"), ("P1 to P3", "2", "1", f"{FT}leek-pairs", "121")),
            **side(6, 4, used="12"),
            **limits(("1", "1", ""), ("1", "2", "")),
            "line0-revoke_penalty": "8",
            "line1-revoke_penalty": "8",
            "line0-lead_may_win": "no",
            "line0-chip": "0",
            "win": "2",
            "draw": "0",
            "per_game": "1",
            "walkover_games_for": "5",
            "walkover_games_against": "4",
            "walkover_points_for": "7",
            "submit_within": "112",
        },
        (
            "6 singles, S1 to S6: one game each, to 61, fives and threes; nothing for going out;",
            "the first tile of a hand cannot win; 8 off for knocking with a tile that fits.",
            "A side may use at most 12 players in a match.",
            "A walkover counts as 5–4, 7 points. It doesn’t count in players’ averages.",
        ),
        (((6, 3), ("6", "3"), ("8", "3")),),
        (5, 4, "7", "0"),
        (
            "The dead hole is pegged in all games.",
            "A tile laid at the wrong end is reversed if it fits the other.",
            "A tile exposed in the draw: all are shuffled again and the same player downs.",
            "All captains sign the sheet.",
        ),
    ),
    Told(
        "Solihull",
        {
            **lines(("S1 to S6", "1", "1", f"{FT}solihull", "121"), ("P1 to P3", "2", "1", f"{FT}solihull", "121")),
            **side(6, 6),
            **limits(("1", "1", ""), ("1", "2", "")),
            "win": "3",
            "draw": "0",
            "narrow_loss": "1",
            "narrow_margin": "1",
            "short": "opponents-claim",
        },
        ("3 points for winning the match.", "1 point for losing by one game."),
        (((5, 4), ("5", "4"), ("3", "1")), ((6, 3), ("6", "3"), ("3", "0"))),
        (9, 0, "3", "0"),
        ("A transfer is asked for in writing and costs £5.",),
    ),
    Told(
        "Guisborough",
        {
            **THREE_TABLES,
            **side(6, 4),
            **limits(("1", "", "")),
            "order": "drawn-by-opponents",
            "squad": "12",
            "forfeit_first": "match",
            "forfeit_later": "match",
        },
        (
            "3 pairs, T1 to T3: 3 games each, to 61, fives and threes.",
            "Each captain draws the other side’s players for each line.",
            "A team may register at most 12 players.",
            "A full side is 6 players; a side of fewer than 4 cannot play.",
            "If a side plays somebody ineligible, the match goes to the opponents as a walkover.",
        ),
        (((5, 4), ("2", "1"), ("2", "0")),),
        (),
        (
            "A player may join another team if the first one drops out.",
            "For a cup tie the home side offers three dates, at most two on one weekday, and the away side picks.",
            "The home side brings three sets and boards.",
        ),
    ),
    Told(
        "Northallerton",
        {
            **lines(("P1 to P4", "2", "1", STRAIGHT, ""), ("F1 to F4", "2", "1", CHAMPIONSHIP, "61")),
            **side(8, 6),
            **limits(("1", "", "straight-dominoes"), ("1", "", "fives-and-threes")),
            "short": "players-play-twice",
            "twice": "2",
            "twice_differs": "on",
            "win": "0",
            "draw": "0",
            "per_game": "1",
            "walkover_games_for": "6",
            "walkover_points_for": "6",
            "squad_minimum": "8",
            "deadline": "31 Oct",
            "on_the_night": "",
            "transfers_need_both_captains": "on",
        },
        (
            "4 pairs, P1 to P4: one game each, straight dominoes.",
            "If a side is short, up to 2 of its players may play twice, chosen by the opposing captain.",
            "They are not the same players at each kind of game.",
            "The last day to register is 31 October.",
            "A transfer needs the agreement of both captains.",
        ),
        (((4, 4), ("4", "4"), ("4", "4")),),
        (6, 0, "6", "0"),
        (
            "The draw is made by 8.30.",
            "A team that moves venue goes to the lowest division unless its pub has closed.",
            "A player of a team that disbands may join another.",
        ),
    ),
    Told(
        "Teesdale",
        {
            **lines(("S1 to S6", "1", "1", f"{FT}teesdale", "61"), ("P1 to P3", "2", "1", f"{FT}teesdale", "61")),
            **side(6, 4),
            **limits(("1", "1", ""), ("1", "2", "")),
            **steps("points", "play-off"),
            "line0-finish": "exact",
            "line0-overshoot": "disregard",
            "line0-lead_first": "highest_tile",
            "win": "0",
            "draw": "0",
            "per_game": "1",
            "squad_minimum": "6",
            "submit_within": "88",
        },
        ("Places go by points; level teams by a play-off.", "A team registers at least 6 players."),
        (((5, 4), ("5", "4"), ("5", "4")),),
        (9, 0, "9", "0"),
        (
            "A team that moves as a whole because its venue has closed keeps its division.",
            "The score is texted, and the card dropped at the pub by noon on Friday.",
        ),
    ),
    Told(
        "Auckland CIU section",
        {
            **lines(("G1 to G4", "1", "1", CHAMPIONSHIP, "61")),
            **side(4, 3),
            **limits(("1", "", "")),
            "per_game": "0",
            "win": "2",
            "draw": "1",
        },
        ("A match is 4 games.", "1 point for a drawn match."),
        (((2, 2), ("2", "2"), ("1", "1")),),
        (),
        ("Each section of the evening has a league of its own: darts, dominoes, whist, pool.",),
    ),
    Told(
        "Skegness",
        {**THREE_TABLES, **side(6, 4), "win": "2", "draw": "0", "per_game": "0", "per_line": "0"},
        ("A match is 9 games.",),
        (((6, 3), ("2", "1"), ("2", "0")),),
        (),
        ("Pairs who win their table 3-0 are in the weekly report.",),
    ),
    Told(
        "Crewe",
        {
            **lines(("G1 to G8", "1", "1", CHAMPIONSHIP, "61")),
            **side(8, 6),
            **limits(("1", "", "")),
            **steps("points", "wins", "head-to-head", "shared"),
        },
        ("level teams by matches won, then the matches between the teams that are level, then a shared place.",),
        (((4, 4), ("4", "4"), ("1", "1")),),
    ),
    Told(
        "Warrington",
        {**FIVE_PAIRS, **side(10, 6), **limits(("1", "", "")), "win": "0", "draw": "0", "per_game": "1"},
        ("A match is 15 games.",),
        (((8, 7), ("3", "2"), ("8", "7")),),
    ),
    Told(
        "Boston",
        {**THREE_TABLES, **side(6, 4), **steps("points", "play-off")},
        ("Places go by points; level teams by a play-off.",),
    ),
    Told(
        "Mind Sports singles",
        {
            **lines(("R1 to R5", "1", "3", f"{FT}pagat", "61")),
            "line0-settle": "best-of",
            "line0-tiles": "7",
            "line0-chip": "0",
            **side(1, 1),
        },
        ("5 singles, R1 to R5: the best of 3 games, to 61, fives and threes; 7 tiles each; nothing for going out.",),
    ),
)

NEIGHBOURS = (
    Told(
        "Glem border",
        {
            **THREE_TABLES,
            **side(6, 4),
            "decided_by": "lines",
            "win": "2",
            "draw": "1",
            "per_line": "1",
            "quick_allowed": "",
            "walkover_games_for": "9",
            "walkover_lines_for": "3",
            "walkover_points_for": "5",
            "withdrawal": "keep-first-half",
        },
        (
            "The match goes to the side that wins more lines.",
            "1 point for each line won, shared if the line is level.",
            "A walkover counts as 9–0, 5 points. It doesn’t count in players’ averages.",
        ),
        (((6, 3), ("3", "0"), ("5", "0")), ((5, 4), ("2", "1"), ("4", "1"))),
        (9, 0, "5", "0"),
        ("The winning team sends the result.",),
    ),
    Told(
        "Grease",
        {
            **FIVE_PAIRS,
            **side(10, 6),
            "win": "2",
            "draw": "1",
            "per_game": "1/2",
            "protest_days": "5",
        },
        ("½ point for each game won.", "A complaint is made within 5 days of the match."),
        (((8, 7), ("3", "2"), ("6", "3½")),),
        (),
        ("A protest is made by the captain, in writing.",),
    ),
    Told(
        "Waterside",
        {
            **lines(("T1 to T5", "2", "5", WON_LOST, "")),
            **side(10, 8),
            **steps("points", "game-difference", "line-difference", "head-to-head"),
            "decided_by": "lines",
            "per_line": "1",
            "win": "2",
            "draw": "0",
            "quick_allowed": "",
            "walkover_games_for": "15",
            "walkover_games_against": "10",
            "walkover_lines_for": "3",
            "walkover_lines_against": "2",
            "walkover_points_against": "",
        },
        ("level teams by games won less games lost, then lines (tables) won less lines lost",),
        (),
        (15, 10, "5", "2"),
    ),
    Told(
        "Hyde plain dominoes",
        {
            **lines(("G1 to G9", "1", "1", STRAIGHT, "")),
            **side(9, 6),
            **steps("points", "games-won", "head-to-head"),
            "order": "home-writes-unseen",
            "confirm": "both-captains-enter",
            "submit_within": "24",
        },
        (
            "The home captain writes down the order of play and hands it over; neither captain sees the other’s.",
            "Each captain sends a card; when the two are equal the result stands.",
        ),
        (),
        (),
        (
            "The away side has the drop on tables 1 and 3.",
            "A wrong domino: the hand is forfeited if it is known whose it was, otherwise played again.",
            "A match may be put off at 48 hours' notice, and the opponents may refuse.",
        ),
    ),
    Told(
        "City darts and doms",
        {
            **lines(("D1 to D4", "1", "3", WON_LOST, ""), ("P1 to P3", "2", "1", STRAIGHT, "")),
            "line0-settle": "best-of",
            **side(8, 5),
            **penalties(("late-card", "", "3, 5")),
            "win": "2",
            "draw": "1",
            "walkover_points_for": "10",
        },
        ("Off for a card sent late: 3 points, then 5 points.", "4 singles, D1 to D4: the best of 3 games."),
        (),
        (15, 0, "10", "0"),
        ("No match is ever put off.", "All players sign the card."),
    ),
    Told(
        "Gravesham",
        {
            **lines(("F1 to F10", "1", "1", WON_LOST, "")),
            **side(5, 4),
            **penalties(
                ("late-card", "", "4"),
                ("never-sent", "", "6"),
                ("badly-filled-card", "", "1"),
                ("ineligible-player", "", "4"),
            ),
            "forfeit_first": "nothing",
            "forfeit_later": "nothing",
            "maximum_deduction": "12",
        },
        ("Off for a card that never came: 6 points.", "No team loses more than 12 points in a season."),
        (),
        (),
        ("Results of a late card are left out of the averages.",),
    ),
    Told(
        "Croydon",
        {
            **lines(("F1 to F10", "1", "1", WON_LOST, "")),
            **side(5, 4),
            "back_points": "2",
            "back_price": "5",
            "back_days": "14",
            **penalties(("late-card", "", "2")),
        },
        ("A team may buy back 2 points for £5, within 14 days.",),
        (),
        (),
        ("A side that sends the card of a cup tie late is out of the cup.",),
    ),
    Told(
        "Mendip skittles",
        {
            **lines(("L1 to L6", "4", "2", WON_LOST, "")),
            **side(8, 6),
            "win": "0",
            "draw": "0",
            "per_game": "1",
            **penalties(("late-card", "48", "12")),
        },
        ("6 fours, L1 to L6: 2 games each.", "Off for a card sent late 48 hours or more: 12 points."),
        (((8, 4), ("4", "2"), ("8", "4")),),
        (12, 0, "12", "0"),
    ),
    Told(
        "Stourbridge",
        {**FIVE_PAIRS, **side(10, 6), **steps("points", "games-won", "shared"), "withdrawal": "expunge"},
        ("All results of a team that withdraws are struck out.",),
        (),
        (),
        ("At half-way the bottom sides begin a cup of their own.",),
    ),
    Told(
        "Lincoln",
        {
            **THREE_TABLES,
            **side(6, 4),
            "required": "",
            "withdrawal": "first-half-and-award",
            "withdrawal_award": "4",
        },
        (
            "Anybody may play: players need not be registered.",
            "later, its first-half results stand and the rest are struck out.",
            "Every other team gets 4 points instead of what is struck out.",
        ),
        (),
        (),
        ("A player plays for any team of the same pub, but for one team in the cups.",),
    ),
    Told(
        "Bognor",
        {
            **THREE_TABLES,
            **side(6, 4),
            "on_the_night": "on",
            "deadline": "31 Dec",
            "transfers_until": "31 Jan",
            "transfers_most": "1",
        },
        (
            "A new player may sign on the night, on the card.",
            "The last day for a transfer is 31 January.",
            "A player may be transferred once in a season.",
        ),
        (),
        (),
        (
            "A player moves after four matches without being picked, and pays £10.",
            "Only a player of at most four matches for the old team moves.",
        ),
    ),
    Told(
        "Willesden",
        {
            **THREE_TABLES,
            **side(6, 4),
            "forfeit_first": "their-games",
            "forfeit_later": "match",
            **penalties(("ineligible-player", "", "0, 2")),
        },
        ("the games that the player was in go to the opponents; after that the match goes to the opponents",),
    ),
    Told(
        "Maidenhead crib",
        {
            **lines(("T1 to T4", "2", "3", WON_LOST, "")),
            **side(8, 6),
            **penalties(("missed-meeting", "", "0, 3"), ("match-put-off-late", "", "0, 2")),
            "withdrawal": "expunge",
        },
        ("Off for a meeting that a team misses: 0 points, then 3 points.",),
        (),
        (),
        ("A bye in a round that decides who goes on counts as a draw.",),
    ),
    Told(
        "Teams A and B",
        {
            **THREE_TABLES,
            **side(6, 4),
            "playing_up": "same-club-higher-division",
            "up_most": "3",
            "up_ties_after": "3",
            "up_nominated": "6",
            "up_nominate_by": "30 Sep",
            "under_18": "with-consent",
        },
        (
            "A registered player may play for a team of the same club in a higher division, up to 3 times in a season.",
            "From the 3rd match on the player belongs to that team.",
            "Each A team names 6 players who may play for no other team.",
            "They are named by 30 September.",
            "Somebody under 18 may play once a parent or guardian has agreed.",
        ),
    ),
    Told(
        "Mixed evening",
        {
            **lines(
                ("Darts 1 to Darts 3", "1", "3", WON_LOST, ""),
                ("Crib", "2", "1", WON_LOST, ""),
                ("5s 1 to 5s 2", "2", "1", CHAMPIONSHIP, "61"),
                ("Relay", "4", "1", WON_LOST, ""),
                ("All fives", "2", "1", "scored|all-fives:200", ""),
                ("Doms", "3", "1", WON_LOST, ""),
            ),
            "line0-settle": "best-of",
            **side(6, 4),
            "order": "captains-alternate",
            "pegs": "optional",
        },
        (
            "One line of pairs, All fives: one game, to 200, all fives.",
            "One line of threes, Doms: one game.",
            "The captains take turns to name a player for the next line, home first.",
        ),
    ),
)

LEAGUES = (*FIVES_AND_THREES, *NEIGHBOURS)
