import { z } from 'zod';
import { type DefinedJob, defineJob } from '../../jobs/contract/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../kit/clock.ts';
import { DECIDE_WITHIN_MS } from '../contract/report-reasons.ts';
import type { DreamsStore } from '../store.ts';

export const ANNOUNCE_JOB = 'report-announce';
const REMINDER_JOB = 'report-reminder';
const aboutDream = z.object({ dreamId: z.string() });

interface FileDeps {
  clock: Clock;
  store: Pick<DreamsStore, 'addReport'>;
  jobs: Pick<Jobs, 'enqueue'>;
}

export type FileReport = (report: Parameters<DreamsStore['addReport']>[0]) => Promise<string>;

/**
 * Adds a report within the caller's transaction. Reads nothing, so that concurrent reports don't conflict. @returns its
 * id
 */
export const createFileReport =
  ({ clock, store, jobs }: FileDeps): FileReport =>
  async (report) => {
    const payload: z.infer<typeof aboutDream> = { dreamId: report.dreamId };
    const id = await store.addReport(report);
    const runAt = clock.now() + DECIDE_WITHIN_MS / 2;
    await jobs.enqueue({ kind: ANNOUNCE_JOB, key: id, payload });
    await jobs.enqueue({ kind: REMINDER_JOB, key: id, payload, runAt });
    return id;
  };

interface AnnounceDeps {
  store: Pick<DreamsStore, 'listOpen'>;
  holdReported(dreamId: string): Promise<void>;
  mailAdmins(reportId: string, dreamId: string): Promise<void>;
  remindAdmins(reportId: string): Promise<void>;
}

/**
 * Jobs that run after a report has committed: the hold, mails to operators, and a reminder at half of the decision
 * time.
 */
export function defineReportJobs({ store, ...deps }: AnnounceDeps): DefinedJob[] {
  return [
    defineJob({
      kind: ANNOUNCE_JOB,
      payload: aboutDream,
      async run({ dreamId }, { job }) {
        await deps.holdReported(dreamId);
        await deps.mailAdmins(job.key, dreamId);
      },
    }),
    defineJob({
      kind: REMINDER_JOB,
      payload: aboutDream,
      async run({ dreamId }, { job }) {
        // A dream's deadline depends on its oldest report.
        const [oldest] = await store.listOpen(dreamId);
        if (oldest?.id === job.key) await deps.remindAdmins(oldest.id);
      },
    }),
  ];
}
