// The table on this device: what the host said, and the screens that show it.

import { Witness } from "./fair.js";
import { Link, randomId, recall, remember, SESSION } from "./link.js";
import {
  art, button, closeCard, dicePicker, faceName, field, focusOn, h, icon, joined, learnFaceNames, loadIcons, loadWords,
  lookOf, net, openCard, openFaces, openForm, pickOne, solid, t, tile, twoLines,
} from "./view.js";

const VIEW = new URLSearchParams(location.search).get("view") || "";
const WATCHES = VIEW === "tray" || VIEW === "dice";
const THEMES = ["iron", "parchment", "contrast"];
// Pixels of a die that is easily tapped.
const SMALLEST = 44;
const KEPT_ROLLS = 60, LANDING = 900, CATCHING_UP = 700;
// Groups of dice that lie in the upper row of the tray, opposite the player.
const ABOVE = /opponent|their|challenge|black|foe|target/;
// The dice of a round are named "Ragnar: 1 · Gaul".
const OWNED = /^(.+?): /;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const place = (id) => document.getElementById(id);

const state = {
  // The way to the table.
  door: "connecting", reason: "", hello: null, knock: null, words: "", seat: null, host: {}, since: 0, lost: false,
  way: "",
  // What the host said last; sheets, rolls and choices by character.
  members: [], seats: [], sheets: {}, rolls: {}, owed: {}, scenes: {}, thrown: [], asks: [], asked: new Map(),
  sealed: null,
  // What this device shows: page, character, roll, the die that was tapped, and the request of the next roll.
  tab: "play", who: "", shown: null, before: null, landed: true, die: -1, fair: null,
  roll: {}, answers: {}, odds: {}, secret: false, others: false, chosen: {}, mine: "",
  unfolded: false,
};
let link, drawing = false, landing, banner, asking, witness;
// The last question for the fields of an act, and what takes them.
let questions = {};

// --- what is kept on this device -------------------------------------------------------------------------------------

const fairKey = () => `fair-${state.host.table}`;

// Keeps what the host shows of the dice, and tells at once what does not fit.
function watchDice(look) {
  const found = look(witness, Date.now() / 1000), bad = found.filter(([, tone]) => tone === "bad");
  if (bad.length) tell(bad.map(fairSentence).join(" "), "bad", true, "alarm");
  if (found.length) change({ fair: checkDice() });
  return found.length;
}

const keepDice = () => remember(fairKey(), witness.evenings);

function hearDice(message) {
  if (message.kind === "welcome" && (!witness || state.host.table !== message.table)) {
    state.host = message;
    witness = new Witness(recall(fairKey(), {}));
  }
  if (!witness || !["welcome", "sealed", "thrown", "roster", "closing"].includes(message.kind)) return;
  watchDice((hears, now) => hears.hear(message, now));
  keepDice();
}

// The words of this device are mixed into all later dice of the evening. The host takes them before its first roll.
function addWords(sealed) {
  const sent = `words-${state.host.table}-${sealed.evening}`;
  if (!sealed.commitment || sealed.seed || state.seat.role === "watcher" || recall(sent, false)) return;
  remember(sent, true);
  link.request("word", { text: state.words || randomId() });
  // Words that are known beforehand would be of no use in the next evening.
  state.words = "";
}

// --- messages --------------------------------------------------------------------------------------------------------

function knockAs(knock) {
  state.knock = knock;
  remember("knock", knock, SESSION);
}

function chooseSeat() {
  knockAs(null);
  link.pause();
  change({ door: "hello" });
}

// A question may go, and so may one of its choices: a phrase was burnt, a weapon was lost.
function dropOldAnswers(key, fields) {
  const fits = ([id, value]) => fields.some(({ id: asked, choices }) =>
    asked === id && (!choices || value === undefined || choices.some((each) => each.key === value)));
  state.answers[key] = Object.fromEntries(Object.entries(state.answers[key] || {}).filter(fits));
}

const keepScene = (message) => (state.scenes[message.kind] = message.title ? message : null);

