"""`manage.py run_job ID`: do one job. The server starts it as a child process."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.base.jobs.actions import run_job


class Command(BaseCommand):
    help = "Do one waiting job, by its number. Does nothing if it is finished, or being done."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("job", type=int)

    def handle(self, *, job: int, **_options: Any) -> None:
        if not run_job(job):
            self.stdout.write(f"Job {job} is not waiting.")
