import type { Database } from '../db/database.ts';
import type { Clock } from '../src/kit/clock.ts';
import type { RateLimits } from '../src/kit/http/rate-limit.ts';
import type { Images } from '../src/kit/images/images.ts';
import type { Log } from '../src/kit/log.ts';
import type { PersonalData } from '../src/kit/personal-data.ts';
import type { Disk } from '../src/kit/storage/disk.ts';
import type { Storage } from '../src/kit/storage/storage.ts';
import type { TraceOf } from '../src/kit/traces.ts';
import type { App } from '../src/web/context.ts';
import type { DailyJob } from './jobs/define-daily.ts';
import type { DefinedJob } from './jobs/define-job.ts';

/** Parts that every module is made with; those of other modules come in by its ports. */
export interface Kit<Config> {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  storage: Storage;
  disk: Disk;
  images: Images;
  rateLimits: RateLimits;
  /** codes of facts that outlive an account */
  traceOf: TraceOf;
}

/** Parts that a module gives the program, beside the operations that other modules may call. */
export interface Module {
  /** Its routes. */
  register?(app: App): void;
  /** Paths that take more than a call's usual body, of signed-in people only, with their most bytes. */
  longBodies?: Readonly<Record<string, number>>;
  jobs?: readonly DefinedJob[];
  /** what it throws away or puts right once a day */
  schedules?: readonly DailyJob[];
  /** what it keeps about a person */
  personalData?: PersonalData;
}