const hears = {
  hello(message) {
    state.hello = state.host = message;
    state.seat = null;
    const screen = VIEW === "dice" ? t("stream") : t("television");
    if (WATCHES) state.knock ||= { name: screen, role: "watcher", character: "" };
    // Who reloads the page at the door has knocked all the same.
    state.knock ||= recall("knock", null, SESSION);
    state.door = state.knock ? "waiting" : "hello";
    if (state.knock) link.request("knock", state.knock);
    else link.pause();
  },
  welcome(message) {
    place("banner").hidden = true;
    // After a restart of the host everything is told anew.
    const isOther = state.host.epoch !== message.epoch;
    if (isOther) Object.assign(state, { sheets: {}, rolls: {}, owed: {}, scenes: {}, asks: [], asked: new Map() });
    Object.assign(state, { seat: message.seat, host: message, door: "in", since: Date.now() });
    knockAs(null);
    learnFaceNames(message.faces);
    const own = state.seat.characters;
    if (!own.includes(state.who)) state.who = own[0] || "";
  },
  party: ({ members, seats }) => Object.assign(state, { members, seats }),
  sheet(message) {
    state.sheets[message.character] = message;
    if (!state.who && state.seat.role === "gm") state.who = message.character;
  },
  rolls(message) {
    state.rolls[message.character] = message;
    message.rolls.forEach((roll) => dropOldAnswers(`${message.character} ${roll.id}`, roll.fields));
    if (message.character === state.who) askOdds();
  },
  odds(message) {
    if (message.id === questions.id) questions.take(message.fields);
    if (message.id === state.odds.id) state.odds = { ...state.odds, ...message, done: true };
  },
  owed(message) {
    state.owed[message.character] = message;
    const own = message.character === state.who && ownRoll();
    if (own && own !== state.shown && !isMine(state.shown)) show(own, false, false);
  },
  fight: keepScene,
  scene: keepScene,
  sealed(message) {
    if (!state.sealed || state.sealed.evening <= message.evening) state.sealed = message;
    addWords(message);
  },
  asks({ asks }) {
    const fresh = asks.find(({ id }) => !isGm() && !state.asks.some((each) => each.id === id));
    state.asks = asks;
    // The card is on the page of the play, which may not be in view.
    if (fresh && state.tab !== "play") tell(joined(t("gm-asks"), fresh.title));
    else if (fresh) say(joined(t("gm-asks"), fresh.title));
  },
  asked(message, request) {
    // Who begins again has given up the roll before.
    if (request) state.asked.clear();
    state.asked.set(message.id, message);
    if (request) enterFaces(message);
  },
  thrown(message, request) {
    if (request && request.kind !== "choose") state.mine = message.roll;
    state.thrown = [message, ...state.thrown.filter((each) => each.roll !== message.roll)].slice(0, KEPT_ROLLS);
    if (!message.dice) say(t("hidden-roll", { draw: message.draw }));
    else if (!message.dice.length || (!isMine(message) && (ownRoll() || message) !== message)) say(sentenceOf(message));
    else show(message, Boolean(request) || Date.now() - state.since > CATCHING_UP);
    // Below the card of a fight or a scene, whose rolls answer no request, the dice could be out of sight.
    const isOwn = request || (message.seat === state.seat.name && !message.again);
    if (isOwn && place("stage")) place("stage").scrollIntoView({ block: "nearest" });
  },
  message: ({ text, tone }) => tell(text, tone),
  refused({ id, reason }, request) {
    if (id === state.odds.id) return hears.odds({ id, chance: "", words: "", why_not: reason });
    // The host keeps nobody at the door who cannot come in so: the name may be taken.
    if (state.door === "waiting") chooseSeat();
    // The words for the seal come too late once this seat has rolled, which nobody needs to hear of.
    if (!request || request.kind !== "word") tell(reason, "bad");
  },
  // Many acts change nothing that is in view.
  done({ id }) {
    const { chosen } = state;
    if (chosen.isAct && chosen.id === id) tell(t("act-done", { act: chosen.text }), "good");
  },
  closing({ reason, for_good: forGood }) {
    tell(forGood ? t("closed-for-good") : reason, "warn", true);
    if (forGood) link.end("lost", t("closed-for-good"));
  },
};

function onMessage(message, request) {
  hearDice(message);
  // The answer to the faces of real dice may be a roll or only a word that it is done.
  if (request && request.kind === "faces" && state.asked.delete(request.asked)) draw();
  // Some kinds only answer a request, and a newer host may send kinds that this page does not know.
  if (!Object.hasOwn(hears, message.kind)) return;
  hears[message.kind](message, request);
  draw();
}

function onState(now, reason, code) {
  if (now !== "open") witness?.away();
  state.lost = now === "lost" || (now === "connecting" && state.lost);
  // Without a code the reason is a bridge's, which says where the way to the host is interrupted.
  if (now === "lost") state.way = code ? "" : reason;
  if (["uninvited", "wrong-secret", "put-out"].includes(now)) {
    Object.assign(state, { door: now, reason, seat: null, lost: false });
    knockAs(null);
    if (place("card").open) closeCard();
  } else if (now === "lost" && code === 4408) tell(reason || t("too-slow"), "warn");
  else if (now === "lost" && code === 4429) tell(reason || t("too-many"), "warn");
  draw();
}

const say = (sentence) => (place("live").textContent = sentence);

function tell(text, tone = "", stays = false, id = "banner") {
  const box = place(id);
  if (id === "banner") clearTimeout(banner);
  box.className = tone;
  const close = h("button.quiet", { "aria-label": t("close"), click: () => (box.hidden = true) }, icon("close"));
  box.replaceChildren(h("span", text), close);
  box.hidden = false;
  if (!stays) banner = setTimeout(() => (box.hidden = true), 8000);
}

// --- a roll and its request ------------------------------------------------------------------------------------------

// Titles of a round begin with the name that is shown before them.
const titleOf = ({ by, title }) => (`${title}: `.startsWith(`${by}: `) ? title.slice(by.length + 2) : title);

function sentenceOf(thrown) {
  const words = [thrown.by, titleOf(thrown)].filter(Boolean).join(": ");
  return [`${words}.`, ...(thrown.findings || []).map((each) => each.text)].join(" ");
}

// Shows a roll. Rolls that a device only catches up with do not roll again.
function show(thrown, isNew, isTold = true) {
  clearTimeout(landing);
  state.before = state.shown && state.shown.roll === thrown.roll ? state.shown : null;
  state.shown = thrown;
  state.die = -1;
  const moves = isNew && !calm.matches && !document.hidden && fallen(thrown).some(Boolean);
  state.landed = !moves;
  const finish = () => {
    if (isTold) say(sentenceOf(thrown));
    change({ landed: true });
  };
  if (moves) landing = setTimeout(finish, LANDING);
  else finish();
}

const fighting = () => (state.owed[state.who] || { choices: [] }).choices.filter((each) => each.group === "fight");

// The choice for which a fight or a scene waits. Of several answers to damage none is put forward.
function mainChoice() {
  const toned = (tone) => fighting().filter((each) => each.tone === tone && !each.why_not);
  const [good] = toned("good"), [danger, other] = toned("danger");
  return good || (other ? null : danger);
}

