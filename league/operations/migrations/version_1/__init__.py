"""The steps of version 1, which had an app for each of thirty nouns, in the folders of those apps. No step is added."""

from pathlib import Path

FOLDERS = sorted(Path(__file__).parent.glob("*/migrations"))
