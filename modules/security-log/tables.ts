import { index, instant, integer, table, text, uniqueIndex } from '../../db/columns.ts';
import type { EventKind, RefusalKind } from './schemas.ts';

/** Sign-ins, refusals and changes to how accounts are protected, for operators. */
export const securityEvents = table(
  'security_events',
  {
    id: text('id').primaryKey(),
    /** of several alike, the last one */
    at: instant('at').notNull(),
    kind: text('kind').$type<EventKind | RefusalKind>().notNull(),
    /** whose account it was, where that is known */
    userId: text('user_id'),
    address: text('address'),
    /** browser and system in words */
    device: text('device'),
    /** how, or why not; of several alike, of the last one */
    detail: text('detail').notNull(),
    count: integer('count').notNull(),
    /** kind, address and hour of what is counted; null for a line of its own */
    bucket: text('bucket'),
  },
  (t) => [
    uniqueIndex('security_events_bucket').on(t.bucket),
    index('security_events_at').on(t.at, t.id),
    index('security_events_kind').on(t.kind, t.at, t.id),
    index('security_events_user').on(t.userId, t.at, t.id),
  ],
);
