// The match as this phone knows it: its own taps and those received, read as games; and the ways to tap.
//
// Knows which events make which game and under which lease this phone speaks. Refuses to know the rules (js/play), the
// disk (store) and the network (outbox).

import { fold } from "../play/rules.js";
import { uuid } from "./store.js";
import { openingOf, played, Story } from "./tracks.js";
import { sideWords } from "./words.js";

const HOLDS = new Set(["opened", "taken", "asked"]);

export class Match {
  /** `page` is what the server wrote into the page; `clock` gives the time of a tap. */
  constructor(page, store, clock = () => new Date()) {
    Object.assign(this, { page, store, clock });
    this.games = new Map(); // what was read, by game, until something is new
    this.unsaved = []; // what was tapped and is not safe on the phone yet: it is shown, and nothing else
    this.queue = []; // of these what is not being written yet
    this.saving = Promise.resolve();
  }

  get lines() {
    return this.page.lines;
  }

  /** The games of a line that there are to play: of a best-of line, until it is won. */
  numbers(line) {
    const { games, toWin, bestOf } = this.lines[line];
    const won = [0, 0];
    for (let number = 1; number <= games; number += 1) {
      if (bestOf && Math.max(...won) >= toWin) return range(number - 1);
      const game = this.game(line, number);
      if (game && game.view.winner !== null) won[game.view.winner] += 1;
    }
    return range(games);
  }

  /** Every game of the match in the order of the card, as [line, number]. */
  get order() {
    return this.lines.flatMap((line, at) => (line.tables ? this.numbers(at).map((number) => [at, number]) : []));
  }

  /** Games won, by side. */
  get won() {
    const winners = this.order.map(([line, number]) => this.game(line, number)).map((game) => game && game.view.winner);
    return [0, 1].map((side) => winners.filter((winner) => winner === side).length);
  }

  get over() {
    return this.order.every(([line, number]) => this.isOver(line, number));
  }

  isOver(line, number) {
    const game = this.game(line, number);
    return game !== null && game.view.winner !== null;
  }

  /** The next game after this one that is not over, or null. */
  next(line, number) {
    const after = ([at, nth]) => at > line || (at === line && nth > number);
    const open = this.order.filter(([at, nth]) => !this.isOver(at, nth));
    return open.find(after) || open[0] || null;
  }

  label(line, number) {
    const { title, games } = this.lines[line];
    return games > 1 ? `${title}, game ${number}` : title;
  }

  /** Something is new: read everything again when it is asked for. */
  forget() {
    this.games.clear();
  }

  /** A game as it stands, or null if nobody has opened it. */
  game(line, number) {
    const key = `${line}-${number}`;
    if (!this.games.has(key)) this.games.set(key, this.read(line, number));
    return this.games.get(key);
  }

  /** What the site had of a game that this phone has nothing of, when it wrote the page: "61–48", or "". */
  onSite(line, number) {
    const scores = this.game(line, number) ? null : this.page.stands && this.page.stands[`${line}-${number}`];
    return scores ? scores.join("\u2013") : "";
  }

  read(line, number) {
    const story = new Story();
    const ours = (event) => event.line === line && event.game === number;
    const own = [...this.store.own, ...this.unsaved].filter(ours);
    const taps = inOrder(own, this.store.others.filter(ours));
    taps.forEach((tap) => story.take(tap));
    if (!story.hold || !story.opening) return null;
    const { home, away } = story.opening;
    const tables = this.page.tables[this.lines[line].tables];
    const leases = new Set();
    for (const tap of own.filter((each) => HOLDS.has(each.kind))) {
      leases.add(tap.kind === "asked" ? tap.body.lease : tap.lease);
    }
    const names = [home, away].map((side) => side.map((place) => place.name).join(" and "));
    const tell = (facts) => fold(tables, home.length + away.length, facts, story.opening.leader);
    const view = tell(story.played);
    const differing = this.differing(story, view, tell).map((track) => ({ ...track, own: leases.has(track.lease) }));
    return {
      line,
      number,
      story,
      tables,
      names,
      shorts: [home, away].map((side) => sideWords(side.map((place) => place.name))),
      label: this.label(line, number),
      seats: home.flatMap((place, at) => [place.name, away[at] ? away[at].name : ""]),
      mine: leases.has(story.hold.lease),
      held: story.hold,
      lost: !leases.has(story.hold.lease) && own.some((tap) => tap.kind !== "asked"),
      differing,
      asked: story.requests.filter((each) => !leases.has(each.lease)).pop() || null,
      waiting: story.requests.some((each) => leases.has(each.lease)),
      events: story.played,
      view,
      isFresh: view.keys.some((side) => side.some((key) => key.lead)),
    };
  }

