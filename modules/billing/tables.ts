import { flag, index, instant, integer, table, text, uniqueIndex } from '../../db/columns.ts';
import { users } from '../auth/tables.ts';
import type { Tier } from '../web/contract/tiers.ts';

/** One Stripe customer per person. */
export const stripeCustomers = table(
  'stripe_customers',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    /** idempotency key for creating the customer, so there is only one */
    idempotencyKey: text('creation_key').notNull(),
    /** Stripe's id, once created */
    customerId: text('customer_id'),
    /** number of the latest reading; each takes the next number before querying Stripe… */
    readingsBegun: integer('readings_begun').notNull(),
    /** …and is discarded if a later one has already been stored */
    readingWritten: integer('reading_written').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('stripe_customers_customer').on(t.customerId)],
);

/** Subscriptions as last read from Stripe. */
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

/** Webhook events, each processed once. Only ids are stored: the current state is read from Stripe instead. */
export const stripeEvents = table(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [index('stripe_events_received').on(t.receivedAt)],
);
