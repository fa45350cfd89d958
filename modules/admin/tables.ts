import { sql } from 'drizzle-orm';
import { flag, index, instant, table, text } from '../../db/columns.ts';
import type { Act } from './contract/acts.ts';
import type { RequestKind } from './contract/people/request-kinds.ts';

/** Acts of admins, beside the account history: who, when, what, to whom and from where. */
export const adminActions = table(
  'admin_actions',
  {
    id: text('id').primaryKey(),
    at: instant('at').notNull(),
    actorId: text('actor_id').notNull(),
    action: text('action').$type<Act>().notNull(),
    /** whose account, dream or mailbox it was; null when it was many people's */
    userId: text('user_id'),
    /** the dream, the mail job or the worker */
    targetId: text('target_id'),
    detail: text('detail'),
    /** network address of the admin */
    address: text('address'),
  },
  (t) => [
    index('admin_actions_at').on(t.at),
    index('admin_actions_user').on(t.userId, t.at),
    index('admin_actions_actor').on(t.actorId, t.at),
    index('admin_actions_target').on(t.targetId, t.at),
  ],
);

/** Remarks of operators about a person, who reads those that are not withheld in the download of their data. */
export const personNotes = table(
  'person_notes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    at: instant('at').notNull(),
    actorId: text('actor_id').notNull(),
    text: text('text').notNull(),
    /** it concerns other people too, and isn't in the download */
    withheld: flag('withheld').notNull().default(false),
  },
  (t) => [index('person_notes_user').on(t.userId, t.at)],
);

/** Requests of people about their data, which the law has answered within a month. */
export const dataRequests = table(
  'data_requests',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<RequestKind>().notNull(),
    /** name or address as given; erased with the account, like the wish and the answer */
    person: text('person').notNull(),
    /** the account that it is about, where there is one */
    userId: text('user_id'),
    wish: text('wish').notNull(),
    receivedAt: instant('received_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** when operators were last reminded */
    remindedAt: instant('reminded_at'),
    doneAt: instant('done_at'),
    /** answer that the person got */
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

/** Places of operators in the dashboard, as their pages report them while they are open. */
export const operatorPresence = table('operator_presence', {
  userId: text('user_id').primaryKey(),
  view: text('view').notNull(),
  /** id of the person, dream or worker that is looked at; empty for none */
  item: text('item').notNull(),
  at: instant('at').notNull(),
});
