"""Recording what a site answers everybody: each person in a process and on a copy of the site of their own."""

import logging
import os
import re
import shutil
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from tests.crawl.compare import HEAD, read

MOST, MOST_FOR_VISITOR = 3, 6  # addresses of one route
QUICK_ROLES = re.compile(r"empty|begun|demo/(visitor|admin|harthwaite\.(?!vice)|skelby\.(secretary|captain))")
LONGEST = re.compile(r"visitor|admin|secretary")  # they begin
POSTED = re.compile(r"POST (?P<target>\S+) \[.*\] from (?P<page>\S*)")


@dataclass(frozen=True)
class Task:
    """One person's way through a copy of a site: by links, or through what was `requested` before, or to addresses
    that no link led to (`unlinked`). `foreign` are the leagues that this person has nothing to do with.
    """

    site: Path
    role: str
    target: Path
    email: str
    most: int
    foreign: tuple[str, ...] = ()
    papers: bool = False
    is_quick: bool = False
    requested: tuple[str, ...] = ()
    unlinked: tuple[str, ...] = ()

    @property
    def league(self) -> str:
        return self.role.partition(".")[0] if "." in self.role else ""


def work(task: Task) -> tuple[Task, dict[str, str], int, float]:
    """The addresses that were opened with their routes, how many answers there were, and the seconds of a core."""
    from tests.crawl import sites
    from tests.crawl.walk import Walk, route_of

    began = process_time()
    with TemporaryDirectory() as folder, sites.frozen():
        sites.use(Path(shutil.copytree(task.site, Path(folder) / "site")))
        sites.fix_chance(task.role)
        walk = Walk(task.email, task.foreign, task.most, task.papers, task.is_quick)
        if task.requested:
            _repeat(walk, task.requested)
        elif task.unlinked:
            for path in task.unlinked:
                walk.open(path)
                walk.send(path, "bare", "", {})
        else:
            walk.go({"/", "/me/", *([f"/{task.league}/"] if task.league else [])})
    texts = defaultdict(list)
    for name, lines in sorted(walk.records.items()):
        route = re.sub(r"[^A-Za-z0-9.,?-]+", "_", route_of(name.split(" ")[1]))
        texts[f"{name.partition(' ')[0]}_{route[:120]}.txt"].append("\n".join([HEAD + name, *lines, ""]))
    folder = task.target / task.site.name / task.role
    folder.mkdir(parents=True, exist_ok=True)
    for name, parts in texts.items():
        with (folder / name).open("a") as file:  # some of it may stand there, from the walk by links
            file.write("".join(parts))
    return task, walk.pages, len(walk.records), process_time() - began


def _repeat(walk, requested: tuple[str, ...]) -> None:
    """Ask for the same again: each page, the forms that were sent from it, and what was sent from no page."""
    posts = [post for name in requested if (post := POSTED.fullmatch(name))]
    walk.wanted_forms = {(post["page"], post["target"]) for post in posts}
    pages = {name.removeprefix("GET ") for name in requested if name.startswith("GET ")}
    for path in sorted(pages | {post["page"] for post in posts if post["page"]}):
        walk.open(path)
        if path not in pages:
            del walk.records[f"GET {path}"]
    for target in sorted(post["target"] for post in posts if not post["page"]):
        walk.send(target, "bare", "", {})


def make_site(folder: Path) -> tuple[Path, dict[str, str]]:
    from tests.crawl import sites

    return folder, sites.make(folder)


def set_up(*, with_templates: bool) -> None:
    """Read every address, and every template if many will be drawn, before processes are forked."""
    os.environ.update(DJANGO_SETTINGS_MODULE="tests.settings", DEMO="yes", PORT="8000")
    from django.conf import settings

    settings.INSTALLED_APPS.remove("zeal")  # which looks at every row that is read
    settings.MIDDLEWARE.remove("tests.settings.pages_watched")
    import django

    django.setup()
    logging.disable(logging.CRITICAL)
    from django.template.loader import get_template

    import tests.crawl.walk  # noqa: F401, with all it imports
    from tests.league.addresses import routes

    routes()
    templates = Path(settings.BASE_DIR, "templates")
    for path in templates.rglob("*.html") if with_templates else ():
        get_template(str(path.relative_to(templates)))


