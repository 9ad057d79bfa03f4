// The table on this device: what the host said, and the screens that show it.

import { verify } from "./fair.js";
import { Link, randomId } from "./link.js";
import {
  art, closeCard, dicePicker, faceName, field, h, icon, loadIcons, loadWords, lookOf, net, openCard, pickOne,
    learnFaceNames,
  solid, t, tile,
} from "./view.js";

const VIEW = new URLSearchParams(location.search).get("view") || "";
const WATCHES = VIEW === "tray" || VIEW === "dice";
const KEPT_ROLLS = 60, KEPT_EVENINGS = 5, LANDING = 900, CATCHING_UP = 700;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const place = (id) => document.getElementById(id);

const state = {
  door: "connecting", reason: "", hello: null, knock: null, seat: null, host: {}, lost: false, tab: "play",
  who: "", members: [], seats: [], sheets: {}, rolls: {}, owed: {}, scenes: {}, thrown: [], asked: new Map(),
    sealed: null,
  shown: null, before: null, landed: true, die: -1, roll: {}, answers: {}, odds: {}, byHand: "", secret: false,
    fair: null,
};
let link, drawing = false, landing, banner;

// --- what is kept on this device -------------------------------------------------------------------------------------

function recall(key, other) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? other;
  } catch {
    return other;
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch { /* A private window may keep nothing. The table works without. */ }
}

const fairKey = () => `fair-${state.host.table}`;

function keepEvening(id, change) {
  const all = recall(fairKey(), {});
  const evening = (all[id] ||= { commitment: "", words: [], seed: "", draws: {} });
  change(evening);
  for (const each of Object.keys(all).sort((a, b) => a - b).slice(0, -KEPT_EVENINGS)) delete all[each];
  remember(fairKey(), all);
}

function keepThrown(thrown) {
  for (const { evening, draw, label, faces } of thrown.draws || []) {
    keepEvening(evening, ({ draws }) => (draws[draw] = { ...draws[draw], label, faces }));
  }
  if (thrown.hash) keepEvening(thrown.evening,
    ({ draws }) => (draws[thrown.draw] = { ...draws[thrown.draw], hash: thrown.hash }));
}

function keepSealed(sealed) {
  if (!sealed.commitment) return;
  keepEvening(sealed.evening, (evening) => {
    // The first commitment counts: a host that later shows another one has changed its dice.
    evening.commitment ||= sealed.commitment;
    evening.words = sealed.words;
    evening.seed = sealed.seed || evening.seed;
    evening.secrets = sealed.secrets || [];
  });
  const sent = `words-${state.host.table}-${sealed.evening}`;
  if (!sealed.seed && state.seat.role !== "watcher" && !recall(sent, false)) {
    remember(sent, true);
    link.request("word", { text: state.words || randomId() });
  }
}

// --- messages --------------------------------------------------------------------------------------------------------

const hears = {
  hello(message) {
    state.hello = state.host = message;
    state.seat = null;
    if (WATCHES) state.knock ||= { name: VIEW === "dice" ? t("stream") : t("television"), role: "watcher",
      character: "" };
    state.door = state.knock ? "waiting" : "hello";
    if (state.knock) link.request("knock", state.knock);
    else link.pause();
  },
  waiting() {
    state.door = "waiting";
  },
  welcome(message) {
    // After a restart of the host everything is told anew.
    if (state.host.epoch !== message.epoch) Object.assign(state,
      { sheets: {}, rolls: {}, owed: {}, scenes: {}, asked: new Map() });
    Object.assign(state, { seat: message.seat, host: message, door: "in", knock: null, since: Date.now() });
    const own = state.seat.characters;
    if (!own.includes(state.who)) state.who = own[0] || "";
  },
  party(message) {
    state.members = message.members;
    state.seats = message.seats;
  },
  sheet(message) {
    learnFaceNames(message);
    state.sheets[message.character] = message;
    if (!state.who && state.seat.role === "gm") state.who = message.character;
  },
  rolls(message) {
    state.rolls[message.character] = message;
    if (message.character === state.who) askOdds();
  },
  odds(message) {
    if (message.id === state.odds.id) state.odds = { ...state.odds, ...message, done: true };
  },
  owed(message) {
    state.owed[message.character] = message;
  },
  fight(message) {
    state.scenes.fight = message.title ? message : null;
  },
  scene(message) {
    state.scenes.scene = message.title ? message : null;
  },
  sealed(message) {
    state.sealed = message;
    keepSealed(message);
  },
  asked(message, request) {
    state.asked.set(message.id, { ...message, own: Boolean(request) });
    if (request) enterFaces(message);
  },
  thrown(message, request) {
    keepThrown(message);
    for (const id of state.asked.keys()) if (id === message.id || id === message.asked) state.asked.delete(id);
    state.thrown = [message, ...state.thrown.filter((each) => each.roll !== message.roll)].slice(0, KEPT_ROLLS);
    if (!message.dice) say(t("hidden-roll", { draw: message.draw }));
    else if (message.dice.length) show(message, Boolean(request) || Date.now() - state.since > CATCHING_UP);
    else say(sentenceOf(message));
  },
  message(message) {
    tell(message.text, message.tone);
  },
  refused(message, request) {
    // The words for the seal come too late once somebody has rolled, which nobody needs to hear of.
    if (!request || request.kind !== "word") tell(message.reason, "bad");
    if (request && request.kind === "faces") state.asked.delete(request.asked);
  },
  closing(message) {
    tell(message.reason, "warn", true);
  },
  done() {},
};

