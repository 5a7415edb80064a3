"""What is done to people's data: somebody is erased, and what is no longer needed is forgotten."""
