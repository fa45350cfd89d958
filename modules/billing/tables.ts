import { flag, index, instant, integer, table, text, uniqueIndex } from '../../db/columns.ts';
import type { Tier } from '../auth/shared/tiers.ts';
import { users } from '../auth/tables.ts';

/** Payers: one Stripe customer a person. */
export const stripeCustomers = table(
  'stripe_customers',
  {
    userId: text('user_id')
      .primaryKey()
      .references(() => users.id),
    /** idempotency key under which the customer is created, so that there is only one */
    idempotencyKey: text('creation_key').notNull(),
    /** Stripe's id, once there is one */
    customerId: text('customer_id'),
    /** Each reading of the person's state takes the next number before it asks Stripe… */
    readingsBegun: integer('readings_begun').notNull(),
    /** …and counts only if no reading with a higher number was written down before it. */
    readingWritten: integer('reading_written').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [uniqueIndex('stripe_customers_customer').on(t.customerId)],
);

/** State of a subscription as Stripe last sent it. */
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

/** Webhook events, each processed once. Their content is not kept: the current state is read from Stripe instead. */
export const stripeEvents = table(
  'stripe_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    receivedAt: instant('received_at').notNull(),
  },
  (t) => [index('stripe_events_received').on(t.receivedAt)],
);
