import { sql } from 'drizzle-orm';
import {
  big,
  flag,
  index,
  instant,
  integer,
  json,
  primaryKey,
  table,
  text,
  uniqueIndex,
} from '../../db/columns.ts';
import type { Role } from './schemas.ts';
import type { BlockKind } from './shared/block-kinds.ts';
import type { News } from './shared/news.ts';
import type { Tier } from './shared/tiers.ts';

export const users = table(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** as the person signed in with it; not unique, since identities are keyed on issuer and subject */
    email: text('email').notNull(),
    /** the address as it is searched and compared, see fold(); null until an earlier version's is folded */
    emailKey: text('email_key'),
    /** address of the avatar, served by us */
    picture: text('picture'),
    /** where the identity provider has that picture; it is fetched again only when this changes */
    pictureSource: text('picture_source'),
    role: text('role').$type<Role>().notNull(),
    subscriptionTier: text('subscription_tier').$type<Tier>(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
    /** the person's own words, which a provider no longer overwrites at a sign-in */
    ownName: flag('own_name').notNull().default(false),
    ownEmail: flag('own_email').notNull().default(false),
    /** when an account that its owner closed will be erased; until then it can be kept after all */
    erasureAt: instant('erasure_at'),
    /** of their last request with any session, to the hour; 0 where that was before it was noted */
    lastSeenAt: instant('last_seen_at').notNull().default(0),
    /** its new dreams begin with an open link; see dreams.shared */
    sharesNew: flag('shares_new').notNull().default(true),
    /** an operator suspended it: nobody signs in, until a moment or until it is lifted (null), and why */
    suspendedAt: instant('suspended_at'),
    suspendedUntil: instant('suspended_until'),
    suspendedReason: text('suspended_reason'),
    /** whether they want news by mail; `ask`: the board asks, as no box was shown; null of earlier versions: no */
    news: text('news').$type<News>(),
    /** since when that is so */
    newsAt: instant('news_at'),
    /** erased: nothing of the person is left in this row */
    deletedAt: instant('deleted_at'),
  },
  (t) => [
    index('users_email_key').on(t.emailKey, t.id, t.deletedAt),
    index('users_role_created').on(t.role, t.createdAt),
    index('users_created').on(t.createdAt),
    index('users_news').on(t.createdAt).where(sql`news = 'yes'`),
    index('users_seen').on(t.lastSeenAt, t.id).where(sql`deleted_at is null`),
    // The admin's list is counted and paged from this index alone.
    index('users_living')
      .on(t.createdAt, t.id, t.role, t.emailKey, t.deletedAt)
      .where(sql`deleted_at is null`),
  ],
);

/**
 * Addresses, domains and networks with which nobody signs in. One outlives the account that it was made for, or closing it
 * would undo it.
 */
export const signInBlocks = table('sign_in_blocks', {
  id: text('id').primaryKey(),
  kind: text('kind').$type<BlockKind>().notNull(),
  /** as it is compared, see blockValue() */
  value: text('value').notNull(),
  /** for those who are kept out, too */
  reason: text('reason').notNull(),
  createdAt: instant('created_at').notNull(),
  createdBy: text('created_by').notNull(),
  until: instant('until').notNull(),
});

/**
 * Suspensions as they outlive their accounts: a keyed code of each mailbox and identity that an account had. Nobody reads
 * from one who is meant; it answers only whether who signs in is suspended.
 */
export const suspensionTraces = table(
  'suspension_traces',
  {
    code: text('code').notNull(),
    /** of one suspension, whose codes end together */
    suspensionId: text('suspension_id').notNull(),
    /** null once the account is erased */
    userId: text('user_id').references(() => users.id),
    /** null: until it is lifted */
    until: instant('until'),
  },
  (t) => [
    primaryKey({ columns: [t.code, t.suspensionId] }),
    index('suspension_traces_suspension').on(t.suspensionId),
    index('suspension_traces_user').on(t.userId),
  ],
);

/** One row a way of signing in. Sign-in by e-mail has the issuer `email` and the lower-case address as subject. */
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
    /** SHA-256 of the cookie's token; the token itself is nowhere at rest */
    tokenHash: text('token_hash').primaryKey(),
    /** the name by which the person's own list of sessions refers to it */
    id: text('id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    userAgent: text('user_agent'),
    address: text('address'),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** when its holder last proved who they are; null where the identity provider did not say */
    provenAt: instant('proven_at'),
    /** when the second factor was given: a passkey, or the console's own link, which stands above it */
    passkeyAt: instant('passkey_at'),
    /** what a passkey has to sign next, once, until a moment */
    challenge: text('challenge'),
    challengeUntil: instant('challenge_until'),
  },
  (t) => [
    uniqueIndex('login_sessions_id').on(t.id),
    index('login_sessions_user').on(t.userId),
    index('login_sessions_expiry').on(t.expiresAt),
  ],
);

/** Keys of authenticators that operators registered as their second factor (WebAuthn). */
export const passkeys = table(
  'passkeys',
  {
    /** the authenticator's name for the key, base64url */
    id: text('id').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    name: text('name').notNull(),
    /** COSE key, base64url */
    publicKey: text('public_key').notNull(),
    /** uses as the authenticator counts them; one that falls back is a copy */
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
    /** the login session whose holder it proves to be themselves, and that alone can use it */
    loginId: text('login_id'),
    /** browser that asked for it */
    userAgent: text('user_agent'),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
    /** the mail server put its mail off: the link is made again with each further attempt, under this id */
    deferredId: text('deferred_id'),
  },
  (t) => [index('email_links_email').on(t.email, t.createdAt), index('email_links_expiry').on(t.expiresAt)],
);

/** Mailed links that change an account, hashed like session tokens. */
export const accountTokens = table(
  'account_tokens',
  {
    id: text('id').primaryKey(),
    /** its own id until its mail is on the way, from which nobody has a token */
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    /** to a new address · back to the one from before · what a suspended person may still do */
    purpose: text('purpose').$type<'address' | 'undo' | 'suspended'>().notNull(),
    /** new address of the account */
    email: text('email'),
    /** the login session that asked, and that alone can use it */
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

/** An identity that signed in and may be connected to an account, once its owner says so. Hashed like links. */
export const pendingIdentities = table(
  'pending_identities',
  {
    tokenHash: text('token_hash').primaryKey(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    email: text('email').notNull(),
    name: text('name'),
    picture: text('picture'),
    /** where to go afterwards */
    next: text('next'),
    expiresAt: instant('expires_at').notNull(),
  },
  (t) => [index('pending_identities_expiry').on(t.expiresAt)],
);

/** Every change of role or tier, from the account's first moment on: growth chart, audit and billing read it. */
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
    /** `ended`: a plan that was given for a time */
    source: text('source').$type<'sign-up' | 'settings' | 'stripe' | 'admin' | 'beta' | 'ended'>().notNull(),
    /** who did it, when a person did */
    actorId: text('actor_id'),
    reason: text('reason'),
    /** end of a plan that was given for a time */
    until: instant('until'),
  },
  (t) => [
    index('account_changes_user').on(t.userId, t.at),
    index('account_changes_at').on(t.at),
    index('account_changes_left').on(t.userId).where(sql`role_from = 'subscribed'`),
    index('account_changes_until').on(t.until).where(sql`until is not null`),
  ],
);

/** Days, in UTC since the epoch, on which people were here. */
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
