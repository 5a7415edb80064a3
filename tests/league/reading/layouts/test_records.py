from random import Random

from league.reading.layouts import final_table, records
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, PEOPLE, TEAMS, Wanted, as_sheet, typed

SEASONS = ("2013-14", "1998/99", "2007")
NAMES = {
    "player": ("Player", "PLAYER NAME", "Players"),
    "team": ("Team", "Club", "Plays for"),
    "played": ("P", "Pld", "Played", "Games"),
    "won": ("W", "Won", "Wins"),
    "lost": ("L", "Lost"),
    "average": ("Avg", "%", "Average"),
    "points": ("Pts", "Points"),
}


def averages(random: Random) -> tuple[list[list[str]], list[Wanted]]:
    columns = ["player", "team", "played", "won", *random.sample(("lost", "average", "points"), random.randint(1, 3))]
    if random.random() < 0.2:
        columns.remove("team")
    place = random.random() < 0.3
    season = random.choice(SEASONS)
    rows = [[f"Averages {season}"], *random.choice(([], [[]]))]
    rows.append([*(["Pos"] if place else []), *(random.choice(NAMES[key]) for key in columns)])
    wanted = []
    for number, name in enumerate(random.sample(PEOPLE, random.randint(2, 9)), start=1):
        won, lost = random.randint(0, 20), random.randint(0, 20)
        cells = {"player": name, "team": random.choice(TEAMS), "played": f"{won + lost}", "won": f"{won}"}
        cells |= {"lost": f"{lost}", "points": f"{won * 2}", "average": f"{random.randint(1, 99)}.5"}
        shown = cells | {"average": cells["average"] + random.choice(("", "%"))}
        if random.random() < 0.06:
            shown["points"] = cells["points"] = ""
        rows.append([*([str(number)] if place else []), *(shown[key] for key in columns)])
        wanted.append(Wanted(len(rows), {"season": season} | {key: cells[key] for key in columns}))
    return rows, wanted


def counted(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """Stat lists: "32 x Name (Team)"."""
    title, season = random.choice(("180s", "Most wins", "Star player awards")), random.choice(SEASONS)
    lines, wanted = [f"{title} {season}"], []
    behind = random.random() < 0.3
    mark = random.choice(("x", "\N{MULTIPLICATION SIGN}", "X"))
    for name in random.sample(PEOPLE, random.randint(2, 9)):
        team = random.choice([team for team in TEAMS if "(" not in team])
        number = str(random.randint(1, 99))
        lines.append(f"{name} ({team}) {number}" if behind else f"{number} {mark} {name} ({team})")
        values = {"season": season, "player": name, "team": team, "title": title, "counts": number}
        wanted.append(Wanted(len(lines), values))
    return typed("\n".join(lines)), wanted


def frames(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """Games with both players' names, the night and the teams once for each match or in every line."""
    once, by = random.random() < 0.5, random.choice(("side", "name", "score"))
    heading = {"date": "Date", "home": "Home Team", "home_player": "Home player", "away": "Away Team"}
    heading |= {"away_player": "Away player"}
    heading |= {"home_score": "Score 1", "away_score": "Score 2"} if by == "score" else {"winner": "Winner"}
    columns = list(heading)
    if random.random() < 0.4:
        random.shuffle(columns)
    rows, wanted = [[heading[key] for key in columns]], []
    for night in range(1, random.randint(2, 5)):
        home, away = random.sample(TEAMS, 2)
        for game in range(random.randint(1, 6)):
            first, second = random.sample(PEOPLE, 2)
            won = random.random() < 0.5
            missing = random.random() < 0.08
            cells = {"date": f"0{night}/09/2014", "home": home, "away": away} if game == 0 or not once else {}
            cells |= {"home_player": first, "away_player": "" if missing else second}
            cells |= {"home_score": "2" if won else "0", "away_score": "0" if won else "2"}
            cells["winner"] = ("Home" if won else "Away") if by == "side" else first if won else second
            rows.append([cells.get(key, "") for key in columns])
            values = {"date": f"2014-09-0{night}", "player": first, "team": home, "opponent": second}
            values |= {"opponent_team": away, "won": "yes" if won else "no"}
            theirs = {"date": values["date"], "player": second, "team": away, "opponent": first, "opponent_team": home}
            if not missing:
                wanted.append(Wanted(len(rows), values))
                wanted.append(Wanted(len(rows), theirs | {"won": "no" if won else "yes"}))
    return as_sheet(rows), wanted


def of_one_player(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    name, team, season = random.choice(PEOPLE), random.choice(TEAMS[:6]), random.choice(SEASONS)
    rows = [[f"Season {season}"], [random.choice((f"Player's Record: {name} ({team})", f"Record for {name} ({team})"))]]
    wanted = []
    for title in random.sample(("Singles", "Friendlies", "Last season"), random.randint(1, 2)):
        rows += [[title], ["Opponent", "Team", random.choice(("Result", "Won/Lost")), "Rating"]]
        for _ in range(random.randint(1, 6)):
            opponent, other, won = random.choice(PEOPLE), random.choice(TEAMS), random.random() < 0.5
            rows.append([opponent, other, random.choice(("Won", "W")) if won else random.choice(("Lost", "L")), "100"])
            values = {"season": season, "player": name, "team": team, "opponent": opponent, "opponent_team": other}
            wanted.append(Wanted(len(rows), values | {"won": "yes" if won else "no"}))
    return as_sheet(rows), wanted


def test_one_team_spelt_in_three_ways_is_said():
    text = "180s 2014\n32 x D Hartley (Crown \"A\")\n30 x S Kirkby (Crown A)\n9 x Moran (crown 'a')\n"
    (reading,) = records.read(typed(text), CONTEXT)
    assert [row.values["counts"] for row in reading.rows] == ["32", "30", "9"]
    assert [row.notes for row in reading.rows] == [
        (), ('Crown A is written Crown "A" above',), ("crown 'a' is written Crown \"A\" above",)
    ]  # fmt: skip


def test_a_list_without_its_season_and_what_it_counts_asks():
    (reading,) = records.read(typed("32 x D Hartley (Bell)\n30 x S Kirkby (Plough)\n"), CONTEXT)
    assert reading.rows == ()
    assert [question.key for question in reading.questions] == ["season", "counts"]


def test_games_without_the_name_of_their_player_ask_whose_they_are():
    rows = [["2014"], ["Opponent", "Team", "Result"], ["S Kirkby", "Bell", "Won"]]
    (reading,) = records.read_games(as_sheet(rows), CONTEXT)
    assert (reading.rows, [question.key for question in reading.questions]) == ((), ["player"])


def test_a_game_whose_winner_is_contradicted_is_left_out():
    rows = [
        ["2014"],
        ["Home player", "Away player", "Score 1", "Score 2", "Winner"],
        ["A Hill", "B Dale", 2, 0, "B Dale"],
    ]
    (reading,) = records.read_games(as_sheet([*rows, ["J Moran", "K Nairn", 2, 0, "Home"]]), CONTEXT)
    assert [row.values["player"] for row in reading.rows] == ["J Moran", "K Nairn"]
    assert [piece.why for piece in reading.left_out] == ["A title.", "It does not say who won."]


def test_averages_of_players_are_no_table_of_teams():
    rows = [["2014"], ["Player", "Team", "P", "W", "L", "Pts"], ["A Hill", "Bell", 3, 2, 1, 4]]
    assert final_table.read(as_sheet(rows), CONTEXT) == ()
