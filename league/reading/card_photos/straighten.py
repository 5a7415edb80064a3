"""A photograph of the card made flat: the QR code and the corner marks found, the paper brought to its own size, and
every box cut out where it is, which on a folded sheet is not quite where it was printed.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt
import zxingcpp

from league.reading.card_photos import layout
from league.reading.card_photos.layout import CardBox

Grey: TypeAlias = npt.NDArray[np.uint8]
Picture: TypeAlias = npt.NDArray[np.float32]
Points: TypeAlias = npt.NDArray[np.float64]

SCALE = 8  # pixels to a millimetre of the paper made flat
STRAY = 32  # pixels that the boxes of a line may lie off their place together, on a curled sheet: four millimetres
APART = 7  # pixels that the boxes of one number may lie off from those of their line
AROUND = 5  # pixels around the middle of its outline that are cut out with a box, since people write over its edge
MOST_RINGS = 9
BROAD, STAIN = 13, 0.5  # pixels from which a dark place is no stroke, and how dark a stain is at most
PAGE_MIDDLE = layout.PAGE[0] / 2
QR_LEFT, QR_RIGHT = layout.PAGE[0] - layout.MARGIN_X - layout.QR_SIDE, layout.PAGE[0] - layout.MARGIN_X
QR_TOP, QR_BOTTOM = layout.MARGIN_TOP, layout.MARGIN_TOP + layout.QR_SIDE
QR_CORNERS = np.array([(QR_LEFT, QR_TOP), (QR_RIGHT, QR_TOP), (QR_RIGHT, QR_BOTTOM), (QR_LEFT, QR_BOTTOM)])
CORNERS = np.array(layout.MARKS)


class UnreadablePhotoError(Exception):
    """Says why a card cannot be read off a photograph, and how to take a better one."""


@dataclass(frozen=True, slots=True)
class FoundCode:
    """What a QR code says, and where its corners are in the photograph, clockwise from its own top left."""

    text: str
    corners: Points


@dataclass(frozen=True, slots=True)
class FlatCard:
    """The paper from above: `grey` is the picture, `ink` its darkness from 0 to 1, `strokes` that without stains."""

    grey: Grey
    ink: Picture
    strokes: Picture


def opened(data: bytes) -> Grey:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_GRAYSCALE)
    if picture is None:
        raise UnreadablePhotoError("This is no picture. Take the photograph again.")
    return np.asarray(picture, np.uint8)


def find_code(photo: Grey) -> FoundCode:
    """The QR code of our card: the one whose address ends as ours do."""
    for tried, scale in _clearer(photo):
        kinds: Any = zxingcpp.BarcodeFormat.QRCode  # is taken for a set of one
        for code in zxingcpp.read_barcodes(tried, formats=kinds, try_downscale=False):
            place = code.position
            corners = (place.top_left, place.top_right, place.bottom_right, place.bottom_left)
            return FoundCode(code.text, np.array([(point.x / scale, point.y / scale) for point in corners]))
    raise UnreadablePhotoError(
        "The square pattern at the top of the card cannot be read. Take the photograph again with the whole card in it,"
        " from straight above, in good light."
    )


def _clearer(photo: Grey) -> Iterator[tuple[Grey, float]]:
    """The photograph, and what makes a pattern that is blurred or far away readable."""
    yield photo, 1.0
    sharp = _sharper(photo)
    yield sharp, 1.0
    yield np.asarray(cv2.resize(sharp, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8), 2.0
    even = cv2.createCLAHE(3.0, (8, 8)).apply(photo)
    yield np.asarray(cv2.resize(even, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC), np.uint8), 2.0


def _sharper(photo: Grey) -> Grey:
    return np.asarray(cv2.addWeighted(photo, 2.2, cv2.GaussianBlur(photo, (0, 0), 2.0), -1.2, 0), np.uint8)


def flatten(photo: Grey, code: FoundCode) -> FlatCard:
    """The paper brought to its own size by its corner marks; one of the four may be covered."""
    pattern = code.corners.astype(np.float32)  # has rings of its own
    rings = [ring for ring in _rings(photo) if cv2.pointPolygonTest(pattern, ring, measureDist=False) < 0]
    transform = _from_paper(np.array(rings[:MOST_RINGS]), code)
    if transform is None:
        raise UnreadablePhotoError(
            "The rings in the corners of the card cannot be seen. Take the photograph again with the whole card in it."
        )
    size = (int(layout.PAGE[0] * SCALE), int(layout.PAGE[1] * SCALE))
    back = transform @ np.diag([1 / SCALE, 1 / SCALE, 1.0])
    grey = cv2.warpPerspective(photo, back, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=255)
    ink = _ink(np.asarray(grey, np.uint8))
    # What is broader than a pen and paler is beer or a shadow; a box that is blacked out stays dark.
    broad = cv2.morphologyEx(ink, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (BROAD, BROAD)))
    return FlatCard(np.asarray(grey, np.uint8), ink, np.asarray(ink - np.minimum(broad, STAIN), np.float32))


def _rings(photo: Grey) -> list[tuple[float, float]]:
    """The middles of whatever is a dark ring with a dark dot in it, the likeliest first."""
    rings: list[tuple[float, float, float]] = []
    ink = _ink(_sharper(photo))
    for darkness in (0.3, 0.45, 0.6):
        contours, tree = cv2.findContours((ink > darkness).astype(np.uint8), cv2.RETR_TREE, cv2.CHAIN_APPROX_NONE)
        if tree is None:
            continue
        for outer, (_, _, hole, _) in zip(contours, tree[0], strict=True):
            rings += _ring(contours, tree[0], outer, hole)
    apart: list[tuple[float, float, float]] = []
    for ring in sorted(rings):
        if all(np.hypot(ring[1] - x, ring[2] - y) > 6 for _, x, y in apart):
            apart.append(ring)
    return [(x, y) for _, x, y in apart]


def _ring(contours: Sequence[Any], tree: Any, outer: Any, hole: int) -> Iterator[tuple[float, float, float]]:
    """How unlike a corner mark a contour is, and its middle; nothing if it is none."""
    area = cv2.contourArea(outer)
    if hole < 0 or not 60 < area < 12_000 or tree[hole][2] < 0:
        return
    dot = contours[tree[hole][2]]
    inner, middle = cv2.contourArea(contours[hole]), cv2.contourArea(dot)
    if len(outer) < 6 or middle < 4 or not 0.2 < inner / area < 0.75 or not 0.06 < middle / area < 0.45:
        return
    (x, y), axes, _ = cv2.fitEllipse(outer)
    (across, along) = cv2.boundingRect(dot)[:2], cv2.boundingRect(dot)[2:]
    off = np.hypot(across[0] + along[0] / 2 - x, across[1] + along[1] / 2 - y) / max(axes)
    slim = min(axes) / max(axes)
    filled = area / (np.pi * axes[0] * axes[1] / 4 + 1e-6)
    if off < 0.14 and slim > 0.5 and 0.8 < filled < 1.15:
        yield (float(off + abs(1 - filled) + 0.3 * (1 - slim)), float(x), float(y))


def _from_paper(rings: Points, code: FoundCode) -> Points | None:
    """What takes a place on the paper to one in the photograph, by the rings that agree best with the QR code."""
    side = float(np.sqrt(cv2.contourArea(code.corners.astype(np.float32))))
    best: tuple[float, Points] | None = None
    for number in (4, 3):
        for chosen in combinations(range(len(rings)), number):
            for corners in combinations(range(4), number):
                for candidate in _fitted(rings[list(chosen)], corners, code, side):
                    if best is None or candidate[0] < best[0]:
                        best = candidate
        if best is not None and best[0] < 0.08:
            return best[1]
        best = None
    return None


def _fitted(rings: Points, corners: tuple[int, ...], code: FoundCode, side: float) -> Iterator[tuple[float, Points]]:
    """The ways in which these rings can be those corners in their order round the paper, and how far off each is."""
    middle = rings.mean(axis=0)
    rings = rings[np.argsort(np.arctan2(rings[:, 1] - middle[1], rings[:, 0] - middle[0]))]  # clockwise
    for turn in range(len(rings)):
        placed = np.roll(rings, turn, axis=0)
        if len(rings) == 4:
            transform = cv2.getPerspectiveTransform(CORNERS.astype(np.float32), placed.astype(np.float32))
        else:
            paper = np.concatenate([CORNERS[list(corners)], QR_CORNERS])
            transform, _ = cv2.findHomography(paper, np.concatenate([placed, code.corners]), 0)
        if transform is None or not np.isfinite(transform).all():
            continue
        expected = cv2.perspectiveTransform(QR_CORNERS[None], transform)[0]
        off = float(np.abs(expected - code.corners).mean()) / side
        if len(rings) == 3:
            expected = cv2.perspectiveTransform(CORNERS[None, list(corners)], transform)[0]
            off = max(off * 3, float(np.abs(expected - placed).mean()) / side * 3)
        yield off, np.asarray(transform, np.float64)


def _ink(grey: Grey) -> Picture:
    """Darkness beside the paper around it, whatever shadow lies there: 0 is paper, 1 the black of the print."""
    small = cv2.resize(grey, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
    paper = cv2.GaussianBlur(paper, (0, 0), 2.0)
    paper = cv2.resize(paper, (grey.shape[1], grey.shape[0]), interpolation=cv2.INTER_LINEAR).astype(np.float32)
    dark = 1 - grey.astype(np.float32) / np.maximum(paper, 20)
    return np.asarray(np.clip(dark / 0.75, 0, 1), np.float32)


def small_jpeg(card: FlatCard) -> bytes:
    """The flat paper for people to look at, four pixels to a millimetre."""
    small = cv2.resize(card.grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 70])[1])


@dataclass(frozen=True, slots=True)
class CutBox:
    """One box as it was found: its darkness with what is around it, and its left and top on the flat paper in mm."""

    path: str
    ink: Picture
    x: float
    y: float


def cut(card: FlatCard, boxes: Iterable[CardBox]) -> Iterator[CutBox]:
    """Every box; each group of boxes that stand together is sought beside its place."""
    for _, of_line in groupby(boxes, key=_line):
        line = tuple(of_line)
        strays = _stray(card.strokes, line, (0, 0), STRAY)
        for _, alike in groupby(line, key=_group):
            group = tuple(alike)
            across, down = _stray(card.strokes, group, strays, APART)
            for box in group:
                left, top = round(box.x * SCALE) + across, round(box.y * SCALE) + down
                right, bottom = left + round(box.width * SCALE), top + round(box.height * SCALE)
                ink = card.ink[top - AROUND : bottom + AROUND, left - AROUND : right + AROUND]
                yield CutBox(box.path, ink, left / SCALE, top / SCALE)


def _line(box: CardBox) -> str:
    """What lies beside each other: all boxes of a side in one line, or a column of names."""
    line = box.path.split(".")[1] if box.path.startswith("lines.") else f"{box.path.split('.')[0]}"
    column = f"{box.x:g}" if line == "squads" else str(box.x < PAGE_MIDDLE)
    return f"{line} {column}"


def _group(box: CardBox) -> str:
    """Boxes that stand together: the digits of one number, a tick, six names."""
    if box.path.startswith("squads."):
        return f"squads {box.x:g} {round(box.y / 27)}"
    return box.path.rpartition(".")[0] if box.digit else box.path


def _stray(ink: Picture, group: Sequence[CardBox], near: tuple[int, int], most: int) -> tuple[int, int]:
    """How many pixels the outlines of a group lie off: where they fit the ink best, at most `most` from `near`."""
    left, top = min(box.x for box in group), min(box.y for box in group)
    right = max(box.x + box.width for box in group)
    bottom = max(box.y + box.height for box in group)
    size = (round((right - left) * SCALE) + 5, round((bottom - top) * SCALE) + 5)
    frame = np.zeros((size[1], size[0]), np.float32)
    for box in group:
        x, y = round((box.x - left) * SCALE) + 2, round((box.y - top) * SCALE) + 2
        cv2.rectangle(frame, (x, y), (x + round(box.width * SCALE), y + round(box.height * SCALE)), 1.0, 2)
    frame = np.asarray(cv2.GaussianBlur(frame, (0, 0), 1.0), np.float32)
    x, y = round(left * SCALE) - 2 - most + near[0], round(top * SCALE) - 2 - most + near[1]
    around = ink[y : y + size[1] + 2 * most, x : x + size[0] + 2 * most]
    fit = cv2.matchTemplate(np.minimum(around, 0.6), frame, cv2.TM_CCOEFF)
    steps = np.arange(-most, most + 1)
    nearer = fit * (1 - 0.08 * np.hypot(*np.meshgrid(steps, steps)) / most)
    down, across = np.unravel_index(int(np.argmax(nearer)), nearer.shape)
    return int(across) - most + near[0], int(down) - most + near[1]
