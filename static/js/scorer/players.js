// Who plays a game and who drops: chips of both squads, and names that sign on the night.

import { fold } from "../names.js";
import { button, chip, h, mark } from "./draw.js";

export class ScorePlayers extends HTMLElement {
  /** `done({home, away, leader})` is called once everything is chosen; `opening` is what was chosen before. */
  show({ match, line, number, done, opening = null }) {
    const before = number > 1 ? match.game(line, number - 1) : null;
    const last = opening || (before ? before.story.opening : this.proposed(match, line));
    this.opening = opening;
    Object.assign(this, { match, line, done, need: match.lines[line].players, leader: undefined, changing: null });
    this.selection = [last ? [...last.home] : [], last ? [...last.away] : []];
    this.added = [[], []];
    this.heading = h("h2", {
      class: "scorer__title",
      tabindex: "-1",
      text: `${match.label(line, number)}: who plays?`,
    });
    this.body = h("div", { class: "scorer__flow" });
    this.replaceChildren(this.heading, this.body);
    this.draw();
  }

  /** Last week's players of this line who are expected, or alone the next who is; nobody who has played a line of its kind. */
  proposed(match, line) {
    Object.assign(this, { match, line, need: match.lines[line].players });
    const { squads, expected = [[], []] } = match.page;
    const alike = match.lines.filter((each) => each.players === this.need);
    const [home, away] = match.lines[line].last.map((keys, side) => {
      const used = this.used(side);
      const others = new Set(alike.flatMap((each) => each.last[side]));
      const last = keys.filter((key) => !expected[side].length || expected[side].includes(key));
      const next = this.need === 1 ? expected[side].filter((key) => !others.has(key) && !used.has(key)) : [];
      const chosen = last.length ? last : next.slice(0, 1);
      const places = chosen.map((key) => squads[side].find((place) => place.key === key && !used.has(key)));
      return places.length === this.need && places.every(Boolean) ? places : [];
    });
    const from = expected.some((keys) => keys.length) ? "last week and tonight’s answers" : "last week";
    this.origin = home.length || away.length ? `From ${from}. Change anyone who is not playing.` : "";
    return { home, away };
  }

  draw() {
    const whole = [0, 1].map((side) => this.selection[side].length === this.need);
    const open = [0, 1].find((side) => this.changing === side || !whole[side]);
    const parts = [0, 1].map((side) => (open === side ? this.squad(side) : this.chosen(side)));
    this.body.replaceChildren(
      this.origin ? h("p", { text: this.origin }) : "",
      ...parts.filter(Boolean),
      whole[0] && whole[1] && this.changing === null ? this.drop() : "",
    );
  }

  /** A side that is chosen, in a line. */
  chosen(side) {
    const names = this.selection[side].map((place) => place.name).join(" and ");
    if (!names) return null;
    const change = () => {
      this.changing = side;
      this.draw();
      this.body.querySelector(".chip").focus();
    };
    return h(
      "p",
      { class: "selection" },
      mark(side),
      h("strong", { text: names }),
      button("Change", change, {
        class: "button button--second",
        "aria-label": `Change who plays for ${this.match.page.sides[side]}`,
      }),
    );
  }

  squad(side) {
    const used = this.used(side);
    const places = [...this.match.page.squads[side], ...this.added[side]];
    const chips = [...places.filter((place) => !used.has(place.key)), ...places.filter((place) => used.has(place.key))];
    const words = this.need > 1 ? `${this.match.page.sides[side]}: pick ${this.need}` : this.match.page.sides[side];
    const pressed = (place) => this.selection[side].some((each) => each.key === place.key);
    return h(
      "fieldset",
      { class: "squad" },
      h("legend", {}, mark(side), ` ${words}`),
      h(
        "div",
        { class: "chips" },
        chips.map((place) =>
          chip(
            [place.name, used.has(place.key) ? h("small", { text: `played ${used.get(place.key)}` }) : ""],
            pressed(place),
            () => this.pick(side, place),
          ),
        ),
      ),
      this.newName(side),
    );
  }

  /** Who has played on a line of this kind, with its label. */
  used(side) {
    const { lines } = this.match;
    const found = new Map();
    for (const [at, number] of this.match.order) {
      const game = lines[at].players === this.need && at !== this.line ? this.match.game(at, number) : null;
      const places = game ? game.story.opening[side ? "away" : "home"] : [];
      places.forEach((place) => found.set(place.key, lines[at].title));
    }
    return found;
  }

  newName(side) {
    const id = `new-${side}`;
    const field = h("input", { id, type: "text", autocomplete: "off", autocapitalize: "words", maxlength: "60" });
    const add = (event) => {
      event.preventDefault();
      const name = field.value.trim().replace(/\s+/g, " ");
      if (!name) return field.focus();
      const places = [...this.match.page.squads[side], ...this.added[side]];
      const known = places.find((place) => fold(place.name) === fold(name));
      const place = known || { key: `+${name}`, name };
      if (!known) this.added[side].push(place);
      this.pick(side, place);
    };
    const words = this.match.page.onTheNight
      ? "Signing on the night: first name and surname"
      : "Not in the squad: the secretary will check";
    return h(
      "form",
      { class: "newcomer", onsubmit: add },
      h("label", { for: id, text: words }),
      h(
        "span",
        { class: "newcomer__row" },
        field,
        h("button", { class: "button button--second", type: "submit", text: "Add" }),
      ),
    );
  }

  pick(side, place) {
    const at = this.selection[side].findIndex((each) => each.key === place.key);
    if (at >= 0) this.selection[side].splice(at, 1);
    else this.selection[side] = [...(this.need === 1 ? [] : this.selection[side].slice(0, this.need - 1)), place];
    if (this.selection[side].length === this.need) this.changing = null;
    this.leader = undefined;
    this.draw();
    const next = this.body.querySelector(".squad .chip[aria-pressed=false], .drops .chip");
    if (next) next.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Who has the first drop; nobody knows is an answer too. */
  drop() {
    const [home, away] = this.selection;
    const seats = home.flatMap((place, at) => [place.name, away[at].name]);
    const start = (leader) => this.done({ home, away, leader });
    const now = this.opening ? this.opening.leader : undefined;
    const chips = seats.map((name, seat) => chip([mark(seat % 2), ` ${name}`], seat === now, () => start(seat)));
    return h(
      "fieldset",
      { class: "drops" },
      h("legend", { text: `Who drops first? Tap to ${this.opening ? "save" : "start"}.` }),
      h(
        "div",
        { class: "chips" },
        chips,
        chip("Not known", now === null, () => start(null)),
      ),
    );
  }
}

customElements.define("score-players", ScorePlayers);
