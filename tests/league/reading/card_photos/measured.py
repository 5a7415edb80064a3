"""One card filled in, photographed and read, and what of it was read rightly, asked or read wrongly."""

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from io import BytesIO
from pathlib import Path
from random import Random

import cv2
import numpy as np

from league.reading.card_photos import straighten
from league.reading.card_photos.card_reader import read
from league.reading.card_photos.layout import CardBox, CardLayout
from league.reading.card_photos.values import CardReading
from league.results.actions.messages import redraw
from scoring.card.match import Match, Player, Squad
from scoring.card.presets import PRESETS
from scoring.card.sheet import Side
from scoring.season.specimen import Habits, generate_card
from tests.makers.photographs import Hand, marks_of, photographed

WRITTEN = Path(__file__).with_name("written.npz")
PhotoOf = Callable[[list[CardBox], dict[str, str]], np.ndarray]  # of a card with marks in its boxes
HABITS = Habits(short=0.08, pegs=0.85, hands=0)


@dataclass
class Measured:
    """Boxes with digits and boxes to tick by how they were read; `unread` photographs; what took how long."""

    digits: Counter = field(default_factory=Counter)
    ticks: Counter = field(default_factory=Counter)
    unread: int = 0
    wrong_totals: int = 0
    cards: int = 0
    longest: float = 0.0
    wrong: list = field(default_factory=list)

    @property
    def words(self) -> str:
        parts = [f"{self.cards} cards, {self.unread} not read"]
        for name, counted in (("boxes with digits", self.digits), ("games", self.ticks)):
            shares = (f"{how} {counted[how] / max(1, counted.total()):.2%}" for how in ("right", "asked", "wrong"))
            parts.append(f"{name} {', '.join(shares)}")
        return "; ".join([*parts, f"{self.wrong_totals} wrong totals", f"{self.longest:.2f} s at most"])

    def add(self, found: CardReading, layout: CardLayout, marks: dict[str, str]) -> None:
        boxes = {box.path: box for box in layout.boxes}
        for path, reading in found.items():
            written = "".join(marks.get(box, " ") for box in reading.boxes).strip()
            if path.endswith(".winner"):
                outcome = outcome_of(reading, written=_won(marks, path.removesuffix(".winner")))
                self.ticks[outcome] += 1
            else:
                outcome = outcome_of(reading, written=written.lstrip("0") or written)
                self.digits[outcome] += len(reading.boxes)
                assert all(boxes[box].digit for box in reading.boxes)
            if outcome == "wrong":
                self.wrong.append((path, written, reading.value))
        winners = [path for path in found if path.endswith(".winner")]
        if all(found[path].sure for path in winners):
            for side in Side:
                read_so = sum(found[path].value in {side, f"claimed-{side}"} for path in winners)
                won = sum(_won(marks, path.removesuffix(".winner")) in {side, f"claimed-{side}"} for path in winners)
                self.wrong_totals += read_so != won


def outcome_of(reading, *, written: str) -> str:
    return "asked" if not reading.sure else "right" if reading.value == written else "wrong"


def _won(marks: dict[str, str], path: str) -> str:
    if f"{path}.void" in marks:
        return "void"
    side = next((side for side in Side if f"{path}.winner.{side}" in marks), "")
    return f"claimed-{side}" if f"{path}.claimed" in marks else str(side)


def match_of(key: str, squad: int) -> Match:
    """A match of a preset between two squads."""
    preset = PRESETS[key]
    home, away = (
        Squad(side, side, tuple(Player(f"{side}{n}", f"{side} {n}", date(2026, 8, 1)) for n in range(squad)))
        for side in Side
    )
    return Match(preset.format, preset.scheme, home, away, date(2026, 9, 7))


def written_digits() -> dict[int, np.ndarray]:
    with np.load(WRITTEN) as stored:
        return {int(digit): stored[digit] for digit in stored.files}


def measure(seed: int, page: np.ndarray, layout: CardLayout, match: Match, into: Measured) -> None:
    """Fill a card in by a seed's evening and hand, photograph it, keep it as the site does, and read that."""
    random = np.random.default_rng(seed)

    def photo_of(boxes: list[CardBox], marks: dict[str, str]) -> np.ndarray:
        hand = Hand(random, written_digits() if seed % 2 else None)
        return photographed(random, hand.fill_in(page, boxes, marks), longest=2000)

    measure_photo(seed, photo_of, layout, match, into)


def measure_photo(seed: int, photo_of: PhotoOf, layout: CardLayout, match: Match, into: Measured) -> None:
    """Have a seed's evening photographed, keep that as the site does, and read it."""
    card = generate_card(Random(seed), match, habits=HABITS)
    players = {side: [player.id for player in match.squad(side).players] for side in Side}
    numbers = {side: {key: number for number, key in enumerate(keys, 1)} for side, keys in players.items()}
    marks = marks_of(card, layout, numbers)
    boxes = [*layout.boxes, *layout.squad_boxes]
    photo = photo_of(boxes, marks)
    sent = BytesIO(cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes())
    sent.size = len(sent.getvalue())
    kept = redraw(sent).data
    into.cards += 1
    began = time.process_time()
    try:
        grey = straighten.opened(kept)
        flat = straighten.flatten(grey, straighten.find_code(grey))
        found = read({box.path: box.ink for box in straighten.cut(flat, boxes)}, layout, match, players)
    except straighten.UnreadablePhotoError:
        into.unread += 1
        return
    finally:
        into.longest = max(into.longest, time.process_time() - began)
    into.add(found, layout, marks)
