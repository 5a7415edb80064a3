from league.notifications.models import followers as followers
from league.notifications.models import notifications as notifications
from league.notifications.models import webhooks as webhooks
