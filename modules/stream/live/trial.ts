import { newId } from '../../../src/kit/ids.ts';
import { frameJpeg, readFrameHeader } from '../shared/frame.ts';
import type { WorkerMessage } from './protocol.ts';
import { askedFps, type WorkerLink } from './worker-link.ts';
import type { Drawing } from './worker-slot.ts';

const SIZE = { width: 1280, height: 720 };
const PROMPT = { id: 'test', text: 'a lighthouse above a calm sea at dusk' };
/** Browsers wait no longer for an answer. */
const TIMEOUT_MS = 50_000;

/** What a worker drew when it was asked for one picture. */
export type TrialOutcome = { worker: Pick<WorkerLink, 'generator' | 'version'>; tookMs: number } & (
  | { picture: Uint8Array }
  | { fault: string }
);

/** A dream of nobody's: it ends with its first picture, and nothing of it is kept. */
export function createTrial(done: (outcome: TrialOutcome & { hasFailed: boolean }) => void): Drawing {
  let worker: WorkerLink | null = null;
  let startedAt = 0;
  let lastSaid = '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;

  function finish(what: { picture: Uint8Array } | { fault: string }, hasFailed = 'fault' in what): void {
    if (isOver || !worker) return;
    isOver = true;
    clearTimeout(timer);
    const { generator, version } = worker;
    worker.send({ type: 'stop', reason: 'test' });
    done({ worker: { generator, version }, tookMs: performance.now() - startedAt, ...what, hasFailed });
  }

  function heard(message: WorkerMessage): void {
    if (message.type === 'loading') lastSaid = message.text ?? lastSaid;
    if (message.type === 'ready') worker?.send({ type: 'prompt', ...PROMPT });
    if (message.type === 'error') finish({ fault: message.message });
  }

  return {
    dream: null,
    assign(given) {
      worker = given;
      startedAt = performance.now();
      const said = () => (lastSaid ? ` Its last words: ${lastSaid}` : '');
      timer = setTimeout(
        () => finish({ fault: `It drew nothing within ${TIMEOUT_MS / 1000} s.${said()}` }, false),
        TIMEOUT_MS,
      );
      worker.send({ type: 'start', session_id: newId(), ...SIZE, fps: askedFps(given.fps), seed: 1 });
    },
    workerMessage: heard,
    workerFrame(frame) {
      const header = readFrameHeader(frame);
      if (typeof header === 'string') return header;
      finish({ picture: frameJpeg(frame).slice() });
      return null;
    },
    end: () => finish({ fault: 'It went away while it drew.' }),
  };
}
