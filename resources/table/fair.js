// Dice that can be checked afterwards, as in rules/fairdice.py, what a seat finds about them, as in seats/witness.py, and
// the proof that this device knows the invitation.
// SHA-256 and HMAC are written here because a browser offers crypto.subtle to https pages only.

const fraction = (number) => Math.floor((number % 1) * 2 ** 32) | 0;
const primes = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((each) => n % each)) primes.push(n);
const STEPS = primes.map((each) => fraction(Math.cbrt(each)));
const START = primes.slice(0, 8).map((each) => fraction(Math.sqrt(each)));

export const bytes = (text) => new TextEncoder().encode(text);
export const hex = (data) => Array.from(data, (each) => each.toString(16).padStart(2, "0")).join("");
const unhex = (text) => Uint8Array.from(text.match(/../g) || [], (each) => parseInt(each, 16));
const joined = (...parts) => Uint8Array.from(parts.flatMap((each) => Array.from(each)));
const turned = (word, by) => (word >>> by) | (word << (32 - by));

export function sha256(data) {
  const padded = new Uint8Array((data.length + 72) & ~63);
  padded.set(data);
  padded[data.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(data.length / 2 ** 29));
  view.setUint32(padded.length - 4, data.length << 3);
  let state = START;
  const words = new Int32Array(64);
  for (let block = 0; block < padded.length; block += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = view.getInt32(block + 4 * i);
      else {
        const low = words[i - 15], high = words[i - 2];
        words[i] = words[i - 16] + (turned(low, 7) ^ turned(low, 18) ^ (low >>> 3))
          + words[i - 7] + (turned(high, 17) ^ turned(high, 19) ^ (high >>> 10));
      }
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const first = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + STEPS[i] + words[i];
      const second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(first + second) | 0, a, b, c, (d + first) | 0, e, f, g];
    }
    state = [a, b, c, d, e, f, g, h].map((each, i) => (each + state[i]) | 0);
  }
  const result = new DataView(new ArrayBuffer(32));
  state.forEach((each, i) => result.setInt32(4 * i, each));
  return new Uint8Array(result.buffer);
}

export function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((each) => each ^ 0x36), message));
  return sha256(joined(block.map((each) => each ^ 0x5c), inner));
}

export const proof = (secret, nonce) => hex(hmac(bytes(secret), bytes(nonce)));

export const commitment = (seed) => hex(sha256(joined(bytes("bones-desktop evening\n"), unhex(seed))));

export function eveningKey(seed, words) {
  if (!words.length) return unhex(seed);
  return hmac(unhex(seed), bytes("words\n" + words.map((each) => each + "\n").join("")));
}

// The faces of a draw, counted from 0. Values that would make some faces likelier are skipped.
export function drawn(key, label) {
  const stream = (function* () {
    for (let block = 0; ; block++) yield* hmac(key, bytes(label + "|" + block));
  })();
  return label.split("|").slice(2).map((part) => {
    const size = count(Number(part.slice(part.lastIndexOf(":") + 1)), 10_000);
    if (!size) throw new TypeError("no die");
    let width = 1;
    while (256 ** width < size) width++;
    const kept = 256 ** width - (256 ** width % size);
    for (;;) {
      let number = 0;
      for (let i = 0; i < width; i++) number = number * 256 + stream.next().value;
      if (number < kept) return number % size;
    }
  });
}

const PATIENCE = 3, SLOW = 40, KEPT_EVENINGS = 5, MOST_LETTERS = 400_000, LONGEST = 20_000, MOST_DRAWS = 100_000;
const MOST_GAPS = 500, MOST_FAULTS = 50, NEVER = 1e9, ASLEEP = 10;

function count(value, most) {
  if (!Number.isInteger(value) || value < 0 || value > most) throw new TypeError("no number");
  return value;
}

function written(value, most) {
  if (typeof value !== "string" || value.length > most) throw new TypeError("no text");
  return value;
}

// Words as pairs with the number of the first draw that depends on them. Those of the beginning are texts alone.
function pairs(words) {
  if (!Array.isArray(words)) throw new TypeError("no words");
  return words.map((each) => (typeof each === "string" ? [1, each] : each)).map(([first, text, ...more]) => {
    if (more.length || !count(first, NEVER)) throw new TypeError("no words");
    return [first, written(text, 600)];
  }).slice(0, 200);
}

