// The card's pages work without this. With it, the buttons of "Who won?" name the players who are picked, and each
// small number can be stepped with a thumb.

// "E Ollerenshaw": a button is narrow, and no name may be cut.
const short = (name) => name.replace(/^(\S)\S*\s+(?=\S)/, "$1 ");

const picked = (line, side) =>
  [...line.querySelectorAll(`[data-side="${side}"] select`)]
    .filter((select) => select.value)
    .map((select) => short(select.selectedOptions[0].text))
    .join(" and ");

function nameWinners(line) {
  for (const side of ["home", "away"]) {
    const names = picked(line, side);
    for (const radio of line.querySelectorAll(`input[type="radio"][value="${side}"]`)) {
      const label = radio.closest("label");
      let small = label.querySelector("small[data-names]");
      if (!small) {
        small = document.createElement("small");
        small.dataset.names = "";
        label.append(small);
      }
      small.textContent = names;
    }
  }
}

function stepped(input) {
  const frame = document.createElement("span");
  frame.className = "stepper";
  const label = document.querySelector(`label[for="${CSS.escape(input.id)}"]`);
  const name = (label?.querySelector("[data-name]") ?? label)?.textContent.trim() ?? "";
  const button = (words, sign, by) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = sign;
    made.setAttribute("aria-label", `${words}: ${name}`);
    made.addEventListener("click", () => {
      input.value = Math.max(0, (parseInt(input.value, 10) || 0) + by);
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
    return made;
  };
  input.before(frame);
  frame.append(button("One fewer", "−", -1), input, button("One more", "+", 1));
}

for (const line of document.querySelectorAll("[data-card] .card-line")) {
  nameWinners(line);
  line.addEventListener("change", (event) => {
    if (event.target.matches("select")) nameWinners(line);
  });
}
document.querySelectorAll("[data-card] :is([name$='.hands'], [name$='_games'])").forEach(stepped);
