/** `bun run admin-link`: a fresh one-time link for an operator who is locked out. */
import { openDatabase } from '../db/open.ts';
import { makeAdminLink } from '../modules/auth/email-link.ts';
import { createAuthStore } from '../modules/auth/store.ts';
import { systemClock as clock } from './clock.ts';
import { ConfigError, readConfig } from './config.ts';
import { keepFilesPrivate } from './private-files.ts';

try {
  const config = readConfig();
  keepFilesPrivate(config.DATA_DIR);
  const db = await openDatabase(config);
  const adminEmails = config.ADMIN_EMAILS ?? [];
  const link = await makeAdminLink(
    { config, clock, adminEmails, store: createAuthStore(db, clock) },
    adminEmails[0] ?? 'admin@localhost',
    config.PUBLIC_URL,
  );
  console.log(link);
  await db.close();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
