// Which puzzles somebody has answered, and how many days in a row that of the day rightly: kept on this phone and nowhere
// else, unless they share it, which gives nothing of the answer away.

import { drawTile } from "./streak-picture.js";

const KEY = "puzzle-streak";
const ANSWERED = "puzzles-answered"; // by address, whether the first answer was right
const DAY = 24 * 60 * 60 * 1000;
const RIGHT = String.fromCodePoint(0x2685, 0x2685); // a double six
const WRONG = String.fromCodePoint(0x2680, 0x2680);

function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
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

const daysOf = (days) => `${days} day${days === 1 ? "" : "s"} in a row`;

class PuzzleStreak extends HTMLElement {
  connectedCallback() {
    const { day, right, url } = this.dataset;
    const answered = kept(ANSWERED);
    answered[url] ??= right !== undefined;
    const streak = day ? after(kept(KEY), day, right !== undefined) : {};
    try {
      localStorage.setItem(ANSWERED, JSON.stringify(answered));
      if (day) localStorage.setItem(KEY, JSON.stringify(streak));
    } catch {
      return;
    }
    if (streak.days) this.say(`${daysOf(streak.days)} right, on this phone.`);
    this.offer(answered[url], streak.days);
  }

  say(text) {
    const words = document.createElement("p");
    words.textContent = text;
    this.append(words);
    return words;
  }

  /** To share, in words and as a picture: a tile that says how it went, and no play. */
  offer(wasRight, days) {
    const { number, url } = this.dataset;
    const title = `What would you play? Puzzle ${number}`;
    const run = days > 1 ? `, ${daysOf(days)}` : "";
    const how = `${wasRight ? "right first time" : "not yet"}${run}`;
    const text = `${title}: ${wasRight ? RIGHT : WRONG} ${how}. ${new URL(url, location.href).href}`;
    const picture = drawTile(
      [title, how[0].toUpperCase() + how.slice(1)],
      wasRight ? [6, Math.min(days || 6, 6)] : [1, 1],
    );
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", `${title}: ${how}`);
    const share = document.createElement("button");
    Object.assign(share, { type: "button", className: "button button--second", textContent: "Share how it went" });
    picture.toBlob((blob) => {
      const files = [new File([blob], `puzzle-${number}.png`, { type: blob.type })];
      const shared = navigator.canShare?.({ files }) ? { files, text } : { text };
      share.addEventListener("click", async () => {
        if (navigator.share) return navigator.share(shared).catch(() => {});
        await navigator.clipboard?.writeText(text);
        share.textContent = "Copied";
        return undefined;
      });
      if (navigator.share || navigator.clipboard) this.append(picture, share);
    });
  }
}

class PuzzleGrid extends HTMLElement {
  connectedCallback() {
    const answered = kept(ANSWERED);
    for (const link of this.querySelectorAll("a[href]")) {
      const right = answered[link.getAttribute("href")];
      if (right === undefined) continue;
      const mark = document.createElement("span");
      Object.assign(mark, {
        className: "puzzle-grid__tick",
        textContent: right ? "✓" : "×",
        title: right ? "solved" : "missed",
      });
      link.append(mark);
    }
  }
}

customElements.define("puzzle-streak", PuzzleStreak);
customElements.define("puzzle-grid", PuzzleGrid);
