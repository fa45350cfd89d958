import { sql } from 'drizzle-orm';
import {
  big,
  flag,
  index,
  instant,
  integer,
  json,
  primaryKey,
  sentence,
  table,
  text,
  uniqueIndex,
} from '../../db/columns.ts';
import type { Locale } from '../kit/texts/locale.ts';
import type { Role, Scope } from '../web/contract/person.ts';
import type { Tier } from '../web/contract/tiers.ts';
import type { BlockKind } from './contract/block-kinds.ts';
import type { News } from './contract/news.ts';

export const users = table(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** as used to sign in; not unique, since identities are keyed by issuer and subject */
    email: text('email').notNull(),
    /** normalised address for search and comparison, see fold(); null until a row of an earlier version is folded */
    emailKey: text('email_key'),
    /** URL of the avatar on this server */
    picture: text('picture'),
    /** URL of the avatar at the identity provider; fetched again only when this changes */
    pictureSource: text('picture_source'),
    role: text('role').$type<Role>().notNull(),
    subscriptionTier: text('subscription_tier').$type<Tier>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** set by the person, so a sign-in at a provider no longer overwrites it */
    ownName: flag('own_name').notNull().default(false),
    ownEmail: flag('own_email').notNull().default(false),
    /** when an account closed by its owner will be erased; until then they can reopen it */
    erasureAt: instant('erasure_at'),
    /** last request with any session, rounded to the hour; 0 if older than this column */
    lastSeenAt: instant('last_seen_at').notNull().default(0),
    /** true if new dreams start with an open link; see dreams.shared */
    sharesNew: flag('shares_new').notNull().default(true),
    /** language of pages and mails; null until a sign-in with a browser that prefers one of ours */
    locale: text('locale').$type<Locale>(),
    /** suspended by an operator, who gives a reason: nobody can sign in until the end, or until it is lifted (null) */
    suspendedAt: instant('suspended_at'),
    suspendedUntil: instant('suspended_until'),
    suspendedReason: text('suspended_reason'),
    /**
     * consent to news by mail; `ask`: the dreamboard asks, since no page offered the checkbox; null (earlier versions):
     * no
     */
    news: text('news').$type<News>(),
    /** time of that answer */
    newsAt: instant('news_at'),
    /**
     * when an unclaimed guest is erased; null for people. A guest's row contains nothing about a person, so `deletedAt`
     * is set from the start: nothing that lists, counts, mails or exports people finds it.
     */
    guestUntil: instant('guest_until'),
    /** erased: this row contains nothing about the person */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('users_email_key').on(t.emailKey, t.id, t.deletedAt),
    index('users_role_created').on(t.role, t.createdAt),
    index('users_created').on(t.createdAt),
    index('users_guests').on(t.guestUntil).where(sql`guest_until is not null`),
    index('users_news').on(t.createdAt).where(sql`news = 'yes'`),
    index('users_seen').on(t.lastSeenAt, t.id).where(sql`deleted_at is null`),
    // Covers counting and paging in the admin's list.
    index('users_living')
      .on(t.createdAt, t.id, t.role, t.emailKey, t.deletedAt)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * Addresses, domains and networks that can't sign in. A block outlives the account it was made for, or closing the
 * account would undo it.
 */
export const signInBlocks = table('sign_in_blocks', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<BlockKind>().notNull(),
  /** normalised for comparison, see blockValue() */
  value: text('value').notNull(),
  /** also shown to the people it affects */
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  until: instant('until').notNull(),
});

/**
 * Keyed codes of every mailbox and identity of a suspended account, so the suspension outlives the account. A code
 * doesn't reveal whose it is; it only answers whether someone signing in is suspended.
 */
export const suspensionTraces = table(
  'suspension_traces',
  {
    code: text('code').notNull(),
    /** groups the codes of one suspension, which end together */
    suspensionId: text('suspension_id').notNull(),
    /** null once the account is erased */
    userId: text('user_id').references(() => users.id),
    /** null: until lifted */
    until: instant('until'),
  },
  (t) => [
    primaryKey({ columns: [t.code, t.suspensionId] }),
    index('suspension_traces_suspension').on(t.suspensionId),
    index('suspension_traces_user').on(t.userId),
  ],
);

/** One row per sign-in method. Sign-in by e-mail has the issuer `email` and the lower-case address as subject. */
export const identities = table(
  'identities',
  {
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    email: text('email').notNull(),
    emailVerified: flag('email_verified').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.issuer, t.subject] }), index('identities_user').on(t.userId)],
);

