// The page of a game against the computer: the start, then a table that fills the screen.

import { button, h, say } from "../scorer/draw.js";
import { Felt } from "./felt.js";
import { handOf } from "./hand.js";
import { fairness } from "./lobby.js";
import { gameOver, handOver } from "./over.js";
import { YOU } from "./session.js";
import * as sound from "./sound.js";
import { endsWords, reason, turnWords } from "./words.js";

const LANDS = 420; // ms until a tile that was played lies still, and its score is shown

export class Screen {
  constructor(root, page, game, leave) {
    Object.assign(this, { root, page, game, names: page.names, scored: [] });
    this.board = root.querySelector("crib-board");
    this.felt = new Felt(game.layouts);
    const part = (name, more = {}) => (this[name] = h("div", { class: `play__${name}`, ...more }));
    this.title = h("p", { class: "play__title" });
    this.status = h("p", { class: "play__status", role: "status" });
    this.menu = h("details", { class: "play__menu" });
    this.lobby = h("div", { class: "play__lobby" });
    this.table = h(
      "div",
      { class: "play__table", hidden: true },
      h("div", { class: "play__bar" }, button("Leave", leave, { class: "play__leave" }), this.title, this.menu),
      h("div", { class: "play__board" }, this.board || ""),
      part("sides"),
      h("div", { class: "felt" }, part("seats"), this.felt.root, part("ends")),
      h("div", { class: "play__talk" }, this.status, part("acts")),
      part("hand", { role: "group", "aria-label": "Your tiles", tabindex: -1 }),
      part("end"),
    );
    root.append(this.lobby, this.table);
  }

  /** The start, or something else that is no game. */
  alone(part) {
    this.seat(false);
    this.lobby.replaceChildren(part);
  }

  /** Sit down at the table, which fills the screen, or leave it. */
  seat(playing) {
    document.documentElement.toggleAttribute("data-at-table", playing);
    [this.table.hidden, this.lobby.hidden] = [!playing, playing];
    if (playing) this.lobby.replaceChildren();
  }

  show(session, extra, act) {
    const { position, practice } = session;
    const begins = this.table.hidden;
    const had = this.table.contains(document.activeElement) && !this.menu.contains(document.activeElement);
    this.seat(true);
    const mine = !position.over && position.turn === YOU;
    this.hinted = extra.hint && extra.hint[0].tile;
    this.title.textContent = `Hand ${session.hand}, to ${this.game.tables.goal}`;
    this.menu.replaceChildren(...this.menuOf(session, extra, act));
    this.seats.replaceChildren(...this.seatsOf(position));
    this.felt.show(session.chain, extra.from || this.fromOf(session));
    this.hand.replaceChildren(
      ...handOf(this, session, { mine, points: practice }, (turn, key) => act.play(turn, middleOf(key))),
    );
    this.acts.replaceChildren(...this.actsOf(session, mine, act));
    this.end.replaceChildren(position.winner === null ? "" : gameOver(this, session, extra, act));
    this.tell(session, extra, begins);
    if (had || begins) this.focus(position);
  }

  /** Where what is done next has the focus. */
  focus(position) {
    const next =
      position.winner !== null
        ? this.end.querySelector("h2")
        : this.hand.querySelector("button:enabled") || this.acts.querySelector("button") || this.hand;
    next.focus({ preventScroll: true });
  }

