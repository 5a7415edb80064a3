"""Names as long as they may be, in one word: what pushes the figures of a table off a phone or a paper."""

from league.schedule.models import Division, Entry
from league.teams.models import League, Player, Team, Venue

NAMED = (
    (League, "name"),
    (Team, "name"),
    (Entry, "name"),
    (Division, "name"),
    (Venue, "name"),
    (Venue, "address"),
    (Player, "name"),
)
LONGEST = 58  # letters


def lengthen_everything() -> None:
    """Every name there is becomes one word without a gap, as long as it may be and wide."""
    for model, field in NAMED:
        length = min(model._meta.get_field(field).max_length, LONGEST)
        for row in model.objects.order_by("pk"):
            word = f"{'Wm' * length}"[: length - 4] + f"{row.pk % 10_000:04}"
            model.objects.filter(pk=row.pk).update(**{field: word})
