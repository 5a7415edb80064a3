// The table as it is seen: the tiles as they lie, the places where one may be put, and what was scored.

import { domino } from "../scorer/domino.js";
import { h } from "../scorer/draw.js";
import { armsOf, joined } from "./chain.js";
import { fitted, inRows, placed } from "./snake.js";

const LARGEST = 56; // pixels of half a tile

export class Felt {
  constructor(layouts) {
    Object.assign(this, { layouts, lying: new Map(), chain: null });
    this.list = h("ol", { class: "felt__tiles", "aria-label": "On the table, in the order played" });
    this.spots = h("div", { class: "felt__spots" });
    this.score = h("p", { class: "felt__scored", "aria-hidden": "true" });
    this.root = h("div", { class: "felt__cloth" }, this.list, this.spots, this.score);
    if (globalThis.ResizeObserver) new ResizeObserver(() => this.chain && this.place()).observe(this.root);
  }

  /** Show the tiles of a chain; those that are new come from a point of the page. */
  show(chain, from) {
    this.chain = chain;
    this.clear();
    const tiles = chain.tiles.map(({ tile }) => tile);
    for (const [tile, { item }] of this.lying) {
      if (tiles.includes(tile)) continue;
      item.remove();
      this.lying.delete(tile);
    }
    for (const tile of tiles) if (!this.lying.has(tile)) this.add(tile, from);
    this.place();
  }

  add(tile, from) {
    const [high, low] = this.layouts.tiles[tile];
    const item = h("li", { class: "felt__tile" }, h("span", { class: "hidden-visually", text: `${high}–${low}` }));
    this.list.append(item);
    this.lying.set(tile, { item, shown: "" });
    if (!from) return;
    const { left, top } = this.root.getBoundingClientRect();
    move(item, from.x - left, from.y - top);
    item.getBoundingClientRect(); // it is there before it glides
  }

  get size() {
    return { width: this.root.clientWidth, height: this.root.clientHeight };
  }

  /** Every tile at its place, as large as there is room for. */
  place() {
    const { tiles } = this.chain;
    if (!tiles.length || !this.size.width) return;
    const parts = armsOf(this.chain);
    this.fit = parts && fitted(parts, this.size, LARGEST);
    const rows = this.fit ? null : inRows(tiles, this.size);
    const all = rows ? rows.tiles : placed(parts, this.fit.reach).map((each) => this.onCloth(each));
    this.root.style.setProperty("--unit", `${(rows || this.fit).unit}px`);
    for (const each of all) this.put(each, each.tile === tiles[tiles.length - 1].tile);
  }

  onCloth(each, { x, y } = { x: 0, y: 0 }) {
    return { ...each, x: this.fit.x + (each.x - x) * this.fit.unit, y: this.fit.y + (each.y - y) * this.fit.unit };
  }

  put({ tile, shown, lying, x, y }, newest) {
    const known = this.lying.get(tile);
    const { item } = known;
    const now = `${shown}${lying}`;
    if (known.shown !== now) {
      item.querySelector("svg")?.remove();
      item.append(domino(shown, { upright: !lying }));
      known.shown = now;
    }
    item.className = `felt__tile${lying ? "" : " felt__tile--upright"}${newest ? " felt__tile--new" : ""}`;
    move(item, x, y);
    if (newest) move(this.score, x, Math.max(y, 56));
  }

  /** Offer the places where a tile may go: `ways` as chain.js has them; each a button with words that calls `act`. */
  offer(tile, layout, ways, words, act) {
    this.clear();
    this.ways = ways.map((way) => ({ way, ...this.spot(tile, layout, way) }));
    const key = ({ way, x, y, lying }) => {
      const made = h("button", { type: "button", class: `felt__spot${lying ? "" : " felt__spot--upright"}` });
      made.setAttribute("aria-label", words(way));
      made.addEventListener("click", () => act(way));
      move(made, x, y);
      return made;
    };
    this.spots.replaceChildren(...this.ways.map(key));
  }

  spot(tile, layout, way) {
    const { width, height } = this.size;
    const chain = joined(this.layouts, this.chain, { tile, layout, ...way });
    const parts = this.chain.tiles.length && !this.fit ? null : armsOf(chain);
    if (!this.chain.tiles.length || !parts) return { x: width / 2, y: height / 2, lying: true };
    const all = placed(parts, this.fit.reach);
    const first = (tiles) => tiles.find((each) => each.tile === this.chain.tiles[0].tile);
    const before = first(placed(armsOf(this.chain), this.fit.reach));
    const moved = { x: first(all).x - before.x, y: first(all).y - before.y };
    return this.onCloth(
      all.find((each) => each.tile === tile),
      moved,
    );
  }

  /** The way whose place is nearest to a point of the page; null where that is off the table. */
  nearest({ x, y }) {
    const { left, top, right, bottom } = this.root.getBoundingClientRect();
    if (x < left || x > right || y < top || y > bottom) return null;
    const far = (spot) => Math.hypot(spot.x - x + left, spot.y - y + top);
    const places = [...this.spots.children];
    const [best] = this.ways.map((spot, place) => [far(spot), place]).sort(([one], [two]) => one - two);
    places.forEach((each, place) => each.toggleAttribute("data-near", place === best[1]));
    return this.ways[best[1]].way;
  }

  clear() {
    this.spots.replaceChildren();
  }

  /** What the newest tile scored, beside it for a moment. */
  scored(points) {
    const badge = h("span", { class: "felt__score", text: `+${points}` });
    this.score.replaceChildren(badge);
  }
}

function move(element, x, y) {
  element.style.transform = `translate(${Math.round(x)}px, ${Math.round(y)}px) translate(-50%, -50%)`;
}
