"""Every row goes over to another database, of either kind, and back."""

from tests.league.operations.conftest import ON_POSTGRES, OwnSite, empty_postgres


def other_database(site, name):
    """Of the other kind, where there are two."""
    if site.database.kind == "sqlite" and ON_POSTGRES:
        return empty_postgres(f"double_six_moved_{name}")
    return f"sqlite:///{site.folder}/{name}.sqlite3"


def test_rows_go_over_and_back_and_new_ones_get_new_numbers(site):
    before, league = site.database.rows(), site.league
    url = other_database(site, "over")
    said = site.manage("move_to", url)
    assert "tables carried over and compared; 89 results made again, 0 changed." in said
    assert said.endswith("Now set DATABASE_URL to that database, and start the site.\n")
    moved = OwnSite(site.folder, url)
    assert (moved.database.rows(), moved.league) == (before, league)
    assert (site.database.rows(), site.league) == (before, league)

    made = "from league.base.accounts.models import User; print(User.objects.create_user('new@x.example', 'New').pk)"
    highest = max(moved.database.values("base_user", "id"))
    assert int(moved.manage("shell", "-c", made).split()[-1]) > highest
    assert "There are people in that database already." in site.manage("move_to", url, code=1)


def test_nothing_goes_where_it_already_is_or_to_no_database(site):
    assert "That is the database that the site is on." in site.manage("move_to", site.url, code=1)
    said = site.manage("move_to", "mysql://localhost/x", code=1)
    assert "The site stays where it is. mysql is no database that the site knows" in said
