"""Tags and filters that templates draw with: tiles, boards, form, dates, points, the frame of a page."""

import json
import re
import secrets
from collections.abc import Hashable, Iterable, Iterator
from datetime import date, datetime, time
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from django import template
from django.forms import BaseForm
from django.forms.boundfield import BoundField
from django.template import Context
from django.template.base import Parser, Token
from django.template.defaulttags import CsrfTokenNode
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import conditional_escape, format_html, format_html_join, urlize
from django.utils.http import urlencode
from django.utils.safestring import SafeString, mark_safe

from league.base.ui import converters, crib_board, formats, forms, palette
from league.base.ui.responses import KEY_FIELD
from league.base.ui.static_files import PAGES, THEMES
from league.base.ui.static_files import stylesheet as current_stylesheet
from scoring.treasury.facts import pounds as in_pounds
from scoring.words import ordinal

register = template.Library()
TELEPHONE = re.compile(r"(?<![\w@.&#])(?:\+|0)\d(?:[\s()-]{0,2}\d){8,13}(?!\d)")
register.filter(ordinal)
ANOTHER_PAGE = ("season", "view", "show", "other", "division", "team", "venue", "month", "page")
IN_A_SCRIPT = {ord(letter): f"\\u{ord(letter):04x}" for letter in "<>&"}


# --- the frame --------------------------------------------------------------------------------------------------------
@register.simple_tag
def stylesheet(name: str = PAGES) -> str:
    """The address of the stylesheet; `{% stylesheet "screens" %}` and `"diagrams"` of those that few pages have."""
    return reverse("stylesheet", args=[current_stylesheet(name).digest])


@register.simple_tag(takes_context=True)
def chosen_theme(context: Context) -> str:
    """The reader's choice, "light" or "dark"; "" for as the device has it."""
    cookie = context["request"].COOKIES.get("theme", "") if "request" in context else ""
    return cookie if cookie in THEMES else ""


@register.simple_tag(takes_context=True)
def season_url(context: Context, name: str, season: Any, **parts: str) -> str:
    """The address of a page of a season of this league: `{% season_url "table" season division=division.slug %}`."""
    return converters.of_season(context["league"].slug, season, name, **parts)


@register.simple_tag(takes_context=True)
def canonical(context: Context) -> str:
    """With only the query parts that make another page; "" without a request."""
    if "request" not in context:
        return ""
    request = context["request"]
    shown = {key: request.GET[key] for key in ANOTHER_PAGE if request.GET.get(key)}
    if not shown.get("page", "").isdecimal() or shown["page"] in {"0", "1"}:
        shown.pop("page", None)
    if "league" in request.GET and request.league:
        shown["league"] = request.league.slug
    return f"{converters.site_of(request)}{request.path}{'?' if shown else ''}{urlencode(shown)}"


@register.filter
def ld_json(value: object) -> SafeString:
    """Data for search engines (JSON-LD), in which no text can be taken for the end of it. No browser runs it."""
    text = json.dumps(value, ensure_ascii=False).translate(IN_A_SCRIPT)
    return format_html('<script type="application/ld+json">{}</script>', mark_safe(text))  # noqa: S308 - nothing in it opens


class FormTokensNode(CsrfTokenNode):
    """All forms of a page share one key, which compresses better."""

    def render(self, context: Context) -> str:
        field: str = super().render(context)
        request = context.get("request")
        if not field or request is None:
            return field
        if not hasattr(request, KEY_FIELD):
            setattr(request, KEY_FIELD, secrets.token_urlsafe(12))
        return field + format_html('<input type="hidden" name="{}" value="{}">', KEY_FIELD, getattr(request, KEY_FIELD))


@register.tag
def csrf_token(_parser: Parser, _token: Token) -> FormTokensNode:
    return FormTokensNode()


class FormProblem(NamedTuple):
    href: str
    text: str


@register.simple_tag
def problems_of(form: BaseForm) -> list[FormProblem]:
    """What is wrong with a form, each with the address of its field ("" for the whole form), in the form's order."""
    of_fields = [FormProblem(f"#{target(field)}", text) for field in form for text in forms.error_texts(field)]
    return [*(FormProblem("", str(text)) for text in form.non_field_errors()), *of_fields]


@register.simple_tag
def options(groups: Iterable[tuple[str | None, list[dict[str, Any]], int]]) -> SafeString:
    """All that may be chosen, as a widget has it, at once: a league has forty teams and twenty nights."""
    return SafeString("".join([_group(name, "".join(map(_option, found))) for name, found, _ in groups]))


