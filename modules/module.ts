import type { Database } from '../db/database.ts';
import type { DailyJob } from './jobs/contract/define-daily.ts';
import type { DefinedJob } from './jobs/contract/define-job.ts';
import type { Clock } from './kit/clock.ts';
import type { RateLimits } from './kit/http/rate-limit.ts';
import type { Images } from './kit/images/images.ts';
import type { Log } from './kit/log.ts';
import type { PersonalData } from './kit/personal-data.ts';
import type { Disk } from './kit/storage/disk.ts';
import type { Storage } from './kit/storage/storage.ts';
import type { TraceOf } from './kit/traces.ts';
import type { App } from './web/context.ts';

/** Dependencies shared by all modules; those on other modules are passed as ports. */
export interface Kit<Config> {
  config: Config;
  db: Database;
  clock: Clock;
  log: Log;
  storage: Storage;
  disk: Disk;
  images: Images;
  rateLimits: RateLimits;
  /** creates keyed codes for facts that outlive an account */
  traceOf: TraceOf;
}

/** Everything that a module contributes to the program, besides operations for other modules. */
export interface Module {
  /** Registers its routes. */
  register?(app: App): void;
  /** Paths with larger bodies than usual, with the limit in bytes; only for signed-in people. */
  longBodies?: Readonly<Record<string, number>>;
  jobs?: readonly DefinedJob[];
  /** daily cleanup and repairs */
  schedules?: readonly DailyJob[];
  /** data that it stores about a person */
  personalData?: PersonalData;
}
