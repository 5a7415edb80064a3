// A block copied from a spreadsheet and pasted into one cell of a grid of fields ([data-paste]) fills the cells from there
// to the right and down, as in a spreadsheet. What has no cell goes to the box for pasted rows below the grid.
// Without this the box takes the whole block.

const grid = document.querySelector("[data-paste]");
grid?.addEventListener("paste", (event) => {
  const block = event.clipboardData.getData("text/plain").replace(/\r\n?/g, "\n").replace(/\n$/, "");
  const rows = [...grid.querySelectorAll("[role=group]")].map((row) => [...row.querySelectorAll("input")]);
  const top = rows.findIndex((row) => row.includes(event.target));
  if (!/[\t\n]/.test(block) || top < 0) return;
  event.preventDefault();
  const left = rows[top].indexOf(event.target);
  const lines = block.split("\n").map((line) => line.split("\t"));
  lines.forEach((cells, down) => {
    cells.forEach((cell, along) => {
      const field = rows[top + down]?.[left + along];
      if (field) field.value = cell.trim();
    });
  });
  const rest = lines.slice(rows.length - top).map((cells) => cells.join("\t"));
  const box = document.querySelector("textarea[name=pasted]");
  if (rest.length && box) box.value = [box.value, ...rest].filter(Boolean).join("\n");
});
