/** `bun run admin-link`: a fresh one-time link for an operator who is locked out. */
import './settings/own-config.ts';

import { openDatabase } from '../db/open.ts';
import { adminLink } from '../modules/auth/auth.ts';
import { systemClock as clock } from '../modules/kit/clock.ts';
import { readOwnConfig } from './settings/own-config.ts';
import { keepFilesPrivate } from './start/private-files.ts';
import { explained, runCommand } from './start/start-fault.ts';
import { databaseFault } from './start/start-words.ts';

await runCommand(async () => {
  const config = readOwnConfig();
  const db = await explained(
    () => {
      keepFilesPrivate(config.DATA_DIR);
      return openDatabase(config);
    },
    (error) => databaseFault(config, error),
  );
  const link = await adminLink({ config, clock, db }, config.PUBLIC_URL);
  console.log(link);
  await db.close();
});