def _group(name: str | None, options: str) -> str:
    return f' <optgroup label="{conditional_escape(name)}">{options}</optgroup> ' if name else f"  {options}  "


def _option(option: dict[str, Any]) -> str:
    chosen = " selected" if option["selected"] else ""
    return (
        f'<option value="{conditional_escape(option["value"])}"{chosen}>{conditional_escape(option["label"])}</option>'
    )


@register.filter
def optional(field: BoundField) -> bool:
    """Whether a field may be left empty, and its label says so."""
    needed = field.field.required or getattr(field.field, "is_question", False)
    return not needed and not getattr(field.field, "one_of_two", False)


register.filter(forms.error_texts)


@register.filter
def target(field: BoundField) -> str:
    """The id to send somebody to who must put this field right: of a group of choices, the first."""
    return field.id_for_label or f"{field.auto_id}_0"


# --- dates and numbers ------------------------------------------------------------------------------------------------
@register.filter
def dialled(text: str) -> SafeString:
    """The text with a link to ring each telephone number in it."""
    linked = TELEPHONE.sub(
        lambda match: format_html('<a href="tel:{}">{}</a>', re.sub(r"\(0\)|[^+\d]", "", match[0]), match[0]),
        conditional_escape(text),
    )
    return mark_safe(linked)  # noqa: S308  # escaped piece by piece


def _local(moment: datetime) -> datetime:
    return timezone.localtime(moment) if timezone.is_aware(moment) else moment


@register.filter
def night(day: date | None, year: Any = "") -> str:
    """`|night:"year"` adds the year, `|night:season` unless it is the current season."""
    if not day:
        return ""
    written = bool(year) and not getattr(year, "current", False)
    return formats.night(_local(day) if isinstance(day, datetime) else day, year=written)


register.filter("unparted", formats.unparted)


@register.filter
def clock(moment: time | datetime | None) -> str:
    """A time as "8pm" or "7.30pm"; nothing for None."""
    if moment is None or moment == "":
        return ""
    return formats.clock(_local(moment) if isinstance(moment, datetime) else moment)


@register.filter
def night_time(moment: datetime | None, year: Any = "") -> str:
    """A moment as "Tue 24 Nov, 8pm", in the league's time; `year` as for `night`."""
    return f"{night(moment, year)}, {clock(moment)}" if moment else ""


@register.simple_tag
def correct_at() -> str:
    return f"Correct at {night_time(timezone.now())}."


@register.filter
def points(value: Any) -> str:
    """7½ for Fraction(15, 2), Decimal("7.5"), "15/2" or 7.5; nothing for None and ""."""
    return "" if value is None or value == "" else formats.points(value)


@register.filter
def pounds(pence: int | None) -> str:
    """£12.50 for 1250; nothing for None."""
    return "" if pence is None else in_pounds(pence)


@register.filter
def signed(value: Any) -> str:
    """A difference with its sign: +5, 0 or, with a real minus, less than that."""
    return "" if value is None or value == "" else formats.signed(value)


@register.filter
def tenths(value: float) -> str:
    """A measure with one figure after the point: 0.4, and with a real minus what is less than nothing."""
    return f"{value:.1f}".replace("-", formats.MINUS)


@register.filter
def in_fours(code: str) -> str:
    """A code as it is read out and copied by hand: "K5QJ 7TRA 9C" for "K5QJ7TRA9C"."""
    return " ".join(code[i : i + 4] for i in range(0, len(code), 4))


# --- the game ---------------------------------------------------------------------------------------------------------
@register.inclusion_tag("ui/_domino.html")
def domino(first: int, second: int, *, upright: bool = False, big: bool = False, label: bool = True) -> dict[str, Any]:
    """A tile, lying with `first` on the left or upright with it on top; `label=False` if words beside it name it."""
    size = crib_board.HALF
    return {
        "first": first,
        "second": second,
        "pips": crib_board.pips(first, lying=not upright) + crib_board.pips(second, offset=size, lying=not upright),
        "numerals": [
            (number, *((24, 33 + size * half) if upright else (24 + size * half, 33)))
            for half, number in enumerate((first, second))
            if number not in crib_board.PIPS
        ],
        "upright": upright,
        "big": big,
        "label": label,
    }


@register.simple_tag
@cache
def laid_tile(face: Hashable, label: bool = False) -> SafeString:  # noqa: FBT001, FBT002 (one word in a template)
    """A tile as it lies, which uses its drawing by its key: written once for all that look the same."""
    return render_to_string("ui/_laid_tile.html", {"face": face, "label": label})


@register.simple_tag
@cache
def tile_drawing(face: Hashable) -> SafeString:
    return render_to_string("ui/_tile_drawing.html", {"face": face})


