import { api } from '../../modules/kit/browser/api.ts';
import type { WatchAnswer } from '../../modules/stream/contract/schemas.ts';
import type { FrameWorker } from '../stream/frames/start-worker.ts';
import type { WorkerReport } from '../stream/frames/worker-messages.ts';
import { keepRole, withRole } from './kept-role.ts';
import { reduceWatch, type WatchEvent, type WatchState } from './watch-state.ts';

/** Interval between checks of a link that has nothing to show yet. */
const WAIT_MS = 3_000;
const FULL_MS = 10_000;
/** Close code when another server takes over the dream. */
const MOVED = 1012;
/** After a lost connection; spread, so that an audience doesn't come back all at once. */
const AGAIN_MS = 500;
const SPREAD_MS = 1_500;

/** States in which the link has nothing more to show. */
const FINAL: readonly WatchState['place'][] = ['ended', 'closed', 'sign-in'];

/** Keeps a watcher's connection to one dream, for as long as its link is open. */
export class WatchController {
  #state: WatchState;
  readonly #watchId: string;
  readonly #worker: FrameWorker;
  readonly #listeners = new Set<() => void>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = false;
  /** own suggestions that the dream’s next server doesn’t know */
  #unknown: string[] = [];

  constructor(watchId: string, first: WatchState, worker: FrameWorker) {
    this.#watchId = watchId;
    this.#state = first;
    this.#worker = worker;
    worker.onReport = (report) => this.#onReport(report);
  }

  getState = (): WatchState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  start() {
    if (!FINAL.includes(this.#state.place)) void this.#ask();
  }

  stop() {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#worker.post({ type: 'end' });
  }

  send(message: object) {
    if (this.#state.open) this.#worker.post({ type: 'send', text: JSON.stringify(message) });
  }

  /** Has the dream's sound sent to this port; null ends it. */
  hear = (port: MessagePort | null) => this.#worker.post({ type: 'sound', port });

  vote = (id: string) => {
    this.send({ type: 'vote', id });
    this.#dispatch({ type: 'voted', id });
  };

  readFault() {
    this.#dispatch({ type: 'fault-read' });
  }

  async #ask(): Promise<void> {
    const address = `/api/watch/${encodeURIComponent(this.#watchId)}`;
    const answer = await api<WatchAnswer>('GET', address).catch(() => null);
    if (this.#stopped) return;
    if (!answer) {
      this.#dispatch({ type: 'unreachable' });
      return this.#askIn(WAIT_MS);
    }
    this.#dispatch({ type: 'answered', answer });
    const { state, websocketUrl } = answer;
    if (FINAL.includes(state)) return;
    if (websocketUrl)
      this.#worker.post({ type: 'open', url: withRole(websocketUrl, this.#watchId), sessionId: null });
    else this.#askIn(state === 'full' ? FULL_MS : WAIT_MS);
  }

  #askIn(ms: number) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), ms + Math.random() * SPREAD_MS);
  }

  #onReport(report: WorkerReport) {
    switch (report.type) {
      case 'opened':
        this.#dispatch({ type: 'opened' });
        for (const text of this.#unknown.splice(0)) this.send({ type: 'suggest', text });
        return;
      case 'closed':
        if (report.code === MOVED) this.#unknown = this.#state.sent.map(({ text }) => text);
        this.#dispatch({ type: 'lost' });
        // The link says why: the dream has ended, the link is closed, another server has it.
        return this.#askIn(AGAIN_MS);
      case 'event':
        if (report.event.type === 'audience' && 'role' in report.event)
          keepRole(this.#watchId, report.event.again);
        return this.#dispatch({ type: 'server', event: report.event });
      case 'first-frame':
        return this.#dispatch({ type: 'frame-drawn' });
      case 'stopped':
      case 'job':
        return this.#dispatch(report);
    }
  }

  #dispatch(event: WatchEvent) {
    const before = this.#state;
    this.#state = reduceWatch(before, event);
    if (this.#state !== before) for (const listener of this.#listeners) listener();
  }
}
