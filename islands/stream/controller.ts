import type { ControlValue } from '../../modules/protocol/controls.ts';
import type { StreamApi } from './api.ts';
import { DreamConnection } from './dream-connection.ts';
import type { FrameWorker } from './frames/start-worker.ts';
import type { ConnectionReport, PastReport, StillReport, WorkerReport } from './frames/worker-messages.ts';
import {
  initialState,
  isOver,
  reduce,
  type ServerEvent,
  type StreamEvent,
  type StreamState,
} from './machine.ts';
import { promptsToSend, type Receipt } from './prompt/receipt.ts';
import { ControlSender } from './settings/control-sender.ts';

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
 * Directs one dream: dispatches what its connection and its frame worker report to the state machine, and sends what the
 * person does.
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
  readonly #connection: DreamConnection;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.#connection = new DreamConnection({
      ...deps,
      getState: this.getState,
      dispatch: (event) => this.#dispatch(event),
    });
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
    this.#connection.start();
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
    this.#dispatch({ type: 'reopened' });
    this.#connection.reopen();
  }

  #onReport(report: WorkerReport) {
    switch (report.type) {
      case 'opened':
        this.#connection.opened();
        for (const prompt of promptsToSend(this.#state.receipts)) this.#sendPrompt(prompt);
        return;
      case 'closed':
        this.#controls.drop();
        return this.#connection.closed(report);
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

  #stopTimers() {
    this.#controls.drop();
    this.#connection.stopTimers();
  }
}