function onMessage(message, request) {
  // A newer host may send kinds that this page does not know.
  if (!Object.hasOwn(hears, message.kind)) return;
  hears[message.kind](message, request);
  draw();
}

function onState(now, reason) {
  state.lost = now === "lost" || (now === "connecting" && state.lost);
  if (["uninvited", "wrong-secret", "put-out"].includes(now)) {
    Object.assign(state, { door: now, reason, seat: null, lost: false });
    if (place("card").open) closeCard();
  } else if (now === "lost" && reason) tell(reason, "warn");
  draw();
}

function say(sentence) {
  place("live").textContent = sentence;
}

function tell(text, tone = "", stays = false) {
  const box = place("banner");
  clearTimeout(banner);
  box.className = tone;
  box.replaceChildren(h("span", text),
    h("button.quiet", { "aria-label": t("close"), click: () => (box.hidden = true) },
      icon("close")));
  box.hidden = false;
  if (!stays) banner = setTimeout(() => (box.hidden = true), 8000);
}

// --- a roll and its request ------------------------------------------------------------------------------------------

const sentenceOf = (thrown) => [`${thrown.by}: ${thrown.title}.`,
  ...(thrown.findings || []).map((each) => each.text)].join(" ");

// Shows a roll. Rolls that a device only catches up with do not roll again.
function show(thrown, isNew) {
  clearTimeout(landing);
  state.before = state.shown && state.shown.roll === thrown.roll ? state.shown : null;
  state.shown = thrown;
  state.die = -1;
  const moves = isNew && !calm.matches && !document.hidden && fallen(thrown).some(Boolean);
  state.landed = !moves;
  const finish = () => {
    state.landed = true;
    say(sentenceOf(thrown));
    draw();
  };
  if (moves) landing = setTimeout(finish, LANDING);
  else finish();
}

// Which dice of a roll have just fallen.
const fallen = (thrown) => thrown.dice.map((die, i) => {
  const old = state.before && state.before.dice && state.before.dice[i];
  return !old || old.face !== die.face || old.wave !== die.wave;
});

function currentRoll() {
  const all = (state.rolls[state.who] || { rolls: [] }).rolls;
  return all.find((each) => each.id === state.roll[state.who]) || all[0];
}

const answersKey = () => `${state.who} ${(currentRoll() || {}).id}`;

function currentSet(roll) {
  const set = { ...roll.set, ...state.answers[answersKey()] };
  for (const [key, value] of Object.entries(set)) if (value === undefined) delete set[key];
  return set;
}

function askOdds() {
  const roll = currentRoll();
  state.odds = {};
  if (!roll || !Object.keys(state.answers[answersKey()] || {}).length) return;
  const asked = { character: state.who, roll: roll.id, set: currentSet(roll) };
  state.odds = { id: link.request("odds", asked) };
}

function answer(id, value) {
  const key = answersKey();
  state.answers[key] = { ...state.answers[key], [id]: value };
  askOdds();
  draw();
}

function throwDice(byHand, asked) {
  const roll = asked || { roll: currentRoll().id, set: currentSet(currentRoll()), character: state.who };
  const request = { character: roll.character, roll: roll.roll, set: roll.set };
  if (byHand) request.by_hand = true;
  if (state.secret || (asked && asked.secret)) request.secret = true;
  link.request("throw", request);
  if (asked) state.asked.delete(asked.id);
  goTo("play");
}

