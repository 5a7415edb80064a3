// The overlay of a stream: <live-overlay> follows a match as the spectators' page does and keeps the score of the match
// and of the games being played, two at the most; of none, the game that ended last. It says nothing of the line: a
// viewer of the stream can do nothing about it.

import { Line } from "./live/line.js";

const MOST = 2;
const key = ({ line, game }) => `${line}-${game}`;
const put = (place, words) => {
  if (place.textContent !== String(words)) place.textContent = words;
};

class LiveOverlay extends HTMLElement {
  connectedCallback() {
    this.rows = this.querySelector("[data-rows]");
    this.views = new Map();
    new Line({
      stream: this.dataset.stream,
      state: this.dataset.state,
      since: -1, // it begins with the whole, which has the games that the page has not
      onFrame: ({ view, games_won: won }) => this.take([view], won),
      onState: ({ games, games_won: won }) => this.take(games, won),
      onHealth: () => {},
    }).start();
  }

  take(games, won) {
    if (!("settled" in this.dataset))
      [0, 1].forEach((side) => put(this.querySelector(`[data-won="${side}"]`), won[side]));
    games.filter(Boolean).forEach((view) => this.views.set(key(view), view));
    if (this.rows) this.show();
  }

  /** Rows of games that go on stay where they are, so that nothing jumps but numbers. */
  show() {
    const views = [...this.views.values()].sort((one, other) => one.line - other.line || one.game - other.game);
    const playing = views.filter((view) => view.winner === null).slice(-MOST);
    const shown = playing.length ? playing : views.slice(-1);
    const wanted = new Set(shown.map(key));
    [...this.rows.children].forEach((row) => wanted.has(row.dataset.key) || row.remove());
    shown.forEach((view) => this.row(view));
  }

  row(view) {
    let row = this.rows.querySelector(`[data-key="${key(view)}"]`);
    if (!row) {
      row = this.querySelector("template").content.firstElementChild.cloneNode(true);
      row.dataset.key = key(view);
      this.rows.append(row);
    }
    row.dataset.winner = view.winner === null ? "" : view.winner;
    [0, 1].forEach((side) => {
      put(row.querySelector(`[data-names="${side}"]`), view.players[side].join(" and ") || view.label);
      put(row.querySelector(`[data-score="${side}"]`), view.scores[side]);
    });
  }
}

customElements.define("live-overlay", LiveOverlay);