@register.inclusion_tag("ui/_cribboard.html")
def peg_board(
    home: str, away: str, home_now: int, away_now: int, *, home_before: int = 0, away_before: int = 0, target: int = 61,
    letters: str = "HA",
) -> dict[str, Any]:  # fmt: skip
    names, scores = (str(home), str(away)), (home_now, away_now)
    return {"pegged": crib_board.pegged(target, names, scores, (home_before, away_before), letters)}


@register.simple_tag
def wood(board: crib_board.CribBoard) -> SafeString:
    """The part of a crib board that is the same for every game, drawn once for each number of holes."""
    return _drawn(board)


@cache
def _drawn(board: crib_board.CribBoard) -> SafeString:
    return render_to_string("live/_wood.html", {"board": board})


for mark in (palette.form_strip, palette.shield, palette.paper_chip, palette.chip):
    register.simple_tag(mark)


@register.simple_tag
def side(kind: str, colours: tuple[str, str] | str = "") -> SafeString:
    """The mark of a side in its colour of those in which the two sides play."""
    return palette.side_mark(kind, colours[kind == "away"] if colours else "")


@register.filter
def sides(colours: tuple[str, str]) -> str:
    """The classes that draw both sides in the colours of their teams, within the element that has them."""
    return " ".join(f"{side}-{colour}" for side, colour in zip(("home", "away"), colours, strict=True) if colour)


@register.filter
def peg_class(colours: tuple[str, str] | str, place: int) -> str:
    """With a space before it; "" without a colour."""
    return f" team-{colours[place]}" if colours and colours[place] else ""


# --- text that people typed: paragraphs, lists ("- ", "1. "), "## " headings, **bold** and [words](address) -----------
LINE = re.compile(r"(?P<ul>[-*•]\s+)|(?P<ol>\d{1,3}[.)]\s+)|(?P<h2>#{1,6}\s+)")
PIECE = re.compile(r"\*\*(?P<bold>[^*\n]+)\*\*|\[(?P<words>[^][\n]+)\]\((?P<to>https?://[^\s()]+|/(?!/)[\w/-]*)\)")
LONGEST_GIST = 140  # letters


@register.filter
def prose(text: str) -> SafeString:
    """No HTML of theirs gets through: every piece is escaped before anything is put around it."""
    return format_html_join("", "{}", ((block,) for block in _blocks(text)))


@register.filter
def gist(text: str) -> str:
    """As many first words of it as fit, without what marks lists, headings, bold and links."""
    lines = [rest for kind, rest in map(_kind_of, text.strip().splitlines()) if kind and kind != "h2"]
    plain = PIECE.sub(lambda found: found["bold"] or found["words"], " ".join(lines))
    return plain if len(plain) <= LONGEST_GIST else f"{plain[:LONGEST_GIST].rpartition(' ')[0]}\N{HORIZONTAL ELLIPSIS}"


def _blocks(text: str) -> Iterator[SafeString]:
    for kind, group in groupby(map(_kind_of, text.strip().splitlines()), key=lambda line: line[0]):
        lines = [rest for _, rest in group]
        if kind == "p":
            yield format_html("<p>{}</p>", format_html_join(_BREAK, "{}", ((_inline(line),) for line in lines)))
        elif kind == "h2":
            yield format_html_join("", "<h2>{}</h2>", ((_inline(line),) for line in lines))
        elif kind:
            items = format_html_join("", "<li>{}</li>", ((_inline(line),) for line in lines))
            yield format_html("<ul>{}</ul>" if kind == "ul" else "<ol>{}</ol>", items)


_BREAK = mark_safe("<br>")


def _kind_of(line: str) -> tuple[str, str]:
    """What a line begins: "p", "ul", "ol", "h2", or "" for an empty one; and what it says."""
    line = line.strip()
    match = LINE.match(line)
    if not line or match is None:
        return ("p" if line else "", line)
    return str(match.lastgroup), line[match.end() :]


def _inline(line: str) -> SafeString:
    pieces: list[SafeString] = []
    end = 0
    for match in PIECE.finditer(line):
        pieces.append(_plain(line[end : match.start()]))
        if match["bold"]:
            pieces.append(format_html("<strong>{}</strong>", _plain(match["bold"])))
        else:
            pieces.append(format_html('<a href="{}" rel="nofollow">{}</a>', match["to"], match["words"]))
        end = match.end()
    return format_html_join("", "{}", ((piece,) for piece in [*pieces, _plain(line[end:])]))


def _plain(text: str) -> SafeString:
    return SafeString(urlize(text, nofollow=True, autoescape=True))
