"""A mail as it was delivered: who sent it, what they wrote themselves, its photographs, and whether a program sent it.

What is quoted or forwarded, greetings and signatures are left out: nobody says a result in another's name by quoting
them. A mail that a program sent (RFC 3834), or that this site sent itself, is to be left alone and never answered.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from email import message_from_bytes, policy
from email.message import EmailMessage

from league.reading.messages.chats_and_mails import MAIL_QUOTE, telling_subject
from league.reading.messages.vocabulary import TAKES_BACK
from league.reading.values import NotReadableError
from league.reading.web_pages import text_without

LONGEST_TEXT = 5_000  # letters
MOST_BYTES = 200_000  # of one text that are looked at
LEAST_PHOTO = 30_000  # bytes; what is smaller is a logo in a signature
PROGRAMS = re.compile(r"(?i)(?:mailer-daemon|postmaster|(?:no|do-?not)-?reply|bounces?)(?:[+.=-][^@]*)?@")
LISTS = ("List-Id", "List-Post", "List-Unsubscribe", "X-Loop", "X-Autoreply", "X-Autorespond")
BULK = re.compile(r"(?i)bulk|list|junk|auto[-_ ]?reply")
QUOTED = (
    "//blockquote | //*[contains(concat(' ', @class, ' '), ' gmail_quote ')] | //*[contains(@class, 'gmail_signature')]"
    " | //*[@id = 'divRplyFwdMsg' or @id = 'appendonsend']/following-sibling::* | //*[@id = 'divRplyFwdMsg']"
    " | //*[@id = 'Signature' or @id = 'ms-outlook-mobile-signature']"
)
QUOTE_HEAD = re.compile(r"^\*?From:\*?\s.*\n(?:.*\n){0,2}?\*?(?:Sent|Date|To|Subject):", re.MULTILINE | re.IGNORECASE)
WROTE = re.compile(r"^On\b[^\n]{6,160}(?:\n[^\n]{0,160}){0,2}?\bwrote:[ \t]*$", re.MULTILINE | re.IGNORECASE)
GREETING = re.compile(
    r"(?i)^(?:hi|hello|hiya|hey|dear|(?:good )?(?:morning|afternoon|evening))(?:\s[^\W\d]+){0,3}\s*(?:[,!.]\s*|$)",
)
GOODBYE = re.compile(
    r"(?i)^(?=.{2,60}$)(?:(?:many |kind(?:est)? |best |warm |all the )?(?:thanks|regards|w\w+hes|best)|thank you|cheers"
    r"|ta|yours)\W*(?:\s[^\W\d]+){0,3}\W*$",
)
SCORE = re.compile(r"(?i)\b\d{1,2}\s*(?:[-–:]|to|v|all)\s*\d{0,2}\b")
PICTURE = re.compile(r"(?i)\.(?:jpe?g|png|webp|heic)$")  # the end of its name, where the mail says no more
ATTACHED_WORD = (
    r"(?:please|find|see|the|a|my|our|photo|picture|pic|image|card|scorecard|score|results?|of|is|are|here|have|i've)"
)
ATTACHED = re.compile(
    rf"(?i)^(?:{ATTACHED_WORD}\s+){{0,8}}(?:attached|enclosed)(?:\s+{ATTACHED_WORD}){{0,6}}\s*(?:[.!,:]\s*|$)",
)
NOT_TO_BE_TAKEN_APART = (ValueError, IndexError, AttributeError, TypeError, LookupError)  # by Python's email package


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail. `vouched`: the server that received it found that the sender's own domain sent it."""

    sender: str
    message_id: str
    subject: str
    text: str
    photos: tuple[bytes, ...]
    automatic: bool
    vouched: bool


def read_mail(raw: bytes, *, receiver: str, own: Collection[str]) -> ReceivedMail:
    """Read a mail; `receiver` is the server whose word about senders counts, `own` the site's addresses."""
    mail = message_from_bytes(raw, policy=policy.default)
    sender = _sender(mail)
    subject = _header(mail, "Subject")[:200]
    written = "\n".join(filter(None, (telling_subject(subject), own_words(_text(mail)))))
    photos = tuple(photo for photo in _photos(mail) if len(photo) >= LEAST_PHOTO)
    return ReceivedMail(
        sender, _header(mail, "Message-ID")[:250], subject, written[:LONGEST_TEXT], photos,
        _is_automatic(mail, sender, own), _is_vouched(mail, sender, receiver),
    )  # fmt: skip


def _header(mail: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(mail[name] or "").split())
    except NOT_TO_BE_TAKEN_APART:
        return ""


def _sender(mail: EmailMessage) -> str:
    try:
        addresses = [address for header in mail.get_all("From", []) for address in header.addresses]
    except NOT_TO_BE_TAKEN_APART:
        return ""
    address = addresses[0] if len(addresses) == 1 else None
    return address.addr_spec.lower() if address and address.username and address.domain else ""


def _is_automatic(mail: EmailMessage, sender: str, own: Collection[str]) -> bool:
    """Whether nobody wrote it to us: an auto-reply, a report, a list's or a program's mail, or our own come back."""
    return (
        not sender
        or sender in own
        or bool(PROGRAMS.match(sender))
        or _header(mail, "Auto-Submitted").partition(";")[0].strip().lower() not in ("", "no")
        or bool(BULK.search(_header(mail, "Precedence")))
        or any(name in mail for name in (*LISTS, "X-Auto-Response-Suppress"))
        or _header(mail, "Return-Path") == "<>"
        or mail.get_content_type() in ("multipart/report", "message/delivery-status")
    )


