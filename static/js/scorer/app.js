// The scorer's page: what is kept is read, what is new is drawn, and one screen is shown at a time, by the address's #.
//
// Knows the screens and what a phone can do for a scorer: stay awake, tick, keep the page for later. Refuses to know
// what any tap means.

import { h } from "./draw.js";
import "./game.js";
import "./lines.js";
import { Match } from "./match.js";
import { Outbox } from "./outbox.js";
import { keep, settings } from "./phone.js";
import "./players.js";
import "./standing.js";
import { Store, unsentMatches } from "./store.js";
import { standing } from "./words.js";

const SCREENS = [
  [/^#\/phone$/, "score-phone"],
  [/^#\/(\d+)\/(\d+)(?:\/(.+))?$/, "score-game"],
  [/^/, "score-lines"],
];
const KNOWN = "scorer-matches"; // what the matches that were opened here are called, for those with taps that wait

class ScorerApp extends HTMLElement {
  async connectedCallback() {
    this.page = JSON.parse(document.getElementById("match").textContent);
    this.store = new Store(this.page.code);
    this.match = new Match(this.page, this.store);
    this.outbox = new Outbox(
      this.store,
      this.page,
      (news) => this.changed(news),
      () => this.fresh(),
    );
    this.notSaved = ""; // what is said of a tap that could not be kept
    this.back = h("a", { class: "scorer__back", href: "#/", text: "‹ Games" });
    this.standing = h("score-standing");
    this.live = h("p", { class: "hidden-visually", "aria-live": "polite" });
    const bar = h(
      "div",
      { class: "scorer__bar" },
      this.back,
      h("span", { class: "scorer__here", text: this.page.who || "Scorer" }),
      this.standing,
    );
    this.trouble = h("score-trouble");
    Object.assign(this.trouble, { send: () => this.outbox.soon(), signIn: this.page.addresses.signIn });
    this.stage = h("main", { class: "scorer__stage" });
    await this.store.load();
    this.replaceChildren(
      h("header", { class: "scorer__header" }, document.querySelector("h1"), bar, this.trouble, this.live),
      this.stage,
    );
    addEventListener("hashchange", () => this.turn());
    addEventListener("pagehide", () => this.store.leave(this.match.unsaved));
    addEventListener("storage", (event) => event.key && event.key.startsWith(this.store.tail) && this.reread());
    this.remember();
    this.turn();
    this.outbox.start();
    this.stayAwake();
    this.keepPage();
    if (navigator.storage && navigator.storage.persist) navigator.storage.persist().catch(() => {});
  }

  /** Another tab of this phone has tapped. */
  async reread() {
    clearTimeout(this.rereading);
    this.rereading = setTimeout(async () => {
      await this.store.load();
      this.fresh();
      this.outbox.soon();
    }, 50);
  }

  /** Everything was read from the phone's database again. */
  fresh() {
    this.match.forget();
    this.draw();
  }

  /** Go to the screen of the address. */
  turn() {
    const [pattern, name] = SCREENS.find(([each]) => each.test(location.hash));
    const [, line, number, part] = pattern.exec(location.hash) || [];
    const there = line === undefined || (this.match.lines[line] && this.match.lines[line].tables);
    this.where = there ? { line: Number(line), number: Number(number), part: part || "" } : {};
    const screen = h(there ? name : "score-lines");
    this.back.hidden = screen.localName === "score-lines";
    this.stage.replaceChildren(screen);
    this.classList.toggle("scorer--game", screen.localName === "score-game");
    this.draw();
    scrollTo(0, 0);
    const title = this.stage.querySelector(".scorer__title");
    if (title) title.focus({ preventScroll: true });
  }

  draw() {
    const phone = settings();
    this.classList.toggle("scorer--left", phone.left);
    const tap = (work) => this.tap(work);
    const announce = (words) => (this.live.textContent = words);
    const set = (changes) => {
      keep(changes);
      this.draw();
    };
    this.stage.firstChild.show({
      match: this.match,
      ...this.where,
      elsewhere: () => this.elsewhere(),
      send: () => this.outbox.soon(),
      tap,
      announce,
      settings: phone,
      keep: set,
      changed: () => this.draw(),
    });
    this.stand();
  }

  stand() {
    const { outbox, match } = this;
    const { waiting, store } = outbox;
    const receivedAt = store.own.length ? store.receivedAt : null; // an answer to a phone that has sent nothing
    const said = standing({ ...outbox, unsaved: match.unsaved.length, waiting, receivedAt });
    this.standing.show(said);
    this.trouble.show(said, this.notSaved);
  }

  /** Something was received, or could not be. The screen is drawn again only where others have said something. */
  changed(news) {
    if (!news) return this.stand();
    const others = news.missed.length > 0 || news.acks.some((ack) => !ack.counts);
    if (others || news.acks.length) this.match.forget();
    if (others) this.draw();
    else this.stand();
  }

  /** Do what was tapped: it is seen at once, but only what is safe on the phone is said to be saved, and sent. */
  async tap(work) {
    try {
      const saved = work();
      this.draw();
      await saved;
      if (navigator.vibrate) navigator.vibrate(12);
      this.notSaved = "";
      this.stand();
    } catch (failed) {
      this.notSaved = `That score was not saved. This phone has no room left. (${failed.message})`;
      this.draw();
    }
    setTimeout(() => this.outbox.soon(), 0);
  }

  remember() {
    const known = JSON.parse(localStorage.getItem(KNOWN) || "{}");
    known[this.page.code] = { path: this.page.addresses.score, words: this.page.words };
    localStorage.setItem(KNOWN, JSON.stringify(known));
  }

  elsewhere() {
    const known = JSON.parse(localStorage.getItem(KNOWN) || "{}");
    const others = [...unsentMatches()].filter(([code]) => code !== this.page.code && known[code]);
    return others.map(([code, waiting]) => ({ ...known[code], waiting }));
  }

  /** The screen stays on while a match is pegged; a phone may refuse, and that is no fault. */
  stayAwake() {
    if (!navigator.wakeLock) return;
    const ask = () => document.hidden || navigator.wakeLock.request("screen").catch(() => {});
    document.addEventListener("visibilitychange", ask);
    addEventListener("pointerup", ask, { once: true });
  }

  /** Where the browser can, the page opens again without a signal. */
  async keepPage() {
    if (!navigator.serviceWorker) return;
    try {
      await navigator.serviceWorker.register(this.page.addresses.worker, { scope: this.page.addresses.score });
      const { active } = await navigator.serviceWorker.ready;
      active.postMessage("keep");
    } catch {
      // Not over HTTPS, or switched off: pegging works, and only a reload needs a signal.
    }
  }
}

customElements.define("scorer-app", ScorerApp);
