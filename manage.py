#!/usr/bin/env python
"""Django's command line for Double Six."""

import gc
import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

# New objects after which the interpreter looks for what has no use any more. Of the 200,000 that are made while the
# modules are read all but a megabyte is there to stay, and to look through it is a fifth of the time of the start, more
# the oftener. The site has its own number once it has started, and so has a job that draws.
SELDOM = 300_000

if __name__ == "__main__":
    gc.set_threshold(SELDOM)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"A setting is missing or wrong. {error}")
