// The board: tokens move by mouse, finger and keyboard; what is picked or asked just now is lit and picked there.
// Without this the same picks are made in the lists of the composed act, of the prompt, and of the sheets.
"use strict";
(() => {
  const { base } = document.body.dataset;
  const stage = document.getElementById("p-stage");
  if (!base || !stage) return;
  const { words, filled, litBy, mark, offered, declared, fresh, picksOn } = takusen.picking;
  const panel = () => document.getElementById("board");
  const grid = () => stage.querySelector(".squares");
  const cellAt = (square) => document.getElementById(`sq-${square}`);
  const cells = () => stage.querySelectorAll("[role=gridcell]");
  const tokens = () => [...stage.querySelectorAll(".token")];
  const tokenOf = (id) => document.getElementById(`token-${id}`);
  const place = (square) => square.split("-").map(Number);
  const squareOf = (cell) => cell.id.slice(3);
  const covered = (square, size) => {
    const [row, column] = place(square);
    return Array.from({ length: size * size }, (_, n) => `${row + Math.floor(n / size)}-${column + (n % size)}`);
  };
  const sizeOf = (token) => Number(token.dataset.size);
  const standsOn = (token, square) => token.dataset.square && covered(token.dataset.square, sizeOf(token)).includes(square);
  const on = (square) => tokens().filter((token) => standsOn(token, square));
  const paints = () => panel()?.hasAttribute("data-painting"); // map.js has the board then
  function say(text) {
    const status = panel()?.querySelector(".board-status");
    if (status) status.textContent = text || "";
  }
  let picks = null, held = null, over = "";
  const stands = (value) => !!cellAt(value) || !!tokenOf(value)?.dataset.square;

  // lighting ------------------------------------------------------------------------------------------------------
  function light() {
    if (!panel()) return;
    const choices = held ? held.choices : picks?.choices, squares = choices && [...choices.keys()].some(cellAt);
    panel().toggleAttribute("data-picking", !!choices);
    cells().forEach((cell) => {
      const choice = choices?.get(squareOf(cell));
      mark(cell, choice ? litBy(choice) : squares ? "shut" : "");
      cell.title = choice?.why || "";
    });
    tokens().forEach((token) => {
      const choice = !held && choices?.get(token.dataset.token);
      mark(token, held?.id === token.dataset.token ? "held" : choice ? litBy(choice) : "");
      token.title = [token.dataset.said, choice?.why].filter((one) => one).join("：");
    });
    showOver();
  }
  // What a drop would cover, or what an area would hit.
  function showOver() {
    stage.querySelectorAll("[data-over], [data-hit]").forEach((node) => { delete node.dataset.over; delete node.dataset.hit; });
    if (held && over) covered(over, held.size).forEach((square) => { const cell = cellAt(square); if (cell) cell.dataset.over = ""; });
    const width = !held && picks?.area, centre = width && centreOf();
    if (!centre) return;
    const [row, column] = place(centre), reach = Math.floor(width / 2);
    for (const cell of cells()) {
      const [r, c] = place(squareOf(cell));
      if (Math.max(Math.abs(r - row), Math.abs(c - column)) > reach) continue;
      cell.dataset.hit = "";
      on(squareOf(cell)).forEach((token) => { token.dataset.hit = ""; });
    }
  }
  function centreOf() {
    const near = over && (picks.choices.has(over) ? over : on(over).find((token) => picks.choices.has(token.dataset.token))?.dataset.square);
    if (near) return near;
    const chosen = [...picks.choices].find(([, choice]) => choice.chosen)?.[0];
    return chosen && (cellAt(chosen) ? chosen : tokenOf(chosen)?.dataset.square);
  }
  function refresh() {
    if (!panel()) return;
    if (held && !tokenOf(held.id)) held = null;
    const before = picks?.name;
    picks = picksOn(stands);
    if (picks && picks.name !== before && !held) say(filled(words.board_pick, { what: picks.name }));
    if (!picks && before && !held) say("");
    light();
    rove();
  }

  // taking up and putting down ------------------------------------------------------------------------------------
  async function takeUp(token) {
    const { token: id, may, path, name, square, why } = token.dataset;
    if (!may) return;
    if (why) { say(why); return; }
    held = { id, may, path, name, square: square || "", size: sizeOf(token), choices: null };
    say(filled(words.board_held, { name }));
    light();
    if (may !== "act") return;
    const mine = held, choices = await offered({ act: panel().dataset.act, "args.actor": id }, "square");
    if (held !== mine || !choices) return;
    mine.choices = choices;
    light();
  }
  function letGo(text) {
    if (held) { const token = tokenOf(held.id); if (token) { token.classList.remove("dragging"); token.style.translate = ""; } }
    held = null;
    over = "";
    say(text);
    light();
  }
  const fits = (square, size) => covered(square, size).every(cellAt);
  function putDown(square) {
    const { id, may, path, name, size, choices } = held, choice = square && choices?.get(square);
    if (square === held.square) { letGo(""); return; }
    if (square && !fits(square, size)) { say(words.board_edge); return; }
    if (choice?.why !== undefined) { say(`${square}：${choice.why}`); return; }
    if (choices && !choice) { say(filled(words.board_shut, { square })); return; }
    letGo(filled(square ? words.board_put : words.board_off, { name, square }));
    shownAt(id, square);
    const moved = may === "edit" ? { do: "edit", path, to: square }
      : { do: "declare", act: panel().dataset.act, "args.actor": id, "args.square": square, token: fresh() };
    send(moved, id);
  }
  // The token stands where it was put until the table says where it is.
  function shownAt(id, square) {
    const token = tokenOf(id);
    if (!token || !square || !token.dataset.square) return;
    const [row, column] = place(square);
    token.dataset.sent = `${token.style.getPropertyValue("--r")} ${token.style.getPropertyValue("--c")}`;
    token.style.setProperty("--r", row);
    token.style.setProperty("--c", column);
  }
  function shownBack(id) {
    const token = tokenOf(id), [row, column] = (token?.dataset.sent || "").split(" ");
    if (!column) return;
    delete token.dataset.sent;
    token.style.setProperty("--r", row);
    token.style.setProperty("--c", column);
  }
  const SETTLED = 2000;
  async function send(fields, id) {
    const told = await declared(fields);
    if (!told) { setTimeout(() => shownBack(id), SETTLED); return; }
    shownBack(id);
    say(told);
  }

  // one touch of a square, by whatever means ----------------------------------------------------------------------
  function touch(square, token) {
    if (held) { putDown(square); return; }
    const here = token ? [token] : on(square).reverse();
    if (picks) {
      const choice = here.map((one) => picks.choices.get(one.dataset.token)).find((one) => one) || picks.choices.get(square);
      if (choice) { take(choice, square); return; }
      if ([...picks.choices.keys()].some(cellAt)) { say(filled(words.board_shut, { square })); return; }
    }
    const mine = here.find((one) => one.dataset.may);
    if (mine) takeUp(mine);
    else say([square, ...here.map((one) => one.dataset.said)].join(" "));
  }
  function take(choice, square) {
    if (choice.why !== undefined) { say(`${square}：${choice.why}`); return; }
    const asked = picks.asked;
    choice.take();
    if (!asked) document.getElementById("tab-hand")?.click();
  }

  // mouse and finger ----------------------------------------------------------------------------------------------
  const FAR = 7, EDGE = 36;
  let drag = null, tapped = 0;
  function squareAt(x, y) {
    const board = grid().getBoundingClientRect(), first = cellAt("1-1").getBoundingClientRect();
    const row = Math.floor((y - first.top) / first.height) + 1, column = Math.floor((x - first.left) / first.width) + 1;
    return x < board.right && y < board.bottom && row > 0 && column > 0 && cellAt(`${row}-${column}`) ? `${row}-${column}` : "";
  }
  stage.addEventListener("pointerdown", (event) => {
    const token = event.target.closest(".token.movable");
    if (!token || event.button || (held && held.id !== token.dataset.token)) return;
    const box = token.getBoundingClientRect(), side = cellAt("1-1").getBoundingClientRect().width;
    drag = { token: token.dataset.token, x: event.clientX, y: event.clientY, pointer: event.pointerId, on: false,
      left: Math.min(event.clientX - box.left, box.width) - side / 2, top: Math.min(event.clientY - box.top, box.height) - side / 2,
      frame: stage.querySelector(".board-frame"), scrolled: [0, 0] };
    drag.scrolled = [drag.frame.scrollLeft, drag.frame.scrollTop];
    token.setPointerCapture(event.pointerId);
  });
  stage.addEventListener("pointermove", (event) => {
    if (!drag) { hover(event); return; }
    if (event.pointerId !== drag.pointer) return;
    const token = tokenOf(drag.token), x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!token) { drag = null; letGo(""); return; }
    if (!drag.on) {
      if (Math.hypot(x, y) < FAR) return;
      drag.on = true;
      if (held?.id !== drag.token) takeUp(token);
    }
    if (!held) return;
    scrolledAlong(event);
    token.classList.add("dragging");
    const slid = token.dataset.square ? [drag.frame.scrollLeft - drag.scrolled[0], drag.frame.scrollTop - drag.scrolled[1]] : [0, 0];
    token.style.translate = `${x + slid[0]}px ${y + slid[1]}px`;
    const there = squareAt(event.clientX - drag.left, event.clientY - drag.top);
    if (there !== over) { over = there; showOver(); }
  });
  function scrolledAlong(event) {
    const frame = drag.frame.getBoundingClientRect();
    if (event.clientY < frame.top || event.clientY > frame.bottom) return;
    const way = (at, low, high) => at > high - EDGE ? 8 : at < low + EDGE ? -8 : 0;
    drag.frame.scrollBy(way(event.clientX, frame.left, frame.right), way(event.clientY, frame.top, frame.bottom));
  }
  stage.addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { on: dragged, left, top } = drag;
    drag = null;
    if (!dragged) return;
    tapped = event.timeStamp;
    if (!held) return;
    const square = squareAt(event.clientX - left, event.clientY - top), token = tokenOf(held.id);
    const aside = document.elementsFromPoint(event.clientX, event.clientY).some((node) => node.closest(".beside"));
    token?.classList.remove("dragging");
    if (token) token.style.translate = "";
    if (square) putDown(square);
    else if (aside && held.path) putDown("");
    else letGo(words.board_kept);
    if (held) { held = null; over = ""; light(); } // refused: it stays where it was, and the status line says why
  });
  stage.addEventListener("pointercancel", () => { if (drag?.on) letGo(words.board_kept); drag = null; });
  stage.addEventListener("click", (event) => {
    const take = event.target.closest("[data-take]");
    if (take) { takeUp(tokenOf(take.dataset.take)); focusOn(current()); return; }
    if (event.timeStamp - tapped < 50 || paints()) return;
    if (event.target.closest(".beside")) { beside(event.target.closest(".token")); return; }
    if (!event.target.closest(".board")) return;
    const square = squareAt(event.clientX, event.clientY), token = event.target.closest(".token");
    if (square) touch(square, token);
  });
  function beside(token) {
    if (held?.path) putDown(""); else if (held) letGo(words.board_kept); else if (token) takeUp(token);
  }
  function hover(event) {
    if (event.pointerType === "touch" || !(held || picks?.area)) return;
    const there = event.target.closest(".board") ? squareAt(event.clientX, event.clientY) : "";
    if (there !== over) { over = there; showOver(); }
  }

  // keyboard ------------------------------------------------------------------------------------------------------
  let at = "1-1";
  const current = () => cellAt(at) || cellAt("1-1");
  function rove() {
    const here = current();
    if (here) at = squareOf(here);
    cells().forEach((cell) => { cell.tabIndex = cell === here ? 0 : -1; });
  }
  function focusOn(cell) {
    at = squareOf(cell);
    rove();
    cell.focus({ preventScroll: true });
    cell.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  stage.addEventListener("focusin", (event) => {
    const cell = event.target.closest("[role=gridcell]");
    if (!cell) return;
    at = squareOf(cell);
    rove();
    over = at;
    showOver();
    const choice = (held || picks)?.choices?.get(at);
    if (choice) say(`${at}：${choice.why ?? words.board_open}`);
  });
  stage.addEventListener("focusout", (event) => { if (event.target.closest("[role=gridcell]") && !drag) { over = ""; showOver(); } });
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
  stage.addEventListener("keydown", (event) => {
    const cell = event.target.closest?.("[role=gridcell]");
    if (!cell) return;
    const [row, column] = place(squareOf(cell)), step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const next = cellAt(`${row + step[0]}-${column + step[1]}`);
      if (next) focusOn(next);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      const line = cell.parentElement.querySelectorAll("[role=gridcell]");
      focusOn(line[event.key === "Home" ? 0 : line.length - 1]);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      touch(squareOf(cell));
    } else if (event.key === "Delete" && held?.path) {
      event.preventDefault();
      putDown("");
    }
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held) return;
    event.preventDefault();
    drag = null;
    letGo(words.board_kept);
  });

  // size on the screen --------------------------------------------------------------------------------------------
  // The first step shows the whole width, however small the squares.
  const ZOOMS = [1, 1, 1.35, 1.8, 2.4], USUAL = 1, KEPT = `takusen:${base}:size`;
  let zoom = USUAL;
  try { zoom = Number(localStorage.getItem(KEPT) ?? USUAL); } catch { /* private mode */ }
  function zoomed() {
    document.documentElement.style.setProperty("--zoom", ZOOMS[zoom] || 1);
    document.documentElement.toggleAttribute("data-fitted", zoom === 0);
    goesOn();
  }
  // The edges beyond which the board goes on.
  function goesOn() {
    const frame = stage.querySelector(".board-frame");
    if (!frame) return;
    const left = frame.scrollLeft, more = frame.scrollWidth - frame.clientWidth - left;
    frame.parentElement.toggleAttribute("data-left", left > 2);
    frame.parentElement.toggleAttribute("data-right", more > 2);
  }
  stage.addEventListener("scroll", goesOn, { capture: true, passive: true });
  window.addEventListener("resize", goesOn);
  zoomed();
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-zoom]");
    if (!button) { if (panel() && event.target.closest("[data-to-board]")) toBoard(); return; }
    zoom = Math.max(0, Math.min(ZOOMS.length - 1, zoom + Number(button.dataset.zoom)));
    try { localStorage.setItem(KEPT, String(zoom)); } catch { /* private mode */ }
    zoomed();
    centred();
  });
  function toBoard() {
    document.getElementById("tab-stage")?.click();
    panel()?.scrollIntoView({ block: "nearest" });
    const first = [...cells()].find((cell) => cell.dataset.lit === "open") || cellAt(stage.querySelector(".token[data-lit=open]")?.dataset.square);
    focusOn(first || current());
  }
  function centred() {
    const frame = stage.querySelector(".board-frame"), token = stage.querySelector(".token.active[data-square]") || stage.querySelector(".token.mine[data-square]");
    if (!frame?.clientWidth || !token) return;
    frame.scrollTo(token.offsetLeft - frame.clientWidth / 2, token.offsetTop - frame.clientHeight / 2);
  }
  let seen = false;
  const onceSeen = () => { if (!seen && stage.querySelector(".board-frame")?.clientWidth) { seen = true; centred(); } goesOn(); };
  document.querySelectorAll("[name=tab]").forEach((tab) => tab.addEventListener("change", onceSeen));

  document.addEventListener("takusen:shown", refresh);
  document.addEventListener("takusen:shown", goesOn);
  refresh();
  onceSeen();
})();
