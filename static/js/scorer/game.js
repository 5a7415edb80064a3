// One game on the phone: the board, the two big scores, the last pegs, and below them whatever is to be tapped now.
//
// Knows which part belongs to which state of a game. Refuses to know how any part works.

import { call, calledOut } from "../call-scores.js";
import "../crib-board.js";
import { button, h, mark, say } from "./draw.js";
import "./hand.js";
import { onSite } from "./lines.js";
import "./handover.js";
import "./over.js";
import "./pegs.js";
import "./players.js";
import "./tiles.js";
import "./game-log.js";
import { happened, latest, undoWords } from "./words.js";

const SHOWN = 3; // of the last pegs

export class ScoreGame extends HTMLElement {
  show(what) {
    const { match, line, number, part, tap } = what;
    const game = match.game(line, number);
    const back = `#/${line}/${number}`;
    this.what = what;
    this.game = game;
    const score = match.onSite(line, number);
    if (score && this.again !== back) {
      const again = () => {
        this.again = back;
        this.show(what);
      };
      this.table = null;
      return this.replaceChildren(
        h("h2", { class: "scorer__title", tabindex: "-1", text: `${match.label(line, number)}: ${score}` }),
        onSite("scores of this game", what.send),
        button("Score it again from the start", again, { class: "button button--link" }),
      );
    }
    if (!game)
      return this.only("score-players", {
        match,
        line,
        number,
        done: (opening) => tap(() => match.open(line, number, opening)),
      });
    if (part === "players" && game.mine)
      return this.only("score-players", {
        match,
        line,
        number,
        opening: game.story.opening,
        done: (opening) => tap(() => match.reopen(game, opening)).then(() => (location.hash = back)),
      });
    if (part === "list")
      return this.only("game-log", {
        game,
        back,
        may: game.mine,
        tell: (fact) => tap(() => match.tell(game, fact)).then(() => (location.hash = back)),
      });
    const focused = this.contains(document.activeElement);
    if (!this.table) this.build();
    this.fill();
    if (focused) this.keepFocus();
    this.announceEnd();
    this.callNewest();
  }

  /** What had the focus is gone, or cannot be pressed: keys and screen readers go on from the heading, not the page. */
  keepFocus() {
    const { activeElement } = document;
    if (!this.contains(activeElement) || activeElement.disabled) this.named.focus({ preventScroll: true });
  }

  /** A screen of its own in place of the board and the keys; that two phones differ stands above it too. */
  only(name, what) {
    this.table = null;
    if (!this.lastChild || this.lastChild.localName !== name) {
      this.differ = twoPhones();
      this.replaceChildren(this.differ, h(name));
      this.lastChild.show(what);
    } else if (name === "game-log") this.lastChild.show(what);
    if (this.game) this.differ.show({ ...this.what, game: this.game });
  }

  build() {
    const { game } = this;
    this.table = true;
    scrollTo(0, 0);
    this.named = h("h2", { class: "scorer__title", tabindex: "-1" });
    this.lines = Array.from({ length: SHOWN }, () => h("li"));
    const list = h(
      "a",
      { class: "pegging__last", href: `#/${game.line}/${game.number}/list` },
      h("ol", {}, this.lines),
      h("span", { text: "All" }),
    );
    const drawn = document.querySelector(`template[data-target="${game.view.target}"]`);
    this.board = drawn ? drawn.content.firstElementChild.cloneNode(true) : null;
    this.halves = [0, 1].map(half);
    this.request = h("handover-request", { class: "handover-request", role: "group", "aria-label": "A request" });
    this.differ = twoPhones();
    this.place = h("div", { class: "pegging__place" });
    this.actions = this.row();
    const score = h(
      "div",
      { class: "tile-score" },
      this.halves.map((each) => each.whole),
    );
    this.replaceChildren(
      h(
        "div",
        { class: "pegging__top" },
        h("div", { class: "pegging__head" }, this.named, list),
        this.board ? h("div", { class: "pegging__board" }, this.board) : "",
        this.differ,
        this.request,
      ),
      h("div", { class: "pegging__hands" }, score, this.place, this.actions.whole),
    );
  }

  row() {
    const undo = button([h("b", { text: "Undo" }), h("small")], () => this.undo(), { class: "act-key" });
    const two = (words, hint) => [h("b", { text: words }), h("small", { text: hint })];
    const out = button(two("Chip out", "Out"), () => this.chipOut(), { class: "act-key", "aria-pressed": "false" });
    const blocked = button(two("Blocked", "No play"), () => this.end(null), { class: "act-key" });
    const tiles = button(two("", ""), () => this.swap(), { class: "act-key", "aria-pressed": "false" });
    return { undo, out, blocked, tiles, whole: h("div", { class: "act-keys" }, undo, out, blocked, tiles) };
  }

  fill() {
    const { game } = this;
    const { view, names, shorts } = game;
    const stage = view.winner === null ? `hand ${view.hand}` : "over";
    say(this.named, `${game.label}, ${stage}`);
    this.halves.forEach((each, side) => {
      say(each.name, shorts[side]);
      say(each.number, String(view.scores[side]));
      const drops = game.isFresh && view.drop !== null && game.tables.sides[view.drop] === side;
      say(each.needs, view.winner === side ? "won" : `${view.says[side]}${drops ? ", drops" : ""}`);
    });
    const told = latest(view, SHOWN).map((each) => happened(each, shorts));
    this.lines.forEach((row, at) => {
      say(row, told[at] || (at ? "" : "No scores yet"));
      row.hidden = !row.textContent;
    });
    if (this.board) {
      [this.board.dataset.home, this.board.dataset.away] = names;
      this.board.show(view);
    }
    this.differ.show({ ...this.what, game });
    this.request.show({ ...this.what, game });
    this.fillPlace();
    this.fillActions();
  }