const ownFighters = () => Object.values(state.scenes).flatMap((scene) => (scene ? scene.sides : []))
  .flatMap((side) => side.fighters || []).filter((each) => each.own);

// The own dice of a round stay in the tray while something is to be done with them.
function ownRoll() {
  if (!fighting().some(({ id, tone }) => tone && /^fight-(allot|answer|lose)/.test(id))) return null;
  const isOwn = (die) => ownFighters().some(({ name }) => die.name.startsWith(`${name}: `));
  return state.thrown.find((each) => each.dice && each.dice.some(isOwn));
}

// Whether this device has made a roll beside the fight, which is then in view in any case.
const isMine = (thrown) => Boolean(thrown) && thrown.roll === state.mine;

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

// Asks for the chance of the answers, once for several quick taps: the host takes ten messages a second.
function askOdds() {
  const roll = currentRoll();
  clearTimeout(asking);
  state.odds = {};
  if (!roll || !Object.keys(state.answers[answersKey()] || {}).length) return;
  state.odds = { id: "soon" };
  const asked = { character: state.who, roll: roll.id, set: currentSet(roll) };
  asking = setTimeout(() => (state.odds = { id: link.request("odds", asked) }), 120);
}

function askAfter(values) {
  change(values);
  askOdds();
}

function answer(id, value) {
  const key = answersKey();
  askAfter({ answers: { ...state.answers, [key]: { ...state.answers[key], [id]: value } } });
}

const currentAsk = () => ({
  character: state.who, roll: currentRoll().id, set: currentSet(currentRoll()), secret: state.secret || undefined,
});

// Rolls what the dock shows, or what the game master asks for.
function throwDice(byHand, ask) {
  // A second tap while the first is on its way would be a second roll.
  if (link.isWaiting("throw")) return;
  const { id: asked, character, roll, set } = ask || {};
  link.request("throw", ask ? { character, roll, set, asked } : { ...currentAsk(), by_hand: byHand || undefined });
  goTo("play", { others: false });
}

const enterFaces = ({ id, title, dice }) =>
  openFaces(title, dice, (faces) => link.request("faces", { asked: id, faces }));

// Asks for what a choice needs, and sends it. Real dice may be used in place of the host's where the host would roll.
function choose(choice, byHand = false) {
  const { needs, tip } = choice, set = {};
  const text = choice.text.replace(/…$/, "");
  const send = (more) => {
    closeCard();
    const id = link.request("choose", { character: state.who, choice: choice.id, ...more });
    state.chosen = { id, text, isAct: Boolean(choice.group) && choice.group !== "fight" };
  };
  if (byHand) return openFaces(text, needs.dice, (faces) => send({ faces }));
  if (!needs || isRoll(choice)) return send({});
  let picked = needs.usual || [];
  let fields = (needs.fields || []).map(withFaces);
  const asked = ([id]) => fields.some((each) => each.id === id);
  const given = () => ({
    dice: { dice: picked },
    fields: { set: Object.fromEntries(Object.entries(set).filter(asked)) },
  })[needs.kind] || {};
  const real = () => ({
    face: needs.dice,
    // A die to roll again shows a face; a die to lose does not.
    dice: (needs.dice || []).filter((each) => each.face && picked.includes(each.n)),
  })[needs.kind] || [];
  const done = button(text, () => send(given()), choice.tone === "danger" ? "main danger" : "main");
  // Which dice there are may depend on the answers, so the host asks for their faces.
  const byHandNow = () => (choice.by_hand ? send({ ...given(), by_hand: true })
    : openFaces(text, real(), (faces) => send({ ...given(), faces })));
  const hand = button(t("by-hand"), byHandNow);
  const check = () => {
    done.disabled = needs.kind === "dice" && picked.length < (needs.least || 0);
    hand.hidden = !choice.by_hand && !real().length;
  };
  check();
  const words = [tip, needs.words].filter((each) => each && each !== text).map((each) => h("p", each));
  if (needs.kind === "fields") {
    const usual = () => fields.forEach(({ id, kind, first, optional, choices }) => {
      if (kind === "choice" && !optional && !choices.some(({ key }) => key === set[id])) set[id] = first;
    });
    // Another answer may ask other questions.
    const take = (each, value) => {
      set[each.id] = value;
      if (!choice.varies || (each.kind !== "choice" && each.kind !== "yes-no")) return;
      const id = link.request("odds", { character: state.who, choice: choice.id, ...given() });
      questions = { id, take: (now) => {
        fields = now.map(withFaces);
        usual();
        refill();
      } };
    };
    usual();
    const refill = openForm(text, words, { fields: () => fields, value: (each) => set[each.id], take }, [done, hand]);
    return undefined;
  }
  const dice = needs.kind === "dice" && dicePicker(needs.dice, picked, needs, (numbers) => {
    picked = numbers;
    check();
  });
  openCard(text, [words, dice], [done, hand]);
}

// The host or real dice roll at once what the dock offers.
const isRoll = ({ id, needs }) => id.startsWith("fight-") && needs && needs.kind === "face";

// A question about own dice, which the host names by their numbers, with the faces of the dice.
function withFaces(asked) {
  const own = sheet() ? sheet().dice : [];
  const known = (die) => ({ ...die, ...own.find((each) => each.n === die.n) });
  return asked.dice ? { ...asked, dice: asked.dice.map(known) } : asked;
}

// --- screens ---------------------------------------------------------------------------------------------------------

