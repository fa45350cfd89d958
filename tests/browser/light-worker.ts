import type { RunningServer } from '../server.ts';
import {
  connectWorker,
  type FakeWorker,
  HELLO,
  SMALL,
  smallPicture,
  type WorkerOptions,
} from '../wire/fake-worker.ts';

/** Enough for a page to be called live, and little to draw, to send, to show and to compile. */
const FPS = 4;

/**
 * A worker whose dreams cost next to nothing, for tests of what stands around the picture: the painter and a page that
 * shows it at its rate keep a core busy. The server has to be started with `WORKERS=fleet` and the `WORKER_TOKEN`.
 */
export async function connectLightWorker(
  server: RunningServer,
  options: { fps?: number; jpeg?: Uint8Array } = {},
): Promise<FakeWorker> {
  const { fps = FPS, jpeg = smallPicture } = options;
  const onMessage: WorkerOptions['onMessage'] = ({ type }) => {
    if (type === 'start') worker.stream(fps);
  };
  const worker = await connectWorker(server, { hello: { ...HELLO, ...SMALL, fps }, jpeg, onMessage });
  await worker.reported('welcome');
  return worker;
}