def _is_vouched(mail: EmailMessage, sender: str, receiver: str) -> bool:
    """What the receiving server says (RFC 8601) in the topmost header of its own: those below may be anybody's."""
    domain = sender.rpartition("@")[2]
    for header in mail.get_all("Authentication-Results", []) if receiver and domain else []:
        server, _, results = _without_comments(" ".join(str(header)[:4000].split())).partition(";")
        if server.split()[:1] == [receiver]:
            return _passes([result.split() for result in results.lower().split(";") if result.strip()], domain)
    return False


def _without_comments(header: str) -> str:
    """Without comments and quoted words, which a sender may have had a say in; "" if some are left over."""
    header = re.sub(r'"(?:[^"\\]|\\.)*"', " ", header)
    while header != (shorter := re.sub(r"\([^()]*\)", " ", header)):
        header = shorter
    return "" if re.search(r'[()"]', header) else header


def _passes(results: list[list[str]], domain: str) -> bool:
    """DMARC, or where the domain has none, a signature or an envelope of the very domain that the mail is from."""
    names = {"dmarc": "header.from", "dkim": "header.d", "spf": "smtp.mailfrom"}
    verdicts = [(words[0].partition("="), dict(word.partition("=")[::2] for word in words[1:])) for words in results]
    dmarc = [verdict for (method, _, verdict), _ in verdicts if method == "dmarc"]
    if dmarc and dmarc[0] not in ("pass", "none", "bestguesspass"):
        return False
    for (method, _, verdict), properties in verdicts:
        signer = properties.get("header.i", "") if method == "dkim" else ""
        named = properties.get(names.get(method, ""), "") or signer
        vouched_for = named.rpartition("@")[2]
        if verdict == "pass" and "." in vouched_for and f".{domain}".endswith(f".{vouched_for}"):
            return True
    return False


def _text(part: EmailMessage) -> str:
    """The text of a mail or a part of one, without what is attached; of two ways to say the same the plain one."""
    if part.get_content_type() == "multipart/alternative":
        ways = [(sub.get_content_type() != "text/plain", _text(sub)) for sub in _parts(part)]
        return next((text for _, text in sorted(ways, key=lambda way: way[0]) if text.strip()), "")
    if part.is_multipart():
        inner = [] if part.get_content_maintype() == "message" else _parts(part)
        return "\n".join(filter(None, map(_text, inner)))
    if part.get_content_maintype() != "text" or part.get_content_disposition() == "attachment":
        return ""
    return _decoded(part)


def _parts(part: EmailMessage) -> list[EmailMessage]:
    return [each for each in part.get_payload() if isinstance(each, EmailMessage)]


def _decoded(part: EmailMessage) -> str:
    content = part.get_payload(decode=True)
    data = content[:MOST_BYTES] if isinstance(content, bytes) else b""
    try:
        text = data.decode(part.get_content_charset("utf-8"), "replace")
    except NOT_TO_BE_TAKEN_APART:
        text = data.decode("utf-8", "replace")
    if part.get_content_subtype() != "html":
        return text
    try:
        return text_without(text, QUOTED)
    except NotReadableError:
        return ""


def _photos(mail: EmailMessage) -> Iterator[bytes]:
    """Pictures, in their order, but those of a mail that is forwarded as a file."""
    for part in _parts(mail) if mail.is_multipart() else [mail]:
        if part.is_multipart():
            yield from [] if part.get_content_maintype() == "message" else _photos(part)
        elif part.get_content_maintype() == "image" or PICTURE.search(_file(part)):
            content = part.get_payload(decode=True)
            yield content if isinstance(content, bytes) else b""


def _file(part: EmailMessage) -> str:
    try:
        return part.get_filename() or ""
    except NOT_TO_BE_TAKEN_APART:
        return ""


def own_words(text: str) -> str:
    """What the sender wrote, a line to a line: no quote, no signature, no greeting or thanks around it."""
    text = text.replace("\r\n", "\n").replace("\u202f", " ").replace("\xa0", " ").replace("\ufeff", "")
    text = "\n".join(line.strip() if line.rstrip() != "--" else "--" for line in text.split("\n"))
    if match := QUOTE_HEAD.search(text):
        text = text[: match.start()]
    while match := WROTE.search(text):
        below = text[match.end() :].lstrip()
        text = text[: match.start()] + (below if below.startswith(">") else "")
    lines: list[str] = []
    for line in text.split("\n"):
        if MAIL_QUOTE.match(line):
            break
        if line and not line.startswith(">"):
            lines.append(line)
    while lines and (greeting := GREETING.match(lines[0])):
        lines[:1] = list(filter(None, [lines[0][greeting.end() :]]))
    lines = [rest for line in lines if (rest := ATTACHED.sub("", line))]
    for number, line in enumerate(lines):
        below = "\n".join(lines[number + 1 :])
        if GOODBYE.match(line) and not (SCORE.search(below) or TAKES_BACK.search(below)):
            return "\n".join(lines[:number])
    return "\n".join(lines)