// Puts new content into a place unless everything that it depends on is as before. The focus stays, at least there.
function put(at, needs, build) {
  if (at.needs && at.needs.length === needs.length && needs.every((each, i) => each === at.needs[i])) return;
  at.needs = needs;
  const focused = at.contains(document.activeElement) && document.activeElement;
  at.replaceChildren(...[build()].flat(9).filter(Boolean));
  if (focused) focusOn(focused.id, at);
}

function change(values) {
  Object.assign(state, values);
  draw();
}

function goTo(tab, values = {}) {
  place("main").scrollTop = 0;
  change({ tab, ...values });
}

function draw() {
  if (drawing) return;
  drawing = true;
  queueMicrotask(drawNow);
}

function drawNow() {
  drawing = false;
  const { door, seat, tab, who, shown, lost } = state;
  const inside = door === "in", own = sheet(), main = place("main");
  dress();
  document.body.dataset.screen = !inside ? "door" : WATCHES ? VIEW : tab;
  document.body.classList.toggle("lost", lost);
  document.body.classList.toggle("rolling", !state.landed);
  document.title = joined(inside && own ? own.name : state.host.title, "Bones Desktop");
  const head = [inside, tab, who, own, state.host, away(), seat, Object.keys(state.sheets).length];
  put(place("top"), head, () => inside && !WATCHES && header());
  if (!inside) put(main, [door, JSON.stringify(state.hello), state.reason, away()], doorScreen);
  else if (WATCHES || tab === "play") {
    if ((main.needs || [])[0] !== "play") put(main, ["play"], playScreen);
    const { fight, scene } = state.scenes, owed = state.owed[who];
    put(place("first"), [fight, scene, owed, state.asks, ...state.asked.keys(), state.others, lost], first);
    put(place("stage"), [shown, who, own], stage);
    put(place("hand"), [own], () => !WATCHES && own && hand(own));
    put(place("side"), [own, shown, state.landed, state.die, owed, away(), WATCHES && state.members], side);
    const request = [state.rolls[who], state.roll[who], state.answers[answersKey()], state.odds, state.secret];
    put(place("dock"), [seat, ...request, lost, lost && link.isWaiting("throw"), fight, scene, owed, state.others],
      () => !WATCHES && dock());
    for (const each of document.querySelectorAll("#stage .die")) {
      each.setAttribute("aria-pressed", String(each.dataset.at === String(state.die)));
    }
  } else if (tab === "sheet") put(main, ["sheet", who, own], () => sheetScreen(own));
  else put(main, ["table", state.members, state.seats, state.thrown, state.sealed, state.fair], tableScreen);
}

const sheet = () => state.sheets[state.who];

// Why there is no way to the host now.
const away = () => state.lost && (state.way || t("lost-words"));

// The host names a theme; a device that asks for more contrast gets that, and "system" is what the device likes.
function dress() {
  const prefers = (feature) => matchMedia(`(prefers-${feature})`).matches;
  const wanted = THEMES.includes(state.host.theme) ? state.host.theme : "";
  const usual = prefers("color-scheme: light") ? "parchment" : "iron";
  const theme = prefers("contrast: more") ? "contrast" : wanted || usual;
  if (document.documentElement.dataset.theme === theme) return;
  document.documentElement.dataset.theme = theme;
  const ground = getComputedStyle(document.documentElement).getPropertyValue("--ground").trim();
  document.querySelector("meta[name=theme-color]").setAttribute("content", ground);
}

const panel = (title, ...content) => h("section.panel", h("h2", title), content);
const list = (spec, items) => h(spec, items.map((each) => h("li", each)));

function doorScreen() {
  const { door, reason, hello, knock } = state;
  const codes = ["melee", "universal", "magic"];
  const dice = codes.map((code) => solid(["universal", "physical", "defend", "stealth", "riding", code], 5, "bone"));
  const emblem = h("div.emblem", { "aria-hidden": "true" }, dice);
  const page = (title, ...content) => h("div.door", emblem, h("h1", title), content);
  if (door === "hello") return page(hello.title || t("the-table"), doorForm());
  const lost = state.lost && h("p.warn", state.way || t("no-host"));
  if (door === "waiting") return page(t("waiting"), lost || h("p", t("waiting-words", knock)), h("div.dots"),
    !WATCHES && button(t("change-seat"), chooseSeat));
  if (door === "connecting") return page(t("connecting"), lost);
  const lines = { uninvited: t("uninvited"), "wrong-secret": t("wrong-secret"), "put-out": t("put-out") };
  const again = button(t("try-again"), () => link.connect(), "main");
  // The host says the same in its own language.
  const isOut = door === "put-out";
  return page(t("no-entry"), !isOut && reason && h("p", reason), h("p", lines[door]), !isOut && again);
}

function doorForm() {
  const called = h("input", { type: "text", id: "name", required: true, maxlength: 60, autocomplete: "nickname" });
  const own = h("input", { type: "text", id: "own-words", maxlength: 200 });
  called.value = recall("name", "");
  const seats = state.hello.characters.map(({ id, name, title }) => ({ role: "player", id, called: name, title }));
  seats.push({ role: "gm", id: "", called: t("as-gm") }, { role: "watcher", id: "", called: t("as-watcher") });
  const submit = (event) => {
    event.preventDefault();
    const { role, id } = seats[event.target.elements.seat.value];
    const name = called.value.trim();
    remember("name", name);
    knockAs({ name, role, character: id });
    link.connect();
    change({ words: own.value.trim(), door: "waiting" });
  };
  const seat = (each, i) => h("label.option",
    h("input", { type: "radio", name: "seat", value: i, required: true, checked: seats.length === 3 && i === 0 }),
    twoLines(each.called, each.title));
  return h("form.form", { submit },
    h("label.chip.typed", h("small", t("your-name")), called),
    h("fieldset.seats", h("legend", t("who-plays")), seats.map(seat)),
    h("details", h("summary", t("own-words")), h("p", t("own-words-why")),
      h("label.chip.typed", h("small", t("own-words")), own)),
    h("button.main", { type: "submit" }, t("knock")));
}

