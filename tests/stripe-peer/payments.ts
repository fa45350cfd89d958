import { type Cover, createInvoices } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import type { Charge, Dispute, Invoice, Refund, Subscription } from './objects.ts';
import { Fault } from './wire.ts';

/** A card's response to a charge. */
export type Card = 'pays' | 'declines' | 'asks';

export type Payments = ReturnType<typeof createPayments>;

/** Invoices, charges, refunds and disputes. */
export function createPayments(ledger: Ledger) {
  const cards = new Map<string, Card>();
  const covers = new Map<string, Cover>();
  const { bill, settle, isTransferred } = createInvoices(ledger, covers);

  const subscriptionOf = (invoice: Invoice) => invoice.parent.subscription_details.subscription;
  const lastPaid = (subscription: Subscription) =>
    ledger
      .list('invoice', subscription.customer)
      .find((invoice) => invoice.payments.data.length > 0 && subscriptionOf(invoice) === subscription.id);

  /** The charge of the last payment for a subscription. */
  function lastCharge(subscription: Subscription) {
    const payment = lastPaid(subscription)?.payments.data[0]?.payment;
    const intent =
      payment?.type === 'payment_intent' ? ledger.find('payment_intent', payment.payment_intent) : undefined;
    return intent && ledger.find('charge', intent.latest_charge);
  }

  function openDispute(charge: Charge | undefined, status: Dispute['status']): boolean {
    if (!charge || charge.refunded || charge.disputed) return false;
    charge.disputed = true;
    const dispute = ledger.add('dispute', {
      charge: charge.id,
      payment_intent: charge.payment_intent,
      amount: charge.amount,
      status,
      balance_transactions: status === 'needs_response' ? [{ created: ledger.seconds() }] : [],
    });
    ledger.emit('charge.dispute.created', dispute);
    return true;
  }

  const disputeOf = (charge: Charge | undefined) =>
    ledger.list('dispute').find((one) => one.charge === charge?.id);

  /** Turns an inquiry into a dispute, or closes it. */
  function endInquiry(charge: Charge | undefined, status: 'needs_response' | 'warning_closed'): boolean {
    const dispute = disputeOf(charge);
    if (dispute?.status !== 'warning_needs_response') return false;
    dispute.status = status;
    if (status === 'needs_response') dispute.balance_transactions = [{ created: ledger.seconds() }];
    ledger.emit(
      status === 'warning_closed' ? 'charge.dispute.closed' : 'charge.dispute.funds_withdrawn',
      dispute,
    );
    return true;
  }

  return {
    cardOf: (customer: string): Card => cards.get(customer) ?? 'pays',
    setCard: (customer: string, card: Card) => void cards.set(customer, card),
    /** Null: the card pays again. */
    cover: (customer: string, cover: Cover | null) =>
      void (cover ? covers.set(customer, cover) : covers.delete(customer)),
    bill,
    settle,
    openDispute,
    lastCharge,
    endInquiry,

    /** Charges the card on file. Returns true on success. */
    collect(invoice: Invoice): boolean {
      const isCharged = invoice.amount_due > 0 && !isTransferred(invoice);
      if (isCharged && this.cardOf(invoice.customer) !== 'pays') {
        ledger.emit('invoice.payment_failed', invoice);
        return false;
      }
      settle(invoice);
      return true;
    },

    /** @throws Fault 402 if the card on file declines or needs action by its owner */
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

    /** Refunds the last payment or a part of it; false if no payment exists or it has been refunded. */
    refund(subscription: Subscription, part?: number): boolean {
      const charge = lastCharge(subscription);
      if (!charge || charge.refunded) return false;
      giveBack(ledger, charge, part);
      return true;
    },

    /**
     * The last refund fails at the bank days later, and the money returns to the seller. @param says whether the charge
     * is updated too
     */
    failRefund(subscription: Subscription, says: boolean): boolean {
      const charge = lastCharge(subscription);
      const refund = ledger.list('refund').find((one) => one.charge === charge?.id);
      if (!charge || refund?.status !== 'succeeded') return false;
      refund.status = 'failed';
      if (says) Object.assign(charge, { refunded: false, amount_refunded: 0 });
      ledger.emit('charge.refund.updated', refund);
      ledger.emit('refund.failed', refund);
      return true;
    },

    /** The bank withdraws the last payment until the dispute is decided. */
    dispute: (subscription: Subscription) => openDispute(lastCharge(subscription), 'needs_response'),

    /** The bank only inquires and withdraws nothing. */
    inquire: (subscription: Subscription) => openDispute(lastCharge(subscription), 'warning_needs_response'),

    decideDispute(subscription: Subscription, status: 'won' | 'lost'): boolean {
      const dispute = disputeOf(lastCharge(subscription));
      if (dispute?.status !== 'needs_response') return false;
      dispute.status = status;
      ledger.emit('charge.dispute.closed', dispute);
      return true;
    },
  };
}

/** Refunds part of a charge, or the remainder. */
export function giveBack(ledger: Ledger, charge: Charge, part?: number): Refund {
  const amount = part ?? charge.amount - charge.amount_refunded;
  Object.assign(charge, {
    refunded: part === undefined,
    amount_refunded: part ?? charge.amount,
  });
  ledger.emit('charge.refunded', charge);
  return ledger.add('refund', { charge: charge.id, amount, status: 'succeeded' });
}
