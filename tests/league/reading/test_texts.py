"""Text as rows: what stands between cells, lines that a paste has broken, letters of Windows and Macs, draws."""

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from league.reading.files import NotReadableError, decode, read_file, read_text
from league.reading.texts import read_table

FIRST = ("Seán", "Ann", "Bob", "Renée", "Zoë", "Siân", "José", "Patrick", "Chloë", "Aoife", "Róisín", "André", "Bjørn",
         "Françoise")  # fmt: skip
LAST = ("O’Brien", "Hill", "Dale", "D’Arcy", "Müller", "O’Neill", "García", "Nuñez", "Hérault", "Ó Briain", "Åström")
TEAMS = ("Crown A", "King’s Head", "“The Snug”", "Nag’s Head ‘B’", "Café Royal", "Coach – Horses", "Dog’s Nose",
         "Turks’ Head", "Beer £5 Club", "Half ½ Pint", "Hôtel du Lac", "Señor Pub")  # fmt: skip


def cells(text: str) -> list[tuple[str, ...]]:
    return [line.cells for line in read_text(text)[0].lines]


@given(
    st.lists(st.tuples(st.sampled_from(FIRST), st.sampled_from(LAST), st.sampled_from(TEAMS)), min_size=1, max_size=40),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman", "cp850"]),
)
def test_letters_are_told_by_the_words_that_they_make(rows, encoding):
    """charset-normalizer names the right one for 41 of 100 such files of Windows, for 89 of a Mac, for 58 of DOS."""
    text = "Player,Team\n" + "\n".join(f"{first} {last},{team}" for first, last, team in rows)
    text = text.encode(encoding, "ignore").decode(encoding).removeprefix("\ufeff")
    if not text.isascii():
        assert decode(text.encode(encoding)) == text


def test_a_curly_apostrophe_of_a_mac_is_one():
    assert "Patrick O’Brien" in decode(b"Player,Team\nPatrick O\xd5Brien,Crown A\nSe\x87n Hall,Bell\n")
    assert "Seán Hall" in decode(b"Player,Team\nPatrick O\xd5Brien,Crown A\nSe\x87n Hall,Bell\n")


def test_one_bad_byte_in_a_file_of_utf8_spoils_one_letter():
    assert decode("Seán,Renée,Zoë,Siân,José".encode() + b"\xe9") == "Seán,Renée,Zoë,Siân,José\ufffd"


def test_letters_of_other_alphabets_are_letters():
    assert cells("Team,Venue\nКоманда,Clubhouse\nΟμάδα,Café\n")[1:] == [("Команда", "Clubhouse"), ("Ομάδα", "Café")]


values = st.sampled_from(["Crown A", "Rose & Crown", "Bell, The", "5", "", 'The "Snug"', "a;b"])


