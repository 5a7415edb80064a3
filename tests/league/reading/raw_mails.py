"""Mails as mail programs write them, for tests: each with what its sender wrote themselves, and whether a program sent
it. The heads, the parts and the quotes are those of the programs; names and addresses are made up.
"""

import base64
import quopri
import textwrap
from dataclasses import dataclass
from io import BytesIO
from random import Random

from PIL import Image

CAPTAIN = "home@leek.example"
RECEIVER = "mx.league.example"
RESULTS = "results@league.example"
SCORE = "Crown A 6 Bell 3"


@dataclass(frozen=True)
class RawMail:
    raw: bytes
    text: str = SCORE
    automatic: bool = False
    photos: int = 0
    vouched: bool = True
    sender: str = CAPTAIN


def photograph() -> bytes:
    """A picture of the size that a telephone makes smaller before it mails it."""
    noise = Image.frombytes("L", (400, 300), Random(1).randbytes(120_000))
    out = BytesIO()
    noise.convert("RGB").save(out, "JPEG", quality=80)
    return out.getvalue()


LOGO = b"\x89PNG\r\n\x1a\n" + bytes(60)
PASSES = (
    "dkim=pass header.i=@leek.example header.s=s1 header.b=AbC/; spf=pass (mx: domain of home@leek.example designates"
    " 192.0.2.7 as permitted sender) smtp.mailfrom=home@leek.example; dmarc=pass (p=NONE) header.from=leek.example"
)
SENDER = f"Dave Hill <{CAPTAIN}>"


def head(*, subject="Result", sender=SENDER, extra="", results=PASSES, path=CAPTAIN) -> str:
    return (
        f"Return-Path: <{path}>\nDelivered-To: {RESULTS}\nReceived: from out.leek.example ([192.0.2.7])\n"
        f"\tby {RECEIVER} with ESMTPS id 4Xk2; Mon, 07 Sep 2026 22:20:11 +0100 (BST)\n"
        f"Authentication-Results: {RECEIVER};\n\t{results}\n"
        f"From: {sender}\nTo: {RESULTS}\nSubject: {subject}\nDate: Mon, 7 Sep 2026 22:20:09 +0100\n"
        f"Message-ID: <CAF1x=7Q@mail.leek.example>\nMIME-Version: 1.0\n{extra}"
    )


def plain(text: str, *, encoding="7bit", charset="us-ascii", **rest) -> bytes:
    data = text.encode(charset.replace("us-ascii", "utf-8"))
    data = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(encoding, bytes)(data)
    kind = f'Content-Type: text/plain; charset="{charset}"\nContent-Transfer-Encoding: {encoding}\n\n'
    return (head(**rest) + kind).encode() + data


def part(kind: str, body: str, *, more="") -> str:
    return f"Content-Type: {kind}\n{more}\n{body}\n"


def picture(data: bytes, kind="image/jpeg; name=IMG_4411.jpeg", more="Content-Disposition: inline\n") -> str:
    return part(kind, base64.encodebytes(data).decode(), more=f"{more}Content-Transfer-Encoding: base64\n")


def parts(kind: str, *inner: str, boundary="b1", **rest) -> bytes:
    return (head(**rest) + joined(kind, *inner, boundary=boundary)).encode()


def joined(kind: str, *inner: str, boundary: str) -> str:
    body = "".join(f"--{boundary}\n{each}" for each in inner)
    return f'Content-Type: {kind}; boundary="{boundary}"\n\n{body}--{boundary}--\n'


def two_ways(text: str, html: str, **rest) -> bytes:
    text, html = textwrap.dedent(text), textwrap.dedent(html)
    return parts(
        "multipart/alternative", part("text/plain; charset=UTF-8", text), part("text/html; charset=UTF-8", html), **rest
    )


def html_alone(html: str, *, encoding="8bit", **rest) -> bytes:
    data = html.encode()
    data = {"base64": base64.encodebytes, "quoted-printable": quopri.encodestring}.get(encoding, bytes)(data)
    kind = f"Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: {encoding}\n\n"
    return (head(**rest) + kind).encode() + data


