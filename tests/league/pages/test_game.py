"""The rules of the games in plain English, and a written game shown as dominoes: open to all, with nothing kept."""

import re
import zlib
from base64 import urlsafe_b64encode
from cProfile import Profile
from pathlib import Path
from random import Random

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from league.pages.presenters.game_record import (
    LONGEST_LINK,
    MOST_TEXT,
    RecordLinkError,
    pack,
    record_page,
    rows_of,
    unpack,
)
from league.pages.views.site import EXAMPLE
from scoring.play.layout import Layout
from scoring.play.presets import PRESETS, REFUSED
from scoring.play.readings import READINGS
from scoring.play.rules import Spinner
from scoring.play.tiles import Tile
from tests.league.html import words_on
from tests.scoring.play.test_layout import lay
from tests.seeds import seeds

GOLDEN = sorted((Path(__file__).parents[2] / "scoring" / "play" / "golden").glob("*.record"))
CHECK = "/rules/check/"


def show(record):
    return Client().get(CHECK, {"r": pack(record)})


def send(**fields):
    return Client().post(CHECK, fields)


# No mark asks for the database, so a query would fail these tests.
@pytest.mark.parametrize("key", PRESETS)
def test_every_preset_has_a_page(key):
    answer = Client().get(reverse("rules-of-game", args=[key]))
    assert answer.status_code == 200
    assert PRESETS[key].target is not None
    assert str(PRESETS[key].target) in words_on(answer) or PRESETS[key].target == 1


def test_the_list_links_to_every_preset_and_says_why_names_are_refused():
    answer = Client().get(reverse("rules"))
    for key in PRESETS:
        assert f'href="{reverse("rules-of-game", args=[key])}"' in answer.content.decode()
    for reason in REFUSED.values():
        assert reason[1:] in words_on(answer)


def test_a_variant_shows_what_is_its_own():
    answer = Client().get(reverse("rules-of-game", args=["fives-threes:leek"]))
    own = {clause.heading for clause in answer.context["found"].own}
    assert own == {"Tiles", "The lead", "Going out", "No winning on the drop", "False knock"}


@pytest.mark.parametrize("key", READINGS)
def test_a_reading_says_whose_it_is_and_what_the_others_have_instead(key):
    answer = Client().get(reverse("rules-of-game", args=[key]))
    words, page = words_on(answer), answer.content.decode()
    assert f"These rules follow {READINGS[key].source}. {READINGS[key].sentence}" in words
    for other, (found, _, clauses) in zip(READINGS[key].others, answer.context["found"].otherwise, strict=True):
        assert found == other
        assert f'href="{reverse("rules-of-game", args=[other])}"' in page
        assert clauses
        assert all(clause.text in words for clause in clauses)


def test_a_game_with_one_reading_says_nothing_of_others():
    assert "read it otherwise" not in words_on(Client().get(reverse("rules-of-game", args=["fives-threes:leek"])))


@pytest.mark.parametrize("key", ["nothing", *REFUSED, "<script>"])
def test_a_game_without_rules_has_no_page(key, db):
    assert Client().get(reverse("rules-of-game", args=[key])).status_code == 404


def test_what_is_pasted_leads_to_an_address_that_shows_it_again():
    sent = send(record=EXAMPLE.replace("\n", "\r\n"))
    assert sent.status_code == 302
    assert sent.url == f"{CHECK}?r={pack(EXAMPLE)}"
    answer = Client().get(sent.url)
    assert answer.status_code == 200
    assert answer.context["form"]["record"].value() == EXAMPLE


def test_a_file_is_as_good_as_a_paste():
    sent = send(file=SimpleUploadedFile("game.txt", b"\xef\xbb\xbf" + EXAMPLE.encode()))
    assert sent.url == f"{CHECK}?r={pack(EXAMPLE)}"


def test_a_record_is_shown_move_by_move_with_the_fault_at_its_move():
    answer = show(EXAMPLE)
    hand = answer.context["seen"].games[0].hands[0]
    assert [(move.kind, move.who) for move in hand.moves][:2] == [("remark", ""), ("played", "Kath")]
    assert [move.number for move in hand.moves if move.findings] == [9]
    assert hand.moves[-1].taken == (("Kath", 3), ("Derek", 2))
    assert hand.totals == (("Kath", 3, 3), ("Derek", 2, 2))
    words = words_on(answer)
    assert "line 5, column 37" in words
    assert "Recorded: 2. Should be: 1." in words
    assert "The hand was blocked: nobody could play." in words


