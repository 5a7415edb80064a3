from league.exchange.periodic import api as api
from league.exchange.periodic import imports as imports
from league.exchange.periodic import privacy as privacy
