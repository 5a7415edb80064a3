// How many days in a row somebody has answered the puzzle of the day rightly: kept on this phone and nowhere else.

const KEY = "puzzle-streak";
const DAY = 24 * 60 * 60 * 1000;

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

/** The streak after an answer on a day; the first answer of the day counts. */
export function after(before, day, right) {
  if (before.day === day) return before;
  const follows = before.day && Date.parse(day) - Date.parse(before.day) === DAY;
  return { day, days: right ? (follows ? before.days : 0) + 1 : 0 };
}

class PuzzleStreak extends HTMLElement {
  connectedCallback() {
    const { day, right } = this.dataset;
    if (!day) return;
    const streak = after(kept(), day, right !== undefined);
    try {
      localStorage.setItem(KEY, JSON.stringify(streak));
    } catch {
      return;
    }
    if (!streak.days) return;
    const words = document.createElement("p");
    words.textContent = `${streak.days} day${streak.days === 1 ? "" : "s"} in a row right, on this phone.`;
    this.append(words);
  }
}

customElements.define("puzzle-streak", PuzzleStreak);
