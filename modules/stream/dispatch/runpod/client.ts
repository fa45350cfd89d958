import { z } from 'zod';
import { fetchBounded, type OutgoingLimits } from '../../../kit/http/outgoing.ts';
import { parseJson } from '../../../kit/parse-json.ts';

const LIMITS: OutgoingLimits = { timeoutMs: 10_000, maxBytes: 1024 * 1024 };

/** RunPod's report on a job, from a status call or the webhook. Times in ms. */
export const jobReport = z.object({
  id: z.string().min(1).max(128),
  status: z.string(),
  delayTime: z.number().min(0).nullish().catch(null),
  executionTime: z.number().min(0).nullish().catch(null),
  workerId: z.string().max(128).nullish().catch(null),
});
export type JobReport = z.infer<typeof jobReport>;

const ENDED = ['COMPLETED', 'FAILED', 'CANCELLED', 'TIMED_OUT'];
export const hasEnded = ({ status }: Pick<JobReport, 'status'>) => ENDED.includes(status);

export type RunAnswer =
  | { kind: 'made'; id: string }
  /** `setup`: retrying won't help (wrong key, unknown endpoint) */
  | { kind: 'refused'; why: 'busy' | 'no-workers' | 'setup'; retryAfterMs: number | null }
  /** a job with an unknown id may exist: no answer, or a server error */
  | { kind: 'lost'; why: 'unreachable' | 'broken'; retryAfterMs: number | null };

export interface RunRequest {
  input: { relay_url: string; ticket: string; session_id: string };
  webhook: string;
  /** in ms: maximum run time, and maximum total lifetime */
  policy: { executionTimeout: number; ttl: number };
}

export type RunpodClient = ReturnType<typeof createRunpodClient>;

/** RunPod's API for one endpoint. Calls never reject; failures are part of the result. */
export function createRunpodClient(options: {
  apiBase: string;
  endpointId: string;
  apiKey: string;
  /** replaced in tests */
  fetch?: typeof fetchBounded;
}) {
  const { apiBase, endpointId, apiKey, fetch = fetchBounded } = options;

  async function call(method: 'GET' | 'POST', path: string, body?: unknown) {
    const answer = await fetch(
      `${apiBase}/${endpointId}/${path}`,
      {
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      },
      LIMITS,
    ).catch(() => null);
    return answer && { response: answer.response, json: parseJson(answer.bytes) };
  }

  return {
    async run(request: RunRequest): Promise<RunAnswer> {
      const answer = await call('POST', 'run', request);
      if (!answer) return { kind: 'lost', why: 'unreachable', retryAfterMs: null };
      const { response, json } = answer;
      const made = z.object({ id: z.string().min(1).max(128) }).safeParse(json);
      if (response.ok && made.success) return { kind: 'made', id: made.data.id };
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const retryAfterMs = Number.isFinite(seconds) && seconds >= 0 ? seconds * 1000 : null;
      return { ...refusalOf(response.status, json), retryAfterMs };
    },

    /** null: no usable answer; `gone`: RunPod no longer knows this job */
    async status(id: string): Promise<JobReport | 'gone' | null> {
      const answer = await call('GET', `status/${encodeURIComponent(id)}`);
      if (answer?.response.status === 404) return 'gone';
      const report = jobReport.safeParse(answer?.json);
      return answer?.response.ok && report.success ? report.data : null;
    },

    /** @returns true if RunPod acknowledged the cancellation */
    async cancel(id: string): Promise<boolean> {
      const answer = await call('POST', `cancel/${encodeURIComponent(id)}`);
      return answer !== null && (answer.response.ok || answer.response.status === 404);
    },

    /** Number of workers that are up or starting. Null: no usable answer. */
    async health(): Promise<number | null> {
      const answer = await call('GET', 'health');
      const health = z.object({ workers: z.record(z.string(), z.unknown()) }).safeParse(answer?.json);
      if (!answer?.response.ok || !health.success) return null;
      const { workers } = health.data;
      const count = (name: string) => Number(workers[name] ?? 0) || 0;
      return ['idle', 'ready', 'running', 'initializing'].reduce((sum, name) => sum + count(name), 0);
    },
  };
}

function refusalOf(status: number, json: unknown) {
  if (/no workers available/i.test(JSON.stringify(json ?? ''))) {
    return { kind: 'refused', why: 'no-workers' } as const;
  }
  if (status === 429) return { kind: 'refused', why: 'busy' } as const;
  const isOurFault = status >= 400 && status < 500 && status !== 408;
  return isOurFault
    ? ({ kind: 'refused', why: 'setup' } as const)
    : ({ kind: 'lost', why: 'broken' } as const);
}
