import { m } from '../../modules/kit/texts/m.ts';
import type { ControlValue } from '../../modules/protocol/controls.ts';
import type { StreamApi } from './api.ts';
import type { FrameWorker } from './frames/start-worker.ts';
import type { ConnectionReport, PastReport, StillReport, WorkerReport } from './frames/worker-messages.ts';
import {
  failureText,
  initialState,
  isOver,
  reduce,
  type ServerEvent,
  type StreamEvent,
  type StreamState,
} from './machine.ts';
import { promptsToSend, type Receipt } from './prompt/receipt.ts';
import { ControlSender } from './settings/control-sender.ts';

const CONNECT_INTERVAL_MS = 2000;
const CONNECT_TRIES = 30;
/** consecutive failed calls before the page reports it */
const UNREACHABLE_TRIES = 3;
const FIRST_SOCKET_WAIT_MS = 3000;
const SOCKET_TIMEOUT_MS = 15_000;
const SOCKET_TRIES = 10;
const SOCKET_INTERVAL_MS = 2000;

const CLOSED_ENDED = 1000;
const CLOSED_TAKEN_OVER = 4001;
const CLOSED_FAILED = 4002;

interface Dependencies {
  api: StreamApi;
  worker: FrameWorker;
  /** monotonic, in ms */
  now(): number;
  /** ms since the epoch */
  today(): number;
  newId(): string;
  /** called when the user has been signed out */
  onSignedOut(): void;
}

/**
 * Manages the connection to one dream: requests it, keeps its socket open and dispatches events to the state machine.
 */
