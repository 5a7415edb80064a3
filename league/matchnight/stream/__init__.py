"""The stream of a live match: /live/<code>/, Server-Sent Events, as docs/api.md describes them.

A plain ASGI application that stands before Django in `league.site.asgi`, and alone where a site has outgrown one
process: `uvicorn league.matchnight.stream:application`. `server` speaks HTTP and limits how many are in, `hub` hears
that a log has grown and reads on in its own thread, `topics` keeps the latest frames of a match and its readers.

A reader costs a few kilobytes, no thread and no connection to the database.
"""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "league.site.settings")
django.setup()  # by itself in a process of its own; beside Django it has been done already

from league.matchnight.stream.server import Stream  # noqa: E402  # rows can be imported from here on

application = Stream()

__all__ = ["Stream", "application"]
