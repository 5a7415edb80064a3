"""What is written in one box: a digit, nothing, or something that is no digit, with how sure that is.

A small convolutional network reads the box with its outline as the photograph has it. tests/makers/digits.py trains it
on handwriting and on pens of our own.
"""

from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

import cv2
import numpy as np
import numpy.typing as npt

Picture: TypeAlias = npt.NDArray[np.float32]

MODEL = Path(__file__).with_name("digits.onnx")
BLANK, OTHER = 10, 11  # after the ten digits
CLASSES = 12
SIDE = 32  # pixels of the square that a box is brought to


def probabilities(boxes: list[Picture]) -> npt.NDArray[np.float32]:
    """For each box, cut out as darkness from 0 to 1, how likely it is each digit, blank or something else."""
    if not boxes:
        return np.zeros((0, CLASSES), np.float32)
    network = _network()
    network.setInput(np.stack([squared(box) for box in boxes])[:, None])
    return np.asarray(network.forward(), np.float32)


@cache
def _network() -> Any:
    return cv2.dnn.readNetFromONNX(str(MODEL))


def squared(box: Picture) -> Picture:
    return np.asarray(cv2.resize(box, (SIDE, SIDE), interpolation=cv2.INTER_AREA), np.float32)
