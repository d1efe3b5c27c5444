// What makes the pages quicker. Every page works without it.
//   data-live="/path"      is asked for again when the server says that something has changed, and every few seconds
//   data-rows              j and k move, x ticks, Enter opens; a key on a button (data-key) presses it for the row at hand,
//                          or the button for those that are ticked (data-ticked), while some are
//   data-row="name"        what a row is known by when the list comes again: never by its place, another may stand there
//   data-all="name"        ticks all boxes of that name
//   data-send              sends its form when it is changed
//   data-undo              what was just done is taken back with u
//   data-waiting="name"    shows how many wait
//   data-utc               a moment that is typed in the reader's own time zone, as the second of its labels says, and sent in UTC
//   time[datetime]         is shown in the reader's own time zone, named in its title; with data-left, as the time until then; with data-ago, as it came
"use strict";
(() => {
  const LIVE_SECONDS = 5, QUIET_MILLISECONDS = 300, LONGEST_WAIT_SECONDS = 60, WAITING_SECONDS = 15, SENT_SECONDS = 5;
  const PLACE = "place", TITLE = document.title.replace(/^\([\d+]+\) /, "");
  const TYPED = "input:not([type=checkbox]), textarea, select";
  const CONTROLS = ":is(a[href], button, summary, select, textarea, input:not([type=hidden])):not(:disabled)";
  const UNDO = "[data-undo]:not([disabled])", TICKED = "[data-rows] input:checked";

  // ── times ──
  const left = (milliseconds) => {
    const seconds = Math.max(0, Math.ceil(milliseconds / 1000)), [most, unit] = seconds >= 7200 ? [3600, "h"] : seconds >= 120 ? [60, "min"] : [1, "s"];
    return `${Math.floor(seconds / most)} ${unit}`;
  };
  const times = (root) => root.querySelectorAll("time[datetime]").forEach((one) => {
    const at = new Date(one.dateTime);
    if (isNaN(at)) return;
    const two = (n) => String(n).padStart(2, "0");
    const shown = one.dataset.left !== undefined ? left(at - Date.now())
      : `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`;
    if (one.dataset.ago === undefined && one.textContent !== shown) one.textContent = shown;
    one.title = at.toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "long" });
  });

  // ── rows ──
  const rows = () => [...document.querySelectorAll("[data-rows] > *")];
  const named = (row) => row.dataset.row ?? row.id;
  const place = () => rows().findIndex((one) => one.classList.contains("at"));
  let gap = 0; // where j goes on when no row is marked: one that has gone leaves its place behind, and no mark
  const mark = (row) => rows().forEach((one) => one.classList.toggle("at", one === row));
  const take = (row) => { // the row itself where it has no link, and never a button: Enter would press it
    row.tabIndex = -1;
    (row.querySelector("a[href]") ?? row).focus({ preventScroll: true });
  };
  const step = (by) => {
    const all = rows(), now = place(), n = now >= 0 ? now + by : by > 0 ? gap : gap - 1;
    const row = all[Math.max(0, Math.min(all.length - 1, n))];
    if (!row) return;
    mark(row);
    row.scrollIntoView({ block: "nearest" });
    take(row);
  };
  const remembered = () => {
    const all = rows().map(named), now = place();
    return { row: all[now] ?? null, rest: now < 0 ? [] : all.slice(now + 1), gap };
  };
  const recall = (was) => {
    const all = rows(), row = was.row !== null && all.find((one) => named(one) === was.row);
    gap = was.gap;
    if (row) { mark(row); return; }
    if (was.row === null) return;
    const next = was.rest.map((name) => all.findIndex((one) => named(one) === name)).find((n) => n >= 0);
    gap = next ?? all.length;
  };

  // ── the focus: a control is known by its row and by where its form goes, so that it is found on the page that comes after it ──
  const rowOf = (one) => one.closest("[data-rows] > *");
  const goes = (one) => one.form?.getAttribute("action") ?? null;
  const controls = (row, to) => [...document.querySelectorAll(CONTROLS)].filter((one) => rowOf(one) === row && goes(one) === to);
  const known = (one) => {
    const row = rowOf(one);
    return { row: row && named(row), to: goes(one), nth: controls(row, goes(one)).indexOf(one) };
  };
  const unfold = (one) => document.querySelectorAll("details:not([open])").forEach((fold) => { // what is folded away takes no focus
    if (fold.contains(one) && !fold.firstElementChild.contains(one)) fold.open = true;
  });
  const focusAgain = (was) => {
    const row = was.row === null ? null : rows().find((one) => named(one) === was.row);
    const control = row === undefined ? null : controls(row, was.to)[was.nth];
    if (control) unfold(control);
    if (!control && row) take(row);
    else (control ?? document.querySelector(UNDO) ?? document.getElementById("main")).focus({ preventScroll: true });
  };

  // ── what was typed: a form that was refused because the session had ended is filled in again when its page comes back ──
  const FIELDS = "textarea, input:not([type=hidden], [type=checkbox], [type=search], [type=password])";
  const fields = (to, name) => [...document.querySelectorAll(FIELDS)].filter((one) => one.form?.method === "post" && goes(one) === to && one.name === name);
  const typedIn = (form) => [...form.querySelectorAll(FIELDS)].map((one) => ({ to: goes(one), name: one.name, nth: fields(goes(one), one.name).indexOf(one), value: one.value }));
  const typeAgain = (was) => was.forEach(({ to, name, nth, value }) => {
    const field = fields(to, name)[nth];
    if (field && field.value !== value) { field.value = value; unfold(field); }
  });

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
  // Only what has changed is put in place, so the focus, ticks and folds stay. Rows and forms are never turned into others.
  const STAYS = new Set(["open", "tabindex"]);
  const nameOf = (one) => one.dataset?.row ?? one.getAttribute?.("id")
    ?? (one.nodeName === "FORM" ? [one.getAttribute("action"), ...[...one.querySelectorAll("[type=hidden]")].map((field) => field.value)].join(" ") : null);
  const renew = (old, fresh) => {
    if (old.nodeType !== Node.ELEMENT_NODE) { if (old.data !== fresh.data) old.data = fresh.data; return; }
    if (old.matches("time:not([data-ago])") && old.dateTime === fresh.dateTime) return;
    for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
    for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !STAYS.has(name)) old.removeAttribute(name);
    renewIn(old, fresh);
  };
  const renewIn = (part, draft) => {
    const names = new Set([...draft.children].map(nameOf));
    [...part.children].forEach((one) => { if (!names.has(nameOf(one))) one.remove(); });
    let at = part.firstChild;
    const drop = () => { const gone = at; at = at.nextSibling; gone.remove(); };
    for (const fresh of [...draft.childNodes]) {
      const isAlike = (one) => one.nodeName === fresh.nodeName && nameOf(one) === nameOf(fresh);
      let old = at;
      while (old && !isAlike(old)) old = fresh.nodeType === Node.ELEMENT_NODE ? old.nextSibling : null;
      if (!old) { part.insertBefore(fresh, at); continue; }
      while (at !== old && nameOf(at) === null) drop(); // not the other way round: whatever is moved loses the focus
      if (at === old) at = at.nextSibling; else part.insertBefore(old, at);
      renew(old, fresh);
    }
    while (at) drop();
  };
  const refresh = async (part) => {
    if (document.hidden) return;
    const address = new URL(part.dataset.live, location.href);
    address.searchParams.set("part", "list");
    const answer = await asked(address), text = answer && await answer.text();
    if (!answer) return;
    const draft = document.createElement("template");
    draft.innerHTML = text; // from our own server, escaped there
    const was = remembered();
    renewIn(part, draft.content);
    times(part);
    recall(was);
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
      socket.onmessage = soon; // an event; or the answer to the subscription: what came before it is asked for too
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
  const pressed = (at, key) => (document.querySelector(TICKED) && document.querySelector(`[data-ticked="${CSS.escape(key)}"]:not([disabled])`))
    ?? at?.querySelector(`[data-key="${CSS.escape(key)}"]:not([disabled])`)
    ?? (key === "u" ? document.querySelector(UNDO) : null);
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches(TYPED)) return;
    const at = document.querySelector("[data-rows] > .at"), keys = document.getElementById("keys");
    if (event.key === "j") step(1);
    else if (event.key === "k") step(-1);
    else if (event.key === "/") { document.querySelector("input[type=search]")?.focus(); event.preventDefault(); }
    else if (event.key === "?" && keys) { keys.toggleAttribute("open"); if (keys.open) { keys.scrollIntoView({ block: "nearest" }); keys.firstElementChild.focus({ preventScroll: true }); } }
    else if (event.key === "x" && at) { const box = at.querySelector("input[type=checkbox]:not(:disabled)"); if (box) box.checked = !box.checked; }
    else if (event.key === "Enter" && at && !event.target.matches("a, button, summary")) at.querySelector("a[href]")?.click();
    else if (event.key.length === 1 && !event.repeat) pressed(at, event.key)?.click();
  });

  let typed = null; // a list that is gone through with the keyboard changes at every step: the button beside it sends what was meant
  document.addEventListener("keydown", (event) => { typed = event.target.matches("select") ? event.target : null; }, true);
  document.addEventListener("pointerdown", () => { typed = null; }, true);
  document.addEventListener("change", (event) => {
    const name = event.target.dataset?.all;
    if (name) document.querySelectorAll(`input[name="${CSS.escape(name)}"]`).forEach((one) => { one.checked = event.target.checked; });
    if (event.target.dataset?.send !== undefined && event.target !== typed) event.target.form.requestSubmit();
  });
  document.addEventListener("click", (event) => { // the second of a double click would press what has come to stand there: another row's button
    if (event.detail > 1 && event.target.closest("button")?.form?.method === "post") event.preventDefault();
  });
  document.querySelectorAll("[data-utc]").forEach((one) => {
    one.closest("label").querySelectorAll("span").forEach((label) => label.toggleAttribute("hidden"));
    one.form.addEventListener("formdata", ({ formData }) => formData.set(one.name, `${new Date(one.value).toISOString().slice(0, 19)}Z`));
  });
  const sent = new WeakSet();
  document.addEventListener("submit", (event) => {
    const sure = event.submitter?.dataset.sure;
    if (sent.has(event.target) || (sure && !confirm(sure))) { event.preventDefault(); return; }
    const isPost = event.target.method === "post";
    const isSearch = document.activeElement.matches("input:not([type=checkbox])"); // what it finds is gone through with j and k
    if (!isPost && (isSearch || new URL(event.target.action).pathname !== location.pathname)) return;
    if (isPost) {
      sent.add(event.target); // pressed again before the answer is there: it would say that there is nothing left to do
      setTimeout(() => sent.delete(event.target), SENT_SECONDS * 1000);
    }
    const control = document.activeElement === document.body ? event.submitter : document.activeElement;
    const ticked = [...document.querySelectorAll(TICKED)].filter((one) => one.form !== event.target).map((one) => one.value);
    const typed = isPost ? typedIn(event.target) : [];
    sessionStorage.setItem(PLACE, JSON.stringify({ path: location.pathname, top: scrollY, control: control && known(control), ticked, typed, ...remembered() }));
  });
  addEventListener("pageshow", (event) => { // a page that was kept on the way back: its filters say again what is listed
    if (event.persisted) document.querySelectorAll("form[method=get]").forEach((one) => one.reset());
  });

  times(document);
  const menu = document.querySelector(".side ul"), here = menu?.querySelector("[aria-current]");
  if (here && menu.scrollWidth > menu.clientWidth) menu.scrollLeft = here.offsetLeft - menu.clientWidth / 2; // on a narrow screen it is one line
  menu?.addEventListener("focusin", (event) => event.target.scrollIntoView({ block: "nearest", inline: "nearest" })); // half a name is none
  const was = JSON.parse(sessionStorage.getItem(PLACE)), wrong = document.querySelector("[aria-invalid=true]"); // what came of the form that was sent
  sessionStorage.removeItem(PLACE);
  if (wrong) {
    wrong.focus({ preventScroll: true });
    wrong.scrollIntoView({ block: "center" });
  } else if (was?.path === location.pathname) {
    if (!location.hash) scrollTo(0, was.top);
    document.querySelectorAll("[data-rows] input[type=checkbox]").forEach((one) => { one.checked ||= was.ticked.includes(one.value); });
    recall(was);
    if (!new URLSearchParams(location.search).has("said")) typeAgain(was.typed ?? []); // nothing was done with it
    if (was.control) focusAgain(was.control);
  } else if (was) document.querySelector(UNDO)?.focus({ preventScroll: true });
})();
