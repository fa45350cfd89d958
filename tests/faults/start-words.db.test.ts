import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialect } from '../../db/dialect.ts';
import { openDatabase } from '../../db/open.ts';
import { SQLITE_FILE } from '../../db/settings.ts';
import { readConfig } from '../../src/config.ts';
import { writeKeptSettings } from '../../src/settings/kept-settings.ts';
import { takeDataDir } from '../../src/start/data-dir.ts';
import { explained, StartFault } from '../../src/start/start-fault.ts';
import { databaseFault } from '../../src/start/start-words.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { onServer } from '../postgres.ts';
import { SELF_SIGNED } from '../self-signed.ts';
import { startServer } from '../server.ts';
import { runProgram } from './run-program.ts';

const run = promisify(execFile);

let at: TestDatabase;
let dir: string;
beforeAll(async () => {
  at = await openTestDatabase();
  dir = await mkdtemp(join(tmpdir(), 'reverie-words-'));
});
afterAll(async () => {
  await at.drop();
  await rm(dir, { recursive: true, force: true });
});

const start = (env: Record<string, string>, file = 'src/start.ts') =>
  runProgram(file, { PORT: '0', WORKERS: 'fleet', LOG_LEVEL: 'warn', DATA_DIR: join(dir, 'data'), ...env });

/** Output of a failed start within this process. The real program is tested once for each kind of fault. */
async function reported(env: Record<string, string>): Promise<string> {
  const config = readConfig({ WORKERS: 'fleet', DATA_DIR: join(dir, 'data'), ...env });
  const failed = explained(
    async () => {
      takeDataDir(config.DATA_DIR).release();
      await (await openDatabase(config)).close();
    },
    (error) => databaseFault(config, error),
  );
  return failed.then(
    () => 'nothing',
    (error: unknown) => {
      if (!(error instanceof StartFault)) throw error;
      expect(error.message).not.toMatch(/\n|sesame/);
      return error.message;
    },
  );
}

/** Expects one line with the setting, the cause and the cure; no stack trace, and never a password. */
async function expectWords(started: ReturnType<typeof start>, words: RegExp): Promise<void> {
  const { code, output } = await started;
  expect(output).toMatch(words);
  expect(output.trim().split('\n')).toHaveLength(output.startsWith('Some settings') ? 2 : 1);
  expect(output).not.toMatch(/\bat .*\.ts:\d|sesame/);
  expect(code).toBe(1);
}

/** A folder with a database that has been used. */
async function usedFolder(name: string): Promise<string> {
  const made = join(dir, name);
  const server = await startServer({ dataDir: made, env: { WORKERS: 'fleet', LOG_LEVEL: 'warn' } });
  await server.stop();
  return made;
}

/** @returns a function that unmounts it; null if mounting isn't permitted */
async function mountSmall(folder: string, options: string): Promise<(() => Promise<unknown>) | null> {
  await mkdir(folder, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `${options},mode=700`, 'tmpfs', folder]);
    return () => run('umount', ['-l', folder]);
  } catch (error) {
    console.log(`mount is not permitted here, so this was not tried: ${(error as Error).message}`);
    return null;
  }
}

