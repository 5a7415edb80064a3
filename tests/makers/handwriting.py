"""Digits and ticks as pens write them: strokes of many hands, bent and shaken, drawn as darkness from 0 to 1."""

import cv2
import numpy as np

# Each digit in several ways of writing it, as strokes of points in a square of 1; curves go smoothly through them.
WAYS = {
    0: [
        [[(0.5, 0.02), (0.15, 0.3), (0.15, 0.7), (0.5, 0.98), (0.85, 0.7), (0.85, 0.3), (0.5, 0.02)]],
        [[(0.6, 0.05), (0.2, 0.25), (0.2, 0.8), (0.55, 0.97), (0.85, 0.6), (0.8, 0.2), (0.45, 0.03)]],
        [[(0.5, 0.02), (0.15, 0.3), (0.15, 0.7), (0.5, 0.98), (0.85, 0.7), (0.85, 0.3), (0.5, 0.02)],
         [(0.8, 0.15), (0.2, 0.85)]],
    ],
    1: [
        [[(0.5, 0.0), (0.5, 1.0)]],
        [[(0.55, 0.0), (0.45, 1.0)]],
        *(
            [[(0.55 - across, down), (0.55, 0.0)], [(0.55, 0.0), (0.55, 1.0)], *foot]
            for across, down in ((0.15, 0.12), (0.2, 0.25), (0.28, 0.18), (0.35, 0.3), (0.35, 0.5), (0.45, 0.4))
            for foot in ([], [], [[(0.25, 1.0), (0.85, 1.0)]])
        ),
    ],
    2: [
        [[(0.15, 0.25), (0.45, 0.02), (0.8, 0.25), (0.6, 0.6), (0.12, 0.97)], [(0.12, 0.97), (0.9, 0.97)]],
        [[(0.15, 0.2), (0.5, 0.02), (0.82, 0.25), (0.55, 0.65), (0.2, 0.95), (0.25, 0.8), (0.5, 0.88), (0.92, 0.95)]],
        [[(0.2, 0.15), (0.6, 0.03), (0.8, 0.3), (0.5, 0.65), (0.15, 0.95)], [(0.15, 0.95), (0.55, 0.9), (0.9, 0.98)]],
    ],
    3: [
        [[(0.15, 0.15), (0.5, 0.02), (0.8, 0.22), (0.45, 0.47)],
         [(0.45, 0.47), (0.88, 0.7), (0.5, 0.98), (0.12, 0.85)]],
        [[(0.15, 0.05), (0.82, 0.05)], [(0.82, 0.05), (0.42, 0.42)],
         [(0.42, 0.42), (0.88, 0.65), (0.5, 0.98), (0.1, 0.88)]],
        [[(0.2, 0.1), (0.6, 0.02), (0.78, 0.25), (0.4, 0.48), (0.85, 0.68), (0.6, 0.96), (0.12, 0.9)]],
    ],
    4: [
        [[(0.65, 0.0), (0.1, 0.68)], [(0.1, 0.68), (0.92, 0.68)], [(0.65, 0.0), (0.65, 1.0)]],
        [[(0.25, 0.0), (0.15, 0.58)], [(0.15, 0.58), (0.9, 0.55)], [(0.7, 0.1), (0.65, 1.0)]],
        [[(0.3, 0.0), (0.12, 0.6)], [(0.12, 0.6), (0.88, 0.6)], [(0.62, 0.3), (0.6, 1.0)]],
    ],
    5: [
        [[(0.82, 0.03), (0.25, 0.03)], [(0.25, 0.03), (0.2, 0.45)],
         [(0.2, 0.45), (0.6, 0.38), (0.86, 0.65), (0.55, 0.97), (0.12, 0.88)]],
        [[(0.3, 0.05), (0.22, 0.45)], [(0.22, 0.45), (0.65, 0.4), (0.82, 0.7), (0.5, 0.97), (0.12, 0.9)],
         [(0.3, 0.05), (0.85, 0.02)]],
        [[(0.85, 0.02), (0.35, 0.06), (0.25, 0.42), (0.7, 0.45), (0.8, 0.75), (0.45, 0.98), (0.15, 0.88)]],
    ],
    6: [
        [[(0.7, 0.02), (0.3, 0.3), (0.15, 0.7), (0.5, 0.98), (0.85, 0.72), (0.55, 0.5), (0.18, 0.7)]],
        [[(0.45, 0.0), (0.2, 0.5), (0.25, 0.9), (0.65, 0.97), (0.85, 0.72), (0.55, 0.55), (0.22, 0.75)]],
    ],
    7: [
        [[(0.1, 0.05), (0.88, 0.05)], [(0.88, 0.05), (0.4, 1.0)]],
        [[(0.1, 0.05), (0.88, 0.05)], [(0.88, 0.05), (0.4, 1.0)], [(0.3, 0.52), (0.85, 0.48)]],
        [[(0.12, 0.2), (0.12, 0.05)], [(0.12, 0.05), (0.88, 0.05)], [(0.88, 0.05), (0.55, 0.5), (0.45, 1.0)]],
    ],
    8: [
        [[(0.78, 0.15), (0.45, 0.02), (0.22, 0.22), (0.5, 0.47), (0.85, 0.75), (0.5, 0.98), (0.15, 0.75), (0.5, 0.47),
          (0.8, 0.2), (0.75, 0.12)]],
        [[(0.5, 0.48), (0.22, 0.25), (0.5, 0.02), (0.78, 0.25), (0.5, 0.48)],
         [(0.5, 0.48), (0.15, 0.73), (0.5, 0.98), (0.85, 0.73), (0.5, 0.48)]],
    ],
    9: [
        [[(0.8, 0.25), (0.5, 0.02), (0.2, 0.28), (0.5, 0.52), (0.8, 0.25)], [(0.8, 0.25), (0.75, 1.0)]],
        [[(0.8, 0.2), (0.45, 0.03), (0.2, 0.3), (0.55, 0.5), (0.82, 0.2), (0.8, 0.7), (0.5, 0.97), (0.2, 0.88)]],
        [[(0.78, 0.12), (0.35, 0.05), (0.22, 0.38), (0.6, 0.48), (0.8, 0.12)], [(0.8, 0.12), (0.6, 1.0)]],
    ],
}  # fmt: skip
TICKS = [
    [[(0.1, 0.55), (0.4, 0.9)], [(0.4, 0.9), (0.95, 0.1)]],
    [[(0.15, 0.6), (0.35, 0.85), (0.9, 0.05)]],
    [[(0.1, 0.1), (0.9, 0.9)], [(0.9, 0.1), (0.1, 0.9)]],
    [[(0.05, 0.95), (0.95, 0.05)]],
]
OTHERS = [
    *TICKS[:3],
    [[(0.85, 0.2), (0.45, 0.05), (0.15, 0.5), (0.45, 0.95), (0.85, 0.8)]],  # C
    [[(0.1, 0.5), (0.9, 0.5)]],  # a dash
    [[(0.5, 0.0), (0.1, 1.0)], [(0.5, 0.0), (0.9, 1.0)], [(0.25, 0.6), (0.75, 0.6)]],  # A
    [[(0.1, 0.0), (0.1, 1.0)], [(0.9, 0.0), (0.9, 1.0)], [(0.1, 0.5), (0.9, 0.5)]],  # H
]