function enterFaces(asked) {
  const faces = asked.dice.map(() => 0);
  const done = h("button.main", { disabled: true, click: () => {
    closeCard();
    link.request("faces", { asked: asked.id, faces });
  } });
  const count = () => {
    const left = faces.filter((each) => !each).length;
    done.disabled = left > 0;
    done.replaceChildren(left ? t("faces-left", { n: left }) : t("read-dice"));
  };
  count();
  openCard(asked.title, facesForm(asked.dice, faces, count), [done]);
}

// The faces of each real die to tap; `faces` is filled in, counted from 1.
function facesForm(dice, faces, changed) {
  return dice.map((die, at) => {
    const all = Array.isArray(die.faces) ? die.faces : Array.from({ length: die.faces }, (_, i) => String(i + 1));
    const put = (number, box) => {
      faces[at] = number;
      changed();
      const next = box.nextElementSibling;
      if (next) next.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
    };
    const look = lookOf(die);
    const box = h("fieldset.real", h("legend", `${at + 1} · ${die.name || die.group || ""}`));
    if (all.length > 20) {
      box.append(h("input", { type: "number", min: 1, max: all.length, inputmode: "numeric", "aria-label": die.name,
        input: (event) => put(Math.min(all.length, Math.max(0, Math.round(event.target.value))), box) }));
    } else {
      box.append(h("div", { class: all.length > 6 ? "faces many" : "faces" },
        all.map((code, i) => h("label.face-choice",
        h("input", { type: "radio", name: `real-${at}`, value: i + 1, "aria-label": `${i + 1}: ${faceName(code)}`,
          change: () => put(i + 1, box) }),
        tile(code, look)))));
    }
    return box;
  });
}

// Asks for what a choice needs, and sends it. Real dice may be used in place of the host's where the host would roll.
function choose(choice) {
  const needs = choice.needs;
  const send = (more) => {
    if (place("card").open) closeCard();
    link.request("choose", { character: state.who, choice: choice.id, ...more });
  };
  if (!needs) return send({});
  const set = {};
  let picked = needs.usual || [];
  const given = () => (needs.kind === "dice" ? { dice: picked } : needs.kind === "fields" ? { set } : {});
  const real = () => (needs.kind === "fields" ? needs.thrown || []
    : needs.dice.filter((each) => (needs.kind === "face" || (picked.includes(each.n) && each.face))));
  const done = button(choice.text, () => send(given()), { class: choice.tone === "danger" ? "main danger" : "main" });
  const byHand = button(t("by-hand"), () => {
    const faces = real().map(() => 0);
    const read = button(t("read-dice"), () => send({ ...given(), faces }), { class: "main", disabled: true });
    openCard(choice.text, facesForm(real(), faces, () => (read.disabled = faces.includes(0))), [read]);
  });
  const check = () => {
    done.disabled = needs.kind === "dice" && picked.length < (needs.least || 0);
    byHand.hidden = !real().length;
  };
  const box = h("div.form");
  const fill = () => {
    if (needs.kind === "dice") {
      box.replaceChildren(dicePicker(needs.dice, picked, needs, (numbers) => {
        picked = numbers;
        check();
      }));
    } else if (needs.kind === "fields") box.replaceChildren(...needs.fields.map((each) => field(withFaces(each),
      set[each.id], (value) => {
      set[each.id] = value;
      // The choices of a field take the place of this card.
      if (place("card").open) fill();
      else open();
    })));
    check();
  };
  const open = () => {
    fill();
    openCard(choice.text, [choice.tip && h("p", choice.tip),
      needs.words && needs.words !== choice.text && h("p", needs.words), box], [done, byHand]);
  };
  open();
}

const withFaces = (asked) => (asked.dice ? { ...asked,
  dice: asked.dice.map((die) => ({ ...die, ...sheet().dice.find((each) => each.n === die.n) })) } : asked);

// --- screens ---------------------------------------------------------------------------------------------------------

// Puts new content into a place unless everything that it depends on is as before. Keeps the focus.
function put(at, needs, build) {
  if (at.needs && at.needs.length === needs.length && needs.every((each, i) => each === at.needs[i])) return;
  at.needs = needs;
  const focused = at.contains(document.activeElement) ? document.activeElement.id : "";
  at.replaceChildren(...[build()].flat(9).filter(Boolean));
  if (focused && place(focused)) place(focused).focus({ preventScroll: true });
}

function goTo(tab) {
  state.tab = tab;
  place("main").scrollTop = 0;
  draw();
}

function draw() {
  if (drawing) return;
  drawing = true;
  queueMicrotask(() => {
    drawing = false;
    drawNow();
  });
}

