import { Hono } from 'hono';
import { checkoutRoutes } from './checkout-routes.ts';
import { createIdempotency } from './idempotency.ts';
import type { Ledger } from './ledger.ts';
import { moneyRoutes } from './money-routes.ts';
import { listOf, type StripeObject } from './objects.ts';
import type { Payments } from './payments.ts';
import { setUpRoutes } from './set-up-routes.ts';
import type { Subscriptions } from './subscriptions.ts';
import {
  allow,
  answerOf,
  Fault,
  missing,
  object,
  type Params,
  readParams,
  text,
  texts,
  values,
  wrong,
} from './wire.ts';

export interface World {
  ledger: Ledger;
  payments: Payments;
  subscriptions: Subscriptions;
  /** Event destinations that the account's owner has configured. */
  webhooks: string[];
  /** Signs events. */
  secret: string;
}

export interface Env {
  Variables: { params: Params };
}

/** The part of Stripe's API that we use. */
export function createApi(world: World): Hono<Env> {
  const { ledger, subscriptions } = world;
  const api = new Hono<Env>();

  api.use(async (c, next) => {
    if (!/^Bearer sk_test_/.test(c.req.header('authorization') ?? '')) {
      throw new Fault(401, 'invalid_request_error', 'Invalid API Key provided.');
    }
    const encoded =
      c.req.method === 'POST' ? new URLSearchParams(await c.req.text()) : new URL(c.req.url).searchParams;
    c.set('params', readParams(encoded));
    return next();
  });
  api.use(createIdempotency());

  /** `GET /v1/<kind>/:id` for one kind of object. */
  const read = (path: string, kind: StripeObject['object']) =>
    api.get(`${path}/:id`, (c) => {
      const { id } = c.req.param();
      const found = ledger.find(kind, id);
      if (!found) throw missing(kind, id, 'id', 404);
      return c.json(answerOf(ledger, found, values(c.get('params').expand)) as object);
    });
  read('/v1/customers', 'customer');
  read('/v1/prices', 'price');
  read('/v1/subscriptions', 'subscription');
  read('/v1/invoices', 'invoice');
  read('/v1/payment_intents', 'payment_intent');
  read('/v1/charges', 'charge');
  read('/v1/checkout/sessions', 'checkout.session');

  /** A page of a list, starting after `starting_after`. */
  function page(path: string, params: Params, all: { id: string }[]): object {
    const from = all.findIndex(({ id }) => id === text(params.starting_after)) + 1;
    const limit = Number(text(params.limit) ?? 10);
    const rows = all.slice(from, from + limit);
    return answerOf(ledger, listOf(path, rows, all.length > from + limit), values(params.expand)) as object;
  }

  function knownCustomer(params: Params): string {
    const id = text(params.customer) ?? '';
    const customer = ledger.find('customer', id);
    if (!customer || customer.deleted) throw missing('customer', id, 'customer');
    return id;
  }

  api.get('/v1/prices', (c) => {
    const params = c.get('params');
    allow(params, ['lookup_keys', 'active']);
    const keys = values(params.lookup_keys);
    const found = ledger
      .list('price')
      .filter((price) => keys.length === 0 || keys.includes(price.lookup_key));
    return c.json(page('/v1/prices', params, found));
  });

  api.get('/v1/subscriptions', (c) => {
    const params = c.get('params');
    allow(params, ['customer', 'status']);
    const status = text(params.status);
    const found = ledger
      .list('subscription', params.customer ? knownCustomer(params) : undefined)
      .filter(
        (one) =>
          status === 'all' ||
          (status ? one.status === status : one.status !== 'canceled' && one.status !== 'incomplete_expired'),
      );
    return c.json(page('/v1/subscriptions', params, found));
  });

  api.get('/v1/invoices', (c) => {
    const params = c.get('params');
    allow(params, ['customer', 'subscription', 'status']);
    const id = text(params.subscription);
    const customer = id ? ledger.find('subscription', id)?.customer : text(params.customer);
    const found = ledger
      .list('invoice', customer)
      .filter((one) => !id || one.parent.subscription_details.subscription === id)
      .filter((one) => !params.status || one.status === params.status);
    return c.json(page('/v1/invoices', params, found));
  });

  api.get('/v1/disputes', (c) => {
    const params = c.get('params');
    allow(params, ['charge', 'payment_intent']);
    const found = ledger
      .list('dispute')
      .filter((one) => !params.payment_intent || one.payment_intent === params.payment_intent)
      .filter((one) => !params.charge || one.charge === params.charge);
    return c.json(page('/v1/disputes', params, found));
  });

  setUpRoutes(api, world, page);
  moneyRoutes(api, ledger, knownCustomer, page);

  const customerFields = ['email', 'name', 'metadata', 'phone', 'address', 'shipping'];
  api.post('/v1/customers', (c) => {
    const params = c.get('params');
    allow(params, customerFields);
    const { email = null, name = null } = { email: text(params.email), name: text(params.name) };
    return c.json(ledger.add('customer', { email, name, metadata: texts(params.metadata) }));
  });

  api.post('/v1/customers/:id', (c) => {
    const params = c.get('params');
    allow(params, customerFields);
    const customer = ledger.find('customer', c.req.param('id'));
    if (!customer || customer.deleted) throw missing('customer', c.req.param('id'), 'id', 404);
    // An empty string clears the field.
    const given = (name: 'email' | 'name') => {
      const value = text(params[name]);
      return value === undefined ? customer[name] : value || null;
    };
    Object.assign(customer, {
      email: given('email'),
      name: given('name'),
      metadata: { ...customer.metadata, ...texts(params.metadata) },
    });
    return c.json(customer);
  });

  api.delete('/v1/customers/:id', (c) => {
    const customer = ledger.find('customer', c.req.param('id'));
    if (!customer || customer.deleted) throw missing('customer', c.req.param('id'), 'id', 404);
    for (const one of ledger.list('subscription', customer.id)) {
      if (one.status !== 'canceled') subscriptions.end(one);
    }
    customer.deleted = true;
    return c.json({ id: customer.id, object: 'customer', deleted: true });
  });

  api.post('/v1/subscriptions/:id', (c) => {
    const params = c.get('params');
    allow(params, ['items', 'proration_behavior', 'payment_behavior', 'cancel_at_period_end', 'metadata']);
    const subscription = ledger.find('subscription', c.req.param('id'));
    if (!subscription) throw missing('subscription', c.req.param('id'), 'id', 404);
    for (const item of Object.values(object(params.items)).map(object)) {
      const price = ledger.find('price', text(item.price) ?? '');
      if (!price) throw missing('price', text(item.price) ?? '', 'items[0][price]');
      if (!text(item.id)) subscriptions.addPrice(subscription, price);
      else {
        if (
          params.proration_behavior !== 'always_invoice' ||
          params.payment_behavior !== 'error_if_incomplete'
        ) {
          throw wrong('The peer only charges differences at once, or not at all.', 'proration_behavior');
        }
        subscriptions.changePrice(subscription, text(item.id) ?? '', price);
      }
    }
    if (params.cancel_at_period_end !== undefined) {
      subscriptions.cancelAtPeriodEnd(subscription, params.cancel_at_period_end === 'true');
    }
    return c.json(answerOf(ledger, subscription, values(params.expand)) as object);
  });

  api.delete('/v1/subscriptions/:id', (c) => {
    const subscription = ledger.find('subscription', c.req.param('id'));
    if (!subscription || subscription.status === 'canceled') {
      throw missing('subscription', c.req.param('id'), 'id', 404);
    }
    subscriptions.end(subscription);
    return c.json(answerOf(ledger, subscription, []) as object);
  });

  checkoutRoutes(api, ledger, knownCustomer, page);

  api.onError((error, c) => {
    if (!(error instanceof Fault)) throw error;
    return c.json(error.body, error.status);
  });
  api.notFound((c) => c.json(wrong(`Unrecognized request URL (${c.req.method}: ${c.req.path}).`).body, 404));
  return api;
}
