import { startWorkerProcess, type WorkerProcess } from './worker-process.ts';

/** A test's engines and workers, which are stopped at its end. */
export function createEngineBeds(relay: () => string) {
  const closing: (() => Promise<unknown>)[] = [];
  return {
    async worker(env: Record<string, string>): Promise<WorkerProcess> {
      const started = await startWorkerProcess(relay(), env);
      closing.push(started.dispose);
      return started;
    },
    async peer<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
      const started = await starting;
      closing.push(started.stop);
      return started;
    },
    async closeAll(): Promise<void> {
      for (const close of closing.splice(0).reverse()) await close();
    },
  };
}
