"""How a league looks where no style sheet reaches."""

from league.teams.models import League, Picture


def crest_of(league: League) -> bytes:
    """The file of a league's crest, for a picture to be drawn with; empty where it has none."""
    data = (
        Picture.objects.filter(pk=league.crest_id).values_list("data", flat=True).first() if league.crest_id else None
    )
    return bytes(data or b"")
