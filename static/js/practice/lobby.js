// Before a game: against whom, for practice or not, and the hash of the deals to come.

import { button, h } from "../scorer/draw.js";
import { currentRating, ratingWords } from "./rating.js";

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
  const words = ratingWords(currentRating());
  const form = h(
    "form",
    { class: "form play__start" },
    words ? h("p", { class: "play__rating", text: words }) : "",
    h(
      "fieldset",
      {},
      h("legend", { class: "hidden-visually", text: "Play against" }),
      h("div", { class: "choices" }, options),
    ),
    h(
      "label",
      { class: "choice" },
      practice,
      h(
        "span",
        { class: "choice__words" },
        h("strong", { text: "Practice game" }),
        h("small", { text: "What each tile scores, hints and undo; not rated" }),
      ),
    ),
    h("button", { class: "button", text: "Start the game" }),
    hash ? beforehand(hash) : "",
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
    h("summary", { text: "How the tiles are dealt, and a number of your own" }),
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

/** A game that waits on this phone. */
export function waitingGame(session, goOn, again) {
  const words = `Your game stands at ${session.scores.join("–")}.`;
  return h(
    "div",
    { class: "play__start" },
    h("p", { class: "lead", text: words }),
    button("Go on with it", goOn),
    button("New game", again, { class: "button button--second" }),
  );
}

/** The seed that is kept is not the one with which the game began. */
export function changedSeed(again) {
  const words =
    "The game kept on this phone has another seed than the one whose hash was shown before it, or another number of " +
    "yours. Its deals are not those that were fixed.";
  return h("div", { class: "notice notice--bad", role: "alert" }, h("p", { text: words }), button("New game", again));
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
  return h("p", { class: "play__fair" }, words);
}
