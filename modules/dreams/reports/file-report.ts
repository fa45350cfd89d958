import { z } from 'zod';
import type { Clock } from '../../../src/kit/clock.ts';
import { type DefinedJob, defineJob } from '../../jobs/define-job.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import { DECIDE_WITHIN_MS } from '../shared/report-reasons.ts';
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
 * Adds a report to the queue, within the caller's transaction, which reads nothing: reports that come at once don't
 * get into each other's way. @returns its id
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

/** Work after a report has committed: the hold, the mails to operators and, at half of their time, the reminder. */
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
        // The first report sets the clock of a dream.
        const [oldest] = await store.listOpen(dreamId);
        if (oldest?.id === job.key) await deps.remindAdmins(oldest.id);
      },
    }),
  ];
}