OUTLOOK = (
    "<html xmlns:o='urn:schemas-microsoft-com:office:office'><head><style>p.MsoNormal{margin:0cm}</style></head>"
    "<body lang=EN-GB><div class=WordSection1>%s</div></body></html>"
)
ASKED = "Please send your result by midnight. Last week: Crown A 2 Swan 7."
GMAIL_QUOTE = (
    "\n\nOn Mon, 7 Sept 2026 at 22:15, Leek League <league@league.example> wrote:\n\n"
    f"> Hello Dave,\n>\n> {ASKED}\n>\n> --\n> Leek League\n"
)
WRAPPED_QUOTE = (
    "\n\nOn Mon, Sep 7, 2026 at 10:15 PM Leek and District Fives and Threes League\n<league@league.example> wrote:\n"
    f"\n> {ASKED}\n"
)
OUTLOOK_QUOTE = (
    "\n\n________________________________\nFrom: Leek League <league@league.example>\nSent: 07 September 2026 22:15\n"
    f"To: Dave Hill <{CAPTAIN}>\nSubject: Result due\n\n{ASKED}\n"
)
BARE_OUTLOOK_QUOTE = OUTLOOK_QUOTE.replace("________________________________\n", "")
FORWARD = (
    "\n\n---------- Forwarded message ---------\nFrom: Sue Bell <away@leek.example>\nDate: Mon, 7 Sept 2026 at 22:10\n"
    "Subject: tonight\nTo: Dave Hill\n\nBell 8 Crown A 1\n"
)
REPORT = "multipart/report; report-type=delivery-status"

