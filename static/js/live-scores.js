// Scores of matches that are being played, on a page that names them: every [data-live] shows what the page would say now.

const EVERY = 20000; // ms

const scores = (page) => [...page.querySelectorAll("[data-live]")];

async function look() {
  if (document.hidden) return;
  const answer = await fetch(location.href, { cache: "no-cache" }).catch(() => null);
  if (!answer || !answer.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const now = new Map(scores(fresh).map((each) => [each.dataset.live, each.textContent]));
  for (const each of scores(document)) {
    const words = now.get(each.dataset.live);
    if (words !== undefined && words !== each.textContent) each.textContent = words;
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
