import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accountChanges } from '../../modules/auth/tables.ts';
import { openPeople } from '../people.ts';
import { type RunningServer, startServer } from '../server.ts';
import { pay } from '../stripe-peer/hosted-pages.ts';
import { startStripePeer } from '../stripe-peer/peer.ts';
import { until } from '../wire/inbox.ts';
import { createPerson, type Person } from '../wire/person.ts';

/** Kills of the server while events arrive; CRASH_ROUNDS overrides the number. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 1);

let dataDir: string;
let peer: Awaited<ReturnType<typeof startStripePeer>>;
let server: RunningServer;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'reverie-billing-'));
  peer = await startStripePeer({ faults: { dropped: 0, repeated: 0.3 } });
  server = await start();
});
afterAll(async () => {
  await server.kill();
  await peer.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const start = () => startServer({ dataDir, env: { WORKERS: 'fleet', LOG_LEVEL: 'warn', ...peer.env } });

async function killAndStart(): Promise<void> {
  await server.kill();
  peer.interfere(null);
  server = await start();
}

async function createPayer() {
  const people = await openPeople(dataDir);
  const user = await people.create('trial');
  const { name, value } = await people.cookie(user, server.url);
  await people.close();
  return { id: user.id, cookie: `${name}=${value}` };
}

const browser = ({ cookie }: { cookie: string }): Person => createPerson(server, cookie);

/** Pays for a plan without delivering its events. */
async function subscribe(payer: { cookie: string }): Promise<void> {
  const { status, json } = await browser(payer).call('POST', '/api/stripe/create-checkout-session', {
    customerInfo: { fullName: 'Ada Lovelace' },
    plan: 'premium',
  });
  if (status !== 200) throw new Error(`checkout answered ${status}: ${JSON.stringify(json)}`);
  const session = peer.ledger.find('checkout.session', new URL(json.url).pathname.split('/')[2] ?? '');
  if (!session) throw new Error('no page to pay on');
  pay(peer.world, session);
}

async function post(payload: string, signature: string): Promise<number> {
  const { status } = await fetch(`${server.url}/api/stripe/webhook`, {
    method: 'POST',
    headers: { 'stripe-signature': signature },
    body: payload,
  });
  return status;
}

const isPremium = (payer: { cookie: string }) => async () =>
  (await browser(payer).call('GET', '/api/session')).json.user.subscription_tier === 'premium';

test('a server killed after accepting an event processes it at its next start', {
  timeout: 120_000,
}, async () => {
  const payer = await createPayer();
  await subscribe(payer);
  let asked = false;
  peer.interfere(async ({ url }) => {
    if (!url.includes('/v1/subscriptions')) return null;
    asked = true;
    // Never answers.
    return new Promise(() => {});
  });
  expect(await peer.delivery.deliverOne(post)).toBe(true);
  peer.delivery.dropWaiting();
  await until('the question', () => asked);
  await killAndStart();
  await until('the plan', isPremium(payer));
});

test('a server killed at any moment while events arrive loses none and processes none twice', {
  timeout: 120_000 * ROUNDS,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const payer = await createPayer();
    await subscribe(payer);
    const sent = [...peer.delivery.waiting()].map(() => peer.delivery.deliverOne(post));
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 15));
    await killAndStart();
    await Promise.all(sent);
    // Stripe resends unacknowledged events.
    while (peer.delivery.waiting().length > 0) await peer.delivery.deliverOne(post);
    await until('the plan', isPremium(payer));
    const people = await openPeople(dataDir);
    const changes = await people.db.orm.select().from(accountChanges);
    await people.close();
    const paid = changes.filter(({ userId, source }) => userId === payer.id && source === 'stripe');
    expect(paid).toHaveLength(1);
  }
});
