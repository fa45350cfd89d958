// @ts-check
/**
 * A small client for Reverie's API: https://…/api/docs. Runs in browsers, Node (22 or later), Bun and Deno.
 *
 * @typedef {{ id: number, at: number, codec: number, key: boolean, asksForAck: boolean, data: Uint8Array<ArrayBuffer> }} Frame
 *   at: ms since the epoch at the generator; codec: 0 JPEG, 1 H.264
 * @typedef {{ id: string, text: string, frame_id: number | null, superseded?: true, note?: string, drawn?: false }} Receipt
 *   the frame from which a prompt shows; null if superseded
 * @typedef {{ job_status: string, time_left: number, end_text?: string, recording?: false, counted?: false }} Status
 * @typedef {{ position: number | null, note: string | null }} Wait
 * @typedef {{ session_id: string, dream_name: string | null, job_status: string, video_url: string | null,
 *   duration_seconds: number | null }} Session and more, see /api/docs
 * @typedef {{ sessions: Session[], activeSession: Session | null, nextCursor: string | null }} Sessions
 * @typedef {{ sessionId: string, status: string, ready: boolean, websocketUrl: string | null, error: string | null,
 *   queuePosition: number | null, note?: string }} Connection
 * @typedef {{ type: string, [more: string]: any }} Message
 * @typedef {{ code: number, reason: string }} Closing
 * @typedef {{ state: 'waiting' | 'live' | 'ended' | 'closed' | 'full' | 'sign-in' | 'offline',
 *   websocketUrl: string | null, watching: number, sharedUrl: string | null }} Place of an audience's link
 * @typedef {{ codecs?: readonly number[], sound?: boolean, again?: string | undefined, acknowledges?: boolean }} WatchOptions
 *   codecs: the best first, default JPEG; again: a player's key, from their `audience` message;
 *   acknowledges: false to call `acknowledge` when a frame is shown
 * @typedef {{ open: null, frame: Frame, sound: ArrayBuffer, status: Status, receipt: Receipt, message: Message,
 *   place: Place, lost: Closing, closed: Closing }} Events
 *   sound: a packet with its header; lost: the connection; closed: the dream, or its link
 */

const POLL_MS = 2000;
const CONNECT_MS = 10 * 60_000;
const CALL_MS = 30_000;
const HEADER_BYTES = 16;
const VERSION = 1;
const SOUND = 16;
/** A watcher's acknowledgement of video covers all earlier frames. */
const TOGETHER_MS = 500;
/** Until a link is asked again: after a lost connection, without anything to see, or while this watcher can’t enter. */
const [LOST_MS, WAIT_MS, FULL_MS] = [500, 3000, 10_000];
/** So that an audience doesn't come back all at once. */
const SPREAD_MS = 1500;
const ENDED = 'The dream has ended.';
/** Ended, refused, opened elsewhere, failed: don't connect again. */
const FINAL = new Set([1000, 1008, 1009, 4001, 4002]);

/** @param {number} ms */
const after = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** A refused call. `code` is stable; the message is for people. */
export class ReverieError extends Error {
  /** @param {string} message @param {string} code @param {number} [status] of HTTP */
  constructor(message, code, status = 0) {
    super(message);
    this.name = 'ReverieError';
    this.code = code;
    this.status = status;
  }
}

export class Reverie {
  #url;
  #headers;

