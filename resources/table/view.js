// Pieces that the screens are made of: elements, faces, dice, nets, fields of a roll, and the card that asks for more.

let words = {};
export let language = "en";

export async function loadWords() {
  const wanted = (navigator.languages || [navigator.language]).map((each) => each.slice(0, 2).toLowerCase());
  language = wanted.find((each) => each === "de" || each === "en") || "en";
  document.documentElement.lang = language;
  words = await (await fetch(`/words/${language}.json`)).json();
}

// A text of the page. A text with two forms is a list: the first for one, the second for every other {n}.
export function t(key, values = {}) {
  const found = words[key] || key;
  const text = Array.isArray(found) ? found[values.n === 1 ? 0 : 1] : found;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// Makes an element: h("p.hint", text), h("button.quiet", { click }, …). Text is always set as text, so that no name
// can be read as HTML.
export function h(spec, ...content) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag);
  if (tag === "button") element.type = "button";
  if (classes.length) element.className = classes.join(" ");
  const first = content[0];
  if (first && Object.getPrototypeOf(first) === Object.prototype) {
    for (const [name, value] of Object.entries(content.shift())) {
      if (typeof value === "function") element.addEventListener(name, value);
      else if (value !== false && value != null) element.setAttribute(name, value === true ? "" : value);
    }
  }
  element.append(...content.flat(9).filter((each) => each != null && each !== false && each !== ""));
  return element;
}

export const joined = (...parts) => parts.filter(Boolean).join(" · ");

export const button = (label, click, style = "") => h("button", { class: style, click }, label);

// A text with a smaller one below it.
export const twoLines = (text, more) => h("span.option-words", h("span", text), more && h("small", more));

export async function loadIcons() {
  const text = await (await fetch("/icons.svg")).text();
  const sprite = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.append(sprite);
}

function drawing(id, extra = "") {
  const symbol = document.getElementById(id);
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const use = document.createElementNS(svg.namespaceURI, "use");
  use.setAttribute("href", `#${id}`);
  svg.append(use);
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", extra);
  if (symbol && symbol.dataset.ink) svg.style.color = `var(--${symbol.dataset.ink})`;
  return svg;
}

export const icon = (name) => drawing(`action-${name}`, "icon");
export const hasFace = (id) => Boolean(document.getElementById(`face-${id}`));

// The names of faces are in the language of the host.
let faceNames = {};
export const learnFaceNames = (names) => (faceNames = names || {});

function sign(id) {
  if (hasFace(id)) return drawing(`face-${id}`, "sign");
  const parts = id.split("/").pop().split("-");
  const letters = parts.length > 1 ? parts[0][0] + parts[1][0] : parts[0].slice(0, 2);
  return id.includes("/") ? h("span.number", letters.toUpperCase()) : drawing("mark-unknown", "sign");
}

const CODE = /^([a-z][a-z0-9/+-]*)(?: x([23]))?$/;

// The picture of a face: "melee", "defend x2", "encumbrance+defend", "" or "blank", or the number of a numbered die.
export function art(code) {
  const face = String(code ?? "");
  const match = CODE.exec(face);
  if (face === "" || face === "blank") return h("span.art");
  if (!match) return h("span.art", h("span.number", { "data-long": face.length > 2 }, face));
  const icons = match[1].split("+");
  if (icons.length > 1) return h("span.art.pair", icons.slice(0, 2).map(sign));
  if (!match[2]) return h("span.art", sign(icons[0]));
  return h("span.art.doubled", sign(icons[0]), drawing(`mark-x${match[2]}`, "mark"));
}

export function faceName(code) {
  const face = String(code ?? "");
  if (faceNames[face]) return faceNames[face];
  const match = CODE.exec(face);
  if (face === "") return t("empty");
  if (face === "blank") return t("blank");
  if (!match) return face;
  const words = match[1].replace(/-/g, " ").split("+");
  const name = words.map((each) => each[0].toUpperCase() + each.slice(1)).join(" + ");
  return match[2] ? `${match[2]} × ${name}` : name;
}

const SIDES = ["front", "bottom", "right", "left", "top", "back"];

// A die that lies with the face `up`, counted from 0. Opposite faces of six make seven, as on every die.
export function solid(faces, up, look) {
  if (faces.length !== 6) return h("span", { class: `stone d${faces.length} ${look}` }, art(faces[up]));
  const others = [0, 1, 2, 3, 4, 5].filter((each) => each !== up && each !== 5 - up);
  const order = [up, ...others, 5 - up];
  const side = (face, i) => h("span", { class: `face ${SIDES[i]}` }, art(faces[face]));
  return h("span", { class: `cube ${look}` }, order.map(side));
}