  /** What a turn came to, once its tile lies: the score, the pegs, the words. */
  tell(session, extra, begins) {
    clearTimeout(this.telling);
    if (this.owed) this.owed();
    const turns = session.turns.length;
    const isNew = !begins && turns !== this.told;
    this.told = turns;
    const last = session.log[session.log.length - 1];
    this.owed = () => {
      this.owed = null;
      this.sides.replaceChildren(...this.sidesOf(session));
      say(this.status, extra.hint ? this.hintWords(session, extra.hint) : this.words(session));
      const { layout, isLead } = session.position;
      this.ends.textContent = isLead ? "" : `Ends ${layout.total}: ${endsWords(layout, this.game.tables.kinds)}`;
      const pegs = { scores: session.scores, back: session.tracks.map(({ back }) => back) };
      if (isNew && last && last.points && !last.busts) this.felt.scored(last.points);
      if (this.board && isNew) this.board.walk(pegs, () => sound.click(1500));
      else if (this.board) this.board.show(pegs);
    };
    const played = isNew && last && last.tile !== undefined;
    if (!played) return this.owed();
    sound.click(500);
    this.telling = setTimeout(() => this.owed && this.owed(), LANDS);
    return undefined;
  }

  words(session) {
    const { position, log } = session;
    if (position.winner !== null) return session.hasWon ? "You won." : "You lost.";
    if (position.over) return handOver(this, session);
    const last = log.slice(-this.names.length + 1).map((turn) => turnWords(this.game, this.names, turn));
    const who = this.names[position.turn];
    const lead = position.turn === YOU ? "Your lead" : `${who} to lead`;
    const turn = position.turn === YOU ? "Your turn" : `${who} to play`;
    return `${log.length ? [...last, turn].join(". ") : lead}.`;
  }

  hintWords(session, [best]) {
    const to = this.game.layouts.made(session.position.layout, best.tile)[best.pick];
    return `${reason(this.game, { ...best, to }, session.scores[0])}.`;
  }

  sidesOf({ scores }) {
    const { sides, goal } = this.game.tables;
    return scores.map((score, side) => {
      const names = this.names.filter((_, seat) => sides[seat] === side).join(" & ");
      return h(
        "p",
        { class: "play__side" },
        h("strong", { text: score }),
        h("span", { class: "play__name", text: names }),
        h("small", { text: `needs ${Math.max(0, goal - score)}` }),
      );
    });
  }

  /** The others at the table, with the backs of their tiles. */
  seatsOf({ hands, turn, over, sleeping }) {
    const others = hands.map((hand, seat) => {
      const backs = hand.map(() => h("i", { class: "felt__back" }));
      const words = `${this.names[seat]}: ${hand.length} ${hand.length === 1 ? "tile" : "tiles"}`;
      const name = h("span", { "aria-hidden": "true", text: this.names[seat] });
      const waits = !over && turn === seat ? "" : null;
      return h("p", { class: "felt__seat", role: "img", "aria-label": words, "data-turn": waits }, name, ...backs);
    });
    const yard = this.game.tables.draws ? [h("p", { class: "felt__seat", text: `${sleeping.length} to draw` })] : [];
    return [...others.slice(1), ...yard];
  }

  actsOf(session, mine, act) {
    const { position, practice, yours } = session;
    const second = { class: "button button--second" };
    if (position.winner !== null) return [];
    if (position.over) return [button("Next hand", act.next)];
    if (!mine) return [];
    const stuck = !position.canPlay();
    return [
      practice && yours.length ? button("Undo", act.undo, second) : "",
      practice && !stuck ? button("Hint", act.hint, second) : "",
      stuck ? button(position.canDraw ? "Draw a tile" : "Knock", act.pass) : "",
    ].filter(Boolean);
  }

  menuOf(session, extra, act) {
    const on = sound.isOn();
    const noise = button(on ? "Sound on" : "Sound off", () => act.sound(!on), {
      class: "button button--second",
      "aria-pressed": String(on),
    });
    const again = button("New game", act.again, { class: "button button--second" });
    const box = h("div", { class: "play__box" }, h("p", { text: this.page.title }), noise, again, fairness(extra));
    return [h("summary", { text: "Menu" }), box];
  }

  /** Where the newest tile comes from: the hand of whoever played it. */
  fromOf({ log }) {
    const last = log[log.length - 1];
    if (!last || last.tile === undefined) return null;
    return middleOf(last.seat === YOU ? this.hand : this.seats.children[last.seat - 1]);
  }
}

function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
