"""What the doctor finds: of a healthy site nothing, and of each thing that is wrong what to do."""

import threading
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from socketserver import BaseRequestHandler, ThreadingUDPServer
from tempfile import TemporaryDirectory

import dns.message
import dns.rcode
import dns.rrset
import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Message
from django.core.management import CommandError, call_command
from django.utils.timezone import now

from league.base.jobs.actions import enqueue
from league.operations import diagnosis
from league.operations.backup_file import LastBackup, note_path
from tests.outgrown.servers import free_port


class Zone(BaseRequestHandler):
    """A name server that knows a few TXT records."""

    def handle(self):
        data, socket = self.request
        asked = dns.message.from_wire(data)
        answer = dns.message.make_response(asked)
        name = str(asked.question[0].name).rstrip(".")
        if text := self.server.records.get(name):
            answer.answer.append(dns.rrset.from_text(asked.question[0].name, 60, "IN", "TXT", f'"{text}"'))
        else:
            answer.set_rcode(dns.rcode.NXDOMAIN)
        socket.sendto(answer.to_wire(), self.client_address)


@pytest.fixture
def zone():
    with ThreadingUDPServer(("127.0.0.1", 0), Zone) as server:
        server.records = {}
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


class Letters(Message):
    def __init__(self):
        super().__init__()
        self.to = []

    def handle_message(self, message):
        self.to.append(message["To"])


@pytest.fixture
def post(settings):
    """A mail server that takes everything."""
    letters = Letters()
    controller = Controller(letters, hostname="127.0.0.1", port=free_port())
    controller.start()
    settings.MAIL_TRANSPORT = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", controller.port
    settings.EMAIL_URL = "smtp://127.0.0.1"
    yield letters
    controller.stop()


@pytest.fixture
def real(settings, tmp_path):
    """As a site of a league is set up; nobody asks for its address here."""
    settings.DEMO, settings.VAR_DIR = False, tmp_path
    settings.DEFAULT_FROM_EMAIL = "Double Six <league@league.example>"
    note_path().parent.mkdir()
    note_path().write_text(LastBackup(time=now().isoformat(), what="Backup proved").as_json())


def faults(**more):
    asked = {"mail_to": "", "dkim": "", "nameserver": "", "nameserver_port": 53} | more
    return {subject: fault for subject, fault, _ in diagnosis.findings(now(), **asked) if fault}


def test_the_senders_domain_is_well_when_it_says_who_sends_for_it(real, post, zone):
    asked = ("mail", "127.0.0.1", zone.server_address[1])
    missing = diagnosis.sender_domain(*asked)[0]
    assert [word in missing for word in ("SPF", "DMARC", "DKIM", "mail._domainkey.league.example")] == [True] * 4
    zone.records = {"league.example": "v=spf1 mx -all", "_dmarc.league.example": "v=DMARC1; p=none"}
    assert "SPF" not in diagnosis.sender_domain(*asked)[0]
    zone.records["mail._domainkey.league.example"] = "v=DKIM1; p=abc"
    assert diagnosis.sender_domain(*asked)[0] == ""


def test_a_mail_is_really_sent_and_a_server_that_is_away_is_said(real, post, settings):
    assert diagnosis.mail_sent("you@league.example")[1] == "one was sent to you@league.example: see that it arrives."
    assert post.to == ["you@league.example"]
    settings.EMAIL_PORT = 1
    assert "The mail server did not take it" in diagnosis.mail_sent("you@league.example")[0]
    settings.EMAIL_URL = ""
    assert "EMAIL_URL is not set" in diagnosis.mail_sent("")[0]


@pytest.mark.django_db
def test_a_job_that_nobody_does_is_said():
    assert diagnosis.jobs_waiting(now())[0] == ""
    enqueue(key="x", kind="add", args={}, title="Adding", by=None, at=now() - timedelta(minutes=30), league_id=None)
    assert diagnosis.jobs_waiting(now())[0].startswith("“Adding” has waited for 30 minutes.")


def test_a_backup_that_is_old_or_failed_is_said(real):
    assert diagnosis.backup_age(now())[0] == ""
    assert "None has been proved since" in diagnosis.backup_age(now() + timedelta(hours=31))[0]
    failed = replace(LastBackup(time=now().isoformat()), ok=False, tried=now().isoformat(), failure="The disk is full.")
    note_path().write_text(failed.as_json())
    assert diagnosis.backup_age(now())[0] == "The last try failed. The disk is full."
    note_path().unlink()
    assert diagnosis.backup_age(now())[0] == "None has been proved yet. Type `double-six backup`."


def test_a_disk_that_fills_up_and_an_address_that_does_not_answer_are_said(real, settings, monkeypatch):
    assert diagnosis.disk_space()[0] == ""
    monkeypatch.setattr(diagnosis, "ENOUGH", 10**18)
    assert "MB are free" in diagnosis.disk_space()[0]
    settings.HTTPS, settings.SITE_URL = True, "https://127.0.0.1:9"
    assert "https://127.0.0.1:9 does not answer" in diagnosis.site_outside(now())[0]


@pytest.mark.django_db
def test_the_command_says_a_line_for_each_and_ends_with_one_if_something_is_wrong(capsys, settings, tmp_path):
    settings.VAR_DIR = tmp_path
    note_path().parent.mkdir()
    note_path().write_text(replace(LastBackup(time=now().isoformat()), ok=False, failure="Full.").as_json())
    with pytest.raises(CommandError, match="1 of these need you"):
        call_command("doctor")
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 11
    assert [line.split("  ")[0] for line in lines].count("NOT well") == 1


@pytest.mark.parametrize(
    ("file_mode", "folder_mode", "wrong"), [(0o644, 0o755, True), (0o600, 0o755, False), (0o644, 0o750, False)]
)
def test_files_that_every_user_can_read_are_found(file_mode, folder_mode, wrong):
    with TemporaryDirectory() as folder:  # below one that everybody may enter, as tmp_path is not
        file = Path(folder, ".env")
        file.write_text("SECRET_KEY=x")
        file.chmod(file_mode)
        Path(folder).chmod(folder_mode)
        assert diagnosis.is_open_to_others(file) is wrong
