"""For tests of archives: a league taken out, the site emptied, and what people see of a league."""

import hashlib
import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import time_machine
from django.apps import apps
from django.db import connection
from django.test import Client
from django_scopes import scope

from league.base.ui.cache import page_cache
from league.exchange.actions.archives import import_league
from league.exchange.archive.writer import ExportOptions, write_archive
from league.results.queries.tables import divisions, final_of, seasons_of, standings
from league.schedule.models import Entry
from league.teams.models import League

AT = datetime(2027, 5, 30, 12, tzinfo=UTC)
PICTURE = re.compile(r"/pictures/\d+/")  # a key as well
CHOICE = re.compile(r'<option value="\d+"')  # of a form: a key, and the one thing on these pages that may differ
EVERYTHING = ExportOptions(people=True, photos=True)


def taken_out(slug: str, wanted: ExportOptions = EVERYTHING) -> bytes:
    out = BytesIO()
    write_archive(League.objects.get(slug=slug), out, wanted=wanted, site="https://old.example", at=AT)
    return out.getvalue()


def brought_in(archive: bytes, slug: str = "", **rest) -> League:
    page_cache.clear()
    return import_league(source=BytesIO(archive), slug=slug, by=None, at=AT, **rest)[0]


def empty_the_site() -> None:
    """As another site is: nothing there, and the next row of every table gets a key that none here has had.

    What points at what is looked at when the transaction ends, so the order does not matter.
    """
    for model in apps.get_models():
        if model.__module__.startswith(("league.", "allauth.")):
            for column in model._meta.many_to_many:
                column.remote_field.through._base_manager.all()._raw_delete("default")
            model._base_manager.all()._raw_delete("default")
    page_cache.clear()


def tables_of(league: League):
    """Every table with the reason for every place, its footnotes and who it was decided by; teams by their names."""
    with scope(league=league):
        found = {}
        for season in seasons_of(league):
            for division in divisions(season.slug):
                slugs = {str(each.pk): each.team.slug for each in Entry.objects.filter(division=division)}
                final = final_of(division, AT)
                for way, table in (("final", final.standings if final else None), ("now", standings(division, AT))):
                    if table is not None:
                        rows = tuple(
                            replace(each, row=replace(each.row, team=slugs[each.row.team])) for each in table.rows
                        )
                        found[season.slug, division.slug, way] = replace(table, rows=rows)
        return found


def pages_of(slug: str, most: int, client: Client | None = None) -> dict[str, str]:
    """What stands on the first pages of a league that lead to one another, without the frame around it."""
    page_cache.clear()
    client = client or Client()
    seen: dict[str, str] = {}
    waiting = [f"/{slug}/", f"/{slug}/averages/", f"/{slug}/cups/", f"/{slug}/seasons/?show=honours"]
    while waiting and len(seen) < most:
        path = waiting.pop(0)
        if path in seen:
            continue
        answer = client.get(path, follow=True)
        if answer.streaming or not answer["Content-Type"].startswith("text/html"):
            continue
        assert answer.status_code == 200, path
        found = re.search(r"<main.*</main>", answer.content.decode(), re.DOTALL)
        seen[path] = PICTURE.sub("/pictures/", CHOICE.sub("<option", found[0]))
        links = re.findall(rf'href="(/{slug}/[^"?#]*)"', seen[path])
        waiting += sorted(set(links))
    return seen


def files_of(archive: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(archive)) as file:
        return {name: file.read(name) for name in file.namelist()}


def zipped(files: dict[str, bytes]) -> bytes:
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as file:
        for name, data in files.items():
            file.writestr(name, data)
    return out.getvalue()


def resealed(files: dict[str, bytes], **told) -> bytes:
    """A zip of these files with a manifest that fits them, and says of itself what is `told`."""
    manifest = json.loads(files["manifest.json"])
    rest = {name: data for name, data in files.items() if name != "manifest.json"}
    manifest["files"] = [
        {"name": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), "rows": 1}
        for name, data in sorted(rest.items())
    ]
    return zipped({**rest, "manifest.json": json.dumps(manifest | told).encode()})


def same_again(slug: str, pages: int) -> None:
    """Out, the site emptied, in again: everything that people see is the same, and so is the next archive."""
    league = League.objects.get(slug=slug)
    archive = taken_out(slug)
    with time_machine.travel(AT, tick=False):
        before = tables_of(league), pages_of(slug, pages)
        empty_the_site()
        again = brought_in(archive)
        connection.check_constraints()
        after = tables_of(again), pages_of(slug, pages)
    assert again.pk != league.pk
    assert before[0]
    assert after[0] == before[0]
    for path, page in before[1].items():
        assert after[1][path].splitlines() == page.splitlines(), path
    assert taken_out(slug) == archive
