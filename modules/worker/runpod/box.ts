import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';

/** A serverless worker's job URLs, from RunPod's environment variables. */
export interface RunpodBox {
  workerId: string;
  apiKey: string;
  takeUrl(isBusy: boolean): string;
  /** null if it can't be derived from the other URLs: cancellations then go unnoticed */
  stopUrl: string | null;
  outputUrl(jobId: string): string;
  pingUrl(jobId: string | null): string | null;
  pingEveryMs: number;
}

const variables = z.object({
  RUNPOD_POD_ID: z.string().min(1),
  RUNPOD_AI_API_KEY: z.string().default(''),
  RUNPOD_WEBHOOK_GET_JOB: z.url(),
  RUNPOD_WEBHOOK_POST_OUTPUT: z.url(),
  RUNPOD_WEBHOOK_PING: z.url().optional(),
  RUNPOD_PING_INTERVAL: z.coerce.number().min(100).catch(10_000),
});

/** @returns a message for the operator if this isn't a RunPod worker */
export function readRunpodBox(env: Record<string, string | undefined>): RunpodBox | string {
  const read = variables.safeParse(env);
  if (!read.success) {
    const missing = [...new Set(read.error.issues.map(({ path }) => path.join('.')))].join(', ');
    return m.worker_runpod_elsewhere({ variables: missing });
  }
  const {
    RUNPOD_POD_ID: workerId,
    RUNPOD_WEBHOOK_GET_JOB: take,
    RUNPOD_WEBHOOK_POST_OUTPUT: output,
    RUNPOD_WEBHOOK_PING: ping,
  } = read.data;
  const mine = (url: string) => url.replaceAll('$RUNPOD_POD_ID', workerId);
  const takeUrl = mine(take).replaceAll('$ID', workerId);
  return {
    workerId,
    apiKey: read.data.RUNPOD_AI_API_KEY,
    takeUrl: (isBusy) => withParam(takeUrl, 'job_in_progress', isBusy ? '1' : '0'),
    stopUrl: takeUrl.includes('/job-take/') ? takeUrl.replace('/job-take/', '/job-stop/') : null,
    outputUrl: (jobId) => withParam(mine(output).replaceAll('$ID', jobId), 'isStream', 'false'),
    pingUrl: (jobId) => (ping ? (jobId ? withParam(mine(ping), 'job_id', jobId) : mine(ping)) : null),
    pingEveryMs: read.data.RUNPOD_PING_INTERVAL,
  };
}

const withParam = (url: string, name: string, value: string) =>
  `${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`;
