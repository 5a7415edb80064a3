"""The printed card of a match: its lines, its squads, and its boxes; none of a result that is sealed or disputed.

Where the boxes stand is in `league.reading.card_photos.layout`, which whoever reads a photograph asks too.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any, TypeAlias

from django.db.models import Count, F, QuerySet
from django.utils.timezone import localdate

from league.base.ui.formats import night
from league.reading.card_photos import layout
from league.reading.card_photos.layout import CardBox, CardLayout, LinePlace, card_layout
from league.results.choices import PUBLIC_STATES, SentFor
from league.results.models import Result, Submission
from league.results.queries.facts import Facts, facts_of
from league.results.queries.messages import ROOM_FOR, Squads, players_on_card
from league.results.values import card_of, public_card_of
from league.schedule.models import Entry, Fixture
from league.schedule.queries.matches import open_fixtures, whole_fixtures
from league.schedule.values.matches import card_due
from league.teams.models import League, Player, Registration, Team, Venue
from league.teams.queries.people import players_named
from league.teams.queries.squads import squad_of, squads_of_teams
from scoring import codec
from scoring.card.format import Discipline, Format, Line, Pegs, Settle, describe
from scoring.card.outcome import Kind, Tally
from scoring.card.sheet import GameScore, How, LineScore, Named, Side

# --- its lines --------------------------------------------------------------------------------------------------------
TICK = "\N{CHECK MARK}"


def parts(
    form: Format, scores: Mapping[int, LineScore] | None = None, name: Callable[[Named], str] = attrgetter("name")
) -> Iterator[dict[str, Any]]:
    """The card part by part: "lines" alike under a "title", "pegged" if they have boxes for the pegs.

    `scores` are what is known of lines, by number from 0, `name` writes a player.
    """
    several = len({kind.discipline for kind in form.kinds}) > 1
    for line, lines in groupby(enumerate(form.lines), key=lambda pair: replace(pair[1], label="")):
        printed = tuple(_line(each, (scores or {}).get(number, LineScore()), name) for number, each in lines)
        pegged = form.pegs is not Pegs.NONE and line.pegged
        yield {"title": _title(line, several=several), "pegged": pegged, "lines": printed}


def _title(line: Line, *, several: bool) -> str:
    """As in "Singles, to 61" or "Pairs, 3 games, fives and threes, to 61"."""
    parts = [line.kind.noun.capitalize()]
    if line.games > 1:
        parts.append(f"best of {line.games} games" if line.settle is Settle.BEST_OF else f"{line.games} games")
    if several and line.discipline is not Discipline.WON_LOST:
        parts.append(line.game)
    if line.target:
        parts.append(f"to {line.target}")
    if line.handicap:
        parts.append(line.handicap)
    return ", ".join(parts)


def _line(line: Line, score: LineScore, name: Callable[[Named], str]) -> dict[str, Any]:
    """As many names on each side as the line has players; each of its "games" has "won" and "pegs" of both sides."""
    names = {side: [name(each) for each in score.players(side)] for side in Side}
    home, away = (names[side] + [""] * (line.players - len(names[side])) for side in Side)
    games = []
    for number in range(line.games):
        game = score.games[number] if number < len(score.games) else None
        home_box, away_box = (_box(game, side) for side in Side)
        games.append({"title": f"game {number + 1}" if line.games > 1 else "", "home": home_box, "away": away_box})
    return {"label": line.label, "home": home, "away": away, "games": games}


def _box(game: GameScore | None, side: Side) -> dict[str, str]:
    """One side's boxes of a game: a tick, "C" for claimed, "V" for void or nothing; and where the pegs stood."""
    if game is None:
        return {"won": "", "pegs": ""}
    won = "C" if game.how is How.CLAIMED else TICK
    pegs = game.pegs(side)
    mark = "V" if game.how is How.VOID else won if game.winner is side else ""
    return {"won": mark, "pegs": "" if pegs is None else str(pegs)}


# --- the card ---------------------------------------------------------------------------------------------------------
NameWriter: TypeAlias = Callable[[Player], str]
full_name: NameWriter = attrgetter("name")  # for those who fill the card in
public_name: NameWriter = attrgetter("public_name")  # for anybody


def member_name(player: Player) -> str:
    return player.public_name if player.under_18 else player.name


