/** `bun run start`, once the packages are installed: rebuilds browser files that are out of date, and serves. */
import { buildIslands } from '../islands/build/build.ts';
import { explained, runCommand } from './start/start-fault.ts';

// React renders twice as fast in production mode, and reads NODE_ENV on first import.
process.env.NODE_ENV ??= 'production';
await runCommand(async () => {
  const isBuilt = await explained(buildIslands, async (error) =>
    (await import('./start/start-words.ts')).folderFault(error, undefined, 'The program’s folder'),
  );
  if (isBuilt) console.log('Built pages for the browser.');
});
await import('./server.ts');
