// A game against the computer on this phone: whose turn it is, what is kept, and what is asked of the computer.
//
// Knows the order of things. Refuses to know the rules (computer/position.js) and how anything looks (screen.js).

import "../crib-board.js";
import { Game } from "../computer/game.js";
import { canProve, hashOf, isAsBegun, newSeed } from "./fair.js";
import { addressOf, recordOf } from "./record.js";
import { Screen } from "./screen.js";
import { NEXT, PASS, Session, YOU } from "./session.js";
import { Thinker } from "./thinker.js";

const PAUSE = 700; // ms before the computer's tile is shown, so that one sees who played it
const HINT_DEALS = 600;
const REVIEW_DEALS = 300;

class PlayTable extends HTMLElement {
  async connectedCallback() {
    this.page = JSON.parse(document.getElementById("game").textContent);
    this.game = new Game(this.page.tables);
    this.thinker = new Thinker(this.dataset.worker, this.page.tables);
    this.screen = new Screen(this, this.page, this.game);
    const kept = JSON.parse(localStorage.getItem(this.key) || "null");
    const first = this.first;
    if (kept && first && !(await isAsBegun(kept, first))) this.screen.changed(() => this.again());
    else if (kept) await this.open(kept);
    else await this.offer();
    this.keepFiles();
  }

  /** Where this game is kept on the phone: one for each rule set and number of players. */
  get key() {
    return `play:${this.page.key}:${this.page.players}`;
  }

  /** The hash of the seed and the player's number as the game began with them; null where they are not kept. */
  get first() {
    return canProve ? JSON.parse(localStorage.getItem(`${this.key}:fair`) || "null") : null;
  }

  /** Draw the seed and show its hash, before the player chooses anything. */
  async offer() {
    const seed = newSeed();
    const hash = canProve ? await hashOf(seed) : null;
    this.screen.start(hash, (choice) => this.begin(seed, hash, choice));
  }

  begin(seed, hash, { own, level, practice }) {
    if (hash) localStorage.setItem(`${this.key}:fair`, JSON.stringify({ hash, own }));
    return this.open({ seed, own, level, practice, turns: [] });
  }

  async open(kept) {
    this.session = await new Session(this.game, kept).open();
    this.extra = {};
    this.go();
  }

  async take(turn) {
    this.extra = {};
    await this.session.take(turn);
    localStorage.setItem(this.key, JSON.stringify(this.session.record));
    this.go();
  }

  /** Show how it stands; if it is the computer's turn, let it think and play. */
  async go() {
    const { position } = this.session;
    if (position.winner !== null)
      this.extra.shared = await addressOf(recordOf(this.session, this.page), this.dataset.checker);
    this.show();
    if (position.over || position.turn === YOU) return;
    const turn = await this.theirs();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (position === this.session.position && position.turn !== YOU) await this.take(turn);
  }

  async theirs() {
    const { session } = this;
    return session.position.canPlay() ? this.thinker.turn(session.view(), session.level) : PASS;
  }

  show() {
    this.screen.show(
      this.session,
      { ...this.extra, first: this.first, canProve },
      {
        play: (turn) => this.take(turn),
        pass: () => this.take(PASS),
        next: () => this.take(NEXT),
        undo: () => this.undo(),
        hint: () => this.hint(),
        review: () => this.review(),
        prove: () => this.prove(),
        again: () => this.again(),
      },
    );
  }

  async undo() {
    const turns = this.session.undone();
    if (!turns) return;
    this.extra = {};
    await this.session.open(turns);
    localStorage.setItem(this.key, JSON.stringify(this.session.record));
    this.go();
  }

  async hint() {
    this.extra.hint = await this.thinker.judge(this.session.view(), HINT_DEALS);
    this.show();
  }

  /** What each choice of yours cost in chances to win, the dearest first. */
  async review() {
    const looked = [];
    for (const choice of this.session.chosen) {
      const judged = await this.thinker.judge(choice.view, REVIEW_DEALS);
      const made = ({ tile, pick }) => this.game.layouts.made(choice.view.layout, tile)[pick];
      const own = judged.find((play) => play.tile === choice.tile && made(play) === choice.to);
      const chance = ({ sum, deals }) => sum / (10 * deals);
      looked.push({ ...choice, best: judged[0], own, cost: Math.max(0, chance(judged[0]) - chance(own)) });
    }
    this.extra.review = looked.sort((one, two) => two.cost - one.cost);
    this.show();
  }

  /** Whether the game as it is kept has the seed whose hash was shown, and every deal follows from that. */
  async prove() {
    const kept = JSON.parse(localStorage.getItem(this.key));
    this.extra.proved = Boolean(this.first) && (await isAsBegun(kept, this.first)) && (await this.follows(kept));
    this.show();
  }

  async follows(kept) {
    const deals = ({ told }) => JSON.stringify(told.map(({ dealt }) => dealt));
    return deals(await new Session(this.game, kept).open()) === deals(this.session);
  }

  again() {
    localStorage.removeItem(this.key);
    localStorage.removeItem(`${this.key}:fair`);
    return this.offer();
  }

  /** What was loaded before the page's own worker took over is fetched once more, so that it is kept. */
  async keepFiles() {
    if (!navigator.serviceWorker) return;
    await navigator.serviceWorker.ready;
    const own = performance.getEntriesByType("resource").map(({ name }) => name);
    const files = [...own, this.thinker.address, ...(await this.thinker.files())];
    for (const each of new Set(files)) if (each.includes("/static/")) await fetch(each).catch(() => {});
  }
}

customElements.define("play-table", PlayTable);