function header() {
  const { seat, sheets, who, host } = state, own = sheet();
  const people = seat.role === "gm" ? Object.values(sheets) : seat.characters.map((id) => sheets[id]).filter(Boolean);
  const choices = people.map(({ character, name: called }) => ({ key: character, name: called }));
  const pick = () => pickOne(t("character"), choices, who, (id) => askAfter({ who: id }));
  const name = own ? own.name : host.title || t("the-table");
  const attributes = { id: "who", "aria-haspopup": "dialog", click: pick };
  const chooser = () => h("button.quiet", attributes, name, icon("chevron-down"));
  const tab = (id, picture, label) => h("button",
    { id: `tab-${id}`, "aria-current": state.tab === id && "page", click: () => goTo(id) }, picture, h("span", label));
  return [
    h("div.who", h("h1", people.length > 1 ? chooser() : name),
      h("p", away() || (own ? joined(own.state, own.title) : seat.name))),
    h("nav", { "aria-label": t("pages") }, tab("play", icon("throw"), t("tab-play")),
      own && tab("sheet", icon("sheet"), t("tab-sheet")), tab("table", icon("players"), t("tab-table"))),
  ];
}

function playScreen() {
  const below = { side: t("result"), hand: t("dice-in-hand"), dock: t("what-to-roll") };
  const parts = { first: t("now"), stage: t("dice"), ...below };
  // A screen reader speaks the words of the host in their language.
  const lang = state.host.language;
  return Object.entries(parts).map(([id, label]) => h("section", { id, lang, "aria-label": label }));
}

function hand(own) {
  const nets = [...own.dice, ...own.items].map((each) => net(each));
  return h("div.nets", { tabindex: "0", role: "group", "aria-label": t("dice-in-hand") }, nets);
}

function stage() {
  const { shown, landed } = state, own = sheet();
  const resting = own ? own.dice.filter((each) => each.state !== "lost") : [];
  const rest = (each) => ({ ...each, face: 1, rests: true });
  const dice = shown ? shown.dice : resting.map(rest);
  const fresh = shown && !landed ? fallen(shown) : [];
  const buttons = dice.map((die, at) => dieButton(die, at, fresh[at]));
  const groups = groupsOf(dice), rows = groups.map(({ at }) => h("div.row", at.map((each) => buttons[each])));
  const felt = h("div.felt", rows.map((row, i) => h("div.group",
    groups[i].owner && h("span.owner", { "aria-hidden": "true" }, groups[i].owner), row)));
  fit(felt, rows);
  const number = shown && Boolean(shown.draw) && h("span.plate", t("roll-n", { n: shown.draw }));
  return h("div.tray", felt, shown && h("div.plates", h("span.plate", shown.by), number));
}

// The dice of one side lie together, and in a round of a few fighters those of each fighter, below the name.
function groupsOf(dice) {
  const owners = dice.map((die) => (OWNED.exec(die.name) || [])[1] || ""), count = new Set(owners).size;
  const named = count > 1 && count < 7 && owners.every(Boolean), found = new Map();
  for (const [at, die] of dice.entries()) {
    const isBelow = !ABOVE.test(die.group || ""), owner = named ? owners[at] : "", key = `${isBelow} ${owner}`;
    if (!found.has(key)) found.set(key, { isBelow, owner, at: [] });
    found.get(key).at.push(at);
  }
  return [...found.values()].sort((one, other) => one.isBelow - other.isBelow);
}

// The largest size at which the dice of all groups have room in the tray.
function fit(felt, rows) {
  const counts = rows.map((each) => each.children.length);
  const resize = () => {
    const style = getComputedStyle(felt), owners = [...felt.querySelectorAll(".owner")];
    const across = felt.clientWidth - 2 * parseFloat(style.paddingLeft);
    const above = 2 * parseFloat(style.paddingTop) + owners.reduce((sum, each) => sum + each.offsetHeight, 0);
    const down = felt.clientHeight - above;
    let best = 0, widest = counts;
    for (let columns = 2; columns <= 12; columns++) {
      const lines = counts.map((each) => Math.ceil(each / columns));
      // A name keeps away from its dice.
      const all = lines.reduce((sum, each) => sum + each, 0.1 * owners.length);
      const side = Math.min(VIEW ? 190 : 110, across / (columns * 1.3), down / (all * 1.45));
      if (side >= best) [best, widest] = [side, counts.map((each, i) => Math.ceil(each / lines[i]))];
    }
    const size = Math.max(SMALLEST, best);
    // Many dice make the tray higher.
    const columns = Math.floor(across / (SMALLEST * 1.3)) || 1;
    const lines = counts.reduce((sum, each) => sum + Math.ceil(each / columns), 0.1 * owners.length);
    const needed = lines * SMALLEST * 1.45;
    felt.style.setProperty("--needed", `${needed + above}px`);
    felt.style.setProperty("--die", `${size}px`);
    // Lines of equal length look like dice that were laid out, not like text that was wrapped.
    for (const [i, row] of rows.entries()) row.style.maxWidth = `${widest[i] * 1.28 * size + 2}px`;
  };
  new ResizeObserver(resize).observe(felt);
}

