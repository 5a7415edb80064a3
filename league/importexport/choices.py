"""What can be brought in from a spreadsheet, and how far that has got."""

from django.db.models import TextChoices


class ImportKind(TextChoices):
    """What the rows of a spreadsheet are, in the order in which a new league brings them in."""

    VENUES = "venues", "Venues"
    TEAMS = "teams", "Teams"
    PEOPLE = "people", "Captains and officers"
    PLAYERS = "players", "Players"
    FIXTURES = "fixtures", "Fixtures"
    RESULTS = "results", "Results"
    HONOURS = "honours", "Honours"


class ImportState(TextChoices):
    """OPEN: being looked at, and nothing written. WORKING: a job is bringing it in."""

    OPEN = "open", "Not brought in yet"
    WORKING = "working", "Being brought in"
    DONE = "done", "Brought in"
    UNDONE = "undone", "Taken back"


TYPED = (ImportKind.VENUES, ImportKind.TEAMS, ImportKind.PEOPLE, ImportKind.PLAYERS)  # those a form has rows for
GIVE_ROLES = (ImportKind.TEAMS, ImportKind.PEOPLE)  # those by which people come into the league
OF_SEASON = (ImportKind.FIXTURES, ImportKind.RESULTS)
