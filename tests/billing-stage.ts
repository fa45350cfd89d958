import type { User } from '../modules/auth/queries/people.ts';
import { openLoginSession, SESSION_MS } from '../modules/auth/session/sign-in.ts';
import { loginSessions, users } from '../modules/auth/tables.ts';
import { EVENT_JOB, GATHER_MS } from '../modules/billing/subscription/receive-event.ts';
import { RECONCILE_JOB } from '../modules/billing/subscription/reconcile.ts';
import { newId } from '../modules/kit/ids.ts';
import type { Role } from '../modules/web/contract/person.ts';
import type { Tier } from '../modules/web/contract/tiers.ts';
import { createTestClock, ORIGIN, startProgram, type Visitor } from './program.ts';
import { confirm, pay } from './stripe-peer/hosted-pages.ts';
import { type PeerOptions, startStripePeer } from './stripe-peer/peer.ts';
import { until } from './wire/inbox.ts';

const MOMENT_MS = 25;
const HOUR_MS = 3600_000;

export type BillingStage = Awaited<ReturnType<typeof openBillingStage>>;

export interface Payer {
  user: User;
  visitor: Visitor;
}

/**
 * The whole program, with a Stripe stand-in on loopback that shares its clock. Events wait until a test delivers them.
 */
export async function openBillingStage(
  options: PeerOptions & { env?: Record<string, string> } = {},
  clock = createTestClock(),
) {
  const peer = await startStripePeer({ now: clock.now, ...options });
  const program = await startProgram({ ...peer.env, ...options.env }, clock);
  program.jobs.start();
  // Waits for the nightly run that is due at a first start, so it doesn't read the test's data.
  const night = String(Math.floor((clock.now() - 4 * HOUR_MS) / (24 * HOUR_MS)));
  await until(
    'the nightly reading',
    async () => (await program.queue.find(RECONCILE_JOB, night))?.state === 'done',
  );
  const { store } = program.signIn;

  async function post(payload: string, signature: string): Promise<number> {
    const answer = await program.app.request(`${ORIGIN}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'stripe-signature': signature, 'content-type': 'application/json' },
      body: payload,
    });
    return answer.status;
  }

  const settings = program.config.stripe;
  if (!settings) throw new Error('nothing is sold');
  return {
    program,
    settings,
    peer,
    clock,
    post,

    /** Signs in a new trial person. */
    async person(name = 'Ada Lovelace'): Promise<Payer> {
      const email = `${newId().slice(0, 8)}@example.com`;
      const user = await store.createUser({ name, email, picture: null, role: 'user' });
      await store.addIdentity({ issuer: 'email', subject: email, userId: user.id, email });
      const visitor = program.visitor({}, user.id);
      const from = { userAgent: undefined, address: 'test' };
      visitor.jar.set('sid', await openLoginSession(program.signIn, user.id, from));
      return { user, visitor };
    },

    /** Requests a checkout; returns the status and the response. */
    async checkout({ visitor }: Payer, plan: string, more: object = {}) {
      const answer = await visitor.postJson('/api/stripe/create-checkout-session', {
        customerInfo: { fullName: 'Ada Lovelace' },
        plan,
        ...more,
      });
      return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
    },

    /** Presses Pay on this page, or Confirm if the bank asks; returns the URL that the browser is sent to. */
    press(url: unknown): URL {
      const [, page, id = ''] = new URL(String(url)).pathname.split('/');
      const session = peer.ledger.find('checkout.session', id);
      const portal = peer.ledger.find('billing_portal.session', id);
      if (page === 'pay' && session?.status === 'open') return new URL(pay(peer.world, session));
      if (page === 'portal' && portal) return new URL(confirm(peer.world, portal));
      throw new Error(`nothing to press at ${url}`);
    },

    /** Buys a plan, up to the point where Stripe has the money. */
    async subscribe(payer: Payer, plan: Tier) {
      const { json } = await this.checkout(payer, plan);
      this.press(json.url);
      return this.subscriptionOf(payer);
    },

    /** A person whose plan is active everywhere. */
    async subscriber(plan: Tier): Promise<Payer> {
      const payer = await this.person();
      await this.subscribe(payer, plan);
      await this.deliverAll();
      if ((await this.right(payer)) !== plan) throw new Error(`nobody heard of the ${plan} plan`);
      return payer;
    },

    /** Changes a role as an admin in the dashboard would. */
    async give({ user }: Payer, role: Role, source: 'admin' | 'beta' = 'admin'): Promise<void> {
      const now = await store.findUser(user.id);
      if (!now) throw new Error('no such person');
      await store.transact(() =>
        store.changeAccount(now, { role, tier: null }, { source, actorId: null, reason: null }),
      );
    },

    /** A person's newest subscription at Stripe. */
    async subscriptionOf({ user }: Payer) {
      const customer = await program.customers.findCustomer(user.id);
      const [newest] = customer ? peer.ledger.list('subscription', customer.customerId) : [];
      if (!newest) throw new Error('Stripe knows of no subscription');
      return newest;
    },

    /** Delivers every pending event in any order and waits until all are processed. */
    async deliverAll(): Promise<void> {
      while (peer.delivery.waiting().length > 0) {
        const some = peer.delivery.waiting().slice(0, 20);
        await Promise.all(some.map(() => peer.delivery.deliverOne(post)));
      }
      await this.settled();
    },

    /** Waits until all received events are processed, advancing the clock to retries. */
    async settled(): Promise<void> {
      clock.advance(GATHER_MS);
      program.jobs.wake();
      while ((await program.queue.nextDue([EVENT_JOB])) !== null) await this.tick();
    },

    /** Lets a moment of real time pass, even though the test clock stands still. */
    async tick(): Promise<void> {
      await new Promise((done) => setTimeout(done, MOMENT_MS));
      clock.advance(MOMENT_MS);
    },

    /** Role and tier in one word: user, basic, premium, legacy or admin. */
    async right({ user }: Payer): Promise<string> {
      const now = await store.findUser(user.id);
      return now ? rightOf(now) : 'gone';
    },

    /** Extends all login sessions, after the clock was advanced by months. */
    async staySignedIn(): Promise<void> {
      await program.db.orm
        .update(loginSessions)
        .set({ createdAt: clock.now(), lastUsedAt: clock.now(), expiresAt: clock.now() + SESSION_MS });
    },

    /** As above for everyone, by id. */
    async rights(): Promise<Map<string, string>> {
      const rows = await program.db.orm.select().from(users);
      return new Map(rows.map((row) => [row.id, rightOf(row)]));
    },

    async close(): Promise<void> {
      await program.stop();
      await peer.stop();
    },
  };
}

const rightOf = ({ role, subscriptionTier }: User) =>
  role === 'subscribed' ? (subscriptionTier ?? 'legacy') : role;
