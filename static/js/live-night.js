// All matches of a night: <live-night data-every="4000"> asks for the part of its page that changes, and shows it.
// Boards that were there before stay, so that their pegs glide. With data-cycle (the screen in the pub) one slide after
// the other is shown. It asks for ever, and loads the page again when the site has become a new one.
// Televisions keep their browser for ten years: no syntax and no call of after 2018 (Chromium 66) here, nor in what it imports.

import "./crib-board.js";
import { clock } from "./live/words.js";

const numbers = (words) => words.split(" ").map(Number);

class LiveNight extends HTMLElement {
  connectedCallback() {
    this.body = this.querySelector("[data-part]");
    this.health = document.querySelector("[data-health]");
    this.well = this.health.textContent;
    this.heard = new Date();
    this.next();
    document.addEventListener("visibilitychange", () => document.hidden || this.now());
    addEventListener("online", () => this.now());
    if (!this.dataset.cycle) return;
    this.cycle();
    setInterval(() => this.cycle(1), Number(this.dataset.cycle));
  }

  next() {
    clearTimeout(this.timer);
    if (!document.hidden)
      this.timer = setTimeout(() => this.now(), Number(this.dataset.every) * (0.8 + Math.random() * 0.4));
  }

  async now() {
    if (this.asking) return;
    this.asking = true;
    try {
      await this.ask();
      document.documentElement.setAttribute("data-turns", "");
      this.heard = new Date();
      this.say(this.well);
    } catch {
      this.say(`Not connected: last heard ${clock(this.heard)}`);
    }
    this.asking = false;
    this.next();
  }

  async ask() {
    const headers = { "HX-Request": "true" };
    if (this.tag) headers["If-None-Match"] = this.tag;
    const stop = new AbortController();
    const late = setTimeout(() => stop.abort(), 10000);
    const asked = { headers, cache: "no-store", credentials: "same-origin", redirect: "error", signal: stop.signal };
    try {
      const answer = await fetch(location.href, asked);
      if (answer.status === 304) return;
      if (!answer.ok) throw new Error(`${answer.status}`);
      this.show(await answer.text());
      this.tag = answer.headers.get("ETag");
    } finally {
      clearTimeout(late);
    }
  }

  say(words) {
    if (this.health.textContent !== words) this.health.textContent = words;
  }

  show(html) {
    const fresh = document.createElement("template");
    fresh.innerHTML = html;
    const site = fresh.content.querySelector("[data-site]");
    if (!site) throw new Error("another page");
    if (site.dataset.site !== this.dataset.site) return location.reload();
    const moves = [...fresh.content.querySelectorAll("[data-game]")].map((game) => this.keepBoard(game));
    const focused = this.body.contains(document.activeElement) && document.activeElement.getAttribute("href");
    this.body.textContent = "";
    this.body.appendChild(fresh.content);
    this.cycle();
    const again = focused && this.body.querySelector(`[href="${CSS.escape(focused)}"]`);
    if (again) again.focus();
    this.getBoundingClientRect(); // kept boards are placed where they were before they may glide
    moves.forEach((move) => move());
    return undefined;
  }

  /** Puts the board that this game had before in the place of the new one; what is given back moves its pegs. */
  keepBoard(game) {
    const [drawn, before] = [game, this.body.querySelector(`[data-game="${game.dataset.game}"]`)].map(
      (place) => place && place.querySelector("crib-board"),
    );
    if (!drawn || !before || drawn.dataset.target !== before.dataset.target) return () => {};
    const { scores, back } = drawn.dataset;
    drawn.replaceWith(before);
    return () => before.show({ scores: numbers(scores), back: numbers(back) });
  }

  /** Show one slide: the one that was shown, or that many further on. */
  cycle(by = 0) {
    if (!this.dataset.cycle) return;
    const slides = [...this.body.querySelectorAll("[data-slide]")];
    const at = Math.max(
      0,
      slides.findIndex((slide) => slide.dataset.slide === this.slide),
    );
    const shown = slides[(at + by) % slides.length];
    this.slide = shown.dataset.slide;
    slides.forEach((slide) => (slide.hidden = slide !== shown));
  }
}

customElements.define("live-night", LiveNight);
