import type { RunningServer } from '../server.ts';
import { type FakeViewer, openViewer } from './fake-viewer.ts';
import { connectWorker, type FakeWorker, smallPicture } from './fake-worker.ts';
import { until } from './inbox.ts';
import type { Person } from './person.ts';

/** A person's dream on a worker connected to the given server, watched up to a number of frames. */
export async function watchDream(
  server: RunningServer,
  person: Person,
  { pictures = 16, fps = 16 } = {},
): Promise<{ sessionId: string; worker: FakeWorker; viewer: FakeViewer }> {
  const worker = await connectWorker(server, { jpeg: smallPicture });
  const { sessionId, websocketUrl } = await person.connectUntilReady();
  const viewer = await openViewer(websocketUrl);
  viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
  await worker.reported('prompt');
  worker.stream(fps);
  await until('its pictures', () => viewer.frames.items.length >= pictures);
  return { sessionId, worker, viewer };
}