  /**
   * @param {object} options
   * @param {string} options.url `https://dreams.example`
   * @param {string} [options.token] an API token from Settings: `rvt_…`; watching needs none
   * @param {string} [options.language] of texts for people
   */
  constructor({ url, token, language }) {
    this.#url = url.replace(/\/$/, '');
    this.#headers = {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(language && { 'accept-language': language }),
    };
  }

  /**
   * Makes any call of the API. Waits and repeats it while the server is busy.
   * @param {string} method @param {string} path @param {unknown} [body] sent as JSON
   * @returns {Promise<any>} @throws {ReverieError}
   */
  async call(method, path, body) {
    for (let tries = 0; ; tries += 1) {
      const answer = await fetch(this.#url + path, {
        method,
        headers: { ...this.#headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(CALL_MS),
      });
      const content = await answer.json().catch(() => ({}));
      if (answer.ok) return content;
      const wait = Number(answer.headers.get('retry-after'));
      if (![429, 503].includes(answer.status) || !(wait > 0 && wait <= 60) || tries >= 5)
        throw new ReverieError(content.error ?? answer.statusText, content.code ?? 'http', answer.status);
      await after(wait * 1000);
    }
  }

  /**
   * Your dreams, 60 a page.
   * @param {{ cursor?: string, q?: string, sort?: 'newest' | 'oldest' | 'name-asc' | 'name-desc' }} [query]
   * @returns {Promise<Sessions>}
   */
  dreams(query = {}) {
    return this.call('GET', `/api/sessions?${new URLSearchParams({ sort: 'newest', ...query })}`);
  }

  /**
   * Starts a dream, or joins the one that is live, and resolves once it is ready for prompts.
   * @param {{ sessionId?: string, onWait?: (wait: Wait) => void }} [options]
   * @returns {Promise<Dream>} @throws {ReverieError}
   */
  async connect({ sessionId, onWait } = {}) {
    const dream = new Dream(this, await this.ready(sessionId, onWait));
    await dream.opened;
    return dream;
  }

  /**
   * Watches a live dream. @param {string} id last part of its link, `/watch/…` @param {WatchOptions} [options]
   */
  watch(id, options) {
    return new Watching(this, id, options);
  }

  /**
   * Asks until the dream is ready.
   * @param {string} [sessionId] @param {(wait: Wait) => void} [onWait]
   * @returns {Promise<Connection>}
   */
  async ready(sessionId, onWait) {
    const until = Date.now() + CONNECT_MS;
    for (;;) {
      const answer = await this.call('POST', '/api/stream/connect', sessionId ? { sessionId } : {});
      if (answer.ready && answer.websocketUrl) return answer;
      if (answer.status === 'ended' || answer.status === 'failed')
        throw new ReverieError(answer.error ?? ENDED, answer.status);
      if (Date.now() > until) throw new ReverieError('The dream did not start in time.', 'timeout');
      onWait?.({ position: answer.queuePosition, note: answer.note ?? null });
      await after(POLL_MS);
    }
  }
}

/** A socket of a live dream. */
export class Live {
  /** @type {Map<string, Set<(event: any) => void>>} */
  #handlers = new Map();
  /** Sent once the socket is open again; of a control, its last value. @type {Map<string | number, string>} */
  #outbox = new Map();
  /** Not acknowledged yet. @type {Frame | null} */
  #late = null;
  #ackDelay;
  isOver = false;
  /** @type {WebSocket | null} */
  socket = null;

  /** @param {{ acknowledges?: boolean }} [options] @param {number} [ackDelay] of video, in ms */
  constructor({ acknowledges = true } = {}, ackDelay = 0) {
    this.#ackDelay = ackDelay;
    if (acknowledges) this.on('frame', (frame) => this.acknowledge(frame));
  }

  /**
   * Calls a handler for each event; the result stops it.
   * @template {keyof Events} K @param {K} kind @param {(event: Events[K]) => void} handle
   */
  on(kind, handle) {
    const handlers = this.#handlers.get(kind) ?? new Set();
    this.#handlers.set(kind, handlers.add(handle));
    return () => handlers.delete(handle);
  }

  /** Sends any message of the socket (/api/asyncapi.json). @param {Message} message */
  send(message) {
    if (this.isOver) throw new ReverieError(ENDED, 'closed');
    const text = JSON.stringify(message);
    if (this.socket?.readyState === 1) this.socket.send(text);
    else this.#outbox.set(message.type === 'control' ? message.name : this.#outbox.size, text);
  }