def test_each_move_draws_the_line_as_it_then_lay():
    hand = record_page('[Deal "A 66 30 55 | B 60 31 44"] A66=4 B60=4 A30@0=5 B31').games[0].hands[0]
    lines = [[face.name for face in move.rows[0].faces] for move in hand.moves]
    assert lines == [["6-6"], ["0-6", "6-6"], ["3-0", "0-6", "6-6"], ["1-3", "3-0", "0-6", "6-6"]]
    assert [face.name for face in hand.moves[2].rows[0].faces if face.new] == ["3-0"]


@pytest.mark.parametrize(
    ("record", "spinner", "rows"),
    [
        ("52 42@52 44@42 40@44", Spinner.NONE, ["5-2, 2-4, 4-4, 4-0"]),
        ("33 43@33 63@33 30@33 31@33 54@43", Spinner.FIRST, ["5-4, 4-3, 3-3, 3-6", "3-0", "3-1"]),
        ("55 52@55 51@55 22@52", Spinner.IN_LINE, ["1-5, 5-5, 5-2, 2-2"]),
        ("66 60@66 63@66 33@63 31@33 32@33", Spinner.ALL, ["0-6, 6-6, 6-3, 3-3, 3-1", "3-2"]),
    ],
)
def test_a_layout_is_drawn_in_rows_that_touch(record, spinner, rows):
    drawn = [row.words for row in rows_of(lay(record, spinner)[-1])]
    mirrored = ", ".join("-".join(reversed(name.split("-"))) for name in reversed(drawn[0].split(", ")))
    assert [rows[0] if mirrored == rows[0] else drawn[0], *drawn[1:]] == rows


@pytest.mark.parametrize(
    ("spinner", "lying"), [(Spinner.IN_LINE, {"5-5"}), (Spinner.IN_LINE_WHOLE, {"5-5"}), (Spinner.NONE, set())]
)
def test_the_first_double_lies_along_the_line_where_the_rules_lay_it_so(spinner, lying):
    layout = Layout(spinner)
    for tile in ("51", "55", "52", "22"):
        layout = layout.play(Tile.parse(tile))
    (row,) = rows_of(layout)
    doubles = [face for face in row.faces if face.first == face.second]
    assert {face.name for face in doubles if not face.upright} == lying
    assert {face.name for face in doubles if face.upright} == {"5-5", "2-2"} - lying


def test_every_tile_on_the_page_has_a_drawing():
    page = show(EXAMPLE).content.decode()
    used, drawn = set(re.findall(r'href="#(tile-\w+)"', page)), set(re.findall(r'id="(tile-\w+)"', page))
    assert used == drawn
    assert len(used) > 20


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_the_golden_records_are_shown(path):
    answer = show(path.read_text())
    assert answer.status_code == 200
    assert answer.context["seen"].games


def test_a_game_that_cannot_be_valued_says_why():
    words = words_on(show(GOLDEN[0].read_text()))
    assert "No best plays for this hand: the search knows no spinners." in words


def test_a_deal_too_large_to_search_is_not_searched():
    tiles = [f"{high}{low}" for high in range(7) for low in range(high + 1)]
    record = f'[Tiles "14"] [Deal "A {" ".join(tiles[::2])} | B {" ".join(tiles[1::2])}"] A{tiles[0]}'
    assert "would take too long" in words_on(show(record))


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"record": "   \n"},
        {"record": "A66 " * (MOST_TEXT // 4 + 1)},
        {"record": "".join(Random(6).choices("ABCD0123456@=- ", k=30_000))},
        {"file": SimpleUploadedFile("big", b"A66=4 " * 200_000)},
        {"file": SimpleUploadedFile("noise", Random(3).randbytes(50_000))},
    ],
)
def test_what_cannot_be_kept_in_a_link_is_told(fields):
    answer = send(**fields)
    assert answer.status_code == 422
    assert "There is a problem" in words_on(answer)


def test_noise_is_shown_as_findings_and_never_fails():
    for seed in seeds(30):
        noise = Random(seed).randbytes(900)
        sent = send(file=SimpleUploadedFile("noise", noise))
        assert Client().get(sent.url).status_code == 200


@pytest.mark.parametrize(
    "link",
    [
        "",
        "x",
        "%%%",
        "é" * 40,
        pack(EXAMPLE)[:-9],
        urlsafe_b64encode(zlib.compress(b"\xff\xfe\xfd")).decode(),
        urlsafe_b64encode(zlib.compress(bytes(4_000_000), 9)).decode().rstrip("="),
        "A" * (LONGEST_LINK + 1),
    ],
)
def test_a_damaged_link_is_told(link):
    answer = Client().get(CHECK, {"r": link})
    assert answer.status_code == 422
    assert "damaged or cut short" in words_on(answer)


