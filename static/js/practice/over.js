// What is said, and can be done, when a hand or the game is over.

import { button, h } from "../scorer/draw.js";
import { percent, tileWords } from "./words.js";

/** How a hand ended, with the tiles that were left. */
export function handOver({ names, game }, { position }) {
  const how = position.out === null ? "Blocked: nobody can play." : `${names[position.last]} chipped out.`;
  const left = position.hands
    .map((hand, seat) => [names[seat], hand])
    .filter(([, hand]) => hand.length)
    .map(([name, hand]) => `${name} had ${hand.map((tile) => tileWords(game.layouts.tiles[tile])).join(", ")}.`);
  return [how, ...left].join(" ");
}

/** The end of a game: who won, what it did to the rating, and what can be done now. */
export function gameOver(screen, session, extra, act) {
  const won = session.hasWon;
  const hands = `${session.hand} ${session.hand === 1 ? "hand" : "hands"}`;
  return h(
    "section",
    { class: "play__over", "aria-labelledby": "game-over" },
    h("h2", { id: "game-over", tabindex: -1, text: won ? "You won" : "You lost" }),
    h("p", { class: "play__result", text: session.scores.join("–") }),
    h("p", { text: `Against ${screen.page.levels[session.level].name}, in ${hands}.` }),
    extra.rating ? rated(extra.rating) : "",
    h(
      "div",
      { class: "play__acts" },
      button("New game", act.again),
      extra.review ? "" : button("Review my game", act.review, { class: "button button--second" }),
      extra.shared ? h("a", { class: "button button--second", href: extra.shared, text: "Share as a record" }) : "",
    ),
    extra.review ? reviewed(screen, extra.review) : "",
    proof(session, extra, act),
  );
}

function rated({ rating, gained = 0, run, past }) {
  const [least, most] = [Math.min(...past), Math.max(...past)];
  const at = (each, place) =>
    `${(place * 100) / (past.length - 1)},${28 - ((each - least) * 26) / (most - least || 1)}`;
  const change = gained < 0 ? `−${-gained}` : `+${gained}`;
  const running = run > 1 ? `, ${run} wins running` : "";
  const graph = h("span", { class: "play__graph", "aria-hidden": "true" });
  if (past.length > 1) graph.append(line(past.map(at).join(" ")));
  return h("div", { class: "play__rating" }, h("p", { text: `Rating ${rating} (${change})${running}` }), graph);
}

function line(points) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 100 30");
  svg.setAttribute("preserveAspectRatio", "none");
  const drawn = document.createElementNS(svg.namespaceURI, "polyline");
  drawn.setAttribute("points", points);
  svg.append(drawn);
  return svg;
}

/** The plays that cost most, at most five. */
function reviewed(screen, all) {
  const dear = all.filter(({ cost }) => cost >= 2).slice(0, 5);
  if (!dear.length) return h("p", { text: "No play of yours cost 2 % or more of the game. Well played." });
  const item = ({ hand, tile, own, best, cost }) => {
    const tiles = screen.game.layouts.tiles;
    const made = `Hand ${hand}: you played ${tileWords(tiles[tile])} (${percent(own.sum, own.deals)} to win).`;
    return h("li", {
      text: `${made} ${tileWords(tiles[best.tile])} wins ${percent(best.sum, best.deals)}: ${Math.round(cost)} % lost.`,
    });
  };
  return h("div", {}, h("h3", { text: "The plays that cost most" }), h("ol", {}, dear.map(item)));
}

function proof(session, { first, proved }, act) {
  if (!first) return "";
  const own = first.own ? " and your number" : "";
  const said = proved
    ? `Checked: the seed has the hash shown before, and every deal follows from the seed${own}.`
    : `Not proved: the seed${own} kept on this phone ${own ? "are" : "is"} not what the game began with.`;
  return h(
    "details",
    { open: proved !== undefined },
    h("summary", { text: "Was the deal fair?" }),
    h("p", {}, "The seed of the deals: ", h("code", { class: "play__hash", text: session.seed })),
    proved === undefined
      ? button("Check that the deal was fair", act.prove, { class: "button button--second" })
      : h("p", { role: "status", text: said }),
  );
}
