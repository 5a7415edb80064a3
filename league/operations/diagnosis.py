"""Whether a site is well: what was found of each thing looked at. Nothing is changed, and no league is read."""

import shutil
import socket
import ssl
import stat
import subprocess
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parseaddr, parsedate_to_datetime
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import dns.exception
import dns.resolver
from django.conf import settings
from django.core import checks
from django.core.mail import EmailMessage, get_connection
from django.db import DatabaseError, connection

from league.base.jobs.models import Job
from league.notifications.mailbox import MailboxError, open_mailbox
from league.operations.actions.tables import steps_to_take
from league.operations.backup_file import LATE, last_backup
from league.operations.databases import own_database
from scoring.words import several

ENOUGH = 500 * 1000 * 1000  # bytes: less than that is a disk that fills up this week
SOON = timedelta(days=14)  # a certificate is renewed a month before it ends
WAITS = timedelta(minutes=10)
CLOCK = timedelta(seconds=30)
SECONDS = 10


Finding: TypeAlias = tuple[str, str]  # what is wrong and to be done, "" if nothing; and what else to know


def findings(
    now: datetime, *, mail_to: str, dkim: str, nameserver: str, nameserver_port: int
) -> Iterator[tuple[str, str, str]]:
    """(subject, fault, note) of each thing as it has been looked at; `dkim` is the selector of the sender's key."""
    parts: tuple[tuple[str, Callable[[], Finding]], ...] = (
        ("Settings", settings_and_key),
        ("Database", database_state),
        ("Background jobs", lambda: jobs_waiting(now)),
        ("Backup", lambda: backup_age(now)),
        ("Disk", disk_space),
        ("Private files", private_files),
        ("HTTPS and clock", lambda: site_outside(now)),
        ("Mail", lambda: mail_sent(mail_to)),
        ("Sender’s domain", lambda: sender_domain(dkim, nameserver, nameserver_port)),
        ("Results by e-mail", results_mailbox),
        ("Messages to phones", lambda: ("", "" if settings.PUSH_KEY else "none, as there is no PUSH_KEY.")),
    )
    for subject, look in parts:
        try:
            yield subject, *look()
        except (OSError, DatabaseError) as error:
            yield subject, f"It could not be looked at: {error}", ""


def sender_domain(dkim: str, nameserver: str, nameserver_port: int) -> Finding:
    """What other mail servers ask for: who may send for the domain (SPF), its key (DKIM), and its wish (DMARC)."""
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].partition("@")[2]
    if settings.DEMO or not settings.EMAIL_URL:
        return "", "not looked at: no mail is sent without EMAIL_URL."
    resolver = dns.resolver.Resolver(configure=not nameserver)
    if nameserver:
        resolver.nameservers, resolver.port = [nameserver], nameserver_port
    missing = []
    if not _has_record(resolver, domain, "v=spf1"):
        missing.append(f"SPF: a TXT record at {domain}, v=spf1 …, that names your mail server")
    if not _has_record(resolver, f"_dmarc.{domain}", "v=DMARC1"):
        missing.append(f"DMARC: a TXT record at _dmarc.{domain}, such as v=DMARC1; p=none")
    if dkim and not _has_record(resolver, f"{dkim}._domainkey.{domain}", "p="):
        missing.append(f"DKIM: a TXT record at {dkim}._domainkey.{domain}, as your mail server gives it")
    if missing:
        return f"Mails may end as junk. Publish {'; '.join(missing)}.", ""
    return "", "" if dkim else "its DKIM key was not looked for: name its selector with --dkim."


def _has_record(resolver: dns.resolver.Resolver, name: str, word: str) -> bool:
    try:
        answers = resolver.resolve(name, "TXT", lifetime=SECONDS)
    except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
        return False
    except dns.exception.DNSException as error:
        raise OSError(f"no name server answers for {name} ({type(error).__name__})") from error
    return any(word in b"".join(answer.strings).decode(errors="replace") for answer in answers)


def settings_and_key() -> Finding:
    """What Django says of a site that everybody can reach; a key of a demonstration is never taken for one."""
    if settings.DEMO:
        return "", "this is a demonstration: nobody but this machine can reach it."
    messages = checks.run_checks(include_deployment_checks=True)
    worst = [each for each in messages if each.level >= checks.WARNING and not each.is_silenced()]
    return " ".join(each.msg for each in worst), ""


def database_state() -> Finding:
    if waiting := steps_to_take(connection):
        return f"{len(waiting)} migrations wait. Type `double-six upgrade`.", ""
    if faults := own_database().faults():
        return f"It is damaged: {faults[0]}. Restore the last backup, and look at the disk.", ""
    return "", ""


def jobs_waiting(now: datetime) -> Finding:
    oldest = Job.objects.unfinished().order_by("created_at").first()
    if oldest and oldest.started_at is None and now - oldest.created_at > WAITS:
        minutes = (now - oldest.created_at) // timedelta(minutes=1)
        return f"“{oldest}” has waited for {minutes} minutes. Is the site, or its worker, up?", ""
    return "", ""


