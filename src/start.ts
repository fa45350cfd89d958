/** `bun run start`, once the packages are there: builds what browsers get where that is old, and serves. */
import { buildIslands } from '../islands/build/build.ts';
import { explained, runCommand } from './start/start-fault.ts';

// React renders twice as fast when it knows, and it looks when it is first imported.
process.env.NODE_ENV ??= 'production';
await runCommand(async () => {
  const isBuilt = await explained(buildIslands, async (error) =>
    (await import('./start/start-words.ts')).folderFault(error, undefined, 'The program’s folder'),
  );
  if (isBuilt) console.log('Built pages for the browser.');
});
await import('./server.ts');