def record(
    target: Path, *, site: Path, like: Path | None, only: str, roles: str, quick: bool, papers: bool, jobs: int
) -> int:
    set_up(with_templates=not only)
    from tests.crawl.sites import SITES

    shutil.rmtree(target, ignore_errors=True)
    before = read(like) if like else {}
    quick = quick or (bool(like) and not any(" [empty] " in name for answers in before.values() for name in answers))
    with TemporaryDirectory() as folder:
        wanted = {name for name, role in before if re.search(roles, f"{name}/{role}")} if like else SITES
        kept = [site / name for name in sorted(wanted)]
        list(_in_processes(make_site, [path for path in kept if not path.exists()], jobs))
        copies = [Path(shutil.copytree(path, Path(folder) / path.name)) for path in kept]
        people = list(_in_processes(make_site, copies, jobs))  # brought up to this code
        tasks = [
            Task(copy, role, target, email, 1 if quick else MOST_FOR_VISITOR if role == "visitor" else MOST,
                 papers=papers, is_quick=quick)
            for copy, emails in people for role, email in emails.items()
            if re.search(roles, who := f"{copy.name}/{role}") and (not quick or QUICK_ROLES.match(who))
        ]  # fmt: skip
        leagues = {task.league for task in tasks} | {"harthwaite", "skelby"}
        tasks = [replace(task, foreign=tuple(leagues - {task.league, ""})) if task.league else task for task in tasks]
        if like:
            names = {task: before.get((task.site.name, task.role), ()) for task in tasks}
            tasks = [
                replace(task, requested=tuple(name for name in names[task] if re.search(only, name))) for task in tasks
            ]
            _run([task for task in tasks if task.requested], jobs)
        else:
            _run(_without_links(_run(sorted(tasks, key=lambda task: not LONGEST.search(task.role)), jobs)), jobs)
    return 0


def _in_processes(function: Callable[[Any], Any], cases: list[Any], jobs: int) -> Iterator[Any]:
    """Each in a process of its own, forked while nothing runs here: an import that a fork interrupts never ends."""
    with get_context("fork").Pool(jobs, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(function, cases, chunksize=1)


def _run(tasks: list[Task], jobs: int) -> list[tuple[Task, dict[str, str]]]:
    done = []
    for task, pages, answers, seconds in _in_processes(work, tasks, jobs):
        print(f"{task.site.name}/{task.role}: {answers} answers, {seconds:.0f} s of a core", flush=True)
        done.append((task, pages))
    return sorted(done, key=lambda pair: (pair[0].site, pair[0].role))


def _without_links(done: list[tuple[Task, dict[str, str]]]) -> list[Task]:
    """For everybody the addresses of the URLconf that no link led them to: as others had them, or made up of names."""
    from django.urls import resolve

    from tests.league.acts import filled
    from tests.league.addresses import routes

    names_in = cache(lambda path: resolve(path).captured_kwargs)
    tasks = []
    for task, pages in done:
        paths: dict[str, str] = {}
        names: dict[str, object] = {}
        for other, others in done:
            for path, route in sorted(
                (path.partition("?")[0], route.partition("?")[0]) for path, route in others.items()
            ):
                if other.site == task.site and route and path.split("/")[1] not in task.foreign:
                    paths.setdefault(route, path)
                    names = names_in(path) | names
        for text in routes():
            if text not in paths and "(?P" not in text and (path := filled(text, names)) is not None:
                paths[text] = f"/{path}"
        reached = {route.partition("?")[0] for route in pages.values()}
        unlinked = (path for route, path in sorted(paths.items()) if route not in reached)
        tasks.append(
            replace(task, unlinked=tuple(path for path in unlinked if task.papers or not path.endswith(".pdf")))
        )
    return [task for task in tasks if task.unlinked]
