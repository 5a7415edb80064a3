"""`manage.py doctor`: whether the site is well, a line for each thing, and what to do about what is not."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.timezone import now

from league.operations.diagnosis import findings


class Command(BaseCommand):
    help = "Look at everything that a site needs, and say what is wrong. Exit 1 if something is."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--mail-to", default="", metavar="ADDRESS", help="send a mail there on trial")
        parser.add_argument("--dkim", default="", metavar="SELECTOR", help="of the key that mails are signed with")
        parser.add_argument("--nameserver", default="", metavar="IP", help="ask this one, in place of the system's")
        parser.add_argument("--nameserver-port", type=int, default=53, metavar="PORT")

    def handle(self, *_args: Any, **options: Any) -> None:
        names = ("mail_to", "dkim", "nameserver", "nameserver_port")
        faults = 0
        for subject, fault, note in findings(now(), **{name: options[name] for name in names}):
            faults += bool(fault)
            mark = self.style.ERROR("NOT well") if fault else self.style.SUCCESS("well    ")
            self.stdout.write(f"{mark}  {': '.join(filter(None, (subject, fault or note)))}")
        if faults:
            raise CommandError(f"{faults} of these need you.")