  /** The tracks aside that tell the game differently from what counts, with their scores; as league/matchnight/values.py. */
  differing(story, view, tell) {
    const open = story.aside().filter((track) => !track.rested);
    return open
      .map((track) => ({ ...track, view: tell(played(track.whole)) }))
      .filter((track) => {
        const opened = track.taps.filter((tap) => tap.kind === "opened").map((tap) => openingOf(tap.body));
        const last = opened.filter(Boolean).pop();
        if (last && keys(last) !== keys(story.opening)) return true;
        const { account } = track.view;
        return String(account) !== String(view.account.slice(0, account.length));
      });
  }

  // --- tapping: it is in its game at once, and each resolves when the phone has it safely ---

  open(line, number, { home, away, leader }) {
    const lease = uuid();
    const started = { kind: "hand_started", ...(leader === null ? {} : { leader }) };
    return this.write([
      this.event(line, number, lease, "opened", { home, away, leader, name: this.page.name }),
      this.fact(line, number, lease, started),
    ]);
  }

  /** Other players, or another first drop, than was chosen when the game was opened. */
  reopen(game, { home, away, leader }) {
    const { line, number, held, view } = game;
    const body = { home, away, leader, name: this.page.name };
    const [first] = view.list;
    const events = [this.event(line, number, held.lease, "opened", body)];
    if (first && first.fact.kind === "hand_started" && first.fact.leader !== leader) {
      const event = { ...first.fact, id: first.id, leader };
      const told = { kind: "corrected", ref: first.id, event, reason: "First drop corrected" };
      events.push(this.fact(line, number, held.lease, told));
    }
    return this.write(events);
  }

  /** Tell what happened at the table, one or more facts at once. */
  tell(game, ...facts) {
    return this.write(facts.map((fact) => this.fact(game.line, game.number, game.held.lease, fact)));
  }

  ask(game) {
    const lease = uuid();
    return this.write([this.event(game.line, game.number, lease, "asked", { name: this.page.name, lease })]);
  }

  give(game, { lease, name }) {
    return this.write([this.event(game.line, game.number, game.held.lease, "given", { lease, name })]);
  }

  take(game) {
    return this.write([this.event(game.line, game.number, uuid(), "taken", { name: this.page.name })]);
  }

  confirm(game, side, name) {
    const body = { side, name, scores: game.view.scores };
    return this.write([this.event(game.line, game.number, game.held.lease, "confirmed", body)]);
  }

  fact(line, number, lease, told) {
    const event = this.event(line, number, lease, "fact", null);
    return { ...event, body: { ...told, id: event.id } };
  }

  event(line, game, lease, kind, body) {
    return { id: uuid(), at: this.clock().toISOString(), line, game, lease, kind, body };
  }

  /** What was tapped while the last write was under way is one more write, and fails with what it was tapped on. */
  async write(events) {
    const unsaved = events.map((event) => ({ ...event, seq: null, counts: null }));
    this.unsaved.push(...unsaved);
    this.queue.push(...events);
    this.forget();
    this.saving = this.saving.then(() => this.queue.length && this.store.add(this.queue.splice(0)));
    try {
      await this.saving;
    } finally {
      this.unsaved = this.unsaved.filter((event) => !unsaved.includes(event));
      if (!this.unsaved.length) Object.assign(this, { queue: [], saving: Promise.resolve() });
      this.forget();
    }
  }
}

const keys = ({ home, away }) => [home, away].map((side) => side.map((place) => place.key).join()).join("|");
const range = (count) => Array.from({ length: count }, (_, at) => at + 1);

/** As the log has them; what it has not got yet comes last, in the order in which it was tapped. */
function inOrder(own, others) {
  const told = [...own.filter((tap) => tap.seq !== null), ...others].sort((a, b) => a.seq - b.seq);
  return [...told, ...own.filter((tap) => tap.seq === null)];
}
