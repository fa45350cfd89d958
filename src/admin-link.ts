/** `bun run admin-link`: a fresh one-time link for an operator who is locked out. */
import './start/require-node.ts';

import { openDatabase } from '../db/open.ts';
import { systemClock as clock } from '../modules/kit/clock.ts';
import { findOwnConfig } from './settings/own-config.ts';
import { keepFilesPrivate } from './start/private-files.ts';
import { explained, runCommand } from './start/start-fault.ts';
import { databaseFault } from './start/start-words.ts';

await runCommand(async () => {
  const config = findOwnConfig().read();
  const db = await explained(
    () => {
      keepFilesPrivate(config.DATA_DIR);
      return openDatabase(config);
    },
    (error) => databaseFault(config, error),
  );
  // Imports tables, which are built for the open database.
  const { adminLink } = await import('../modules/auth/auth.ts');
  const link = await adminLink({ config, clock, db }, config.PUBLIC_URL);
  console.log(link);
  await db.close();
});
