"""Photographs of filled-in cards: a printed card as a picture, filled in by a hand, and photographed in a pub."""

import cv2
import numpy as np

from league.reading.card_photos.layout import CardBox, CardLayout
from league.reading.card_photos.straighten import SCALE
from scoring.card.sheet import Card, GameScore, How, Side
from tests.makers import handwriting

DOTS_PER_INCH = 25.4 * SCALE


def marks_of(card: Card, layout: CardLayout, numbers: dict[Side, dict[str, int]]) -> dict[str, str]:
    """What is written in the boxes of a card by whoever fills it in: a digit, or "x" for a tick, by path.

    `numbers` are those of the players, by key, as they are printed.
    """
    marks: dict[str, str] = {}
    paths = [box.path for box in layout.boxes]
    won = dict.fromkeys(Side, 0)
    for number, line in enumerate(card.lines):
        for side in Side:
            for place, named in enumerate(line.players(side)):
                marks |= _digits(f"lines.{number}.{side}.{place}", numbers[side][named.id], paths)
                marks[f"squads.{side}.{numbers[side][named.id] - 1}"] = "x"
        for place, game in enumerate(line.games):
            marks |= _marks_of_game(f"lines.{number}.games.{place}", game, paths)
            if game.how is not How.VOID and game.winner is not None:
                won[game.winner] += 1
    for side, games in won.items():
        marks |= _digits(f"quick.{side}", games, paths)
    return marks


def _marks_of_game(path: str, game: GameScore, paths: list[str]) -> dict[str, str]:
    if game.how is How.VOID:
        return {f"{path}.void": "x"}
    marks = {f"{path}.claimed": "x"} if game.how is How.CLAIMED else {}
    if game.winner is not None:
        marks[f"{path}.winner.{game.winner}"] = "x"
    for side in Side:
        marks |= _digits(f"{path}.{side}_pegs", game.pegs(side), paths)
    return marks


def _digits(path: str, number: int | None, paths: list[str]) -> dict[str, str]:
    """To the right in the boxes that there are, as sums are written."""
    places = sum(each.rpartition(".")[0] == path for each in paths)
    if number is None or not places:
        return {}
    return {f"{path}.{places - len(str(number)) + place}": figure for place, figure in enumerate(str(number))}


def placed(random: np.random.Generator, ink: np.ndarray, box: tuple[int, int]) -> np.ndarray:
    """A digit somewhere in a box, as large as people write."""
    height, width = box
    rows, columns = np.flatnonzero(ink.max(axis=1) > 0.2), np.flatnonzero(ink.max(axis=0) > 0.2)
    if rows.size:
        ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    scale = random.uniform(0.5, 0.95) * height / ink.shape[0]
    scale = min(scale, 0.98 * width / ink.shape[1])
    size = (max(2, round(ink.shape[1] * scale * random.uniform(0.85, 1.15))), max(2, round(ink.shape[0] * scale)))
    ink = cv2.resize(ink, size, interpolation=cv2.INTER_LINEAR)
    turn = cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), random.normal(0, 5), 1)
    turn[0, 2] += (width - size[0]) / 2 + random.normal(0, 0.07) * width
    turn[1, 2] += (height - size[1]) / 2 + random.normal(0, 0.06) * height
    return cv2.warpAffine(ink, turn, (width, height))


class Hand:
    """Somebody's: one pen, one size, and digits by people or by strokes. `written` are pictures of digits by digit."""

    def __init__(self, random: np.random.Generator, written: dict[int, np.ndarray] | None = None) -> None:
        self.random, self.written = random, written
        self.pen = random.uniform(2.2, 4.4)
        self.dark = random.uniform(0.65, 0.95)

    def fill_in(self, page: np.ndarray, boxes: list[CardBox], marks: dict[str, str]) -> np.ndarray:
        page = page.copy()
        for box in boxes:
            if box.path in marks:
                self._write(page, box, marks[box.path])
        return page

    def _write(self, page: np.ndarray, box: CardBox, mark: str) -> None:
        size = (round(box.height * SCALE), round(box.width * SCALE))
        ink = placed(self.random, self._ink(mark, size), size)
        margin = round(SCALE * 0.8)  # people do write over the edge
        ink = cv2.copyMakeBorder(ink, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=0)
        wander = self.random.normal(0, 0.18, 2) * SCALE
        ink = cv2.warpAffine(ink, np.array([[1, 0, wander[0]], [0, 1, wander[1]]], float), ink.shape[::-1])
        top, left = round(box.y * SCALE) - margin, round(box.x * SCALE) - margin
        under = page[top : top + ink.shape[0], left : left + ink.shape[1]]
        under[:] = (under * (1 - np.clip(ink, 0, 1) * self.dark)).astype(np.uint8)

    def _ink(self, mark: str, size: tuple[int, int]) -> np.ndarray:
        if mark == "x":
            return handwriting.tick(self.random, size, self.pen)
        if self.written is not None:
            pictures = self.written[int(mark)]
            return pictures[self.random.integers(len(pictures))].astype(np.float32) / 255
        return handwriting.stroke_digit(self.random, int(mark), (44, 30), self.pen)


