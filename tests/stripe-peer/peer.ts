import { Hono } from 'hono';
import { createApi, type World } from './api.ts';
import { createDelivery, type Faults, USUAL_FAULTS } from './delivery.ts';
import { createHostedPages } from './hosted-pages.ts';
import { createJudge } from './judge.ts';
import { createLedger } from './ledger.ts';
import { createPayments } from './payments.ts';
import type { AfterRetries } from './subscription-life.ts';
import { createSubscriptions } from './subscriptions.ts';

export const WEBHOOK_SECRET = 'whsec_loopback_only';
export const SECRET_KEY = 'sk_test_loopback_only';
export const BASIC = 'reverie_basic';
export const PREMIUM = 'reverie_premium';

export interface PeerOptions {
  port?: number;
  /** ms since the epoch */
  now?: () => number;
  seed?: number;
  faults?: Faults;
  /** Final state of a subscription whose card never pays again; default: either, at random. */
  afterRetries?: AfterRetries;
  /** Monthly prices in cents: basic and premium, then other plans by lookup key. */
  cents?: [number, number];
  otherCents?: Record<string, number>;
  /** A new account with nothing configured. */
  isBare?: boolean;
}

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>;

/**
 * A loopback Stripe: serves Stripe's API to Stripe's own client, stores customers, subscriptions and payments, shows a
 * payment page, and signs events. The caller decides where events go.
 */
export async function startStripePeer(options: PeerOptions = {}) {
  const { port = 0, now = Date.now, seed = 1, faults = USUAL_FAULTS, cents = [500, 3000] } = options;
  const random = seeded(seed);
  const afterRetries = options.afterRetries ?? (() => (random() < 0.5 ? 'canceled' : 'unpaid'));
  const ledger = createLedger(now, (event) => delivery.add(event));
  const delivery = createDelivery({ secret: WEBHOOK_SECRET, seconds: ledger.seconds, random, faults });
  const payments = createPayments(ledger);
  const subscriptions = createSubscriptions(ledger, payments, afterRetries);
  const world: World = { ledger, payments, subscriptions, webhooks: [], secret: WEBHOOK_SECRET };
  const amounts = { [BASIC]: cents[0], [PREMIUM]: cents[1], ...options.otherCents };
  for (const [key, amount] of Object.entries(options.isBare ? {} : amounts)) {
    ledger.add('price', {
      id: `price_${key}`,
      active: true,
      lookup_key: key,
      product: `prod_${key}`,
      currency: 'usd',
      unit_amount: amount,
      recurring: { interval: 'month', interval_count: 1 },
    });
  }

  let asked = 0;
  let trouble: ((request: Request) => Promise<Response | null>) | null = null;
  const app = new Hono();
  const judge = process.env.STRIPE_MOCK_URL ? createJudge(process.env.STRIPE_MOCK_URL) : null;
  app.use('/v1/*', async (c, next) => {
    judge?.check(c.req.raw);
    return next();
  });
  app.use(async (c, next) => {
    asked += 1;
    const instead = await trouble?.(c.req.raw);
    return instead ?? next();
  });
  app.route('/', createHostedPages(world));
  app.route('/', createApi(world));
  // Tests run on Bun, whatever runtime the program uses.
  const server = Bun.serve({ fetch: app.fetch, port, hostname: '127.0.0.1', idleTimeout: 0 });
  const url = `http://127.0.0.1:${server.port}`;

  return {
    url,
    /** Settings that make the program use this peer as Stripe. */
    env: {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_PUBLISHABLE_KEY: 'pk_test_loopback_only',
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_PRICE_BASIC: BASIC,
      STRIPE_PRICE_PREMIUM: PREMIUM,
      STRIPE_API_BASE: url,
    },
    ...world,
    world,
    delivery,
    random,
    /** Number of requests so far. */
    asked: () => asked,
    /** Replaces the peer's answers with the test's own, until called with null. */
    interfere(instead: typeof trouble): void {
      trouble = instead;
    },
    async stop() {
      await server.stop(true);
      await judge?.settle();
    },
  };
}

/** Reproducible random numbers in [0, 1) (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