def stroke_digit(random: np.random.Generator, digit: int, size: tuple[int, int], pen: float) -> np.ndarray:
    """One digit by a pen so many pixels wide, filling a picture of a height and a width."""
    ways = WAYS[digit]
    return drawn(random, ways[random.integers(len(ways))], size, pen, slim=random.uniform(0.5, 1) if digit == 1 else 1)


def tick(random: np.random.Generator, size: tuple[int, int], pen: float) -> np.ndarray:
    return drawn(random, TICKS[random.integers(len(TICKS))], size, pen)


def other(random: np.random.Generator, size: tuple[int, int], pen: float) -> np.ndarray:
    """Something that is no digit: a letter, a tick, a scribble, a box blacked out, a digit struck through or two."""
    kind = random.integers(6)
    if kind <= 1:
        return drawn(random, OTHERS[random.integers(len(OTHERS))], size, pen)
    if kind == 2:
        points = random.uniform(0, 1, (random.integers(8, 22), 2))
        return drawn(random, [[tuple(point) for point in points]], size, pen)
    if kind == 3:
        steps = random.integers(6, 14)
        zigzag = [((step % 2) * 0.9 + 0.05, step / steps) for step in range(steps + 1)]
        return drawn(random, [zigzag], size, pen * 1.6)
    digit = stroke_digit(random, int(random.integers(10)), size, pen)
    if kind == 4:
        struck = [[(0.0, random.uniform(0.2, 0.8)), (1.0, random.uniform(0.2, 0.8))], [(0, 0.9), (1, 0.1)]]
        return np.maximum(digit, drawn(random, struck, size, pen))
    return np.maximum(digit, stroke_digit(random, int(random.integers(10)), size, pen))


def drawn(random, strokes, size, pen, *, slim: float = 1.0) -> np.ndarray:
    """Strokes as a pen draws them that does not press evenly, as darkness from 0 to 1."""
    height, width = size
    picture = np.zeros((height * 4, width * 4), np.uint8)
    for line in moved(random, strokes, slim=slim):
        points = (line * (width * 4, height * 4)).astype(np.int32)
        for first in range(0, len(points) - 1, 4):
            thick = max(1, round(4 * pen * random.uniform(0.85, 1.15)))
            cv2.polylines(picture, [points[first : first + 5]], isClosed=False, color=255, thickness=thick)
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
    return small * random.uniform(0.55, 0.95)


def moved(random, strokes, *, slim: float = 1.0) -> list[np.ndarray]:
    """The points of strokes in a square of 1 by an unsteady hand: slanted, stretched, bent, shaken."""
    slant, turn = random.normal(0, 0.14), random.normal(0, 0.07)
    wide, high = random.uniform(0.75, 1.05) * slim, random.uniform(0.85, 1.05)
    bend = random.normal(0, 0.05, (2, 3))
    lines = []
    for stroke in strokes:
        points = np.array(stroke, float) + random.normal(0, 0.03, (len(stroke), 2))
        points = smooth(points) if len(points) > 2 else np.linspace(points[0], points[-1], 12)
        points = points + np.cumsum(random.normal(0, 0.0035, points.shape), axis=0)
        x, y = (points - 0.5).T
        x, y = x * wide - slant * y + bend[0] @ [x * y, y * y, x * x], y * high + bend[1] @ [x * y, y * y, x * x]
        x, y = x * np.cos(turn) - y * np.sin(turn), x * np.sin(turn) + y * np.cos(turn)
        lines.append(np.stack([x, y], axis=1) + 0.5)
    return lines


def smooth(points: np.ndarray) -> np.ndarray:
    """A curve through points (Catmull and Rom's)."""
    ends = np.concatenate([points[:1], points, points[-1:]])
    curve = []
    for a, b, c, d in zip(ends[:-3], ends[1:-2], ends[2:-1], ends[3:], strict=True):
        curve += [
            0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)
            for t in np.linspace(0, 1, 8, endpoint=False)
        ]
    return np.array([*curve, points[-1]])
