/** `bun run start`, once the packages are installed: rebuilds browser files that are out of date, and serves. */

// React renders twice as fast in production mode, and reads NODE_ENV on first import. Settings import it with their texts.
process.env.NODE_ENV ??= 'production';
const { m } = await import('../modules/kit/texts/m.ts');
const { buildIslands } = await import('../islands/build/build.ts');
const { explained, runCommand } = await import('./start/start-fault.ts');

await runCommand(async () => {
  const isBuilt = await explained(buildIslands, async (error) =>
    (await import('./start/start-words.ts')).folderFault(error, undefined, m.start_program_folder()),
  );
  if (isBuilt) console.log(m.start_built());
});
await import('./server.ts');

export {};
