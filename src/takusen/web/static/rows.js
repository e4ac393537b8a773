// Rows: what is picked or asked just now is lit and taken there. Without this the same picks are made in the lists of
// the composed act and of the prompt.
"use strict";
(() => {
  const stage = document.getElementById("p-stage");
  if (!document.body.dataset.base || !stage) return;
  const { words, filled, litBy, mark, picksOn } = takusen.picking;
  const panel = () => document.getElementById("rows");
  const figureOf = (id) => panel()?.querySelector(`.rank [id="fig-${CSS.escape(id)}"]`);
  const ranks = () => [...panel().querySelectorAll(".rank")];
  const rowPick = () => document.querySelector(`#compose ${document.querySelector("#compose .next") ? ".next" : ""} [data-pick="${panel()?.dataset.rowPick}"]`);
  const isRow = (value) => ranks().some((one) => one.dataset.rank === value);
  const stands = (value) => !!figureOf(value) || (!!rowPick() && isRow(value));
  let picks = null;
  function say(text) { panel().querySelector(".rows-status").textContent = text || ""; }

  function lit(node, choice) {
    const take = node.querySelector(".rank-take"), how = choice ? litBy(choice) : "";
    mark(node, how);
    node.title = choice?.why || "";
    take.hidden = how !== "open" && how !== "chosen";
    take.textContent = how === "chosen" ? words.places_chosen : words.places_this;
    take.setAttribute("aria-label", `${take.dataset.name}：${take.textContent}`);
  }
  function refresh() {
    if (!panel()) return;
    const before = picks?.name, rows = !!rowPick();
    picks = picksOn(stands);
    panel().toggleAttribute("data-picking", !!picks);
    for (const rank of ranks()) lit(rank, rows && rank.dataset.of === "friends" ? picks?.choices.get(rank.dataset.rank) : null);
    for (const card of panel().querySelectorAll(".rank .card")) lit(card, picks?.choices.get(card.id.slice(4)));
    if (picks && picks.name !== before) say(filled(words.places_pick, { what: picks.name }));
    if (!picks && before) say("");
  }
  function take(choice, name) {
    if (choice.why !== undefined) { say(`${name}：${choice.why}`); return; }
    const asked = picks.asked;
    choice.take();
    if (!asked) document.getElementById("tab-hand")?.click();
  }
  stage.addEventListener("click", (event) => {
    if (!panel()?.contains(event.target) || !picks || event.target.closest("a, summary, form")) return;
    const node = event.target.closest(".rank .card") || event.target.closest(".rank");
    const choice = node?.dataset.lit && picks.choices.get(node.dataset.rank ?? node.id.slice(4));
    if (choice) take(choice, node.querySelector(".rank-take").dataset.name);
  });
  document.addEventListener("click", (event) => {
    if (!panel() || !event.target.closest("[data-to-board]")) return;
    document.getElementById("tab-stage")?.click();
    const first = panel().querySelector(".rank-take:not([hidden])");
    first?.scrollIntoView({ block: "center" });
    first?.focus({ preventScroll: true });
  });
  document.addEventListener("takusen:shown", refresh);
  refresh();
})();
