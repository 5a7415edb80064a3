// Shows what the site has to say on a phone that was asked to, and opens the page that it is about.
//
// Knows messages. Stands below /push/, where no page is: it sees no request, keeps no page, and has nothing to do with the
// scorer's worker. What it shows is text: the phone makes nothing else of it.

const SITE = "Double Six";
const STOP = "unfollow"; // the button of a message that whoever follows something without an account gets

addEventListener("install", (event) => event.waitUntil(skipWaiting()));
addEventListener("push", (event) => event.waitUntil(show(read(event.data))));
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { data } = event.notification;
  event.waitUntil(open(data?.stop ? (event.action === STOP ? data.stop : data.address) : data));
});

/** What has come; of what cannot be read, that something has. A browser takes the right away from who shows nothing. */
function read(data) {
  try {
    const { title, body = "", open: address = "/", tag, stop } = data.json();
    if (typeof title === "string" && title) return { title, body: String(body), open: String(address), tag, stop };
  } catch {
    // Not from us, or not whole.
  }
  return { title: SITE, body: "There is news from your league.", open: "/", tag: "news" };
}

/** The same message a second time takes the place of the first, without a sound. */
function show({ title, body, open: address, tag, stop }) {
  const icon = "/static/icon-180.png";
  const actions = stop ? [{ action: STOP, title: "Unfollow" }] : [];
  const data = stop ? { address, stop: String(stop) } : address;
  return registration.showNotification(title, { body, tag, icon, lang: "en-GB", data, actions });
}

/** The page, in the window where it is open already, or a new one; an address of another site opens our first page. */
async function open(address) {
  let url = new URL("/", location.origin);
  try {
    const asked = new URL(address, location.origin);
    if (asked.origin === location.origin) url = asked;
  } catch {
    // No address.
  }
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find((each) => each.url === url.href);
  return there ? there.focus() : clients.openWindow(url.href);
}
