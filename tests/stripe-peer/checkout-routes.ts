import type { Hono } from 'hono';
import { newId } from '../../modules/kit/ids.ts';
import type { Env } from './api.ts';
import type { Ledger } from './ledger.ts';
import type { StripeObject } from './objects.ts';
import { allow, missing, object, type Params, required, text, texts, wrong } from './wire.ts';

const DAY = 24 * 3600;

/** Calls that create hosted pages. */
export function checkoutRoutes(
  api: Hono<Env>,
  ledger: Ledger,
  knownCustomer: (params: Params) => string,
  page: (path: string, params: Params, all: StripeObject[]) => object,
): void {
  api.post('/v1/checkout/sessions', (c) => {
    const params = c.get('params');
    allow(params, [
      'mode',
      'customer',
      'client_reference_id',
      'line_items',
      'success_url',
      'cancel_url',
      'subscription_data',
      'metadata',
      'allow_promotion_codes',
      'automatic_tax',
      'billing_address_collection',
    ]);
    if (params.mode !== 'subscription') throw wrong('The peer sells subscriptions only.', 'mode');
    const [item] = Object.values(object(params.line_items)).map(object);
    const price = ledger.find('price', text(item?.price) ?? '');
    if (!price || item?.quantity !== '1')
      throw missing('price', text(item?.price) ?? '', 'line_items[0][price]');
    const id = `cs_test_${newId()}`;
    const session = ledger.add('checkout.session', {
      id,
      customer: knownCustomer(params),
      client_reference_id: text(params.client_reference_id) ?? null,
      mode: 'subscription',
      status: 'open',
      payment_status: 'unpaid',
      subscription: null,
      success_url: required(params, 'success_url'),
      cancel_url: required(params, 'cancel_url'),
      url: `${new URL(c.req.url).origin}/pay/${id}`,
      expires_at: ledger.seconds() + DAY,
      metadata: texts(params.metadata),
    });
    ledger.ordered.set(id, { price, metadata: texts(object(params.subscription_data).metadata) });
    return c.json(session);
  });

  api.get('/v1/checkout/sessions', (c) => {
    const params = c.get('params');
    allow(params, ['customer', 'status']);
    const found = ledger
      .list('checkout.session', knownCustomer(params))
      .filter((one) => !params.status || one.status === params.status);
    return c.json(page('/v1/checkout/sessions', params, found));
  });

  api.post('/v1/checkout/sessions/:id/expire', (c) => {
    const session = ledger.find('checkout.session', c.req.param('id'));
    if (!session) throw missing('checkout.session', c.req.param('id'), 'id', 404);
    if (session.status !== 'open')
      throw wrong('Only Checkout Sessions with a status of open can be expired.');
    Object.assign(session, { status: 'expired', url: null });
    return c.json(session);
  });

  api.post('/v1/billing_portal/sessions', (c) => {
    const params = c.get('params');
    allow(params, ['customer', 'return_url', 'flow_data', 'configuration']);
    const configuration = text(params.configuration);
    if (configuration && !ledger.find('billing_portal.configuration', configuration))
      throw missing('configuration', configuration, 'configuration');
    const id = `bps_${newId()}`;
    return c.json(
      ledger.add('billing_portal.session', {
        id,
        customer: knownCustomer(params),
        return_url: required(params, 'return_url'),
        url: `${new URL(c.req.url).origin}/portal/${id}`,
        flow: flowOf(ledger, object(params.flow_data)),
      }),
    );
  });
}

function flowOf(ledger: Ledger, flow: Params) {
  if (text(flow.type) !== 'subscription_update_confirm') return null;
  const { subscription, items } = object(flow.subscription_update_confirm);
  const [item] = Object.values(object(items)).map(object);
  const id = text(subscription) ?? '';
  const known = ledger.find('subscription', id)?.items.data.some((one) => one.id === text(item?.id));
  if (!known) throw missing('subscription', id, 'flow_data[subscription_update_confirm][subscription]');
  const { redirect } = object(flow.after_completion);
  return {
    type: 'subscription_update_confirm',
    after: text(object(redirect).return_url) ?? '',
    subscription: id,
    price: text(item?.price) ?? '',
  };
}
