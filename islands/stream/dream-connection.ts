import { m } from '../../modules/kit/texts/m.ts';
import type { StreamApi } from './api.ts';
import type { FrameWorker } from './frames/start-worker.ts';
import { failureText, isOver, type StreamEvent, type StreamState } from './machine.ts';

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

interface ConnectionDeps {
  api: StreamApi;
  worker: FrameWorker;
  /** called when the user has been signed out */
  onSignedOut(): void;
  getState(): StreamState;
  dispatch(event: StreamEvent): void;
}

/** Requests a dream until it is ready, and keeps its socket open until the dream is over. */
export class DreamConnection {
  readonly #deps: ConnectionDeps;
  #socketTries = 0;
  readonly #timers = new Set<ReturnType<typeof setTimeout>>();
  #socketTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(deps: ConnectionDeps) {
    this.#deps = deps;
  }

  start() {
    void this.#askUntilReady();
  }

  /** Takes the dream back from another window. */
  reopen() {
    this.#socketTries = 0;
    void this.#openAgain();
  }

  opened() {
    clearTimeout(this.#socketTimer);
    this.#deps.dispatch({ type: 'socket-opened' });
  }

  /** The socket has closed. @param drew it has drawn a frame, so attempts count from zero again */
  closed({ code, drew }: { code: number; drew: boolean }) {
    if (drew) this.#socketTries = 0;
    if (this.#isOver()) return;
    if (code === CLOSED_TAKEN_OVER) return this.#deps.dispatch({ type: 'taken-over' });
    if (code === CLOSED_ENDED || code === CLOSED_FAILED) void this.#askForEnd(code);
    else void this.#retrySocket();
  }

  stopTimers() {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
    clearTimeout(this.#socketTimer);
  }

  async #askUntilReady(): Promise<void> {
    let tries = 0;
    let unreachable = 0;
    let first = true;
    while (!this.#isOver()) {
      const result = await this.#deps.api.connect();
      if (this.#isOver()) return;
      const outOfReach = result.kind === 'unreachable' || result.kind === 'busy';
      unreachable = outOfReach ? unreachable + 1 : 0;
      if (outOfReach && unreachable >= UNREACHABLE_TRIES) {
        const message = result.kind === 'busy' ? result.message : m.stream_message_connection();
        return this.#deps.dispatch({ type: 'refused', message });
      }
      if (result.kind === 'refused') return this.#deps.dispatch({ ...result, type: 'refused' });
      if (result.kind === 'signed-out') return this.#deps.onSignedOut();
      if (result.kind === 'answer') {
        const { answer } = result;
        if (this.#isEnd(answer)) return;
        const ready = answer.ready && answer.websocketUrl !== null;
        this.#deps.dispatch({
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
        return this.#deps.dispatch({ type: 'refused', message: m.stream_message_unreachable() });
      await this.#wait(CONNECT_INTERVAL_MS);
    }
  }

  /** Each ticket opens one socket, so every retry requests a new one. Failing to get a ticket counts as an attempt. */
  async #openAgain(): Promise<void> {
    const { sessionId } = this.#deps.getState();
    if (sessionId === null) return this.#askUntilReady();
    const result = await this.#deps.api.connect(sessionId);
    if (this.#isOver()) return;
    if (result.kind === 'signed-out') return this.#deps.onSignedOut();
    if (result.kind === 'refused') return this.#deps.dispatch({ ...result, type: 'refused' });
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
    if (answer.status === 'ended') this.#deps.dispatch({ type: 'ended', message: answer.error });
    if (answer.status === 'failed')
      this.#deps.dispatch({
        type: 'failed',
        message: failureText(answer.error || m.stream_message_server(), answer.counted),
      });
    return this.#isOver();
  }

  #openSocket(url: string | null) {
    if (url === null || this.#isOver()) return;
    this.#socketTries++;
    this.#deps.worker.post({ type: 'open', url, sessionId: this.#deps.getState().sessionId ?? '' });
    this.#socketTimer = setTimeout(() => {
      this.#deps.worker.post({ type: 'close' });
      void this.#retrySocket();
    }, SOCKET_TIMEOUT_MS);
  }

  async #retrySocket(): Promise<void> {
    clearTimeout(this.#socketTimer);
    if (this.#deps.getState().phase === 'ready') this.#deps.dispatch({ type: 'socket-lost' });
    if (this.#socketTries >= SOCKET_TRIES) {
      return this.#deps.dispatch({ type: 'refused', message: m.stream_message_unreachable() });
    }
    await this.#wait(SOCKET_INTERVAL_MS);
    if (this.#isOver()) return;
    return this.#openAgain();
  }

  /**
   * If the socket closes before the final status arrives, its code says how the dream ended, but not why or whether it
   * counts.
   */
  async #askForEnd(code: typeof CLOSED_ENDED | typeof CLOSED_FAILED): Promise<void> {
    const { sessionId } = this.#deps.getState();
    const result = sessionId === null ? null : await this.#deps.api.connect(sessionId);
    if (this.#isOver() || (result?.kind === 'answer' && this.#isEnd(result.answer))) return;
    if (code === CLOSED_ENDED) this.#deps.dispatch({ type: 'ended' });
    else this.#deps.dispatch({ type: 'failed', message: m.stream_message_failed() });
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

  #isOver(): boolean {
    return isOver(this.#deps.getState());
  }
}
