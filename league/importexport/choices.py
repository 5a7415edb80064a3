"""What can be imported from a spreadsheet, and how far that has got."""

from django.db.models import TextChoices


class ImportKind(TextChoices):
    """What the rows of a spreadsheet are, in the order in which a new league imports them."""

    VENUES = "venues", "Venues"
    TEAMS = "teams", "Teams"
    PEOPLE = "people", "Captains and officers"
    PLAYERS = "players", "Players"
    FIXTURES = "fixtures", "Fixtures"
    RESULTS = "results", "Results"
    HONOURS = "honours", "Honours"
    DEDUCTIONS = "deductions", "Points adjustments"


class ImportState(TextChoices):
    """OPEN: being looked at, and nothing written. WORKING: a job is importing it. UNDOING: a job is taking it back."""

    OPEN = "open", "Not imported yet"
    WORKING = "working", "Importing"
    DONE = "done", "Imported"
    UNDOING = "undoing", "Being undone"
    UNDONE = "undone", "Undone"


TYPED = (ImportKind.VENUES, ImportKind.TEAMS, ImportKind.PEOPLE, ImportKind.PLAYERS)  # those a form has rows for
GIVE_ROLES = (ImportKind.TEAMS, ImportKind.PEOPLE)  # those by which people come into the league
OF_SEASON = (ImportKind.FIXTURES, ImportKind.RESULTS, ImportKind.DEDUCTIONS)
