"""Messages by mail, to phones and as texts, to people and to followers."""
