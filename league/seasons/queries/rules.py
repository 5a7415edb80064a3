"""The rules that are being written: whose they are and from when they hold, where to start from, what they come to."""

import io
import json
import zlib
from dataclasses import dataclass
from random import Random
from typing import Any
from zipfile import BadZipFile, ZipFile

from django.core.files.uploadedfile import UploadedFile
from django.urls import reverse
from django.utils.timezone import localdate

from league.base.ui.formats import night
from league.documents.queries.cards import parts
from league.schedule.models import Competition, Division, Season
from league.teams.models import League
from league.teams.permissions import Anybody, may_read
from league.teams.queries.squads import rules_of
from scoring import codec
from scoring.card.league_rules import LeagueRules
from scoring.card.presets import BLANK, PRESETS, STARTS, title_of
from scoring.card.rulebook import describe
from scoring.season.specimen import specimen

AT_ONCE = "Changes apply straight away, until the first result of the season fixes the rules."


@dataclass(frozen=True, slots=True)
class Target:
    """The rules as they stand, what they are called, where they are written, and from when a change holds.

    `follows` is whose rules are followed as long as there are none of one's `own`; "" for the league's. `fixed` are
    rules that a result has fixed.
    """

    title: str
    rules: LeagueRules
    address: str
    holds: str
    follows: str = ""
    own: bool = True
    fixed: bool = False
    season: Season | None = None


def league_target(league: League) -> Target:
    fixed = Competition.objects.filter(season__league=league, season__current=True, kind="league").first()
    since = ""
    if fixed and fixed.frozen_at:
        since = f" Season {fixed.season} keeps the rules it had at its first result, on {_day(fixed)}."
    elif fixed and fixed.own_rules:
        since = f" Season {fixed.season} has rules of its own."
    return Target(
        title="League rules",
        rules=rules_of(league),
        address=reverse("league-rules", args=[league.slug]),
        holds=f"Changes apply straight away to every season and cup without a result.{since}",
    )


def season_target(competition: Competition, division: Division | None = None) -> Target:
    """The rules of a season, or of one of its divisions. Needs season.league."""
    season, holds, fixed = competition.season, AT_ONCE, competition.frozen_at is not None
    if fixed:
        since = f"The first result, on {_day(competition)}, fixed them."
        holds = f"{since} A change of the league’s rules holds for the next season."
    if division is None:
        title, address = f"Rules of season {season}", reverse("season-rules", args=[season.league.slug, season.slug])
        rules, follows, own = competition.rules_in_force(), "the league’s rules", competition.own_rules
    else:
        title = f"Rules of {division}, season {season}"
        address = reverse("division-rules", args=[season.league.slug, season.slug, division.slug])
        rules, follows, own = division.rules_in_force(), "the season’s rules", division.rules is not None
    return Target(title, rules, address, holds, follows, own, fixed, season)


def _day(competition: Competition) -> str:
    return night(localdate(competition.frozen_at), year=True)


# --- rules to start from ----------------------------------------------------------------------------------------------
MOST_BYTES = 256 * 1024  # of the rules, unpacked
MOST_OF_FILE = 20 * 1024 * 1024
IN_ARCHIVE = "data/league.json"
NO_RULES = "There are no rules in this file. Choose one that was saved here, or a league’s archive."


class NoRulesError(ValueError):
    """A file without rules that can be read; the sentence is for whoever chose it."""


def offered(user: Anybody, own: League) -> list[tuple[str, list[tuple[str, str]]]]:
    """What somebody may start from, in groups, each with a key for `rules_from`."""
    groups = [
        ("Templates", [(f"preset:{key}", title_of(each)) for key, each in PRESETS.items()]),
        ("Start from nothing", [(f"preset:{BLANK.key}", "A card of one line, to build on")]),
    ]
    others = League.objects.exclude(pk=own.pk).order_by("name", "pk")
    leagues = [(f"league:{each.slug}", each.name) for each in others if may_read(user, each)]
    return [*groups, ("A league of this site", leagues)] if leagues else groups


def rules_from(key: str, user: Anybody) -> LeagueRules | None:
    """The rules that a key of `offered` names; None where there are none that this person may see."""
    kind, _, name = key.partition(":")
    if kind == "preset":
        return STARTS.get(name)
    league = League.objects.filter(slug=name).first() if kind == "league" else None
    return rules_of(league) if league is not None and may_read(user, league) else None


def rules_in(file: UploadedFile | None) -> LeagueRules:
    """The rules in a file of rules or in a league's archive. NoRulesError, with a sentence, if there are none."""
    if file is None or file.size is None or file.size > MOST_OF_FILE:
        raise NoRulesError("Choose a file of rules, or a league’s archive, of at most 20 MB.")
    content = file.read()
    try:
        data = json.loads(_from_archive(content) if content.startswith(b"PK") else content)
        rules = codec.decode(data)
    except codec.CodecError as error:
        raise NoRulesError(f"The rules in this file cannot be read. {error}.") from error
    except (ValueError, AttributeError, RecursionError) as error:
        raise NoRulesError(NO_RULES) from error
    if not isinstance(rules, LeagueRules):
        raise NoRulesError(NO_RULES)
    return rules


def _from_archive(content: bytes) -> Any:
    """The league's own row of an archive, as JSON. ValueError if there is none."""
    try:
        with ZipFile(io.BytesIO(content)) as archive, archive.open(IN_ARCHIVE) as file:
            rows = json.loads(file.read(MOST_BYTES))
    except (BadZipFile, KeyError, NotImplementedError, OSError, RuntimeError, zlib.error) as error:
        raise NoRulesError(NO_RULES) from error
    # The column was called otherwise in archives of version 1.
    return json.dumps(rows[0].get("rules", rows[0].get("constitution"))) if rows else "null"


# --- what rules come to -----------------------------------------------------------------------------------------------
DICE = 61  # the same evening for the same rules, so that what changes is what was changed


def preview(rules: LeagueRules) -> dict[str, Any]:
    """What rules come to that are sound: a blank card, one filled in, three results with their table, the rule book."""
    made = specimen(rules, Random(DICE))  # noqa: S311  # an evening that never was
    evening = made.evenings[0]
    names = {squad.id: squad.name for each in made.evenings for squad in (each.match.home, each.match.away)}
    return {
        "blank": list(parts(rules.format)),
        "worked": list(parts(rules.format, dict(enumerate(evening.card.lines)))),
        "evening": evening,
        "evenings": made.evenings,
        "names": names,
        "table": [(names[row.team], row) for row in made.rows],
        "book": describe(rules),
    }