function drawNow() {
  const { door, seat, tab } = state;
  const inside = door === "in";
  dress();
  document.body.dataset.screen = inside ? (WATCHES ? VIEW : tab) : "door";
  document.body.classList.toggle("lost", state.lost);
  document.body.classList.toggle("rolling", !state.landed);
  document.title = [state.lost ? "…" : "", inside && sheet() ? sheet().name : state.host.title || "",
    "Bones Desktop"].filter(Boolean).join(" · ");
  put(place("top"), [inside, tab, state.who, sheet(), state.host, state.lost, seat],
    () => inside && !WATCHES && header());
  const main = place("main");
  if (!inside) put(main, [door, JSON.stringify(state.hello), state.reason], doorScreen);
  else if (WATCHES || tab === "play") {
    if ((main.needs || [])[0] !== "play") put(main, ["play"], playScreen);
    put(place("stage"), [state.shown, state.who, sheet(), state.members], stage);
    for (const each of document.querySelectorAll("#stage .die")) each.setAttribute("aria-pressed",
      String(each.dataset.at === String(state.die)));
    put(place("hand"), [sheet()], () => !WATCHES && sheet() && hand(sheet()));
    put(place("side"), [sheet(), WATCHES && state.members, state.shown, state.landed, state.die, state.owed[state.who],
      state.asked.size, state.scenes.fight, state.scenes.scene, state.lost], side);
    put(place("dock"), [seat, state.rolls[state.who], state.roll[state.who], state.answers[answersKey()], state.odds,
      state.secret], () => !WATCHES && dock());
  } else if (tab === "sheet") put(main, ["sheet", state.who, sheet()], sheetScreen);
  else put(main, ["table", state.members, state.seats, state.thrown, state.sealed, state.fair], tableScreen);
}

const sheet = () => state.sheets[state.who];

// The host names a theme; a device that asks for more contrast gets that, and "system" is what the device likes.
function dress() {
  const wanted = state.host.theme;
  const light = matchMedia("(prefers-color-scheme: light)").matches ? "parchment" : "iron";
  const named = ["iron", "parchment", "contrast"].includes(wanted) ? wanted : light;
  const theme = matchMedia("(prefers-contrast: more)").matches ? "contrast" : named;
  if (document.documentElement.dataset.theme === theme) return;
  document.documentElement.dataset.theme = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground").trim();
  document.querySelector("meta[name=theme-color]").setAttribute("content", ground);
}

const button = (label, click, more = {}) => h("button", { click, ...more }, label);

function doorScreen() {
  const { door, reason, hello } = state;
  const plate = (title, ...rest) => h("div.door", h("div.emblem", { "aria-hidden": "true" },
    ["melee", "universal", "magic"].map((code) => solid(["universal", "physical", "defend", "stealth", "riding", code],
      5, "bone"))),
  h("h1", title), ...rest);
  if (door === "hello") return plate(hello.title || t("the-table"), doorForm());
  if (door === "waiting") {
    return plate(t("waiting"), h("p", t("waiting-words", { name: (state.knock || {}).name || "" })),
      h("div.dots", { "aria-hidden": "true" }));
  }
  if (door === "connecting" || door === "in") return plate(t("connecting"), state.lost && h("p", t("no-host")));
  const lines = { uninvited: t("uninvited"), "wrong-secret": t("wrong-secret"), "put-out": t("put-out") };
  return plate(t("no-entry"), reason && h("p", reason), h("p", lines[door]),
    button(t("try-again"), () => link.connect(), { class: "main" }));
}

function doorForm() {
  const { characters } = state.hello;
  const name = h("input", { type: "text", id: "name", required: true, maxlength: 60, autocomplete: "nickname",
    value: recall("name", "") });
  const own = h("input", { type: "text", id: "own-words", maxlength: 200 });
  const options = [...characters.map((each) => ["player", each.id, each.name, each.game]),
    ["gm", "", t("as-gm"), ""], ["watcher", "", t("as-watcher"), ""]];
  return h("form.form", { submit: (event) => {
    event.preventDefault();
    const [role, character] = options[event.target.elements.seat.value];
    remember("name", name.value.trim());
    state.words = own.value.trim();
    state.knock = { name: name.value.trim(), role, character };
    state.door = "waiting";
    link.connect();
    draw();
  } },
  h("label.chip.typed", h("small", t("your-name")), name),
  h("fieldset.seats", h("legend", t("who-plays")), options.map(([, , called, game], i) =>
    h("label.option", h("input",
      { type: "radio", name: "seat", value: i, required: true, checked: options.length === 3 && i === 0 }),
      h("span.option-words", h("span", called), game && h("small", game))))),
  h("details", h("summary", t("own-words")), h("p", t("own-words-why")),
    h("label.chip.typed", h("small", t("own-words")), own)),
  h("button.main", { type: "submit" }, t("knock")));
}