function dieButton(die, at, isFresh) {
  const shape = solid(die.faces, die.face - 1, lookOf(die));
  shape.style.setProperty("--lean", `${((at * 37) % 13) - 6}deg`);
  const before = die.was && die.was.at(-1);
  const cross = icon("close");
  const sign = { counts: icon("check"), hurts: icon("roll-hurts"), lost: cross, cancelled: cross }[die.role];
  const element = h("button", {
    class: `die ${die.role || "plain"} ${die.rests ? "resting" : ""}`,
    "data-at": at, disabled: die.rests, "aria-pressed": "false",
    "aria-label": [die.name, faceName(die.faces[die.face - 1]), die.why].filter(Boolean).join(". "),
    click: () => change({ die: state.die === at ? -1 : at }),
  }, shape, before && tile(die.faces[before - 1], `was ${lookOf(die)}`), sign && h("span.badge", sign));
  if (isFresh) tumble(element, shape, at);
  return element;
}

function tumble(element, shape, at) {
  const side = at % 2 ? 1 : -1, turns = 360 * (1 + (at % 2));
  const easing = "cubic-bezier(.15,.75,.3,1)";
  const timing = { duration: LANDING - 130, delay: (at % 5) * 30, easing, fill: "backwards" };
  element.animate([
    { transform: `translate(${side * 60}vmin, 45vmin) scale(1.5)`, opacity: 0 },
    { transform: `translate(${side * 14}vmin, 6vmin) scale(1.12)`, opacity: 1, offset: 0.45 },
    { transform: "none" },
  ], timing);
  shape.animate([
    { transform: `rotateX(${turns + 40 * at}deg) rotateY(${side * (turns + 90)}deg) rotateZ(${side * 200}deg)` },
    { transform: `rotateX(20deg) rotateY(var(--lean)) rotateZ(calc(var(--lean) / 3))` },
  ], timing);
}

function side() {
  const { shown, landed, members } = state;
  if (WATCHES) return [
    away() && h("p.title.warn", away()), shown && landed && result(shown), list("ul.party", members.map(memberLine))];
  if (!landed) return h("p.headline.rolling", { "aria-hidden": "true" }, t("rolling"));
  const pressing = choicesOf((group) => !group);
  const due = pressing && h("section", { "aria-label": t("now") }, pressing);
  if (!shown) return [h("p.hint", sheet() ? t("first-hint") : t("watch-hint")), due, folded()];
  const tapped = shown.dice[state.die];
  return [tapped && reason(tapped, state.die), result(shown), due, reasons(shown), folded()];
}

function askPlayer() {
  link.request("ask", currentAsk());
  closeCard();
}

// What is to be done comes first: rolls that the game master asks for, a fight, a scene.
const first = () => [
  isGm() ? state.asks.length > 0 && waitingCard() : state.asks.map(askCard),
  [...state.asked.values()].map(begunCard),
  Object.values(state.scenes).filter(Boolean).map(sceneCard)];

const isGm = () => state.seat.role === "gm";
const handButton = (asked) => asked.dice.length > 0 && h("button",
  { id: `hand-${asked.id}`, disabled: Boolean(asked.why_not), click: () => enterFaces(asked) },
  icon("by-hand"), t("by-hand"));

// A roll with real dice whose faces are still to come.
function begunCard(asked) {
  const drop = () => state.asked.delete(asked.id) && draw();
  const close = h("button.quiet", { "aria-label": t("close"), click: drop }, icon("close"));
  return h("section.panel.asked", h("div.panel-head", h("h2", asked.title), close), handButton(asked));
}

function askCard(ask) {
  const { id, name, title, chance, words, secret, why_not: why } = ask;
  const roll = h("button.main", { id: `ask-${id}`, disabled: Boolean(why), click: () => throwDice(false, ask) },
    icon(secret ? "secret" : "throw"), t("roll"));
  const whose = state.seat.characters.length > 1 && name;
  return h("section.panel.asked", h("p", joined(whose, t("gm-asks"))), h("h2", title),
    h("p", why || joined(chance && `${chance} ${words}`, secret && t("secret-ask"))),
    h("div.buttons", roll, handButton(ask)));
}

// What the game master waits for.
function waitingCard() {
  const one = ({ id, name, title, secret }) => h("li.waiting",
    twoLines(h("b", name), joined(title, secret && t("secret"))),
    h("button", { id: `back-${id}`, click: () => link.request("take-back", { asked: id }) }, t("take-back")));
  return h("section.panel.asked", h("h2", t("not-rolled-yet")), h("ul.plain", state.asks.map(one)));
}

function sceneCard(scene) {
  const fighter = ({ own, waits, name, state: now }) => h("li",
    { "data-own": String(Boolean(own)), "data-waits": String(Boolean(waits)) }, h("span", name),
    waits && h("span.unseen", t("undecided")), h("small", now));
  const side = (each) => h("div", h("h3", each.name), h("ul", (each.fighters || []).map(fighter)));
  const sides = h("div.sides", (scene.sides || []).map(side));
  const main = !state.others && mainChoice();
  const choices = !WATCHES && choicesOf((group, each) => group === "fight" && each !== main);
  return h("section.panel.scene", h("h2", scene.title), scene.text && h("p", scene.text), choices, sides);
}

const headline = (finding) => finding.text.replace(/\.$/, "");

function result(thrown) {
  const [first, ...others] = thrown.findings || [];
  const tone = first && (thrown.meant === false ? "struck" : first.tone || "");
  return [
    first && h("h2", { class: `headline ${tone}` }, headline(first)),
    h("p.title", joined(thrown.by, titleOf(thrown), ...(thrown.tags || []))),
    others.length > 0 && h("ul.findings", others.map((each) => h("li", { class: each.tone || "" }, each.text))),
  ];
}