// Ascending numbers in short form: "3, 5–9".
function inShort(numbers) {
  const runs = [];
  for (const each of numbers) {
    if (runs.length && runs.at(-1)[1] === each - 1) runs.at(-1)[1] = each;
    else runs.push([each, each]);
  }
  const parts = runs.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`));
  return [...parts.slice(0, 12), ...(parts.length > 12 ? ["…"] : [])].join(", ");
}

const sizeOf = ({ label = "", hash = "", faces = [] }) => 20 + label.length + hash.length + 4 * faces.length;

function restored(kept) {
  const evening = { commitment: "", words: [], seed: "", last: 0, from: NEVER, top: 0, size: 0, told: "" };
  for (const key of Object.keys(evening)) {
    if (typeof (kept[key] ?? evening[key]) !== typeof evening[key]) throw new TypeError("not what was kept");
    evening[key] = kept[key] ?? evening[key];
  }
  for (const draw of Object.values(kept.draws || {})) written(draw.label ?? "", LONGEST), [...(draw.faces || [])];
  return { ...evening, words: pairs(evening.words), draws: { ...kept.draws }, secrets: { ...kept.secrets },
    missing: [...(kept.missing || [])].map((each) => count(each, MOST_DRAWS)), faults: [...(kept.faults || [])] };
}

// A finding is [code, tone, evening, seal, n, numbers]. Times are seconds.
export class Witness {
  constructor(kept = {}) {
    this.evenings = {};
    this.live = NEVER;
    this.gaps = new Map();
    this.due = new Map();
    this.looked = 0;
    this.attempt(() => Object.entries(kept).forEach(([id, each]) => (this.evenings[id] = restored(each))));
  }

  // What cannot be read is no fault.
  attempt(work) {
    try {
      work();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
  }

  hear(message, now) {
    const found = [], { welcome, sealed, thrown, roster, closing } = this;
    const hears = { welcome, sealed, thrown, roster, closing };
    this.look(now);
    this.attempt(() => {
      if (!Object.hasOwn(hears, message.kind)) return;
      for (const each of hears[message.kind].call(this, message, now)) found.push(each);
    });
    for (const old of this.ids.slice(0, -KEPT_EVENINGS)) {
      delete this.evenings[old];
      this.due.delete(old);
      for (const gap of this.gaps.keys()) if (gap.startsWith(`${old} `)) this.gaps.delete(gap);
    }
    return [...found, ...this.tick(now)];
  }

  get ids() {
    return Object.keys(this.evenings).map(Number).sort((a, b) => a - b);
  }

  // What the host had time to show and has not shown.
  tick(now) {
    const found = [];
    this.look(now);
    for (const id of this.ids) {
      const late = [...this.gaps].filter(([gap, due]) => due <= now && gap.startsWith(`${id} `)).map(([gap]) => gap);
      const numbers = late.map((gap) => Number(gap.split(" ")[1])).sort((a, b) => a - b);
      if (!numbers.length) continue;
      late.forEach((gap) => this.gaps.delete(gap));
      const evening = this.evenings[id];
      evening.missing = [...evening.missing, ...numbers].sort((a, b) => a - b).slice(-MOST_GAPS);
      found.push(this.finding("missing", "bad", id, 0, inShort(numbers)));
    }
    for (const [id, due] of [...this.due]) {
      if (due > now) continue;
      this.due.delete(id);
      found.push(...this.blame("not-told", id));
    }
    return found;
  }

  // A device that slept may have messages that it has not read yet.
  look(now) {
    const slept = now - this.looked;
    this.looked = now;
    if (slept <= ASLEEP) return;
    for (const waits of [this.gaps, this.due]) for (const [key, due] of waits) waits.set(key, due + slept);
  }

  away() {
    this.gaps.clear();
    this.due.clear();
    this.live = NEVER;
  }

  // Everything that is known of an evening.
  report(id) {
    const { faults, draws, commitment: seal, missing } = this.evenings[id], kept = Object.keys(draws).length;
    return [
      ...faults.map(([code, numbers]) => this.finding(code, "bad", id, kept, numbers)),
      ...(kept && !seal ? [this.finding("no-seal", "warn", id)] : []),
      ...(missing.length ? [this.finding("missing", "bad", id, 0, inShort(missing))] : []),
      ...this.verified(id),
    ];
  }

  *welcome({ evening: id = NEVER, draws = NEVER }) {
    this.away();
    this.live = count(id, NEVER);
    const from = count(draws, NEVER);
    for (const other of this.ids) this.evenings[other].from = other === id ? from : NEVER;
    if (id && id !== NEVER) this.evening(id).from = from;
  }

  // Every draw of an evening that begins now has to be shown.
  evening(id) {
    this.evenings[count(id, NEVER)] ||= { ...restored({}), from: id > this.live ? 0 : NEVER };
    if (id > this.live) this.live = id;
    return this.evenings[id];
  }

  *sealed({ evening: id, commitment: given, words, seed: told = "", unused = [], draws = 0, secrets = [] }, now) {
    const seal = written(given, 64), seed = written(told, 64);
    // A seal that comes together with its seed proves nothing.
    if (!seal || (seed && !this.evenings[id]?.commitment)) return;
    const evening = this.evening(id), isFirst = !evening.commitment;
    yield* this.compare(id, seal, words, true);
    if (isFirst) Object.assign(evening, { words: pairs(words), commitment: seal });
    for (const each of unused) {
      if (evening.draws[each.draw]) continue;
      yield* this.note(id, each, now);
      yield this.finding("unused", "warn", id, 0, `${each.draw}`);
    }
    if (!seed) {
      for (const old of this.ids) {
        const other = this.evenings[old], isOver = old < id && other.commitment && Object.keys(other.draws).length;
        if (isOver && !other.seed && !this.due.has(old)) this.due.set(old, now + PATIENCE);
      }
      return;
    }
    Object.assign(evening, { seed, last: count(draws, MOST_DRAWS) });
    for (const { draw, content } of secrets) {
      if (evening.draws[draw]) evening.secrets[draw] = written(content, LONGEST);
    }
    evening.faults = evening.faults.filter(([code]) => code !== "not-told");
    this.due.delete(id);
    this.expect(id, evening.last + 1, now + PATIENCE);
    const found = this.verified(id), sum = JSON.stringify(found);
    if (!Object.keys(evening.draws).length || evening.told === sum) return;
    evening.told = sum;
    yield* found;
  }

  // Compares seal and words with those that were shown before. Words of others may be older.
  *compare(id, seal, words, isWhole) {
    const evening = this.evenings[id], given = pairs(words), known = evening.words;
    if (!evening.commitment) return;
    if (evening.commitment !== seal) return yield* this.blame("other-seal", id);
    const both = Math.min(known.length, given.length), shown = evening.top > evening.from ? evening.top : 0;
    const isSame = given.slice(0, both).every((each, i) => each[0] === known[i][0] && each[1] === known[i][1]);
    if (!isSame || (isWhole && both < known.length) || given.slice(both).some(([first]) => first <= shown)) {
      yield* this.blame("other-words", id);
    } else if (isWhole) evening.words = given;
  }

  *thrown({ draws: given, dice = [], by_hand: byHand }, now) {
    const draws = given || [];
    for (const each of draws) yield* this.note(each.evening, each, now);
    const isSealed = byHand || draws.some((each) => each.evening && each.draw);
    if (dice.length && !isSealed && this.evenings[this.live]) yield* this.blame("unsealed", this.live);
  }

  *roster({ evening: id, commitment: seal, words, draws }, now) {
    if (id !== this.live || !this.evenings[id]) return;
    yield* this.compare(id, seal, words, false);
    this.expect(id, count(draws, MOST_DRAWS) + 1, now + SLOW);
  }

  *closing({ for_good: forGood }) {
    for (const id of forGood ? this.ids : []) {
      const { commitment: seal, draws, seed } = this.evenings[id];
      if (seal && Object.keys(draws).length && !seed) yield* this.blame("not-told", id);
    }
  }

  // Keeps a draw as it was shown first.
  *note(id, shown, now) {
    const number = count(shown.draw, MOST_DRAWS), draw = {};
    if (!id || !number) return;
    if (shown.label) {
      draw.label = written(shown.label, LONGEST);
      draw.faces = shown.faces.map((face) => count(face, NEVER));
    }
    if (shown.hash) draw.hash = written(shown.hash, 64);
    const evening = this.evening(id), known = evening.draws[number];
    if (known) {
      const differs = (part) => known[part] !== undefined && `${known[part]}` !== `${draw[part]}`;
      if (Object.keys(draw).some(differs)) yield* this.blame("redrawn", id, `${number}`);
      else Object.assign(known, draw);
      return;
    }
    evening.draws[number] = draw;
    evening.size += sizeOf(draw);
    this.gaps.delete(`${id} ${number}`);
    if (evening.missing.includes(number)) {
      evening.missing = evening.missing.filter((each) => each !== number);
      if (number > evening.from) yield* this.blame("late", id, `${number}`);
      else yield this.finding("found", "good", id, 0, `${number}`);
    }
    this.expect(id, number, now + PATIENCE);
    evening.top = Math.max(evening.top, number);
    while (evening.size > MOST_LETTERS) {
      const oldest = Number(Object.keys(evening.draws)[0]);
      evening.size -= sizeOf(evening.draws[oldest]);
      delete evening.draws[oldest];
      evening.from = Math.max(evening.from, oldest);
    }
  }

  expect(id, before, due) {
    const { top, from, missing, draws } = this.evenings[id], first = Math.max(top, from) + 1;
    for (let number = first; number < Math.min(before, first + MOST_GAPS); number++) {
      const gap = `${id} ${number}`;
      if (!missing.includes(number) && !draws[number] && !this.gaps.has(gap)) this.gaps.set(gap, due);
    }
  }

  // What follows from the secret of an evening; nothing before it was told.
  verified(id) {
    const evening = this.evenings[id], numbers = Object.keys(evening.draws), found = [];
    if (!evening.seed) return found;
    const results = numbers.map((number) => this.isRight(evening, number));
    const wrong = numbers.filter((_number, i) => results[i] === false).map(Number);
    const [right, hidden] = [true, null].map((kind) => results.filter((each) => each === kind).length);
    const unseen = Math.max(evening.last, ...numbers.map(Number)) - numbers.length;
    const isSealed = commitment(evening.seed) === evening.commitment;
    if (!isSealed) found.push(this.finding("other-seed", "bad", id));
    if (wrong.length) found.push(this.finding("wrong", "bad", id, wrong.length, inShort(wrong)));
    else if (isSealed) found.push(this.finding("right", "good", id, right));
    if (hidden) found.push(this.finding("hidden", "warn", id, hidden));
    if (unseen > 0) found.push(this.finding("unseen", "warn", id, unseen));
    return found;
  }

  // Whether a draw follows from the secret; null if only its hash is known.
  isRight({ draws, secrets, seed, words }, number) {
    const { label, faces, hash } = draws[number], content = secrets[number], shown = label ? [[label, faces]] : [];
    try {
      const key = eveningKey(seed, words.filter(([first]) => first <= number).map(([, text]) => text));
      if (hash && content) {
        if (hex(hmac(unhex(seed), bytes(content))) !== hash) return false;
        const [, hidden, fell] = /^[^|]*\|(.*)\|([^|]*)$/.exec(content);
        shown.push([hidden, fell.split(",").map(Number)]);
      }
      const fits = ([of, fell]) => of.split("|")[1] === number && `${drawn(key, of).map((face) => face + 1)}` === `${fell}`;
      return shown.every(fits) && (shown.length ? true : null);
    } catch {
      return false;
    }
  }

  *blame(code, id, numbers = "") {
    const { faults, draws } = this.evenings[id];
    if (faults.length >= MOST_FAULTS || faults.some((each) => each[0] === code && each[1] === numbers)) return;
    faults.push([code, numbers]);
    yield this.finding(code, "bad", id, Object.keys(draws).length, numbers);
  }

  finding(code, tone, id, n = 0, numbers = "") {
    return [code, tone, id, this.evenings[id].commitment.slice(0, 8), n, numbers];
  }
}