export class StreamController {
  #state: StreamState = initialState;
  readonly #listeners = new Set<() => void>();
  /** separate from the state, so that new figures re-render one small component instead of the page */
  readonly #connectionListeners = new Set<(line: ConnectionReport) => void>();
  readonly #eventListeners = new Set<(event: ServerEvent) => void>();
  readonly #pastListeners = new Set<(report: PastReport | StillReport) => void>();
  #isRewinding = false;
  readonly #deps: Dependencies;
  readonly #controls = new ControlSender((name, value) =>
    this.#deps.worker.post({ type: 'send', text: JSON.stringify({ type: 'control', name, value }) }),
  );
  #socketTries = 0;
  #timers = new Set<ReturnType<typeof setTimeout>>();
  #socketTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    deps.worker.onReport = (report) => this.#onReport(report);
  }

  getState = (): StreamState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  onConnection = (listener: (line: ConnectionReport) => void): (() => void) => {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  };

  /** Called with the relay's messages; the state also stores most of them. */
  onEvent = (listener: (event: ServerEvent) => void): (() => void) => {
    this.#eventListeners.add(listener);
    return () => this.#eventListeners.delete(listener);
  };

  /** Reports each moment of the past that is shown, a few times a second. */
  onPast = (listener: (report: PastReport | StillReport) => void): (() => void) => {
    this.#pastListeners.add(listener);
    return () => this.#pastListeners.delete(listener);
  };

  /** Shows the dream as it was, in ms since its first frame. @param plays plays on from there */
  rewind(at: number, plays: boolean) {
    this.#isRewinding = true;
    this.#deps.worker.post({ type: 'past', at, plays });
  }

  backToLive() {
    this.#deps.worker.post({ type: 'live' });
    this.#showsLive();
  }

  #showsLive() {
    this.#isRewinding = false;
    this.#dispatch({ type: 'rewound', rewound: false });
  }

  /** Has the frame of the past that is shown reported to the listeners. */
  askStill() {
    this.#deps.worker.post({ type: 'still' });
  }

  /** Leaves the dream while `work` replaces it by another one, and returns to it if that fails. */
  async replace(work: () => Promise<unknown>): Promise<void> {
    this.#stopTimers();
    this.#deps.worker.post({ type: 'end' });
    try {
      await work();
    } catch (error) {
      this.#showsLive();
      this.reopen();
      throw error;
    }
  }

  start() {
    void this.#askUntilReady();
  }

  /** Stops all timers and closes the socket. The dream continues until the server gives up on its viewer. */
  stop() {
    this.#stopTimers();
    this.#deps.worker.post({ type: 'end' });
  }

  /** Submits typed or spoken words. `rewrite` first asks the assistant for a better prompt; null means it has none. */
  submit(
    userText: string,
    source: 'typed' | 'voice',
    more: { cleaned?: boolean; rewrite?: ((userText: string) => Promise<string | null>) | null } = {},
  ) {
    const { rewrite } = more;
    const id = this.#deps.newId();
    const at = this.#deps.today();
    // Its effect shows in the live picture.
    if (this.#state.rewound) this.backToLive();
    this.#dispatch({
      type: 'prompt-submitted',
      id,
      userText,
      source,
      cleaned: more.cleaned ?? false,
      at,
      rewriting: Boolean(rewrite),
    });
    if (!rewrite) return this.#sendQueued();
    rewrite(userText)
      .catch(() => null)
      .then((text) => {
        this.#dispatch({ type: 'prompt-rewritten', id, text });
        this.#sendQueued();
      });
  }

  playScore(act: 'play' | 'pause' | 'next') {
    this.send({ type: 'score', act });
  }

  /** Changes a control of the generator. */
  turn(name: string, value: ControlValue) {
    if (this.#state.phase !== 'ready') return;
    this.#dispatch({ type: 'control-turned', name, value });
    this.#controls.turn(name, value);
  }

  /** Sends a message that makes sense only now. */
  send(message: object) {
    if (this.#state.phase === 'ready')
      this.#deps.worker.post({ type: 'send', text: JSON.stringify(message) });
  }

  /** Switches a camera or screen on or off. */
  sendVideo(text: string) {
    if (this.#state.phase === 'ready') this.#deps.worker.post({ type: 'send', text });
  }

  /** Has the dream's sound sent to this port; null ends it. */
  hear = (port: MessagePort | null) => this.#deps.worker.post({ type: 'sound', port });

  /** Sends a frame of it, cropped to this size. The frame is closed. */
  sendFrame(frame: ImageBitmap, size: { width: number; height: number }) {
    this.#deps.worker.post({ type: 'camera', frame, ...size });
  }

  /** Keeps the dream waiting while the user prepares a prompt by voice. */
  stayActive() {
    this.send({ type: 'active' });
  }

  /** @returns true if the dream was ended */
  async end(): Promise<boolean> {
    const { sessionId } = this.#state;
    if (!sessionId) return false;
    const ended = await this.#deps.api.end(sessionId);
    if (ended) this.#dispatch({ type: 'ended' });
    return ended;
  }

  /** Takes the dream back from another window. */
  reopen() {
    this.#socketTries = 0;
    this.#dispatch({ type: 'reopened' });
    void this.#openAgain();
  }

  async #askUntilReady(): Promise<void> {
    let tries = 0;
    let unreachable = 0;
    let first = true;
    while (!isOver(this.#state)) {
      const result = await this.#deps.api.connect();
      if (isOver(this.#state)) return;
      const outOfReach = result.kind === 'unreachable' || result.kind === 'busy';
      unreachable = outOfReach ? unreachable + 1 : 0;
      if (outOfReach && unreachable >= UNREACHABLE_TRIES) {
        const message = result.kind === 'busy' ? result.message : m.stream_message_connection();
        return this.#dispatch({ type: 'refused', message });
      }
      if (result.kind === 'refused') return this.#dispatch({ ...result, type: 'refused' });
      if (result.kind === 'signed-out') return this.#deps.onSignedOut();
      if (result.kind === 'answer') {
        const { answer } = result;
        if (this.#isEnd(answer)) return;
        const ready = answer.ready && answer.websocketUrl !== null;
        this.#dispatch({
          type: 'answered',
          sessionId: answer.sessionId,
          waiting: !ready,
          queuePosition: answer.queuePosition,
          note: answer.note,
        });
        if (ready) {
          // Give a newly ready worker a moment before its first viewer.
          if (!first) await this.#wait(FIRST_SOCKET_WAIT_MS);
          return this.#openSocket(answer.websocketUrl);
        }
        first = false;
        // Waiting in the queue isn't a failure.
        if (answer.queuePosition !== null) tries--;
      }
      if (++tries >= CONNECT_TRIES)
        return this.#dispatch({ type: 'refused', message: m.stream_message_unreachable() });
      await this.#wait(CONNECT_INTERVAL_MS);
    }
  }

  /** Each ticket opens one socket, so every retry requests a new one. Failing to get a ticket counts as an attempt. */
  async #openAgain(): Promise<void> {
    const { sessionId } = this.#state;
    if (sessionId === null) return this.#askUntilReady();
    const result = await this.#deps.api.connect(sessionId);
    if (isOver(this.#state)) return;
    if (result.kind === 'signed-out') return this.#deps.onSignedOut();
    if (result.kind === 'refused') return this.#dispatch({ ...result, type: 'refused' });
    if (result.kind !== 'answer') {
      this.#socketTries++;
      return this.#retrySocket();
    }
    if (this.#isEnd(result.answer)) return;
    if (!result.answer.ready || result.answer.websocketUrl === null) {
      if (result.answer.queuePosition === null) this.#socketTries++;
      return this.#retrySocket();
    }
    this.#openSocket(result.answer.websocketUrl);
  }

  #isEnd(answer: { status: string; error: string | null; counted?: false | undefined }): boolean {
    if (answer.status === 'ended') this.#dispatch({ type: 'ended', message: answer.error });
    if (answer.status === 'failed')
      this.#dispatch({
        type: 'failed',
        message: failureText(answer.error || m.stream_message_server(), answer.counted),
      });
    return isOver(this.#state);
  }

  #openSocket(url: string | null) {
    if (url === null || isOver(this.#state)) return;
    this.#socketTries++;
    this.#deps.worker.post({ type: 'open', url, sessionId: this.#state.sessionId ?? '' });
    this.#socketTimer = setTimeout(() => {
      this.#deps.worker.post({ type: 'close' });
      void this.#retrySocket();
    }, SOCKET_TIMEOUT_MS);
  }

  async #retrySocket(): Promise<void> {
    clearTimeout(this.#socketTimer);
    if (this.#state.phase === 'ready') this.#dispatch({ type: 'socket-lost' });
    if (this.#socketTries >= SOCKET_TRIES) {
      return this.#dispatch({ type: 'refused', message: m.stream_message_unreachable() });
    }
    await this.#wait(SOCKET_INTERVAL_MS);
    if (isOver(this.#state)) return;
    return this.#openAgain();
  }

  #onReport(report: WorkerReport) {
    switch (report.type) {
      case 'opened':
        clearTimeout(this.#socketTimer);
        this.#dispatch({ type: 'socket-opened' });
        for (const prompt of promptsToSend(this.#state.receipts)) this.#sendPrompt(prompt);
        return;
      case 'closed':
        // A drawn frame proves that the connection worked, so start counting attempts from zero.
        if (report.drew) this.#socketTries = 0;
        return this.#onClosed(report.code);
      case 'event':
        for (const listener of this.#eventListeners) listener(report.event);
        if (this.#isOldNews(report.event)) return;
        return this.#dispatch({ type: 'server', event: report.event });
      case 'first-frame':
        return this.#dispatch({ type: 'frame-drawn' });
      case 'prompt-shown':
        return this.#dispatch({ type: 'prompt-shown', id: report.id, now: this.#deps.now() });
      case 'job':
      case 'recording':
      case 'stopped':
        return this.#dispatch(report);
      case 'past':
      case 'still':
        // May have been on its way while the page returned to live.
        if (!this.#isRewinding) return;
        this.#dispatch({ type: 'rewound', rewound: true });
        for (const listener of this.#pastListeners) listener(report);
        return;
      case 'past-end':
        return this.#showsLive();
      case 'line':
        for (const listener of this.#connectionListeners) listener(report);
        return;
    }
  }

  /** True if the event answers a control change that a newer one has replaced. */
  #isOldNews(event: ServerEvent): boolean {
    if (event.type === 'control') return !this.#controls.answered(event.name);
    if (event.type !== 'error' || event.control === undefined) return false;
    return !this.#controls.answered(event.control);
  }

  #onClosed(code: number) {
    this.#controls.drop();
    if (isOver(this.#state)) return;
    if (code === CLOSED_TAKEN_OVER) return this.#dispatch({ type: 'taken-over' });
    if (code === CLOSED_ENDED || code === CLOSED_FAILED) void this.#askForEnd(code);
    else void this.#retrySocket();
  }

  /**
   * If the socket closes before the final status arrives, its code says how the dream ended, but not why or whether it
   * counts.
   */
  async #askForEnd(code: typeof CLOSED_ENDED | typeof CLOSED_FAILED): Promise<void> {
    const { sessionId } = this.#state;
    const result = sessionId === null ? null : await this.#deps.api.connect(sessionId);
    if (isOver(this.#state) || (result?.kind === 'answer' && this.#isEnd(result.answer))) return;
    if (code === CLOSED_ENDED) this.#dispatch({ type: 'ended' });
    else this.#dispatch({ type: 'failed', message: m.stream_message_failed() });
  }

  #sendQueued() {
    if (this.#state.phase !== 'ready') return;
    for (const prompt of promptsToSend(this.#state.receipts)) {
      if (prompt.status === 'queued') this.#sendPrompt(prompt);
    }
  }

  #sendPrompt({ id, text }: Receipt) {
    this.#deps.worker.post({ type: 'send', text: JSON.stringify({ type: 'prompt', id, text }) });
    this.#dispatch({ type: 'prompt-sent', id, now: this.#deps.now() });
  }

  #dispatch(event: StreamEvent) {
    const before = this.#state;
    this.#state = reduce(before, event);
    if (this.#state === before) return;
    if (isOver(this.#state)) {
      this.#stopTimers();
      // If the dream lives on in another window, keep watching for its end.
      this.#deps.worker.post({ type: this.#state.phase === 'taken-over' ? 'close' : 'end' });
    }
    for (const listener of this.#listeners) listener();
  }

  #wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        resolve();
      }, ms);
      this.#timers.add(timer);
    });
  }

  #stopTimers() {
    this.#controls.drop();
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#socketTimer);
  }
}
