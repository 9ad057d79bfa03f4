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

// Makes an element: h("p.hint", text), h("button.quiet", { click }, …). Text is always set as text, so that no name can
// be read as HTML.
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
  svg.setAttribute("class", `${extra} ${(symbol && symbol.dataset.ink) || ""}`.trim());
  return svg;
}

export const icon = (name) => drawing(`action-${name}`, "icon");
export const hasFace = (id) => Boolean(document.getElementById(`face-${id}`));

const faceNames = {};

// The names of faces are in the language of the host, and a sheet has those of its dice.
export function learnFaceNames({ dice, items }) {
  for (const die of [...dice, ...items]) die.faces.forEach((code,
    i) => (faceNames[code] = (die.names || [])[i] || faceNames[code]));
}

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
  return h("span", { class: match[2] ? "art doubled" : "art" }, sign(icons[0]),
    match[2] && drawing(`mark-x${match[2]}`, "mark"));
}

export function faceName(code) {
  const face = String(code ?? "");
  if (faceNames[face]) return faceNames[face];
  const match = CODE.exec(face);
  if (face === "" || face === "blank") return t("blank");
  if (!match) return face;
  const name = match[1].split("+").map((each) => each[0].toUpperCase() + each.slice(1).replace(/-/g, " ")).join(" + ");
  return match[2] ? `${match[2]} × ${name}` : name;
}

const SIDES = ["front", "bottom", "right", "left", "top", "back"];

// A die that lies with the face `up`, counted from 0. Opposite faces of six make seven, as on every die.
export function solid(faces, up, look) {
  if (faces.length !== 6) {
    return h("span", { class: `stone d${faces.length} ${look}` }, art(faces[up]));
  }
  const others = [0, 1, 2, 3, 4, 5].filter((each) => each !== up && each !== 5 - up);
  const order = [up, ...others, 5 - up];
  return h("span", { class: `cube ${look}` }, order.map((each, i) => h("span", { class: `face ${SIDES[i]}` },
    art(faces[each]))));
}

export function tile(code, look = "") {
  return h("span", { class: `tile ${look}`, "aria-hidden": "true" }, art(code));
}

// The faces of a die side by side (3x2), or as the net of a cube. "Die 1 · Gaul" is "1 Gaul" below its faces.
export function net(die, shape = "grid") {
  const cells = (die.faces || []).slice(0, 20), parts = die.name.split(" · ");
  const words = { lost: t("lost"), held: t("held") }[die.state];
  return h("figure", { class: `net ${shape} ${lookOf(die)}${cells.length === 6 ? "" : " many"}` },
    cells.length > 0 && h("span.cells", { role: "img",
      "aria-label": [die.name, words, cells.map(faceName).join(", ")].filter(Boolean).join(" · ") },
      cells.map((code, i) => h("span", { class: `cell c${i + 1}` }, art(code)))),
    h("figcaption", { "aria-hidden": "true" }, parts.length > 1 && h("b", String(die.n)),
      h("span", parts.at(-1)), words && h("em", words)));
}

export function lookOf(die) {
  if (die.state === "lost") return "lost";
  const group = die.group || "";
  const found = ["item", "challenge", "hindering", "opponent"].find((each) => group.includes(each));
  return found || (group === "black" ? "challenge" : `bone ${die.look || ""}`);
}

// The card over the page: a list to choose from, dice to pick, faces to type in.
export function openCard(title, content, actions = []) {
  const card = document.getElementById("card");
  const close = h("button.quiet", { "aria-label": t("close"), click: () => card.close() },
    icon("close"));
  card.replaceChildren(
    h("div.card-head", h("h2", { id: "card-title" }, title), close),
    h("div.card-body", content), h("div.card-foot", actions));
  card.onclick = (event) => {
    // No value is returned: false would keep the boxes in the card from being ticked.
    if (event.target === card) card.close();
  };
  if (!card.open) card.showModal();
  const first = card.querySelector("[aria-checked=true], [aria-pressed=true], input, .card-body button") || close;
  first.focus();
  return card;
}

export const closeCard = () => document.getElementById("card").close();

