"""Open the pages of a site, as nobody and as its people, by the links on them: `python -m tests.museum.visit NUMBER`.

At most so many of each address of the URLconf are opened by each. Prints as JSON what did not answer well, and how many
were opened.
"""

import json
import re
import sys
from collections import Counter

import django
from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve
from django_scopes import scopes_disabled

LINK = re.compile(r'<a\b[^>]*?\shref="(/[^"#?]*)')
LEFT_OUT = {"account_logout"}


def visit(client: Client, most: int) -> tuple[int, dict[str, int]]:
    """How many pages were opened, and those that did not answer with 200, nor led elsewhere."""
    waiting, seen, of_name, faults = ["/"], {"/"}, Counter(), {}
    for address in waiting:
        answer = client.get(address)
        if answer.status_code not in {200, 301, 302}:
            faults[address] = answer.status_code
        found = LINK.findall(answer.content.decode()) if "text/html" in answer.get("Content-Type", "") else []
        for link in [*found, *filter(None, [answer.get("Location", "").split("?")[0]])]:
            try:
                name = resolve(link).url_name
            except Resolver404:
                faults[link] = 404
                continue
            if link not in seen and name not in LEFT_OUT and of_name[name] < most and not link.endswith(".pdf"):
                of_name[name] += 1
                seen.add(link)
                waiting.append(link)
    return len(waiting), faults


def main(most: int) -> None:
    django.setup()
    from league.accounts.models import User  # models are there once Django is set up
    from league.teams.models import Role

    settings.ALLOWED_HOSTS = ["testserver"]
    opened, faults = 0, {}
    with scopes_disabled():
        kinds = sorted({role.kind: role.user_id for role in Role.objects.order_by("-pk") if role.user_id}.items())
    for key in (None, *(user for _, user in kinds)):
        client = Client(raise_request_exception=False)
        if key is not None:
            client.force_login(User.objects.get(pk=key))
        number, wrong = visit(client, most)
        opened, faults = opened + number, faults | wrong
    sys.stdout.write(json.dumps({"opened": opened, "faults": faults}) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
