// Places: pieces move by mouse, finger and keyboard; what is picked or asked just now is lit and picked there.
// Without this the same picks are made in the lists of the composed act and of the prompt.
"use strict";
(() => {
  const { base } = document.body.dataset;
  const stage = document.getElementById("p-stage");
  if (!base || !stage) return;
  const { words, filled, litBy, mark, offered, declared, fresh, picksOn } = takusen.picking;
  const panel = () => document.getElementById("places");
  const placeOf = (id) => document.getElementById(`place-${id}`);
  const pieceOf = (id) => document.getElementById(`piece-${id}`);
  const idOf = (place) => place.id.slice(6);
  const places = () => [...stage.querySelectorAll(".place")];
  const pieces = () => [...stage.querySelectorAll(".piece")];
  const stands = (value) => !!placeOf(value) || !!pieceOf(value);
  let picks = null, held = null, over = null;
  function say(text) {
    const bar = panel()?.querySelector(".places-bar");
    if (!bar) return;
    bar.querySelector("p").textContent = text || "";
    const about = document.getElementById(`fig-${said || held?.id}`), more = bar.querySelector("a");
    more.hidden = !text || !about;
    if (about) more.href = `#${about.id}`;
    bar.querySelector("button").hidden = !held;
  }
  let said = "";
  const tell = (text, of = "") => { said = of; say(text); };

  // lighting ------------------------------------------------------------------------------------------------------
  function light() {
    if (!panel()) return;
    const choices = held ? held.choices : picks?.choices, areas = choices && [...choices.keys()].some(placeOf);
    panel().toggleAttribute("data-picking", !!(held || choices));
    for (const place of places()) {
      const choice = held?.place === idOf(place) ? null : choices?.get(idOf(place)), take = place.querySelector(":scope > .place-head > .place-take");
      const lit = choice ? litBy(choice) : areas ? "shut" : held && !held.choices && held.may === "edit" ? "open" : "";
      mark(place, lit);
      place.querySelector(".place-head").title = choice?.why || place.dataset.said || "";
      take.hidden = lit !== "open" && lit !== "chosen";
      take.textContent = lit === "chosen" ? words.places_chosen : held ? words.places_here : words.places_this;
      if (lit === "open") unfold(place.parentElement.closest(".place"));
    }
    for (const piece of pieces()) {
      const choice = !held && choices?.get(piece.dataset.piece);
      mark(piece, held?.id === piece.dataset.piece ? "held" : choice ? litBy(choice) : "");
      piece.title = [piece.dataset.said, choice?.why].filter((one) => one).join("：");
      if (choice && choice.why === undefined) unfold(piece.closest(".place"));
    }
  }
  function refresh() {
    if (!panel()) return;
    if (held && !pieceOf(held.id)) held = null;
    const before = picks?.name;
    picks = picksOn(stands);
    folded();
    if (picks && picks.name !== before && !held) tell(filled(words.places_pick, { what: picks.name }));
    if (!picks && before && !held) tell("");
    light();
  }

  // folding: on a small screen what is far from everything is folded at first -------------------------------------
  const small = matchMedia("(max-width: 699px)"), own = new Map();
  function folded() {
    for (const place of places()) {
      const fold = place.querySelector(":scope > .place-head > .fold");
      const outermost = place.matches("[data-far]") && !place.parentElement.closest("[data-far]");
      const shut = !!fold && (own.get(idOf(place)) ?? (small.matches && outermost));
      place.toggleAttribute("data-folded", shut);
      fold?.setAttribute("aria-expanded", String(!shut));
    }
  }
  function unfold(place) {
    for (let one = place; one; one = one.parentElement.closest(".place")) {
      if (!one.hasAttribute("data-folded")) continue;
      own.set(idOf(one), false);
      folded();
    }
  }
  small.addEventListener("change", folded);

  // taking up and putting down ------------------------------------------------------------------------------------
  async function takeUp(piece, byKey) {
    const { piece: id, may, path, name, place, why } = piece.dataset;
    if (!may) return;
    if (why) { tell(why, id); return; }
    held = { id, may, path, name, place, choices: null };
    tell(filled(words.places_held, { name }), id);
    light();
    const mine = held, act = panel().dataset;
    if (may === "act") {
      const choices = await offered({ act: act.act, [`args.${act.who}`]: id }, act.where);
      if (held !== mine || !choices) return;
      mine.choices = choices;
      light();
    }
    if (byKey) takes()[0]?.focus();
  }
  function letGo(text) {
    const piece = held && pieceOf(held.id);
    if (piece) { piece.classList.remove("dragging"); piece.style.translate = ""; }
    held = null;
    cover(null);
    tell(text);
    light();
    return piece;
  }
  function putDown(place) {
    const { id, may, path, name, choices } = held, to = idOf(place), choice = choices?.get(to), area = place.dataset.name;
    if (to === held.place) { letGo(""); return; }
    if (choice?.why !== undefined) { tell(`${area}：${choice.why}`, id); return; }
    if (choices && !choice) { tell(filled(words.places_shut, { place: area }), id); return; }
    letGo(filled(words.places_put, { name, place: area }));
    const act = panel().dataset;
    send(may === "edit" ? { do: "edit", path, to }
      : { do: "declare", act: act.act, [`args.${act.who}`]: id, [`args.${act.where}`]: to, token: fresh() });
  }
  async function send(fields) {
    const told = await declared(fields);
    if (told) tell(told);
  }

  // one touch, by whatever means ----------------------------------------------------------------------------------
  function touchPiece(piece, byKey) {
    const id = piece.dataset.piece, choice = picks?.choices.get(id);
    if (held) { if (held.id === id) letGo(words.board_kept); else putDown(piece.closest(".place")); return; }
    if (choice) { take(choice, piece.dataset.name); return; }
    if (piece.dataset.may) takeUp(piece, byKey); else tell(piece.dataset.said, id);
  }
  function touchPlace(place) {
    const choice = picks?.choices.get(idOf(place));
    if (held) putDown(place); else if (choice) take(choice, place.dataset.name);
    else if (place.dataset.said) tell(`${place.dataset.name}：${place.dataset.said}`);
  }
  function take(choice, name) {
    if (choice.why !== undefined) { tell(`${name}：${choice.why}`); return; }
    const asked = picks.asked;
    choice.take();
    if (!asked) document.getElementById("tab-hand")?.click();
  }
  let tapped = 0;
  stage.addEventListener("click", (event) => {
    if (!panel()?.contains(event.target) || event.timeStamp - tapped < 50) return;
    const fold = event.target.closest(".fold"), piece = event.target.closest(".piece"), place = event.target.closest(".place");
    if (event.target.closest("[data-let-go]")) { letGo(words.board_kept)?.focus({ preventScroll: true }); return; }
    if (event.target.closest(".places-bar a")) { showFigure(event); return; }
    if (fold) { own.set(idOf(place), !place.hasAttribute("data-folded")); folded(); return; }
    if (piece) { touchPiece(piece, event.detail === 0); return; }
    if (place) touchPlace(place);
  });
  function showFigure(event) {
    const figure = document.querySelector(event.target.closest("a").getAttribute("href"));
    event.preventDefault();
    figure.querySelector("details")?.setAttribute("open", "");
    figure.scrollIntoView({ block: "center" });
  }

  // mouse and finger: a finger holds for a moment before it drags, so that it can scroll -----------------------------
  const FAR = 7, HOLD = 320, EDGE = 48;
  let drag = null;
  stage.addEventListener("pointerdown", (event) => {
    const piece = event.target.closest(".piece.movable");
    if (!piece || event.button || (held && held.id !== piece.dataset.piece)) return;
    drag = { piece: piece.dataset.piece, x: event.clientX, y: event.clientY, pointer: event.pointerId, on: false, touch: event.pointerType === "touch" };
    if (drag.touch) drag.wait = setTimeout(() => begin(piece), HOLD); else piece.setPointerCapture(event.pointerId);
  });
  function begin(piece) {
    if (!drag) return;
    drag.on = true;
    drag.top = scroller().scrollTop;
    panel().toggleAttribute("data-dragging", true);
    piece.classList.add("dragging");
    if (held?.id !== drag.piece) takeUp(piece);
    if (drag.touch) navigator.vibrate?.(20);
  }
  const scroller = () => {
    for (let one = panel(); one; one = one.parentElement)
      if (one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one;
    return document.scrollingElement;
  };
  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const piece = pieceOf(drag.piece), x = event.clientX - drag.x, y = event.clientY - drag.y;
    if (!piece) { ended(); letGo(""); return; }
    if (!drag.on) {
      if (Math.hypot(x, y) < FAR) return;
      if (drag.touch) { ended(); return; }
      begin(piece);
    }
    if (!held) return;
    const frame = scroller(), low = event.clientY > innerHeight - EDGE, high = event.clientY < EDGE;
    if (low || high) frame.scrollBy(0, low ? 10 : -10);
    piece.style.translate = `${x}px ${y + frame.scrollTop - drag.top}px`;
    cover(placeAt(event));
  });
  const placeAt = (event) => document.elementFromPoint(event.clientX, event.clientY)?.closest(".place");
  function cover(place) {
    if (over === place) return;
    over?.removeAttribute("data-over");
    over = place || null;
    over?.setAttribute("data-over", "");
  }
  addEventListener("pointerup", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { on } = drag, piece = pieceOf(drag.piece), place = placeAt(event);
    ended();
    if (!on) return;
    tapped = event.timeStamp;
    if (!held) return;
    piece?.classList.remove("dragging");
    if (piece) piece.style.translate = "";
    if (place) putDown(place); else letGo(words.board_kept);
    if (held) { held = null; cover(null); light(); } // refused: it stays where it was, and the status line says why
  });
  addEventListener("pointercancel", () => { if (drag?.on) letGo(words.board_kept); ended(); });
  function ended() {
    clearTimeout(drag?.wait);
    drag = null;
    panel()?.removeAttribute("data-dragging");
  }
  stage.addEventListener("touchmove", (event) => { if (drag?.on) event.preventDefault(); }, { passive: false });
  stage.addEventListener("contextmenu", (event) => { if (drag?.on) event.preventDefault(); });

  // keyboard: Enter takes up, then the places where it may go are walked through --------------------------------------
  const takes = () => [...stage.querySelectorAll(".place-take:not([hidden])")];
  stage.addEventListener("keydown", (event) => {
    const take = event.target.closest?.(".place-take"), way = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!take || !way) return;
    event.preventDefault();
    const all = takes();
    all[(all.indexOf(take) + way + all.length) % all.length].focus();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !held) return;
    event.preventDefault();
    ended();
    letGo(words.board_kept)?.focus({ preventScroll: true });
  });

  document.addEventListener("click", (event) => {
    if (!panel() || !event.target.closest("[data-to-board]")) return;
    document.getElementById("tab-stage")?.click();
    const lit = stage.querySelector(".piece[data-lit=open]") || takes()[0];
    lit?.scrollIntoView({ block: "center" });
    lit?.focus({ preventScroll: true });
  });
  // Where one is, or the scene is, comes into view when the picture is looked at first, and when that changes.
  let looked = "";
  const innermost = (kind) => [...stage.querySelectorAll(`.place.${kind}`)].pop();
  function lookThere() {
    const there = innermost("here") || innermost("now");
    if (!there?.clientHeight || looked === there.id || held) return;
    looked = there.id;
    const frame = scroller(), inner = frame === document.scrollingElement ? innerHeight : frame.getBoundingClientRect().bottom;
    const box = there.getBoundingClientRect();
    if (box.top > inner - 160 || box.top < 60) frame.scrollBy(0, box.top - inner / 3);
  }
  document.querySelectorAll("[name=tab]").forEach((tab) => tab.addEventListener("change", lookThere));
  document.addEventListener("takusen:shown", () => { refresh(); lookThere(); });
  refresh();
  lookThere();
})();
