// A game against the computer on this phone: whose turn it is, what is kept, and what is asked of the computer.
//
// The rules are in computer/position.js, how it looks in screen.js.

import "../crib-board.js";
import { Game } from "../computer/game.js";
import { canProve, hashOf, isAsBegun, newSeed } from "./fair.js";
import { changedSeed, startForm, waitingGame } from "./lobby.js";
import { count } from "./rating.js";
import { addressOf, recordOf } from "./record.js";
import { Screen } from "./screen.js";
import { NEXT, PASS, Session, YOU } from "./session.js";
import * as sound from "./sound.js";
import { Thinker } from "./thinker.js";

const PAUSE = 700; // ms before the computer's tile is shown, so that one sees who played it
const HINT_DEALS = 600;
const REVIEW_DEALS = 300;

class PlayTable extends HTMLElement {
  async connectedCallback() {
    this.page = JSON.parse(document.getElementById("game").textContent);
    this.game = new Game(this.page.tables);
    this.thinker = new Thinker(this.dataset.worker, this.page.tables);
    this.screen = new Screen(this, this.page, this.game, () => history.back());
    addEventListener("popstate", () => this.session && (history.state ? this.sit() : this.leave()));
    const kept = JSON.parse(localStorage.getItem(this.key) || "null");
    const first = this.first;
    if (kept && first && !(await isAsBegun(kept, first))) this.screen.alone(changedSeed(() => this.again()));
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
    const begin = (choice) => this.begin(seed, hash, choice);
    this.screen.alone(startForm(this.page.levels, hash, begin));
  }

  begin(seed, hash, { own, level, practice }) {
    if (hash) localStorage.setItem(`${this.key}:fair`, JSON.stringify({ hash, own }));
    return this.open({ seed, own, level, practice, turns: [] });
  }

  async open(kept) {
    this.session = await new Session(this.game, kept).open();
    this.sit();
  }

  /** Sit down at the table; the way back leaves it. */
  sit() {
    if (!history.state) history.pushState({ table: true }, "");
    Object.assign(this, { away: false, extra: {} });
    this.go();
  }

  /** Back to the page; the game waits. */
  leave() {
    this.away = true;
    const start = [() => this.sit(), () => this.again()];
    this.screen.alone(waitingGame(this.session, ...start));
  }

  /** Take a turn; a tile comes `from` a point of the page. */
  async take(turn, from) {
    this.extra = { from };
    await this.session.take(turn);
    localStorage.setItem(this.key, JSON.stringify(this.session.record));
    this.go();
  }

  /** Show how it stands; if it is the computer's turn, let it think and play. */
  async go() {
    const { position, practice, seed, level, hasWon } = this.session;
    if (position.winner !== null && !practice) this.extra.rating = count(seed, level, hasWon);
    if (position.winner !== null)
      this.extra.shared = await addressOf(recordOf(this.session, this.page), this.dataset.checker);
    this.show();
    if (position.over || position.turn === YOU) return;
    const turn = await this.theirs();
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (!this.away && position === this.session.position && position.turn !== YOU) await this.take(turn);
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
        play: (turn, from) => this.take(turn, from),
        pass: () => this.take(PASS),
        next: () => this.take(NEXT),
        undo: () => this.undo(),
        hint: () => this.hint(),
        review: () => this.review(),
        prove: () => this.prove(),
        again: () => this.again(),
        sound: (on) => (sound.turn(on), this.show()),
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
