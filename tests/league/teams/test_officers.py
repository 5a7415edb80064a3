"""Who runs the league: written down by the secretary, named to everybody, rung by officers and captains alone."""

from io import BytesIO

import pytest
from django.core.exceptions import ValidationError
from django_scopes import scope, scopes_disabled
from pypdf import PdfReader

from league.base.audit.models import Entry
from league.documents.queries.papers import contacts_on_paper
from league.exchange.actions.erasure import erase_person
from league.exchange.queries.persons import copy_of, person_playing, person_signing_in
from league.teams.actions.leagues import Office, settle_officers
from league.teams.choices import RoleKind
from league.teams.models import Officer
from league.teams.queries.people import officer_contacts, officers_of, offices_on_paper
from tests.factories import SIGNED, league_in_season, make_player, make_role, make_user
from tests.league.person import signed_in
from tests.league.privacy.whole import everything

PHONE, MAIL = "01632 960411", "wilf@president.example"
USUAL = ("Chair", "Secretary")
SHOWN, FORM = "/leek/about/", "/leek/officers/details/"


@pytest.fixture
def small(db):
    with scopes_disabled():
        made = league_in_season(teams=2, squad=2)
    with scope(league=made.league):
        yield made


@pytest.fixture
def named(small):
    """A president who never signs in, a secretary who does, and a committee of two."""
    name(small, ("President", "Wilf Tallentire", PHONE, MAIL), ("Secretary", "Sam Secretary"),
         ("Committee", "Hazel Pratt"), ("Committee", "Norman Close"))  # fmt: skip
    return small


def name(small, *officers: tuple[str, ...]) -> None:
    settle_officers(
        league=small.league, officers=[Office(*each) for each in officers], by=small.secretary, at=SIGNED
    )  # fmt: skip


def page(client, path=SHOWN) -> str:
    return client.get(path).content.decode()


def sent(*lines: tuple[str, ...]) -> dict[str, str]:
    """What the form sends for these lines of office, name, phone, address and place."""
    parts = ("title", "name", "phone", "email", "place")
    return {
        f"{part}-{number}": value
        for number, line in enumerate(lines, start=1)
        for part, value in zip(parts, line, strict=False)
    }


# --- who reads what ---------------------------------------------------------------------------------------------------
def test_everybody_reads_offices_and_names_and_nobody_outside_the_numbers(named, client):
    shown = page(client)
    assert "President" in shown
    assert "Wilf Tallentire" in shown
    player = make_user("Pat Player")
    make_role(player, named.league, RoleKind.PLAYER, named.entries[0].team)
    for reader in (client, signed_in(make_user("Sid Spectator")), signed_in(player)):
        assert PHONE not in page(reader)
        assert MAIL not in page(reader)
    for reader in (named.captains[0], named.secretary):
        shown = page(signed_in(reader))
        assert PHONE in shown
        assert MAIL in shown


def test_the_list_to_ring_round_has_those_with_a_number_who_are_not_on_it_already(named):
    rung = page(signed_in(named.captains[0]), "/leek/contacts/")
    assert PHONE in rung
    assert rung.count("Sam Secretary") == 1
    assert "Hazel Pratt" not in rung
    assert [each.name for each in officer_contacts(named.league)] == ["Wilf Tallentire"]
    assert officer_contacts(named.league, ["wilf tallentire"]) == []
    assert [each.name for each in contacts_on_paper(named.league)["others"]] == ["Wilf Tallentire"]


def test_the_contact_sheet_has_the_president(named):
    answer = signed_in(named.secretary).get("/leek/print/contact-sheet.pdf")
    words = " ".join(each.extract_text() for each in PdfReader(BytesIO(answer.content)).pages)
    assert "Wilf Tallentire president" in " ".join(words.split())
    assert PHONE in words


def test_without_officers_the_page_says_what_to_do(small, client):
    assert "No officers yet." in page(client)
    assert "Add your president" in page(signed_in(small.secretary))


def test_papers_name_an_office_once_or_leave_lines_for_the_usual_ones(named):
    assert offices_on_paper(named.league, USUAL) == (
        ("President", "Wilf Tallentire"), ("Secretary", "Sam Secretary"), ("Committee", "Hazel Pratt, Norman Close")
    )  # fmt: skip
    Officer.objects.all().delete()
    assert offices_on_paper(named.league, USUAL) == (("Chair", ""), ("Secretary", ""))


