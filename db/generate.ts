/** `bun run db:generate [name]`: generates the next migration for both databases from the tables. */
import { spawnSync } from 'node:child_process';

const name = process.argv[2];
for (const dialect of ['sqlite', 'postgres'] as const) {
  const { status } = spawnSync(
    process.execPath,
    [
      // Not Node's CommonJS, in which our modules don't load.
      '--bun',
      'x',
      '--bun',
      'drizzle-kit',
      'generate',
      '--config',
      `db/drizzle.${dialect}.ts`,
      ...(name ? ['--name', name] : []),
    ],
    // Tables choose their column types by this URL; it is never connected to.
    {
      stdio: 'inherit',
      env: { ...process.env, DATABASE_URL: dialect === 'postgres' ? 'postgres://none' : '' },
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}
