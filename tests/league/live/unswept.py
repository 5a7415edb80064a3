"""The stream of live matches, which looks at the rows only when it is told to."""

from league.matchnight.stream import Stream
from league.matchnight.stream.hub import Limits

application = Stream(Limits(sweep=3600))
