import type { RunningServer } from '../server.ts';
import {
  connectWorker,
  type FakeWorker,
  HELLO,
  SMALL,
  smallPicture,
  type WorkerOptions,
} from '../wire/fake-worker.ts';

/** Enough to count as live, and cheap to draw, send, show and compile. */
const FPS = 4;

/**
 * A worker whose dreams cost almost nothing, for tests that aren't about the stream itself: the painter and a page
 * showing it at full rate keep a core busy. Start the server with `WORKERS=fleet` and the `WORKER_TOKEN`.
 */
export async function connectLightWorker(
  server: RunningServer,
  options: { fps?: number; jpeg?: Uint8Array; hello?: object } = {},
): Promise<FakeWorker> {
  const { fps = FPS, jpeg = smallPicture } = options;
  const onMessage: WorkerOptions['onMessage'] = ({ type }) => {
    if (type === 'start') worker.stream(fps);
  };
  const hello = { ...HELLO, ...SMALL, fps, ...options.hello };
  const worker = await connectWorker(server, { hello, jpeg, onMessage });
  await worker.reported('welcome');
  return worker;
}
