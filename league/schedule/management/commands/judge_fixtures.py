"""`manage.py judge_fixtures INSTANCE.json FILE.csv`: what a fixture list is worth. It needs no database."""

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from league.schedule.management import list_at, task_at, unreadable
from scoring.season.schedule.files import match_row
from scoring.season.schedule.judge import Judgement, health, judge
from scoring.season.schedule.task import Match, Task, is_choice

SHOWN = 20  # of costs, the dearest first


class Command(BaseCommand):
    help = "Judge a fixture list: exit 0 without violations, 1 with some, 2 if a file cannot be read."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("instance", type=Path, help="the task: JSON of the format pubfix-1, or RobinX XML")
        parser.add_argument("list", type=Path, help="the list: CSV with division,date,home,away, or RobinX XML")
        parser.add_argument("--json", action="store_true", help="print one JSON object instead of lines to read")

    def handle(self, *_args: Any, **options: Any) -> None:
        task = task_at(options["instance"], advice="The task comes first, the list second.")
        matches, misread = list_at(options["list"], task)
        unread = [f"line {each.line}: {each.text}" for each in misread if not each.misnumbered]
        if unread:
            raise unreadable(f"{options['list']} is no fixture list. Mend these lines:", unread)
        judgement = judge(task, matches, misread)
        lines = [json.dumps(as_json(judgement))] if options["json"] else _lines(task, matches, judgement)
        for line in lines:
            self.stdout.write(line)
        sys.exit(1 if judgement.hard else 0)


def as_json(judgement: Judgement) -> dict[str, Any]:
    violations = [
        {"code": each.code, "words": each.text, "matches": [match_row(match) for match in each.matches]}
        for each in judgement.violations
    ]
    costs = [
        {"kind": each.kind, "amount": each.amount, "words": each.text, "about": list(each.about)}
        for each in judgement.costs
    ]
    return {**judgement.report(), "violations": violations, "costs": costs}


def _lines(task: Task, matches: Sequence[Match], judgement: Judgement) -> Iterator[str]:
    report = health(task, matches)
    sums = ", ".join(f"{kind} {amount}" for kind, amount in judgement.by_kind.items())
    yield f"{judgement.id}: {judgement.matches} matches, {judgement.hard} violations, cost {judgement.cost}"
    if sums:
        yield f"Cost: {sums}"
    yield from (each.text for each in report.divisions)
    requests = [wish.met for wish in report.wishes if not is_choice(wish.id)]
    if requests:
        yield f"{sum(requests)} of {len(requests)} requests are met"
    yield from (f"{each.code} {each.text}" for each in judgement.violations)
    dearest = sorted(judgement.costs, key=lambda cost: -cost.amount)
    yield from (f"{each.kind} {each.amount}: {each.text}" for each in dearest[:SHOWN])
    if len(dearest) > SHOWN:
        yield f"and {len(dearest) - SHOWN} more that cost no more than the last"
