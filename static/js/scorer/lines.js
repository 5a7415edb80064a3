// The games of the match in the order of the card: what each stands at, and the way into it.

import { button, h, mark } from "./draw.js";
import { several } from "./words.js";

export class ScoreLines extends HTMLElement {
  show({ match, elsewhere, send }) {
    const { page } = match;
    const unsent = elsewhere();
    const rows = match.lines.flatMap((line, at) =>
      line.tables ? match.numbers(at).map((number) => row(match, at, number)) : [notPegged(line)],
    );
    this.replaceChildren(
      total(match),
      match.order.some((place) => match.onSite(...place)) ? onSite("scores of this match", send) : "",
      h("ol", { class: "games" }, rows),
      match.over
        ? h(
            "p",
            { class: "scorer__onward" },
            h("a", { class: "button button--big", href: page.addresses.card }, "Check the card and send it"),
          )
        : "",
      unsent.length ? onOtherPages(unsent) : "",
      h(
        "p",
        { class: "scorer__onward" },
        h("a", { href: "#/phone" }, "Settings"),
        h("a", { href: page.addresses.match }, "Live page of this match"),
      ),
    );
  }
}

function total(match) {
  const { page, won } = match;
  const sides = page.sides.map((name, side) =>
    h(
      "div",
      { class: "tile-score__half" },
      h("span", { class: "tile-score__name", text: name }),
      h(
        "span",
        { class: "tile-score__row" },
        mark(side),
        h("strong", { class: "tile-score__number", text: String(won[side]) }),
      ),
    ),
  );
  return h("div", { class: "tile-score tile-score--match" }, sides);
}

function row(match, line, number) {
  const game = match.game(line, number);
  const label = h("span", { class: "games__label", text: match.label(line, number) });
  return h(
    "li",
    {},
    h(
      "a",
      { class: "games__row", href: `#/${line}/${number}` },
      label,
      h(
        "span",
        { class: "games__words" },
        names(match, line, game),
        h("small", { text: state(match, line, number, game) }),
      ),
      game ? h("strong", { class: "games__score", text: game.view.scores.join("–") }) : "",
    ),
  );
}

function names(match, line, game) {
  if (game) return h("span", { text: game.names.join(" v ") });
  return h("span", { class: "muted", text: match.lines[line].terms });
}

function state(match, line, number, game) {
  const score = match.onSite(line, number);
  if (score) return `The site has ${score}`;
  if (!game) return match.store.receivedAt ? "Not started" : "Not started on this phone";
  return game.differing.length ? `${stage(match, game)}. Two phones differ` : stage(match, game);
}

function stage(match, game) {
  if (game.view.winner !== null) return `${match.page.sides[game.view.winner]} won`;
  return game.mine ? "Scored on this phone" : `${game.held.name || "Another phone"} is scoring`;
}

/** This phone has lost scores, or never had them: they come from the site as soon as there is a signal. */
export const onSite = (what, send) =>
  h(
    "section",
    { class: "notice notice--warn" },
    h("p", { text: `The site has ${what} that this phone does not have. They come as soon as there is a signal.` }),
    button("Fetch them now", send, { class: "button button--second" }),
  );

const notPegged = (line) =>
  h(
    "li",
    { class: "games__row games__row--still" },
    h("span", { class: "games__label", text: line.title }),
    h(
      "span",
      { class: "games__words" },
      h("span", { text: line.terms }),
      h("small", { text: "Not scored here: enter it on the card" }),
    ),
  );

/** Scores of other matches that wait on this phone: their own pages send them. */
function onOtherPages(unsent) {
  const each = ({ path, words, waiting }) =>
    h("li", {}, h("a", { href: path, text: `${words}: ${several(waiting, "score", "scores")} to send` }));
  return h(
    "section",
    { class: "notice notice--warn" },
    h("h2", { class: "notice__title", text: "Also on this phone, not sent yet" }),
    h("ul", {}, unsent.map(each)),
  );
}

customElements.define("score-lines", ScoreLines);
