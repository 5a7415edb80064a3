"""A person's copy as one file: everything as JSON, and each table for a spreadsheet beside it."""

import json
from datetime import datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

from django.core.serializers.json import DjangoJSONEncoder
from django.utils.text import slugify
from django.utils.timezone import localtime

from league.documents.spreadsheet import csv_of
from league.privacy.queries.copies import CopySection
from league.privacy.queries.persons import DataSubject
from league.privacy.register import REGISTER

READ_ME = """What {league} keeps about {name}, as of {at:%d %B %Y, %H:%M}.

data.json has everything; each .csv file is one kind of rows, for a spreadsheet.
(this person) stands for you where a row points to a person, (somebody else) for anybody else: other people's
telephone numbers and e-mail addresses are not yours to have, and are left out. Passwords, passkeys and other things
that let somebody in are kept and never shown.
"""


def archive_of(person: DataSubject, sections: tuple[CopySection, ...], at: datetime) -> bytes:
    """A zip of the copy: read-me.txt, data.json and a CSV file for each table."""
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as archive:
        told = READ_ME.format(league=person.league.name, name=person.name, at=localtime(at))
        archive.writestr("read-me.txt", told)
        archive.writestr("data.json", _json(person, sections, at))
        for each in sections:
            rows = [[_cell(row[name]) for name in each.fields] for row in each.rows]
            archive.writestr(f"{slugify(each.noun)}.csv", csv_of(each.fields, rows))
    return out.getvalue()


def _json(person: DataSubject, sections: tuple[CopySection, ...], at: datetime) -> str:
    tables = {
        each.label: {
            "rows": each.rows,
            "fields": {name: REGISTER[each.label].fields[name].category.value for name in each.fields},
        }
        for each in sections
    }
    whole = {"name": person.name, "league": person.league.name, "at": at, "tables": tables}
    return json.dumps(whole, cls=DjangoJSONEncoder, ensure_ascii=False, indent=1)


def _cell(value: object) -> str:
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, cls=DjangoJSONEncoder, ensure_ascii=False).strip('"')
