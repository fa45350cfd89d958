// @ts-check
/**
 * A small client for Reverie's API: https://…/api/docs. Runs in browsers, Node (22 or later), Bun and Deno.
 *
 * @typedef {{ id: number, at: number, codec: number, key: boolean, data: Uint8Array<ArrayBuffer> }} Frame
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
 * @typedef {{ frame: Frame, status: Status, receipt: Receipt, message: Message, closed: { code: number, reason: string } }} Events
 */

const POLL_MS = 2000;
const CONNECT_MS = 10 * 60_000;
const HEADER_BYTES = 16;
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
  #token;

  /**
   * @param {object} options
   * @param {string} options.url `https://dreams.example`
   * @param {string} options.token an API token from Settings: `rvt_…`
   */
  constructor({ url, token }) {
    this.#url = url.replace(/\/$/, '');
    this.#token = token;
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
        headers: {
          authorization: `Bearer ${this.#token}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: JSON.stringify(body),
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

/** A live dream. */
export class Dream {
  /** @type {Map<string, Set<(event: any) => void>>} */
  #handlers = new Map();
  /** @type {Map<string, { resolve: (receipt: Receipt) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  #reverie;
  /** Sent once the socket is open again. @type {string[]} */
  #outbox = [];
  #next = 1;
  /** @type {WebSocket | null} */
  #socket = null;
  #isOver = false;

  /** @param {Reverie} reverie @param {Connection} connection */
  constructor(reverie, { sessionId, websocketUrl }) {
    this.#reverie = reverie;
    this.id = sessionId;
    /** Resolves when the socket is open. @type {Promise<void>} */
    this.opened = new Promise((resolve, reject) => {
      this.#socket = this.#open(websocketUrl ?? '', resolve);
      this.on('closed', ({ reason }) => reject(new ReverieError(reason || 'Closed.', 'closed')));
    });
    this.opened.catch(() => {});
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

  /** Sends any message of the viewer's socket (/api/asyncapi.json). @param {Message} message */
  send(message) {
    if (this.#isOver) throw new ReverieError(ENDED, 'closed');
    const text = JSON.stringify(message);
    if (this.#socket?.readyState === 1) this.#socket.send(text);
    else if (message.type !== 'ack') this.#outbox.push(text);
  }

  /** Ends the dream and keeps its recording. */
  async end() {
    await this.#reverie.call('POST', '/api/stream/end', { sessionId: this.id });
    this.#close(1000, 'Ended.');
    this.#socket?.close();
  }

  /** @param {string} address @param {() => void} [opened] */
  #open(address, opened) {
    const socket = new WebSocket(address);
    socket.binaryType = 'arraybuffer';
    socket.addEventListener('open', () => {
      for (const text of this.#outbox.splice(0)) socket.send(text);
      opened?.();
    });
    socket.addEventListener('message', ({ data }) =>
      typeof data === 'string' ? this.#read(JSON.parse(data)) : this.#frame(data),
    );
    socket.addEventListener('close', ({ code, reason }) => {
      if (this.#isOver || socket !== this.#socket) return;
      if (FINAL.has(code)) this.#close(code, reason);
      else void after(500).then(() => this.#again());
    });
    return socket;
  }

  /** The connection or the node was lost, not the dream. */
  async #again(tries = 0) {
    try {
      const { websocketUrl } = await this.#reverie.ready(this.id);
      this.#socket = this.#open(websocketUrl ?? '');
    } catch (error) {
      if (error instanceof ReverieError || tries > 30) return this.#close(1006, String(error));
      await after(POLL_MS);
      await this.#again(tries + 1);
    }
  }

  /** @param {number} code @param {string} reason */
  #close(code, reason) {
    if (this.#isOver) return;
    this.#isOver = true;
    for (const { reject } of this.#waiting.values())
      reject(new ReverieError(reason || ENDED, 'closed'));
    this.#waiting.clear();
    this.#tell('closed', { code, reason });
  }

  /** @param {ArrayBuffer} message */
  #frame(message) {
    const view = new DataView(message);
    const [flags, codec] = [view.getUint8(1), view.getUint8(2)];
    const [id, at] = [view.getUint32(4), view.getFloat64(8)];
    const key = codec === 0 || !!(flags & 2);
    this.#tell('frame', { id, at, codec, key, data: new Uint8Array(message, HEADER_BYTES) });
    if (!(flags & 1) || this.#isOver) return;
    this.send({ type: 'ack', frame_id: id, timestamp: Date.now(), server_timestamp: at });
  }

  /** @param {any} message */
  #read(message) {
    const { type, id } = message;
    const waiting = this.#waiting.get(id);
    if (type === 'prompt_ack') waiting?.resolve(message);
    if (type === 'error') waiting?.reject(new ReverieError(message.error, message.code));
    if (type === 'prompt_ack' || type === 'error') this.#waiting.delete(id);
    if (type === 'prompt_ack') this.#tell('receipt', message);
    if (type === 'status') this.#tell('status', message);
    this.#tell('message', message);
  }

  /** @param {keyof Events} kind @param {any} event */
  #tell(kind, event) {
    for (const handle of this.#handlers.get(kind) ?? []) handle(event);
  }
}
