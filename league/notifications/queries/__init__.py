"""What is to be written to whom, and what was."""