export function tile(code, look = "") {
  return h("span", { class: `tile ${look}`, "aria-hidden": "true" }, art(code));
}

// The faces of a die side by side (3x2), or as the net of a cube. "Die 1 · Gaul" is "1 Gaul" below its faces.
export function net(die, shape = "grid") {
  const faces = (die.faces || []).slice(0, 20), parts = die.name.split(" · ");
  const words = { lost: t("lost"), held: t("held") }[die.state];
  const label = joined(die.name, words, faces.map(faceName).join(", "));
  const cells = faces.map((code, i) => h("span", { class: `cell c${i + 1}` }, art(code)));
  return h("figure", { class: `net ${shape} ${lookOf(die)} ${faces.length === 6 ? "" : "many"}` },
    faces.length > 0 && h("span.cells", { role: "img", "aria-label": label }, cells),
    h("figcaption", { "aria-hidden": "true" },
      parts.length > 1 && h("b", String(die.n)), h("span", parts.at(-1)), words && h("em", words)));
}

export function lookOf(die) {
  if (die.state === "lost") return "lost";
  const group = die.group || "";
  const found = ["item", "challenge", "hindering", "opponent"].find((each) => group.includes(each));
  return found || (/^their/.test(group) ? "opponent" : group === "black" ? "challenge" : `bone ${die.look || ""}`);
}

// Focuses an element by its id, or the part of the page in which it was.
export function focusOn(id, part) {
  if (part) part.tabIndex = -1;
  (document.getElementById(id) || part)?.focus({ preventScroll: true });
}

// The card over the page: a list to choose from, dice to pick, faces to type in.
export function openCard(title, content, actions = []) {
  const card = document.getElementById("card");
  const close = h("button.quiet", { "aria-label": t("close"), click: () => card.close() }, icon("close"));
  card.replaceChildren(
    h("div.card-head", h("h2", { id: "card-title" }, title), close),
    h("div.card-body", content), h("div.card-foot", actions));
  card.onclick = (event) => {
    // No value is returned: false would keep the boxes in the card from being ticked.
    if (event.target === card) card.close();
  };
  if (!card.open) {
    // What opened the card may be drawn again meanwhile, so its id is kept to give the focus back.
    const { id } = document.activeElement, part = document.activeElement.closest("section[id], main");
    card.onclose = () => setTimeout(() => focusOn(id, part));
    card.showModal();
  }
  const chosen = card.querySelector("[aria-pressed=true]");
  (chosen || card.querySelector(".card-body :is(input, button)") || close).focus();
  return card;
}

export const closeCard = () => document.getElementById("card").close();

export function pickOne(title, choices, chosen, take) {
  const pictured = choices.length > 5 && choices.filter((each) => hasFace(each.key)).length > choices.length / 2;
  const option = ({ key, name, number, why_not: why }) => h("button.option", {
    "aria-pressed": String(key === chosen), "aria-disabled": why && "true",
    click: () => {
      if (why) return;
      closeCard();
      take(key);
    },
  }, hasFace(key) && tile(key), twoLines(name || t("none"), why), number != null && h("b", String(number)));
  const attributes = { class: `options ${pictured ? "pictured" : ""}`, role: "group", "aria-label": title };
  openCard(title, h("div", attributes, choices.map(option)));
}

// A card with questions: {fields(), value(field), take(field, value)}. The choices of a question take the place of the
// card, which then opens again with the answer. Returns a function that asks `fields()` again.
export function openForm(title, words, questions, actions) {
  const box = h("div.form"), { fields, value, take } = questions;
  const ask = (each) => field(each, value(each), (given) => {
    take(each, given);
    if (!document.getElementById("card").open) open();
    // A text is taken when another field is tapped, which must not be replaced under the finger.
    if (each.kind !== "text") fill();
  }, true);
  const fill = () => {
    const focused = box.contains(document.activeElement) ? document.activeElement.id : "";
    box.replaceChildren(...fields().map(ask));
    if (focused) document.getElementById(focused)?.focus();
  };
  const open = () => openCard(title, [words, box], actions);
  fill();
  open();
  return fill;
}

