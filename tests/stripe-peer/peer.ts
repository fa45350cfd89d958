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
  /** what becomes of a subscription whose card never pays again; either, at first */
  afterRetries?: AfterRetries;
  /** monthly prices of basic and premium in cents, and those of other plans by their lookup keys */
  cents?: [number, number];
  otherCents?: Record<string, number>;
  /** an account of which nothing is set up */
  isBare?: boolean;
}

export type StripePeer = Awaited<ReturnType<typeof startStripePeer>>;

/**
 * A Stripe on loopback: it speaks Stripe's API to Stripe's own package, keeps customers, subscriptions and their
 * money, shows a page to pay on, and signs events. Its caller decides where they go.
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
    judge?.hear(c.req.raw);
    return next();
  });
  app.use(async (c, next) => {
    asked += 1;
    const instead = await trouble?.(c.req.raw);
    return instead ?? next();
  });
  app.route('/', createHostedPages(world));
  app.route('/', createApi(world));
  // The tests run on Bun, whatever the program runs on.
  const server = Bun.serve({ fetch: app.fetch, port, hostname: '127.0.0.1', idleTimeout: 0 });
  const url = `http://127.0.0.1:${server.port}`;

  return {
    url,
    /** the settings under which the product takes it for Stripe */
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
    /** how many requests came so far */
    asked: () => asked,
    /** Lets an answer of the test's take the place of the peer's own, until called with null. */
    interfere(instead: typeof trouble): void {
      trouble = instead;
    },
    async stop() {
      await server.stop(true);
      await judge?.settle();
    },
  };
}

/** The same row of numbers, 0 up to 1, for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
