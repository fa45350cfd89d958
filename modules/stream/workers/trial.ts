import { newId } from '../../kit/ids.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../protocol/format.ts';
import type { WorkerMessage } from '../../protocol/worker-messages.ts';
import { askedFps, type WorkerLink } from './worker-link.ts';
import type { Drawing } from './worker-slot.ts';

const SIZE = { width: FRAME_WIDTH, height: FRAME_HEIGHT };
const PROMPT = { id: 'test', text: 'a lighthouse above a calm sea at dusk' };
/** Below the time that browsers wait for a response. */
const TIMEOUT_MS = 50_000;

/** Result of asking a worker for one frame. */
export type TrialOutcome = { worker: Pick<WorkerLink, 'generator' | 'version'>; tookMs: number } & (
  | { frame: Uint8Array }
  | { fault: string; isLate: boolean }
);

/**
 * A stand-in for a room that belongs to no user: it ends with the first frame and stores nothing.
 * @param done called once; `hasFailed` says whether the worker should rest
 */
export function createTrial(done: (outcome: TrialOutcome, hasFailed: boolean) => void): Drawing {
  let worker: WorkerLink | null = null;
  let startedAt = 0;
  let lastSaid = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function finish(what: { frame: Uint8Array } | { fault: string; isLate: boolean }): void {
    if (isOver || !worker) return;
    isOver = true;
    clearTimeout(timer);
    const { generator, version } = worker;
    worker.send({ type: 'stop', reason: 'test' });
    const tookMs = performance.now() - startedAt;
    done({ worker: { generator, version }, tookMs, ...what }, 'fault' in what && !what.isLate);
  }

  const fail = (fault: string) => finish({ fault, isLate: false });

  function heard(message: WorkerMessage): void {
    if (message.type === 'loading') lastSaid = message.text ?? lastSaid;
    if (message.type === 'ready') worker?.send({ type: 'prompt', ...PROMPT });
    if (message.type === 'error') fail(message.message);
  }

  function late(): void {
    const seconds = TIMEOUT_MS / 1000;
    const fault = inCodes(() =>
      lastSaid
        ? m.stream_trial_timeout_message({ seconds, message: lastSaid })
        : m.stream_trial_timeout({ seconds }),
    );
    finish({ fault, isLate: true });
  }

  return {
    dream: null,
    assign(given) {
      worker = given;
      startedAt = performance.now();
      timer = setTimeout(late, TIMEOUT_MS);
      worker.send({ type: 'start', session_id: newId(), ...SIZE, fps: askedFps(given.fps), seed: 1 });
    },
    workerMessage: heard,
    workerFrame(frame) {
      finish({ frame: frame.bytes.slice() });
      return null;
    },
    workerSound() {},
    end: () => fail(inCodes(m.stream_trial_gone)),
  };
}
