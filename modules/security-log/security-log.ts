import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Kit } from '../module.ts';
import { countRefusals } from './count-refusals.ts';
import { createEventLog } from './event-log.ts';
import { createSecurityPersonalData } from './personal-data.ts';
import { createSecurityStore } from './store.ts';

export type SecurityLog = ReturnType<typeof createSecurityLog>;

/** Security events of accounts, logged for their owners and for operators. */
export function createSecurityLog({ db, clock, log }: Kit<unknown>) {
  const store = createSecurityStore(db, clock);
  const { note, refused, flush, close } = createEventLog({ store, clock, log });
  return {
    note,
    refused,
    /** stores the counts now */
    flush,
    /** middleware that counts every response refusing a client */
    countRefusals: countRefusals({ refused }),
    schedules: [defineDaily('forget-security-log', '00:20', store.dropOld)],
    personalData: createSecurityPersonalData(db),
    close,
  };
}
