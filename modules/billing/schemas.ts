import { z } from 'zod';
import { TIERS, type Tier } from '../auth/shared/tiers.ts';

/** Plans that can be bought. */
export const plan = z.enum(TIERS, 'Please choose a plan.');

const fullName = z
  .string('Please enter a name for billing and receipts.')
  .trim()
  .min(1, 'Please enter a name for billing and receipts.')
  .max(150, 'A name for billing has at most 150 characters.');

/** Fields of the checkout page's form, with script and without. */
export const checkoutForm = z.object({
  plan,
  fullName,
  agree: z.literal('yes', 'Please agree to the Terms of Service and the Privacy Policy.'),
});
export type CheckoutForm = z.infer<typeof checkoutForm>;

/**
 * `POST /api/stripe/create-checkout-session`. Who buys is who is signed in, and what they have already is asked
 * of Stripe: the client's own word on either is accepted and not looked at.
 */
export const checkoutRequest = z.object({
  userId: z.unknown().optional(),
  customerInfo: z.object({ fullName }),
  plan,
  currentTier: z.unknown().optional(),
  isUpgrade: z.unknown().optional(),
});
export type CheckoutRequest = z.infer<typeof checkoutRequest>;

/**
 * Address that the browser goes to to pay; /success when an upgrade is done already. The portal call answers
 * likewise.
 */
export interface UrlAnswer {
  url: string;
}

/** A refused checkout; the two members are there when the person has a plan already (409). */
export interface CheckoutRefusal {
  error: string;
  hasActiveSubscription?: boolean;
  currentTier?: Tier | null;
}

/** `POST /api/verify-subscription` */
export interface VerifyAnswer {
  roleUpdated: boolean;
}

/** `POST /api/stripe/confirm-checkout`: the session that the payment page came back with, when it did. */
export const confirmRequest = z.strictObject({
  sessionId: z.string().min(1).max(200).optional(),
});

/**
 * - `active`: the plan is theirs, on Stripe's word
 * - `waiting`: Stripe could not be reached, or has no result yet; retry
 * - `unpaid`: nothing of the caller's was paid there
 */
export interface ConfirmAnswer {
  status: 'active' | 'waiting' | 'unpaid';
  /** the plan that the person has now */
  tier: Tier | null;
}