@dataclass(frozen=True, slots=True)
class CardSheet:
    """A card ready to be printed. `due` is when it is late; `signings` whether new players may sign on it.

    `came` is what the match came to. `mark`, in the QR code, says with which boxes and players it was printed.
    """

    fixture: Fixture
    parts: tuple[dict[str, Any], ...]
    squads: Sequence[dict[str, Any]] = ()
    rules: tuple[str, ...] = ()
    due: datetime | None = None
    signings: bool = False
    came: dict[str, Any] | None = None
    layout: CardLayout | None = None
    mark: str = ""

    @property
    def name_size(self) -> str:
        """How small the letters of the two teams have to be at the head of the sheet: "", "long" or "longest"."""
        length = len(str(self.fixture))
        return "" if length <= 34 else "long" if length <= 70 else "longest"

    @property
    def spacing(self) -> str:
        """How high its rows can be for all of it to stand on one sheet of A4: "roomy", "plain", "dense" or "tight"."""
        if self.came is not None:
            return "roomy"
        if self.layout is not None:
            return self.layout.spacing
        lines = [line for part in self.parts for line in part["lines"]]
        height = sum(max(len(line["home"]), len(line["games"])) for line in lines)
        return "roomy" if height <= 12 else "plain" if height <= 16 else "dense"

    @property
    def boxed_parts(self) -> Iterator[tuple[str, tuple[tuple[LinePlace, dict[str, Any]], ...]]]:
        for place, part in zip(self.layout.parts if self.layout else (), self.parts, strict=True):
            yield part["title"], tuple(zip(place.lines, part["lines"], strict=True))

    @property
    def boxes(self) -> dict[str, Any] | None:
        return drawn_boxes(self.layout) if self.layout else None


def blank_sheet(fixture: Fixture, write: NameWriter, squad: Squads = squad_of) -> CardSheet:
    """The empty card of a match with both squads as they are on its night: two queries.

    Needs what `fixture_by_address` gives, and two sides. `squad` says who is registered on a day.
    """
    rules, day = fixture.rules_in_force(), fixture.date or fixture.first_date
    sides = [entry for entry in (fixture.home, fixture.away) if entry is not None]
    players = [players_on_card(entry, day, squad) for entry in sides]
    printed = [each[:ROOM_FOR] for each in players]
    boxes = card_layout(rules.format, [len(each) for each in printed])
    return CardSheet(
        fixture=fixture,
        parts=tuple(parts(rules.format)),
        squads=[_squad(entry, each, write) for entry, each in zip(sides, players, strict=True)],
        rules=describe(rules.format),
        due=card_due(fixture, rules),
        signings=rules.registration.on_the_night,
        layout=boxes,
        mark=f"#{layout.mark_of(boxes, [[player.pk for player in each] for each in printed])}" if boxes else "",
    )


