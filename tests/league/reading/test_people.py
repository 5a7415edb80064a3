"""People's names, telephone numbers and addresses as they stand in cells."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.reading.people import NOUGHT_BACK, join_name, parse_contact, parse_person, writes_surname_first

FIRST = ("Ann", "Alan", "José", "Mary-Jane", "Seán", "A", "J.", "A B")
LAST = ("Hill", "O'Brien", "Van Dyke", "Smith-Jones", "Müller", "D’Arcy")


@given(st.sampled_from(FIRST), st.sampled_from(LAST), st.sampled_from(["", "Mr ", "Mrs. ", "Dr "]),
       st.sampled_from([("", False, False), (" (C)", True, False), (" (VC)", False, True), (" (capt)",
       True, False), (" - captain", True, False),
                        (" (vice)", False, True)]))  # fmt: skip
def test_a_person_is_the_same_in_every_form(first, last, title, mark):
    behind, captain, deputy = mark
    for text in (
        f"{title}{first} {last}{behind}",
        f"{last}, {title}{first}{behind}",
        f"3. {title}{first} {last}{behind}",
    ):
        person = parse_person(text)
        assert (person.name, person.captain, person.deputy) == (f"{first} {last}", captain, deputy), text
        assert person.title == title.strip(" .")


@given(st.sampled_from(FIRST), st.sampled_from(LAST))
def test_a_column_that_has_the_surname_first_is_turned(first, last):
    assert parse_person(f"{last} {first}", surname_first=True).name == f"{first} {last}"


def test_people_of_one_name_and_nobody():
    assert parse_person("Cher").name == "Cher"
    assert parse_person("Mr Smith").name == "Smith"
    assert parse_person("Ann Hill (Tuesdays only)").remark == "Tuesdays only"
    assert parse_person("J.Hobbs").name == "J. Hobbs"
    for text in ("", "???", "-", "TBC", "do."):
        assert parse_person(text) is None


def test_whether_the_surname_is_first_is_decided_for_a_column():
    assert writes_surname_first(["Hill Alan", "Dale Bob", "Raine X"]) is True
    assert writes_surname_first(["Hill A", "Dale B (C)"]) is True
    assert writes_surname_first(["Alan Hill", "Bob Dale", "Mrs P Nairn"]) is False
    assert writes_surname_first(["James Thomas", "Lee Kelly"]) is None
    assert writes_surname_first(["Alan Hill", "Dale Bob"]) is None
    assert writes_surname_first(["Hill, Alan"]) is None


def test_first_name_and_surname_of_two_columns():
    assert join_name(" Ann", "Hill ") == "Ann Hill"
    assert join_name("", "Hill") == "Hill"


@given(
    st.sampled_from(["07700900{:03}", "01632960{:03}", "02079460{:03}", "01632 960{:03}", "07700 900 {:03}"]),
    st.integers(0, 999),
)
def test_a_number_gets_back_the_nought_that_a_spreadsheet_took_and_says_so(form, number):
    whole = form.format(number)
    assert [(each.number, each.note) for each in parse_contact(whole).numbers] == [(whole, "")]
    assert [(each.number, each.note) for each in parse_contact(whole[1:]).numbers] == [(whole, NOUGHT_BACK)]


@pytest.mark.parametrize(
    ("text", "numbers", "email", "rest"),
    [
        ("07700 900101 / 01632 960101", ["07700 900101", "01632 960101"], "", ""),
        ("07700 900101 or 01632 960101", ["07700 900101", "01632 960101"], "", ""),
        ("07700900101/01632960101", ["07700900101", "01632960101"], "", ""),
        ("07700-900102", ["07700-900102"], "", ""),
        ("ring pub 01632 960103", ["01632 960103"], "", "ring pub"),
        ("malderson(at)example.org", [], "malderson@example.org", ""),
        ("m.a@example.org 07700 900101", ["07700 900101"], "m.a@example.org", ""),
        ("m at example dot org", [], "", "m at example dot org"),
        ("m [at] example [dot] org", [], "m@example.org", ""),
        ("+44 7700 900123", ["+44 7700 900123"], "", ""),
        ("Tel: 01632 960103", ["01632 960103"], "", ""),
        ("D Hartley", [], "", "D Hartley"),
        ("12/09/2026", [], "", "12/09/2026"),
        ("1234567890123456", [], "", "1234567890123456"),
    ],
)
def test_a_cell_may_hold_two_numbers_an_address_and_words(text, numbers, email, rest):
    contact = parse_contact(text)
    assert [each.number for each in contact.numbers] == numbers
    assert (contact.email, contact.rest) == (email, rest)
