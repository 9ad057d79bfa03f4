// Dice that can be checked afterwards, as in rules/fairdice.py, and the proof that this device knows the invitation.
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

// The texts that a draw depends on. Words that were added later are a pair: the number of the first draw, and the text.
export const wordsFor = (words, draw) => words.map((each) => (typeof each === "string" ? [1, each] : each))
  .filter(([first]) => first <= draw).map(([, text]) => text);

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
    const size = Number(part.slice(part.lastIndexOf(":") + 1));
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

// Compares what this device was shown in an evening with the seed: {commitment, words, seed, draws, secrets}.
export function verify(evening) {
  const { draws, seed } = evening, numbers = Object.keys(draws);
  const result = { right: 0, wrong: [], unseen: 0, hidden: 0, sealed: commitment(seed) === evening.commitment };
  const key = (number) => eveningKey(seed, wordsFor(evening.words, number));
  const fits = (number, label, faces) => label.split("|")[1] === number
    && drawn(key(number), label).every((face, i) => face + 1 === faces[i]);
  result.unseen = Math.max(0, ...numbers.map(Number)) - numbers.length;
  for (const number of numbers) {
    const { label, faces, hash } = draws[number];
    const secret = hash && (evening.secrets || []).find((each) => String(each.draw) === number);
    if (label && !fits(number, label, faces)) result.wrong.push(number);
    else if (secret && !fitsSecret(secret.content, hash)) result.wrong.push(number);
    else if (label || secret) result.right++;
    else result.hidden++;
  }
  return result;

  // The content of a secret roll is its time, the label of its draw and its faces.
  function fitsSecret(content, hash) {
    const [, label, faces] = /^[^|]*\|(.*)\|([^|]*)$/.exec(content);
    return hex(hmac(unhex(seed), bytes(content))) === hash
      && fits(label.split("|")[1], label, faces.split(",").map(Number));
  }
}