  /** @param {Pick<Frame, 'id' | 'at' | 'codec' | 'asksForAck'>} frame */
  acknowledge(frame) {
    if (!frame.asksForAck) return;
    if (this.#ackDelay === 0 || frame.codec === 0) return this.#acknowledge(frame);
    if (!this.#late)
      void after(this.#ackDelay).then(() => {
        if (this.#late) this.#acknowledge(this.#late);
        this.#late = null;
      });
    this.#late = /** @type {Frame} */ (frame);
  }

  /** @param {{ id: number, at: number }} frame */
  #acknowledge({ id, at }) {
    if (this.socket?.readyState === 1)
      this.send({ type: 'ack', frame_id: id, timestamp: Date.now(), server_timestamp: at });
  }

  /** @param {string} address @param {WatchOptions} [options] */
  open(address, { codecs = [], sound, again } = {}) {
    const asked = [codecs.length > 0 && `codecs=${codecs}`, sound && 'sound=1'];
    const given = [...asked, again && `again=${encodeURIComponent(again)}`].filter(Boolean).join('&');
    const socket = new WebSocket(given ? `${address}${address.includes('?') ? '&' : '?'}${given}` : address);
    socket.binaryType = 'arraybuffer';
    this.socket = socket;
    socket.onopen = () => {
      if (socket !== this.socket) return;
      for (const text of this.#outbox.values()) socket.send(text);
      this.#outbox.clear();
      this.tell('open', null);
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      if (typeof data === 'string') this.#read(data);
      else this.#frame(data);
    };
    socket.onclose = ({ code, reason }) => socket === this.socket && this.lose(code, reason);
  }

  /** Gives up this connection, for example because nothing comes. @param {number} code @param {string} [reason] */
  lose(code, reason = '') {
    this.#leave();
    this.tell('lost', { code, reason });
  }

  /** Closes for good. */
  close(code = 1000, reason = '') {
    this.#leave();
    if (this.isOver) return;
    this.isOver = true;
    this.tell('closed', { code, reason });
  }

  #leave() {
    const { socket } = this;
    this.socket = null;
    this.#late = null;
    socket?.close();
  }

  /** @param {ArrayBuffer} message */
  #frame(message) {
    const view = new DataView(message);
    if (message.byteLength < HEADER_BYTES || view.getUint8(0) !== VERSION) return;
    const [flags, codec] = [view.getUint8(1), view.getUint8(2)];
    if (codec === SOUND) return this.tell('sound', message);
    const [id, at] = [view.getUint32(4), view.getFloat64(8)];
    const key = codec === 0 || !!(flags & 2);
    const data = new Uint8Array(message, HEADER_BYTES);
    this.tell('frame', { id, at, codec, key, asksForAck: !!(flags & 1), data });
  }

  /** @param {string} text */
  #read(text) {
    const message = JSON.parse(text);
    if (message.type === 'prompt_ack') this.tell('receipt', message);
    if (message.type === 'status') this.tell('status', message);
    this.tell('message', message);
  }

  /** @template {keyof Events} K @param {K} kind @param {Events[K]} event */
  tell(kind, event) {
    for (const handle of this.#handlers.get(kind) ?? []) handle(event);
  }
}

