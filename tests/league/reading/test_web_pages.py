"""Tables of web pages, as they are saved or their source is pasted; nothing that a page names is fetched."""

import socket
from datetime import date

import pytest

from league.reading.files import NotReadableError, read_file, read_text
from league.reading.recognise import readings
from league.reading.values import MAX_ROWS, Context

FIXTURES = """<table><thead><tr><th></th><th>Date Time</th><th>Home Team</th><th></th>
<th>Away Team</th></tr></thead><tbody>
<tr><td data-tooltip="true" title="&lt;strong&gt;Northby League&lt;/strong&gt;">
<img src="x.svg" alt="Division icon"></td>
<td>28/10/26<br>20:30</td><td><a href="/1">Rosemount</a></td><td><span>VS</span></td><td>Railway</td></tr>
<tr><td title="Northby League"><img alt="Division icon"></td>
<td>11/11/26<br>20:30</td><td>Railway</td><td>VS</td><td>Barbarians B</td></tr></tbody></table>"""


def tables(text: str) -> dict[str, list[tuple[str, ...]]]:
    return {sheet.name: [line.cells for line in sheet.lines] for sheet in read_text(text)}


def test_a_line_break_is_a_space_and_a_column_of_icons_has_their_words_and_name():
    assert tables(FIXTURES) == {
        "": [
            ("Division", "Date Time", "Home Team", "", "Away Team"),
            ("Northby League", "28/10/26 20:30", "Rosemount", "VS", "Railway"),
            ("Northby League", "11/11/26 20:30", "Railway", "VS", "Barbarians B"),
        ]
    }


def test_the_words_of_icons_beside_text_are_a_column_of_their_own():
    row = '<tr><td><img alt="{}">{}</td><td>{}</td></tr>'
    page = "".join(["<table><tr><th>Home</th><th>Away</th></tr>", row.format("Cup", "Ash", "Elm"),
                    row.format("Cup", "Oak", "Yew"), row.format("League", "Elm", "Oak"), row.format("Cup", "Yew",
                        "Ash"),
                    row.format("Cup", "Yew", "Elm"), "</table>"])  # fmt: skip
    assert tables(page)[""][:4] == [
        ("Home", "Away"),
        ("Ash", "Elm", "Cup"),
        ("Oak", "Yew", "Cup"),
        ("Elm", "Oak", "League"),
    ]


def test_old_html_in_capitals_has_headings_of_two_lines_and_a_name_above_its_table():
    page = """<HTML><BODY><P><FONT SIZE=6>Results</FONT></P><P>Last Update: 04/09/2014</P><TABLE BORDER=1>
    <TR><TD><P><FONT>Home Team</FONT></P><TD><P>Single<BR>Wins<TD>Away Team<TD>Single<BR>Wins</TR>
    <TR><TD><P>Muttons</P><TD>7<TD>Pro's &amp; Con's<TD>8</TABLE></BODY></HTML>"""
    assert tables(page) == {
        "Results": [("Home Team", "Single Wins", "Away Team", "Single Wins"), ("Muttons", "7", "Pro's & Con's", "8")]
    }


def test_what_spans_rows_and_columns_stands_in_each_and_a_heading_row_once():
    page = """<table><tr><td colspan=3>Mon 7 Sep</td></tr><tr><th rowspan=2>Team</th><th colspan=2>Home</th></tr>
    <tr><th>P</th><th>W</th></tr><tr><td>Ash</td><td>5</td><td>4</td></tr></table>"""
    assert tables(page)[""] == [("Mon 7 Sep",), ("Team", "Home", "Home"), ("Team", "P", "W"), ("Ash", "5", "4")]


def test_tables_for_the_layout_and_of_one_row_are_passed_over_and_hidden_parts_too():
    page = """<h2>Division One</h2><table><tr><td><table><tr><td>Menu</td><td>Home</td></tr></table></td>
    <td><h3>Table</h3>
    <table><tr><th>Team</th><th>Pts</th></tr><tr style="display: none"><td>Ghost</td><td>9</td></tr>
    <tr><td>Ash</td><td>5</td></tr>
    </table></td></tr></table>"""
    assert tables(page) == {"Table": [("Team", "Pts"), ("Ash", "5")]}


def test_each_table_has_its_caption_or_the_heading_above_it():
    table = "<tr><td>a</td><td>b</td></tr><tr><td>1</td><td>2</td></tr></table>"
    page = f"<h2>Division One</h2><table>{table}<p>Division Two</p><div><table>{table}</div>"
    page += f"<table><caption>Three</caption>{table}"
    assert [sheet.name for sheet in read_text(page)] == ["Division One", "Division Two", "Three"]


def test_a_page_without_a_table_is_its_text():
    sheet = read_text(
        "<html><body><h1>Results</h1><p>Ash 5 Elm 4<br>Oak 3 Yew 6</p><script>no()</script></body></html>"
    )[0]
    assert sheet.text == "Results\nAsh 5 Elm 4\nOak 3 Yew 6"


def test_nothing_that_a_page_names_is_fetched(monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("a page was fetched")

    monkeypatch.setattr(socket, "socket", refuse)
    page = b"""<!DOCTYPE html SYSTEM "http://example.org/x.dtd" [<!ENTITY a SYSTEM "file:///etc/passwd">]><html>
    <link rel=stylesheet href="http://example.org/c.css"><table><tr><td>&a;</td><td><img src="http://example.org/i.png"></td></tr>
    <tr><td>Ash</td><td>Elm</td></tr></table></html>"""
    assert "root:" not in str(read_file(page))


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<table>" + "<tr><td>a<td>b" * (2 * MAX_ROWS + 1), "more than"),
        ("<table><tr>" + '<td colspan="9999" rowspan="9999">x' * 20, "more than"),
        ("<table><tr><td rowspan=200 colspan=200>a" + "<tr><td rowspan=200 colspan=40>a" * 5000, "more than"),
        ("<div>" * 100_000 + "<table><tr><td>a<td>b<tr><td>1<td>2</table>", "nested too deeply"),
        ("<table><tr><td>a<td>b<tr><td>1<td>2</table>" * 100, "more than 60 tables"),
        ("<html><body></body></html>", "nothing in it"),
    ],
    ids=["rows", "columns", "spans", "depth", "tables", "nothing"],
)
def test_a_page_that_is_too_much_is_refused_in_a_sentence(page, words):
    with pytest.raises(NotReadableError, match=words):
        read_text(page)


def test_tables_of_a_night_each_are_one_with_the_night_above_its_rows():
    night = (
        "<h3>{}</h3><table><tr><td>Ash</td><td>5&nbsp;-&nbsp;4</td><td>Elm</td></tr><tr><td>Oak<td>6 - 3<td>Yew</table>"
    )
    nights = ("Tuesday 16 September 2025", "Tuesday 23 September 2025", "Tuesday 30 September 2025")
    page = f"<html><body><h1>Division Two results</h1>{''.join(map(night.format, nights))}</body></html>"
    found = tables(page)
    assert list(found) == ["Division Two results"]
    assert found["Division Two results"][:4] == [
        (nights[0],), ("Ash", "5 - 4", "Elm"), ("Oak", "6 - 3", "Yew"), (nights[1],)
    ]  # fmt: skip
    (sheet,) = read_text(page)
    first = readings(sheet, Context(date(2026, 11, 30)))[0]
    assert [row.values["date"] for row in first.rows[::2]] == ["2025-09-16", "2025-09-23", "2025-09-30"]
    assert first.rows[1].values | {"home": "Oak", "home_score": "6", "away_score": "3"} == first.rows[1].values
    assert first.rows[1].values["division"] == "Division Two"
