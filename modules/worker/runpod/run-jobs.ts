import type { Generator } from '../../generator/generator.ts';
import type { Log } from '../../kit/log.ts';
import type { RunpodBox } from './box.ts';
import { createBoxCalls } from './box-calls.ts';
import { serveJob } from './serve-job.ts';

/**
 * Serves a RunPod endpoint: takes one job after another, each of them one dream for some relay, and pings RunPod. Takes
 * jobs only once the generator is ready, so that no dream waits or pays for loading it.
 */
export function runJobs(box: RunpodBox, generator: Generator, opened: Promise<void>, log: Log) {
  const calls = createBoxCalls(box, log);
  let current: { id: string; cancel: AbortController; done: Promise<void> } | null = null;
  let stopping = false;

  const ping = () => void calls.ping(current?.id ?? null);
  const pings = setInterval(ping, box.pingEveryMs);
  ping();

  async function takeJobs(): Promise<void> {
    await opened;
    if (box.stopUrl) void hearStops(box.stopUrl);
    while (!stopping) {
      const job = await calls.take();
      if (!job) continue;
      const cancel = new AbortController();
      log.info('job', { job: job.id });
      const done = serveJob(job, { generator, workerId: box.workerId, log, signal: cancel.signal }).then(
        async (result) => {
          log.info('job ended', { job: job.id, ...result });
          await calls.report(job.id, result);
        },
      );
      current = { id: job.id, cancel, done };
      await done;
      current = null;
    }
  }

  async function hearStops(stopUrl: string): Promise<void> {
    while (!stopping) {
      const ids = await calls.stopped(stopUrl);
      if (current && ids.includes(current.id)) current.cancel.abort();
    }
  }

  const failure = Promise.withResolvers<never>();
  takeJobs().catch(failure.reject);
  return {
    /** Rejects with a GeneratorFault if this worker can never generate. */
    failed: failure.promise,
    async stop(): Promise<void> {
      stopping = true;
      clearInterval(pings);
      current?.cancel.abort();
      await current?.done;
      await generator.stop();
      await generator.close?.();
    },
  };
}