export const loginSessions = table(
  'login_sessions',
  {
    /** SHA-256 of the cookie's token; the token itself is never stored */
    tokenHash: text('token_hash').primaryKey(),
    /** public id, used in the person's own list of sessions */
    id: text('id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    userAgent: text('user_agent'),
    address: text('address'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** when its holder last proved who they are; null if the identity provider didn't report it */
    provenAt: instant('proven_at'),
    /** when the second factor was given: a passkey, or the console's link, which counts as one */
    passkeyAt: instant('passkey_at'),
    /** outstanding passkey challenges, each valid once and for a limited time */
    challenge: text('challenge'),
    challengeUntil: instant('challenge_until'),
  },
  (t) => [
    uniqueIndex('login_sessions_id').on(t.id),
    index('login_sessions_user').on(t.userId),
    index('login_sessions_expiry').on(t.expiresAt),
  ],
);

/** Operators' passkeys, used as their second factor (WebAuthn). */
export const passkeys = table(
  'passkeys',
  {
    /** the authenticator's credential id, base64url */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** COSE key, base64url */
    publicKey: text('public_key').notNull(),
    /** signature counter of the authenticator; a lower value reveals a cloned key */
    counter: big('counter').notNull(),
    transports: json<string[]>('transports').notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [index('passkeys_user').on(t.userId)],
);

/** One-time sign-in links, hashed like session tokens. */
export const emailLinks = table(
  'email_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    purpose: text('purpose').$type<'sign-in' | 'confirm' | 'admin'>().notNull(),
    next: text('next'),
    /** the login session to confirm, and the only one that can use the link */
    loginId: text('login_id'),
    /** browser that requested it */
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** set if the mail server deferred the mail: each further attempt creates a new link under this id */
    deferredId: text('deferred_id'),
  },
  (t) => [index('email_links_email').on(t.email, t.createdAt), index('email_links_expiry').on(t.expiresAt)],
);

/** Mailed links that change an account, hashed like session tokens. */
export const accountTokens = table(
  'account_tokens',
  {
    id: text('id').primaryKey(),
    /** equals the row's id until the mail is sent, so no token matches it */
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** confirm a new address · restore the previous one · actions still open to a suspended person */
    purpose: text('purpose').$type<'address' | 'undo' | 'suspended'>().notNull(),
    /** address to set */
    email: text('email'),
    /** the login session that requested it, and the only one that can use it */
    loginId: text('login_id'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [
    uniqueIndex('account_tokens_hash').on(t.tokenHash),
    index('account_tokens_user').on(t.userId),
    index('account_tokens_expiry').on(t.expiresAt),
  ],
);

/** Personal tokens for calls by programs, hashed like session tokens. */
export const apiTokens = table(
  'api_tokens',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    scopes: json<Scope[]>('scopes').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** to the hour; null if it was never used */
    lastUsedAt: instant('last_used_at'),
  },
  (t) => [
    uniqueIndex('api_tokens_hash').on(t.tokenHash),
    index('api_tokens_user').on(t.userId),
    index('api_tokens_expiry').on(t.expiresAt),
  ],
);

/** A verified identity waiting for its owner to connect it to an account. Hashed like links. */
export const pendingIdentities = table(
  'pending_identities',
  {
    tokenHash: text('token_hash').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    name: text('name'),
    picture: text('picture'),
    /** path to open afterwards */
    next: text('next'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('pending_identities_expiry').on(t.expiresAt)],
);

/** Every change of role or tier, from sign-up on; read by the growth chart, audit and billing. */
export const accountChanges = table(
  'account_changes',
  {
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    at: instant('at').notNull(),
    roleFrom: text('role_from').$type<Role>(),
    roleTo: text('role_to').$type<Role>().notNull(),
    tierFrom: text('tier_from').$type<Tier>(),
    tierTo: text('tier_to').$type<Tier>(),
    /** `ended`: a given plan expired or was revoked */
    source: text('source').$type<'sign-up' | 'settings' | 'stripe' | 'admin' | 'beta' | 'ended'>().notNull(),
    /** the person who made the change, if any */
    actorId: text('actor_id'),
    reason: sentence('reason'),
    /** end of a temporary plan */
    until: instant('until'),
  },
  (t) => [
    index('account_changes_user').on(t.userId, t.at),
    index('account_changes_at').on(t.at),
    index('account_changes_left').on(t.userId).where(sql`role_from = 'subscribed'`),
    index('account_changes_until').on(t.until).where(sql`until is not null`),
  ],
);

/** Number of guests by UTC day since the epoch, and how many of that day's sign-ins claimed a guest's dream. */
export const guestDays = table('guest_days', {
  day: integer('day').primaryKey(),
  guests: integer('guests').notNull().default(0),
  kept: integer('kept').notNull().default(0),
});

/** Days on which people were active, in UTC days since the epoch. */
export const activeDays = table(
  'active_days',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    day: integer('day').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.day] }), index('active_days_day').on(t.day, t.userId)],
);
