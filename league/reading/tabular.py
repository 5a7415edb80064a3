"""What the layouts of tables have in common: headings under many names, years and seasons, numbers with halves."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import lru_cache

from league.reading.texts import cell_lines
from league.reading.values import LeftOut, ReadingQuestion, ReadRow, SheetLine, SourceSheet

DASHES = "\\-\N{EN DASH}\N{EM DASH}\N{MINUS SIGN}\N{HYPHEN}\N{NON-BREAKING HYPHEN}"
BLANK = re.compile(rf"[\s.{DASHES}]*")
YEAR = r"(?:1[89]|20)\d\d"
SEASON = re.compile(rf"(?<![\d/.-])({YEAR})(?:\s*([/{DASHES}]|to)\s*({YEAR}|\d\d))?(?![\d]|[/.-]\d)")
ONE_FIGURE = re.compile(rf"^({YEAR})\s*([/{DASHES}])\s*(\d)$")
SHORT_SEASON = re.compile(
    rf"['\N{{RIGHT SINGLE QUOTATION MARK}}]?(\d\d)\s*[/{DASHES}]\s*['\N{{RIGHT SINGLE QUOTATION MARK}}]?(\d\d)"
)
YEAR_WORDS = re.compile(r"(?i)\b(?:season|year|summer|winter|spring|autumn|the)\b")
NUMBER = re.compile(rf"([+{DASHES}]?)\s*(\d{{1,6}})?(?:[.](\d{{1,3}}))?\s*([½¼¾])?")
PARTS = {"½": Fraction(1, 2), "¼": Fraction(1, 4), "¾": Fraction(3, 4), None: Fraction(0)}


@dataclass(frozen=True, slots=True)
class HeadedBlock:
    """Lines below a heading, the columns of known names, `others` that have unknown ones, and the lines `above` it."""

    above: tuple[SheetLine, ...]
    heading: SheetLine
    columns: Mapping[str, tuple[int, ...]]
    others: tuple[int, ...]
    lines: tuple[SheetLine, ...]

    def cell(self, line: SheetLine, key: str) -> str:
        return cell_at(line, self.columns[key][0]) if key in self.columns else ""


@lru_cache(maxsize=10_000)
def normalise(text: str) -> str:
    """A heading as it is compared: its letters and figures alone, with "&" and "%" as words."""
    return re.sub(r"[\W_]", "", text.casefold().replace("&", "and").replace("%", "pct"))


def cell_at(line: SheetLine, column: int) -> str:
    return line.cells[column].strip() if 0 <= column < len(line.cells) else ""


NO_TITLE = re.compile(
    r"(?i)(?:sheet|table|page|tab|tabelle|worksheet|book|document|untitled|import|data|list)?[\s_-]*\d*"
)


def title_of(sheet: SourceSheet) -> str:
    """The name of a sheet, unless it is one that a program gave it: "Sheet1". A sheet 2014.15 is called 2014/15."""
    name = sheet.name.strip()
    parted = re.fullmatch(rf"({YEAR})[._ ](\d\d|{YEAR})", name)
    if parted and follows(parted[1], parted[2]):
        return f"{parted[1]}/{parted[2]}"
    return "" if NO_TITLE.fullmatch(name) else name


REMARK = re.compile(
    r"(?i)^\s*[*†‡]|=|\b(?:printed|please|note|notes|n\.?b|tell|contact|produced|updated|correct at|confidential"
    r"|e ?& ?o ?e|see rule|page \d|www|https?|copyright|prepared by|compiled|issued|subject to|thanks"
    r"|all matches|all teams|mistakes|errors)\b",
)


def is_remark(text: str) -> bool:
    """Whether a text is a remark beside a list and no name in it: "* = see rule 7", "Printed 3 June"."""
    words = text.split()
    small = [word for word in words if word.isalpha() and word.islower() and word not in IN_NAMES]
    return REMARK.search(text) is not None or len(words) > 8 or (len(words) > 4 and 2 * len(small) > len(words))


IN_NAMES = frozenset(("and", "of", "the", "in", "at", "on", "van", "der", "de", "la", "von", "le", "di", "y", "ap"))


def filled(line: SheetLine) -> list[str]:
    return [cell.strip() for cell in line.cells if cell.strip()]


def whole(line: SheetLine) -> str:
    return " | ".join(filled(line))


def has_word(text: str) -> bool:
    return re.search(r"[^\W\d_]", text) is not None


def is_blank(text: str) -> bool:
    """Whether a cell says nothing: empty, dashes or dots."""
    return BLANK.fullmatch(text) is not None


DITTO = re.compile(
    r"(?i)(?:-?\s*do\s*[.-]*|ditto\.?|as above|same(?: again| as above)?|[\"'”“″〃,`’]{1,3}|-\s*[\"”“″〃]\s*-)",
)


def is_ditto(text: str) -> bool:
    """Whether a cell says that it is as the one above: "do.", a quotation mark."""
    return DITTO.fullmatch(text.strip()) is not None


def text_lines(sheet: SourceSheet) -> tuple[SheetLine, ...]:
    """The lines of a sheet each in one cell, with the spaces that were typed where it came as text."""
    if sheet.text:
        lines = (SheetLine(number, (text.rstrip(),)) for number, text in enumerate(sheet.text.splitlines(), start=1))
        return tuple(line for line in lines if line.cells[0].strip())
    return tuple(SheetLine(line.number, ("  ".join(cell for cell in line.cells if cell),)) for line in sheet.lines)


def lines_cut_at_gaps(sheet: SourceSheet) -> tuple[SheetLine, ...]:
    texts = ((line.number, line.cells[0].strip()) for line in text_lines(sheet))
    return tuple(SheetLine(number, tuple(re.split(r"\s{2,}|\t", text))) for number, text in texts)


def headed_blocks(
    lines: Sequence[SheetLine], names: Mapping[str, Sequence[str]], needed: Sequence[set[str]]
) -> tuple[HeadedBlock, ...]:
    """The blocks below headings of one line or two: most cells are known names, with a key of each set of `needed`."""
    keys = heading_keys(names)
    heads: list[tuple[int, int, SheetLine, dict[str, tuple[int, ...]]]] = []
    for at, line in enumerate(lines):
        if heads and at < heads[-1][1]:
            continue
        heading, end, columns = line, at + 1, _columns(line, keys)
        if columns and at + 1 < len(lines) and not re.search(r"\d", " ".join(lines[at + 1].cells)):
            both = over_each_other(line, lines[at + 1])
            joined = _columns(both, keys)
            if len(joined) > max(len(columns), len(_columns(lines[at + 1], keys))):
                heading, end, columns = both, at + 2, joined
        matched = sum(len(places) for places in columns.values())
        if all(wanted & columns.keys() for wanted in needed) and 2 * matched >= len(filled(heading)):
            heads.append((at, end, heading, columns))
    blocks, above_from = [], 0
    for index, (at, begin, heading, columns) in enumerate(heads):
        end = heads[index + 1][0] if index + 1 < len(heads) else len(lines)
        while index + 1 < len(heads) and end > begin and len(filled(lines[end - 1])) == 1:
            end -= 1
        used = {column for places in columns.values() for column in places}
        body = lines[begin:end]
        width = max(len(line.cells) for line in (heading, *body))
        others = tuple(
            column
            for column in range(width)
            if column not in used and any(cell_at(line, column) for line in (heading, *body))
        )
        blocks.append(HeadedBlock(tuple(lines[above_from:at]), heading, columns, others, tuple(body)))
        above_from = end
    return tuple(blocks)


def blocks_of(
    sheet: SourceSheet, names: Mapping[str, Sequence[str]], needed: Sequence[set[str]]
) -> tuple[HeadedBlock, ...]:
    """The blocks of a sheet; those of a text without cells by where its words stand below each other."""
    blocks = headed_blocks(sheet.lines, names, needed) or headed_blocks(cell_lines(sheet), names, needed)
    return blocks or (headed_blocks(spaced_lines(sheet, names, needed), names, needed) if sheet.text else ())


def other_columns(block: HeadedBlock, columns: Iterable[int] | None = None) -> Iterator[LeftOut]:
    """What stands in columns that have no place in an import, a piece for each."""
    for column in block.others if columns is None else columns:
        heading, cells = cell_at(block.heading, column), [cell_at(line, column) for line in block.lines]
        if any(cells):
            why = f"There is no place for “{heading}”." if heading else "The column has no heading."
            yield LeftOut(block.heading.number, ", ".join(filter(None, cells)), why)


def titles_above(lines: Iterable[SheetLine]) -> Iterator[LeftOut]:
    yield from (LeftOut(line.number, whole(line), "A title.") for line in lines)


def row_of(line: SheetLine, values: Mapping[str, str], notes: Iterable[str] = (), original: str = "") -> ReadRow:
    """The row of a line, without values and notes that are empty; `original` where it is not the whole line."""
    kept = {key: text for key, text in values.items() if text}
    return ReadRow(line.number, original or whole(line), kept, tuple(filter(None, notes)))


Piece = ReadRow | LeftOut | ReadingQuestion


def parted(
    pieces: Iterable[Piece],
) -> tuple[tuple[ReadRow, ...], tuple[LeftOut, ...], tuple[ReadingQuestion, ...]]:
    kept = list(pieces)
    questions = {piece.key: piece for piece in kept if isinstance(piece, ReadingQuestion)}
    rows = tuple(piece for piece in kept if isinstance(piece, ReadRow))
    return rows, tuple(piece for piece in kept if isinstance(piece, LeftOut)), tuple(questions.values())


def heading_keys(names: Mapping[str, Sequence[str]]) -> dict[str, str]:
    return {compared(name): key for key, spelt in names.items() for name in (key, *spelt)}


def compared(heading: str) -> str:
    """The letters and figures of a heading; of "+/-" or "#" its marks."""
    return normalise(heading) or heading.strip()


def _columns(line: SheetLine, keys: Mapping[str, str]) -> dict[str, tuple[int, ...]]:
    columns: dict[str, tuple[int, ...]] = {}
    for column, cell in enumerate(line.cells):
        if cell.strip() and (key := keys.get(compared(cell))):
            columns[key] = (*columns.get(key, ()), column)
    return columns


def over_each_other(upper: SheetLine, lower: SheetLine) -> SheetLine:
    """Two lines of headings as one: "Single" above "Wins" is "Single Wins"."""
    width = max(len(upper.cells), len(lower.cells))
    cells = (f"{cell_at(upper, column)} {cell_at(lower, column)}".strip() for column in range(width))
    return SheetLine(upper.number, tuple(cells))


def spaced_lines(
    sheet: SourceSheet, names: Mapping[str, Sequence[str]], needed: Sequence[set[str]]
) -> tuple[SheetLine, ...]:
    """The lines of a text in cells two spaces or more apart, the shorter ones by where they stand under headings."""
    keys = heading_keys(names)
    heads: list[tuple[int, int]] = []
    lines: list[SheetLine] = []
    texts = text_lines(sheet)
    for index, line in enumerate(texts):
        pieces = [(match.start(), match.end()) for match in PIECE.finditer(line.cells[0].expandtabs())]
        cells = tuple(line.cells[0].expandtabs()[begin:end] for begin, end in pieces)
        columns = _columns(SheetLine(line.number, cells), keys)
        if all(wanted & columns.keys() for wanted in needed) and 2 * len(columns) >= len(cells):
            counts = [len(PIECE.findall(one.cells[0].expandtabs())) for one in texts[index + 1 : index + 4]]
            nameless = max(counts, default=0) == len(pieces) + 1
            heads = [(0, pieces[0][0]), *pieces] if nameless else pieces
            cells = ("", *cells) if nameless else cells
        elif heads and 1 < len(cells) < len(heads):
            touched = [
                [at for at, (begin, end) in enumerate(heads) if piece[0] < end and begin < piece[1]] for piece in pieces
            ]
            places = [under[0] for under in touched if len(under) == 1]
            if len(set(places)) < len(pieces):
                cells = (line.cells[0].strip(),)
            else:
                by_place = dict(zip(places, cells, strict=True))
                cells = tuple(by_place.get(at, "") for at in range(len(heads)))
        lines.append(SheetLine(line.number, cells))
    return tuple(lines)


def apart(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    """How little two stretches of letters stand below each other, and how far their middles are apart."""
    shared = min(one[1], other[1]) - max(one[0], other[0])
    return -max(shared, 0), abs(sum(one) - sum(other))


PIECE = re.compile(r"\S+(?: \S+)*")


def amount(text: str) -> Fraction | None:
    """A number that may have a sign, a half or decimals: "12½", "-3", "+2.5"."""
    match = NUMBER.fullmatch(text.strip().rstrip("*†‡"))
    if match is None or not (match[2] or match[4] or match[3]):
        return None
    number = Fraction(f"{match[2] or 0}.{match[3] or 0}") + PARTS[match[4]]
    return number if match[1] in ("", "+") else -number


def written(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else f"{float(number):.3f}".rstrip("0").rstrip(".")


def _with_decade(match: re.Match[str]) -> str:
    """A season of which the second year has its last figure alone, 1946/7, as 1946/47."""
    year = next(year for year in range(int(match[1]) + 1, int(match[1]) + 11) if str(year).endswith(match[3]))
    return f"{match[1]}{match[2]}{year % 100:02}"


def read_year(text: str, today: date) -> tuple[str, str] | None:
    """A cell that is a year or a season alone, as it is written, and a note on what else stands in it."""
    plain = ONE_FIGURE.sub(_with_decade, text.strip().rstrip("*†:.)").strip())
    match = SEASON.fullmatch(YEAR_WORDS.sub("", plain).strip())
    if match and follows(match[1], match[3]):
        year = season_text(match)
        words = " ".join(word for word in YEAR_WORDS.findall(plain) if word.casefold() in SEASONS_OF_YEAR)
        notes = [words.capitalize()] if words else []
        notes += [f"“{text.strip()}” is taken for {year}"] if text.strip() != plain else []
        return year, "; ".join(notes)
    match = SHORT_SEASON.fullmatch(plain)
    if match and (int(match[1]) + 1) % 100 == int(match[2]):
        century = today.year // 100 * 100
        first = century + int(match[1])
        first -= 100 if first > today.year else 0
        year = f"{first}-{match[2]}"
        return year, f"“{text.strip()}” is taken for {year}"
    return None


SEASONS_OF_YEAR = ("summer", "winter", "spring", "autumn")


def season_text(match: re.Match[str]) -> str:
    """A season as it is written, with a plain hyphen: 1966-67 stays so, and 1967/68 too."""
    if match[3] is None:
        return match[1]
    return f"{match[1]}{'/' if match[2] == '/' else '-'}{match[3]}"


def follows(first: str, last: str | None) -> bool:
    if last is None:
        return True
    begun = int(first)
    ended = int(last) if len(last) == 4 else begun // 100 * 100 + int(last)
    ended += 100 if ended < begun and len(last) == 2 else 0
    return 0 < ended - begun <= 20


OF_DAY = re.compile(
    r"(?i)\d(?:st|nd|rd|th)?\s+(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*[\s,]*$"
    r"|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec)[a-z]*\s+\d{1,2}(?:st|nd|rd|th)?[\s,]*$"
)


def season_in(text: str) -> str:
    """The season that a title names, "Summer 2014" or "1998-99", or nothing; 04/09/2014 or 4 May 2014 name none."""
    for match in SEASON.finditer(text):
        if follows(match[1], match[3]):
            before = text[: match.start()].split()
            named = before[-1].casefold().strip("(,") if before else ""
            if OF_DAY.search(text[: match.start()]):
                continue
            return f"{named.capitalize()} {season_text(match)}" if named in SEASONS_OF_YEAR else season_text(match)
    return ""


def without_season(text: str) -> str:
    plain = YEAR_WORDS.sub(" ", SEASON.sub(" ", text))
    return " ".join(plain.split()).strip(" ,:;()" + DASHES)