def backup_age(now: datetime) -> Finding:
    last, age = last_backup(), last_backup().age(now)
    if settings.DEMO and age is None:
        return "", "a demonstration makes none by itself."
    if age is None or age > LATE:
        when = f"since {last.time[:16].replace('T', ' at ')} UTC" if age else "yet"
        return f"None has been proved {when}. {last.failure or 'Type `double-six backup`.'}", ""
    return (f"The last try failed. {last.failure}" if last.failure else ""), ""


def disk_space() -> Finding:
    free = shutil.disk_usage(settings.VAR_DIR).free
    if free < ENOUGH:
        return f"{free // 1_000_000} MB are free where {settings.VAR_DIR} is. Delete or enlarge something.", ""
    probe = Path(settings.VAR_DIR) / ".probe"
    probe.write_bytes(b"")
    probe.unlink()
    return "", f"{free / 1e9:.1f} GB are free."


def private_files() -> Finding:
    """Whether other users of this machine can read the settings with their key, or the database."""
    files = [settings.BASE_DIR / ".env", Path("/etc/double-six.env"), Path(settings.VAR_DIR, "double-six.sqlite3")]
    readable = [str(file) for file in files if file.exists() and is_open_to_others(file)]
    if settings.DEMO or not readable:
        return "", ""
    return f"Everybody on this machine can read them. Type: chmod 600 {' '.join(readable)}", ""


def is_open_to_others(file: Path) -> bool:
    """Whether every user can read the file: its own mode and that of each folder above it let them."""
    enterable = all(folder.stat().st_mode & stat.S_IXOTH for folder in file.resolve().parents)
    return enterable and bool(file.stat().st_mode & stat.S_IROTH)


def site_outside(now: datetime) -> Finding:
    """Whether the site answers at the address that its mails name, with a certificate that lasts, at the right time."""
    address = settings.SITE_URL
    if not settings.HTTPS:
        return clock_fault(), "not looked at: HTTPS is off."
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=SECONDS) as answer:  # noqa: S310  # our own setting
            their_time = parsedate_to_datetime(answer.headers["Date"])
    except urllib.error.URLError as error:
        return f"{address} does not answer: {error.reason}. Look at the proxy, the domain and the firewall.", ""
    if abs(now - their_time) > CLOCK:
        return f"The clock here is off by {abs(now - their_time)} from that of the proxy.", ""
    ends = certificate_end(address)
    if ends - now < SOON:
        return f"The certificate ends on {ends:%d %B %Y}. See why it is not renewed.", ""
    return clock_fault(), f"the certificate lasts until {ends:%d %B %Y}."


def certificate_end(address: str) -> datetime:
    parts = urlsplit(address)
    where = (parts.hostname or "", parts.port or 443)
    with socket.create_connection(where, SECONDS) as plain:
        context = ssl.create_default_context()
        with context.wrap_socket(plain, server_hostname=parts.hostname) as sealed:
            ends = str((sealed.getpeercert() or {})["notAfter"])
    return datetime.fromtimestamp(ssl.cert_time_to_seconds(ends), UTC)


def clock_fault() -> str:
    if not Path("/run/systemd/system").is_dir():
        return ""
    command = ["timedatectl", "show", "--property=NTPSynchronized", "--value"]
    output = subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603
    if output != "no":
        return ""
    return "The clock is not set by the network: see `timedatectl timesync-status`, of the package systemd-timesyncd"


def mail_sent(to: str) -> Finding:
    if settings.DEMO or not settings.EMAIL_URL:
        fault = "" if settings.DEMO else "EMAIL_URL is not set, so nobody gets a sign-in code. Set it."
        return fault, "it goes to the terminal."
    if not to:
        return "", "none was sent: name your own address with --mail-to."
    words = "This mail was sent by `double-six doctor`. If you can read it, and it is not among the junk, mail works."
    try:
        server = get_connection(settings.MAIL_TRANSPORT)
        EmailMessage(f"{settings.SITE_NAME}: mail works", words, to=[to], connection=server).send()
    except OSError as error:
        return f"The mail server did not take it: {error}. See EMAIL_URL.", ""
    return "", f"one was sent to {to}: see that it arrives."


def results_mailbox() -> Finding:
    """Whether the mailbox for results can be opened, and how many mails wait in it; not to have one is a choice."""
    if not settings.MAIL_IN_URL:
        return "", "none, as there is no MAIL_IN_URL."
    try:
        with open_mailbox(settings.MAIL_IN_URL) as mailbox:
            waiting = len(mailbox.waiting(1000))
    except MailboxError as error:
        return f"The mailbox cannot be read: {error}. See MAIL_IN_URL.", ""
    return "", f"{several(waiting, 'mail')} waiting in the mailbox."