function header() {
  const own = state.seat.role === "gm" ? Object.values(state.sheets)
    : state.seat.characters.map((each) => state.sheets[each]).filter(Boolean);
  const name = sheet() ? sheet().name : state.host.title || t("the-table");
  const pick = () => pickOne(t("character"), own.map((each) => ({ key: each.character, name: each.name })), state.who,
    (who) => {
    state.who = who;
    askOdds();
    draw();
  });
  const tabs = [["play", icon("throw"), t("tab-play")], ["sheet", icon("sheet"), t("tab-sheet")],
    ["table", icon("players"), t("tab-table")]];
  return [h("div.who",
    own.length > 1 ? h("h1", h("button", { id: "who", class: "quiet", "aria-haspopup": "dialog", click: pick }, name,
      icon("chevron-down"))) : h("h1", name),
    h("p", state.lost ? t("lost-words") : sheet() ? [sheet().title, sheet().state].filter(Boolean).join(" · ")
      : state.seat.name)),
  h("nav", { "aria-label": t("pages") }, tabs.filter(([id]) => id !== "sheet" || sheet()).map(([id, picture, label]) =>
    h("button", { id: `tab-${id}`, "aria-current": state.tab === id ? "page" : null,
      click: () => goTo(id) }, picture, h("span", label))))];
}

function playScreen() {
  return [h("section", { id: "stage", "aria-label": t("dice") }),
    h("section", { id: "side", "aria-label": t("result") }),
    h("section", { id: "hand", "aria-label": t("dice-in-hand") }),
      h("section", { id: "dock", "aria-label": t("what-to-roll") })];
}

const hand = (own) => h("div.nets", { tabindex: "0", role: "group", "aria-label": t("dice-in-hand") },
  [...own.dice, ...own.items.map((each) => ({ ...each, group: "item" }))].map((each) => net(each)));

const ABOVE = /opponent|challenge|black|foe|target/;

function stage() {
  const thrown = state.shown, own = sheet();
  const idle = !thrown && own ? own.dice.filter((each) => each.state !== "lost").map((each) => ({ ...each, face: 1,
    idle: true })) : [];
  const dice = (thrown ? thrown.dice : idle).map((die, at) => ({ ...die, at }));
  const fresh = thrown && !state.landed ? fallen(thrown) : [];
  const rows = [dice.filter((each) => ABOVE.test(each.group || "")),
    dice.filter((each) => !ABOVE.test(each.group || ""))];
  const filled = rows.filter((row) => row.length);
  const felt = h("div.felt", filled.map((row) => h("div.row",
    row.map((die) => dieButton(die, fresh[die.at])))));
  fit(felt, filled.map((row) => row.length));
  return h("div.tray", felt, thrown && h("div.plates",
    h("span.plate", thrown.by), Boolean(thrown.draw)
      && h("span.plate", t("roll-n", { n: thrown.draw }))));
}

// The largest size at which the dice of all groups have room in the tray.
function fit(felt, counts) {
  const largest = VIEW ? 190 : 110;
  const resize = () => {
    const style = getComputedStyle(felt), across = felt.clientWidth - 2 * parseFloat(style.paddingLeft);
    const down = felt.clientHeight - 2 * parseFloat(style.paddingTop);
    let best = 0, widest = counts;
    for (let columns = 2; columns <= 12; columns++) {
      const lines = counts.map((each) => Math.ceil(each / columns));
      const side = Math.min(largest, across / (columns * 1.3),
        down / (lines.reduce((sum, each) => sum + each, 0) * 1.45));
      if (side >= best) [best, widest] = [side, counts.map((each, i) => Math.ceil(each / lines[i]))];
    }
    const size = Math.max(34, best);
    felt.style.setProperty("--die", `${size}px`);
    // Lines of equal length look like dice that were laid out, not like text that was wrapped.
    for (const [i, row] of [...felt.children].entries()) row.style.maxWidth = `${widest[i] * 1.28 * size + 2}px`;
  };
  new ResizeObserver(resize).observe(felt);
}

const SIGNS = { counts: () => icon("check"), hurts: () => icon("roll-hurts"), lost: () => icon("close"),
  cancelled: () => icon("close") };

