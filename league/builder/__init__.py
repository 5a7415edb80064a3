"""The pages on which a league writes its rules, with what they come to drawn beside them. No rows of its own."""
