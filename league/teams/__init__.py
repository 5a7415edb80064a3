"""Leagues and their people, venues, teams, registrations; what a league writes about itself."""
