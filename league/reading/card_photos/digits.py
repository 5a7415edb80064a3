"""What is written in one box: a digit, nothing, or something that is no digit, with how sure that is.

A small network over directions of strokes, trained by tests/makers/digits.py on handwriting and on pens of our own.
"""

from functools import cache
from pathlib import Path
from typing import TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Picture: TypeAlias = npt.NDArray[np.float32]

MODEL = Path(__file__).with_name("digits.npz")
BLANK, OTHER = 10, 11  # after the ten digits
CLASSES = 12
SIDE, BODY = 28, 20  # of the square that a digit is brought to, and of the digit in it
CELLS, DIRECTIONS = 7, 8
FAINT = 0.2  # darkness from which something is ink, where the darkest is 1
FRAME, LINED = 0.12, 0.7  # how far in a printed line may lie, and how much of an edge it covers
PALEST = 0.22  # of the darkest place of a box in which something is written


def probabilities(boxes: list[Picture]) -> npt.NDArray[np.float32]:
    """For each box, cut out as darkness from 0 to 1, how likely it is each digit, blank or something else."""
    if not boxes:
        return np.zeros((0, CLASSES), np.float32)
    likely = likelihoods(np.stack([squared(box) for box in boxes]))
    for number, box in enumerate(boxes):
        if _crossed(box):
            likely[number] *= 0.5
            likely[number, OTHER] += 0.5
    return likely


def likelihoods(squares: Picture) -> npt.NDArray[np.float32]:
    weights, values = _model(), features(squares)
    hidden = np.maximum(values @ weights["w1"] + weights["b1"], 0)
    scores = (hidden @ weights["w2"] + weights["b2"]) / weights["temperature"]
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


@cache
def _model() -> dict[str, npt.NDArray[np.float32]]:
    with np.load(MODEL) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}


def squared(box: Picture) -> Picture:
    """The ink of a box in the middle of a square, 20 of 28 pixels large; bits of the printed frame are taken off."""
    ink = _even(_without_frame(_even(box)))
    rows, columns = np.flatnonzero(ink.max(axis=1) > FAINT), np.flatnonzero(ink.max(axis=0) > FAINT)
    square = np.zeros((SIDE, SIDE), np.float32)
    if not rows.size:
        return square
    part = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    # What is no larger than a speck stays a speck.
    scale = BODY / max(*part.shape, 0.3 * max(box.shape))
    size = (max(1, round(part.shape[1] * scale)), max(1, round(part.shape[0] * scale)))
    small = cv2.resize(part, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR)
    top, left = (SIDE - size[1]) // 2, (SIDE - size[0]) // 2
    square[top : top + size[1], left : left + size[0]] = small
    return square


def _even(box: Picture) -> Picture:
    """With paper at 0 and the darkest at 1, however pale the pen is; what is next to nothing stays so."""
    clear = np.maximum(box - np.percentile(box, 25), 0)
    darkest = float(cv2.GaussianBlur(clear, (0, 0), 1.2).max())
    return np.asarray(np.clip(clear / max(darkest, PALEST), 0, 1), np.float32)


def _without_frame(box: Picture) -> Picture:
    """Take off what is left of a printed line along an edge, and specks."""
    kept = box.copy()
    deep = round(FRAME * min(box.shape))
    for turn in range(4):
        edge = np.rot90(kept, turn)  # the edge is its first rows
        lined = np.flatnonzero((edge[:deep] > FAINT).mean(axis=1) > LINED)
        if lined.size:
            edge[: lined[-1] + 2] = 0
    height, width = box.shape
    _, labels, stats, _ = cv2.connectedComponentsWithStats((kept > FAINT).astype(np.uint8), connectivity=8)
    for number, (x, y, wide, high, area) in enumerate(stats[1:].tolist(), 1):
        along = x + wide <= deep or x >= width - deep or y + high <= deep or y >= height - deep
        if along or area < 0.006 * box.size:
            kept[labels == number] = 0
    kept[kept < FAINT * 0.6] = 0
    return kept


def _crossed(box: Picture) -> bool:
    """Whether a line goes through from edge to edge, as a fold does."""
    ink = _without_frame(_even(box)) > FAINT
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink.astype(np.uint8), connectivity=8)
    return any(wide == box.shape[1] or high == box.shape[0] for _, _, wide, high, _ in stats[1:].tolist())


def features(squares: Picture) -> Picture:
    """Of squares, how much stroke there is of each direction in each of thirteen by thirteen cells, which overlap."""
    down = np.gradient(squares, axis=1)
    across = np.gradient(squares, axis=2)
    strength = np.hypot(across, down)
    turn = (np.arctan2(down, across) % (2 * np.pi)) * DIRECTIONS / (2 * np.pi)
    low = np.floor(turn).astype(int)
    part = turn - low
    cell = SIDE // CELLS
    strokes = np.zeros((len(squares), DIRECTIONS, 2 * CELLS - 1, 2 * CELLS - 1), np.float32)
    for direction in range(DIRECTIONS):
        weight = strength * (
            (low % DIRECTIONS == direction) * (1 - part) + ((low + 1) % DIRECTIONS == direction) * part
        )
        halves = weight.reshape(len(squares), 2 * CELLS, cell // 2, 2 * CELLS, cell // 2).sum(axis=(2, 4))
        strokes[:, direction] = halves[:, 1:, 1:] + halves[:, :-1, 1:] + halves[:, 1:, :-1] + halves[:, :-1, :-1]
    flat = strokes.reshape(len(squares), -1)
    length = np.sqrt((flat**2).sum(axis=1, keepdims=True)) + 0.5
    ink = squares.reshape(len(squares), CELLS, cell, CELLS, cell).mean(axis=(2, 4)).reshape(len(squares), -1)
    return np.asarray(np.concatenate([np.sqrt(flat / length), ink], axis=1), np.float32)
