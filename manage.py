#!/usr/bin/env python
"""Django's command line for Double Six."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from environs import EnvError

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")
    try:
        execute_from_command_line(["double-six", *sys.argv[1:]])  # as operators type it
    except (ImproperlyConfigured, EnvError) as error:
        sys.exit(f"A setting is missing or wrong. {error}")
