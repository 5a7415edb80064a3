"""What every league site needs: how it is served and drawn, people, the audit log and jobs. Knows no league."""
