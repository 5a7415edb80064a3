from league.exchange.models import api as api
from league.exchange.models import imports as imports
from league.exchange.models import privacy as privacy
