import { newId } from '../../modules/kit/ids.ts';
import type { Ledger } from './ledger.ts';
import {
  type Invoice,
  type InvoiceLine,
  listOf,
  type Subscription,
  type SubscriptionItem,
} from './objects.ts';

/** Pays a customer's upcoming periods in place of the card: a 100 % coupon, a credit balance or a bank transfer. */
export type Cover = 'coupon' | 'balance' | 'transfer';

/**
 * Creates invoices and records their payments.
 * @param covers by customer id
 */
export function createInvoices(ledger: Ledger, covers: ReadonlyMap<string, Cover>) {
  function bill(subscription: Subscription, amount: number, reason: Invoice['billing_reason']): Invoice {
    const cover = reason === 'subscription_update' ? undefined : covers.get(subscription.customer);
    const total = cover === 'coupon' ? 0 : amount;
    const invoice = ledger.add('invoice', {
      customer: subscription.customer,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id },
      },
      billing_reason: reason,
      status: 'open',
      currency: 'usd',
      subtotal: amount,
      total,
      amount_due: cover === 'balance' ? 0 : total,
      lines: listOf('/v1/invoices/lines', [lineOf(subscription, amount, reason === 'subscription_update')]),
      payments: listOf('/v1/invoice_payments', []),
    });
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  function lineOf(subscription: Subscription, amount: number, proration: boolean): InvoiceLine {
    const item = subscription.items.data[0] as SubscriptionItem;
    return {
      id: `il_${newId()}`,
      object: 'line_item',
      amount,
      currency: 'usd',
      description: `1 × ${item.price.lookup_key}`,
      period: {
        start: proration ? ledger.seconds() : item.current_period_start,
        end: item.current_period_end,
      },
      parent: {
        type: 'subscription_item_details',
        subscription_item_details: {
          proration,
          subscription: subscription.id,
          subscription_item: item.id,
        },
      },
      pricing: {
        type: 'price_details',
        price_details: { price: item.price.id, product: item.price.product },
      },
    };
  }

  function settle(invoice: Invoice): void {
    invoice.status = 'paid';
    if (invoice.amount_due > 0) {
      const isTransfer = isTransferred(invoice);
      invoice.payments.data.push(
        ledger.add('invoice_payment', {
          invoice: invoice.id,
          status: 'paid',
          is_default: true,
          currency: 'usd',
          amount_paid: invoice.amount_due,
          status_transitions: { paid_at: ledger.seconds(), canceled_at: null },
          payment: isTransfer
            ? { type: 'payment_record', payment_record: `prec_${newId()}` }
            : { type: 'payment_intent', payment_intent: charge(invoice) },
        }),
      );
    }
    ledger.emit('invoice.paid', invoice);
  }

  const isTransferred = ({ customer, billing_reason }: Invoice) =>
    billing_reason !== 'subscription_update' && covers.get(customer) === 'transfer';

  /** @returns the id of the payment intent */
  function charge({ customer, amount_due }: Invoice): string {
    const intent = ledger.add('payment_intent', {
      customer,
      amount: amount_due,
      status: 'succeeded',
      latest_charge: '',
    });
    intent.latest_charge = ledger.add('charge', {
      customer,
      payment_intent: intent.id,
      amount: amount_due,
      amount_refunded: 0,
      refunded: false,
      disputed: false,
      paid: true,
      currency: 'usd',
    }).id;
    return intent.id;
  }

  return { bill, settle, isTransferred };
}