function dieButton(die, fresh) {
  const faces = Array.isArray(die.faces) && die.faces.length ? die.faces : [die.icon];
  const up = Math.min(die.face - 1, faces.length - 1);
  const shape = solid(faces, Math.max(0, up), lookOf(die));
  const name = [die.name, faceName(die.icon ?? faces[up]), die.why].filter(Boolean).join(". ");
  const was = die.was && die.was.length > 0 && h("span", { class: `tile was ${lookOf(die)}`, "aria-hidden": "true" },
    art(faces[die.was.at(-1) - 1]));
  const element = h("button", { class: `die ${die.role || "plain"} ${die.idle ? "resting" : ""}`,
    "data-at": die.at, "aria-label": name,
    "aria-pressed": "false", disabled: die.idle, click: () => {
      state.die = state.die === die.at ? -1 : die.at;
      draw();
    } }, shape, was, SIGNS[die.role] && h("span.badge", SIGNS[die.role]()));
  const lean = ((die.at * 37) % 13) - 6;
  shape.style.setProperty("--lean", `${lean}deg`);
  if (fresh) tumble(element, shape, die.at);
  return element;
}

function tumble(element, shape, at) {
  const side = at % 2 ? 1 : -1, wait = (at % 5) * 30, time = LANDING - 130;
  const timing = { duration: time, delay: wait, easing: "cubic-bezier(.15,.75,.3,1)", fill: "backwards" };
  element.animate([
    { transform: `translate(${side * 60}vmin, 45vmin) scale(1.5)`, opacity: 0 },
    { transform: `translate(${side * 14}vmin, 6vmin) scale(1.12)`, opacity: 1, offset: 0.45 },
    { transform: "none" },
  ], timing);
  const turns = 360 * (1 + (at % 2)), end = getComputedStyle(shape).transform;
  shape.animate([
    { transform: `rotateX(${turns + 40 * at}deg) rotateY(${side * (turns + 90)}deg) rotateZ(${side * 200}deg)` },
    { transform: end && end !== "none" ? end : "rotateX(16deg)" },
  ], timing);
}

function side() {
  const thrown = state.shown, parts = [];
  for (const asked of state.asked.values()) {
    parts.push(h("div.panel.asked", h("h2", asked.title), !asked.own && h("p", t("gm-asks")),
      h("div.buttons",
      !asked.own && button(t("roll"), () => throwDice(false, asked), { class: "main" }),
        button(t("by-hand"), () => enterFaces(asked)))));
  }
  for (const each of [state.scenes.fight, state.scenes.scene]) if (each) parts.push(sceneCard(each));
  if (thrown) parts.push(state.landed ? result(thrown)
    : h("p.headline.rolling", { "aria-hidden": "true" }, t("rolling")));
  else if (!WATCHES) parts.push(h("p.hint", sheet() ? t("first-hint") : t("watch-hint")));
  if (state.landed && !WATCHES) parts.push(choices(true));
  if (thrown && state.landed) parts.push(reasons(thrown));
  if (state.landed && !WATCHES) parts.push(choices(false));
  if (WATCHES) parts.push(h("div.party", state.members.map(memberCard)));
  return parts;
}

const headline = (finding) => finding.text.replace(/\.$/, "");

function result(thrown) {
  const [first, ...others] = thrown.findings || [];
  return [first && h("h2", { class: `headline ${thrown.meant === false ? "struck" : first.tone || ""}` },
    headline(first)),
    h("p.title", [thrown.by, thrown.title, ...(thrown.tags || [])].filter(Boolean).join(" · ")),
    others.length > 0 && h("ul.findings",
      others.map((each) => h("li", { class: each.tone || "" }, each.text)))];
}

function reasons(thrown) {
  if (WATCHES) return null;
  const told = thrown.dice.map((die, at) => ({ ...die, at })).filter((each) => each.why);
  return [told.length > 0 && h("section.panel.reasons", h("h3", t("what-counted")),
    h("ul", told.map((die) =>
    h("li", { class: `reason ${die.role || ""}`, "data-chosen": String(die.at === state.die) },
      tile(die.icon, lookOf(die)),
      h("span.option-words", h("span", die.why), h("small", die.name)),
      die.counts ? h("b", `${die.counts > 0 ? "+" : "−"}${Math.abs(die.counts)}`) : null)))),
  thrown.steps && thrown.steps.length > 0 && h("section.panel", h("h3", t("sum")),
    h("ol.steps", thrown.steps.map((each) => h("li", each))))];
}

