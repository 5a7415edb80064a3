from random import Random

from league.reading.layouts import record_text
from league.reading.layouts.record_text import WORDS
from league.reading.values import SourceSheet
from tests.league.reading.variants import CONTEXT, PEOPLE, TEAMS, Wanted, typed

IN_WORDS = {number: word for word, number in WORDS.items() if word not in ("none", "nil")}


def sentence(random: Random) -> tuple[str, dict[str, str]]:
    """What is said of a player, and what it means."""
    name, team = random.choice(PEOPLE), random.choice([team for team in TEAMS if not {*"(),"} & {*team}])
    won, lost, average = random.randint(1, 20), random.randint(0, 20), random.randint(1, 99)
    played, w, x, p = won + lost, *(random.choice((str, IN_WORDS.get))(each) for each in (won, lost, won + lost))
    who = random.choice(
        (f"{name} ({team})", f"{name}, {team},", f"{name} of {team}", f"{name} - {team} -", f"{name} ({team}):")
    )
    record = {"played": f"{played}", "won": f"{won}"}
    half = {"played": "9", "won": "4.5", "lost": "4.5"}
    said, values = random.choice((
        (f"played {p}, won {w}, lost {x}", record | {"lost": f"{lost}"}),
        (f"has played {p} and won {w}", record),
        (f"P{played} W{won} L{lost}", record | {"lost": f"{lost}"}),
        (f"P: {played}, W: {won}, L: {lost}, Avg: {average}%", record | {"lost": f"{lost}", "average": f"{average}"}),
        (f"has won {w} out of {p} games", record), (f"won {w} from {p}", record), (f"{won} wins from {played}", record),
        (f"won all {w} of his games", {"played": f"{won}", "won": f"{won}"}),
        (f"{played} played, {won} won, {lost} lost, {average}.5%",
         record | {"lost": f"{lost}", "average": f"{average}.5"}),
        (f"played {p} games with an average of {average} per cent", {"played": f"{played}", "average": f"{average}"}),
        ("played 9, won 4½ and lost 4½", half),
        (f"has been on form and won {w}", {}), (f"won {w} of the last few", {}), (f"won {w}, won {p}", {}),
    ))  # fmt: skip
    return f"{who} {said}", {"player": name, "team": team} | values if values else {}


def sentences(random: Random) -> tuple[SourceSheet, list[Wanted]]:
    """A line each with a number and a full stop, or several in a line."""
    season, together = random.choice(("2013-14", "1998/99")), random.random() < 0.3
    lines, wanted, numbered = [f"Averages {season}", ""], [], random.random() < 0.3
    for number in range(1, random.randint(4, 12)):
        text, values = sentence(random)
        if together and number % 2 == 0 and lines[-1].endswith("."):
            lines[-1] += f" {text}."
        else:
            lines.append((f"{number}. " if numbered and not together else "") + text + random.choice(("", ".", ".")))
        if values:
            wanted.append(Wanted(len(lines), values | {"season": season}))
    return typed("\n".join(lines)), wanted


def test_the_day_of_a_report_is_no_season():
    text = "Averages to 30 November 2026\nD Hartley (Crown A) played 12, won nine.\nJ Hobbs (Bell) P10 W6"
    (reading,) = record_text.read(typed(text), CONTEXT)
    assert [question.key for question in reading.questions] == ["season"]
