/** The fields of Stripe's objects (API 2026-10-28) that the peer keeps. Times are seconds since the epoch. */
interface Common<Kind extends string> {
  id: string;
  object: Kind;
  created: number;
  livemode: false;
}

export interface Price extends Common<'price'> {
  active: true;
  lookup_key: string;
  product: string;
  currency: string;
  unit_amount: number;
  recurring: { interval: 'month'; interval_count: 1 };
}

export interface Product extends Common<'product'> {
  active: true;
  name: string;
  metadata: Record<string, string>;
}

export interface PortalConfiguration extends Common<'billing_portal.configuration'> {
  active: true;
  features: object;
  metadata: Record<string, string>;
}

export interface Customer extends Common<'customer'> {
  email: string | null;
  name: string | null;
  metadata: Record<string, string>;
  deleted?: true;
}

export interface SubscriptionItem {
  id: string;
  object: 'subscription_item';
  subscription: string;
  price: Price;
  quantity: 1;
  current_period_start: number;
  current_period_end: number;
}

export type SubscriptionStatus =
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'incomplete'
  | 'incomplete_expired'
  | 'paused';

export interface Subscription extends Common<'subscription'> {
  customer: string;
  status: SubscriptionStatus;
  items: List<SubscriptionItem>;
  billing_cycle_anchor: number;
  cancel_at_period_end: boolean;
  canceled_at: number | null;
  ended_at: number | null;
  trial_end: number | null;
  latest_invoice: string | null;
  metadata: Record<string, string>;
}

export interface Invoice extends Common<'invoice'> {
  customer: string;
  parent: { type: 'subscription_details'; subscription_details: { subscription: string } };
  billing_reason: 'subscription_create' | 'subscription_cycle' | 'subscription_update';
  status: 'open' | 'paid' | 'void';
  currency: string;
  /** Before coupons and balances. */
  subtotal: number;
  /** After coupons. */
  total: number;
  /** After coupons and balances. */
  amount_due: number;
  lines: List<InvoiceLine>;
  /** Only present if expanded. */
  payments: List<InvoicePayment>;
}

export interface InvoiceLine {
  id: string;
  object: 'line_item';
  amount: number;
  currency: string;
  description: string;
  period: { start: number; end: number };
  parent: {
    type: 'subscription_item_details';
    subscription_item_details: { proration: boolean; subscription: string; subscription_item: string };
  };
  pricing: { type: 'price_details'; price_details: { price: string; product: string } };
}

export interface InvoicePayment extends Common<'invoice_payment'> {
  invoice: string;
  status: 'paid';
  is_default: boolean;
  currency: string;
  amount_paid: number;
  status_transitions: { paid_at: number; canceled_at: null };
  payment:
    | { type: 'payment_intent'; payment_intent: string }
    | { type: 'payment_record'; payment_record: string };
}

export interface PaymentIntent extends Common<'payment_intent'> {
  customer: string;
  amount: number;
  status: 'succeeded';
  latest_charge: string;
}

export interface Charge extends Common<'charge'> {
  customer: string;
  payment_intent: string;
  amount: number;
  amount_refunded: number;
  refunded: boolean;
  disputed: boolean;
  paid: boolean;
  currency: string;
}

export interface Refund extends Common<'refund'> {
  charge: string;
  amount: number;
  status: 'succeeded' | 'failed';
}

export interface Dispute extends Common<'dispute'> {
  charge: string;
  payment_intent: string;
  amount: number;
  status: 'needs_response' | 'won' | 'lost' | 'warning_needs_response' | 'warning_closed';
  /** Empty while the dispute is only an inquiry. */
  balance_transactions: { created: number }[];
}

export interface CheckoutSession extends Common<'checkout.session'> {
  customer: string;
  client_reference_id: string | null;
  mode: 'subscription';
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  subscription: string | null;
  success_url: string;
  cancel_url: string;
  url: string | null;
  expires_at: number;
  metadata: Record<string, string>;
}

export interface PortalSession extends Common<'billing_portal.session'> {
  customer: string;
  return_url: string;
  url: string;
  flow: { type: string; after: string; subscription: string; price: string } | null;
}

export type StripeObject =
  | Price
  | Product
  | PortalConfiguration
  | Customer
  | Subscription
  | Invoice
  | InvoicePayment
  | PaymentIntent
  | Charge
  | Dispute
  | Refund
  | Refund
  | CheckoutSession
  | PortalSession;

export interface StripeEvent extends Common<'event'> {
  api_version: string;
  type: string;
  data: { object: unknown };
  pending_webhooks: number;
  request: { id: null; idempotency_key: null };
}

export interface List<T> {
  object: 'list';
  url: string;
  has_more: boolean;
  data: T[];
}

export const listOf = <T>(url: string, data: T[], hasMore = false): List<T> => ({
  object: 'list',
  url,
  has_more: hasMore,
  data,
});
