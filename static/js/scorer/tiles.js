// Counting by tiles: tap the tile, and where it fits two ends, the end. The phone counts, and offers only what is legal.

import { domino } from "./domino.js";
import { button, chip, h, shows } from "./draw.js";

export class TilePad extends HTMLElement {
  show({ game, tell }) {
    const { line, list } = game.view;
    const now = list.map(({ id }) => id).join();
    if (this.now !== now) Object.assign(this, { now, chosen: null, seat: null });
    Object.assign(this, { game, tell });
    if (shows(this, now, this.chosen, this.seat)) return;
    const focused = this.contains(document.activeElement);
    this.ways = new Map();
    const legal = [...line.legal].sort((one, two) => (one.tile < two.tile ? 1 : one.tile > two.tile ? -1 : 0));
    for (const way of legal) this.ways.set(way.tile, [...(this.ways.get(way.tile) || []), way]);
    const seat = line.turn === null ? this.seat : line.turn;
    this.replaceChildren(
      this.table(),
      seat === null ? this.who() : this.chosen ? this.ends(seat) : this.tiles(seat),
      this.stillOut(),
    );
    if (focused) this.querySelector("button").focus({ preventScroll: true });
  }

  again() {
    this.show(this);
  }

  /** The tiles as they lie, and what the ends come to. */
  table() {
    const { tiles, total } = this.game.view.line;
    if (!tiles.length) return "";
    const newest = Math.max(...tiles.map((each) => each.place));
    const lying = tiles.map(({ shown, double, place }) =>
      h("li", { class: place === newest ? "tile-layout__new" : null }, domino(shown, { upright: double })),
    );
    const words = tiles.map(({ shown }) => shown.join("–")).join(", ");
    return h(
      "div",
      { class: "tile-layout" },
      h("ol", { class: "tile-layout__tiles", "aria-label": `On the table: ${words}` }, lying),
      h("p", { class: "tile-layout__total", text: `Ends ${total}` }),
    );
  }

  who() {
    const pick = (seat) => () => {
      this.seat = seat;
      this.again();
    };
    return h(
      "div",
      { class: "scorer__flow" },
      h("p", { class: "pads__hint", text: "Who drops?" }),
      h(
        "div",
        { class: "chips" },
        this.game.seats.map((name, seat) => chip(name, false, pick(seat))),
      ),
    );
  }

  tiles(seat) {
    const { knock, tiles } = this.game.view.line;
    const words = `${this.game.seats[seat]} ${tiles.length ? "to play" : "drops: tap the tile"}`;
    const each = ([tile, ways]) => this.key(seat, tile, ways);
    return h(
      "div",
      { class: "scorer__flow" },
      h("p", { class: "pads__hint", text: words }),
      h(
        "div",
        {
          class: tiles.length ? "tiles" : "tiles tiles--all",
          role: "group",
          "aria-label": `Tiles that ${this.game.seats[seat]} can play`,
        },
        [...this.ways].map(each),
        knock && tiles.length
          ? button("Knock", () => this.tell({ kind: "knocked", seat }), { class: "key key--words tiles__knock" })
          : "",
      ),
    );
  }

  key(seat, tile, ways) {
    const best = ways.length === 1 ? worth(ways[0]) : "";
    const tap = () => {
      if (ways.length === 1) return this.play(seat, ways[0]);
      this.chosen = tile;
      this.again();
    };
    const effect = ways.length === 1 && ways[0].pegs ? best : "";
    const after = ways.length > 1 ? ", at either end" : effect && `: ${effect}`;
    const words = tile.split("").join("–") + after;
    return h(
      "button",
      { type: "button", class: "tile-key", onclick: tap, "aria-label": words, data: { tile } },
      domino(pipsOf(tile, this.game.tables), { upright: this.game.view.line.tiles.length > 0 }),
      h("small", { text: ways.length > 1 ? ways.map((way) => way.pegs).join("/") : effect }),
    );
  }

  /** It fits two ends that come to something else: which? */
  ends(seat) {
    const { tables } = this.game;
    const each = (way) =>
      button(
        [
          domino(pipsOf(way.at, tables)),
          h("span", {}, `Ends ${way.total}`, h("b", { text: worth(way) || "pegs nothing" })),
        ],
        () => this.play(seat, way),
        {
          class: "end-key",
          "aria-label": `At ${way.at.split("").join("–")}: ends ${way.total}, ${worth(way) || "pegs nothing"}`,
        },
      );
    const leave = () => {
      this.chosen = null;
      this.again();
    };
    return h(
      "div",
      { class: "scorer__flow" },
      h("p", { class: "pads__hint" }, domino(pipsOf(this.chosen, tables)), " to which tile?"),
      h("div", { class: "ends" }, this.ways.get(this.chosen).map(each)),
      button("Another tile", leave, { class: "button button--second" }),
    );
  }

  play(seat, { tile, at }) {
    return this.tell({ kind: "tile_played", seat, tile, ...(at === null ? {} : { at }) });
  }

  stillOut() {
    const { unseen, left } = this.game.view.line;
    const held = this.game.seats.map((name, seat) => `${name} ${left[seat]}`).join(", ");
    const tiles = unseen.map((tile) => h("li", {}, domino(pipsOf(tile, this.game.tables))));
    const details = h(
      "details",
      { class: "still-out", open: this.open || false, ontoggle: (event) => (this.open = event.target.open) },
      h("summary", { text: `Still out: ${unseen.length}` }),
      h("p", { text: `Tiles in hand: ${held}.` }),
      h(
        "ul",
        { class: "tile-layout__tiles", "aria-label": unseen.map((tile) => tile.split("").join("–")).join(", ") },
        tiles,
      ),
    );
    return details;
  }
}

const pipsOf = (tile, tables) => [...tile].map((letter) => tables.spelling[0].indexOf(letter));

/** What a play comes to, where that is not nothing. */
function worth({ pegs, how, score }) {
  const ways = {
    won: `${pegs}, wins`,
    bust: `${pegs}, bust`,
    bounced: `${pegs}, to ${score}`,
    barred: `${pegs}, no win`,
  };
  return pegs ? ways[how] || `${pegs}` : "";
}

customElements.define("tile-pad", TilePad);
