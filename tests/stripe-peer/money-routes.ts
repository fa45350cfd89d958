import type { Hono } from 'hono';
import type { Env } from './api.ts';
import type { Ledger } from './ledger.ts';
import type { Charge } from './objects.ts';
import { giveBack } from './payments.ts';
import { allow, missing, object, type Params, text, wrong } from './wire.ts';

/** Calls about past payments: charges and refunds. */
export function moneyRoutes(
  api: Hono<Env>,
  ledger: Ledger,
  knownCustomer: (params: Params) => string,
  page: (path: string, params: Params, all: { id: string }[]) => object,
): void {
  api.get('/v1/charges', (c) => {
    const params = c.get('params');
    allow(params, ['customer', 'created']);
    const of = params.customer ? knownCustomer(params) : undefined;
    const found = ledger
      .list('charge', of)
      .filter(({ created }) => isWithin(params, created))
      .toSorted((a, b) => b.created - a.created);
    return c.json(page('/v1/charges', params, found));
  });

  api.get('/v1/invoice_payments', (c) => {
    const params = c.get('params');
    allow(params, ['created', 'invoice', 'payment', 'status']);
    const { payment_intent: intent } = object(params.payment);
    const found = ledger
      .list('invoice_payment')
      .filter(({ payment }) => !intent || ('payment_intent' in payment && payment.payment_intent === intent))
      .filter(({ invoice }) => !params.invoice || invoice === params.invoice)
      .filter(({ status }) => !params.status || status === params.status)
      .filter(({ created }) => isWithin(params, created));
    return c.json(page('/v1/invoice_payments', params, found));
  });

  api.get('/v1/balance_transactions', (c) => {
    const params = c.get('params');
    allow(params, ['created', 'type']);
    const since = Number(text(object(params.created).gte) ?? 0);
    const rows = ledger
      .list('charge')
      .flatMap((charge) => [
        ...(charge.refunded ? [moved(charge, 'refund', -charge.amount)] : []),
        moved(charge, 'charge', charge.amount),
      ])
      .filter(({ created }) => created >= since);
    return c.json(page('/v1/balance_transactions', params, rows));
  });

  api.post('/v1/refunds', (c) => {
    const params = c.get('params');
    allow(params, ['charge', 'reason']);
    const id = text(params.charge) ?? '';
    const charge = ledger.find('charge', id);
    if (!charge) throw missing('charge', id, 'charge');
    if (charge.refunded)
      throw wrong(`Charge ${id} has already been refunded.`, 'charge', 'charge_already_refunded');
    return c.json(giveBack(ledger, charge));
  });

  api.get('/v1/refunds', (c) => {
    const params = c.get('params');
    allow(params, ['charge']);
    const found = ledger.list('refund').filter((one) => !params.charge || one.charge === params.charge);
    return c.json(page('/v1/refunds', params, found));
  });
}

/** True if `created[gte]` and `created[lt]` include this time. */
function isWithin(params: Params, created: number): boolean {
  const { gte = 0, lt = Number.POSITIVE_INFINITY } = object(params.created);
  return created >= Number(gte) && created < Number(lt);
}

const moved = ({ id, created, currency }: Charge, type: 'charge' | 'refund', amount: number) => ({
  id: `txn_${type}_${id}`,
  object: 'balance_transaction',
  type,
  amount,
  currency,
  created,
});