// A die with what it counted for.
function reason(die, at) {
  const count = Boolean(die.counts) && h("b", `${die.counts > 0 ? "+" : "−"}${Math.abs(die.counts)}`);
  const attributes = { class: `reason ${die.role || ""}`, "data-chosen": String(at === state.die) };
  return h("div", attributes, tile(die.icon, lookOf(die)), twoLines(die.why || faceName(die.icon), die.name), count);
}

function reasons({ dice, steps }) {
  const told = dice.some((each) => each.why) && list("ul", dice.map(reason));
  return [
    told && h("section.panel", h("h3", t("what-counted")), told),
    steps && steps.length > 0 && h("section.panel", h("h3", t("sum")), list("ol.steps", steps)),
  ];
}

// The choices of a group: "" for what a roll brought about or still needs, "fight" for a fight or a scene.
function choicesOf(fits) {
  const { choices } = state.owed[state.who] || { choices: [] };
  const all = choices.filter((each) => fits(each.group || "", each));
  return all.length > 0 && list("ul.choices", all.map(choiceButton));
}

function choiceButton(each) {
  const blocked = each.why_not || state.lost;
  const attributes = {
    id: `choice-${each.id}`, class: `choice ${each.id.startsWith("due-") ? "main" : each.tone || ""}`,
    title: each.tip, "aria-disabled": blocked && "true", "aria-describedby": each.why_not && `why-${each.id}`,
    click: () => blocked || choose(each),
  };
  return [h("button", attributes, each.text), each.why_not && h("small", { id: `why-${each.id}` }, each.why_not)];
}

// The acts of the game are always there, and folded.
function folded() {
  const acts = choicesOf((group) => group && group !== "fight");
  const attributes = { open: state.unfolded, toggle: (event) => (state.unfolded = event.target.open) };
  return acts && h("details.panel", attributes, h("summary", t("more-acts", { n: acts.children.length })), acts);
}

const tall = (id, picture, words, attributes, style = "") => h("button",
  { class: `tall ${style}`, id, ...attributes }, picture, h("span", words));

// In a fight or a scene the large button is what it waits for.
function fightDock() {
  const main = mainChoice(), roll = main && isRoll(main), disabled = state.lost;
  const own = ownFighters(), words = own.some((each) => !each.waits) ? t("wait-for-others") : t("choose-first");
  return h("div.throw",
    currentRoll() && tall("others", icon("more"), t("other-rolls"), { click: () => change({ others: true }) }),
    roll && tall("by-hand", icon("by-hand"), t("by-hand"), { disabled, click: () => choose(main, true) }),
    main ? tall("main-choice", "", main.text, { disabled, click: () => choose(main) }, `main ${main.tone}`)
      : h("p.hint", words));
}

function dock() {
  if (link.ended) return h("p.hint", away());
  const isFight = fighting().length > 0 || ownFighters().length > 0;
  if (isFight && !state.others) return fightDock();
  const roll = currentRoll();
  if (!roll) return state.rolls[state.who] && h("p.hint", t("nothing-to-roll"));
  const asked = () => state.odds.fields || roll.fields;
  const usual = state.odds.id ? { words: t("counting"), chance: "…" } : roll.odds || {};
  const odds = state.odds.done ? state.odds : usual;
  const why = state.lost && link.isWaiting("throw") ? t("roll-waits") : odds.why_not;
  const first = asked().filter((each) => (each.kind === "choice" && !each.optional) || each.rungs).slice(0, 2);
  const secret = { id: "secret", kind: "yes-no", name: t("secret"), first: false };
  const more = () => openForm(roll.name, null, {
    fields: () => [...asked(), ...(isGm() ? [secret] : [])],
    value: (each) => (each === secret ? state.secret : currentSet(roll)[each.id]),
    take: (each, value) => {
      if (each === secret) state.secret = value;
      else answer(each.id, value);
      draw();
    },
  }, [isGm() && button(t("ask-player"), askPlayer), button(t("done"), closeCard, "main")].filter(Boolean));
  const choose = ({ id }) => () => askAfter({ roll: { ...state.roll, [state.who]: id } });
  const kind = (each) => h("button.kind",
    { id: `kind-${each.id}`, "aria-pressed": String(each === roll), click: choose(each) }, each.name);
  const percent = parseFloat(String(odds.chance).replace(",", "."));
  const bar = h("span.bar", { "aria-hidden": "true", hidden: Number.isNaN(percent) }, h("span"));
  bar.firstChild.style.setProperty("width", `${percent || 0}%`);
  const back = { id: "back", "aria-label": t("back"), click: () => change({ others: false }) };
  const rest = { id: "more", "aria-haspopup": "dialog", "aria-label": t("more"), click: more };
  return [
    h("div.kinds",
      h("div.strip", { role: "group", "aria-label": t("what-to-roll") }, state.rolls[state.who].rolls.map(kind)),
      (asked().length > first.length || isGm()) && h("button.chip.round", rest, icon("more")),
      isFight && h("button.chip.round", back, icon("close"))),
    h("div.chips", first.map((each) => field(each, currentSet(roll)[each.id], (value) => answer(each.id, value)))),
    h("div.throw",
      h("div.chance", h("strong", odds.chance), bar, h("small", why || joined(odds.words, ...(odds.notes || [])))),
      tall("by-hand", icon("by-hand"), t("by-hand"), { disabled: Boolean(why), click: () => throwDice(true) }),
      tall("roll", state.secret ? icon("secret") : icon("throw"), t("roll"),
        { disabled: Boolean(why), click: () => throwDice(false) }, "main")),
  ];
}

