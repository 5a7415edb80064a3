"""The made-up names of the demonstration: towns, pubs, teams and people that might be in any northern league.

Knows words only. The postcodes belong to no area and the telephone numbers are those kept free for drama.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DemoPub:
    """A pub and the teams that play there."""

    name: str
    street: str
    place: str
    teams: tuple[str, ...]
    notes: str = ""

    @property
    def address(self) -> str:
        return f"{self.street}, {self.place}"


@dataclass(frozen=True, slots=True)
class Naming:
    """One league's names: `divisions` from the top, `area` the letters of its postcodes, `squad` players a team.

    The pubs are put on the map around `middle`, north and east in degrees: moors, for none of them exists.

    Without a `coordinator` the secretary runs the cups. `officers` are offices as the league calls them, with who holds
    each.
    """

    name: str
    short_name: str
    slug: str
    preset: str
    about: str
    contact: str
    area: str
    middle: tuple[float, float]
    squad: int
    divisions: tuple[str, ...]
    legs: int
    moving: int
    secretary: str
    results_officer: str
    coordinator: str
    officers: tuple[tuple[str, str], ...]
    pubs: tuple[DemoPub, ...]


HARTHWAITE = Naming(
    name="Harthwaite & District Fives and Threes League",
    short_name="Harthwaite",
    slug="harthwaite",
    preset="leek",
    about="Fives and threes in Harthwaite and the villages since 1951. Matches start at 8pm; the home side sends the "
    "card. New players are welcome: ask at any of the pubs.",
    contact="Marjorie Stubbs, 01632 960114",
    area="HW",
    middle=(54.42, -2.03),
    squad=9,
    divisions=("Division One", "Division Two"),
    legs=2,
    moving=2,
    secretary="Marjorie Stubbs",
    results_officer="Colin Thackray",
    coordinator="Doreen Wass",
    officers=(
        ("President", "Wilf Tallentire"),
        ("Chair", "Maureen Iveson"),
        ("Vice-chair", "Geoff Sunter"),
        ("Secretary", "Marjorie Stubbs"),
        ("Treasurer", "Brian Alderson"),
        ("Results secretary", "Colin Thackray"),
        ("Knock-out co-ordinator", "Doreen Wass"),
        ("Committee", "Hazel Pratt"),
        ("Committee", "Norman Close"),
        ("Auditor", "Joyce Bellerby"),
    ),
    pubs=(
        DemoPub("The Crown", "2 Market Place", "Harthwaite", ("Crown A", "Crown B"), "Dominoes in the snug."),
        DemoPub("The Fleece", "41 Bondgate", "Harthwaite", ("Fleece A", "Fleece B"), "Park behind, off Tenter Lane."),
        DemoPub(
            "Harthwaite Social Club", "8 Institute Row", "Harthwaite", ("Social A", "Social B"), "Ring to be let in."
        ),
        DemoPub("The Bay Horse", "1 The Green", "Cotterby", ("Bay Horse",), "Two steps at the door."),
        DemoPub("The Black Bull", "17 Front Street", "Langrigg", ("Black Bull",)),
        DemoPub("The Blue Bell", "5 Church Bank", "Marrick Bridge", ("Blue Bell",)),
        DemoPub("The Drovers", "Drove Road", "High Askew", ("Drovers",), "Last bus down is 10.40pm."),
        DemoPub("The Dun Cow", "22 Front Street", "Langrigg", ("Dun Cow",)),
        DemoPub("The King's Head", "30 Market Place", "Harthwaite", ("King's Head",)),
        DemoPub("The Miners Arms", "3 Smelt Row", "Leadgill", ("Miners Arms",), "Cash only at the bar."),
        DemoPub("The Plough", "Mill Lane", "Cotterby", ("Plough",)),
        DemoPub("The Railway", "2 Station Road", "Harthwaite", ("Railway",)),
        DemoPub("The Shoulder of Mutton", "9 The Green", "Ellerton Moor", ("Shoulder of Mutton",)),
        DemoPub("The Station", "Station Yard", "Marrick Bridge", ("Station",)),
        DemoPub("The Wheatsheaf", "14 Bondgate", "Harthwaite", ("Wheatsheaf",)),
        DemoPub("The White Swan", "Bridge End", "Marrick Bridge", ("White Swan",), "The car park floods."),
        DemoPub("The Woolpack", "6 Weavers Row", "Ellerton Moor", ("Woolpack",)),
    ),
)

SKELBY = Naming(
    name="Skelby Thursday Dominoes League",
    short_name="Skelby",
    slug="skelby",
    preset="northallerton",
    about="Four games of straight dominoes and four of fives and threes, every Thursday from autumn to spring.",
    contact="Trevor Lumley, 01632 960377",
    area="KB",
    middle=(54.38, -0.88),
    squad=11,
    divisions=("League",),
    legs=4,
    moving=0,
    secretary="Trevor Lumley",
    results_officer="Jean Oxtoby",
    coordinator="",
    officers=(
        ("Chair", "Harold Grainger"),
        ("Secretary and treasurer", "Trevor Lumley"),
        ("Results secretary", "Jean Oxtoby"),
    ),
    pubs=(
        DemoPub("The Anchor", "1 Staithe Side", "Skelby", ("Anchor",)),
        DemoPub("The Buck Inn", "12 High Street", "Thornby", ("Buck",)),
        DemoPub("The Golden Lion", "35 High Street", "Skelby", ("Golden Lion",)),
        DemoPub("The Nag's Head", "Main Street", "Great Sowby", ("Nag's Head",)),
        DemoPub("The Oak Tree", "4 Low Lane", "Ainderthorpe", ("Oak Tree",)),
        DemoPub("Skelby Cricket Club", "Park Road", "Skelby", ("Cricket Club",)),
    ),
)

FIRST_NAMES = (
    *("Alan", "Alice", "Arthur", "Barbara", "Barry", "Brenda", "Brian", "Carol", "Christine", "Dave", "Deborah"),
    *("Dennis", "Derek", "Doreen", "Dorothy", "Eileen", "Elaine", "Ernie", "Frank", "Fred", "Gary", "Geoff"),
    *("George", "Gillian", "Gordon", "Graham", "Harry", "Hazel", "Ian", "Irene", "Jack", "Janet", "Jim", "Joan"),
    *("Joyce", "Karen", "Keith", "Ken", "Kevin", "Lesley", "Linda", "Malcolm", "Margaret", "Maureen", "Mick"),
    *("Muriel", "Norman", "Pat", "Pauline", "Peter", "Ray", "Rita", "Roy", "Sandra", "Sheila", "Shirley", "Stan"),
    *("Susan", "Ted", "Terry", "Tom", "Val", "Vera", "Walter", "Wendy", "Wilf"),
)

LAST_NAMES = (
    *("Addison", "Allinson", "Atkinson", "Bainbridge", "Barraclough", "Batty", "Beadle", "Binks", "Blenkin"),
    *("Bowes", "Brunskill", "Burdon", "Calvert", "Clarkson", "Coates", "Cowling", "Dent", "Dinsdale", "Dobson"),
    *("Emerson", "Fawcett", "Featherstone", "Garbutt", "Gill", "Hardcastle", "Hird", "Horner", "Hutchinson"),
    *("Iveson", "Jackson", "Kearton", "Kirkbride", "Lister", "Lonsdale", "Marwood", "Metcalfe", "Moorhouse"),
    *("Nattrass", "Nelson", "Oldroyd", "Ollerenshaw", "Parkin", "Peacock", "Pickersgill", "Raine", "Raw"),
    *("Robson", "Rudd", "Scarr", "Sedgwick", "Sowerby", "Spence", "Sunter", "Swinbank", "Tallentire", "Teasdale"),
    *("Thwaite", "Tiplady", "Towler", "Umpleby", "Verity", "Waistell", "Walker", "Walton", "Wearmouth", "Whitfield"),
    *("Wilkinson", "Winn", "Woodhead", "Wrathall"),
)

YOUNG_NAMES = ("Callum", "Jade", "Liam", "Megan")

NEWCOMERS = ("Shaun Petch", "Tracey Bulmer", "Neil Harker", "Dawn Appleyard")
