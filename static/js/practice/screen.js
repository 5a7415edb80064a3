// How a game against the computer looks: the board, the tiles as they lie, your tiles, and what can be done now.

import { domino } from "../scorer/domino.js";
import { button, h } from "../scorer/draw.js";
import { afterwards, choices, fairness, startForm } from "./parts.js";
import { lying } from "./lying.js";
import { YOU } from "./session.js";
import { endsWords, pointsOf, reason, tileWords, turnWords } from "./words.js";

export class Screen {
  constructor(root, page, game) {
    Object.assign(this, { root, page, game, names: page.names });
    this.board = root.querySelector("crib-board");
    this.status = h("p", { class: "play__status", role: "status" });
    this.stage = h("div", { class: "play__stage" });
    root.append(this.status, this.stage);
  }

  start(hash, begin) {
    this.alone(startForm(this.page.levels, hash, begin));
  }

  /** The seed that is kept is not the one with which the game began. */
  changed(again) {
    const words =
      "The game kept on this phone has another seed than the one whose hash was shown before it, or another number of " +
      "yours. Its deals are not those that were fixed.";
    const act = button("New game", again, { class: "button" });
    this.alone(h("div", { class: "notice notice--bad", role: "alert" }, h("p", { text: words }), act));
  }

  alone(part) {
    this.status.textContent = "";
    this.status.hidden = true;
    this.stage.replaceChildren(part);
    if (this.board) this.board.show({ scores: this.game.tables.starts, back: [0, 0] });
  }

  show(session, extra, act) {
    const { position } = session;
    if (this.board) this.board.show({ scores: session.scores, back: session.tracks.map(({ back }) => back) });
    this.status.hidden = false;
    this.status.textContent = this.said(session);
    const mine = !position.over && position.turn === YOU;
    this.stage.replaceChildren(
      this.scores(session),
      this.table(session),
      this.held(session, mine, act.play),
      h("div", { class: "play__acts" }, mine ? this.acts(session, act) : ""),
      extra.hint
        ? h("p", {
            class: "notice",
            text: `${reason(this.game, this.hinted(session, extra.hint), session.scores[0])}.`,
          })
        : "",
      position.over ? afterwards(this, session, extra, act) : "",
      fairness(extra),
    );
  }

  hinted(session, [best]) {
    return { ...best, to: this.game.layouts.made(session.position.layout, best.tile)[best.pick] };
  }

  said(session) {
    const { position, log } = session;
    const last = log.slice(-this.names.length).map((turn) => turnWords(this.game, this.names, turn));
    const turn = position.over ? "" : position.turn === YOU ? "Your turn" : `${this.names[position.turn]} to play`;
    const begins = log.length ? "" : `Hand ${session.hand}: ${this.names[position.turn]} to lead`;
    return [begins, ...last, log.length ? turn : ""].filter(Boolean).join(". ") + ".";
  }

  scores(session) {
    const { sides } = this.game.tables;
    const lines = session.scores.map((score, side) => {
      const names = this.names.filter((_, seat) => sides[seat] === side).join(" and ");
      return h("li", { text: `${names} ${score}, needs ${Math.max(0, this.game.tables.goal - score)}` });
    });
    return h("ul", { class: "play__scores" }, lines);
  }

  table(session) {
    const { layout, isLead, hands, sleeping } = session.position;
    const tiles = lying(this.game, session.laid).map(({ shown, double, newest }) =>
      h("li", { class: newest ? "tile-layout__new" : null }, domino(shown, { upright: double })),
    );
    const others = hands
      .map((hand, seat) => `${this.names[seat]} ${hand.length}`)
      .slice(1)
      .join(", ");
    const open = isLead ? "" : `Open: ${endsWords(layout, this.game.tables.kinds)}. `;
    const yard = this.game.tables.draws ? `; ${sleeping.length} to draw` : "";
    return h(
      "div",
      {},
      h(
        "div",
        { class: "tile-layout" },
        h("ol", { class: "tile-layout__tiles", "aria-label": "On the table" }, tiles),
        h("p", { class: "tile-layout__total", text: isLead ? "Nothing led" : `Ends ${layout.total}` }),
      ),
      h("p", { class: "small muted", text: `${open}Tiles left: ${others}${yard}.` }),
    );
  }

  /** Your tiles; those that may be played now are buttons with what they score. */
  held(session, mine, play) {
    const { position } = session;
    const tiles = [...position.hands[YOU]].sort((one, two) => one - two);
    const each = (tile) => {
      const pips = this.game.layouts.tiles[tile];
      const made = mine ? position.made(tile) : [];
      const after = made.length === 1 ? `: ${pointsOf(made[0].points)}` : made.length ? ", at either end" : "";
      const points = [...new Set(made.map((to) => to.points))].join("/");
      const all = this.game.layouts.made(position.layout, tile);
      const pick = (to) => play([tile, all.indexOf(to)]);
      const tap = () => (made.length === 1 ? pick(made[0]) : choices(this.stage, this.game, tile, made, pick));
      return h(
        "button",
        {
          type: "button",
          class: "tile-key",
          disabled: !made.length,
          onclick: tap,
          "aria-label": tileWords(pips) + after,
        },
        domino(pips, { upright: true }),
        h("small", { text: made.length ? points : "" }),
      );
    };
    return h("div", { class: "tiles", role: "group", "aria-label": "Your tiles" }, tiles.map(each));
  }

  acts(session, act) {
    const { position } = session;
    const stuck = !position.canPlay();
    return [
      stuck ? button(position.canDraw ? "Draw a tile" : "Knock", act.pass, { class: "button" }) : "",
      session.practice && !stuck ? button("Hint", act.hint, { class: "button button--second" }) : "",
      session.practice && session.yours.length ? button("Undo", act.undo, { class: "button button--second" }) : "",
    ];
  }
}
