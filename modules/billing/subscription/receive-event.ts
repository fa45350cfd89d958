import type Stripe from 'stripe';
import { z } from 'zod';
import type { Jobs } from '../../jobs/jobs.ts';
import { AppError, badRequest } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { BillingStore } from '../store.ts';
import { idOf } from '../stripe.ts';

export const EVENT_JOB = 'stripe-event';

/** One payment sends several events within a second, which share one reading. */
export const GATHER_MS = 1_000;

/** Person or customer whose state to read. */
export const eventPayload = z.union([
  z.object({ customerId: z.string() }),
  z.object({ chargeId: z.string() }),
]);
export type EventPayload = z.infer<typeof eventPayload>;

/** Events that we handle; all others are acknowledged and dropped. */
export const EVENT_TYPES = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
  'charge.refunded',
  // A bank may reject a refund days later, and then the money stays here.
  'charge.refund.updated',
  'refund.failed',
  'charge.dispute.created',
  // An inquiry becomes a dispute.
  'charge.dispute.updated',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
  'charge.dispute.closed',
] as const satisfies Stripe.WebhookEndpointCreateParams.EnabledEvent[];

const reference = z.union([z.string(), z.looseObject({ id: z.string() })]).nullish();
const stripeEvent = z.looseObject({
  id: z.string(),
  type: z.string(),
  data: z.looseObject({ object: z.looseObject({ customer: reference, charge: reference }) }),
});

export interface ReceiveDeps {
  store: BillingStore;
  clock: { now(): number };
  jobs: Pick<Jobs, 'enqueue'>;
  webhookSecret: string | undefined;
}

/**
 * Accepts a webhook event: verifies the signature on the raw bytes, stores the id once, and enqueues a job that
 * survives a restart.
 * @throws AppError 400 for a wrong or old signature or an invalid event, 503 without a webhook secret
 */
export async function receiveEvent(
  { store, clock, jobs, webhookSecret }: ReceiveDeps,
  body: string,
  signature: string | undefined,
): Promise<void> {
  if (!webhookSecret) {
    throw new AppError(503, 'no-secret', m.billing_error_no_webhook_secret(), { retryAfter: 3600 });
  }
  const read = stripeEvent.safeParse(await verified(body, signature ?? '', webhookSecret, clock.now()));
  if (!read.success) throw badRequest(m.billing_error_event());
  const event = read.data;
  if (!EVENT_TYPES.some((type) => type === event.type)) return;
  const { customer, charge } = event.data.object;
  await store.transact(async () => {
    if (!(await store.addEvent({ id: event.id, type: event.type }))) return;
    if (customer) await askForReading(idOf(customer));
    // A dispute refers only to a charge.
    else if (charge) await enqueue(event.id, { chargeId: idOf(charge) });
  });

  /**
   * All events that arrive before the person's next reading starts share it, since that reading will include them all.
   */
  async function askForReading(customerId: string): Promise<void> {
    const known = await store.findByCustomerId(customerId);
    // Otherwise the event is about a customer of another product in the same Stripe account.
    if (known) await enqueue(`${customerId} after ${known.readingsBegun}`, { customerId });
  }

  async function enqueue(key: string, payload: EventPayload): Promise<void> {
    await jobs.enqueue({ kind: EVENT_JOB, key, payload: { ...payload }, delayMs: GATHER_MS });
  }
}

/** @returns the signed content, which may not be an event */
async function verified(body: string, signature: string, secret: string, now: number): Promise<unknown> {
  const { default: Stripe } = await import('stripe');
  try {
    const tolerance = undefined; // Stripe's default: five minutes
    return await Stripe.webhooks.constructEventAsync(body, signature, secret, tolerance, undefined, now);
  } catch {
    throw badRequest(m.billing_error_signature());
  }
}
