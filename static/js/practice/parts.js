// The parts of the page that come and go: how to begin, which end, and what is said when a hand or a game is over.

import { button, h } from "../scorer/draw.js";
import { written } from "./lying.js";
import { YOU } from "./session.js";
import { endsWords, percent, pointsOf, tileWords } from "./words.js";

/** Which level, and whether this is for practice; with the `hash` of the seed a number of one's own. */
export function startForm(levels, hash, begin) {
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
    hash ? beforehand(hash) : "",
    h("button", { class: "button", text: "Start the game" }),
  );
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const chosen = new FormData(form);
    const own = (chosen.get("own") || "").trim();
    begin({ level: Number(chosen.get("level")), practice: practice.checked, own });
  });
  return form;
}

/** The hash of the seed of the deals to come, and room for a number that goes into them. */
function beforehand(hash) {
  const copied = h("span", { role: "status" });
  const copy = async () => {
    await navigator.clipboard.writeText(hash);
    copied.textContent = " Copied.";
  };
  return h(
    "details",
    { class: "play__fair" },
    h("summary", { text: `How the tiles are dealt: hash ${hash.slice(0, 8)}…, and a number of your own` }),
    h("p", {}, "The seed of the deals is drawn. Its hash: ", h("code", { class: "play__hash", text: hash })),
    h("p", {}, navigator.clipboard ? button("Copy the hash", copy, { class: "button button--second" }) : "", copied),
    h(
      "div",
      { class: "field" },
      h("label", { class: "field__label", for: "own-number", text: "A number of your own, if you like" }),
      h("p", {
        class: "field__hint",
        text: "It goes into every deal, and nobody could know it when the seed was drawn.",
      }),
      h("input", {
        id: "own-number",
        name: "own",
        type: "text",
        inputmode: "numeric",
        autocomplete: "off",
        maxlength: 40,
      }),
    ),
  );
}

/** What is said of the deals while the game is played. */
export function fairness({ canProve, first }) {
  const own = first && first.own ? ` Your number ${first.own} goes into every deal.` : "";
  const words = first
    ? [
        "The seed of the deals was drawn before the game began. Its hash: ",
        h("code", { class: "play__hash", text: first.hash }),
        `.${own}`,
      ]
    : canProve
      ? ["The hash that was shown before this game is not kept on this phone, so the deals cannot be proved fair."]
      : ["This page has no safe connection, so the deals cannot be proved fair."];
  return h("details", { class: "play__fair" }, h("summary", { text: "How the tiles are dealt" }), h("p", {}, words));
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

function proof(session, { first, proved }, act) {
  if (!first) return "";
  const own = first.own ? " and your number" : "";
  const said = proved
    ? `Checked: the seed has the hash shown before, and every deal follows from the seed${own}.`
    : `Not proved: the seed${own} kept on this phone ${own ? "are" : "is"} not what the game began with.`;
  return h(
    "div",
    {},
    h("p", {}, "The seed of the deals: ", h("code", { class: "play__hash", text: session.seed })),
    proved === undefined
      ? button("Check that the deal was fair", act.prove, { class: "button button--second" })
      : h("p", { role: "status", text: said }),
  );
}
