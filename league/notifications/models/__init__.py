from league.notifications.models import followers as followers
from league.notifications.models import notifications as notifications
