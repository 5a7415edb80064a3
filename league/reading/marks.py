"""Words in cells that are no names and no scores: a night off, a place in a cup, an awaited result; and divisions."""

import re
from enum import StrEnum

from league.reading.values import Context
from scoring.names import fold

APOSTROPHE = re.compile("[’‘´`]")


class CellMark(StrEnum):
    """What a word in the place of a team, a day or a score means. None of them is a team or a winner."""

    NIGHT_OFF = "night off"  # BYE, FREE, NO GAME
    HOLIDAY = "holiday"  # XMAS, HALF TERM
    CUP_NIGHT = "cup night"
    CATCH_UP = "catch-up"  # for matches that were moved
    NOT_KNOWN_YET = "not known yet"  # TBC, TBA
    CUP_PLACE = "place in a cup"  # Semi-Final 1, Winner of QF 2
    NOT_PLAYED_YET = "not played yet"  # VS where a score would be
    RESULT_AWAITED = "result awaited"
    POSTPONED = "postponed"
    WALKOVER = "walkover"
    CONCEDED = "conceded"
    VOID = "void"
    ABANDONED = "abandoned"
    NOT_PLAYED = "not played"
    SHARED = "shared"
    SAME_AS_ABOVE = "same as above"  # do., ditto
    UNKNOWN = "unknown"  # ???
    EMPTY = "empty"  # nothing, a dash, the X of a team against itself


NO_TEAM = frozenset(
    {CellMark.NIGHT_OFF, CellMark.HOLIDAY, CellMark.CUP_NIGHT, CellMark.CATCH_UP, CellMark.NOT_KNOWN_YET,
     CellMark.CUP_PLACE, CellMark.EMPTY, CellMark.UNKNOWN}
)  # fmt: skip
ORDINAL = r"(?:\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|one|two|three|four|[a-h])"
PLACE = (
    rf"(?:(?:last|round of) (?:\d{{1,4}}|sixteen|eight)|(?:quarter|semi|q|s)[- ]?finals?|finals?|[qs][. ]?f"
    rf"|prelim(?:inary)?(?: round)?|(?:{ORDINAL} round|round {ORDINAL})|r ?\d)"
)
# Of each mark the ways in which it is written, as the whole of a cell.
WORDS: dict[CellMark, str] = {
    CellMark.NIGHT_OFF: r"(?:a )?byes?(?: week)?|free(?: (?:week|night|date))?|no (?:game|match|fixture|play)s?"
        r"|week off"
    r"|night off|blank(?: week)?|(?:rest|idle)(?: week)?|sits? out|open date|vacant|no opponents?|spare team",
    CellMark.HOLIDAY: r"x-?mas(?: (?:break|week|hols?|holidays?))?|(?:christmas|new year|christmas (?:and|&) new year"
    r"|easter"
    r"|half[- ]?term|bank holiday|holiday|whit)(?: (?:break|week|hols?|holidays?|recess))?|winter break|no league",
    CellMark.CUP_NIGHT: r"(?:league )?cup(?: (?:week|night|round|matches|games|ties))?|cup week no\.? ?\d+"
    r"|knock-?out (?:week|night)"
    rf"|cup (?:{PLACE})",
    CellMark.CATCH_UP: r"catch[- ]?up(?: (?:week|night))?|(?:for )?(?:re-?arranged|postponed|outstanding) (?:matches"
        r"|games|fixtures|week)|spare(?: (?:week|night|date))?|reserve (?:week|date)",
    CellMark.NOT_KNOWN_YET: r"t\.?b\.?[acdn]\.?|to be (?:arranged|announced|confirmed|decided|advised|notified|agreed)"
    r"|date tb[acd]"
    r"|not (?:yet (?:known|decided)|known yet|decided(?: yet)?)|no date(?: yet)?|awaiting (?:date|opponents?|draw)",
    CellMark.CUP_PLACE: rf"(?:the )?(?:winners?|losers?|w|runners?[- ]?up|victors)(?: of)? (?:of )?(?:the )?(?:(?:match"
    rf"|tie|game|group|grp|pool|section|no\.?|m|g)\.? ?)?(?:{PLACE}|{ORDINAL})(?:[ -]*(?:{ORDINAL}|match \d+))?"
    rf"|(?:{PLACE})(?:[ -]*(?:no\.? ?)?{ORDINAL})?|(?:winners?|losers?) of .+|[wl]\d{{1,3}}"
    rf"|{ORDINAL} (?:in )?(?:group|pool|section) [a-h1-8]|(?:plate|cup|shield) finals?",
    CellMark.NOT_PLAYED_YET: r"v\.?s?\.?|scheduled|fixture|not played yet|to be played|to play",
    CellMark.RESULT_AWAITED: r"r ?/ ?a|(?:result|score|card|sheet)s? (?:is )?(?:awaited|to follow|not (?:yet )?(?:in"
    r"|received))|awaiting(?: (?:result|score|card)s?)?|awaited|n ?/ ?r|no (?:result|score|card)(?: received)?",
    CellMark.POSTPONED: r"p ?[/-] ?p|p|p\.p\.?|pp|ppd\.?|pstpnd|post(?:p(?:oned)?)?\.?|rained off|snowed off|off"
    r"|re-?sched(?:uled)?|re-?arranged",
    CellMark.WALKOVER: r"w ?/ ?o|w\.o\.?|wo|walk ?-?over|[ha] ?[-/] ?w|home walk ?over|away walk ?over|awarded|awd\.?",
    CellMark.CONCEDED: r"conceded?(?: match| game)?|conc\.?|scr(?:atched)?\.?|forfeit(?:ed)?|(?:failed"
    r"|unable) to raise a team|no team|no show|withdrew|withdrawn|dnt|failed to (?:appear|show|turn up)",
    CellMark.VOID: r"void(?:ed)?(?: \(.*\))?|v ?- ?v|null and void|expunged|deleted|annulled",
    CellMark.ABANDONED: r"abd\.?|aban(?:d(?:oned)?)?\.?|abn\.?|a ?- ?a|curtailed|stopped(?: early)?",
    CellMark.NOT_PLAYED: r"not (?:played|held|competed for|contested|awarded|run)(?: \(.*\))?|n ?/ ?p|no (?:competition"
    r"|contest|winner|season|trophy)(?: \(.*\))?|cancelled(?: \(.*\))?|canc\.?|unfinished|not completed|(?:covid"
    r"|war)(?:[- ]?19)?(?: years?)?|suspended",
    CellMark.SHARED: r"shared|joint(?: winners)?|tied|honours even",
    CellMark.SAME_AS_ABOVE: r"do\.|do|ditto|[\"”“〃]|\" ?\"|,, ?|as above|same",
    CellMark.UNKNOWN: r"\?+|not recorded|unknown|n ?/ ?k|no record|records? lost|not known",
    CellMark.EMPTY: r"[-–—−_.=~]*|n ?/ ?a|x{1,4}|[■█▓●*#]+|nil return|none|null|\\+|/+",
}  # fmt: skip
WHOLE = {mark: re.compile(pattern) for mark, pattern in WORDS.items()}
# Those that stand behind a score or a name, and are told from the end of a name.
BEHIND = {
    CellMark.RESULT_AWAITED: r"r/a|result awaited",
    CellMark.POSTPONED: r"p/p|p-p|pp|ppd|postponed",
    CellMark.WALKOVER: r"w/o|w\.o\.|wo|walk ?-?over|awarded|awd",
    CellMark.CONCEDED: r"conceded|conc\.?|forfeit(?:ed)?|scr(?:atched)?\.?",
    CellMark.VOID: r"void",
    CellMark.ABANDONED: r"abd\.?|aban\.?|abandoned|unfinished",
    CellMark.SHARED: r"shared|joint(?: winners)?|tied",
}
BEHIND_OF = {mark: re.compile(rf"(?P<rest>.*\S)(?:\s*[(\[]\s*(?:{words})\s*[)\]]|[\s,;]+(?:{words}))\s*[.;,]?")
             for mark, words in BEHIND.items()}  # fmt: skip


