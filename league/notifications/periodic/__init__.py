from league.notifications.periodic import followers as followers
from league.notifications.periodic import notifications as notifications
