import { defineDaily } from '../jobs/contract/define-daily.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { notFound } from '../kit/errors.ts';
import { hashToken } from '../kit/ids.ts';
import type { Locale } from '../kit/texts/locale.ts';
import { m } from '../kit/texts/m.ts';
import { offeredOr } from '../kit/texts/offered.ts';
import type { Kit } from '../module.ts';
import type { SecurityLog } from '../security-log/security-log.ts';
import type { App, AppContext } from '../web/context.ts';
import type { SessionUser } from '../web/contract/person.ts';
import type { SiteConfig } from '../web/contract/settings.ts';
import { askForAddress, setAddress } from './address/change-address.ts';
import { defineUndoMailJob } from './address/mail-undo.ts';
import { createApiTokens } from './api-token/api-tokens.ts';
import { changeRole, type RoleChange } from './change-role.ts';
import type { AuthConfig } from './contract/settings.ts';
import type { AuthDeps, LaterParts } from './deps.ts';
import { defineDeferredLinkJob, type Mailer, makeAdminLink } from './email-link/email-link.ts';
import { type GivenPlan, givePlan, type TakenPlan, takePlan } from './give-plan.ts';
import { beginGuest } from './guest/begin-guest.ts';
import { createAccountPersonalData } from './personal-data.ts';
import { waysToProve } from './proof/confirm-routes.tsx';
import { guardProof, OPERATOR_PROOF_MS, requireProof } from './proof/fresh-proof.ts';
import { createCodeFlow } from './providers/code-flow.ts';
import { createTokenVerifier } from './providers/google-token.ts';
import { createProvider } from './providers/provider.ts';
import type { User } from './queries/people.ts';
import type { Suspension } from './queries/suspensions.ts';
import { registerAuth } from './routes.tsx';
import { createSessions } from './session/begin-session.ts';
import { dropBrowser } from './session/cookie.ts';
import { findPerson } from './session/find-person.ts';
import { blockValue, isBlockedBy } from './session/sign-in-block.ts';
import { readSignInState } from './session/sign-in-state.tsx';
import { keepSuspension, liftTraces, suspendAccount } from './session/suspension-trace.ts';
import { createAuthStore } from './store.ts';

export type { LaterParts } from './deps.ts';
export { ERASE_GUESTS_JOB } from './guest/begin-guest.ts';
export { createAccountLedger } from './ledger.ts';
export { diagnoseSignIn } from './providers/diagnose-sign-in.ts';
export { toSessionUser } from './session/sign-in.ts';

export type Auth = ReturnType<typeof createAuth>;
export type { User };

/** Creates a one-time link, printed on the operator's console, that signs in as the first of ADMIN_EMAILS. */
export function adminLink(
  { config, db, clock }: Pick<Kit<AuthConfig & SiteConfig>, 'config' | 'db' | 'clock'>,
  origin: string,
  /** path to open after the sign-in */
  next = '/dreamboard',
): Promise<string> {
  const adminEmails = config.ADMIN_EMAILS ?? [];
  const deps = { config, clock, adminEmails, store: createAuthStore(db, clock) };
  return makeAdminLink(deps, adminEmails[0] ?? 'admin@localhost', origin, next);
}

export interface AuthPorts {
  mail: Mailer & {
    delivers: boolean;
    /** unsubscribes an address from news, or resubscribes it */
    setOptOut(address: string, isOut: boolean): Promise<void>;
  };
  jobs: Pick<Jobs, 'enqueue' | 'runNow'>;
  /** logs sign-ins, refusals and security changes */
  security: Pick<SecurityLog, 'note' | 'refused'>;
  /** called once all modules exist */
  parts(): LaterParts;
}

