"""What the columns of lists of matches are called, by people and by programs, in letters and figures alone."""

HEADINGS: dict[str, tuple[str, ...]] = {
    "home": (
        *("homename", "hometeam", "home", "homeside", "homeclub", "host", "hosts", "team1", "teama", "hometeamname"),
        *("firstteam", "hteam", "teamhome", "homeend", "hosting"),
    ),
    "away": (
        *("awayname", "awayteam", "away", "awayside", "awayclub", "visitors", "visitor", "visitingteam", "team2"),
        *("teamb", "opponents", "opponent", "opposition", "visiting", "awayteamname"),
        *("secondteam", "ateam", "teamaway"),
        *("guests", "visitingside", "visitorsteam", "opp", "opps", "oppo", "opposing", "opposingteam", "oppteam"),
    ),
    "division": (
        *("divisionname", "division", "div", "divn", "league", "competition", "comp", "group", "section"),
        *("fixturegroup", "leaguedivision", "leaguename", "grade"),
    ),
    "date": (
        *("date", "fixturedate", "matchdate", "datetime", "dateandtime", "datetimeko", "playedon", "when", "night"),
        *("weekcommencing", "wc", "wcommencing", "wkcommencing", "wb", "weekbeginning", "dateplayed", "gamedate"),
        *("dateofmatch", "dates", "dt", "matchnight", "datetobeplayed", "kickoffdate", "dateko"),
    ),
    "weekday": ("day", "weekday", "dayofweek"),
    "time": ("time", "ko", "kickoff", "kickofftime", "start", "starttime", "starts", "fixturetime", "throwoff", "hour"),
    "venue": ("venue", "pub", "ground", "location", "at", "where", "playedat", "pitch", "venuename", "place"),
    "home_score": (
        *("homescore", "homegames", "homegoals", "hometeamscore", "hs", "hg", "hscore", "homeresult", "hometotal"),
        *("homeframes", "homelegs", "homewins", "homefor", "scorehome", "scoreh", "hsc", "homesets", "homescored"),
        *("homegameswon", "homesc", "hgames", "hgoals", "score1", "gameshome"),
    ),
    "away_score": (
        *("awayscore", "awaygames", "awaygoals", "awayteamscore", "as", "ag", "ascore", "awayresult", "awaytotal"),
        *("awayframes", "awaylegs", "awaywins", "awayfor", "scoreaway", "scorea", "asc", "awaysets", "awayscored"),
        *("awaygameswon", "awaysc", "agames", "agoals", "score2", "gamesaway", "visitorsscore", "visitorscore"),
    ),
    "home_points": ("homepoints", "homepts", "hpts", "hp", "hpoints", "pointshome", "ptsh", "ptshome", "homepnts"),
    "away_points": ("awaypoints", "awaypts", "apts", "ap", "apoints", "pointsaway", "ptsa", "ptsaway", "awaypnts"),
    "score": ("score", "result", "finalscore", "fullscore", "ft", "scoreha", "scores", "res", "results", "resultha"),
    "state": ("status", "state", "matchstatus", "fixturestatus", "outcome"),
    "week": (
        *("week", "wk", "weekno", "weeknumber", "wkno", "round", "rnd", "rd", "matchday", "matchweek", "gameweek"),
        "stage",
    ),
    "fixture": ("fixture", "fixtures", "teams", "match", "game", "matches", "homevaway", "homevsaway", "hva"),
    "number": (
        *("id", "no", "fxt", "matchno", "ref", "gameno", "matchid", "fixtureid", "fixtureno", "matchnumber", "num"),
    ),
    "versus": ("v", "vs", "versus"),
    "meeting": ("meeting", "leg"),
    "remark": ("notes", "note", "remarks", "comment", "comments", "info"),
    "home_or_away": ("ha", "homeaway", "homeoraway", "venueha", "hora"),
}
KEY_OF = {name: key for key, names in HEADINGS.items() for name in names}
# Single words of headings, by which a second line of headings is told from a row.
HEADING_WORDS = {
    *("home", "away", "team", "teams", "score", "games", "points", "pts", "wins", "date", "time", "name", "played"),
    *(
        "won",
        "total",
        "pts",
        "legs",
        "pegs",
        "sets",
        "ends",
        "for",
        "side",
        "division",
        "div",
        "venue",
        "no",
        "result",
        "goals",
        "legs",
        "frames",
    ),
    *("single", "off", "kick", "week", "number", "start"),
}
