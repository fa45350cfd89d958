import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { notFound } from '../kit/errors.ts';
import { m } from '../kit/texts/m.ts';
import type { Kit } from '../module.ts';
import type { App } from '../web/context.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import type { LegalFacts } from '../web/pages/legal-facts.ts';
import { registerBillingPages } from './checkout/page-routes.tsx';
import type { AfterRefund } from './contract/after-refund.ts';
import { type BillingConfig, type DreamTerms, missingSettings } from './contract/settings.ts';
import { bestOf } from './entitlement.ts';
import { createBillingPersonalData } from './personal-data.ts';
import { createShownPrices } from './prices/shown-prices.ts';
import { registerBilling } from './routes.ts';
import { createBillingStore } from './store.ts';
import { createStripeClient } from './stripe.ts';
import { type PaymentsAsked, paymentsAfter } from './subscription/all-payments.ts';
import { currentPeriod } from './subscription/current-period.ts';
import { contactAfter, defineContactJob, defineSyncJob, syncAfter } from './subscription/customer-jobs.ts';
import { endGivenPlans } from './subscription/end-given-plans.ts';
import { endSubscriptions } from './subscription/end-subscriptions.ts';
import { defineDeleteJob, eraseCustomer } from './subscription/erase-customer.ts';
import { createIncome, type Income } from './subscription/income.ts';
import { listPayments, type Payment } from './subscription/payments.ts';
import { defineEventJob } from './subscription/process-event.ts';
import { RECONCILE_JOB, reconcile } from './subscription/reconcile.ts';
import { type Refunded, refundPayment } from './subscription/refund-payment.ts';
import { subscriptionRenews } from './subscription/renews.ts';
import type { Accounts } from './subscription/sync-person.ts';

export { diagnoseBilling, refusal } from './diagnose-billing.ts';
export { isUnreachable } from './errors.ts';
export {
  makeAtStripe,
  missingAtStripe,
  type StripePiece,
  type WantedPrices,
} from './set-up/set-up-stripe.ts';
export type { Refunded } from './subscription/refund-payment.ts';

const EVENTS_KEPT_MS = 90 * 24 * 3600_000;

export type Billing = Awaited<ReturnType<typeof createBilling>>;

export interface BillingPorts {
  accounts: Accounts;
  jobs: Pick<Jobs, 'enqueue'>;
  /** facts for the terms that a buyer accepts */
  legal: LegalFacts;
}

/** Customers, their plans and billing periods. Stripe is the source of truth; this follows it. */
export async function createBilling(
  { config, db, clock, log, rateLimits }: Kit<BillingConfig & SiteConfig & DreamTerms>,
  { accounts, jobs, legal }: BillingPorts,
) {
  const store = createBillingStore(db, clock);
  // Null if nothing is sold.
  const stripe = config.stripe && (await createStripeClient(config.stripe, clock));
  const missing = missingSettings(config);
  if (missing.length > 0) log.warn('billing is only partly set up', { missing });
  const income = stripe && createIncome(stripe, clock);
  const selling = stripe && { stripe, store, accounts, log };
  const webhookSecret = config.STRIPE_WEBHOOK_SECRET;
  const shownPrices = createShownPrices({ stripe, clock, log });
  const deps = {
    config,
    legal,
    clock,
    log,
    store,
    accounts,
    jobs,
    rateLimits,
    stripe,
    shownPrices,
    webhookSecret,
  };

  return {
    register(app: App) {
      registerBilling(app, deps);
      registerBillingPages(app, deps);
    },
    jobs: selling
      ? [defineEventJob(selling), defineSyncJob(selling), defineContactJob(selling), defineDeleteJob(selling)]
      : [],
    schedules: [
      // Just after midnight, so a plan given until a date ends with that date.
      defineDaily('end-given-plans', '00:01', (signal) =>
        endGivenPlans({ stripe, store, accounts, log }, signal),
      ),
      ...(selling
        ? [
            defineDaily('forget-stripe-events', '03:50', () =>
              store.dropEvents(clock.now() - EVENTS_KEPT_MS),
            ),
            // At night in Europe and America.
            defineDaily(RECONCILE_JOB, '04:00', (signal) => reconcile(selling, signal)),
          ]
        : []),
    ],
    personalData: createBillingPersonalData(db, async (userId) => {
      if (!stripe) return;
      await endSubscriptions({ stripe, store }, userId);
      const years = config.BILLING_KEEP_YEARS;
      await eraseCustomer({ stripe, store, jobs, clock, years }, userId);
    }),

    /** Monthly prices of the plans, formatted for pages. */
    shownPrices,
    /** true if plans are sold here */
    sells: selling !== null,
    /**
     * Revenue at Stripe since the given time; empty if nothing is sold.
     * @throws Stripe's errors
     */
    income: async (since: number): Promise<Income> =>
      income ? income(since) : { between: () => [], isCut: false },
    /**
     * A person's payments; empty if nothing is sold.
     * @throws Stripe's errors
     */
    listPayments: async (userId: string): Promise<Payment[]> =>
      selling ? listPayments(selling, userId) : [],
    /**
     * A page of everyone's payments, newest first; empty if nothing is sold.
     * @throws Stripe's errors
     */
    paymentsAfter: async (asked: PaymentsAsked, after: string | null) =>
      selling ? paymentsAfter(selling, asked, after) : { payments: [], next: null },
    /**
     * Refunds a payment in full.
     * @throws AppError 404, 409; Stripe's errors
     */
    async refund(userId: string, chargeId: string, after: AfterRefund, resumes: boolean): Promise<Refunded> {
      if (!selling) throw notFound(m.billing_error_no_payment());
      return refundPayment(selling, userId, chargeId, { after, resumes });
    },
    /** The period over which a basic plan's dreams are counted. */
    currentPeriod: (userId: string) => currentPeriod(store, userId, clock.now()),
    /** True if a person has a Stripe customer, judging by local data. */
    hasCustomer: async (userId: string) => (await store.findCustomer(userId)) !== null,
    /** True if a person's subscription will renew, judging by local data. */
    knownToRenew: store.renews,
    /** Job to enqueue after a gift, since the person may pay for something better; null if nothing is sold. */
    syncAfter: (userId: string) => (selling ? syncAfter(userId) : null),
    /** Job to enqueue after an address change; null if nothing is sold. */
    contactAfter: (userId: string) => (selling ? contactAfter(userId) : null),
    /** The best of several entitlements. */
    bestOf,
    /** True if a person's subscription will renew. */
    renews: (userId: string) => subscriptionRenews({ stripe, store, accounts, log }, userId),
  };
}
