import { z } from 'zod';
import { type DefinedJob, defineJob, RetryLater } from '../../jobs/contract/define-job.ts';
import { notFound } from '../../kit/errors.ts';
import { inCodes } from '../../kit/texts/in-codes.ts';
import { m } from '../../kit/texts/m.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { StopAnswer } from '../contract/sessions.ts';
import type { AdminDeps } from '../deps.ts';
import type { Decision, Operator } from '../operator.ts';

const STOP_JOB = 'stop-dream';
const stopPayload = z.object({ dreamId: z.string() });
/** If a dream's server is down, the dream is taken over or ends within this time. */
const AGAIN_MS = 5_000;

type StopDeps = Pick<AdminDeps, 'dreams' | 'stream'>;

/** Stops a live dream after the decision about it has been committed. */
export const stopAfter = (dreamId: string): Required<Decision>['job'] => ({
  kind: STOP_JOB,
  key: dreamId,
  payload: { dreamId } satisfies z.infer<typeof stopPayload>,
});

/** Ends a dream as decided. If it crashed or timed out first, it still isn't counted. */
export function defineStopJob({ dreams: { repository }, stream }: StopDeps): DefinedJob {
  return defineJob({
    kind: STOP_JOB,
    payload: stopPayload,
    // Nothing may keep a suspended user's dream running.
    concurrency: 4,
    async run({ dreamId }) {
      const dream = await repository.find(dreamId);
      if (!dream) return;
      const status = isActive(dream.jobStatus) ? await stream.stopLive(dream) : dream.jobStatus;
      if (isActive(status)) throw new RetryLater(AGAIN_MS, new Error('its server does not answer'));
      await repository.uncharge(dreamId);
    },
  });
}

/**
 * Ends a user's live dream as ABORTED, keeps its recording and doesn't count it; an ended dream stays as it is.
 * @throws AppError 404
 */
export async function stopSession(
  { dreams: { repository }, stream }: StopDeps,
  { decide }: Pick<Operator, 'decide'>,
  dreamId: string,
): Promise<StopAnswer> {
  const found = await repository.find(dreamId);
  if (!found) throw notFound(m.admin_dreams_error_not_found());
  if (!stream.isLive(found)) return { job_status: await stream.stopLive(found), stopped: false };
  const act = {
    action: 'stop',
    userId: found.userId,
    targetId: found.id,
    detail: inCodes(m.admin_dreams_audit_stop),
  } as const;
  await decide(async () => ({ act, job: stopAfter(found.id) }));
  const now = await repository.find(dreamId);
  return { job_status: now?.jobStatus ?? found.jobStatus, stopped: true };
}
