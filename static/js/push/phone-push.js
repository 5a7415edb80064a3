// <phone-push> on "E-mail choices": has this browser asked for an address at which its maker's push service takes
// messages for it, and sends that with the form inside. Shown only where the browser can; without this nothing is said.

const WORKER = "/push/worker.js";
const APPLE = /iPhone|iPad|iPod/;

class PhonePush extends HTMLElement {
  async connectedCallback() {
    this.form = this.querySelector("form");
    this.said = this.querySelector("[data-said]");
    const able = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
    this.form.hidden = !able;
    this.querySelector("[data-apple]").hidden = able || !APPLE.test(navigator.userAgent);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.add();
    });
    if (able) await this.recognise();
    this.hidden = !able && !APPLE.test(navigator.userAgent);
  }

  /** If this browser is in the list it is said there, and the button is not offered again. */
  async recognise() {
    const worker = await navigator.serviceWorker.getRegistration("/push/");
    const held = await worker?.pushManager.getSubscription();
    const row =
      held && [...document.querySelectorAll("[data-endpoint]")].find((each) => each.dataset.endpoint === held.endpoint);
    if (!row) return;
    row.querySelector("[data-this]").hidden = false;
    this.form.hidden = true;
  }

  async add() {
    this.say("");
    if ((await Notification.requestPermission()) !== "granted") {
      this.say(
        "Your phone does not let this site show messages. Allow it in the browser's settings, under notifications.",
      );
      return;
    }
    try {
      this.fill(await this.subscribe());
    } catch {
      this.say("We could not turn on messages. Try again where there is a signal.");
      return;
    }
    this.form.submit();
  }

  async subscribe() {
    const worker = await active(await navigator.serviceWorker.register(WORKER));
    const held = await worker.pushManager.getSubscription();
    await held?.unsubscribe(); // it may be for another key, or for whoever had this phone before
    return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: this.dataset.key });
  }

  fill(subscription) {
    const { endpoint, keys } = subscription.toJSON();
    for (const [name, value] of Object.entries({ endpoint, public: keys.p256dh, auth: keys.auth })) {
      this.form.elements.namedItem(name).value = value;
    }
  }

  say(words) {
    this.said.textContent = words;
  }
}

/** The registration, once its worker runs: before that a browser takes no subscription. */
function active(registration) {
  const worker = registration.active || registration.waiting || registration.installing;
  if (worker.state === "activated") return registration;
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve(registration));
  });
}

customElements.define("phone-push", PhonePush);
