"""Archives that are broken, hostile or of somewhere else: each is refused with its reason, and none of it is kept."""

import json
import struct
from io import BytesIO
from zipfile import ZIP_BZIP2, ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from PIL import Image

from league.base.accounts.models import User
from league.base.audit.models import Entry as AuditEntry
from league.exchange import archive as form
from league.exchange.archive import ArchiveError
from league.exchange.archive.reader import open_archive
from league.teams.models import League
from tests.league.importexport.archives import brought_in, files_of, resealed, taken_out, zipped
from tests.league.importexport.made_up import made_up

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def archive(django_db_setup, django_db_blocker) -> dict[str, bytes]:
    """The files of a league that is not on the site any more."""
    with django_db_blocker.unblock(), transaction.atomic():
        made_up(7)
        files = files_of(taken_out("made-7"))
        transaction.set_rollback(True)
    return files


def refused(data: bytes, slug: str = "") -> str:
    """Why it is refused; nothing of it is there afterwards."""
    before = League.objects.count(), User.objects.count(), AuditEntry.objects.count()
    with pytest.raises(ArchiveError) as told:
        brought_in(data, slug)
    assert (League.objects.count(), User.objects.count(), AuditEntry.objects.count()) == before
    return "\n".join(told.value.problems)


def changed(files: dict[str, bytes], name: str, change) -> bytes:
    """With other rows in a table, and a manifest that fits them: what somebody does who knows the format."""
    rows = json.loads(files[name])
    other = change(rows)
    return resealed({**files, name: json.dumps(rows if other is None else other).encode()})


def test_the_archive_itself_is_taken(archive):
    assert brought_in(zipped(archive)).slug == "made-7"
    assert brought_in(resealed(archive), "again").slug == "again"


@pytest.mark.parametrize("data", [b"", b"PK\x05\x06", b"no zip at all" * 100])
def test_what_is_no_zip(data):
    assert "not a zip file" in refused(data)


def test_a_zip_of_something_else(archive):
    assert "no manifest.json" in refused(zipped({"holiday.jpg": b"x"}))
    assert "not an archive of a league" in refused(zipped({"manifest.json": b'{"format": "other"}'}))
    assert "is not JSON" in refused(zipped({"manifest.json": b"{"}))
    assert "does not say what is in" in refused(
        zipped({"manifest.json": b'{"format": "double-six-league", "version": 1}'})
    )


def test_another_version(archive):
    assert "of version 2, and this site reads version 1" in refused(resealed(archive, version=2))


