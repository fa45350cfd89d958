import type { z } from 'zod';
import { type JobContext, type JobHandler, UnfitPayload } from './runner.ts';
import type { LeasedJob } from './store.ts';

/** What a runner runs, and of which kind it is. */
export interface DefinedJob extends JobHandler {
  kind: string;
}

/**
 * A kind of job with the shape of its payload. Rows outlive the version that wrote them: one whose payload does
 * not fit is given up, in words that say where.
 */
export function defineJob<Payload>(
  definition: Omit<DefinedJob, 'run'> & {
    payload: z.ZodType<Payload>;
    /** as a handler's, with what the payload holds first */
    run(payload: Payload, context: JobContext & { job: LeasedJob }): Promise<void>;
  },
): DefinedJob {
  const { payload, run, ...handler } = definition;
  return {
    ...handler,
    async run(job, context) {
      const read = payload.safeParse(job.payload);
      if (!read.success) throw new UnfitPayload(job, read.error);
      await run(read.data, { ...context, job });
    },
  };
}