  /** What is to be tapped now. */
  get wanted() {
    const { view, mine } = this.game;
    if (view.winner !== null) return "score-over";
    if (!mine) return "pegs-elsewhere";
    if (this.ending) return "pips-left";
    if (!view.pegs) return "next-hand";
    return this.what.settings.tiles && view.line && !this.out ? "tile-pad" : "peg-pads";
  }

  fillPlace() {
    const { wanted } = this;
    if (!this.place.firstChild || this.place.firstChild.localName !== wanted) this.place.replaceChildren(h(wanted));
    this.classList.toggle("pegging--tiles", wanted === "tile-pad");
    const out = this.ending ? this.ending.out : this.out;
    this.place.firstChild.show({ ...this.what, game: this.game, out, tell: (...facts) => this.tell(...facts) });
  }

  fillActions() {
    const { undo, out, blocked, tiles, whole } = this.actions;
    const { view, mine } = this.game;
    const last = this.last();
    const { ends } = view;
    whole.hidden = !mine;
    undo.disabled = !last && view.winner !== null;
    say(undo.lastChild, last ? undoWords(last) : "start");
    out.hidden = blocked.hidden = tiles.hidden = view.winner !== null;
    out.disabled = !ends || !ends.out.length;
    blocked.disabled = !ends || !ends.blocked;
    out.setAttribute("aria-pressed", String(Boolean(this.out)));
    this.fillTiles(tiles);
  }

  /** Tiles that were asked for in the middle of a hand come with the next one: the button says so. */
  fillTiles(tiles) {
    const later = this.what.settings.tiles && this.wanted === "peg-pads";
    say(tiles.firstChild, this.what.settings.tiles && !later ? "Pegs" : "Tiles");
    say(tiles.lastChild, later ? "Next hand" : "");
    tiles.setAttribute("aria-pressed", String(later));
    tiles.setAttribute("aria-label", later ? "Tiles: from the next hand" : tiles.firstChild.textContent);
    tiles.hidden = tiles.hidden || !this.game.tables.line;
    if (later && !this.later) this.what.announce("Tiles: from the next hand.");
    this.later = later;
  }

  // --- actions ---

  tell(...facts) {
    this.out = false;
    this.ending = null;
    return this.what.tap(() => this.what.match.tell(this.game, ...facts));
  }

  /** The last thing that stands, but never the first deal; null if there is nothing to take back. */
  last() {
    const standing = this.game.view.list.filter(({ fault }) => !fault);
    const { id, fact } = standing.pop() || {};
    return fact && (standing.length || fact.kind !== "hand_started") ? { ...fact, id } : null;
  }

  undo() {
    const last = this.last();
    if (this.out || this.ending) {
      this.out = false;
      this.ending = null;
      this.fill();
    } else if (last) {
      this.tell({ kind: "undone", ref: last.id });
      this.announceUndo();
    } else location.hash = `#/${this.game.line}/${this.game.number}/players`;
  }

  chipOut() {
    this.out = !this.out;
    this.fill();
  }

  end(out) {
    if (this.game.view.ends.pips) {
      this.ending = { out };
      this.fill();
    } else this.tell({ kind: "hand_ended", ...(out === null ? {} : { out }) });
  }

  swap() {
    this.what.keep({ tiles: !this.what.settings.tiles });
  }

  /** By the phone's own voice, where that was asked for: each score once, and not what was there before. */
  callNewest() {
    const [newest] = this.game.view.last;
    const key = newest ? `${newest.id} ${newest.how}` : "";
    if (this.called !== undefined && key !== this.called && newest && newest.side !== null) {
      call(calledOut(newest, this.game.shorts[newest.side]));
    }
    this.called = key;
  }

  /** What was taken back, and what the game stands at without it: nothing that has the focus says so. */
  announceUndo() {
    const { view, shorts } = this.game;
    this.what.announce(`${happened(view.last[0], shorts)}. The score is ${view.scores.join(" to ")}.`);
  }

  /** Announced once a game, and not for every peg. */
  announceEnd() {
    const { match, announce } = this.what;
    const { view, label, mine, held } = this.game;
    const now =
      view.winner !== null
        ? `${match.page.sides[view.winner]} win ${label}, ${view.scores.join(" to ")}.`
        : mine
          ? ""
          : `${held.name || "Another phone"} is scoring.`;
    if (this.announced !== undefined && now && now !== this.announced) announce(now);
    this.announced = now;
  }
}

const twoPhones = () =>
  h("two-phones", { class: "handover-request", role: "group", "aria-label": "Two phones", hidden: true });

function half(side) {
  const name = h("span");
  const number = h("strong", { class: "tile-score__number" });
  const needs = h("span", { class: "tile-score__needs" });
  const row = h("span", { class: "tile-score__row" }, mark(side), number);
  const whole = h("div", { class: "tile-score__half" }, h("span", { class: "tile-score__name" }, name), row, needs);
  return { name, number, needs, whole };
}

customElements.define("score-game", ScoreGame);
