// A tile that can be dragged as well as tapped; what it does when it is let go is the table's to say.

const SLIP = 8; // pixels that a finger may slip in a tap

/** `lift` when it is picked up, `over` with the point it is at, `drop` with the point where it is let go: whether it stays. */
export function draggable(tile, { lift, over, drop }) {
  let start = null;
  let lifted = false;
  tile.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    start = { x: event.clientX, y: event.clientY };
    lifted = false;
    tile.setPointerCapture(event.pointerId);
  });
  tile.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [x, y] = [event.clientX - start.x, event.clientY - start.y];
    if (!lifted && Math.hypot(x, y) < SLIP) return;
    if (!lifted) lift();
    lifted = true;
    tile.dataset.dragged = "";
    tile.style.transform = `translate(${x}px, ${y}px)`;
    over({ x: event.clientX, y: event.clientY });
  });
  const end = (event) => {
    if (!start) return;
    start = null;
    if (!lifted) return;
    const stays = event.type === "pointerup" && drop({ x: event.clientX, y: event.clientY });
    if (stays) return;
    delete tile.dataset.dragged;
    tile.style.transform = "";
  };
  tile.addEventListener("pointerup", end);
  tile.addEventListener("pointercancel", end);
  // A drag ends in a click, which is no tap.
  tile.addEventListener("click", (event) => lifted && event.detail && event.stopImmediatePropagation(), true);
}
