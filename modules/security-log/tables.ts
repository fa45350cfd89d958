import { index, instant, integer, sentence, table, text, uniqueIndex } from '../../db/columns.ts';
import type { EventKind, RefusalKind } from './contract/schemas.ts';

/** Sign-ins, refusals and changes to account protection, for operators. */
export const securityEvents = table(
  'security_events',
  {
    id: text('id').primaryKey(),
    /** time of the last event, if several are counted together */
    at: instant('at').notNull(),
    kind: text('kind').$type<EventKind | RefusalKind>().notNull(),
    /** the account's owner, if known */
    userId: text('user_id'),
    address: text('address'),
    /** browser and system */
    device: sentence('device'),
    /** details or reason; those of the last event, if several are counted together */
    detail: sentence('detail').notNull(),
    count: integer('count').notNull(),
    /** kind, address and hour of a count; null for an individual entry */
    bucket: text('bucket'),
  },
  (t) => [
    uniqueIndex('security_events_bucket').on(t.bucket),
    index('security_events_at').on(t.at, t.id),
    index('security_events_kind').on(t.kind, t.at, t.id),
    index('security_events_user').on(t.userId, t.at, t.id),
  ],
);
