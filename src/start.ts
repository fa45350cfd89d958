/** `bun run start`, once the packages are installed: rebuilds browser files that are out of date, and serves. */

// React renders twice as fast in production mode, and reads NODE_ENV on first import. Settings import it with their texts.
process.env.NODE_ENV ??= 'production';
const { buildIslands } = await import('../islands/build/build.ts');
const { explained, runCommand } = await import('./start/start-fault.ts');

await runCommand(async () => {
  const isBuilt = await explained(buildIslands, async (error) =>
    (await import('./start/start-words.ts')).folderFault(error, undefined, 'The program’s folder'),
  );
  if (isBuilt) console.log('Built pages for the browser.');
});
await import('./server.ts');

export {};
