// The live page of a match: <live-match> with the addresses in its data. It puts what the line brings into the places
// that the page already has, so that nothing moves but pegs and numbers. The page works without this, by asking again.

import { call, calledOut, hasVoice, switchBy } from "./call-scores.js";
import "./crib-board.js";
import { Line } from "./live/line.js";
import { clock, filled } from "./live/words.js";

const SHOWN = 5; // things that happened, under each board
const HEALTH = { live: "Live", delayed: "Delayed", reconnecting: "Reconnecting\u2026", lost: "Not connected" };
const PLAIN = { pegged: "nothing", out: "gone", undone: "undid" }; // what is said of no pegs
const QUIET_AFTER = 20 * 60000; // as in league/matchnight/queries/match_view.py
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

class LiveMatch extends HTMLElement {
  connectedCallback() {
    this.phrases = JSON.parse(this.dataset.phrases);
    this.teams = [this.dataset.home, this.dataset.away];
    this.status = this.dataset.stage;
    this.line = new Line({
      stream: this.dataset.stream,
      state: this.dataset.state,
      since: Number(this.dataset.head),
      onFrame: (frame) => this.take(frame),
      onState: (state) => this.replace(state),
      onHealth: (health, heard) => this.tell(health, heard),
    });
    this.pegged = document.querySelector("[data-pegged]");
    this.last = Date.parse(this.pegged.dataset.pegged);
    this.line.start();
    this.voice();
  }

  /** The switch for calling the scores aloud is there only where the browser has a voice. */
  voice() {
    const place = document.querySelector("[data-calls]");
    if (!place || !hasVoice()) return;
    place.hidden = false;
    switchBy(place.querySelector("input"));
  }

  // --- what the line brings -----------------------------------------------------------------------------------

  take({ view, games_won: won, status }) {
    if (view) this.last = Date.now();
    this.match(won, status || (this.status === "not-started" ? "live" : this.status));
    if (!view) return; // about no game on the card
    this.game(view);
    const [newest] = view.last;
    if (newest && newest.side !== null) call(calledOut(newest, this.teams[newest.side]));
    put(this.pegged, `${view.last.length ? "Last score" : "Started"} ${clock(this.last)}`);
  }

  replace({ games, games_won: won, status }) {
    this.match(won, status);
    games.forEach((view) => this.game(view));
  }

  match(won, status) {
    this.status = status;
    this.tell(this.health || "live", this.heard || new Date());
    if ("settled" in this.dataset) return; // the card says how many games, and not the boards
    [0, 1].forEach((side) => all(`[data-won="${side}"]`).forEach((place) => put(place, won[side])));
    document.title = filled(this.dataset.title, { home: won[0], away: won[1] });
    const message = document.querySelector("[data-message]");
    if (message) message.value = filled(this.dataset.text, { home: won[0], away: won[1] });
  }

  /** The word that says whether to believe the page: of a match being played, how good the line is. */
  tell(health, heard) {
    [this.health, this.heard] = [health, heard];
    const playing = this.status === "live";
    const mark = document.querySelector("[data-status]");
    const quiet = health === "live" && Date.now() - this.last >= QUIET_AFTER;
    const before = { finished: "Finished", "not-started": "No score yet" }[this.status];
    put(mark, playing ? (quiet ? "Quiet" : HEALTH[health]) : before);
    const tone = playing && !quiet ? { live: "live", delayed: "warn" }[health] || "bad" : "quiet";
    mark.className = `tag live-top__tag tag--${tone}`;
    put(document.querySelector("[data-heard]"), health === "lost" ? `last heard ${clock(heard)}` : "");
  }

  // --- a game -------------------------------------------------------------------------------------------------

