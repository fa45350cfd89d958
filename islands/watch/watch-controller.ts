import type { FrameWorker } from '../stream/frames/start-worker.ts';
import type { WorkerReport } from '../stream/frames/worker-messages.ts';
import { keepRole, keptRole } from './kept-role.ts';
import { reduceWatch, type WatchEvent, type WatchState } from './watch-state.ts';

/** Close code when another server takes over the dream. */
const MOVED = 1012;

/** States in which the link has nothing more to show. */
const FINAL: readonly WatchState['place'][] = ['ended', 'closed'];

/** A watcher's state and actions. The frame worker keeps the connection. */
export class WatchController {
  #state: WatchState;
  readonly #watchId: string;
  readonly #worker: FrameWorker;
  readonly #listeners = new Set<() => void>();
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
    if (FINAL.includes(this.#state.place)) return;
    const { lang: language } = document.documentElement;
    this.#worker.post({ type: 'watch', watchId: this.#watchId, language, again: keptRole(this.#watchId) });
  }

  stop() {
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

  #onReport(report: WorkerReport) {
    switch (report.type) {
      case 'opened':
        this.#dispatch({ type: 'opened' });
        for (const text of this.#unknown.splice(0)) this.send({ type: 'suggest', text });
        return;
      case 'closed':
        if (report.code === MOVED) this.#unknown = this.#state.sent.map(({ text }) => text);
        return this.#dispatch({ type: 'lost' });
      case 'place':
        return this.#dispatch(report);
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
