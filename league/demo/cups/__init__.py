"""The demonstration's cups: this season's at every stage there is, last seasons' finished, and the honours board."""
