import { setTimeout as after } from 'node:timers/promises';
import sharp from 'sharp';
import type { RelayMessage } from '../../modules/protocol/worker-messages.ts';
import type { RunningServer } from '../server.ts';
import { connectWorker, type FakeWorker, HELLO } from '../wire/fake-worker.ts';
import type { WorkerPlan } from './round-plan.ts';

export const FPS = 8;
const DIALS_INTERVAL_MS = 500;

/** Small, since compiling the videos is what makes a round expensive. */
const picture: Uint8Array = await sharp({
  create: { width: 64, height: 36, channels: 3, background: { r: 30, g: 90, b: 160 } },
})
  .jpeg()
  .toBuffer();

/** A dream assigned to a worker. */
export interface Drawing {
  worker: string;
  /** index of the worker's node */
  node: number;
  /** when it can render, by the test's clock */
  readyAt: number;
  /** the relay has withdrawn it, or is gone */
  isOver: boolean;
}

/** Every dream assigned to a worker in a round, by session id. */
export type Drawings = Map<string, Drawing>;

/** A worker that keeps connecting to its node during the round and renders each dream it gets. */
export function sendWorker(
  name: string,
  plan: WorkerPlan,
  { server, drawings, faults }: { server(): RunningServer; drawings: Drawings; faults: string[] },
) {
  let isDismissed = false;
  let worker: FakeWorker | null = null;
  let drawing: Drawing | null = null;
  let firstPicture: ReturnType<typeof setTimeout> | undefined;

  function heard(message: RelayMessage): void {
    if (message.type === 'start') begin(message.session_id);
    if (message.type === 'stop') release();
    if (message.type === 'prompt')
      firstPicture ??= setTimeout(() => worker?.stream(FPS), plan.firstPictureMs);
  }

  function begin(sessionId: string): void {
    if (drawing) faults.push(`${name} was given a dream while it drew another one`);
    const other = drawings.get(sessionId);
    if (other) faults.push(`${sessionId} was given to ${name} and before to ${other.worker}`);
    drawing = { worker: name, node: plan.node, readyAt: performance.now() + plan.loadsMs, isOver: false };
    drawings.set(sessionId, drawing);
  }

  function release(): void {
    clearTimeout(firstPicture);
    firstPicture = undefined;
    if (drawing) drawing.isOver = true;
    drawing = null;
  }

  async function work(): Promise<void> {
    await after(plan.dialsAfterMs);
    while (!isDismissed) {
      // Fails if the node is down; waits if it is frozen.
      worker = await connectWorker(server(), {
        hello: { ...HELLO, worker_id: name, width: 64, height: 36, fps: FPS },
        loadsMs: plan.loadsMs,
        jpeg: picture,
        onMessage: heard,
      }).catch(() => null);
      if (isDismissed) worker?.terminate();
      await worker?.closed;
      release();
      await after(DIALS_INTERVAL_MS);
    }
  }
  const working = work();

  return {
    async dismiss(): Promise<void> {
      isDismissed = true;
      worker?.terminate();
      await working;
    },
  };
}