PEOPLE: dict[str, RawMail] = {
    "gmail_plain": RawMail(two_ways(f"{SCORE}\n", f'<div dir="ltr">{SCORE}</div>')),
    "gmail_chatty": RawMail(
        two_ways(f"Hi Sue,\n\n{SCORE}\n\nCheers\nDave", f"<div>Hi Sue,<br><br>{SCORE}<br><br>Cheers<br>Dave</div>")
    ),
    "gmail_reply": RawMail(
        two_ways(
            f"{SCORE}{GMAIL_QUOTE}",
            f'<div dir="ltr">{SCORE}</div><br><div class="gmail_quote"><div class="gmail_attr">On Mon, 7 Sept 2026 at'
            f' 22:15, Leek League wrote:</div><blockquote class="gmail_quote">{ASKED}</blockquote></div>',
            subject="Re: Result due",
        )
    ),
    "gmail_reply_wrapped": RawMail(plain(f"{SCORE}{WRAPPED_QUOTE}", subject="Re: Result due")),
    "gmail_below_the_quote": RawMail(plain(f"{GMAIL_QUOTE.strip()}\n\n{SCORE}\n", subject="Re: Result due")),
    "gmail_forward": RawMail(plain(f"FYI{FORWARD}", subject="Fwd: tonight"), text="FYI"),
    "gmail_forward_alone": RawMail(plain(FORWARD.strip(), subject="Fwd: tonight"), text=""),
    "gmail_signature": RawMail(
        two_ways(
            f"{SCORE}\n\n-- \nDave Hill\nCrown A 0 4 5\n07700 900123",
            f'<div>{SCORE}<br>-- <br><div class="gmail_signature">Dave Hill</div></div>',
        )
    ),
    "gmail_html_reply": RawMail(
        html_alone(
            f'<div dir="ltr">{SCORE}</div><div class="gmail_quote gmail_quote_container">On Mon wrote:<blockquote>'
            f"{ASKED}</blockquote></div>"
        )
    ),
    "gmail_attached_photo": RawMail(
        parts(
            "multipart/mixed",
            joined("multipart/alternative", part("text/plain", SCORE), part("text/html", SCORE), boundary="b2"),
            picture(photograph(), more='Content-Disposition: attachment; filename="IMG_1.jpg"\n'),
        ),
        photos=1,
    ),
    "outlook_html": RawMail(
        html_alone(OUTLOOK % f"<p class=MsoNormal>{SCORE}<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p>")
    ),
    "outlook_quoted_printable": RawMail(html_alone(OUTLOOK % f"<p>{SCORE}</p>", encoding="quoted-printable")),
    "outlook_base64": RawMail(html_alone(OUTLOOK % f"<p>{SCORE}</p>", encoding="base64")),
    "outlook_reply": RawMail(plain(f"{SCORE}{OUTLOOK_QUOTE}", subject="RE: Result due")),
    "outlook_reply_without_a_line": RawMail(plain(f"{SCORE}{BARE_OUTLOOK_QUOTE}", subject="RE: Result due")),
    "outlook_original_message": RawMail(
        plain(f"{SCORE}\n\n-----Original Message-----\nFrom: Leek League\nSent: 07 September\n\n{ASKED}\n")
    ),
    "outlook_html_reply": RawMail(
        html_alone(
            f"<div>{SCORE}</div><div id='appendonsend'></div><hr><div id='divRplyFwdMsg'><b>From:</b> League<br>"
            f"<b>Sent:</b> 07 September 2026<br></div><div>{ASKED}</div>"
        )
    ),
    "outlook_desktop_html_reply": RawMail(
        html_alone(
            OUTLOOK
            % f"<p>{SCORE}</p><div style='border-top:solid #E1E1E1 1.0pt'><p><b>From:</b> League &lt;l@l.example&gt;"
            f"<br><b>Sent:</b> 07 September 2026 22:15<br><b>To:</b> Dave<br></p></div><p>{ASKED}</p>"
        )
    ),
    "outlook_signature_logo": RawMail(
        parts(
            "multipart/related",
            part(
                "text/html", f"<p>{SCORE}</p><div id='Signature'>Dave Hill, 3 to 5 High Street<img src='cid:l'></div>"
            ),
            picture(LOGO, "image/png; name=image001.png", "Content-ID: <l>\n"),
        )
    ),
    "outlook_phone": RawMail(plain(f"{SCORE}\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n")),
    "outlook_windows_1252": RawMail(
        plain("Crown A 6 – Bell 3\n", encoding="8bit", charset="windows-1252"), "Crown A 6 – Bell 3"
    ),
    "iphone_plain": RawMail(plain(f"{SCORE}\n\nSent from my iPhone\n")),
    "iphone_reply": RawMail(
        plain(
            f"{SCORE}\n\nSent from my iPhone\n\n> On 7 Sep 2026, at 22:15, Leek League <l@l.example> wrote:\n"
            f"> \n> {ASKED}\n"
        )
    ),
    "iphone_quoted_printable": RawMail(
        plain("Crown\u00a0A 6 Bell 3\n\nSent from my iPhone", encoding="quoted-printable", charset="utf-8")
    ),
    "iphone_photo": RawMail(
        parts(
            "multipart/mixed",
            part("text/plain; charset=us-ascii", f"{SCORE}\n"),
            picture(photograph()),
            part("text/plain; charset=us-ascii", "\n\nSent from my iPhone"),
        ),
        photos=1,
    ),
    "iphone_photo_alone": RawMail(
        parts("multipart/mixed", picture(photograph()), part("text/plain", "\nSent from my iPhone")), text="", photos=1
    ),
    "iphone_photo_as_file": RawMail(
        parts(
            "multipart/mixed",
            part("text/plain", SCORE),
            picture(photograph(), "application/octet-stream; name=IMG_2.JPG"),
        ),
        photos=1,
    ),
    "iphone_html_photo": RawMail(
        parts(
            "multipart/alternative",
            part("text/plain", f"{SCORE}\n"),
            joined(
                "multipart/mixed",
                part("text/html", f"<html><body>{SCORE}</body></html>"),
                picture(photograph()),
                boundary="b2",
            ),
        ),
        photos=1,
    ),
    "android_samsung": RawMail(two_ways(f"{SCORE}\n\n\nSent from my Galaxy\n", f"<p>{SCORE}</p>")),
    "yahoo": RawMail(
        two_ways(
            f" {SCORE}\n\n    On Monday, 7 September 2026 at 22:15:01 BST, Leek League <l@l.example> wrote:  \n \n"
            f" {ASKED}",
            "",
        )
    ),
    "thunderbird": RawMail(plain(f"On 07/09/2026 22:15, Leek League wrote:\n> {ASKED}\n{SCORE}\n\n-- \nDave\n")),
    "apple_mail": RawMail(
        html_alone(
            f"<html><body>{SCORE}<br><blockquote type='cite'><div>On 7 Sep, League wrote:</div>{ASKED}</blockquote>"
            "</body></html>"
        )
    ),
    "base64_plain": RawMail(plain(f"{SCORE}\n", encoding="base64", charset="utf-8")),
    "unknown_charset": RawMail(plain(f"{SCORE}\n", extra="", charset="us-ascii").replace(b"us-ascii", b"x-unknown")),
    "windows_lines": RawMail(plain(f"Hello\n\n{SCORE}\n\nRegards,\nDave Hill\n").replace(b"\n", b"\r\n")),
    "subject_alone": RawMail(plain("\n", subject=SCORE)),
    "encoded_subject": RawMail(plain("\n", subject="=?utf-8?B?" + base64.b64encode(SCORE.encode()).decode() + "?=")),
    "encoded_sender": RawMail(plain(SCORE, sender=f"=?utf-8?Q?Dave_=E2=98=85?= <{CAPTAIN.upper()}>")),
    "capital_address": RawMail(plain(SCORE, sender=CAPTAIN.capitalize())),
    "forwarded_as_file": RawMail(
        parts(
            "multipart/mixed",
            part("text/plain", "see attached"),
            part("message/rfc822", plain("Bell 9 Crown A 0").decode()),
        ),
        text="",
    ),
    "from_another_domain": RawMail(
        plain(SCORE, results="spf=pass smtp.mailfrom=x@bad.example; dmarc=fail header.from=leek.example"), vouched=False
    ),
    "without_a_word_of_the_server": RawMail(
        plain(SCORE).replace(RECEIVER.encode() + b";", b"mx.other.example;"), vouched=False
    ),
    "names_another_head": RawMail(
        plain("[07/09/2026, 22:41] Sue Bell: Bell 9 Crown A 0\n"), text="[07/09/2026, 22:41] Sue Bell: Bell 9 Crown A 0"
    ),
    "says_no": RawMail(plain(SCORE, extra="Auto-Submitted: no\n")),
}
PROGRAMS: dict[str, RawMail] = {
    "gmail_away": RawMail(
        plain(f"I am away.{GMAIL_QUOTE}", extra="Auto-Submitted: auto-replied\nPrecedence: bulk\n"), "I am away.", True
    ),
    "exchange_away": RawMail(
        plain(
            SCORE,
            subject="Automatic reply: Received",
            extra="X-Auto-Response-Suppress: All\nAuto-Submitted: auto-generated\n",
        ),
        automatic=True,
    ),
    "old_away": RawMail(plain(SCORE, extra="Precedence: auto_reply\n"), automatic=True),
    "away_with_x": RawMail(plain(SCORE, extra="X-Autoreply: yes\n"), automatic=True),
    "empty_return_path": RawMail(plain(SCORE, path=""), automatic=True),
    "bounce": RawMail(
        parts(
            REPORT,
            part("text/plain", "Your message could not be delivered."),
            part("message/delivery-status", "Status: 5.1.1\n"),
            part("message/rfc822", plain(SCORE).decode()),
            sender="Mail Delivery System <MAILER-DAEMON@mx.example>",
            path="",
        ),
        "Your message could not be delivered.",
        True,
        sender="mailer-daemon@mx.example",
        vouched=False,
    ),
    "bounce_in_our_name": RawMail(parts(REPORT, part("text/plain", SCORE)), automatic=True),
    "postmaster": RawMail(
        plain(SCORE, sender="postmaster@leek.example"), automatic=True, sender="postmaster@leek.example"
    ),
    "no_reply": RawMail(plain(SCORE, sender="no-reply@leek.example"), automatic=True, sender="no-reply@leek.example"),
    "list": RawMail(
        plain(SCORE, extra="List-Id: Captains <captains.groups.example>\nPrecedence: list\n"), automatic=True
    ),
    "newsletter": RawMail(plain(SCORE, extra="List-Unsubscribe: <https://x.example/u>\n"), automatic=True),
    "our_own": RawMail(
        plain(SCORE, sender="Leek League <league@league.example>"),
        automatic=True,
        sender="league@league.example",
        vouched=False,
    ),
    "to_itself": RawMail(plain(SCORE, sender=RESULTS), automatic=True, sender=RESULTS, vouched=False),
    "two_senders": RawMail(
        plain(SCORE, sender=f"{CAPTAIN}, away@leek.example"), automatic=True, sender="", vouched=False
    ),
    "no_sender": RawMail(
        plain(SCORE).replace(b"From: Dave", b"X-From: Dave"), automatic=True, sender="", vouched=False
    ),
    "broken_sender": RawMail(plain(SCORE, sender="=?utf-8?Q?=FF?= <<>"), automatic=True, sender="", vouched=False),
}
MAILS = PEOPLE | PROGRAMS
