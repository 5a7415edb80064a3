"""`manage.py run_jobs`: see to waiting jobs until it is stopped, where no server does so (beside `runserver`)."""

import signal
from threading import Event
from typing import Any

from django.core.management.base import BaseCommand

from league.base.jobs.runner import SubprocessRunner


class Command(BaseCommand):
    help = "Have waiting jobs done until this is stopped. `serve` does so by itself."

    def handle(self, **_options: Any) -> None:
        over = Event()
        for each in (signal.SIGTERM, signal.SIGINT):
            signal.signal(each, lambda *_: over.set())
        runner = SubprocessRunner()
        runner.start()
        self.stdout.write("Waiting for jobs. Stop it with Ctrl+C.")
        self.stdout.flush()
        over.wait()
        runner.stop()