@pytest.mark.parametrize("number", [1, 3])
def test_the_page_asks_as_much_of_one_as_of_three(small, client, number, django_assert_num_queries):
    name(small, *[("Committee", f"Hazel Pratt {each}") for each in range(number)])
    page(client)
    with django_assert_num_queries(3):
        page(client)


# --- writing them down ------------------------------------------------------------------------------------------------
def test_the_secretary_writes_them_down_in_their_order(named):
    secretary = signed_in(named.secretary)
    shown = secretary.get(FORM, follow=True).content.decode()
    assert '<details id="edit-officers" class="flow no-print" open>' in shown
    assert 'value="Wilf Tallentire"' in shown
    lines = sent(
        ("President", "Wilf Tallentire", "", "", "2"), ("Chair", "Maureen  Iveson ", "", "", "1"), ("", "", "", "", "3")
    )
    assert secretary.post(FORM, lines).status_code == 302
    assert [(each.title, each.name, each.phone, each.place) for each in officers_of(named.league)] == [
        ("Chair", "Maureen Iveson", "", 1), ("President", "Wilf Tallentire", "", 2)
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (("President", "", "", "", "1"), "Enter who is President"),
        (("", "Wilf Tallentire", "", "", "1"), "Enter the title"),
        (("", "", PHONE, "", "1"), "Enter the title"),
        (("President", "Wilf Tallentire", "", "wilf", "1"), "Enter an e-mail address like"),
        (("President" * 5, "Wilf Tallentire", "", "", "1"), "at most 40 letters"),
        (("President", "Wilf Tallentire", "", "", "first"), "whole number"),
    ],
)
def test_faults_are_said_at_their_field_and_nothing_is_written(small, line, fault):
    answer = signed_in(small.secretary).post(FORM, sent(line))
    assert answer.status_code == 422
    assert fault in answer.content.decode()
    assert not Officer.objects.exists()


def test_the_record_says_which_offices_changed_hands_and_no_names(named):
    name(named, ("President", "Hazel Pratt"), ("Secretary", "Sam Secretary"))
    words = Entry.objects.filter(verb="settle_officers").order_by("-pk")[0].words
    assert words == "The list of officers was changed: President, Committee"
    name(named, ("Secretary", "Sam Secretary"), ("President", "Hazel Pratt"))
    assert Entry.objects.order_by("-pk")[0].words == "The list of officers was changed: their order"
    before = Entry.objects.count()
    name(named, ("Secretary", "Sam Secretary"), ("President", "Hazel Pratt"))
    assert Entry.objects.count() == before


def test_an_answer_without_any_field_takes_nobody_off(named):
    assert signed_in(named.secretary).post(FORM, {}).status_code == 422
    assert officers_of(named.league).count() == 4
    answer = signed_in(named.secretary).post(FORM, sent(("", "", "", "", "1")))
    assert answer.status_code == 422
    assert b"Nobody would be left. Keep at least one officer." in answer.content
    assert officers_of(named.league).count() == 4


def test_what_fits_no_row_changes_nothing(named):
    with pytest.raises(ValidationError):
        name(named, ("President", "x" * 81))
    assert officers_of(named.league).count() == 4


# --- privacy ----------------------------------------------------------------------------------------------------------
def test_of_who_leaves_the_list_nothing_stays(named):
    """The president is a name and nothing else: no player, and nobody who signs in."""
    assert "tallentire" in everything()
    name(named, ("Secretary", "Sam Secretary"))
    kept = everything()
    assert "tallentire" not in kept
    assert PHONE not in kept


def test_a_player_who_is_erased_is_no_officer_any_more(named):
    player = make_player(named.entries[0].team, "Wilf Tallentire")
    erase_person(person=person_playing(player), by=named.secretary, at=SIGNED)
    assert [each.title for each in officers_of(named.league)] == ["Secretary", "Committee", "Committee"]
    kept = everything()
    assert "tallentire" not in kept
    assert PHONE not in kept


def test_a_copy_of_somebodys_data_has_their_office_with_its_number_and_nobody_elses(named):
    player = make_player(named.entries[0].team, "Wilf Tallentire")
    [section] = [each for each in copy_of(person_playing(player), by=named.secretary) if each.label == "teams.Officer"]
    assert [(row["title"], row["phone"], row["email"]) for row in section.rows] == [("President", PHONE, MAIL)]
    secretary = copy_of(person_signing_in(named.secretary, named.league), by=named.secretary)
    assert PHONE not in str([each for each in secretary if each.label == "teams.Officer"])
