"""The stream of live matches, which looks at the rows only when it is told to."""

from league.live.stream import Stream
from league.live.stream.admission import Limits

application = Stream(Limits(sweep=3600))