function sheetScreen(own) {
  const crosses = (dice) => h("div.crosses", dice.map((each) => net(each, "cross")));
  const fact = (each) => h("div", h("dt", each.name), h("dd", String(each.value)));
  return [
    panel(own.name, h("p", joined(own.title, own.state)), h("dl", own.facts.map(fact))),
    own.tracks.length > 0 && panel(t("state"), own.tracks.map(trackLine), h("p.hint", t("filled-boxes"))),
    own.dice.length > 0 && panel(t("dice"), crosses(own.dice)),
    own.items.length > 0 && panel(t("equipment"), crosses(own.items)),
    own.lists.filter((each) => each.items.length).map((each) => panel(each.name, list("ul.plain", each.items))),
  ];
}

function trackLine({ name, boxes, marked, state: now }) {
  const words = t("boxes-lost", { n: marked, m: boxes });
  const box = (_each, i) => h("i", { class: i < marked && "marked" });
  const picture = boxes > 30 ? words : Array.from({ length: boxes }, box);
  const shown = h("span.boxes", { role: "img", "aria-label": words }, picture);
  return h("div.track", h("span", name), shown, h("small", now));
}

function memberLine(each) {
  const die = ({ icon: code, state: now }) => h("span",
    { class: `tile ${now === "lost" ? "gone" : lookOf(each)}`, "data-state": now }, art(code));
  const left = { role: "img", "aria-label": t("dice-left", { left: each.dice_left }) };
  const pips = each.dice.length > 0 && h("span.pips", left, each.dice.map(die));
  const face = each.portrait && h("img", { src: each.portrait, alt: "" });
  return h("div.member", face, twoLines(h("b", each.name), joined(each.state, each.brief)), pips);
}

function rollLine(thrown) {
  if (!thrown.dice) {
    const words = twoLines(t("hidden-roll", { draw: thrown.draw }), (thrown.hash || "").slice(0, 16));
    return h("div.line", icon("secret"), words);
  }
  const [first] = thrown.findings || [];
  const again = () => goTo("play", { shown: thrown, before: thrown, die: -1, landed: true });
  const outcome = first && h("span", { class: `outcome ${first.tone || ""}` }, headline(first));
  const about = joined(titleOf(thrown), thrown.draw && t("roll-n", { n: thrown.draw }), thrown.at);
  return h("button.line", { click: again, disabled: !thrown.dice.length },
    twoLines(h("b", thrown.by), about), outcome);
}

function tableScreen() {
  const { members, seats, thrown, sealed, fair } = state;
  const roles = { player: t("role-player"), gm: t("role-gm"), watcher: t("role-watcher") };
  const seat = ({ name, role, here }) => h("div.seat", { "data-here": String(here) },
    h("span", name), h("small", joined(roles[role], here ? "" : t("away"))));
  const told = h("div", { role: "status" }, (fair || []).map(([tone, text]) => h("p", { class: tone }, text)));
  const rolls = thrown.length ? list("ul.plain.lines", thrown.map(rollLine)) : h("p.hint", t("no-rolls"));
  const check = button(t("check-dice"), () => change({ fair: checkDice() }));
  const seal = sealed && h("p.hash", sealed.commitment);
  return [
    panel(t("party"), list("ul.plain", members.map(memberLine))),
    panel(t("at-the-table"), list("ul.plain", seats.map(seat))),
    panel(t("last-rolls"), rolls),
    panel(t("fair-dice"), h("p", t("fair-words")), seal, check, told),
  ];
}

function fairSentence([code, , , seal, n, numbers]) {
  const values = { seal, n, numbers };
  return {
    redrawn: () => t("fair-redrawn", values), missing: () => t("fair-missing", values),
    found: () => t("fair-found", values), late: () => t("fair-late", values),
    unsealed: () => t("fair-unsealed"), "no-seal": () => t("fair-no-seal"), unused: () => t("fair-unused", values),
    "other-seal": () => t("fair-other-seal"), "other-words": () => t("fair-other-words"),
    "other-seed": () => t("fair-other-seed"), wrong: () => t("fair-wrong", values), right: () => t("fair-right", values),
    hidden: () => t("fair-hidden", values), unseen: () => t("fair-unseen", values),
    "not-told": () => t("fair-not-told", values),
  }[code]();
}

// What is known of the dice of each evening, the newest first, as [tone, text].
function checkDice() {
  const ids = witness ? witness.ids.reverse().filter((id) => Object.keys(witness.evenings[id].draws).length) : [];
  if (!ids.length) return [["", t("fair-nothing")]];
  return ids.flatMap((id) => {
    const { seed, commitment: seal, draws } = witness.evenings[id];
    const kept = { n: Object.keys(draws).length, seal: seal.slice(0, 8) };
    const waits = seal && !seed ? [["", t("fair-no-seed", kept)]] : [];
    return [...witness.report(id).map((each) => [each[1], fairSentence(each)]), ...waits];
  });
}

// --- the start -------------------------------------------------------------------------------------------------------

await Promise.all([loadWords(), loadIcons()]);
for (const each of ["(prefers-color-scheme: light)", "(prefers-contrast: more)"]) {
  matchMedia(each).addEventListener("change", draw);
}
if (WATCHES) document.body.classList.add("watch");
link = new Link(onMessage, onState);
setInterval(() => witness && watchDice((hears, now) => hears.tick(now)) && keepDice(), 1000);
draw();