def mark_of(text: str) -> CellMark | None:
    """What the whole of a cell means, where it is one of the marks; None for a name, a day or a score."""
    plain = " ".join(APOSTROPHE.sub("'", text).casefold().split())
    bare = re.sub(r"^[-–—*=~.\s(\[]+(?=\w)|(?<=\w)[-–—*=~\s)\]!]+$", "", plain)
    for form in (plain, bare):
        for mark, pattern in WHOLE.items():
            if pattern.fullmatch(form):
                return mark
    return None


def is_no_team(text: str) -> bool:
    """Whether a cell in which a team would stand has none: nobody plays, or nobody knows who."""
    return mark_of(text) in NO_TEAM


def split_mark(text: str) -> tuple[str, CellMark | None]:
    """A score or a name without the mark behind it: "9-0 w/o" is ("9-0", WALKOVER)."""
    plain = text.strip()
    for mark, pattern in BEHIND_OF.items():
        if match := pattern.fullmatch(plain.casefold()):
            return plain[: len(match["rest"])].rstrip(" ,;"), mark
    return plain, None


DIVISION = re.compile(r"(?i)\b(?:division|div|divn|section|premier(?:ship)?|group|conference)\b")
DIVISION_WORDS = {"division", "div", "divn", "section", "league", "the"}
LIST_WORDS = re.compile(
    r"(?i)\b(?:fixtures?|results?|matches|season|table|list|tables|grid|matrix)\b(?:\s+(?:of|for|in|from)\b)?"
)
NUMBERS_IN_WORDS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "first": "1",
                    "1st": "1", "second": "2", "2nd": "2", "third": "3", "3rd": "3", "fourth": "4",
                    "4th": "4"}  # fmt: skip


def division_in(text: str, context: Context) -> str:
    """The division that a text names: one that the league has, or words such as "Division One"."""
    plain = " ".join(text.split()).strip(" -–:,.")
    names = [name for name in context.divisions if fold(name) == fold(plain)]
    if not names and not plain.isdigit():
        names = [name for name in context.divisions if division_key(name) == division_key(plain)]
    if len(names) == 1:
        return names[0]
    inside = [name for name in context.divisions if re.search(rf"\b{re.escape(fold(name))}\b", fold(plain))]
    if len(inside) == 1:
        return inside[0]
    if names or inside or not DIVISION.search(plain) or len(plain) > 60 or re.search(r"(?i)\bdivisions\b", plain):
        return ""
    plain = LIST_WORDS.sub(" ", plain)
    plain = re.sub(r"(?:19|20)\d\d(?:\s?[-/–]\s?\d{2,4})?", " ", plain)
    return " ".join(plain.split()).strip(" -–:,.()")


def division_key(name: str) -> tuple[str, ...]:
    """What tells a division from the others: "Div 1" and "Division One" have it in common."""
    words = [NUMBERS_IN_WORDS.get(word, word) for word in fold(name).split() if word not in DIVISION_WORDS]
    return tuple(sorted(words)) or (fold(name),)
