// The parts of the page that come and go: how to begin, which end, and what is said when a hand or a game is over.

import { button, h } from "../scorer/draw.js";
import { written } from "./lying.js";
import { YOU } from "./session.js";
import { endsWords, percent, pointsOf, tileWords } from "./words.js";

/** Which level, and whether this is for practice. */
export function startForm(levels, begin) {
  const options = levels.map(({ name, words }, level) =>
    h(
      "label",
      { class: "choice" },
      h("input", { type: "radio", name: "level", value: level, checked: level === 1 }),
      h("span", { class: "choice__words" }, h("strong", { text: name }), h("small", { text: words })),
    ),
  );
  const practice = h("input", { type: "checkbox", name: "practice" });
  const form = h(
    "form",
    { class: "form play__start" },
    h("fieldset", {}, h("legend", { text: "Play against" }), h("div", { class: "choices" }, options)),
    h("label", { class: "choice" }, practice, h("span", { text: "Practice game, with hints and undo" })),
    h("button", { class: "button", text: "Start the game" }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    begin({ level: Number(new FormData(form).get("level")), practice: practice.checked });
  });
  return form;
}

/** A tile fits two ends that come to something else: which? */
export function choices(stage, game, tile, made, play) {
  const pips = tileWords(game.layouts.tiles[tile]);
  const each = (to) =>
    button(`Leave ${endsWords(to, game.tables.kinds)}: ${to.total}, ${pointsOf(to.points)}`, () => play(to));
  const acts = stage.querySelector(".play__acts");
  acts.replaceChildren(h("p", { text: `Where does ${pips} go?` }), ...made.map(each));
  acts.querySelector("button").focus();
}

/** What is said, and can be done, when a hand or the game is over. */
export function afterwards(screen, session, extra, act) {
  const { position } = session;
  const { sides } = screen.game.tables;
  if (position.winner === null) {
    const how = position.out === null ? "Blocked: nobody can play." : `${screen.names[position.last]} chipped out.`;
    return h(
      "div",
      { class: "panel" },
      h("p", { text: `${how} ${left(screen, session)}` }),
      button("Next hand", act.next, { class: "button" }),
    );
  }
  const won = position.winner === sides[YOU];
  return h(
    "div",
    { class: "panel" },
    h("h2", { text: won ? "You won" : "You lost" }),
    h("p", { text: `${session.scores.join("–")} after ${session.hand} ${session.hand === 1 ? "hand" : "hands"}.` }),
    h(
      "div",
      { class: "play__acts" },
      button("New game", act.again, { class: "button" }),
      extra.review ? "" : button("Review my game", act.review, { class: "button button--second" }),
      extra.shared ? h("a", { class: "button button--second", href: extra.shared, text: "Share as a record" }) : "",
    ),
    extra.review ? reviewed(screen, extra.review) : "",
    proof(session, extra, act),
  );
}

function left(screen, session) {
  const hands = session.position.hands
    .map((hand, seat) => [screen.names[seat], hand])
    .filter(([, hand]) => hand.length);
  return hands
    .map(([name, hand]) => `${name} had ${hand.map((tile) => written(screen.game, tile)).join(" ")}.`)
    .join(" ");
}

/** The plays that cost most, at most five. */
function reviewed(screen, all) {
  const dear = all.filter(({ cost }) => cost >= 2).slice(0, 5);
  if (!dear.length) return h("p", { text: "No play of yours cost 2 % or more of the game. Well played." });
  const line = ({ hand, tile, own, best, cost }) => {
    const tiles = screen.game.layouts.tiles;
    const made = `Hand ${hand}: you played ${tileWords(tiles[tile])} (${percent(own.sum, own.deals)} to win).`;
    return h("li", {
      text: `${made} ${tileWords(tiles[best.tile])} wins ${percent(best.sum, best.deals)}: ${Math.round(cost)} % lost.`,
    });
  };
  return h("div", {}, h("h3", { text: "The plays that cost most" }), h("ol", {}, dear.map(line)));
}

function proof(session, { fair, proved }, act) {
  if (!fair) return "";
  const said = proved
    ? "Checked: the hash is the one shown before, and every deal follows from the seed."
    : "The seed and the deals do not agree.";
  return h(
    "div",
    {},
    h("p", {}, "The seed of the deals: ", h("code", { class: "play__hash", text: session.seed })),
    proved === undefined
      ? button("Check that the deal was fair", act.prove, { class: "button button--second" })
      : h("p", { role: "status", text: said }),
  );
}
