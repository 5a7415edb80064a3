"""The pages of a card's way."""