def test_a_bomb_is_not_unpacked():
    bomb = urlsafe_b64encode(zlib.compress(b"A66 " * 400_000, 9)).decode().rstrip("=")
    assert len(bomb) < LONGEST_LINK
    with pytest.raises(RecordLinkError):
        unpack(bomb)


@pytest.mark.parametrize("text", ["", "A66", EXAMPLE, "½ é 🁣\n" * 50])
def test_packing_loses_nothing(text):
    assert unpack(pack(text)) == text


def test_nothing_written_in_a_record_is_taken_for_a_page():
    attack = "<script>alert(1)</script><img src=x onerror=alert(1)>"
    answer = show(
        f'{{{attack}}} [A "{attack}"] [Event "{attack}"] [Rules "{attack}"] [{attack}\nA66 {attack} ; {attack}'
    )
    page = answer.content.decode()
    assert attack not in page
    assert re.findall(r"<script(?! type=\"module\" src=)[^>]*>", page) == []
    assert "<img" not in page
    assert "&lt;script&gt;" in page


@pytest.mark.parametrize("address", ["/rules/", "/rules/five-up/", f"{CHECK}?r={pack(EXAMPLE)}"])
def test_the_pages_hold_nothing_that_the_policy_forbids(address):
    answer = Client().get(address)
    assert "script-src" in answer["Content-Security-Policy"] or "default-src" in answer["Content-Security-Policy"]
    assert not re.search(r"\sstyle=|<style|<script(?![^>]*\ssrc=)|\son\w+=", answer.content.decode())


@pytest.mark.parametrize(
    "record",
    [
        '[Hand ""]A*=4 B*=3 A*=1 #\n' * 2400,
        EXAMPLE * 200,
        "[" * 60_000,
        "A*=4 B*=2 " * 6_000,
        "A- B- " * 10_000,
        "A66 A- B- .. " + "A- B* " * 5_000,
        '[Game ""]A66=4 B60=3\n' * 2_500,
    ],
)
def test_a_page_takes_little_work_whatever_it_shows(record):
    """Counted in calls of functions, which are the same on any machine, however busy it is."""
    show("A66=4")  # what is loaded once
    work = Profile()
    answer = work.runcall(show, record)
    assert answer.status_code == 200
    assert sum(each.callcount for each in work.getstats()) < 20_000_000  # a second or two
    assert len(answer.content) < 1_500_000


THROWN = """[Rules "fives-threes:pagat"] [A "Kath"] [B "Derek"] [Start "58-57"]
[Deal "A 66 63 10 | B 62 60 50"] A66=4 B60=4
"""


def test_where_the_score_is_known_the_review_names_the_play_that_threw_the_game_away():
    """Kath needs three: the 6-3 makes nine and wins, the 6-6 makes four and is bust; then Derek's four wins."""
    (game,) = record_page(THROWN).games
    assert game.thrown is not None
    _, play = game.thrown
    assert (game.winner, play.who, play.tile.name, play.review.best.name) == ("Derek", "Kath", "6-6", "6-3")
    assert (play.review.before, play.review.after) == (100, 0)
    looked = game.hands[0].looked
    assert (looked.by_score, looked.seats) == (True, (("Kath", 0, 100), ("Derek", 0, 0)))
    words = words_on(show(THROWN))
    assert "in hand 1 Kath played" in words
    assert "and the chance to win fell from 100 in 100 to 0." in words
    assert "it wins 100 games in 100, this play 0." in words


GIVEN_UP = "A*=0 B*=1 A*=0 B*=1 A*=0 B*=0 A*=1 B*=0 A*=2 B*=3 A*=8 B*=2 A*=2 B*=8 A*=2 B*=2 A*=2 #\n"


def test_a_search_that_is_given_up_or_not_made_is_said():
    nine = '[Rules "fives-threes:teesdale"] '
    words = words_on(show(nine + GIVEN_UP))
    assert "it is not decided whether there are tiles for this hand" in words
    assert "No mistakes found" not in words
    assert "Not decided: whether there are tiles" not in words
    many = words_on(show(nine + 5 * '[Plays "all"] A*=4 B*=0 ..\n'))
    assert "Not decided: whether there are tiles that peg as written." in many
