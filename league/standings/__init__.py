"""Tables, averages and what is still possible."""
