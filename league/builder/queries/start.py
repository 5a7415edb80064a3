"""Rules to start from: a preset, those of another league of the site, those in a file, or next to nothing."""

import io
import json
import zlib
from typing import Any
from zipfile import BadZipFile, ZipFile

from django.core.files.uploadedfile import UploadedFile

from league.teams.models import League
from league.teams.permissions import Anybody, may_read
from league.teams.queries import rules_of
from scoring import codec
from scoring.card.constitution import Constitution
from scoring.card.presets import BLANK, PRESETS, STARTS

MOST_BYTES = 256 * 1024  # of the rules, unpacked
MOST_OF_FILE = 20 * 1024 * 1024
IN_ARCHIVE = "data/league.json"
NO_RULES = "There are no rules in this file. Choose one that was saved here, or a league's archive."


class NoRulesError(ValueError):
    """A file without rules that can be read; the sentence is for whoever chose it."""


def offered(user: Anybody, own: League) -> list[tuple[str, list[tuple[str, str]]]]:
    """What somebody may start from, in groups, each with a key for `rules_from`."""
    groups = [
        ("A league that publishes its rules", [(f"preset:{key}", each.name) for key, each in PRESETS.items()]),
        ("Nothing", [(f"preset:{BLANK.key}", "One line, to be written over")]),
    ]
    others = League.objects.exclude(pk=own.pk).order_by("name", "pk")
    leagues = [(f"league:{each.slug}", each.name) for each in others if may_read(user, each)]
    return [*groups, ("A league of this site", leagues)] if leagues else groups


def rules_from(key: str, user: Anybody) -> Constitution | None:
    """The rules that a key of `offered` names; None where there are none that this person may see."""
    kind, _, name = key.partition(":")
    if kind == "preset":
        return STARTS.get(name)
    league = League.objects.filter(slug=name).first() if kind == "league" else None
    return rules_of(league) if league is not None and may_read(user, league) else None


def rules_in(file: UploadedFile | None) -> Constitution:
    """The rules in a file of rules or in a league's archive. NoRulesError, with a sentence, if there are none."""
    if file is None or file.size is None or file.size > MOST_OF_FILE:
        raise NoRulesError("Choose a file of rules, or a league's archive, of at most 20 MB.")
    content = file.read()
    try:
        data = json.loads(_from_archive(content) if content.startswith(b"PK") else content)
        found = codec.decode(data.get("constitution", data))
    except codec.CodecError as error:
        raise NoRulesError(f"The rules in this file cannot be read. {error}.") from error
    except (ValueError, AttributeError, RecursionError) as error:
        raise NoRulesError(NO_RULES) from error
    if not isinstance(found, Constitution):
        raise NoRulesError(NO_RULES)
    return found


def _from_archive(content: bytes) -> Any:
    """The league's own row of an archive, as JSON. ValueError if there is none."""
    try:
        with ZipFile(io.BytesIO(content)) as archive, archive.open(IN_ARCHIVE) as file:
            rows = json.loads(file.read(MOST_BYTES))
    except (BadZipFile, KeyError, NotImplementedError, OSError, RuntimeError, zlib.error) as error:
        raise NoRulesError(NO_RULES) from error
    return json.dumps(rows[0]) if rows else "null"
