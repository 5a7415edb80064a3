"""Cups that were drawn on paper: shown, in with their byes and results, and out again as one."""

import pytest
from django.test import Client
from django.urls import reverse

from league.cups.models import Cup, CupState, Fact, Honour
from league.cups.queries.cup_state import snapshot_of
from league.cups.queries.entries import names_of
from league.exchange.models import BundleSheet, ImportDraft
from league.schedule.models import Season
from league.teams.models import Player, Team
from scoring.season.knockout.bracket import State
from tests.league.importexport.importing import AT, accept, fates, latest, paste, previewed, undo
from tests.league.importexport.test_bring import bring, check, page
from tests.league.reading.variants import SAMPLES

PAST = """Cup,Round,Home,Away,Home score,Away score,Winner,Status,Play by
Memorial Cup,Semi-finals,Railway Tavern,Station Htl,11,10,,,
Memorial Cup,Semi-finals,Oddfellows,Legion,10,10,Legion,,
Memorial Cup,Final,Legion,Railway Tavern,9,11,,,
"""


def current() -> int:
    return Season.objects.get(current=True).pk


def tied(cup: Cup) -> list[tuple[str, str, str, dict[int, tuple[int, int]]]]:
    names, found = names_of(cup), snapshot_of(cup, AT).bracket
    assert found.problems == ()
    return [(names.get(tie.first, "bye"), names.get(tie.second, "bye"), tie.state.value, tie.scores)
            for tie in found.ties]  # fmt: skip


def counts() -> list[int]:
    return [model.objects.count() for model in (Cup, Fact, Honour, Team, Player)]


def checked(client: Client, sheet: BundleSheet, answer: str) -> ImportDraft:
    """Its rows, once the question about its days is answered."""
    said = {"taken": "cup-ties", "season": sheet.season_id, "answer-0": answer}
    assert client.post(reverse("bundle-sheet", args=["leek", sheet.bundle_id, sheet.place]), said).status_code == 302
    return check(client, sheet.bundle, "ties", season=sheet.season_id)


def answered(client: Client, **answers: str) -> None:
    sent = {name.replace("__", "-", 1).replace("_", " "): value for name, value in answers.items()}
    assert client.post(reverse("import-names", args=["leek", latest().pk]), sent).status_code == 302


def test_half_games_of_a_cup_come_in_and_stand_on_every_page(secretary, world):
    ties = PAST.replace("11,10", "5½,3½").replace("10,10,Legion", "4.5,4.5,Legion").replace("9,11", "3.5,5.5")
    draft = paste(secretary, "ties", ties, season=current())
    answered(secretary, entrants__memorial_cup="team")
    assert accept(secretary, draft).status_code == 302
    cup = Cup.objects.get(division__competition__name="Memorial Cup")
    assert [str(games) for _, _, _, scores in tied(cup) for games in scores[1]] == ["5½", "3½", "4½", "4½", "5½", "3½"]
    assert "5½" in secretary.get(cup.get_absolute_url()).content.decode()
    season = cup.division.competition.season.slug
    bracket = secretary.get(f"/api/v1/leagues/leek/seasons/{season}/cups/{cup.division.competition.slug}").json()
    assert [side["score"] for side in bracket["parts"][0]["rounds"][0]["ties"][0]["sides"]] == [5.5, 3.5]


def test_a_past_cup_comes_in_with_its_winner_on_the_board_and_is_taken_back(secretary, world):
    before = counts()
    draft = paste(secretary, "ties", PAST, season=current())
    answered(secretary, entrants__memorial_cup="team")
    assert [fate for _, fate, _ in fates(draft)] == ["new"] * 3
    assert counts() == before
    assert accept(secretary, draft).status_code == 302
    cup = Cup.objects.get(division__competition__name="Memorial Cup")
    assert tied(cup) == [
        ("Railway Tavern", "Station Htl", "played", {1: (10, 10), 2: (1, 0)}),
        ("Oddfellows", "Legion", "played", {1: (10, 10), 2: (0, 1)}),
        ("Railway Tavern", "Legion", "played", {1: (11, 9)}),
    ]
    assert cup.state == CupState.FINISHED
    assert Honour.objects.get(cup=cup).winner == "Railway Tavern"
    assert secretary.get(cup.get_absolute_url()).status_code == 200
    assert {fate for _, fate, _ in fates(paste(secretary, "ties", PAST, season=current()))} == {"same"}
    assert undo(secretary, draft).status_code == 302
    assert counts() == before


def test_a_printed_draw_keeps_its_byes_and_says_who_cannot_be_where(secretary, world):
    bundle = bring(secretary, knockouts=(SAMPLES / "14-cup-results-no-year.csv").read_bytes())
    assert " ties of a cup, in " in page(secretary, bundle)
    draft = checked(secretary, BundleSheet.objects.get(bundle=bundle), "2025")
    answered(secretary, entrants__knockout_cup="team")
    while asks := previewed(draft).asks:
        answered(secretary, **{f"{ask.what}-{ask.key}": "new" for ask in asks})
    shown = {row.words.partition(", ")[2]: (row.outcome.value, row.why) for row in previewed(draft).rows}
    assert shown["Last 16: Kings Mill has a bye"][0] == "new"
    quarter = next(why for words, (_, why) in shown.items() if words.startswith("Quarter"))
    assert quarter[0] == "Ruabank Cons B lost to Plough G in Last 16."
    assert accept(secretary, draft, leave_out=True).status_code == 302
    cup = Cup.objects.latest("pk")
    assert [(first, second, state) for first, second, state, _ in tied(cup)] == [
        ("Plough G", "Ruabank Cons B", "played"), ("Breakroom Lions", "Red Lion M", "level"),
        ("Kings Mill", "bye", "bye"),
    ]  # fmt: skip


def test_a_draw_of_players_who_are_in_no_team(secretary, world):
    before = counts()
    text = (SAMPLES / "13-knockout-draw-deadlines.json").read_text(encoding="utf-8")
    secretary.post(reverse("bring-league", args=["leek"]), {"rows": text})
    sheet = BundleSheet.objects.filter(name__endswith="matches").latest("pk")
    draft = checked(secretary, sheet, "2027-03-11")
    (ask,) = previewed(draft).asks
    assert ask.label == "Who plays in the 2027 Individual Series - Area Draw?"
    answered(secretary, **{f"entrants-{ask.key}": "singles"})
    assert accept(secretary, draft).status_code == 302
    cup = Cup.objects.latest("pk")
    assert (cup.name, cup.kind) == ("2027 Individual Series - Area Draw", "singles")
    assert [(state, scores) for _, _, state, scores in tied(cup)] == [
        (State.BYE.value, {}), (State.PLAYED.value, {1: (7, 2)}), (State.WALKOVER.value, {}),
    ]  # fmt: skip
    assert f"{cup.rounds_set.get().play_by}" == "2027-03-11"
    assert secretary.get(cup.get_absolute_url()).status_code == 200
    assert undo(secretary, draft).status_code == 302
    assert counts() == before


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("Memorial Cup,,Crown A,Bell,11,9,,,", "The row does not say which round it is of."),
        ("Memorial Cup,Final,Crown A,Bell,5.25,3.75,,,", "A tie of a cup is scored in games and halves."),
        ("Memorial Cup,Final,Crown A,Bell,,,,w/o,", "It is not clear who won."),
    ],
)
def test_a_row_that_is_no_tie_says_why(secretary, world, row, why):
    draft = paste(secretary, "ties", f"{PAST.splitlines()[0]}\n{row}\n", season=current())
    [(_, fate, said)] = fates(draft)
    assert (fate, said[0]) == ("clash", why)