if (dialect === 'sqlite')
  describe('a start reports in one line a fault of', () => {
    test('DATA_DIR: a file in its place or in its path, a folder in the database’s place', async () => {
      const file = join(dir, 'a-file');
      await writeFile(file, '');
      await expectWords(start({ DATA_DIR: file }), /^DATA_DIR: .*a-file is a file\. Move it away/);
      expect(await reported({ DATA_DIR: join(file, 'x') })).toMatch(
        /^DATA_DIR: part of the path .* is a file/,
      );
      expect(await reported({ DATA_DIR: '/proc/none' })).toMatch(
        /^DATA_DIR: \/proc\/none doesn’t exist and can’t be created/,
      );
      await mkdir(join(dir, 'folder', SQLITE_FILE), { recursive: true });
      expect(await reported({ DATA_DIR: join(dir, 'folder') })).toMatch(
        /^DATA_DIR: .*\.sqlite is a folder, but must be a file/,
      );
    });

    test('DATA_DIR on a disk that is read-only or full', async (context) => {
      const readOnly = await mountSmall(join(dir, 'read-only'), 'ro,size=1m');
      if (!readOnly) return context.skip('mount is not permitted here');
      try {
        await expectWords(
          start({ DATA_DIR: join(dir, 'read-only') }),
          /^DATA_DIR: .* is mounted read-only\. Mount/,
        );
      } finally {
        await readOnly();
      }
      for (const size of ['32k', '400k']) {
        const full = await mountSmall(join(dir, 'full'), `size=${size}`);
        try {
          await expectWords(
            start({ DATA_DIR: join(dir, 'full') }),
            /^DATA_DIR: the disk of .* is full\. Free up space/,
          );
        } finally {
          await full?.();
        }
      }
    });

    test('the database file: foreign, cut short, emptied, or written by a newer version', async () => {
      const used = await usedFolder('used');
      const copy = async (name: string) => {
        await cp(used, join(dir, name), { recursive: true });
        return join(dir, name);
      };
      const damaged = /^DATA_DIR: .*\.sqlite is damaged, or not a SQLite database\. Replace it/;
      const foreign = await copy('foreign');
      await writeFile(join(foreign, SQLITE_FILE), Buffer.alloc(100_000, 'not a database '));
      await expectWords(start({ DATA_DIR: foreign }), damaged);
      for (const length of [40_000, 0]) {
        const short = await copy(`short-${length}`);
        await truncate(join(short, SQLITE_FILE), length);
        expect(await reported({ DATA_DIR: short })).toMatch(damaged);
      }
      await expectWords(start({ DATA_DIR: join(dir, 'short-0') }, 'src/admin-link.ts'), damaged);
    });

    test('HOST and PORT', async () => {
      for (const HOST of ['203.0.113.7', 'no-such-host.invalid'])
        await expectWords(start({ HOST }), /^HOST: .* is neither an address nor a name of this machine/);
      for (const HOST of ['[', 'a b'])
        await expectWords(start({ HOST }), /- HOST: must be an address such as 0\.0\.0\.0 or ::/);
    });

    test('a worker’s settings', async () => {
      const worker = (env: Record<string, string>) => start(env, 'src/worker.ts');
      const file = join(dir, 'worker-file');
      await writeFile(file, '');
      await expectWords(worker({ DATA_DIR: file }), /^DATA_DIR: .* is a file/);
      await expectWords(
        worker({ RELAY_URL: 'ws://a b' }),
        /^Some settings are wrong:\n {2}- RELAY_URL: must be/,
      );
    });

    test('missing arguments of a command, in the language of the console', async () => {
      await expectWords(start({ LOCALE: 'de' }, 'src/backup.ts'), /^Verwendung: bun run backup FILE$/m);
    });
  });