// First what a roll brought about, later everything else that one may do, folded.
function choices(pressing) {
  const all = ((state.owed[state.who] || {}).choices || []).filter((each) => each.id.startsWith("act-") !== pressing);
  if (!all.length) return null;
  const list = h("ul.choices", all.map((each) => h("li", h("button", { class: `choice ${each.id.startsWith("due-") ? "main" : each.tone || ""}`,
      title: each.tip || null, "aria-disabled": each.why_not || state.lost ? "true" : null,
      "aria-describedby": each.why_not ? `why-${each.id}` : null,
        click: () => each.why_not || state.lost || choose(each) }, each.text),
    each.why_not && h("small", { id: `why-${each.id}` }, each.why_not))));
  return pressing ? h("section.pressing", { "aria-label": t("now") }, list)
    : h("details.panel", h("summary", t("more-acts", { n: all.length })), list);
}

function sceneCard(scene) {
  return h("section.panel.scene", h("h2", scene.title), scene.text && h("p", scene.text),
    h("div.sides", (scene.sides || []).map((each) => h("div", h("h3", each.name),
      h("ul", (each.fighters || []).map((fighter) =>
      h("li", { "data-own": String(Boolean(fighter.own)) }, h("span", fighter.name),
        fighter.state && h("small", fighter.state))))))));
}

function dock() {
  const roll = currentRoll();
  if (!roll) return state.seat.role !== "watcher" && state.rolls[state.who]
    ? h("p.hint", t("nothing-to-roll")) : null;
  const all = state.rolls[state.who].rolls, asked = state.odds.fields || roll.fields, set = currentSet(roll);
  const odds = state.odds.id ? (state.odds.done ? state.odds : { words: t("counting"), chance: "…" }) : roll.odds || {};
  const first = asked.filter((each) => (each.kind === "choice" && !each.optional) || each.rungs).slice(0, 2);
  const rest = asked.length - first.length;
  const one = (each) => field(each, set[each.id], (value) => answer(each.id, value));
  const more = () => {
    const box = h("div.form");
    const fill = () => box.replaceChildren(...(state.odds.fields
      || roll.fields).map((each) => field(each, currentSet(roll)[each.id], (value) => {
      answer(each.id, value);
      if (place("card").open) fill();
      else more();
    })), ...(state.seat.role === "gm" ? [h("label.chip.check",
      h("input", { type: "checkbox", checked: state.secret, change: (event) => {
      state.secret = event.target.checked;
      draw();
    } }), h("span", t("secret")))] : []));
    fill();
    openCard(roll.name, box, [button(t("done"), closeCard, { class: "main" })]);
  };
  const blocked = odds.why_not || "";
  const percent = parseFloat(String(odds.chance).replace(",", "."));
  const bar = h("span.bar", { "aria-hidden": "true" }, h("span"));
  bar.firstChild.style.setProperty("width", `${percent || 0}%`);
  bar.hidden = Number.isNaN(percent);
  const kinds = all.map((each) => h("button.kind", { id: `kind-${each.id}`,
    "aria-pressed": String(each === roll), click: () => {
    state.roll[state.who] = each.id;
    askOdds();
    draw();
  } }, each.name));
  return [h("div.kinds", h("div.strip", { role: "group", "aria-label": t("what-to-roll") },
    kinds),
    (rest > 0 || state.seat.role === "gm") && h("button.chip.round", { id: "more", "aria-haspopup": "dialog", "aria-label": t("more"),
      click: more }, icon("more"))),
  h("div.chips", first.map(one)),
  h("div.throw",
    h("div.chance", odds.chance && h("strong", odds.chance), bar,
      h("small", [blocked || odds.words, ...(odds.notes || [])].filter(Boolean).join(" · "))),
    h("button", { id: "by-hand", class: "tall", disabled: Boolean(blocked), "aria-label": t("by-hand"),
      click: () => throwDice(true) }, icon("by-hand"), h("span", t("by-hand"))),
    h("button", { id: "roll", class: "main tall", disabled: Boolean(blocked),
      click: () => throwDice(false) }, state.secret ? icon("secret") : icon("throw"), h("span", t("roll"))))];
}

function boxes(track) {
  return h("div.track", h("span", track.name),
    h("span.boxes", { role: "img", "aria-label": t("n-of-m", { n: track.marked, m: track.boxes }) },
    track.boxes <= 30 ? Array.from({ length: track.boxes },
      (_, i) => h("i", { class: i < track.marked ? "marked" : "" }))
      : h("b", t("n-of-m", { n: track.marked, m: track.boxes }))),
  track.state && h("small", track.state));
}