def photographed(random: np.random.Generator, page: np.ndarray, *, longest: int = 1600) -> np.ndarray:
    """The page on a table as a phone has it: turned, tilted, curled, folded, shaded, blurred, with beer and grain."""
    page = page.astype(np.float32)
    if random.random() < 0.5:
        page = _with_beer(random, page)
    high, wide = longest, longest * 3 // 4
    there = _corners_in_photo(random, wide, high)
    height, width = page.shape
    corners = np.array([(0, 0), (width, 0), (width, height), (0, height)], np.float32)
    back = cv2.getPerspectiveTransform(there.astype(np.float32), corners)
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    depth = back[2, 0] * x + back[2, 1] * y + back[2, 2]
    on_x = (back[0, 0] * x + back[0, 1] * y + back[0, 2]) / depth
    on_y = (back[1, 0] * x + back[1, 1] * y + back[1, 2]) / depth
    light = np.ones((high, wide), np.float32)
    on_x, on_y, light = _bent(random, on_x, on_y, light, width, height)
    page = cv2.GaussianBlur(page, (0, 0), 0.35 * width / wide)
    table = 70 + 25 * cv2.GaussianBlur(random.normal(0, 1, (high, wide)).astype(np.float32), (0, 0), 9) * 8
    inside = (on_x >= 0) & (on_x < width - 1) & (on_y >= 0) & (on_y < height - 1)
    photo = np.where(
        inside,
        cv2.remap(page, on_x.astype(np.float32), on_y.astype(np.float32), cv2.INTER_LINEAR, borderValue=255) * light,
        table,
    )
    photo = _shaded(random, photo)
    photo = cv2.GaussianBlur(photo, (0, 0), random.uniform(0.3, 1.5))
    photo = photo + random.normal(0, random.uniform(1, 7), photo.shape)
    return np.clip(photo, 0, 255).astype(np.uint8)


def _corners_in_photo(random: np.random.Generator, wide: int, high: int) -> np.ndarray:
    share = random.uniform(0.8, 0.97)
    page_high = high * share
    page_wide = min(page_high * 210 / 297, wide * 0.97)
    page_high = page_wide * 297 / 210
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], float) * (page_wide / 2, page_high / 2)
    turn = np.deg2rad(random.normal(0, 3.5))
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    tilt = random.normal(0, 0.06, 2).clip(-0.14, 0.14)
    depth = 1 + tilt[0] * corners[:, 0] / page_wide * 2 + tilt[1] * corners[:, 1] / page_high * 2
    corners = corners @ spin.T / depth[:, None]
    corners -= (corners.max(axis=0) + corners.min(axis=0)) / 2
    room = np.array([wide, high]) - np.ptp(corners, axis=0)
    corners *= min(1, *(0.985 * np.array([wide, high]) / np.ptp(corners, axis=0)))
    return corners + np.array([wide, high]) / 2 + random.uniform(-0.45, 0.45, 2) * np.maximum(room, 0)


def _bent(random, on_x, on_y, light, width, height):
    """Curled a little, and folded once or twice as in a pocket."""
    for _ in range(2):
        phase, waves = random.uniform(0, 6), random.uniform(0.5, 1.3)
        much = random.uniform(0, 0.9) * SCALE
        on_x = on_x + much * np.sin(phase + waves * 2 * np.pi * on_y / height)
        on_y = on_y + much * np.sin(phase + waves * 2 * np.pi * on_x / width)
    for _ in range(int(random.integers(0, 3))):
        across = random.random() < 0.6
        at = random.uniform(0.3, 0.7) * (height if across else width)
        beside = (on_y if across else on_x) - at
        shift = random.uniform(0, 0.012) * np.abs(beside).clip(0, 500) * np.sign(random.normal())
        if across:
            on_y = on_y + shift
        else:
            on_x = on_x + shift
        light = light * (1 - random.uniform(0.05, 0.35) * np.exp(-((beside / (0.35 * SCALE)) ** 2)))
        light = light * np.where(beside > 0, random.uniform(0.85, 1.0), 1.0)
    return on_x, on_y, light


def _with_beer(random: np.random.Generator, page: np.ndarray) -> np.ndarray:
    """Rings that glasses left, and drops."""
    stain = np.zeros_like(page)
    for _ in range(int(random.integers(1, 3))):
        middle = (random.uniform(0.1, 0.9, 2) * page.shape[::-1]).astype(int)
        radius = int(random.uniform(28, 42) * SCALE)
        cv2.circle(stain, tuple(middle.tolist()), radius, random.uniform(0.15, 0.4), int(random.uniform(1, 4) * SCALE))
    for _ in range(int(random.integers(0, 6))):
        middle = (random.uniform(0.05, 0.95, 2) * page.shape[::-1]).astype(int)
        cv2.circle(stain, tuple(middle.tolist()), int(random.uniform(1, 5) * SCALE), random.uniform(0.1, 0.35), -1)
    stain = cv2.GaussianBlur(stain, (0, 0), random.uniform(3, 8))
    return page * (1 - stain)


def _shaded(random: np.random.Generator, photo: np.ndarray) -> np.ndarray:
    """Under one lamp, with the shadow of whoever takes the photograph."""
    high, wide = photo.shape
    y, x = np.mgrid[:high, :wide].astype(np.float32)
    lamp = random.uniform(0, 1, 2) * (wide, high)
    far = np.hypot(x - lamp[0], y - lamp[1]) / np.hypot(wide, high)
    light = random.uniform(0.6, 1.0) * (1 - random.uniform(0.1, 0.5) * far)
    if random.random() < 0.6:
        angle, edge = random.uniform(0, 2 * np.pi), random.uniform(-0.25, 0.25) * wide
        side = (x - wide / 2) * np.cos(angle) + (y - high / 2) * np.sin(angle) - edge
        soft = random.uniform(5, 60)
        light = light * (1 - random.uniform(0.15, 0.5) / (1 + np.exp(-np.clip(side / soft, -40, 40))))
    return photo * light
