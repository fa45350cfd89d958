import { z } from 'zod';
import { fetchBounded } from '../../kit/http/outgoing.ts';
import type { Log } from '../../kit/log.ts';
import { parseJson } from '../../kit/parse-json.ts';
import { englishText } from '../../kit/texts/codes.ts';
import type { RunpodBox } from './box.ts';

/** RunPod answers the calls for jobs and cancellations only when there are some (long polling). */
const POLL_LIMITS = { timeoutMs: 90_000, maxBytes: 10 * 1024 * 1024 };
const CALL_LIMITS = { timeoutMs: 20_000, maxBytes: 1024 * 1024 };
const OUTPUT_WAITS_MS = [1_000, 1_000, 2_000, 3_000, 5_000];
/** Pause after an empty answer, in case the server doesn't hold the call open. */
const NEXT_MS = 1_000;
const BUSY_MS = 5_000;

const jobTaken = z.object({ id: z.string().min(1).max(128), input: z.unknown() });
export type TakenJob = z.infer<typeof jobTaken>;

/** A job's result in RunPod's format. */
export type JobResult = { output: Record<string, unknown> } | { error: string };

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The calls from a worker to its endpoint. None of them rejects. */
export function createBoxCalls(box: RunpodBox, log: Log) {
  const headers = { authorization: box.apiKey };

  async function poll(url: string): Promise<unknown> {
    const answer = await fetchBounded(url, { headers }, POLL_LIMITS).catch(() => null);
    if (answer?.response.status === 200) {
      const json = parseJson(answer.bytes);
      if (json !== null) return json;
    }
    await wait(answer?.response.status === 429 ? BUSY_MS : NEXT_MS);
    return null;
  }

  return {
    /** Returns the next job, or null if there is none yet. */
    async take(): Promise<TakenJob | null> {
      const json = await poll(box.takeUrl(false));
      if (json === null) return null;
      const job = jobTaken.safeParse(json);
      if (job.success) return job.data;
      log.warn('RunPod gave a job without an id');
      await wait(NEXT_MS);
      return null;
    },

    /** Ids of cancelled jobs. */
    async stopped(stopUrl: string): Promise<string[]> {
      const parsed = z.object({ jobsToStop: z.array(z.string()) }).safeParse(await poll(stopUrl));
      return parsed.success ? parsed.data.jobsToStop : [];
    },

    async ping(jobId: string | null): Promise<void> {
      const url = box.pingUrl(jobId);
      if (url) await fetchBounded(url, { headers }, CALL_LIMITS).catch(() => null);
    },

    /** Reports a job's result. Retries a few times, because otherwise RunPod bills the job until it times out. */
    async report(jobId: string, result: JobResult): Promise<void> {
      for (let tries = 0; ; tries++) {
        const answer = await fetchBounded(
          box.outputUrl(jobId),
          {
            method: 'POST',
            // RunPod's own workers also send JSON with this content type.
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            body: JSON.stringify('error' in result ? { error: englishText(result.error) } : result),
          },
          CALL_LIMITS,
        ).catch(() => null);
        const status = answer?.response.status ?? 0;
        const isHeard = status >= 200 && status < 500 && status !== 429;
        const ms = OUTPUT_WAITS_MS[tries];
        if (isHeard || ms === undefined) {
          if (!isHeard) log.error('RunPod did not take the end of a job', { job: jobId, status });
          return;
        }
        await wait(ms);
      }
    },
  };
}
