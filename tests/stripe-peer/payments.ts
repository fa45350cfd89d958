import type { Ledger } from './ledger.ts';
import { type Invoice, listOf, type Subscription } from './objects.ts';
import { Fault } from './wire.ts';

/** Behaviour of a customer's card when it is charged. */
export type Card = 'pays' | 'declines' | 'asks';

export type Payments = ReturnType<typeof createPayments>;

/** Invoices and what happens to the money. */
export function createPayments(ledger: Ledger) {
  const cards = new Map<string, Card>();

  const subscriptionOf = (invoice: Invoice) => invoice.parent.subscription_details.subscription;
  const lastPaid = (subscription: Subscription) =>
    ledger
      .list('invoice', subscription.customer)
      .find((invoice) => invoice.payments.data.length > 0 && subscriptionOf(invoice) === subscription.id);

  function bill(subscription: Subscription, amount: number, reason: Invoice['billing_reason']): Invoice {
    const invoice = ledger.add('invoice', {
      customer: subscription.customer,
      parent: {
        type: 'subscription_details',
        subscription_details: { subscription: subscription.id },
      },
      billing_reason: reason,
      status: 'open',
      amount_due: amount,
      payments: listOf('/v1/invoice_payments', []),
    });
    subscription.latest_invoice = invoice.id;
    return invoice;
  }

  function settle(invoice: Invoice): void {
    invoice.status = 'paid';
    if (invoice.amount_due > 0) {
      const intent = ledger.add('payment_intent', {
        customer: invoice.customer,
        amount: invoice.amount_due,
        status: 'succeeded',
        latest_charge: '',
      });
      const charge = ledger.add('charge', {
        customer: invoice.customer,
        payment_intent: intent.id,
        amount: invoice.amount_due,
        amount_refunded: 0,
        refunded: false,
        disputed: false,
        paid: true,
        currency: 'usd',
      });
      intent.latest_charge = charge.id;
      invoice.payments.data.push(
        ledger.add('invoice_payment', {
          invoice: invoice.id,
          status: 'paid',
          amount_paid: invoice.amount_due,
          payment: { type: 'payment_intent', payment_intent: intent.id },
        }),
      );
    }
    ledger.emit('invoice.paid', invoice);
  }

  /** The charge behind the last payment for a subscription. */
  function lastCharge(subscription: Subscription) {
    const paid = lastPaid(subscription)?.payments.data[0];
    const intent = paid && ledger.find('payment_intent', paid.payment.payment_intent);
    return intent && ledger.find('charge', intent.latest_charge);
  }

  return {
    cardOf: (customer: string): Card => cards.get(customer) ?? 'pays',
    setCard: (customer: string, card: Card) => void cards.set(customer, card),
    bill,
    settle,

    /** Charges the card on file; whether that worked. */
    collect(invoice: Invoice): boolean {
      if (invoice.amount_due > 0 && this.cardOf(invoice.customer) !== 'pays') {
        ledger.emit('invoice.payment_failed', invoice);
        return false;
      }
      settle(invoice);
      return true;
    },

    /** @throws Fault 402 where the card on file would not pay without its owner's doing */
    demand(customer: string): void {
      const card = this.cardOf(customer);
      if (card === 'declines') {
        throw new Fault(402, 'card_error', 'Your card was declined.', {
          code: 'card_declined',
          decline_code: 'generic_decline',
        });
      }
      if (card === 'asks') {
        throw new Fault(
          402,
          'card_error',
          'Payment for this subscription requires additional user action before it can be completed successfully.',
          { code: 'subscription_payment_intent_requires_action' },
        );
      }
    },

    /** Gives the last payment back; false when there is none, or it was given back already. */
    refund(subscription: Subscription): boolean {
      const charge = lastCharge(subscription);
      if (!charge || charge.refunded) return false;
      Object.assign(charge, { refunded: true, amount_refunded: charge.amount });
      ledger.emit('charge.refunded', charge);
      return true;
    },

    /** The bank takes the last payment back until the matter is decided. */
    dispute(subscription: Subscription): boolean {
      const charge = lastCharge(subscription);
      if (!charge || charge.refunded || charge.disputed) return false;
      charge.disputed = true;
      const dispute = ledger.add('dispute', {
        charge: charge.id,
        payment_intent: charge.payment_intent,
        amount: charge.amount,
        status: 'needs_response',
      });
      ledger.emit('charge.dispute.created', dispute);
      return true;
    },

    decideDispute(subscription: Subscription, status: 'won' | 'lost'): boolean {
      const charge = lastCharge(subscription);
      const dispute = ledger.list('dispute').find((one) => one.charge === charge?.id);
      if (dispute?.status !== 'needs_response') return false;
      dispute.status = status;
      ledger.emit('charge.dispute.closed', dispute);
      return true;
    },
  };
}