def test_a_file_that_was_changed_or_cut_short(archive):
    files = {**archive, "data/teams.json": archive["data/teams.json"].replace(b"Crown", b"Crowd")}
    assert "data/teams.json is not as the manifest says" in refused(zipped(files))
    whole = zipped(archive)
    assert "not a zip file" in refused(whole[: len(whole) // 2])
    at = whole.index(b"data/teams.json") + 60
    assert "damaged" in refused(whole[:at] + bytes(8) + whole[at + 8 :])


def test_files_that_are_missing_or_too_many(archive):
    less = {name: data for name, data in archive.items() if name != "data/teams.json"}
    assert "do not fit the manifest: data/teams.json" in refused(zipped(less))
    assert "The archive has no data/teams.json." in refused(resealed(less))
    assert "do not fit the manifest: more.txt" in refused(zipped({**archive, "more.txt": b""}))
    assert "no file called 'more.txt'" in refused(resealed({**archive, "more.txt": b""}))


@pytest.mark.parametrize(
    "name", ["../../etc/passwd", "/etc/passwd", "photos/../../x.jpg", "csv\\..\\x", "data/users.json"]
)
def test_paths_that_lead_elsewhere(archive, name):
    assert "no file called" in refused(resealed({**archive, name: b"x"}))


def test_a_file_that_is_there_twice(archive):
    out = BytesIO(zipped(archive))
    with ZipFile(out, "a") as file, pytest.warns(UserWarning, match="Duplicate"):
        file.writestr("data/teams.json", b"[]")
    assert "a file twice" in refused(out.getvalue())


def says_it_has(data: bytes, name: str, size: int) -> bytes:
    """With another unpacked size of a file in the directory of the zip, which is what is believed of a bomb."""
    packed = bytearray(data)
    entry = packed.rindex(name.encode()) - 46
    assert packed[entry : entry + 4] == b"PK\x01\x02"
    struct.pack_into("<I", packed, entry + 24, size)
    return bytes(packed)


def test_bombs(archive):
    huge = resealed({**archive, "csv/huge.csv": b"A"})
    assert "too big when unpacked" in refused(says_it_has(huge, "csv/huge.csv", form.MOST_OF_A_FILE + 1))
    five = resealed({**archive, **{f"csv/{number}.csv": b"A" for number in range(5)}})
    for number in range(5):
        five = says_it_has(five, f"csv/{number}.csv", form.MOST_OF_A_FILE)
    assert "too big when unpacked" in refused(five)
    many = zipped({f"csv/{number}": b"" for number in range(form.MOST_FILES + 1)})
    assert "20000 is the most" in refused(many)


def test_a_file_that_is_longer_than_it_says(archive):
    """The size in the directory of the zip is small; what is packed is not."""
    liar = resealed({**archive, "csv/liar.csv": b"A" * 1_000_000})
    assert "not as long as the manifest says" in refused(says_it_has(liar, "csv/liar.csv", 10))
    manifest = json.loads(files_of(liar)["manifest.json"])
    next(each for each in manifest["files"] if each["name"] == "csv/liar.csv")["bytes"] = 10
    both = zipped({**files_of(liar), "manifest.json": json.dumps(manifest).encode()})
    assert "csv/liar.csv is" in refused(says_it_has(both, "csv/liar.csv", 10))


def test_ways_of_packing_that_are_not_ours():
    out = BytesIO()
    with ZipFile(out, "w", ZIP_BZIP2) as file:
        file.writestr("manifest.json", b"{}")
    assert "packed in a way" in refused(out.getvalue())


def test_a_locked_one(archive):
    whole = bytearray(zipped(archive))
    entry = whole.rindex(b"PK\x01\x02")
    whole[entry + 8] |= 1
    assert "locked" in refused(bytes(whole))


def test_json_that_is_too_deep_or_no_number(archive):
    deep = b"[" * 100_000 + b"]" * 100_000
    assert "cannot be read" in refused(resealed({**archive, "data/teams.json": deep}))
    assert "cannot be read" in refused(resealed({**archive, "data/teams.json": b'[{"id": NaN}]'}))
    assert "not a list of rows" in refused(resealed({**archive, "data/teams.json": b'{"id": 1}'}))
    assert "an id of its own" in refused(resealed({**archive, "data/teams.json": b'[{"id": "a"}, {"id": "a"}]'}))


def set_in(name, value, row=0):
    def change(rows):
        rows[row][name] = value

    return change


@pytest.mark.parametrize(
    ("file", "name", "value", "words"),
    [
        ("teams", "slug", "no slug!", "data/teams.json, row 1, slug"),
        ("teams", "name", "x" * 61, "at most 60"),
        ("teams", "active", 1, "not how this is written"),
        ("teams", "start_time", "8pm", "row 1, start_time"),
        ("teams", "venue", "teams/crown", "does not lead to a row of venues"),
        ("teams", "venue", "venues/nowhere", "leads to venues/nowhere, which is not in the archive"),
        ("teams", "venue", 1, "does not lead to a row of venues"),
        ("teams", "venue", None, "does not lead to a row of venues"),
        ("teams", "pk", 17, "is nothing that this site knows"),
        ("teams", "league_id", 1, "is nothing that this site knows"),
        ("league", "rules", {"type": "rules"}, "cannot be read"),
        ("league", "night", 9, "is not one of"),
        ("submissions", "card", {"version": 1, "type": "card", "lines": 3}, "cannot be read"),
        ("submissions", "received_at", "2026-02-31T20:00:00Z", "row 1, received_at"),
        ("results", "home_games", -1, "row 1, home_games"),
        ("results", "home_games", 10**20, "row 1, home_games"),
        ("cup-facts", "body", {"type": "cup-drawn", "version": 1}, "cannot be read"),
        ("live-matches", "rules", [{"version": 99}], "cannot be read"),
        ("entries", "players", ["teams/crown"], "which is not in the archive"),
        ("history", "about", ["people/999"], "leads to people/999"),
        ("people", "name", 5, "has no name"),
        ("people", "email", "nobody at all", "valid email"),
    ],
)  # fmt: skip
def test_rows_that_are_wrong(archive, file, name, value, words):
    assert words in refused(changed(archive, f"data/{file}.json", set_in(name, value)))


def test_every_fault_is_told_and_at_most_thirty(archive):
    def spoil(rows):
        for row in rows:
            row["slug"] = "no slug!"

    words = refused(changed(archive, "data/players.json", spoil))
    assert len(words.splitlines()) == 31
    assert words.endswith("more like these.")


def test_rows_that_do_not_fit_together(archive):
    def twice(rows):
        return [*rows, {**rows[0], "id": "teams/another"}]

    assert "do not fit together" in refused(changed(archive, "data/teams.json", twice))


def test_no_league_or_two(archive):
    assert "an archive has one league" in refused(changed(archive, "data/league.json", lambda _rows: []))


def test_a_key_of_another_site_leads_nowhere(archive):
    """A bare number where a name should be is no way to point at a player of another league."""

    def forge(rows):
        rows[0]["card"]["lines"][0]["home"][0]["id"] = "1"

    league = brought_in(changed(archive, "data/submissions.json", forge))
    card = json.loads(files_of(taken_out(league.slug))["data/submissions.json"])[0]["card"]
    assert card["lines"][0]["home"][0]["id"] == "0"


def test_pictures_that_are_none(archive):
    photo = {
        "id": "photos/1", "fixture": json.loads(archive["data/fixtures.json"])[0]["id"], "by": "people/1",
        "at": "2026-09-07T20:00:00Z", "image": "photos/1.jpg", "width": 10, "height": 10,
    }  # fmt: skip
    with_row = {**archive, "data/photos.json": json.dumps([photo]).encode()}
    assert "not in the archive, or too big" in refused(resealed(with_row))
    for data in (b"<svg onload=alert(1)>", b"GIF89a", _picture("PNG"), _picture("JPEG", exif=True)):
        assert "photo" in refused(resealed({**with_row, "photos/1.jpg": data}))


def _picture(kind: str, *, exif: bool = False) -> bytes:
    out = BytesIO()
    picture = Image.new("RGB", (10, 10))
    tags = picture.getexif()
    tags[0x010E] = "made at home"
    picture.save(out, kind, **({"exif": tags} if exif else {}))
    return out.getvalue()


@pytest.mark.parametrize("slug", ["admin", "made-7", "not a slug", "x" * 51])
def test_addresses_that_cannot_be(archive, slug):
    brought_in(zipped(archive))
    assert "address" in refused(zipped(archive), slug)


def test_the_commands(archive, tmp_path, capsys):
    path, out = tmp_path / "league.zip", tmp_path / "again.zip"
    path.write_bytes(zipped(archive))
    call_command("import_league", path, "--check")
    assert League.objects.count() == 0
    call_command("import_league", path, "--slug", "moved")
    call_command("export_league", "moved", "--out", out)
    assert "can be imported" in capsys.readouterr().out
    with out.open("rb") as source, open_archive(source) as again:
        assert again.manifest.slug == "moved"
        assert not again.manifest.people
    with pytest.raises(CommandError, match="is taken here"):
        call_command("import_league", path, "--slug", "moved")
    with pytest.raises(CommandError, match="no league called"):
        call_command("export_league", "nowhere", "--out", out)
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_league", tmp_path / "none.zip")
