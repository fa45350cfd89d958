import type { Hono } from 'hono';
import type { Env, World } from './api.ts';
import type { Price } from './objects.ts';
import { allow, missing, object, type Params, required, texts, values, wrong } from './wire.ts';

/** Calls that set up an account for sales: products, prices, a portal and webhooks. */
export function setUpRoutes(
  api: Hono<Env>,
  { ledger, webhooks, secret }: World,
  page: (path: string, params: Params, all: { id: string }[]) => object,
): void {
  api.get('/v1/products', (c) => {
    const params = c.get('params');
    allow(params, ['active']);
    return c.json(page('/v1/products', params, ledger.list('product')));
  });
  api.post('/v1/products', (c) => {
    const params = c.get('params');
    allow(params, ['name', 'metadata']);
    const fields = {
      name: required(params, 'name'),
      metadata: texts(params.metadata),
      active: true,
    } as const;
    return c.json(ledger.add('product', fields));
  });

  api.post('/v1/prices', (c) => {
    const params = c.get('params');
    allow(params, [
      ...['product', 'currency', 'unit_amount', 'recurring', 'lookup_key', 'transfer_lookup_key', 'metadata'],
    ]);
    const product = required(params, 'product');
    if (!ledger.find('product', product)) throw missing('product', product, 'product');
    const key = required(params, 'lookup_key');
    const holder = ledger.list('price').find((price) => price.lookup_key === key);
    if (holder && params.transfer_lookup_key !== 'true')
      throw wrong(`A price (\`${holder.id}\`) already uses that lookup key.`, 'lookup_key');
    if (holder) holder.lookup_key = '';
    return c.json(
      ledger.add('price', {
        active: true,
        lookup_key: key,
        product,
        currency: required(params, 'currency') as Price['currency'],
        unit_amount: Number(required(params, 'unit_amount')),
        recurring: { interval: 'month', interval_count: 1 },
      }),
    );
  });

  const portals = '/v1/billing_portal/configurations';
  const portalFields = (params: Params) => {
    allow(params, ['features', 'business_profile', 'metadata', 'active']);
    const update = object(object(params.features).subscription_update);
    for (const one of Object.values(object(update.products)).map(object)) {
      for (const id of values(one.prices))
        if (!ledger.find('price', id)) throw missing('price', id, 'features');
    }
    return { features: object(params.features) };
  };
  api.get(portals, (c) => {
    const params = c.get('params');
    allow(params, ['active']);
    return c.json(page(portals, params, ledger.list('billing_portal.configuration')));
  });
  api.post(portals, (c) => {
    const params = c.get('params');
    const metadata = texts(params.metadata);
    return c.json(
      ledger.add('billing_portal.configuration', { active: true, metadata, ...portalFields(params) }),
    );
  });
  api.post(`${portals}/:id`, (c) => {
    const found = ledger.find('billing_portal.configuration', c.req.param('id'));
    if (!found) throw missing('configuration', c.req.param('id'), 'id', 404);
    return c.json(Object.assign(found, portalFields(c.get('params'))));
  });

  /** Leaves out the secret, which Stripe only returns on creation. */
  const shown = (url: string, at: number) => ({
    id: `we_${at}`,
    object: 'webhook_endpoint',
    url,
    status: 'enabled',
    enabled_events: events.get(at) ?? ['*'],
  });
  const events = new Map<number, string[]>();
  api.get('/v1/webhook_endpoints', (c) => {
    const data = webhooks.map(shown).filter(({ url }) => url !== '');
    return c.json({ object: 'list', url: '/v1/webhook_endpoints', data, has_more: false });
  });
  api.post('/v1/webhook_endpoints', (c) => {
    const params = c.get('params');
    allow(params, ['url', 'enabled_events', 'description', 'metadata']);
    if (values(params.enabled_events).length === 0) throw wrong('Missing required param: enabled_events.');
    const at = webhooks.push(required(params, 'url')) - 1;
    events.set(at, values(params.enabled_events));
    return c.json({ ...shown(webhooks[at] ?? '', at), secret });
  });
  api.post('/v1/webhook_endpoints/:id', (c) => {
    const params = c.get('params');
    allow(params, ['enabled_events']);
    const at = Number(c.req.param('id').replace('we_', ''));
    if (!webhooks[at]) throw missing('webhook_endpoint', c.req.param('id'), 'id', 404);
    events.set(at, values(params.enabled_events));
    return c.json(shown(webhooks[at] ?? '', at));
  });
  api.delete('/v1/webhook_endpoints/:id', (c) => {
    const at = Number(c.req.param('id').replace('we_', ''));
    if (!webhooks[at]) throw missing('webhook_endpoint', c.req.param('id'), 'id', 404);
    // Keeps the ids of the other endpoints.
    webhooks[at] = '';
    return c.json({ id: c.req.param('id'), object: 'webhook_endpoint', deleted: true });
  });
}
