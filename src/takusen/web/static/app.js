// The table's own client: takes the stream, morphs what changed, sends forms, keeps drafts. Pages work without it.
"use strict";
(() => {
  const body = document.body, base = body.dataset.base, lang = body.dataset.lang;
  const words = JSON.parse(document.getElementById("words")?.textContent || "{}");
  const log = document.getElementById("log"), status = document.getElementById("status");
  const composeBox = document.getElementById("p-compose");
  const store = {
    get: (name) => { try { return localStorage.getItem(`takusen:${base}:${name}`); } catch { return null; } },
    set: (name, value) => { try { value ? localStorage.setItem(`takusen:${base}:${name}`, value) : localStorage.removeItem(`takusen:${base}:${name}`); } catch { /* private mode */ } },
  };
  const token = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");

  // times, copying: on every page ---------------------------------------------------------------------------------
  const page = document.documentElement.lang;
  const locale = navigator.languages.find((one) => one.split("-")[0] === page) || page; // of en-GB and en-US, the reader's
  const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
  const times = (root) => root.querySelectorAll("time[datetime]:not([data-told])").forEach((time) => {
    time.textContent = clock.format(new Date(time.dateTime));
    time.dataset.told = "";
  });
  times(document);
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    event.preventDefault();
    try { await navigator.clipboard.writeText(button.dataset.copy); brief(words.copied); } catch { say(words.copy_failed); }
  });
  // a file that is chosen, or dropped anywhere within its frame
  document.querySelectorAll("[data-drop]").forEach((frame) => {
    const input = frame.querySelector("input[type=file]");
    input.addEventListener("change", () => {
      const size = input.files[0]?.size || 0;
      input.setCustomValidity(size > Number(input.dataset.limit) ? input.dataset.tooLarge : "");
      input.reportValidity();
      if (size) frame.querySelector("[data-own]")?.click();
    });
    frame.addEventListener("dragover", (event) => { event.preventDefault(); frame.dataset.over = ""; });
    frame.addEventListener("dragleave", () => { delete frame.dataset.over; });
    frame.addEventListener("drop", (event) => {
      event.preventDefault();
      delete frame.dataset.over;
      if (!event.dataTransfer.files.length) return;
      input.closest("details")?.setAttribute("open", "");
      input.files = event.dataTransfer.files;
      input.dispatchEvent(new Event("change"));
    });
  });

  function say(text) { if (status) status.textContent = text || ""; }
  // What is soon of no interest any more.
  const BRIEF = 5000;
  function brief(text) {
    say(text);
    setTimeout(() => { if (status?.textContent === text) say(""); }, BRIEF);
  }
  // tables that this device has been at: kept here, listed on the first page
  const RECENT = 8;
  const recentTables = () => { try { return JSON.parse(localStorage.getItem("takusen:recent")) || []; } catch { return []; } };
  if (base && log) {
    const others = recentTables().filter((one) => one.base !== base);
    const name = document.querySelector(".bar-line h1")?.textContent || "";
    try { localStorage.setItem("takusen:recent", JSON.stringify([{ base, name, seat: body.dataset.seat }, ...others].slice(0, RECENT))); } catch { /* private mode */ }
  }
  const recent = document.getElementById("recent");
  if (recent && recentTables().length) {
    recent.hidden = false;
    for (const one of recentTables()) {
      const item = document.createElement("li"), link = document.createElement("a");
      link.href = one.base;
      link.textContent = `${one.name} (${one.seat})`;
      item.append(link);
      recent.querySelector("ul").append(item);
    }
  }
  if (document.querySelector("[data-poll]")) setTimeout(() => location.reload(), 1000);
  if (!base || !log) return;

  // morphing ------------------------------------------------------------------------------------------------------
  const OWN = new Set(["data-left", "data-right", "data-lit", "data-picking", "data-painting", "data-folded", "data-over", "data-dragging", "data-wide"]);
  const morph = (node, html) => Idiomorph.morph(node, html, {
    morphStyle: "innerHTML",
    callbacks: {
      beforeNodeMorphed: (old, fresh) => {
        if (old.nodeType !== 1) return true;
        if (old.matches("[data-sticky]")) return false;
        if (old.tagName === "DETAILS" && old.open) fresh.setAttribute("open", "");
        if (old === document.activeElement && old.matches("input, textarea, select")) return false;
        return !keptAsFilled(old, fresh);
      },
      // Where the keyboard is on a board, and what is lit there, is the page's own.
      beforeAttributeUpdated: (name, node) => !(OWN.has(name) || (name === "tabindex" && node.matches("[role=gridcell]")) || (name === "aria-expanded" && node.matches("[data-open-card]"))),
    },
  });

  // What somebody has filled in or picked stays, while the field means the same.
  function keptAsFilled(old, fresh) {
    if (!old.matches("input, textarea") || old.type === "hidden" || old.name !== fresh.name) return false;
    if (old.type !== "radio" && old.type !== "checkbox") return old.value !== old.defaultValue && fresh.defaultValue === old.defaultValue;
    return old.checked !== old.defaultChecked && fresh.defaultChecked === old.defaultChecked && fresh.value === old.value;
  }

  // the log -------------------------------------------------------------------------------------------------------
  let last = Number(body.dataset.count), unread = 0, caughtUp = false;
  const seen = Number(store.get("seen") || 0);
  const atEnd = () => log.scrollHeight - log.scrollTop - log.clientHeight < 120;
  const latest = document.querySelector("[data-latest]");
  const toEnd = () => { pinned = true; unread = 0; log.scrollTop = log.scrollHeight; top = log.scrollTop; showLatest(); };
  const follow = () => { if (pinned) toEnd(); };
  let pinned = true, top = 0;
  function showLatest() {
    latest.hidden = pinned;
    latest.textContent = unread ? `${words.new_lines} ${unread} ↓` : `${words.latest} ↓`;
  }
  latest.addEventListener("click", () => { toEnd(); log.focus({ preventScroll: true }); });
  new ResizeObserver(follow).observe(log);
  document.fonts?.ready.then(follow);
  const remember = () => { if (!document.hidden) store.set("seen", String(last)); };

  function putLine(n, html) {
    const stay = !pinned, old = document.getElementById(`l${n}`);
    const box = document.createElement("template");
    box.innerHTML = html;
    times(box.content);
    if (old) { old.replaceWith(box.content); follow(); return; }
    if (n <= last) return;
    last = n;
    const dice = box.content.querySelector("[data-dice]"), system = document.querySelector(".dice-system option");
    if (dice && system) system.textContent = dice.dataset.dice;
    log.append(box.content);
    if (stay) { unread += 1; showLatest(); } else toEnd();
    remember();
  }
  log.addEventListener("scroll", () => {
    if (!log.clientHeight) return;
    // What takes room from the log scrolls nothing: only who goes up stops following.
    pinned = atEnd() || (pinned && log.scrollTop >= top);
    top = log.scrollTop;
    if (pinned) unread = 0;
    showLatest();
  });

  function markVisit() {
    const first = document.getElementById(`l${seen + 1}`);
    if (seen && first && last > seen && !document.getElementById("since")) {
      const mark = document.createElement("li");
      mark.id = "since";
      mark.className = "since";
      mark.textContent = `${words.since_last_visit} (${last - seen})`;
      first.before(mark);
      follow();
    }
  }
  async function earlier(button) {
    const first = log.querySelector("li[id^=l]");
    const before = first ? Number(first.id.slice(1)) : 1;
    const answer = await fetch(`${base}/lines?before=${before}&lang=${lang}`);
    if (!answer.ok || !first) return;
    const height = log.scrollHeight, box = document.createElement("template");
    box.innerHTML = await answer.text();
    times(box.content);
    first.before(box.content);
    log.scrollTop += log.scrollHeight - height;
    if (before <= 101) button.hidden = true;
  }
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-earlier]");
    if (button) { event.preventDefault(); earlier(button); }
  });

  // Whose turn it is stays in view where the order is longer than the screen.
  function inOrder() {
    const now = document.querySelector(".order li.now"), row = now?.parentElement;
    if (row) row.scrollLeft = now.offsetLeft - row.offsetLeft - (row.clientWidth - now.offsetWidth) / 2;
  }

  // panels --------------------------------------------------------------------------------------------------------
  let myTurn = null;
  const shown = {};
  function putPanel(name, html) {
    const section = document.getElementById(`p-${name}`);
    if (section && shown[name] !== html) morph(section, html);
    shown[name] = html;
    if (section) times(section);
    if (name === "head") inOrder();
    document.dispatchEvent(new CustomEvent("takusen:shown"));
    if (caughtUp) document.dispatchEvent(new CustomEvent("takusen:changed"));
    if (name === "prompt" || name === "hand") turned();
    if (caughtUp && (name === "stage" || name === "head")) composeSoon();
  }
  const title = document.title;
  function turned() {
    const now = !!document.querySelector("[data-my-turn], [data-asked]");
    body.toggleAttribute("data-now", now);
    document.title = now ? `● ${words.your_turn} ${title}` : title;
    if (myTurn === false && now) {
      navigator.vibrate?.([120, 60, 120]);
      if (document.hidden && window.Notification?.permission === "granted") {
        const note = new Notification(words.your_turn, { body: title, tag: base });
        note.onclick = () => { window.focus(); note.close(); };
      }
    }
    myTurn = now;
  }
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-notify]")) window.Notification?.requestPermission().then((answer) => say(answer === "granted" ? words.notify_on : words.notify_off));
  });

  // the stream ----------------------------------------------------------------------------------------------------
  let source = null, retry = 1000, heard = Date.now();
  const handlers = {
    line: (event) => putLine(event.n, event.html),
    panel: (event) => putPanel(event.name, event.html),
    ready: () => { caughtUp = true; retry = 1000; say(""); body.dataset.live = "yes"; markVisit(); remember(); turned(); },
    reload: () => location.reload(),
  };
  function connect() {
    source?.close();
    source = new EventSource(`${base}/events?after=${last}&lang=${lang}`);
    source.onmessage = (message) => { heard = Date.now(); const event = JSON.parse(message.data); handlers[event.t]?.(event); };
    source.onerror = () => {
      body.dataset.live = "no";
      caughtUp = false;
      say(navigator.onLine ? words.reconnecting : words.offline);
      source.close();
      setTimeout(connect, retry + Math.random() * 500);
      retry = Math.min(retry * 2, 15000);
    };
  }
  // Browsers give a host six connections: of several open tables only the ones in view and the first few stay connected.
  const tabs = new Set(), channel = window.BroadcastChannel ? new BroadcastChannel("takusen") : null, me = token();
  channel?.addEventListener("message", ({ data }) => {
    if (data.bye) tabs.delete(data.id); else if (!tabs.has(data.id)) { tabs.add(data.id); channel.postMessage({ id: me }); }
  });
  channel?.postMessage({ id: me });
  addEventListener("pagehide", () => channel?.postMessage({ id: me, bye: true }));
  document.addEventListener("visibilitychange", () => {
    if (document.hidden && tabs.size >= 3) { source?.close(); body.dataset.live = "no"; }
    if (!document.hidden) { remember(); if (body.dataset.live !== "yes" || source?.readyState === 2 || Date.now() - heard > 60000) connect(); }
  });
  addEventListener("online", connect);

  // forms ---------------------------------------------------------------------------------------------------------
  const BIG = 5000, MANY = 20;
  const longPost = (text) => {
    const lines = text.split("\n").length;
    return (text.length > BIG || lines > MANY) && !confirm(`${words.confirm_big_paste} (${words.lines} ${lines}, ${words.signs} ${text.length})`);
  };
  async function send(form, submitter) {
    const data = new FormData(form), turn = begun, first = form.closest("#p-hand");
    if (submitter?.name) data.set(submitter.name, submitter.value);
    if (data.has("token") && !data.get("token")) data.set("token", token());
    if (data.get("do") === "say" && form.id !== "say") voiced(data);
    if (data.get("do") === "say" && longPost(data.get("text") || "")) return;
    submitter && (submitter.disabled = true);
    try {
      const answer = await fetch(`${submitter?.getAttribute("formaction") || form.action}?lang=${lang}`, {
        method: "POST", ...(await posted(form, data)),
      });
      const told = await answer.json().catch(() => ({ text: words.failed }));
      tipAt(form, "");
      if (!answer.ok) { refusedAt(form, told.text); ask(form, told.fits, data.get("text")); return; }
      if (told.compose !== undefined) {
        const wrong = await compose(told.compose);
        refusedAt(form, wrong);
        if (wrong) return;
        clear(form);
        document.getElementById("tab-hand")?.click();
        showComposed();
        return;
      }
      refusedAt(form, "");
      tipAt(form, told.hint ? told.text : "");
      if (form.enctype === "multipart/form-data") { say(""); form.reset(); }
      if (form.id === "compose" && begun !== turn) return; // the next declaration is being composed already
      if (data.get("do") === "add" && first) document.querySelector("#tab-stage")?.click();
      if (data.get("do") === "declare" && form.dataset.stay === undefined) document.querySelector("#tab-log")?.click();
      clear(form);
      form.querySelectorAll("[data-clear]").forEach((field) => { field.value = field.defaultValue; });
      document.dispatchEvent(new CustomEvent("takusen:sent", { detail: data.get("do") }));
      if (form.closest("#log, #say, #p-palette, #p-prompt, #p-compose")) toEnd(); // whoever does something sees what comes of it
      const used = form.querySelector("[name=token]");
      if (used) used.value = token();
      if (form.dataset.done !== undefined) { sheet.close(); brief(words.saved); }
      else if (sheet.contains(form)) openSheet(sheetAt, true).then(() => tipAt(sheet.querySelector("form[method=dialog]"), words.saved));
      if (form.dataset.reload !== undefined) location.reload();
    } catch {
      refusedAt(form, words.offline);
    } finally {
      submitter && (submitter.disabled = false);
    }
  }
  // A long text goes as JSON: in a form's own coding a Japanese sign takes nine bytes.
  async function posted(form, data) {
    const accept = "application/json";
    if (form.enctype === "multipart/form-data") return { headers: { accept }, body: await lighter(data) };
    if ((data.get("text") || "").length > BIG && ![...data.keys()].some((name) => name.includes(":")))
      return { headers: { accept, "content-type": accept }, body: JSON.stringify(Object.fromEntries(data)) };
    return { headers: { accept }, body: new URLSearchParams(data) };
  }
  function refusedAt(form, text) {
    let note = form.querySelector(".refused[role=alert]");
    if (!note) { note = document.createElement("p"); note.className = "refused"; note.setAttribute("role", "alert"); form.append(note); }
    note.textContent = text || "";
    note.hidden = !text;
  }
  // Of several names that fit `@name:`, one is chosen by a tap.
  function ask(form, fits, text) {
    for (const name of fits || []) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.addEventListener("click", () => {
        const box = document.getElementById("say-text");
        box.value = text.replace(/^(\s*[@＠])[^:：]*/, (_, at) => at + name);
        refusedAt(form, "");
        box.form.requestSubmit();
      });
      form.querySelector(".refused[role=alert]").append(" ", button);
    }
  }
  // Lines of the palette and dice buttons go out as the chat box would send them: in secret, in that dice system.
  function voiced(data) {
    const box = document.getElementById("say"), chosen = box ? new FormData(box) : new FormData();
    for (const name of ["secret:bool", "system"]) if (chosen.get(name)) data.set(name, chosen.get(name));
  }
  // A dry hint at what might have been meant: what was sent stands as it is.
  function tipAt(form, text) {
    let note = form.querySelector(".tip");
    if (!note && text) { note = document.createElement("p"); note.className = "tip"; note.setAttribute("role", "status"); form.append(note); }
    if (note) { note.textContent = text; note.hidden = !text; }
  }
  function clear(form) {
    form.querySelectorAll("[data-draft]").forEach((field) => { field.value = ""; field.classList.remove("long"); store.set(`draft:${field.dataset.draft}`, ""); });
    if (form.id === "compose") compose("");
  }
  document.addEventListener("submit", (event) => {
    const form = event.target, submitter = event.submitter;
    const action = submitter?.getAttribute("formaction") || form.getAttribute("action") || "";
    const method = submitter?.getAttribute("formmethod") || form.method;
    if ((!action.startsWith(base) && action) || /\/forecast$/.test(action)) return;
    if (method === "post" && /\/(do|pictures)$/.test(action)) { event.preventDefault(); send(form, submitter); }
    else if (form.id === "compose" || form.dataset.compose !== undefined) {
      event.preventDefault();
      const query = new URLSearchParams(new FormData(form));
      if (submitter?.name) query.set(submitter.name, submitter.value);
      compose(query.toString()).then((wrong) => form.id === "compose" ? tell(wrong) : refusedAt(form, wrong));
    }
  });

  // steps up and down: taps that follow each other are sent as one, a held one goes on ------------------------------------------------
  const STEPS_LAST = 500, pending = new Map();
  const HELD = 450, AGAIN = 90;
  let holding = 0, held = false;
  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("form[data-step] button");
    if (!button || event.button) return;
    held = false;
    const again = () => { held = true; step(button); holding = setTimeout(again, AGAIN); };
    holding = setTimeout(again, HELD);
  });
  for (const end of ["pointerup", "pointercancel", "blur"]) addEventListener(end, () => clearTimeout(holding));
  document.addEventListener("click", (event) => {
    const button = event.target.closest("form[data-step] button");
    if (!button) return;
    event.preventDefault();
    if (held) held = false; else step(button);
  });
  function step(button) {
    const form = button.form, path = form.elements.path.value, waiting = pending.get(path) || { by: 0 };
    clearTimeout(waiting.timer);
    waiting.by += Number(button.value);
    waiting.timer = setTimeout(() => stepped(form, path), STEPS_LAST);
    pending.set(path, waiting);
    showStep(form, waiting.by);
  }
  function showStep(form, by) {
    const number = form.closest(".stepped")?.querySelector(".g-num");
    if (!number) return;
    let note = number.querySelector(".pending");
    if (!note) { note = document.createElement("span"); note.className = "pending"; number.prepend(note); }
    note.textContent = by ? `${by > 0 ? "+" : "−"}${Math.abs(by)} ` : "";
  }
  async function stepped(form, path) {
    const { by } = pending.get(path);
    pending.delete(path);
    const sum = document.createElement("button");
    Object.assign(sum, { name: "by:int", value: String(by) });
    if (by) await send(form, sum);
    showStep(form, 0);
  }

  // pictures: dropped ones are sent, large ones made lighter first, and any is shown large when tapped --------------
  const LIGHT = 1_900_000, LIGHTER = [[2048, .85], [1600, .8], [1200, .7], [800, .6]];
  async function lighter(data) {
    const file = data.get("picture");
    say(words.sending_picture);
    const drawn = file && file.type !== "image/gif" && await createImageBitmap(file).catch(() => null);
    const longest = drawn && Math.max(drawn.width, drawn.height);
    if (!drawn || (file.size <= LIGHT && longest <= LIGHTER[0][0])) return data;
    for (const [side, quality] of LIGHTER) {
      const made = await redrawn(drawn, Math.min(1, side / longest), quality);
      if (made && made.size <= LIGHT) { data.set("picture", made, "picture"); break; }
    }
    return data;
  }
  function redrawn(drawn, share, quality) {
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(drawn.width * share);
    canvas.height = Math.round(drawn.height * share);
    canvas.getContext("2d").drawImage(drawn, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done, "image/webp", quality));
  }
  const dropped = (event) => event.dataTransfer?.types.includes("Files") ? event.target.closest?.("[data-picture-drop]") : null;
  document.addEventListener("dragover", (event) => {
    document.querySelectorAll(".over").forEach((one) => one.classList.remove("over"));
    const place = dropped(event);
    if (!place) return;
    event.preventDefault();
    place.classList.add("over");
  });
  document.addEventListener("drop", (event) => {
    const place = dropped(event), file = event.dataTransfer?.files[0];
    document.querySelectorAll(".over").forEach((one) => one.classList.remove("over"));
    if (!place || !file) return;
    event.preventDefault();
    const form = document.createElement("form"), of = document.createElement("input");
    Object.assign(form, { method: "post", enctype: "multipart/form-data", action: `${base}/pictures` });
    Object.assign(of, { type: "hidden", name: "of", value: place.dataset.pictureDrop });
    form.append(of);
    sendFile(form, file, place);
  });
  async function sendFile(form, file, place) {
    const data = new FormData(form);
    data.set("picture", file);
    const answer = await fetch(`${form.action}?lang=${lang}`, {
      method: "POST", headers: { accept: "application/json" }, body: await lighter(data),
    }).catch(() => null);
    const told = answer ? await answer.json().catch(() => ({ text: words.failed })) : { text: words.offline };
    say(answer?.ok ? "" : told.text);
    if (sheet.contains(place)) openSheet(sheetAt, true);
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-picture]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const large = document.createElement("img"), close = document.createElement("form");
    close.method = "dialog";
    close.innerHTML = "<button class=\"close\">×</button>";
    close.firstChild.setAttribute("aria-label", words.cancel);
    Object.assign(large, { src: link.href, alt: link.dataset.picture });
    sheetAt = "";
    sheet.classList.add("large");
    sheet.replaceChildren(close, large);
    if (!sheet.open) sheet.showModal();
  });

  // composing -----------------------------------------------------------------------------------------------------
  let composing = "", asked = 0, begun = 0;
  const tell = (wrong) => { if (wrong) say(wrong); };
  function keepPicks(query) { composing = query; store.set("compose", query); }
  // Shows an act with some picks; gives the sentence that says why it can't.
  const WRITTEN = "textarea[name], input[type=number][name], input[type=text][name]";
  async function compose(query, keep) {
    const number = ++asked;
    if (!keep) begun += 1;
    if (!query) { keepPicks(""); composeBox.innerHTML = ""; document.dispatchEvent(new CustomEvent("takusen:shown")); return ""; }
    composeBox.setAttribute("aria-busy", "true");
    const answer = await fetch(`${base}/compose?${query}&lang=${lang}`).catch(() => null);
    if (number !== asked) return "";
    composeBox.removeAttribute("aria-busy");
    if (!answer) { keepPicks(query); return words.offline; }
    const html = await answer.text();
    if (number !== asked) return "";
    if (!answer.ok) {
      const page = new DOMParser().parseFromString(html, "text/html");
      return page.querySelector("[data-sentence]")?.textContent || words.failed;
    }
    keepPicks(query);
    // What is being typed stays when the panel is refreshed under the fingers.
    const typed = new Map([...composeBox.querySelectorAll(WRITTEN)].map((field) => [field.name, field.value]));
    Idiomorph.morph(composeBox, html, { morphStyle: "innerHTML" });
    for (const field of composeBox.querySelectorAll(WRITTEN)) {
      if (typed.get(field.name) && (keep || field.name === "line")) field.value = typed.get(field.name);
    }
    document.dispatchEvent(new CustomEvent("takusen:shown"));
    if (!keep) (composeBox.querySelector("[data-next]") || composeBox.querySelector("button[value=declare]"))?.focus({ preventScroll: true });
    if (!keep) showComposed();
    return "";
  }
  const showComposed = () => composeBox.firstElementChild?.scrollIntoView({ block: "start" });
  let soon = 0;
  function composeSoon() { clearTimeout(soon); soon = setTimeout(() => composing && !composeBox.hasAttribute("aria-busy") && compose(composing, true).then(tell), 150); }
  document.addEventListener("change", (event) => {
    const form = event.target.closest("#compose");
    if (!form || event.target.matches("[name=line], [name=typed]")) return;
    compose(new URLSearchParams(new FormData(form)).toString(), true).then(tell);
  });
  document.addEventListener("click", (event) => {
    const other = event.target.closest("a[data-query]");
    if (other && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      compose(other.dataset.query, composeBox.contains(other)).then(tell);
      document.getElementById("tab-hand")?.click();
      return;
    }
    const link = event.target.closest("a[data-act], button[data-act]");
    if (!link) return;
    event.preventDefault();
    compose(link.dataset.act ? `act=${encodeURIComponent(link.dataset.act)}` : "").then(tell);
    document.getElementById("tab-hand")?.click();
  });

  document.addEventListener("takusen:compose", (event) => { compose(event.detail).then(tell); document.getElementById("tab-hand")?.click(); });

  // sheets: a page of the GM's tools, shown over the table -----------------------------------------------------------
  const sheet = document.createElement("dialog");
  sheet.className = "sheet-over";
  document.body.append(sheet);
  let sheetAt = "";
  async function openSheet(address, again) {
    const answer = await fetch(address).catch(() => null);
    const html = answer?.ok ? await answer.text() : "";
    if (again && !sheet.open) return; // closed meanwhile
    if (!html) { say(words.offline); return; }
    const page = new DOMParser().parseFromString(html, "text/html");
    const close = document.createElement("form");
    close.method = "dialog";
    close.innerHTML = "<button class=\"close\" aria-label=\"×\">×</button>";
    close.firstChild.setAttribute("aria-label", words.cancel);
    sheetAt = address;
    sheet.classList.remove("large");
    const inside = document.createElement("div");
    inside.append(close, ...page.querySelector("main").childNodes);
    if (sheet.open) Idiomorph.morph(sheet, inside.innerHTML, { morphStyle: "innerHTML" });
    else { sheet.replaceChildren(...inside.childNodes); sheet.showModal(); }
  }
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-sheet]");
    if (!link || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    openSheet(link.href);
  });
  sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });

  // A field that grows with its text is laid out anew at every sign: not with a whole log in it.
  const LONG = 2000;
  // drafts --------------------------------------------------------------------------------------------------------
  document.querySelectorAll("[data-draft]").forEach((field) => {
    const kept = store.get(`draft:${field.dataset.draft}`);
    if (kept && !field.value) { field.classList.toggle("long", kept.length > LONG); field.value = kept; }
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-draft]")) event.target.classList.toggle("long", event.target.value.length > LONG);
    if (event.target.matches("[data-draft]")) store.set(`draft:${event.target.dataset.draft}`, event.target.value);
    const range = event.target.closest("[data-pair]");
    if (range) (range.form || document).querySelectorAll(`[data-pair="${range.dataset.pair}"]`).forEach((other) => { if (other !== range) other.value = range.value; });
  });
  document.addEventListener("paste", (event) => {
    if (event.target.matches("[data-draft]") && (event.clipboardData?.getData("text") || "").length > LONG) event.target.classList.add("long");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing && event.keyCode !== 229 && event.target.matches("textarea[data-enter-sends]")) {
      event.preventDefault();
      event.target.form.requestSubmit(event.target.form.querySelector("button[type=submit]"));
    }
  });

  document.querySelectorAll("[name=tab]").forEach((tab) => tab.addEventListener("change", () => { if (tab.value === "log") toEnd(); }));
  toEnd();
  markVisit();
  turned();
  inOrder();
  const kept = store.get("compose");
  if (kept && !composeBox?.innerHTML.trim()) compose(kept, true);
  connect();
})();
