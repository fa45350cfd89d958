import type { Hono } from 'hono';
import type { Env } from './api.ts';
import type { Ledger } from './ledger.ts';
import { allow, missing, type Params, text, wrong } from './wire.ts';

/** Stripe's calls about money that was paid: what was charged, and giving it back. */
export function moneyRoutes(
  api: Hono<Env>,
  ledger: Ledger,
  knownCustomer: (params: Params) => string,
  page: (path: string, params: Params, all: { id: string }[]) => object,
): void {
  api.get('/v1/charges', (c) => {
    const params = c.get('params');
    allow(params, ['customer']);
    const of = params.customer ? knownCustomer(params) : undefined;
    return c.json(page('/v1/charges', params, ledger.list('charge', of)));
  });

  api.post('/v1/refunds', (c) => {
    const params = c.get('params');
    allow(params, ['charge', 'reason']);
    const id = text(params.charge) ?? '';
    const charge = ledger.find('charge', id);
    if (!charge) throw missing('charge', id, 'charge');
    if (charge.refunded)
      throw wrong(`Charge ${id} has already been refunded.`, 'charge', 'charge_already_refunded');
    Object.assign(charge, { refunded: true, amount_refunded: charge.amount });
    ledger.emit('charge.refunded', charge);
    return c.json({
      id: `re_${id}`,
      object: 'refund',
      charge: id,
      amount: charge.amount,
      status: 'succeeded',
    });
  });
}
