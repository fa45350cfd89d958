import { z } from 'zod';
import type { Clock } from '../../../src/kit/clock.ts';
import { type DefinedJob, defineJob } from '../../jobs/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { DECIDE_WITHIN_MS } from '../shared/report-reasons.ts';
import type { DreamsStore } from '../store.ts';

const REMINDER_JOB = 'report-reminder';
const reminder = z.object({ dreamId: z.string() });

interface FileDeps {
  clock: Clock;
  store: Pick<DreamsStore, 'addReport' | 'listOpen'>;
  jobs: Pick<Jobs, 'enqueue'>;
  mailAdmins(reportId: string, dreamId: string): Promise<void>;
}

export type FileReport = (report: Parameters<DreamsStore['addReport']>[0]) => Promise<string>;

/**
 * Adds a report to the queue, within the caller's transaction: operators are mailed, and again at half of the time that
 * they have, counted from the first report that is open. @returns its id
 */
export const createFileReport =
  ({ clock, store, jobs, mailAdmins }: FileDeps): FileReport =>
  async (report) => {
    const { dreamId } = report;
    const [first] = await store.listOpen(dreamId);
    const id = await store.addReport(report);
    const runAt = clock.now() + DECIDE_WITHIN_MS / 2;
    const payload: z.infer<typeof reminder> = { dreamId };
    if (!first) await jobs.enqueue({ kind: REMINDER_JOB, key: id, payload, runAt });
    await mailAdmins(id, dreamId);
    return id;
  };

interface ReminderDeps {
  store: Pick<DreamsStore, 'listOpen'>;
  remindAdmins(reportId: string): Promise<void>;
}

export function defineReminderJob({ store, remindAdmins }: ReminderDeps): DefinedJob {
  return defineJob({
    kind: REMINDER_JOB,
    payload: reminder,
    async run({ dreamId }) {
      const [oldest] = await store.listOpen(dreamId);
      if (oldest) await remindAdmins(oldest.id);
    },
  });
}