@given(
    st.lists(st.tuples(values, values, values), min_size=2, max_size=8),
    st.sampled_from("\t,;|"),
    st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_rows_come_back_whatever_stands_between_their_cells(rows, apart, end):
    def quoted(value: str) -> str:
        doubled = value.replace('"', '""')
        return f'"{doubled}"' if apart in value or '"' in value else value

    table = [["Home", "Away", "Pub"], *rows]
    text = end.join(apart.join(quoted(value) for value in row) for row in table)
    read = [line + ("",) * (3 - len(line)) for line in cells(text)]
    assert read == [tuple(row) for row in table if any(row)]


def test_a_quotation_mark_that_nobody_closes_swallows_no_rows():
    assert cells('Team,Pub\n"Crown A,Crown\nBell,The Bell\n"A" Team,Fleece\n') == [
        ("Team", "Pub"), ('"Crown A', "Crown"), ("Bell", "The Bell"), ('"A" Team', "Fleece"),
    ]  # fmt: skip


def test_lines_that_a_paste_has_broken_in_a_cell_are_joined():
    pasted = "\tDate Time\tHome Team\t\tAway Team\n\t28/10/26\n20:30\tRosemount\tVS\tRailway\n"
    pasted += "\t11/11/26\n20:30\tRailway\tVS\tHeron B\n"
    lines = read_text(pasted)[0].lines
    assert [(line.number, line.cells) for line in lines[1:]] == [
        (2, ("", "28/10/26 20:30", "Rosemount", "VS", "Railway")),
        (4, ("", "11/11/26 20:30", "Railway", "VS", "Heron B")),
    ]
    assert cells("Date Time\tHome\tAway\n28/10/26\n20:30\tAsh\tElm\n")[1] == ("28/10/26 20:30", "Ash", "Elm")


def test_a_heading_of_its_own_is_not_joined_to_the_row_below_it():
    assert cells("DIVISION ONE\nAsh\tElm\t5\nOak\tYew\t4\nDIVISION TWO\nBox\tFir\t3\n")[0] == ("DIVISION ONE",)
    assert cells("Mon 7 Sep\nAsh\tElm\nOak\tYew\n") == [("Mon 7 Sep",), ("Ash", "Elm"), ("Oak", "Yew")]


@pytest.mark.parametrize(
    "text",
    [("Division One - Ex Service A 3, Ex Service L 6; Old Inn 5 Seaview A 4;\n\n"
     "Division Two - Finnans 2, Robbers 7; New Park 4 Charnley 5;\n"),
     "25th Sept   1 v 2    4 v 3     1\n2nd Oct     1 v 3    2 v10     2\n",
     "[07/09/2026, 22:41] Crown capt: Crown A 5 Bell 4\n"],
)  # fmt: skip
def test_prose_and_lines_aligned_by_eye_stay_lines_with_their_text_as_it_was(text):
    sheet = read_text(text)[0]
    assert sheet.text == text
    assert all(len(line.cells) == 1 for line in sheet.lines)


def test_a_long_line_of_prose_is_whole():
    line = "; ".join(f"Team {number} 5, Side {number} 4" for number in range(200))
    assert read_text(f"Results\n{line}")[0].lines[1].cells == (line,)


def test_a_draw_kept_as_json_is_its_lists_with_the_round_of_each_match():
    draw = {
        "competition": "Area Draw",
        "rounds": [{"name": "Last 4", "deadline": "Wed 11th March"}, {"name": "Final", "deadline": "Sat 21st March"}],
        "players": {"seeds": [{"seed": 1, "name": "P. Hartley"}]},
        "matches": [
            {"id": "R1-1", "player1": "P. Hartley", "player2": None, "bye": True},
            {"id": "R1-2", "player1": "R. Hutton", "player2": "S. Airey", "score1": 7, "score2": 2},
            {"id": "R2-1", "player1": "P. Hartley", "player2": "R. Hutton"},
        ],
    }
    sheets = read_file(json.dumps(draw).encode())
    assert [sheet.name for sheet in sheets] == ["Area Draw: matches", "Area Draw: players.seeds"]
    assert [line.cells for line in sheets[0].lines] == [
        ("round", "deadline", "id", "player1", "player2", "bye", "score1", "score2"),
        ("Last 4", "Wed 11th March", "R1-1", "P. Hartley", "", "Yes"),
        ("Last 4", "Wed 11th March", "R1-2", "R. Hutton", "S. Airey", "", "7", "2"),
        ("Final", "Sat 21st March", "R2-1", "P. Hartley", "R. Hutton"),
    ]


@pytest.mark.parametrize(
    "content", [b"[" * 500_000, b'{"a":' * 200_000, b"[" + b",".join(b'{"k%d":1}' % n for n in range(400)) + b"]"]
)
def test_json_that_is_no_draw_is_refused(content):
    with pytest.raises(NotReadableError):
        read_file(content)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused_in_a_sentence(content):
    try:
        read_file(content)
    except NotReadableError as error:
        sentence = str(error)
    else:
        sentence = "It is read."
    assert sentence.endswith(".")


@given(st.integers(11, 50), st.sampled_from([0x00, 0x85, 0xD5, 0xE9, 0xFF]))
def test_a_file_with_one_spoilt_byte_is_read_or_refused(place, byte):
    content = bytearray("Team,Venue\nCafé A,King’s Head\nBell,The “Snug”\n".encode())
    assume(content[place] != ord("\n"))  # two rows are one without it
    content[place] = byte
    try:
        assert len(read_file(bytes(content))[0].lines) >= 3
    except NotReadableError:
        assert byte == 0


@pytest.mark.parametrize("content", [b"," * 30_000, b"a v b " * 5_000, b"a" + b". " * 15_000])
def test_a_line_that_is_too_long_to_be_read_in_a_moment_is_refused(content):
    with pytest.raises(NotReadableError, match="A line has more than 20000 letters"):
        read_file(content)


def test_commas_within_quotation_marks_are_no_cells():
    sheet = read_table('"Bell";"Turks Hd"\n"Nairn, J (C)";"Hobbs, W (C)"\n"Dale, Ruth";"Hill, Sean"')
    assert [line.cells for line in sheet.lines][1:] == [("Nairn, J (C)", "Hobbs, W (C)"), ("Dale, Ruth", "Hill, Sean")]
