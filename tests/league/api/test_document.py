"""docs/api.md keeps its word: every command in it is run, and answered with the status and the names that it shows."""

import json
import re
import shlex
from pathlib import Path

import pytest
from django.http import HttpResponse
from django.test import Client

from league.exchange.schemas.fixtures import CardIn
from tests.league.api.programs import program_of, written

DOCUMENT = (Path(__file__).parents[3] / "docs" / "api.md").read_text()
EXAMPLES = re.findall(r"```sh\n(curl .*?)```\n```json (\d{3})\n(.*?)```", DOCUMENT, flags=re.DOTALL)
SITE = "https://league.example"
MATCH = "/api/v1/leagues/leek/fixtures/4f7k2m"


@pytest.fixture
def reader(evening):
    """The shell in which the document's commands are typed, one after the other."""
    fixture = evening.small.fixtures[0]
    fixture.code = MATCH.rpartition("/")[2]
    fixture.save()
    return Shell(evening)


class Shell:
    """What it knows: tokens of both captains, the card in a file and, as it goes on, ETags and the receipt."""

    def __init__(self, evening) -> None:
        self.client = Client()
        self.files = {"@card.json": json.dumps(written(evening))}
        self.known = {"TOKEN": program_of(evening.home).secret, "THEIR_TOKEN": program_of(evening.away).secret}

    def type(self, command: str) -> HttpResponse:
        self.known["SEEN_NOW"] = self.client.get(MATCH)["ETag"]
        self.known.setdefault("SEEN", self.known["SEEN_NOW"])
        method, path, headers, body = self._read(command)
        kind = headers.pop("Content-Type", "")
        answer = self.client.generic(method, path, self.files.get(body, body), kind, headers=headers)
        if "receipt" in (told := json.loads(answer.content or b"{}")):
            self.known["RECEIPT"] = told["receipt"]
        return answer

    def _read(self, command: str) -> tuple[str, str, dict[str, str], str]:
        for name in sorted(self.known, key=len, reverse=True):
            command = command.replace(f"${name}", self.known[name].replace('"', '\\"'))
        method, path, headers, body = "GET", "", {}, ""
        words = iter(shlex.split(command.replace("\\\n", " "))[1:])
        for word in words:
            match word:
                case "-X":
                    method = next(words)
                case "-H":
                    name, _, value = next(words).partition(": ")
                    headers[name] = value
                case "-d":
                    body = next(words)
                case "-i":
                    continue
                case _:
                    assert word.startswith(SITE)
                    path = word.removeprefix(SITE)
        return method, path, headers, body


def same_names(shown, told, where="") -> None:
    """The names in the document are those of the answer, all the way down; "…" stands for more of them."""
    if isinstance(shown, dict):
        assert isinstance(told, dict), where
        assert (shown.keys() - {"…"} <= told.keys()) if "…" in shown else (shown.keys() == told.keys()), where
        for name in shown.keys() - {"…"}:
            same_names(shown[name], told[name], f"{where}.{name}")
    elif isinstance(shown, list):
        assert isinstance(told, list), where
        if shown and told:
            same_names(shown[0], told[0], f"{where}.0")
    else:
        assert told is None or shown is None or type(shown) is type(told), where


def test_every_command_is_answered_as_the_document_shows(reader):
    assert len(EXAMPLES) == DOCUMENT.count("```sh") == 12
    for command, status, shown in EXAMPLES:
        answer = reader.type(command)
        assert answer.status_code == int(status), (command, answer.content)
        if shown.strip():
            same_names(json.loads(shown), answer.json(), command)
        else:
            assert answer.content == b""


def test_the_card_that_is_shown_is_one():
    (shown,) = re.findall(r"```json card\n(.*?)```", DOCUMENT, flags=re.DOTALL)
    assert CardIn.model_validate_json(shown).model_dump(mode="json", exclude_unset=True) == json.loads(shown)


def test_words_of_the_document_are_held_against_the_answer():
    same_names({"a": [1], "…": 1}, {"a": [2], "b": 3})
    for shown, told in (({"a": 1}, {"b": 1}), ({"a": 1}, {"a": 1, "b": 2}), ({"a": [{"b": 1}]}, {"a": [{}]}), (1, "1")):
        with pytest.raises(AssertionError):
            same_names(shown, told)
