"""The command line as a stranger uses it: in its own process, reading files, answering in JSON."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from scoring.__main__ import COMMANDS, main
from scoring.card.presets import PRESETS
from scoring.codec import NAMES, decode, encode
from tests.waiting import HANG

ROOT = Path(__file__).parents[2]
FORMATS = ROOT / "docs" / "formats.md"
CARD_FILE = {
    "version": 1,
    "type": "match-card",
    "preset": "leek",
    "on": "2026-11-24",
    "home": {"id": "crown", "name": "Crown"},
    "away": {"id": "bell", "name": "Bell"},
    "card": {"quick": [6, 3]},
}
SEASON_FILE = {
    "version": 1,
    "type": "season",
    "preset": "leek",
    "teams": ["crown", "bell"],
    "results": [{"id": "1", "home": "crown", "away": "bell", "on": "2026-11-24", "score": [6, 3]}],
}


def run(*args, stdin=None):
    command = [sys.executable, "-m", "scoring", *args]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=HANG, check=False)


def answer(capsys, tmp_path, command, data):
    """What a command says of a file, run in this process."""
    file = tmp_path / "file.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    assert main([command, str(file)]) == 0
    return json.loads(capsys.readouterr().out)


def blocks():
    """The JSON examples of the documentation, in order."""
    return [json.loads(block) for block in re.findall(r"```json\n(.*?)```", FORMATS.read_text("utf-8"), re.DOTALL)]


def test_documented_examples_give_the_documented_answers(capsys, tmp_path):
    examples = blocks()
    answered = {"match-card": ("card", "card-report"), "season": ("table", "table")}
    seen = []
    for example, following in zip(examples, [*examples[1:], None], strict=True):
        if example["type"] in answered:
            command, kind = answered[example["type"]]
            assert following["type"] == kind
            assert answer(capsys, tmp_path, command, example) == following
        elif example["type"] in NAMES.values():
            assert encode(decode(example)) == example
        seen.append(example["type"])
    assert seen == ["match-card", "card-report", "match-card", "card-report", "season", "table", "tally"]


def test_card_from_a_file_in_its_own_process(tmp_path):
    file = tmp_path / "card.json"
    file.write_text(json.dumps(CARD_FILE), encoding="utf-8")
    done = run("card", str(file))
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert (report["accepted"], report["problems"]) == (True, [])
    assert (report["outcome"]["home_points"], report["outcome"]["away_points"]) == ("8", "3")


def test_table_from_standard_input():
    done = run("table", "-", stdin=json.dumps(SEASON_FILE))
    rows = json.loads(done.stdout)["rows"]
    assert [(row["team"], row["points"], row["reason"]) for row in rows] == [
        ("crown", "8", "5 points clear of bell"),
        ("bell", "3", "bottom: 5 points behind crown"),
    ]


def test_refused_card_is_an_answer(capsys, tmp_path):
    report = answer(capsys, tmp_path, "card", CARD_FILE | {"card": {"quick": [6, 4]}})
    assert report["accepted"] is False
    assert [problem["code"] for problem in report["problems"]] == ["quick_too_many"]


def test_field_of_the_file_replaces_the_presets(capsys, tmp_path):
    report = answer(capsys, tmp_path, "card", CARD_FILE | {"quick_allowed": False})
    assert [problem["code"] for problem in report["problems"]] == ["quick_not_allowed"]


def test_presets_are_listed_and_shown(capsys):
    assert main(["presets"]) == 0
    assert [each["key"] for each in json.loads(capsys.readouterr().out)] == list(PRESETS)
    assert main(["presets", "guisborough"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [section["title"] for section in shown.pop("rule_book")][:2] == ["The match", "Points"]
    assert decode(shown) == PRESETS["guisborough"]


@pytest.mark.parametrize(
    ("command", "text", "message"),
    [
        ("card", "", "this is not JSON"),
        ("card", "[1, 2", "this is not JSON"),
        ("card", "[" * 100_000, "this is not JSON"),
        ("card", "[]", "the whole value: expected an object"),
        ("card", "{}", "version: expected 1"),
        ("card", json.dumps(CARD_FILE | {"version": 9}), "version: expected 1 (a newer program"),
        ("card", json.dumps(CARD_FILE | {"type": "season"}), "type: expected 'match-card', found 'season'"),
        ("card", json.dumps(CARD_FILE | {"preset": "nowhere"}), "preset: expected one of teesdale, leek"),
        ("card", json.dumps(CARD_FILE | {"preset": ["leek"]}), "preset: expected one of teesdale, leek"),
        ("card", json.dumps(CARD_FILE | {"on": "24 Nov"}), "on: expected a date"),
        ("card", json.dumps(CARD_FILE | {"card": {"quick": "6-3"}}), "card.quick: expected a list"),
        ("card", json.dumps(CARD_FILE | {"hmoe": 1}), "hmoe: expected one of format, scheme"),
        ("card", json.dumps({k: v for k, v in CARD_FILE.items() if k != "card"}), "card: expected a card"),
        ("card", json.dumps({k: v for k, v in CARD_FILE.items() if k != "preset"}), "format: expected a value"),
        ("table", json.dumps(SEASON_FILE | {"teams": ["crown"]}), "bell is not one of this table’s 1 teams"),
        ("table", json.dumps(SEASON_FILE | {"teams": ["crown", "bell", "crown"]}), "team crown is there twice"),
        ("table", json.dumps(SEASON_FILE | {"results": SEASON_FILE["results"] * 2}), "match 1 is there twice"),
        (
            "table",
            json.dumps(SEASON_FILE | {"results": [SEASON_FILE["results"][0] | {"away": "crown"}]}),
            "crown cannot play itself",
        ),
        (
            "table",
            json.dumps(SEASON_FILE | {"results": [SEASON_FILE["results"][0] | {"score": None}]}),
            'results.0: expected one of "score", "card" and "tally"',
        ),
        ("table", json.dumps(SEASON_FILE | {"steps": ["coin"]}), "steps.0: expected one of points, wins"),
    ],
)
def test_bad_file_is_told_on_standard_error_with_code_2(capsys, tmp_path, command, text, message):
    file = tmp_path / "bad.json"
    file.write_text(text, encoding="utf-8")
    assert main([command, str(file)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"{file}: ")
    assert message in said.err
    assert said.err.count("\n") == 1


def test_file_that_is_not_text_or_not_there(capsys, tmp_path):
    file = tmp_path / "photo.json"
    file.write_bytes(b"\xff\xd8\xff")
    assert main(["card", str(file)]) == 2
    assert main(["card", str(tmp_path)]) == 2
    assert main(["table", str(tmp_path / "nothing.json")]) == 2
    assert capsys.readouterr().err.count("cannot be read") == 2


@pytest.mark.parametrize("args", [[], ["dance"], ["card"], ["card", "a", "b"], ["table"], ["presets", "nowhere"]])
def test_wrong_usage_is_told_with_code_2(capsys, args):
    assert main(args) == 2
    assert "usage: python -m scoring" in capsys.readouterr().err


def test_every_command_of_the_card_and_the_table_is_there():
    assert {"card", "table", "presets"} <= set(COMMANDS)
