import { type RunningServer, type ServerOptions, startServer } from '../server.ts';
import { type FakeViewer, openViewer, type ViewerOptions } from './fake-viewer.ts';
import { connectWorker, type FakeWorker, WORKER_TOKEN, type WorkerOptions } from './fake-worker.ts';
import { type Person, signInAsAdmin } from './person.ts';

/** A real server that waits for workers, with an admin who has unlimited dreams. */
export interface Stage {
  server: RunningServer;
  admin: Person;
  worker(options?: WorkerOptions): Promise<FakeWorker>;
  viewer(url: string, options?: ViewerOptions): Promise<FakeViewer>;
  /** A dream of the admin's, with worker and viewer, not yet prompted. */
  dream(options?: { worker?: WorkerOptions; viewer?: ViewerOptions; format?: string }): Promise<{
    sessionId: string;
    worker: FakeWorker;
    viewer: FakeViewer;
  }>;
  /** As above, after the first prompt and frame. */
  liveDream(options?: { worker?: WorkerOptions }): Promise<{
    sessionId: string;
    worker: FakeWorker;
    viewer: FakeViewer;
  }>;
  /** Erases ended dreams: compiling a video that no test needs takes longer than most tests. */
  erase(...sessionIds: string[]): Promise<void>;
  /** Closes every connection, and ends and erases the dreams. */
  clear(): Promise<void>;
  dispose(): Promise<void>;
}

export async function openStage(
  env: Record<string, string> = {},
  options: Pick<ServerOptions, 'command'> = {},
): Promise<Stage> {
  const server = await startServer({
    ...options,
    env: { WORKERS: 'fleet', WORKER_TOKEN, LOG_LEVEL: 'warn', ...env },
  });
  const admin = await signInAsAdmin(server);
  const workers: FakeWorker[] = [];
  const viewers: FakeViewer[] = [];
  const dreamt: string[] = [];

  const stage: Stage = {
    server,
    admin,
    async worker(options) {
      const worker = await connectWorker(server, options);
      workers.push(worker);
      return worker;
    },
    async viewer(url, options) {
      const viewer = await openViewer(url, options);
      viewers.push(viewer);
      return viewer;
    },
    async dream(options = {}) {
      const worker = await stage.worker(options.worker);
      const { sessionId, websocketUrl } = await admin.connectUntilReady();
      dreamt.push(sessionId);
      const format = options.format ? `&format=${options.format}` : '';
      const viewer = await stage.viewer(websocketUrl + format, options.viewer);
      await worker.reported('start');
      return { sessionId, worker, viewer };
    },
    async liveDream(options) {
      const dream = await stage.dream(options);
      dream.viewer.send({ type: 'prompt', id: 'first', text: 'a quiet sea' });
      await dream.worker.reported('prompt');
      dream.worker.frame();
      await dream.viewer.frames.find('the first picture', () => true);
      return dream;
    },
    async erase(...sessionIds) {
      const over = { session_ids: sessionIds };
      await admin.call('PATCH', '/api/sessions/hide', over);
      await admin.call('DELETE', '/api/trash', over);
    },
    async clear() {
      const { sessionId, status } = await admin.connect();
      if (status !== 'failed') await admin.call('POST', '/api/stream/end', { sessionId });
      // Also end dreams that a test started without the stage.
      if (!dreamt.includes(sessionId)) dreamt.push(sessionId);
      for (const viewer of viewers.splice(0)) viewer.terminate();
      for (const worker of workers.splice(0)) {
        worker.terminate();
        await worker.closed;
      }
      await stage.erase(...dreamt.splice(0));
    },
    dispose: () => server.dispose(),
  };
  return stage;
}