if (dialect === 'postgres')
  describe('a start reports in one line a fault of DATABASE_URL', () => {
    const url = (change: (to: URL) => void) => {
      const to = new URL(at.settings.DATABASE_URL ?? '');
      change(to);
      return to.href;
    };
    const withUrl = (DATABASE_URL: string, file?: string) => start({ DATABASE_URL }, file);
    const silent: Server[] = [];
    afterAll(() => {
      for (const one of silent) one.close();
    });
    /** Listens, but isn't Postgres. */
    async function listenAs(answer: string | null): Promise<string> {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        if (answer !== null) socket.once('data', () => socket.end(answer));
      }).listen(0, '127.0.0.1');
      silent.push(server);
      await new Promise((resolve) => server.once('listening', resolve));
      const address = server.address();
      return typeof address === 'object' ? String(address?.port) : '';
    }

    /** A Postgres that offers TLS with an untrusted certificate. */
    async function listenWithTls(): Promise<string> {
      const server = createServer((socket) => {
        socket.on('error', () => {});
        socket.once('data', () => {
          socket.write('S');
          new TLSSocket(socket, { isServer: true, ...SELF_SIGNED }).on('error', () => {});
        });
      }).listen(0, '127.0.0.1');
      silent.push(server);
      await new Promise((resolve) => server.once('listening', resolve));
      const address = server.address();
      return typeof address === 'object' ? String(address?.port) : '';
    }

    test('malformed, and hosts that are unknown or reject connections', async () => {
      await expectWords(
        withUrl('postgres://a:se#same@b/c'),
        /^Some settings are wrong:\n {2}- DATABASE_URL: is not a valid address/,
      );
      const unknown = url((to) => (to.hostname = 'no-such-host.invalid'));
      for (const file of ['src/start.ts', 'src/admin-link.ts'])
        await expectWords(
          withUrl(unknown, file),
          /^DATABASE_URL: the host of no-such-host\.invalid:\d+\/.* is unknown/,
        );
      expect(await reported({ DATABASE_URL: url((to) => (to.port = '1')) })).toMatch(
        /^DATABASE_URL: Postgres at 127\.0\.0\.1:1\/.* isn’t responding/,
      );
    });

    test('servers that aren’t Postgres', async () => {
      const http = await listenAs('HTTP/1.1 400 Bad Request\r\n\r\n');
      await expectWords(
        withUrl(url((to) => (to.port = http))),
        /^DATABASE_URL: the server at .* isn’t Postgres/,
      );
      const mute = await listenAs(null);
      expect(await reported({ DATABASE_URL: url((to) => (to.port = mute)) })).toMatch(
        /^DATABASE_URL: Postgres at .* isn’t responding/,
      );
    });

    test('an unavailable encrypted connection, with the fix', async () => {
      const port = await listenWithTls();
      const at = (search: string) => url((to) => Object.assign(to, { port, search }));
      expect(await reported({ DATABASE_URL: at('?sslmode=require') })).toMatch(
        /certificate of 127\.0\.0\.1:\d+.* isn’t trusted \(self[- ]signed.*sslrootcert=.*sslmode=no-verify/,
      );
      expect(await reported({ DATABASE_URL: at('?sslmode=verify-full&sslrootcert=/none/ca.pem') })).toMatch(
        /^DATABASE_URL: \/none\/ca\.pem can’t be read \(ENOENT\)\. Correct sslrootcert/,
      );
      expect(await reported({ DATABASE_URL: url((to) => (to.search = '?sslmode=require')) })).toMatch(
        /doesn’t support encryption.*sslmode=disable/,
      );
      const { code, output } = await start({ DATABASE_URL: at('?sslmode=require') }, 'src/doctor.ts');
      expect([code, output]).toEqual([1, expect.stringContaining('sslmode=no-verify')]);
    });

    test('a wrong password, a missing database and missing rights', async () => {
      const server = at.settings.DATABASE_URL ?? '';
      await onServer(server, "CREATE ROLE words_guest LOGIN PASSWORD 'open-sesame'");
      const guest = (change: (to: URL) => void = () => {}) =>
        url((to) => {
          to.username = 'words_guest';
          to.password = 'open-sesame';
          change(to);
        });
      const refused = /^DATABASE_URL: Postgres at .* rejects the login \(.*\)\. Check user and password/;
      await expectWords(withUrl(guest((to) => (to.password = 'sesame'))), refused);
      for (const [DATABASE_URL, words] of [
        [guest((to) => (to.password = '')), /^DATABASE_URL: Postgres at .* requires a password/],
        [url((to) => (to.pathname = '/absent')), /^DATABASE_URL: the database at .* doesn’t exist/],
        [guest((to) => (to.pathname = '/template1')), /^DATABASE_URL: the user isn’t allowed to change/],
      ] as const)
        expect(await reported({ DATABASE_URL })).toMatch(words);
      await onServer(server, 'DROP ROLE words_guest');
    });

    test('a database that can’t store emoji', async () => {
      const server = at.settings.DATABASE_URL ?? '';
      const kept = "ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0";
      await onServer(server, `CREATE DATABASE words_latin ${kept}`);
      const latin = url((to) => (to.pathname = '/words_latin'));
      await expectWords(
        withUrl(latin),
        /^DATABASE_URL: the database at .*words_latin stores texts as LATIN1\. Create one with CREATE DATABASE/,
      );
      const { code, output } = await start({ DATABASE_URL: latin }, 'src/doctor.ts');
      expect([code, output]).toEqual([1, expect.stringContaining('texts as LATIN1')]);
      await onServer(server, 'DROP DATABASE words_latin');
    });

    test('and creates DATA_DIR if missing', async () => {
      const dataDir = join(dir, 'not', 'there', 'yet');
      const env = {
        WORKERS: 'fleet',
        WORKER_TOKEN: 'a-token-of-more-than-16',
        DATABASE_URL: at.settings.DATABASE_URL ?? '',
      };
      const server = await startServer({ dataDir, env });
      expect(await (await fetch(`${server.url}/readyz`)).json()).toMatchObject({ ready: true });
      expect(await server.stop()).toBe(0);
    });

    test('and uses a DATABASE_URL from the set-up page, as the commands do', async () => {
      const dataDir = await mkdtemp(join(dir, 'kept-'));
      const texts = { DATABASE_URL: at.settings.DATABASE_URL ?? '' };
      writeKeptSettings(dataDir, { texts, previous: null, refused: null });
      const server = await startServer({ dataDir, env: { WORKERS: 'fleet' } });
      const { output } = await start({ DATA_DIR: dataDir, PUBLIC_URL: server.url }, 'src/admin-link.ts');
      expect(output).toContain(`${server.url}/auth/`);
      expect((await fetch(output.trim(), { redirect: 'manual' })).status).toBeLessThan(400);
      expect(await server.stop()).toBe(0);
      expect(existsSync(join(dataDir, SQLITE_FILE))).toBe(false);
    });
  });

test(`a start on ${dialect} reports that a newer version has changed the database`, async () => {
  const { DATA_DIR, DATABASE_URL = '' } = at.settings;
  const insert = "INSERT INTO migrations VALUES ('9999_later', 0)";
  if (DATABASE_URL) await onServer(DATABASE_URL, insert);
  else new Sqlite(join(DATA_DIR, SQLITE_FILE)).exec(insert).close();
  await expectWords(
    start({ DATA_DIR, DATABASE_URL }),
    /^DATA(BASE_URL|_DIR): a newer version of Reverie has changed this database \(9999_later\)\. Start that version/,
  );
});
