"""What a league tells the world itself: its news, the pages of its own, and who sponsors it."""
