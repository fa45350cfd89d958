import { instant, table, text } from '../../db/columns.ts';

/** The certificate by which files are signed where the operator names none, and its key: one for all servers of the database. */
export const contentKeys = table('content_keys', {
  /** there is one row */
  id: text('id').primaryKey(),
  /** PEM: the certificate, then those that vouch for it */
  chain: text('chain').notNull(),
  /** PEM, PKCS #8 */
  key: text('key').notNull(),
  madeAt: instant('made_at').notNull(),
});