/** The auth module: identities, roles and proofs of identity. */
export function createAuth(kit: Kit<AuthConfig & SiteConfig>, { mail, jobs, security, parts }: AuthPorts) {
  const { config, clock, log, db, storage, images, rateLimits, traceOf } = kit;
  const store = createAuthStore(db, clock);
  const provider = createProvider({ config, clock, log });
  const deps: AuthDeps = {
    config,
    clock,
    log,
    store,
    storage,
    images,
    rateLimits,
    traceOf,
    mailer: mail,
    jobs,
    adminEmails: config.ADMIN_EMAILS ?? [],
    codeFlow: createCodeFlow({ config, clock, log }, provider),
    verifyToken: createTokenVerifier({ config, clock, log }, provider),
    signedOut: (loginId) => parts().stream.closeLogin(loginId),
    security,
    setOptOut: mail.setOptOut,
    parts,
  };
  const { note, endOf, endAll } = createSessions(deps);
  const languageOf = (user: Pick<User, 'locale'>): Locale => offeredOr(user.locale, config.LOCALE);

  return {
    register: (app: App) => registerAuth(app, deps),
    jobs: [defineDeferredLinkJob(deps), defineUndoMailJob(deps)],
    schedules: [
      defineDaily('forget-ended-logins', '00:20', store.dropEndedLogins),
      defineDaily('forget-suspensions', '00:20', store.dropEnded),
      defineDaily('forget-dead-links', '00:20', async () => {
        await store.dropDeadLinks();
        await store.dropDeadAccountTokens();
      }),
      defineDaily('forget-api-tokens', '00:20', store.dropDeadApiTokens),
    ],
    personalData: createAccountPersonalData(db, clock, storage),
    findPerson: findPerson(deps),

    findUser: store.findUser,
    findIdentity: store.findIdentity,
    identitiesOf: store.listIdentities,
    listUnsettled: store.listUnsettled,
    respellIdentity: store.respellIdentity,
    deleteIdentity: store.deleteIdentity,
    addIdentity: store.addIdentity,
    respellAddress: store.respellAddress,
    updateProfile: store.updateProfile,
    addressesOf: store.addressesOf,
    /** Sets a name that the owner chose; identity providers no longer overwrite it. */
    rename: ({ id, email }: Pick<User, 'id' | 'email'>, name: string) =>
      store.updateProfile(id, { name, email }, { ownName: true }),
    /**
     * Sets an account's name and address; run inside a transaction.
     * @returns a description of each change
     * @throws AppError 404, 409 if another account has the address
     */
    async correct(userId: string, to: { name: string; email: string }, origin: string): Promise<string[]> {
      const user = await store.findUser(userId);
      if (!user) throw notFound(m.auth_error_no_user());
      const changed = [to.name !== user.name && 'name', to.email !== user.email && 'address'];
      if (to.email !== user.email) await setAddress(deps, userId, to.email, origin);
      if (to.name !== user.name) await store.updateProfile(userId, to, { ownName: true });
      return changed.filter((one) => one !== false);
    },
    /**
     * Mails a link to a new address.
     * @throws AppError 400, 429, 503
     */
    askForAddress: (c: AppContext, user: User, email: string) => askForAddress(c, deps, user, email),
    /** Saves a person's answer about news, which overrides an earlier opt-out of the same address. */
    answerNews: ({ id, email }: Pick<User, 'id' | 'email'>, wanted: boolean) =>
      store.transact(async () => {
        await store.setNews(id, wanted ? 'yes' : 'no');
        await mail.setOptOut(email, !wanted);
      }),
    wantsNews: store.wantsNews,
    stopNews: store.stopNews,
    isClosed: store.isClosed,
    setErasure: store.setErasure,
    setSharesNew: store.setSharesNew,
    setLocale: store.setLocale,
    hasAdmin: store.hasAdmin,
    countAdmins: store.countAdmins,
    /** The language of an account's pages and mails. */
    languageOf,
    async languageOfUser(userId: string): Promise<Locale> {
      const user = await store.findUser(userId);
      return user ? languageOf(user) : config.LOCALE;
    },
    /** Addresses of all operators, each with the language of its account. */
    async listOperators(): Promise<{ email: string; language: Locale }[]> {
      const admins = await store.listAdmins();
      const known = new Map(admins.map((admin) => [admin.email, languageOf(admin)]));
      return [...new Set([...deps.adminEmails, ...known.keys()])].map((email) => ({
        email,
        language: known.get(email) ?? config.LOCALE,
      }));
    },
    markSeen: store.markSeen,
    changeRole: (change: RoleChange) => changeRole(store, change),
    givePlan: (given: GivenPlan) => givePlan(store, given),
    takePlan: (taken: TakenPlan) => takePlan(store, taken),
    listEndedGrants: store.listEndedGrants,
    changeAccount: store.changeAccount,
    lastGiven: store.lastGiven,
    readSignInState: (c: AppContext, person: SessionUser) => readSignInState(deps, c, person),
    /**
     * Middleware for form actions that need a fresh proof of identity.
     * @param nextOf path to return to after the proof
     */
    guardProof: (nextOf: (c: AppContext) => Promise<string>) => guardProof(clock, nextOf),
    /**
     * Requires a proof less than an hour old, for the most powerful operator actions; skipped for operators who have no
     * way to give one.
     * @throws AppError 403 with `reauthenticate: true`
     */
    async requireOperatorProof(c: AppContext, person: SessionUser): Promise<void> {
      const { providerName, hasPasskey } = await waysToProve(deps, person);
      if (mail.delivers || providerName !== null || hasPasskey) requireProof(c, clock, OPERATOR_PROOF_MS);
    },
    takeGuest: store.takeGuest,
    listOverdueGuests: store.listOverdueGuests,
    dropGuest: store.dropGuest,
    /** Makes the visitor a guest. @throws AppError 403 or 429 */
    beginGuest: (c: AppContext) => beginGuest(c, deps),
    endSessions: endOf,
    /** Ends all sessions and API tokens of an account that is closed. */
    endAccess: endAll,
    apiTokens: createApiTokens(deps),
    /**
     * Suspends a person until a given time or until lifted, and ends their sessions and API tokens; run inside a
     * transaction.
     * @returns function that closes their live sockets; call it after the commit
     */
    async suspend(userId: string, suspension: Suspension): Promise<() => void> {
      await suspendAccount(deps, userId, suspension);
      const ended = [...(await store.dropApiTokens(userId)), ...(await store.endLoginSessions(userId))];
      return () => ended.forEach(deps.signedOut);
    },
    liftSuspension: store.liftSuspension,
    /** Keeps a suspension in force after its account is erased. */
    keepSuspension: (userId: string) => keepSuspension(deps, userId),
    countOutlivingSuspensions: store.countOutlivingSuspensions,
    /**
     * Lifts the suspensions of erased accounts that had this address.
     * @returns number of suspensions lifted
     */
    liftOutliving: (email: string) => liftTraces(deps, email),
    suspensionOf: store.suspensionOf,
    /**
     * The suspended person behind a token from the suspension page, while the suspension lasts; null for any other
     * token.
     */
    async suspendedBy(token: string): Promise<User | null> {
      const found = await store.findAccountToken(hashToken(token));
      if (found?.purpose !== 'suspended' || !(await store.suspensionOf(found.userId))) return null;
      return store.findUser(found.userId);
    },
    blockValue,
    isBlockedBy,
    listBlocks: store.listBlocks,
    addBlock: store.addBlock,
    removeBlock: store.removeBlock,
    noteInSecurityLog: note,
    dropBrowser,
  };
}
