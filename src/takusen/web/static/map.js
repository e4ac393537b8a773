// Drawing the board: squares are painted, and the map's text, which is what is sent, follows. Without this one writes the text.
"use strict";
(() => {
  const stage = document.getElementById("p-stage");
  if (!stage) return;
  const SIDE = 30, TALL = 12, SIGN = { "#": "wall", "~": "rough", ".": "" };
  const map = () => stage.querySelector(".map-text");
  const brush = () => stage.querySelector("#board-editor[open] [data-brush]:checked")?.value || "";
  const cellAt = (row, column) => document.getElementById(`sq-${row}-${column}`);
  const cellOf = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest("[role=gridcell]");
  const setOff = () => document.getElementById("board")?.toggleAttribute("data-painting", !!brush());

  function shaped(rows, columns) {
    const lines = map().value.split("\n").map((line) => line.trim()).filter((line) => line);
    map().value = Array.from({ length: rows }, (_, n) => (lines[n] || "").padEnd(columns, ".").slice(0, columns)).join("\n");
    map().rows = Math.min(rows, TALL);
  }
  function paint(cell) {
    if (!cell) return;
    const [row, column] = cell.id.slice(3).split("-").map(Number), lines = map().value.split("\n"), line = lines[row - 1];
    if (line === undefined) return;
    lines[row - 1] = line.slice(0, column - 1).padEnd(column - 1, ".") + brush() + line.slice(column);
    map().value = lines.join("\n");
    show();
  }
  // What is drawn and not sent yet, on the squares.
  function show() {
    if (!map() || map().value === map().defaultValue) return;
    map().value.split("\n").forEach((line, row) => [...line.trim()].forEach((sign, column) => {
      const cell = cellAt(row + 1, column + 1), ground = SIGN[sign];
      if (cell && ground !== undefined && cell.className !== ground) cell.className = ground;
    }));
  }

  let painting = false;
  stage.addEventListener("pointerdown", (event) => {
    if (!brush() || !event.target.closest(".board") || event.button) return;
    event.preventDefault();
    painting = true;
    paint(cellOf(event));
  });
  stage.addEventListener("pointermove", (event) => { if (painting) paint(cellOf(event)); });
  for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { painting = false; });
  stage.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.("[role=gridcell]");
    if (!cell || !brush() || !["Enter", " "].includes(event.key)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    paint(cell);
  });
  stage.addEventListener("input", (event) => {
    if (!event.target.matches("[data-rows], [data-columns]")) return;
    const side = (name) => Math.max(1, Math.min(SIDE, Number(stage.querySelector(`[data-${name}]`).value) || 1));
    shaped(side("rows"), side("columns"));
  });
  stage.addEventListener("change", (event) => { if (event.target.matches("[data-brush]")) setOff(); });
  stage.addEventListener("toggle", (event) => { if (event.target.id === "board-editor") setOff(); }, true);
  document.addEventListener("takusen:shown", show);
})();