function sheetScreen() {
  const own = sheet();
  return [h("section.panel", h("h2", own.name),
    h("p", [own.title, own.state].filter(Boolean).join(" · ")),
    h("dl", own.facts.map((each) => h("div", h("dt", each.name),
      h("dd", String(each.value)))))),
  own.tracks.length > 0 && h("section.panel", h("h2", t("state")), own.tracks.map(boxes)),
  own.dice.length > 0 && h("section.panel.wide", h("h2", t("dice")),
    h("div.crosses", own.dice.map((each) => net(each, "cross")))),
  own.items.length > 0 && h("section.panel.wide", h("h2", t("equipment")),
    h("div.crosses", own.items.map((each) => net({ ...each, group: "item" }, "cross")))),
  own.lists.filter((each) => each.items.length).map((each) => h("section.panel", h("h2", each.name),
    h("ul.plain", each.items.map((item) => h("li", item)))))];
}

function memberCard(each) {
  return h("li.member", h("span.option-words", h("b", each.name),
    h("small", [each.state, each.brief].filter(Boolean).join(" · "))),
    each.dice.length > 0 && h("span.pips", { role: "img",
      "aria-label": t("dice-left", { left: each.dice_left }) },
      each.dice.map((die) => h("span", { class: `tile ${die.state === "lost" ? "gone" : lookOf(each)}`,
        "data-state": die.state }, art(die.icon)))));
}

function rollLine(thrown) {
  if (!thrown.dice) return h("li.line", icon("secret"),
    h("span.option-words", h("span", t("hidden-roll", { draw: thrown.draw })),
    h("small.hash", (thrown.hash || "").slice(0, 16))));
  const first = (thrown.findings || [])[0];
  return h("li", h("button.line", { click: () => {
    Object.assign(state, { shown: thrown, before: thrown, die: -1, landed: true });
    goTo("play");
  } }, h("span.option-words", h("b", thrown.by), h("span", thrown.title)),
    first && h("span", { class: `outcome ${first.tone || ""}` }, headline(first))));
}

function tableScreen() {
  const roles = { player: t("role-player"), gm: t("role-gm"), watcher: t("role-watcher") };
  return [h("section.panel", h("h2", t("party")),
    h("ul.plain.party", state.members.map(memberCard))),
    h("section.panel", h("h2", t("at-the-table")),
      h("ul.plain", state.seats.map((each) => h("li.seat", { "data-here": String(each.here) },
      h("span", each.name), h("small", [roles[each.role], each.here ? "" : t("away")].filter(Boolean).join(" · ")))))),
    h("section.panel.wide", h("h2", t("last-rolls")),
      state.thrown.length ? h("ul.plain.lines", state.thrown.map(rollLine))
      : h("p.hint", t("no-rolls"))),
    fairPanel()];
}

function fairPanel() {
  const sealed = state.sealed;
  return h("section.panel.wide", h("h2", t("fair-dice")), h("p", t("fair-words")),
    sealed && h("p.hash", sealed.commitment), button(t("check-dice"), () => {
      state.fair = checkDice();
      draw();
    }), h("div", { role: "status" }, (state.fair || []).map(([tone, text]) => h("p", { class: tone }, text))));
}

function checkDice() {
  const found = Object.values(recall(fairKey(), {})).reverse();
  if (!found.length) return [["", t("fair-nothing")]];
  return found.flatMap((evening) => {
    const kept = Object.keys(evening.draws).length;
    if (!evening.commitment) return [["warn", t("fair-no-seal")]];
    if (!evening.seed) return [["", t("fair-no-seed", { n: kept, seal: evening.commitment.slice(0, 8) })]];
    const told = verify(evening), lines = [];
    if (!told.sealed) lines.push(["bad", t("fair-other-seed")]);
    if (told.wrong.length) lines.push(["bad", t("fair-wrong", { numbers: told.wrong.join(", ") })]);
    if (told.sealed && !told.wrong.length) lines.push(["good", t("fair-right", { n: told.right })]);
    if (told.hidden) lines.push(["", t("fair-hidden", { n: told.hidden })]);
    if (told.unseen) lines.push(["", t("fair-unseen", { n: told.unseen })]);
    return lines;
  });
}

// --- the start -------------------------------------------------------------------------------------------------------

await Promise.all([loadWords(), loadIcons()]);
for (const each of ["(prefers-color-scheme: light)",
  "(prefers-contrast: more)"]) matchMedia(each).addEventListener("change", draw);
if (WATCHES) document.body.classList.add("watch");
link = new Link(onMessage, onState);
draw();
