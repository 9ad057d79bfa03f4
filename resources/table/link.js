// The connection to the table: proof of the invitation, the WebSocket, and everything that survives a break.

import { hex, proof } from "./fair.js";

const DELAYS = [500, 1000, 2000, 4000, 5000];
export const SESSION = "sessionStorage";
const PING = 10_000, SILENT = 15_000, AWAKE = 1_500;
// Requests that are sent again after a break. Others, as the odds, are simply asked anew.
const LASTING = new Set(["throw", "faces", "choose", "word", "ask", "take-back"]);

export function recall(key, other, storage = "localStorage") {
  try {
    return JSON.parse(window[storage].getItem(key)) ?? other;
  } catch {
    return other;
  }
}

export function remember(key, value, storage = "localStorage") {
  try {
    window[storage].setItem(key, JSON.stringify(value));
  } catch { /* A private window may keep nothing. The table works without. */ }
}

export const randomId = () => hex(crypto.getRandomValues(new Uint8Array(10)));

export class Link {
  // `onMessage(message)` gets every message once. `onState(state, reason)` gets "connecting", "open" or "lost", and
  // the states after which nothing is tried again: "uninvited", "wrong-secret", "put-out"; after `end`, "lost" too.
  constructor(onMessage, onState) {
    this.onMessage = onMessage;
    this.onState = onState;
    this.seen = 0;
    this.epoch = "";
    this.tries = 0;
    this.waiting = new Map(recall("waiting", [], SESSION));
    this.secret = location.hash.slice(1) || recall("secret", "", SESSION);
    if (location.hash) history.replaceState(null, "", location.pathname + location.search);
    // Kept only until the host has accepted it, so that a reload at a bad moment does not lose the invitation.
    remember("secret", this.secret, SESSION);
    // Another invitation was opened in this tab.
    addEventListener("hashchange", () => location.reload());
    document.addEventListener("visibilitychange", () => document.hidden || this.wake());
    for (const each of ["pageshow", "online"]) addEventListener(each, () => this.wake());
    setInterval(() => this.watch(), 1000);
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    this.drop();
    this.timer = null;
    this.ended = false;
    this.onState("connecting");
    this.started = this.heard = Date.now();
    this.asked = 0;
    const socket = (this.socket = new WebSocket(`${location.protocol.replace("http", "ws")}//${location.host}/table`));
    socket.onmessage = (event) => socket === this.socket && this.receive(event.data);
    socket.onclose = (event) => socket === this.socket && this.closed(event.code, event.reason);
  }

  // The browser may take a minute to notice that a network is gone, so the socket is left behind at once.
  drop() {
    const socket = this.socket;
    this.socket = null;
    if (socket) socket.close();
  }

  get isOpen() {
    return Boolean(this.socket) && this.socket.readyState === WebSocket.OPEN;
  }

  receive(text) {
    this.heard = Date.now();
    this.asked = 0;
    const message = JSON.parse(text);
    if (message.kind === "pong") return;
    // From a bridge, which cannot reach the host now. It says hello or welcome when it can.
    if (message.kind === "way") return this.onState("lost", message.text);
    if (message.kind === "hello" || message.kind === "welcome") {
      this.tries = 0;
      this.forgetSecret();
      this.onState("open");
    }
    if (message.kind === "welcome") {
      if (message.epoch !== this.epoch) this.seen = 0;
      this.epoch = message.epoch;
      this.post({ kind: "again", seen: this.seen, epoch: this.epoch });
      for (const each of this.waiting.values()) this.post(each);
    }
    // What was missed has lower numbers than the welcome, and comes after it.
    if (message.kind !== "welcome" && message.n > this.seen) this.seen = message.n;
    const request = message.id ? this.waiting.get(message.id) : null;
    if (request && message.kind !== "sheet" && message.kind !== "owed") {
      this.waiting.delete(message.id);
      this.keep();
    }
    this.onMessage(message, request);
  }

  post(message) {
    if (this.isOpen) this.socket.send(JSON.stringify(message));
  }

  // Sends a request now or as soon as there is a connection, and returns its id.
  request(kind, fields) {
    const message = { kind, id: randomId(), ...fields };
    if (LASTING.has(kind)) {
      this.waiting.set(message.id, message);
      this.keep();
    }
    this.post(message);
    return message.id;
  }

  isWaiting(kind) {
    return [...this.waiting.values()].some((each) => each.kind === kind);
  }

  keep() {
    remember("waiting", [...this.waiting], SESSION);
  }

  closed(code, reason) {
    this.socket = null;
    if ((code === 4401 || code === 4403) && this.secret) this.enter();
    else if (code === 4401) this.end("uninvited", reason);
    else if (code === 4403) this.end("put-out", reason);
    else {
      // A request that the host does not understand would end the next connection too.
      if (code === 4400 || code === 1009) {
        this.waiting.clear();
        this.keep();
      }
      this.again(code, reason);
    }
  }

  forgetSecret() {
    this.secret = "";
    remember("secret", "", SESSION);
  }

  // Closes the connection until `connect` is called: who types a name needs longer than the host waits.
  pause() {
    clearTimeout(this.timer);
    this.drop();
  }

  end(state, reason) {
    this.ended = true;
    this.pause();
    this.onState(state, reason);
  }

  again(code, reason) {
    const slow = code === 4429 || code === 4408;
    const delay = slow ? DELAYS.at(-1) : DELAYS[Math.min(this.tries++, DELAYS.length - 1)];
    this.onState("lost", reason, code);
    this.timer = setTimeout(() => this.connect(), delay * (0.8 + 0.4 * Math.random()));
  }

  async enter() {
    try {
      const { nonce } = await (await fetch("/nonce", { cache: "no-store" })).json();
      const headers = { "X-Nonce": nonce, "X-Proof": proof(this.secret, nonce) };
      const answer = await fetch("/enter", { headers, cache: "no-store" });
      if (answer.ok || answer.status === 403) this.forgetSecret();
      if (answer.status === 403) return this.end("wrong-secret");
      if (!answer.ok) return this.again();
    } catch {
      return this.again();
    }
    this.connect();
  }

  watch() {
    if (this.ended || !this.socket) return;
    const silent = Date.now() - this.heard;
    if (silent > SILENT || (this.asked && Date.now() - this.asked > AWAKE) || (!this.isOpen && silent > 5000)) {
      this.drop();
      this.again();
    } else if (this.isOpen && silent > PING) this.post({ kind: "ping" });
  }

  // A device that wakes does not know whether its connection still works: it asks, and does not wait for long.
  wake() {
    if (this.ended) return;
    if (!this.socket) {
      this.tries = 0;
      this.connect();
    } else if (this.isOpen) {
      this.asked = Date.now();
      this.post({ kind: "ping" });
    }
  }
}
