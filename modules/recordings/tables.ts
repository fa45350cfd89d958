import { big, flag, index, instant, primaryKey, table, text } from '../../db/columns.ts';
import { dreams } from '../dreams/tables.ts';
import type { MadeFileKind } from './schemas.ts';

/**
 * Files that were made here, one row each, kept for good: so a copy of a dream is known even after the dream itself
 * was deleted. Whose it was goes with the dream's row.
 */
export const contentLog = table(
  'content_log',
  {
    /** of the finished file, 64 hex digits */
    sha256: text('sha256').notNull(),
    /** 16 hex digits, the dream's own while its row is there */
    watermark: text('watermark').notNull(),
    kind: text('kind').$type<MadeFileKind>().notNull(),
    bytes: big('bytes').notNull(),
    /** start of the dream, as its files say */
    madeAt: instant('made_at').notNull(),
    generator: text('generator'),
    ai: flag('ai').notNull(),
    /** null once the dream is deleted for good */
    dreamId: text('dream_id').references(() => dreams.id, { onDelete: 'set null' }),
  },
  (t) => [
    primaryKey({ columns: [t.sha256, t.watermark] }),
    index('content_log_watermark').on(t.watermark),
    index('content_log_dream').on(t.dreamId),
  ],
);

/**
 * The certificate by which files are signed where the operator names none, and its key: one for all servers of the database.
 * Former certificates stay, without their keys: files that they signed are this site's own.
 */
export const contentKeys = table('content_keys', {
  /** `own`, or `former-` and a hash */
  id: text('id').primaryKey(),
  /** PEM: the certificate, then those that vouch for it */
  chain: text('chain').notNull(),
  /** PEM, PKCS #8; empty of former ones */
  key: text('key').notNull(),
  madeAt: instant('made_at').notNull(),
});
