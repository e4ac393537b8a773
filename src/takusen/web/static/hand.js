// On a phone the cards of a hand are small: one that is touched opens, and shuts at the next touch.
"use strict";
document.addEventListener("click", (event) => {
  const card = event.target.closest(".spread .pile-card");
  if (!card || event.target.closest("a, .pile-acts")) return;
  const wide = card.toggleAttribute("data-wide");
  card.querySelector("[data-open-card]")?.setAttribute("aria-expanded", String(wide));
});
