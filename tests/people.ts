import { openDatabase } from '../db/open.ts';
import type { User } from '../modules/auth/queries/people.ts';
import { openLoginSession } from '../modules/auth/session/sign-in.ts';
import { createAuthStore } from '../modules/auth/store.ts';
import { systemClock } from '../modules/kit/clock.ts';
import { newId } from '../modules/kit/ids.ts';

export type Plan = 'trial' | 'basic' | 'premium' | 'legacy' | 'admin';

/** Creates people directly in a running server's database, without mailed links. */
export async function openPeople(dataDir: string, databaseUrl?: string) {
  const db = await openDatabase({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
  const store = createAuthStore(db, systemClock);

  async function setPlan(user: User, plan: Plan): Promise<User> {
    const tier = plan === 'basic' || plan === 'premium' ? plan : null;
    const role = plan === 'admin' ? 'admin' : plan === 'trial' ? 'user' : 'subscribed';
    await store.changeAccount(user, { role, tier }, { source: 'admin', actorId: null, reason: null });
    return (await store.findUser(user.id)) ?? user;
  }

  return {
    db,
    store,
    setPlan,
    async create(plan: Plan, name = 'Ada Lovelace'): Promise<User> {
      const email = `${name.split(' ')[0]?.toLowerCase()}.${newId().slice(0, 6)}@example.com`;
      const user = await store.createUser({ name, email, picture: null, role: 'user' });
      await store.addIdentity({ issuer: 'email', subject: email, userId: user.id, email });
      return plan === 'trial' ? user : setPlan(user, plan);
    },
    /** The cookie of a new login session, for a browser context. */
    async cookie(user: User, url: string) {
      const from = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0', address: '127.0.0.1' };
      const value = await openLoginSession({ store, clock: systemClock, adminEmails: [] }, user.id, from);
      return { name: 'sid', value, url, httpOnly: true, sameSite: 'Lax' as const };
    },
    close: () => db.close(),
  };
}
