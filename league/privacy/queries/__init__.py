"""Readings about people's data: who somebody is here, where they are named, and what is kept about them."""
