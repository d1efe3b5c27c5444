// What makes the pages quicker. Every page works without it.
//   data-live="/path"      is asked for again when the server says that something has changed, and every few seconds
//   data-rows              j and k move, x ticks, Enter opens; a key on a button (data-key) presses it for the row at hand
//   data-row="name"        what a row is known by when the list comes again: never by its place, another may stand there
//   data-all="name"        ticks all boxes of that name
//   data-send              sends its form when it is changed
//   data-undo              what was just done is taken back with u
//   data-waiting="name"    shows how many wait
//   time[datetime]         is shown in the reader's own time zone; with data-left, as the time until then
"use strict";
(() => {
  const LIVE_SECONDS = 5, QUIET_MILLISECONDS = 300, LONGEST_WAIT_SECONDS = 60, WAITING_SECONDS = 15;
  const PLACE = `place ${location.pathname}`, TITLE = document.title.replace(/^\([\d+]+\) /, "");
  const TYPED = "input:not([type=checkbox]), textarea, select";

  // ── times ──
  const left = (milliseconds) => {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000)), [most, unit] = seconds >= 7200 ? [3600, "h"] : seconds >= 120 ? [60, "min"] : [1, "s"];
    return `${Math.floor(seconds / most)} ${unit}`;
  };
  const times = (root) => root.querySelectorAll("time[datetime]").forEach((one) => {
    const at = new Date(one.dateTime);
    if (isNaN(at)) return;
    const two = (n) => String(n).padStart(2, "0");
    const told = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
    one.textContent = one.dataset.left === undefined ? told : left(at - Date.now());
    one.title = at.toLocaleString(document.documentElement.lang);
  });

  // ── rows ──
  const rows = () => [...document.querySelectorAll("[data-rows] > *")];
  const named = (row) => row.dataset.row ?? row.id;
  const place = () => rows().findIndex((one) => one.classList.contains("at"));
  let gap = 0; // where j goes on when no row is marked: one that has gone leaves its place behind, and no mark
  const mark = (row, { takesFocus, comesIntoView }) => {
    rows().forEach((one) => one.classList.toggle("at", one === row));
    if (comesIntoView) row.scrollIntoView({ block: "nearest" });
    if (!takesFocus) return;
    row.tabIndex = -1; // the row itself where it has no link, and never a button: Enter would press it
    (row.querySelector("a[href]") ?? row).focus({ preventScroll: true });
  };
  const step = (by) => {
    const all = rows(), now = place(), n = now >= 0 ? now + by : by > 0 ? gap : gap - 1;
    if (all.length) mark(all[Math.max(0, Math.min(all.length - 1, n))], { takesFocus: true, comesIntoView: true });
  };
  const remembered = () => {
    const all = rows().map(named), now = place();
    return { row: all[now] ?? null, rest: now < 0 ? [] : all.slice(now + 1), gap };
  };
  const recall = (was, how) => {
    const all = rows(), row = was.row !== null && all.find((one) => named(one) === was.row);
    gap = was.gap;
    if (row) { mark(row, how); return; }
    if (was.row === null) return;
    const next = was.rest.map((name) => all.findIndex((one) => named(one) === name)).find((n) => n >= 0);
    gap = next ?? all.length;
  };

  // ── is anybody there? ──
  const connected = (answer) => {
    const isOut = answer?.status === 401;
    document.getElementById("ended")?.toggleAttribute("hidden", !isOut);
    document.getElementById("offline")?.toggleAttribute("hidden", isOut || Boolean(answer?.ok));
    return Boolean(answer?.ok);
  };
  const asked = async (address) => {
    let answer = null;
    try { answer = await fetch(address); } catch { /* told below */ }
    return connected(answer) ? answer : null;
  };

  // ── live parts ──
  const words = (node) => {
    const copy = node.cloneNode(true);
    copy.querySelectorAll("time").forEach((one) => one.remove());
    return copy.textContent.replace(/\s+/g, " ").trim();
  };
  const folds = (part) => [...part.querySelectorAll("details")].map((one) => {
    const row = one.closest("[data-rows] > *");
    const near = [...(row ?? part).querySelectorAll("details")].filter((other) => row || !other.closest("[data-rows] > *"));
    return [`${row ? named(row) : ""} ${near.indexOf(one)}`, one];
  });
  const refresh = async (part) => {
    const typing = () => part.contains(document.activeElement) && document.activeElement.matches(TYPED);
    if (document.hidden || typing()) return;
    const address = new URL(part.dataset.live, location.href);
    address.searchParams.set("part", "list");
    const answer = await asked(address), text = answer && await answer.text();
    const last = text?.replace(/(<time[^>]*>)[^<]*/g, "$1"); // what is left of a time changes by itself
    if (!answer || last === part.dataset.last || typing()) return;
    const draft = document.createElement("template");
    draft.innerHTML = text; // from our own server, escaped there
    const isFirst = part.dataset.last === undefined;
    part.dataset.last = last;
    if (isFirst && words(draft.content) === words(part)) return;
    const ticked = new Set([...part.querySelectorAll("input:checked:not([data-all])")].map((one) => one.value));
    const open = new Map(folds(part).map(([name, one]) => [name, one.open]));
    const was = remembered(), takesFocus = part.contains(document.activeElement);
    part.replaceChildren(draft.content);
    part.querySelectorAll("input[type=checkbox]:not([data-all])").forEach((one) => { one.checked = ticked.has(one.value); });
    folds(part).forEach(([name, one]) => { one.open = open.get(name) ?? one.open; });
    times(part);
    recall(was, { takesFocus, comesIntoView: false });
  };

  // ── what waits ──
  const waiting = async () => {
    const answer = document.hidden ? null : await asked("/waiting");
    if (!answer) return;
    const found = await answer.json();
    document.querySelectorAll("[data-waiting]").forEach((one) => {
      const n = found[one.dataset.waiting];
      one.firstElementChild.textContent = n.shown;
      one.hidden = !n.count;
    });
    document.title = found.all.count ? `(${found.all.shown}) ${TITLE}` : TITLE;
  };

  const lives = [...document.querySelectorAll("[data-live]")];
  let later = null;
  const all = () => { later = null; lives.forEach(refresh); waiting(); };
  const soon = () => { later ??= setTimeout(all, QUIET_MILLISECONDS); };
  if (lives.length) {
    setInterval(() => lives.forEach(refresh), LIVE_SECONDS * 1000);
    const listen = (wait) => {
      const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
      socket.onopen = () => { wait = 1; socket.send(JSON.stringify({ id: 1, method: "events.subscribe", params: {} })); };
      // The answer to the subscription: from here on all is heard, and what came before it is asked for.
      socket.onmessage = (message) => ("event" in JSON.parse(message.data) ? soon : waiting)();
      socket.onclose = () => setTimeout(() => listen(Math.min(wait * 2, LONGEST_WAIT_SECONDS)), wait * 1000);
    };
    listen(1);
  }
  if (document.querySelector("[data-waiting]")) {
    setInterval(waiting, WAITING_SECONDS * 1000);
    document.addEventListener("visibilitychange", () => { if (!document.hidden) all(); });
  }
  if (document.querySelector("[data-live]")) setInterval(() => times(document), 1000);

  // ── keys ──
  const pressed = (at, key) => at?.querySelector(`[data-key="${CSS.escape(key)}"]:not([disabled])`)
    ?? (key === "u" ? document.querySelector("[data-undo]:not([disabled])") : null);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches(TYPED)) return;
    const at = document.querySelector("[data-rows] > .at"), keys = document.getElementById("keys");
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "/") { document.querySelector("input[type=search]")?.focus(); event.preventDefault(); }
    else if (event.key === "?" && keys) { keys.toggleAttribute("open"); if (keys.open) { keys.scrollIntoView({ block: "nearest" }); keys.firstElementChild.focus({ preventScroll: true }); } }
    else if (event.key === "x" && at) { const box = at.querySelector("input[type=checkbox]"); if (box) box.checked = !box.checked; }
    else if (event.key === "Enter" && at && !event.target.matches("a, button, summary")) at.querySelector("a[href]")?.click();
    else if (event.key.length === 1 && !event.repeat) pressed(at, event.key)?.click();
  });

  document.addEventListener("change", (event) => {
    const name = event.target.dataset?.all;
    if (name) document.querySelectorAll(`input[name="${CSS.escape(name)}"]`).forEach((one) => { one.checked = event.target.checked; });
    if (event.target.dataset?.send !== undefined) event.target.form.requestSubmit();
  });
  document.addEventListener("submit", (event) => {
    const sure = event.submitter?.dataset.sure;
    if (sure && !confirm(sure)) { event.preventDefault(); return; }
    if (event.target.method === "post") sessionStorage.setItem(PLACE, JSON.stringify({ ...remembered(), top: scrollY }));
  });

  times(document);
  const menu = document.querySelector(".side ul"), here = menu?.querySelector("[aria-current]");
  if (here && menu.scrollWidth > menu.clientWidth) menu.scrollLeft = here.offsetLeft - menu.clientWidth / 2; // on a narrow screen it is one line
  const was = sessionStorage.getItem(PLACE); // where one was before the page came again
  sessionStorage.removeItem(PLACE);
  if (was !== null) {
    const { top, ...row } = JSON.parse(was);
    if (!location.hash) scrollTo(0, top);
    recall(row, { takesFocus: true, comesIntoView: false });
  }
})();
