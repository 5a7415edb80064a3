"""What a league tells other programs of by itself: results, nights and fixtures, signed as Standard Webhooks."""
