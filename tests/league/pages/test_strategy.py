"""The strategy page says what was measured, and what is measured again agrees."""

import json
import re
from pathlib import Path

from django.test import Client
from django.urls import reverse

from scoring.play.computer import table
from scoring.play.computer.table import values_of
from scoring.play.presets import preset
from tests.makers.measures import held_by_score, measured

DATA = json.loads((Path(table.__file__).parent / "strategy.json").read_text())


def test_what_the_page_says_is_in_the_data_and_every_part_leads_to_a_position():
    answer = Client().get(reverse("rules"))
    words = " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())
    for players in ("2", "4"):
        assert f"{DATA[players]['lead'][0]:.1f}" in words
        assert f"{DATA[players]['made'][0]:.1f} " in words
    page = answer.context["strategy"]
    assert [(tile["face"].first * 10 + tile["face"].second, tile["held"]) for tile in page["tiles"]] == [
        (int(name), mean) for name, (mean, _) in DATA["2"]["held"].items()
    ]
    assert len(set(re.findall(r'href="(/play/puzzles/\d+/)"', answer.content.decode()))) == 5


def test_the_table_of_59_is_that_of_the_values():
    values = values_of(preset("fives-threes:pagat"), 2)
    row = next(row for row in Client().get(reverse("rules")).context["strategy"]["last_pegs"] if row["others"] == 10)
    assert (row["two_leading"], row["one_leading"]) == (
        round(values.chance(2, 10) / 10),
        round(values.chance(1, 10) / 10),
    )
    page = Client().get(reverse("rules")).context["strategy"]
    assert all(row[f"two_{who}"] >= row[f"one_{who}"] for row in page["last_pegs"] for who in ("leading", "waiting"))
    assert page["last_pegs"][0]["one_leading"] > 85
    assert page["last_pegs"][0]["one_waiting"] < 15


def test_tiles_are_worth_what_was_measured_at_each_score():
    page = Client().get(reverse("rules")).context["strategy"]
    assert [row["score"] for row in page["by_score"]] == [61 - int(need) for need in DATA["by_score"]]
    last = page["by_score"][-1]
    names = list(DATA["by_score"]["2"])
    assert [face.first * 10 + face.second for face, _ in last["best"]] == [int(name) for name in names[:3]]
    assert last["best"][0][1] > 50 > last["worst"][0][1]


def test_measured_again_on_a_few_deals_a_tile_wins_about_as_often():
    again = held_by_score("fives-threes:pagat", 2, 400)
    for name, (won, spread) in DATA["by_score"]["2"].items():
        assert abs(again[name][0] - won) < 3 * (again[name][1] + spread)


def test_measured_again_on_a_few_deals_the_lead_is_worth_about_as_much():
    again = measured("fives-threes:pagat", 2, 60)
    mean, spread = DATA["2"]["lead"]
    assert abs(again["lead"][0] - mean) < 3 * (again["lead"][1] + spread)
    assert set(again["held"]) <= set(DATA["2"]["held"])