/** Your live dream. */
export class Dream extends Live {
  /** @type {Map<string, { resolve: (receipt: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #reverie;
  #next = 1;

  /** @param {Reverie} reverie @param {Connection} connection */
  constructor(reverie, { sessionId, websocketUrl }) {
    super();
    this.#reverie = reverie;
    this.id = sessionId;
    /** Resolves when the socket is open. @type {Promise<void>} */
    this.opened = new Promise((resolve, reject) => {
      this.on('open', () => resolve());
      this.on('closed', ({ reason }) => reject(new ReverieError(reason || 'Closed.', 'closed')));
    });
    this.opened.catch(() => {});
    this.on('message', (message) => this.#answered(message));
    this.on('lost', ({ code, reason }) => {
      if (FINAL.has(code)) this.close(code, reason);
      else void after(LOST_MS).then(() => this.#again());
    });
    this.on('closed', ({ reason }) => {
      for (const { reject } of this.#waiting.values()) reject(new ReverieError(reason || ENDED, 'closed'));
    });
    this.open(websocketUrl ?? '');
  }

  /**
   * Sends a prompt and resolves once it shows, or a newer one superseded it.
   * @param {string} text @returns {Promise<Receipt>}
   */
  prompt(text) {
    const id = `${Date.now().toString(36)}-${this.#next++}`;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.send({ type: 'prompt', id, text });
    });
  }

  /** Sets a control of the generator. @param {string} name @param {number | boolean | string} value */
  control(name, value) {
    this.send({ type: 'control', name, value });
  }

  /**
   * Holds axes (-1 to 1) and buttons of a control of kind `axes` for a second. Repeat it to go on.
   * @param {string} name @param {{ axes?: Record<string, number>, buttons?: string[] }} held
   */
  steer(name, { axes = {}, buttons = [] }) {
    const moved = Object.entries(axes).map(([axis, to]) => `${axis}:${Math.round(to * 8) / 8}`);
    this.control(name, `steer:${[...moved, ...buttons].join(' ')}`);
  }

  /** Ends the dream and keeps its recording. */
  async end() {
    await this.#reverie.call('POST', '/api/stream/end', { sessionId: this.id });
    this.close(1000, 'Ended.');
  }

  /** The connection or the node was lost, not the dream. */
  async #again(tries = 0) {
    try {
      if (this.isOver) return;
      const { websocketUrl } = await this.#reverie.ready(this.id);
      if (!this.isOver) this.open(websocketUrl ?? '');
    } catch (error) {
      if (error instanceof ReverieError || tries > 30) return this.close(1006, String(error));
      await after(POLL_MS);
      await this.#again(tries + 1);
    }
  }

  /** @param {Message} message */
  #answered(message) {
    const waiting = this.#waiting.get(message.id);
    if (message.type === 'prompt_ack') waiting?.resolve(message);
    else if (message.type === 'error') waiting?.reject(new ReverieError(message.error, message.code));
    else return;
    this.#waiting.delete(message.id);
  }
}

/** A dream as its audience sees it, for as long as its link is open. */
export class Watching extends Live {
  #reverie;
  #id;
  /** Used from the next connection on. @type {WatchOptions} */
  options;

  /** @param {Reverie} reverie @param {string} id @param {WatchOptions} [options] */
  constructor(reverie, id, options = {}) {
    super(options, TOGETHER_MS);
    this.#reverie = reverie;
    this.#id = id;
    this.options = { ...options };
    this.on('message', ({ type, role, again }) => {
      if (type === 'audience' && role) this.options.again = again;
    });
    // The link says why.
    this.on('lost', () => this.#askIn(LOST_MS));
    void this.#ask();
  }

  /** @param {number} ms */
  #askIn(ms) {
    void after(ms + Math.random() * SPREAD_MS).then(() => this.#ask());
  }

  async #ask() {
    if (this.isOver) return;
    /** @type {Place} */
    let place = await this.#reverie
      .call('GET', `/api/watch/${encodeURIComponent(this.#id)}`)
      .catch(() => ({}));
    if (!place.state) place = { state: 'offline', websocketUrl: null, watching: 0, sharedUrl: null };
    if (this.isOver) return;
    this.tell('place', place);
    const { state, websocketUrl } = place;
    if (state === 'ended' || state === 'closed') this.close(1000, state);
    else if (websocketUrl) this.open(websocketUrl, this.options);
    else this.#askIn(state === 'full' || state === 'sign-in' ? FULL_MS : WAIT_MS);
  }
}
