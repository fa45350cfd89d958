/** `bun run admin-link`: a fresh one-time link for an operator who is locked out. */
import { openDatabase } from '../db/open.ts';
import { makeAdminLink } from '../modules/auth/email-link.ts';
import { createAuthStore } from '../modules/auth/store.ts';
import { readConfig } from './config.ts';
import { systemClock as clock } from './kit/clock.ts';
import { keepFilesPrivate } from './private-files.ts';
import { explained, runCommand } from './start-fault.ts';
import { databaseFault } from './start-words.ts';

await runCommand(async () => {
  const config = readConfig();
  const db = await explained(
    () => {
      keepFilesPrivate(config.DATA_DIR);
      return openDatabase(config);
    },
    (error) => databaseFault(config, error),
  );
  const adminEmails = config.ADMIN_EMAILS ?? [];
  const link = await makeAdminLink(
    { config, clock, adminEmails, store: createAuthStore(db, clock) },
    adminEmails[0] ?? 'admin@localhost',
    config.PUBLIC_URL,
  );
  console.log(link);
  await db.close();
});
