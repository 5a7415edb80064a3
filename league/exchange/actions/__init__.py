"""What is done with files that come and go."""
