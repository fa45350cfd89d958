import { sql } from 'drizzle-orm';
import { flag, index, instant, sentence, table, text } from '../../db/columns.ts';
import type { Act } from './contract/acts.ts';
import type { View } from './contract/limits.ts';
import type { RequestKind } from './contract/people/request-kinds.ts';

/** Admin actions, in addition to the account history: who, when, what, on whom, and from where. */
export const adminActions = table(
  'admin_actions',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: text('actor_id').notNull(),
    action: text('action').$type<Act>().notNull(),
    /** the account, or the owner of the dream or mailbox; null if there are several */
    userId: text('user_id'),
    /** the dream, mail job or worker */
    targetId: text('target_id'),
    detail: sentence('detail'),
    /** the admin's network address */
    address: text('address'),
  },
  (t) => [
    index('admin_actions_at').on(t.at),
    index('admin_actions_user').on(t.userId, t.at),
    index('admin_actions_actor').on(t.actorId, t.at),
    index('admin_actions_target').on(t.targetId, t.at),
  ],
);

/** Operators' notes about a user. The user's data download includes those that aren't withheld. */
export const personNotes = table(
  'person_notes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    at: instant('at').notNull(),
    actorId: text('actor_id').notNull(),
    text: text('text').notNull(),
    /** concerns other people too, so it isn't in the download */
    withheld: flag('withheld').notNull().default(false),
  },
  (t) => [index('person_notes_user').on(t.userId, t.at)],
);

/** Users' requests about their data, which by law must be answered within a month. */
export const dataRequests = table(
  'data_requests',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<RequestKind>().notNull(),
    /** name or address as given; erased with the account, along with the wish and the answer */
    person: text('person').notNull(),
    /** the account concerned, if any */
    userId: text('user_id'),
    wish: text('wish').notNull(),
    receivedAt: instant('received_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** when operators were last reminded */
    remindedAt: instant('reminded_at'),
    doneAt: instant('done_at'),
    answer: text('answer'),
    createdBy: text('created_by').notNull(),
    doneBy: text('done_by'),
  },
  (t) => [
    index('data_requests_open').on(t.dueAt).where(sql`done_at is null`),
    index('data_requests_done').on(t.doneAt),
    index('data_requests_user').on(t.userId),
  ],
);

/** Views that operators have open in the dashboard, as reported by their open pages. */
export const operatorPresence = table('operator_presence', {
  userId: text('user_id').primaryKey(),
  view: text('view').$type<View>().notNull(),
  /** id of the user, dream or worker being viewed; empty if none */
  item: text('item').notNull(),
  at: instant('at').notNull(),
});
