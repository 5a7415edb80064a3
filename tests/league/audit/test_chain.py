"""The chain of the history: what changes, goes or is put in between is found, but for the words of who was erased."""

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django_scopes import scopes_disabled

from league.base.audit.actions import record, write_tx
from league.base.audit.models import Entry, Seal
from league.base.audit.queries import breaks_of, end_of_chain
from league.base.audit.values import Sealed, breaks, code_of, digest_of_card, digest_of_entry, head_after
from league.exchange.actions.erasure import erase_person
from league.exchange.queries.persons import person_playing
from league.results.choices import SentFor
from league.results.models import Submission
from league.results.queries.facts import card_proof, code_on_receipt
from league.teams.models import Player

AT = datetime(2026, 11, 24, 20, 15, tzinfo=UTC)


def chain_of(*digests):
    links, head = [], ""
    for number, digest in enumerate(digests, start=1):
        head = head_after(head, number, digest)
        links.append(Sealed(number, digest, head, digest))
    return links


def test_a_chain_holds_until_a_link_is_changed_left_out_or_put_in():
    links = chain_of("a", "b", "c", "d")
    assert list(breaks(links)) == []
    assert list(breaks([*links[:1], replace(links[1], digest_now="x"), *links[2:]])) == [2]
    assert list(breaks([*links[:1], *links[2:]])) == [3]
    assert list(breaks([*links[:1], replace(links[1], digest="x", digest_now="x"), *links[2:]])) == [2]
    assert list(breaks([*links[:2], replace(links[1], number=3), *links[2:]])) == [3, 3]
    assert list(breaks([*links[:1], replace(links[1], digest_now=""), *links[2:]])) == []  # somebody was erased


def test_the_digest_is_that_of_the_moment_and_the_values_not_of_how_they_are_written():
    summer = datetime(2026, 6, 1, 20, tzinfo=UTC)
    here = summer.astimezone(datetime.now().astimezone().tzinfo)
    assert digest_of_entry("s", (1, summer, {"a": 1, "b": 2})) == digest_of_entry("s", (1, here, {"b": 2, "a": 1}))
    assert digest_of_entry("s", (1,)) != digest_of_entry("t", (1,))
    assert code_of("3f9a22c177b0ffff") == "3F9A-22C1-77B0"
    card = {"lines": [{"home": [{"id": "7", "name": "Ken"}]}], "remarks": "Ken was late"}
    erased = {"lines": [{"home": [{"id": "7", "name": "Player 7F3"}]}], "remarks": "Player 7F3 was late"}
    assert digest_of_card(card) == digest_of_card(erased)
    assert digest_of_card(card) != digest_of_card({**card, "lines": [{"home": [{"id": "8", "name": "Ken"}]}]})


def write(words, league_id=1):
    return record(verb="try", words=words, at=AT, by=None, league_id=league_id)


def undo(words):
    """A block that writes an entry and fails."""
    with suppress(ZeroDivisionError), write_tx():
        write(words)
        raise ZeroDivisionError


@pytest.mark.django_db(transaction=True)
def test_entries_are_sealed_when_the_outermost_block_ends_and_none_of_what_was_undone():
    with write_tx():
        write("one")
        with write_tx():
            write("two")
        undo("undone")
        assert Seal.objects.count() == 0
        write("of the site", league_id=None)
    undo("undone as well")
    write("three")
    assert list(Seal.objects.filter(league_id=1).order_by("number").values_list("number", "entry__words")) == [
        (1, "one"),
        (2, "two"),
        (3, "three"),
    ]
    assert (end_of_chain(None)[0], breaks_of(1), breaks_of(None)) == (1, [], [])


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("field", "value"),
    [("words", "two to one"), ("reason", "because"), ("after", {"a": 1}), ("by_id", None), ("at", AT)],
)
def test_a_changed_entry_is_found(evening, field, value):
    with scopes_disabled():
        evening.send(SentFor.HOME)
        key = Entry.objects.filter(verb="submit_card").get().pk
        Entry.objects.filter(pk=key).update(**{field: value})
        number = Seal.objects.get(entry=key).number
        assert breaks_of(evening.small.league.pk) == [number]
        with pytest.raises(CommandError):
            call_command("audit", verify=True)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("back", [0, 1, 2])
def test_an_entry_that_was_deleted_past_django_is_found_wherever_it_was(back):
    for words in ("one", "two", "three"):
        with write_tx():
            write(words)
    number, key = Seal.objects.order_by("-number").values_list("number", "entry_id")[back]
    postgres = connection.vendor == "postgresql"
    with connection.constraint_checks_disabled(), connection.cursor() as cursor:
        for statement in (
            *(["SET session_replication_role = replica"] if postgres else []),
            f"DELETE FROM base_subject WHERE entry_id = {key}",
            f"DELETE FROM base_entry WHERE id = {key}",
            *(["SET session_replication_role = DEFAULT"] if postgres else []),
        ):
            cursor.execute(statement)
    assert breaks_of(1) == [number]
    Seal.objects.filter(number=number).delete()


@pytest.mark.django_db
def test_a_card_is_proved_by_its_receipt_and_a_changed_one_is_not(evening, client, capsys):
    with scopes_disabled():
        sent = evening.send(SentFor.HOME)
        evening.send(SentFor.AWAY)
        code = code_on_receipt(sent)
        assert card_proof(sent.receipt.lower(), code.replace("-", " "))["holds"]
        assert not card_proof(sent.receipt, "0000-0000-0000")["holds"]
        assert card_proof("ZZZ-ZZZZ", code) is None
    address, asked = "/leek/settings/technical/", {"receipt": sent.receipt, "code": code}
    assert client.get("/leek/history/check/", asked).url.startswith(f"{address}?receipt={sent.receipt}&")
    assert "Not changed since it was received" in client.get(address, asked).content.decode()
    assert client.get(address, {"receipt": "ZZZ-ZZZZ", "code": code}).status_code == 422
    with scopes_disabled():
        Submission.objects.filter(pk=sent.pk).update(card={**sent.card, "quick": [9, 0]})
        assert not card_proof(sent.receipt, code)["same_card"]
    assert "The card is not as it was" in client.get(address, asked).content.decode()
    call_command("audit", verify=True)
    assert "0 changed" in capsys.readouterr().out


@pytest.mark.django_db
def test_who_is_erased_is_gone_and_the_proof_of_the_card_holds(evening):
    with scopes_disabled():
        sent = evening.send(SentFor.HOME)
        code = code_on_receipt(sent)
        player = Player.objects.filter(league=evening.small.league).order_by("pk").first()
        named = write(f"{player.name} was late", evening.small.league.pk)
        name = player.name
        erase_person(person=person_playing(player), by=evening.secretary, at=AT)
        assert name not in Entry.objects.get(pk=named.pk).words
        assert Seal.objects.get(entry=named.pk).salt == ""
        assert breaks_of(evening.small.league.pk) == []
        assert card_proof(sent.receipt, code)["holds"]
