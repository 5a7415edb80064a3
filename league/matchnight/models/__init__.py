from league.matchnight.models import availability as availability
from league.matchnight.models import lineups as lineups
from league.matchnight.models import live as live
