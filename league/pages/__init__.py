"""A league's public pages, the secretary's inbox, and the pub's television."""
