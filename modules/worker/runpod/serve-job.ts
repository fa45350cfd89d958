import { z } from 'zod';
import type { Generator } from '../../generator/generator.ts';
import type { Log } from '../../kit/log.ts';
import { withoutEndSlashes } from '../../kit/shared/trim.ts';
import { m } from '../../kit/texts/m.ts';
import { dialRelay } from '../relay-connection.ts';
import type { JobResult, TakenJob } from './box-calls.ts';

/** A job's input, as sent by the relay. */
const jobInput = z.object({
  relay_url: z.string().regex(/^wss?:\/\//),
  ticket: z.string().min(1),
  session_id: z.string().min(1),
});

/** Time limit for redialling an unreachable relay, and the interval in between. */
const DIAL_TIMEOUT_MS = 30_000;
const REDIAL_MS = 500;

/** Generates one dream and returns the outcome. @param signal aborted when RunPod cancels the job */
export async function serveJob(
  job: TakenJob,
  {
    generator,
    workerId,
    log,
    signal,
  }: { generator: Generator; workerId: string; log: Log; signal: AbortSignal },
): Promise<JobResult> {
  const input = jobInput.safeParse(job.input);
  if (!input.success) return { error: m.worker_runpod_input() };
  const { relay_url: relayUrl, ticket: token, session_id } = input.data;
  const began = performance.now();

  while (!signal.aborted) {
    const connection = dialRelay({
      relayUrl: withoutEndSlashes(relayUrl),
      token,
      generator,
      workerId,
      jobId: job.id,
      log,
    });
    const cancel = () => connection.close('The job was cancelled.');
    signal.addEventListener('abort', cancel);
    const { code, reason, wasOpen, error, refusal } = await connection.ended;
    signal.removeEventListener('abort', cancel);
    await connection.release();
    const { dreams, frames } = connection.drawn();
    const seconds = Math.round((performance.now() - began) / 100) / 10;
    if (code === 1000 && !signal.aborted) return { output: { session_id, seconds, frames } };
    if (code === 1008) return { error: m.worker_runpod_rejected({ reason }) };
    if (refusal?.status === 401 || refusal?.status === 403) {
      return {
        error: m.worker_runpod_ticket(),
      };
    }
    // A dream ends with its worker's connection, so don't redial.
    if (dreams > 0) return { error: m.worker_runpod_lost({ seconds }) };
    if (!wasOpen && performance.now() - began > DIAL_TIMEOUT_MS) {
      return { error: m.worker_runpod_unreachable({ reason: error?.message ?? `${code}` }) };
    }
    await new Promise((resolve) => setTimeout(resolve, REDIAL_MS));
  }
  return { error: m.worker_runpod_cancelled() };
}
