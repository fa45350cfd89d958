import type { Database } from '../../db/database.ts';
import type { Clock } from '../kit/clock.ts';
import { createAccountTokenQueries } from './queries/account-tokens.ts';
import { createApiTokenQueries } from './queries/api-tokens.ts';
import { createEmailLinkQueries } from './queries/email-links.ts';
import { createGuestQueries } from './queries/guests.ts';
import { createIdentityQueries } from './queries/identities.ts';
import { createLoginQueries } from './queries/logins.ts';
import { createPasskeyQueries } from './queries/passkeys.ts';
import { createPeopleQueries } from './queries/people.ts';
import { createRoleQueries } from './queries/roles.ts';
import { createSuspensionQueries } from './queries/suspensions.ts';

export type AuthStore = ReturnType<typeof createAuthStore>;

/** All SQL for people, their sign-in methods and their login sessions. */
export function createAuthStore(db: Database, clock: Clock) {
  return {
    transact: db.transact,
    ...createPeopleQueries(db, clock),
    ...createRoleQueries(db, clock),
    ...createIdentityQueries(db, clock),
    ...createLoginQueries(db, clock),
    ...createEmailLinkQueries(db, clock),
    ...createAccountTokenQueries(db, clock),
    ...createApiTokenQueries(db, clock),
    ...createPasskeyQueries(db, clock),
    ...createSuspensionQueries(db, clock),
    ...createGuestQueries(db, clock),
  };
}
