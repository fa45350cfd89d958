import { flag, index, instant, json, table, text } from '../../db/columns.ts';
import type { Tier } from '../auth/schemas.ts';
import { users } from '../auth/tables.ts';

/** What Stripe last said of a subscription. */
export const subscriptions = table(
  'subscriptions',
  {
    /** Stripe's id */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    stripeCustomerId: text('stripe_customer_id').notNull(),
    status: text('status').notNull(),
    tier: text('tier').$type<Tier>().notNull(),
    currentPeriodStart: instant('current_period_start').notNull(),
    currentPeriodEnd: instant('current_period_end').notNull(),
    cancelAtPeriodEnd: flag('cancel_at_period_end').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (t) => [
    index('subscriptions_user').on(t.userId, t.status),
    index('subscriptions_customer').on(t.stripeCustomerId),
  ],
);

/** Webhook events, each stored once. */
export const stripeEvents = table(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    payload: json<unknown>('payload').notNull(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
  },
  (t) => [index('stripe_events_unprocessed').on(t.processedAt, t.receivedAt)],
);
