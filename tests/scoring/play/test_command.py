"""The commands of the game, asked as a person asks them."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.play.command import COMMANDS
from tests.waiting import HANG

HERE = Path(__file__).parent
VECTORS = json.loads((HERE / "vectors.json").read_text())
GOLDEN = HERE / "golden" / "teesdale-singles.record"


def ask(capsys, *args):
    assert COMMANDS[args[0]]([*args[1:], "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def refused(capsys, *args):
    with pytest.raises(SystemExit) as stopped:
        main(list(args))
    assert stopped.value.code == 2
    return capsys.readouterr().err


def shared(answer, row):
    """The fields of a published row that an answer has as well."""
    return {name: answer[name] for name in row if name in answer}


@pytest.mark.parametrize("row", VECTORS["count"][:6], ids=lambda r: f"{r['players']}x{r['tiles']}-{r['end']}")
def test_perft_answers_with_the_fields_of_the_vectors(capsys, row):
    answer = ask(capsys, "perft", "--hands", " | ".join(row["hands"]), "--end", row["end"])
    wanted = {name: value for name, value in row.items() if name != "seed"}
    assert shared(answer, wanted) == wanted


@pytest.mark.parametrize("row", VECTORS["spinner_perft"], ids=lambda r: r["policy"])
def test_perft_with_spinners(capsys, row):
    asked = ["--hands", "|".join(row["hands"]), "--spinner", row["policy"], "--depth", str(len(row["perft"]))]
    answer = ask(capsys, "perft", *asked)
    assert (answer["policy"], answer["perft"]) == (row["policy"], row["perft"])


@pytest.mark.parametrize("row", VECTORS["solve"][:6], ids=lambda r: f"{r['players']}x{r['tiles']}-{r['chip']}")
def test_solve_answers_with_the_fields_of_the_vectors(capsys, row):
    answer = ask(capsys, "solve", "--hands", " | ".join(row["hands"]), "--chip", str(row["chip"]))
    wanted = {name: value for name, value in row.items() if name != "seed"}
    assert shared(answer, wanted) == wanted


@pytest.mark.parametrize("row", VECTORS["extremes"].values(), ids=list(VECTORS["extremes"]))
def test_replay_of_the_extremes(capsys, row):
    asked = ["--hands", " | ".join(row["hands"]), "--record", row["record"], "--leader", str(row["leader"])]
    answer = ask(capsys, "replay", *asked)
    assert (answer["side0"], answer["leader"]) == (row["side0"], row["leader"])


@pytest.mark.parametrize("row", VECTORS["spinner"], ids=lambda r: r["name"])
def test_replay_of_moves_with_spinners(capsys, row):
    answer = ask(capsys, "replay", "--record", row["record"], "--spinner", row["policy"])
    assert (answer["totals"], answer["scores"]) == (row["totals"], row["scores"])


def test_divide_adds_up_to_perft(capsys):
    row = VECTORS["count"][0]
    hands = " | ".join(row["hands"])
    assert ask(capsys, "divide", "--hands", hands)["total"] == row["complete"]
    divided = ask(capsys, "divide", "--hands", hands, "--depth", "6")
    assert (sum(divided["divide"].values()), divided["total"]) == (row["perft"][5], row["perft"][5])


def test_the_other_seat_may_lead(capsys):
    row = VECTORS["solve"][0]
    answer = ask(capsys, "solve", "--hands", " | ".join(reversed(row["hands"])), "--leader", "1")
    assert answer["value"] == -row["value"]
    assert answer["leads"] == {tile: -value for tile, value in row["leads"].items()}


def test_check_of_a_file(capsys):
    answer = ask(capsys, "check", str(GOLDEN))
    assert answer["accepted"] is True
    assert [finding["code"] for finding in answer["findings"]] == ["wrong_pegs"]
    assert answer["findings"][0]["line"] == 18
    assert answer["games"][0]["hands"][0]["pegs"] == [3, 2]


def test_replay_of_a_file(capsys):
    answer = ask(capsys, "replay", str(GOLDEN))
    first = answer["games"][0]["hands"][0]["moves"][0]
    assert first == {"ply": 1, "seat": "A", "move": "A31", "total": 4, "pegs": 0, "layout": "3|1"}


def test_review_of_a_file(capsys):
    whole, part = ask(capsys, "review", str(GOLDEN))["games"][0]["hands"]
    assert len(whole["plays"]) == 12
    assert sum(play["cost"] for play in whole["plays"] if play["seat"] == "A") >= 0
    assert part["plays"][0]["tile"] == "60"


def test_review_of_a_hand_whose_score_is_known_speaks_of_chances(capsys):
    whole, _part = ask(capsys, "review", str(GOLDEN))["games"][0]["hands"]
    assert all(0 < play["chance"] <= play["best_chance"] < 1000 for play in whole["plays"])
    assert any(play["chance"] < play["best_chance"] for play in whole["plays"])


def test_rules_are_named_and_told(capsys):
    assert "fives-threes:leek" in ask(capsys, "rules")["presets"]
    answer = ask(capsys, "rules", "fives-threes:leek")
    assert answer["rules"]["revoke_penalty"] == 8
    assert any("knock" in clause["text"].lower() for clause in answer["rule_book"])


def test_answers_are_text_without_json(capsys):
    assert main(["perft", "--hands", "11 22 32 43 62 | 21 42 51 52 65", "--depth", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "perft 5 13 26" in lines
    assert "hands 11 22 32 43 62 | 21 42 51 52 65" in lines


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["perft"], "--hands"),
        (["perft", "--hands", "11 22"], "two, three or four"),
        (["perft", "--hands", "11 22 | 11 33"], "dealt twice"),
        (["perft", "--hands", "11 xx | 33"], "no tile"),
        (["perft", "--hands", "11 97 | 33"], "double-six"),
        (["perft", "--hands", "11 | "], "no tiles"),
        (["perft", "--hands", "11 | 22", "--leader", "2"], "no seat 2"),
        (["perft", "--hands", "11 | 22", "--depth", "0"], "number of plies"),
        (["solve", "--hands", "11 | 22 | 33"], "two sides"),
        (["replay"], "--record"),
        (["replay", "--record", "66 zz"], "no play"),
        (["replay", "--record", "66 51"], "fits no open end"),
        (["replay", "--hands", "66 51 | 65 10", "--record", "66 knock"], "can be played"),
        (["replay", "--hands", "66 51 | 65 10", "--record", "66 51"], "does not hold"),
        (["check", "no-such-file.record"], "cannot be read"),
        (["rules", "fives-threes:dead-hole"], "none says what it is"),
        (["rules", "whist"], "no preset"),
    ],
)
def test_what_cannot_be_used_is_told_and_ends_with_2(capsys, args, said):
    assert said in refused(capsys, *args)


def test_a_file_of_any_bytes_is_only_a_file_with_findings(capsys, tmp_path):
    path = tmp_path / "noise.record"
    path.write_bytes(bytes(range(256)) * 3)
    for command in ("check", "replay", "review"):
        assert ask(capsys, command, str(path))["findings"]


def test_the_engine_runs_without_the_site():
    blocked = (
        "import sys; sys.modules['django'] = None; from scoring.__main__ import main; sys.exit(main(sys.argv[1:]))"
    )
    args = [sys.executable, "-S", "-c", blocked, "perft", "--hands", "11 22 | 21 42"]
    told = subprocess.run(args, capture_output=True, text=True, check=True, cwd=HERE.parents[2], timeout=HANG)
    assert "complete" in told.stdout
