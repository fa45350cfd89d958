import { flag, index, instant, table, text } from '../../db/columns.ts';
import { users } from '../auth/tables.ts';
import type { ReportDecision, ReportReason } from '../dreams/contract/report-reasons.ts';
import { collections } from '../dreams/tables.ts';
import type { Locale } from '../kit/texts/locale.ts';

/** Optional public profiles. */
export const profiles = table('profiles', {
  userId: text('user_id')
    .primaryKey()
    .references(() => users.id),
  /** The handle as its owner writes it; unique by the key in `handles`. */
  handle: text('handle').notNull(),
  /** Shown instead of the handle; null without one. */
  name: text('name'),
  bio: text('bio'),
  /** The collection whose shared dreams it shows; null for none. */
  collectionId: text('collection_id').references(() => collections.id, { onDelete: 'set null' }),
  /** Only the owner's choice. */
  open: flag('open').notNull(),
  /** When and why an operator closed it; null if none has. */
  takenDownAt: instant('taken_down_at'),
  takenDownReason: text('taken_down_reason'),
  changedAt: instant('changed_at').notNull(),
});

/** Handles that belong to someone: their current one, and earlier ones, which no one else may take over. */
export const handles = table(
  'handles',
  {
    /** See handleKey(). */
    key: text('key').primaryKey(),
    userId: text('user_id')
      .notNull()
      .references(() => users.id),
    takenAt: instant('taken_at').notNull(),
  },
  (t) => [index('handles_user').on(t.userId, t.takenAt)],
);

/** Visitors' reports about a public profile; columns as in `dream_reports`. */
export const profileReports = table(
  'profile_reports',
  {
    id: text('id').primaryKey(),
    /** Owner of the profile. */
    profileId: text('profile_id')
      .notNull()
      .references(() => profiles.userId, { onDelete: 'cascade' }),
    reason: text('reason').$type<ReportReason>().notNull(),
    message: text('message'),
    /** The reporter, if signed in. The decision clears this, the message and the contact. */
    userId: text('user_id'),
    /** Address for the receipt and the decision; null if none was left. */
    contact: text('contact'),
    locale: text('locale').$type<Locale>().notNull(),
    /** When an operator decided, and the outcome; null until then. */
    seenAt: instant('seen_at'),
    decision: text('decision').$type<ReportDecision>(),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [index('profile_reports_profile').on(t.profileId, t.createdAt)],
);
