"""The messages of what was pasted: a saved or copied chat, e-mails with their heads, or texts one below another.

07/09/2026, 22:41 - Dave: Bull 6 Crown 3            saved on Android
[07/09/2026, 22:41:03] Dave: Bull 6 Crown 3         saved on an iPhone
[22:41, 07/09/2026] Dave: Bull 6 Crown 3            copied on a computer
Dave, [07.09.2026 22:41]                            its text follows
"""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, time

from league.reading.days import WEEKDAY_NAME, day_in, day_of
from league.reading.messages.values import Sender, SentMessage
from scoring.names import fold

MARKS_OF_DIRECTION = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
DAY = r"(?P<day>\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4})"
DAY_WITHOUT_YEAR = (
    rf"(?P<day>(?:{WEEKDAY_NAME}\.?,?\s+)?\d{{1,2}}(?:st|nd|rd|th)?\s+[a-z]{{3,9}}\.?(?:\s+\d{{4}})?"
    rf"|\d{{1,2}}[/.]\d{{1,2}}(?=,)|{WEEKDAY_NAME}|today|yesterday)"
)
HOUR = r"(?P<hour>\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[ap]\.?\s?m\.?)?)"
HEADS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"^\W{{0,3}}\[?{DAY},?\s+(?:at\s+)?{HOUR}\]?\s*[-–]?\s*(?P<sender>[^:\[\]]{{1,60}}):(?:\s+(?P<text>.*))?$",
        rf"^\W{{0,3}}\[{HOUR},\s+{DAY}\]\s*(?P<sender>[^:\[\]]{{1,60}}):(?:\s+(?P<text>.*))?$",
        rf"^(?P<sender>[^:\[\]]{{1,60}}),?\s+\[{DAY},?\s+{HOUR}\]:?(?P<text>)\s*$",
    )
)
HEADS_WITHOUT_YEAR = (re.compile(HEADS[0].pattern.replace(DAY, DAY_WITHOUT_YEAR), re.IGNORECASE),)
# What a chat says of itself: somebody joined, calls are encrypted.
NOTICE = re.compile(rf"(?i)^\W{{0,3}}\[?{DAY},?\s+{HOUR}\]?\s*[-–]?\s*[^:]*$")
NO_TEXT = re.compile(
    r"(?i)<[^<>]*\b(?:omitted|attached:?[^<>]*)>|\b(?:image|video|audio|sticker|gif|document) omitted\b"
    r"|^(?:you deleted this message|this message was deleted)\.?$|<this message was edited>|\(edited\)\s*$",
)
MAIL_HEAD = re.compile(r"(?i)^(?P<name>from|sent|date|to|cc|subject|reply-to):\s*(?P<value>.*)$")
MAIL_QUOTE = re.compile(
    r"(?i)^(?:-{2,}\s*(?:original|forwarded) message\s*-{2,}|on\b.{6,120}\bwrote:|_{10,}|-- ?|sent from my\b.*"
    r"|get outlook for\b.*)$",
)
NAMED = re.compile(r"^(?P<sender>[^:\d][^:]{0,40}|\+?\d[\d ()-]{7,20}):\s+(?P<text>\S.*)$")


def messages_in(text: str, senders: tuple[Sender, ...] = (), *, without_year: bool = False) -> list[SentMessage]:
    """The messages, without what e-mails quote; `without_year`: also of a chat whose days have no year."""
    plain = text.translate(dict.fromkeys(map(ord, MARKS_OF_DIRECTION))).replace("\u202f", " ").replace("\xa0", " ")
    lines = plain.splitlines()
    heads = HEADS + HEADS_WITHOUT_YEAR * without_year
    if any(_head(line, heads) for line in lines):
        return _of_a_chat(lines, heads)
    if any(MAIL_HEAD.match(line) and line[:5].casefold() == "from:" for line in lines):
        return _of_mails(lines)
    return _of_texts(lines, senders)


def _head(line: str, heads: Sequence[re.Pattern[str]]) -> re.Match[str] | None:
    return next((match for pattern in heads if (match := pattern.match(line[:2000]))), None)