export function pickOne(title, choices, chosen, take) {
  const pictured = choices.length > 5 && choices.filter((each) => hasFace(each.key)).length > choices.length / 2;
  openCard(title, h("div", { class: pictured ? "options pictured" : "options", role: "radiogroup",
    "aria-label": title },
    choices.map((each) => h("button", {
      type: "button", class: "option", role: "radio", "aria-checked": String(each.key === chosen),
      "aria-disabled": each.why_not ? "true" : null,
      click: () => {
        if (each.why_not) return;
        closeCard();
        take(each.key);
      },
    }, hasFace(each.key) && tile(each.key), h("span.option-words",
      h("span", each.name || t("none")),
      each.why_not && h("small", each.why_not)), each.number != null && h("b", String(each.number))))));
}

// One question of a roll or an act. `take(value)` is called with each new answer.
export function field(asked, value, take) {
  const id = `field-${asked.id}`;
  const now = value === undefined ? asked.first : value;
  if (asked.kind === "choice") {
    const choice = (asked.choices || []).find((each) => each.key === now);
    const choices = asked.optional ? [{ key: undefined, name: t("none") }, ...asked.choices] : asked.choices;
    const shown = (value === undefined && asked.optional) || !choice ? t("none") : choice.name || t("none");
    return h("button.chip", { id, "aria-haspopup": "dialog",
      click: () => pickOne(asked.name, choices, choice && choice.key, take) },
    choice && hasFace(choice.key) && tile(choice.key),
    h("span.chip-words", h("small", asked.name), h("span", shown)), icon("chevron-down"));
  }
  if (asked.kind === "yes-no") {
    return h("label.chip.check",
      h("input", { type: "checkbox", id, checked: Boolean(now), disabled: Boolean(asked.why_not),
        change: (event) => take(event.target.checked) }),
      h("span.option-words", h("span", asked.name),
        asked.why_not && h("small", asked.why_not)));
  }
  if (asked.rungs) {
    const rung = asked.rungs.find((each) => each.answer === now);
    return h("button.chip", { id, "aria-haspopup": "dialog",
      click: () => pickOne(asked.name, asked.rungs.map((each) => ({ key: each.answer, name: each.name,
        number: each.number })), now, take) },
    h("span.chip-words", h("small", asked.name), h("span", rung ? rung.name : String(now))),
      icon("chevron-down"));
  }
  if (asked.kind === "number") {
    const input = h("input", { type: "number", id, inputmode: "numeric", min: asked.least, max: asked.most,
      value: now ?? "",
      change: () => take(input.value === "" ? undefined
        : Math.max(asked.least, Math.min(asked.most, Math.round(input.value)))) });
    const step = (by) => () => take(Math.max(asked.least, Math.min(asked.most, Number(input.value) + by)));
    return h("div.chip.stepper", h("label", { for: id }, asked.name), h("div", h("button", { id: `${id}-less`, "aria-label": t("less", { name: asked.name }), click: step(-1) },
        "−"),
      input, h("button", { id: `${id}-more`, "aria-label": t("more-of", { name: asked.name }),
        click: step(1) }, "+")));
  }
  if (asked.kind === "dice") {
    const picked = String(now || "").split(",").filter(Boolean).map(Number);
    const dice = asked.dice || (asked.choices || []).map((each) => ({ n: Number(each.key), name: each.name,
      faces: [] }));
    return h("div.chip.dice-field", h("small", asked.name),
      dicePicker(dice, picked, asked, (numbers) => take(numbers.join(","))));
  }
  const text = h("input", { type: "text", id, maxlength: asked.most || 200, value: now || "",
    change: () => take(text.value) });
  return h("label.chip.typed", h("small", asked.name), text);
}

// Dice to tap. More than `most` drops those picked first.
export function dicePicker(dice, picked, limits, take) {
  let chosen = [...picked];
  const fixed = new Set(limits.fixed || []);
  const box = h("div.picker", { role: "group" });
  const show = () => box.replaceChildren(...dice.map((die) => {
    const button = h("button.pick", { "aria-pressed": String(chosen.includes(die.n)),
      "data-n": die.n,
      "aria-label": [die.name, die.chance].filter(Boolean).join(" · "),
        "aria-disabled": fixed.has(die.n) ? "true" : null,
      click: () => {
        if (fixed.has(die.n)) return;
        const most = limits.most || dice.length;
        chosen = chosen.includes(die.n) ? chosen.filter((each) => each !== die.n) : [...chosen, die.n];
        while (chosen.length > most) chosen.splice(chosen.findIndex((each) => !fixed.has(each)), 1);
        show();
        take(chosen);
        box.querySelector(`[data-n="${die.n}"]`).focus();
      } }, net(die), die.chance && h("small", die.chance));
    return button;
  }));
  show();
  return box;
}
