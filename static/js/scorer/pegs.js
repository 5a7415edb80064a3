// The keys: one pad a side, one key for each number that a tile of these rules can peg. One tap is one peg.
//
// A key keeps its place from the first tap of a game to the last: what cannot be pegged now is a dead key, not a gap,
// because a thumb taps where the key was.

import { land } from "../play/board.js";
import { words as phrase } from "../play/rules.js";
import { h, say } from "./draw.js";

const EFFECTS = {
  won: () => "wins",
  bust: () => "bust",
  barred: () => "no win",
  bounced: ({ score }) => `to ${score}`,
};

export class PegPads extends HTMLElement {
  connectedCallback() {
    if (this.pads) return;
    this.pads = [0, 1].map((side) => h("div", { class: "pad", role: "group", data: { side } }));
    this.hint = h("p", { class: "pads__hint pads__hint--kept" });
    this.append(this.hint, h("div", { class: "pads" }, this.pads));
    this.keys = [[], []];
    this.asking = null; // in pairs, the side of which one has knocked
  }

  /** `out`: the next tile chips its side out. */
  show({ game, out, tell }) {
    Object.assign(this, { game, out, tell });
    const [keys, pairs] = [game.tables.keys.play.length + 1, game.seats.length > 2];
    this.style.setProperty("--rows", Math.max(Math.ceil(keys / 2), pairs ? 3 : 1)); // two partners, and Cancel
    this.style.setProperty("--rows-wide", Math.max(Math.ceil(keys / 4), pairs ? 2 : 1));
    say(this.hint, this.hinted());
    for (const side of [0, 1]) {
      const pad = this.pads[side];
      pad.setAttribute("aria-label", game.names[side]);
      const wanted = this.asking === side ? this.partners(side) : this.wanted(side);
      if (wanted.map((key) => key.id).join() !== this.keys[side].map((key) => key.id).join()) {
        const { key } = pad.contains(document.activeElement) ? document.activeElement.dataset : {};
        pad.replaceChildren(...wanted.map((each) => this.made(side, each)));
        const again = key && pad.querySelector(`[data-key="${key}"]`);
        if (again) again.focus({ preventScroll: true });
      }
      this.keys[side] = wanted;
      wanted.forEach((key, at) => this.put(pad.children[at], side, key));
    }
  }

  hinted() {
    const { tables, view, seats, isFresh } = this.game;
    if (this.out) return tables.chip ? "Who chipped out? The chip point is added." : "Who chipped out, and with what?";
    if (!isFresh) return "";
    if (view.keys.flat().some((key) => key.how === "barred")) return "Nobody wins on the drop";
    return view.drop !== null && seats.length > 2 ? `${seats[view.drop]} drops` : "";
  }

  wanted(side) {
    const { tables, view } = this.game;
    if (this.out) {
      const keys = tables.keys.play.map((pegs) => {
        const number = pegs + tables.chip;
        const landing = number ? land(tables, view.scores[side], number, false) : { how: "pegged" };
        return {
          id: `out${number}`,
          made: pegs,
          pegs: number,
          ...landing,
          words: number ? phrase(tables, landing.how, { pegs: number, score: landing.score }) : "nothing",
        };
      });
      return [...keys, { id: "knock", knock: true, dead: true }];
    }
    const keys = view.keys[side].filter((key) => !key.last);
    return [
      ...keys.map((key) => ({
        ...key,
        id: `peg${key.pegs}`,
        dead: key.doubtful === "drop",
        ...(key.pegs ? {} : { how: "pegged" }),
      })),
      { id: "knock", knock: true },
    ];
  }

  partners(side) {
    const seats = this.game.seats.map((name, seat) => ({ id: `seat${seat}`, name, seat }));
    return [...seats.filter(({ seat }) => this.game.tables.sides[seat] === side), { id: "cancel", cancel: true }];
  }

  made(side, { id }) {
    const key = h("button", { type: "button", class: "key", data: { key: id } }, h("b"), h("small"));
    key.addEventListener("click", () =>
      this.tapped(
        side,
        this.keys[side].find((each) => each.id === id),
      ),
    );
    return key;
  }

  put(element, side, key) {
    const [big, small] = element.children;
    const named = key.pegs === undefined;
    const chip = key.made === undefined ? 0 : key.pegs - key.made;
    const landing = !named && !key.dead && EFFECTS[key.how] ? EFFECTS[key.how](key) : "";
    const effect = [chip ? `+${chip}` : "", landing].join(" ").trim();
    element.classList.toggle("key--words", named);
    element.classList.toggle("key--doubtful", Boolean(key.doubtful) && !key.dead);
    element.disabled = Boolean(key.dead);
    element.dataset.how = key.dead ? "" : key.how || "";
    say(big, key.knock ? "Knock" : key.cancel ? "Cancel" : named ? `${key.name} knocked` : String(key.pegs - chip));
    say(small, effect);
    if (!named)
      element.setAttribute(
        "aria-label",
        `${this.game.names[side]} ${key.pegs - chip}` +
          (chip ? " and the chip point" : "") +
          (landing ? `: ${key.words}` : ""),
      );
    if (key.knock) element.setAttribute("aria-label", `${this.game.names[side]}: Knock`);
  }

  tapped(side, key) {
    this.asking = key.knock && this.game.seats.length > 2 ? side : null;
    if (key.cancel || this.asking !== null) return this.show(this);
    if (key.knock) return this.tell({ kind: "knocked", seat: this.game.tables.sides.indexOf(side) });
    if (key.seat !== undefined) return this.tell({ kind: "knocked", seat: key.seat });
    const pegged = { kind: "pegged", side, pegs: key.pegs };
    if (!this.out) return this.tell(pegged);
    const ended = { kind: "hand_ended", out: side };
    return this.tell(...(key.pegs ? [pegged] : []), ...(key.how === "won" ? [] : [ended]));
  }
}

customElements.define("peg-pads", PegPads);