def _of_a_chat(lines: list[str], heads: Sequence[re.Pattern[str]]) -> list[SentMessage]:
    messages: list[SentMessage] = []
    going_on = False
    for place, line in enumerate(lines, start=1):
        if match := _head(line, heads):
            written = f"{match['day']}, {match['hour']}"
            text = (match["text"] or "").strip()
            sender = match["sender"].strip(" ~")
            messages.append(SentMessage(place, text, sender, _day(match["day"]), _hour(match["hour"]), written))
            going_on = True
        elif NOTICE.match(line[:300]):
            going_on = False
        elif line.strip() and going_on:
            last = messages[-1]
            text = f"{last.text}\n{line.strip()}".strip()
            messages[-1] = replace(last, text=text)
        elif line.strip():
            messages.append(SentMessage(place, line.strip()))
    return _with_text(messages)


def _of_mails(lines: list[str]) -> list[SentMessage]:
    messages: list[SentMessage] = []
    head: dict[str, str] = {}
    words: list[str] = []
    place, in_head, quoted = 1, False, False

    def finish() -> None:
        written = head.get("date") or head.get("sent") or ""
        hour = re.search(HOUR, written, re.IGNORECASE)
        sender = re.sub(r"\s*<[^<>]*>|\"", "", head.get("from", "")).strip() or head.get("from", "").strip("<> ")
        text = "\n".join([*([subject] if (subject := telling_subject(head.get("subject", ""))) else []), *words])
        messages.append(SentMessage(place, text, sender, _day(written), _hour(hour[0]) if hour else None, written))

    for number, line in enumerate(lines, start=1):
        match = MAIL_HEAD.match(line)
        if match and match["name"].casefold() == "from" and not in_head:
            if head or words:
                finish()
            head, words, place, in_head, quoted = {"from": match["value"]}, [], number, True, False
        elif in_head and match:
            head[match["name"].casefold()] = match["value"]
        elif MAIL_QUOTE.match(line.strip()):
            quoted, in_head = True, False
        elif line.strip() and not line.lstrip().startswith(">") and not quoted:
            in_head = False
            words.append(line.strip())
        elif not line.strip():
            in_head = False
    if head or words:
        finish()
    return _with_text(messages)


def telling_subject(subject: str) -> str:
    """A subject that says something, unless it is an answer's or a forwarded mail's, which is somebody else's."""
    subject = subject.strip()
    return "" if re.match(r"(?i)(?:re|fwd?|aw)\s*:", subject) or not re.search(r"\d", subject) else subject


def _of_texts(lines: list[str], senders: tuple[Sender, ...]) -> list[SentMessage]:
    """One message to a block of lines; a line that begins with the name of somebody begins a message of theirs."""
    names = {name_key(sender.name) for sender in senders}
    messages: list[SentMessage] = []
    new = True
    for place, line in enumerate(map(str.strip, lines), start=1):
        match = NAMED.match(line)
        if not line or line.startswith(">") or MAIL_QUOTE.match(line):
            new = True
        elif match and name_key(match["sender"]) in names:
            messages.append(SentMessage(place, match["text"], match["sender"].strip()))
            new = False
        elif new:
            messages.append(SentMessage(place, line))
            new = False
        else:
            last = messages[-1]
            messages[-1] = SentMessage(last.place, f"{last.text}\n{line}", last.sender)
    return _with_text(messages)


def _with_text(messages: list[SentMessage]) -> list[SentMessage]:
    texts = ((message, NO_TEXT.sub("", message.text).strip()) for message in messages)
    return [replace(message, text=text) for message, text in texts if text]


def name_key(name: str) -> str:
    """What a name or a phone number of a sender is compared by; of a number its last ten figures."""
    figures = re.sub(r"\D", "", name)
    return figures[-10:] if len(figures) >= 10 and not re.search(r"[^\W\d]", name) else fold(name)


def _day(text: str) -> date | None:
    day = day_in(text)
    return None if day is None or day.year is None else day_of(day.year, day.month, day.day)


def _hour(text: str) -> time | None:
    match = re.match(r"(?i)(\d{1,2})[:.](\d{2})(?:[:.]\d{2})?\s?([ap])?", text.strip())
    if match is None or int(match[1]) > 23 or int(match[2]) > 59:
        return None
    hour = int(match[1])
    if match[3]:
        hour = hour % 12 + (12 if match[3].casefold() == "p" else 0)
    return time(hour, int(match[2]))