// One question of a roll or an act. `take(value)` is called with each new answer.
export function field(asked, value, take, inForm = false) {
  const id = `field-${asked.id}`, { kind, name, least, most, rungs, optional } = asked;
  const now = value === undefined && !optional ? asked.first : value;
  const chooser = (choices) => {
    const chosen = choices.find((each) => each.key === now);
    const shown = (chosen && chosen.name) || String(now || t("none"));
    const words = h("span.chip-words", h("small", name), h("span", shown));
    return h("button.chip", { id, "aria-haspopup": "dialog", click: () => pickOne(name, choices, now, take) },
      hasFace(now) && tile(now), words, icon("chevron-down"));
  };
  if (kind === "choice") return chooser([...(optional ? [{ name: t("none") }] : []), ...(asked.choices || [])]);
  if (rungs && !inForm) return chooser(rungs.map((each) => ({ ...each, key: each.answer })));
  if (kind === "yes-no") {
    const change = (event) => take(event.target.checked);
    return h("label.chip",
      h("input", { type: "checkbox", id, checked: Boolean(now), disabled: Boolean(asked.why_not), change }),
      twoLines(name, asked.why_not));
  }
  if (kind === "number") {
    const fitted = (number) => Math.max(least, Math.min(most, Math.round(number)));
    const change = () => take(input.value === "" ? undefined : fitted(input.value));
    const limits = { min: least, max: most, value: now ?? "" };
    const input = h("input", { type: "number", id, inputmode: "numeric", ...limits, change });
    const step = (by) => () => take(fitted(Number(input.value) + by));
    const rung = (rungs || []).find((each) => each.answer === now);
    return h("div.chip.stepper", h("label", { for: id }, twoLines(name, rung ? rung.name : asked.why_not)), h("div",
      h("button", { id: `${id}-less`, "aria-label": t("less", { name }), click: step(-1) }, "−"), input,
      h("button", { id: `${id}-more`, "aria-label": t("more-of", { name }), click: step(1) }, "+")));
  }
  if (kind === "dice") {
    const picked = String(now || "").split(",").filter(Boolean).map(Number);
    const picker = dicePicker(asked.dice || [], picked, asked, (numbers) => take(numbers.join(",")));
    return h("div.chip.dice-field", h("small", name), picker);
  }
  const change = () => take(text.value);
  const text = h("input", { type: "text", id, maxlength: most || 200, value: now || "", change });
  return h("label.chip.typed", h("small", name), text);
}

// Dice to tap. More than `most` drops the dice picked first.
export function dicePicker(dice, picked, { fixed = [], most = 0 }, take) {
  let chosen = [...picked];
  const box = h("div.picker", { role: "group" });
  const tap = ({ n }) => {
    if (fixed.includes(n)) return;
    chosen = chosen.includes(n) ? chosen.filter((each) => each !== n) : [...chosen, n];
    while (chosen.length > (most || dice.length)) chosen.splice(chosen.findIndex((each) => !fixed.includes(each)), 1);
    show();
    box.querySelector(`[data-n="${n}"]`).focus();
    take(chosen);
  };
  const one = (die) => h("button.pick", {
    "aria-pressed": String(chosen.includes(die.n)), "data-n": die.n, "aria-label": joined(die.name, die.chance),
    "aria-disabled": fixed.includes(die.n) && "true", click: () => tap(die),
  }, net(die), h("small", die.chance));
  const show = () => box.replaceChildren(...dice.map(one));
  show();
  return box;
}

// A card with the faces of each real die to tap. `take(faces)` gets them at the end, counted from 1.
export function openFaces(title, dice, take) {
  const faces = dice.map(() => 0);
  const done = button("", () => {
    closeCard();
    take(faces);
  }, "main");
  const check = () => {
    const left = faces.filter((each) => !each).length;
    done.disabled = left > 0;
    done.replaceChildren(left ? t("faces-left", { n: left }) : t("read-dice"));
  };
  const boxes = dice.map((die, at) => {
    const put = (number) => {
      faces[at] = Math.max(0, Math.min(die.faces.length, Math.round(number)));
      check();
      boxes[at + 1]?.scrollIntoView({ block: "nearest" });
    };
    const choice = (code, i) => h("label.face-choice", h("input", {
      type: "radio", name: `real-${at}`, value: i + 1, "aria-label": `${i + 1}: ${faceName(code)}`,
      change: () => put(i + 1),
    }), tile(code, lookOf(die)));
    const typed = () => h("input", {
      type: "number", inputmode: "numeric", min: 1, max: die.faces.length, "aria-label": die.name,
      input: (event) => put(event.target.value),
    });
    const tiles = () => h("div", { class: `faces ${die.faces.length > 6 ? "many" : ""}` }, die.faces.map(choice));
    const name = die.name.includes(` ${at + 1}`) ? die.name : joined(at + 1, die.name);
    return h("fieldset.real", h("legend", name), die.faces.length > 20 ? typed() : tiles());
  });
  check();
  openCard(title, boxes, [done]);
}