  game(view) {
    const key = `${view.line}-${view.game}`;
    const place = document.getElementById(`game-${key}`) || this.opened(view, key);
    const board = place.querySelector("crib-board");
    if (board) board.show(view);
    [0, 1].forEach((side) => this.side(place, view, side));
    put(place.querySelector("[data-hand]"), view.winner === null ? `Hand ${view.hand}` : "Finished");
    const aside = place.querySelector("[data-aside]");
    aside.hidden = !view.aside;
    if (aside.firstElementChild) aside.firstElementChild.href = `${this.dataset.games}${key}/tracks/`;
    const record = place.querySelector("[data-record]");
    record.hidden = view.winner === null;
    record.firstElementChild.href = `${this.dataset.games}${key}/`;
    this.list(place, view);
    if (view.winner !== null && place.dataset.winner === "") this.announce(view, key);
    place.dataset.winner = view.winner === null ? "" : view.winner;
    this.row(view, key);
  }

  side(place, view, side) {
    const within = place.querySelector(`[data-side-of="${side}"]`);
    put(within.querySelector("[data-score]"), view.scores[side]);
    put(within.querySelector("[data-names]"), view.players[side].join(" and "));
    const won = view.winner === side;
    put(within.querySelector("[data-needs]"), won ? "Won" : view.winner === null ? `Needs ${view.needs[side]}` : "");
    within.classList.toggle("live-game__side--won", won);
  }

  list(game, view) {
    const place = game.querySelector("[data-last]");
    const lines = view.last.slice(0, SHOWN);
    const same = lines.map((each) => each.id + each.how).join();
    if (place.dataset.same === same) return;
    place.dataset.same = same;
    place.replaceChildren(...lines.map((each) => this.item(each, game)));
  }

  item({ side, pegs, how, score }, place) {
    const item = document.getElementById("log-item").content.firstElementChild.cloneNode(true);
    const mark = item.querySelector("[data-mark]");
    if (side === null) mark.remove();
    else {
      mark.className = place.querySelector(`[data-side-of="${side}"] .side`).className;
      put(mark, side ? "A" : "H");
    }
    put(item.querySelector("[data-team]"), side === null ? "" : `${this.teams[side]} `);
    put(item.querySelector("[data-words]"), filled(this.phrases[pegs ? how : PLAIN[how] || how], { pegs }));
    put(item.querySelector("[data-at]"), score === null ? "" : score);
    return item;
  }

  /** A game that was opened since the page was. Only now do those that ended make room: nothing moves before. */
  opened(view, key) {
    const blank = document.getElementById(`blank-${view.target}`) || document.getElementById("blank");
    const place = blank.content.firstElementChild.cloneNode(true);
    const title = document.querySelector(`[data-row="${key}"]`);
    place.id = `game-${key}`;
    put(place.querySelector("[data-title]"), title ? title.dataset.title : view.label);
    const playing = document.getElementById("playing");
    const ended = all(".live-game", playing).filter((game) => game.dataset.winner !== "");
    document.getElementById("over").prepend(...ended);
    playing.append(place);
    document.getElementById("nothing-yet").hidden = true;
    return place;
  }

  row(view, key) {
    const row = document.querySelector(`[data-row="${key}"]`);
    if (!row) return;
    [0, 1].forEach((side) => {
      const pegs = row.querySelector(`[data-pegs="${side}"]`);
      put(pegs.firstElementChild, view.scores[side]);
      pegs.classList.toggle("sheet__pegs--won", view.winner === side);
      all(`[data-line="${view.line}"] [data-names="${side}"]`).forEach((names) => {
        put(names, view.players[side].join(", ") || "\u2013");
      });
    });
  }

  announce(view, key) {
    const title = document.querySelector(`[data-row="${key}"]`)?.dataset.title || view.label;
    const [high, low] = [view.scores[view.winner], view.scores[1 - view.winner]];
    put(document.querySelector("[data-announced]"), `${title}: ${this.teams[view.winner]} won, ${high} to ${low}.`);
  }
}

function put(place, words) {
  const text = String(words);
  if (place && place.textContent !== text) place.textContent = text;
}

customElements.define("live-match", LiveMatch);