def _squad(entry: Entry, players: Sequence[Player], write: NameWriter) -> dict[str, Any]:
    """The players for whom there is room with their numbers, in columns to be read downwards; "more" are left out."""
    names = [write(player) for player in players[:ROOM_FOR]]
    figure = "\N{NO-BREAK SPACE}" * 2  # as wide as one
    lines = [f"{figure if number < 10 else ''}{number} {name}" for number, name in enumerate(names, 1)]
    long = -(-len(names) // layout.SQUAD_COLUMNS) or 1
    columns = ["\n".join(lines[first : first + long]) for first in range(0, len(lines), long)]
    return {"team": entry.name, "names": names, "columns": columns, "more": len(players) - len(names)}


def result_sheet(fixture: Fixture, write: NameWriter, at: datetime) -> CardSheet | None:
    """The card that counts, as it stands at a moment; None while there is no result that may be shown: four queries."""
    result = Result.objects.select_related("submission").filter(fixture=fixture).first()
    if result is None or result.state_at(at) not in PUBLIC_STATES:
        return None
    form, card = fixture.rules_in_force().format, public_card_of(result.submission)
    named = {each for line in card.lines for each in (*line.home, *line.away)} if card else set()
    players, scores = players_named(fixture.league, named), dict(enumerate(card.lines)) if card else {}
    lines = tuple(parts(form, scores, lambda each: write(players[each])))
    return CardSheet(fixture, lines, came=_came(result, facts_of(fixture), at))


KIND_WORDS = {
    Kind.WALKOVER: "Walkover",
    Kind.VOID: "Void",
    Kind.PART_VOID: "Some games void",
    Kind.UNFINISHED: "Unfinished",
    Kind.EXPUNGED: "Struck out",
    Kind.AWARDED: "Awarded",
}


def _came(result: Result, facts: Facts, at: datetime) -> dict[str, Any]:
    tally, card = codec.decode_as(Tally, result.tally), card_of(result.submission)
    return {
        "state": result.state_at(at).label,
        "kind": "Awarded: both lose" if tally.both_lose else KIND_WORDS.get(tally.kind, ""),
        "tally": tally,
        "receipt": result.submission.receipt,
        "received_at": result.submission.received_at,
        "has_lines": bool(card and card.lines),
        "notes": list(_notes(facts.submissions, result.submission)),
    }


def _notes(sent: Iterable[Submission], counting: Submission) -> Iterator[str]:
    earlier = [each for each in sent if each.sent_for == counting.sent_for and each.pk < counting.pk]
    if earlier and counting.sent_for != SentFor.LEAGUE:
        yield f"It takes the place of an earlier card, receipt {earlier[-1].receipt}, which is kept."
    for each in sent:
        if each.sent_for == SentFor.LEAGUE:
            did = f"{night(localdate(each.received_at), year=True)}: by the league {each.get_source_display()}"
            yield f"{did}. {each.reason}" if each.reason else f"{did}."


# --- its boxes --------------------------------------------------------------------------------------------------------
RIGHT = layout.PAGE[0] - layout.MARGIN_X


def drawn_boxes(placed: CardLayout) -> dict[str, Any]:
    """All boxes, lines and corner marks as SVG paths, and the words above the boxes, in millimetres.

    "ring" is the radius of a mark's ring, how thick that is, and the radius of its dot.
    """
    lines = [line for part in placed.parts for line in part.lines]
    return {
        "page": layout.PAGE,
        "corners": layout.MARKS,
        "ring": (layout.MARK_RADIUS - layout.MARK_STROKE / 2, layout.MARK_STROKE, layout.MARK_DOT),
        "outlines": " ".join(
            f"M{box.x:.2f} {box.y:.2f}h{box.width:g}v{box.height:.2f}h-{box.width:g}z"
            for box in (*placed.boxes, *placed.squad_boxes, *_points(placed))
        ),
        "rules": " ".join(f"M{layout.MARGIN_X:g} {line.top:.2f}H{RIGHT:g}" for line in lines),
        "writing_lines": " ".join(_writing_lines(placed)),
        "headings": list(_headings(placed)),
    }


def _points(placed: CardLayout) -> Iterator[CardBox]:
    """Where the points are written, which nobody reads: they follow from the games."""
    for box in placed.boxes:
        if box.path.startswith("quick.") and box.path.endswith(".0"):
            yield CardBox("", box.x, box.y + layout.TOTAL, layout.digits_width(2), box.height)


def _writing_lines(placed: CardLayout) -> Iterator[str]:
    for part in placed.parts:
        names = layout.columns(part.digits)[0]
        for line in part.lines:
            for player in range(1, line.players):
                y = line.top + player * line.height / line.players
                yield f"M{layout.MARGIN_X:g} {y:.2f}h{names:.2f}M{RIGHT:g} {y:.2f}h{-names:.2f}"


def _headings(placed: CardLayout) -> Iterator[tuple[float, float, str]]:
    for part in placed.parts:
        y = part.top + layout.PART - 1.5
        names, number, won, pegs = layout.columns(part.digits)
        places = {"No.": names + number / 2, "Won": names + number + won / 2}
        if pegs:
            places["Pegs"] = names + number + won + pegs / 2
        for word, x in places.items():
            from_edge = layout.MARGIN_X + x
            yield from ((from_edge if side is Side.HOME else layout.PAGE[0] - from_edge, y, word) for side in Side)
        middle = layout.PAGE[0] / 2
        for word, x in (("C", layout.CLAIMED_X), ("V", layout.VOID_X)):
            yield middle + x + layout.MIDDLE_BOX / 2, y, word
        yield middle - 1.6, y, "Drop"


# --- packs of cards ---------------------------------------------------------------------------------------------------
def nights_to_play(league: League) -> list[tuple[date, int]]:
    fixtures = open_fixtures(league).filter(date__isnull=False)
    return list(fixtures.values_list("date").annotate(matches=Count("pk")).order_by("date"))


def venues_to_play_at(league: League) -> QuerySet[Venue]:
    return Venue.objects.filter(pk__in=open_fixtures(league).values("venue")).order_by("name", "pk")


def pack_of(league: League, on: date | None, venue: str = "") -> QuerySet[Fixture]:
    """The matches still to be played this season by night and venue; those without a date come last."""
    matches = open_fixtures(league) if on is None else open_fixtures(league).filter(date=on)
    if venue:
        matches = matches.filter(venue__slug=venue)
    return matches.order_by(F("date").asc(nulls_last=True), "venue__name", "division__rank", "home__name", "pk")


def blank_sheets(keys: Sequence[int], write: NameWriter) -> Iterator[CardSheet]:
    """The empty cards of matches in the order of their keys, without those that are gone. One query for all squads."""
    fixtures_by_key = whole_fixtures().in_bulk(keys)
    fixtures = [fixtures_by_key[key] for key in keys if key in fixtures_by_key]
    teams = {side.team_id for each in fixtures for side in (each.home, each.away) if side is not None}
    ever = squads_of_teams(teams)

    def squad(team: Team, on: date) -> list[Registration]:
        return [each for each in ever.get(team.pk, ()) if each.covers(on)]

    for fixture in fixtures:
        yield blank_sheet(fixture, write, squad)
