import { z } from 'zod';
import { m } from '../../kit/texts/m.ts';
import { TIERS, type Tier } from '../../web/contract/tiers.ts';

export const plan = z.enum(TIERS, { error: () => m.billing_error_plan() });

const fullName = z
  .string({ error: () => m.billing_error_name() })
  .trim()
  .min(1, { error: () => m.billing_error_name() })
  .max(150, { error: () => m.billing_error_long_name() });

/** Fields of the checkout form, with and without JavaScript. */
export const checkoutForm = z.object({
  plan,
  fullName,
  agree: z.literal('yes', { error: () => m.billing_error_agree() }),
});
export type CheckoutForm = z.infer<typeof checkoutForm>;

/**
 * `POST /api/stripe/create-checkout-session`. The buyer is the signed-in person, and Stripe reports their current plan:
 * the client's values for either are accepted but ignored.
 */
export const checkoutRequest = z.object({
  userId: z.unknown().optional(),
  customerInfo: z.object({ fullName }),
  plan,
  currentTier: z.unknown().optional(),
  isUpgrade: z.unknown().optional(),
});
export type CheckoutRequest = z.infer<typeof checkoutRequest>;

/** URL for the browser to open; /success if an upgrade is already complete. The portal call returns the same shape. */
export interface UrlAnswer {
  url: string;
}

/** A refused checkout; the last two fields are set if the person already has a plan (409). */
export interface CheckoutRefusal {
  error: string;
  hasActiveSubscription?: boolean;
  currentTier?: Tier | null;
}

/** `POST /api/verify-subscription` */
export interface VerifyAnswer {
  roleUpdated: boolean;
}

/** `POST /api/stripe/confirm-checkout`, with the session that the payment page returned, if any. */
export const confirmRequest = z.strictObject({
  sessionId: z.string().min(1).max(200).optional(),
});

/**
 * - `active`: Stripe confirms the plan
 * - `waiting`: Stripe couldn't be reached or has no result yet; retry
 * - `unpaid`: Stripe has no payment by the caller
 */
export interface ConfirmAnswer {
  status: 'active' | 'waiting' | 'unpaid';
  /** the person's current plan */
  tier: Tier | null;
}
