// The one subscription of this browser for messages: asked for, found again, and said in the words of the site's forms.

const WORKER = "/push/worker.js";

/** Whether this browser can show messages of a site. */
export const able = () => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

/** What the browser has already; undefined if nothing. */
export async function held() {
  const worker = await navigator.serviceWorker.getRegistration("/push/");
  return (await worker?.pushManager.getSubscription()) || undefined;
}

/** A subscription under the site's `key`: the one that is there, or with `anew` another. Rejects where none is had. */
export async function subscribe(key, anew = false) {
  const worker = await active(await navigator.serviceWorker.register(WORKER));
  const before = await worker.pushManager.getSubscription();
  if (before && !anew && key === keyOf(before)) return before;
  await before?.unsubscribe(); // it may be for another key, or for whoever had this phone before
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Puts a subscription into the hidden fields of a form. */
export function fill(form, subscription) {
  const { endpoint, keys } = subscription.toJSON();
  for (const [name, value] of Object.entries({ endpoint, public: keys.p256dh, auth: keys.auth })) {
    form.elements.namedItem(name).value = value;
  }
}

/** The key that a subscription is for, as the site writes it: base64url without padding. */
function keyOf(subscription) {
  const bytes = new Uint8Array(subscription.options?.applicationServerKey || []);
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

/** The registration, once its worker runs: before that a browser takes no subscription. */
function active(registration) {
  const worker = registration.active || registration.waiting || registration.installing;
  if (worker.state === "activated") return registration;
  return new Promise((resolve) => {
    worker.addEventListener("statechange", () => worker.state === "activated" && resolve(registration));
  });
}
