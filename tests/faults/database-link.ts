import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';

/** A program's connection to its database, which tests can disturb. */
export interface DatabaseLink {
  /** DATABASE_URL for the program; empty for SQLite */
  url: string;
  /** faults that apply to this kind of database */
  faults: readonly DatabaseFault[];
  disturb(fault: DatabaseFault): Promise<void>;
  /** Ends all faults. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `stopped`: connections break and new ones are rejected. `frozen`: requests are never answered. `cut off`: connections
 * break once. `locked`: another process holds SQLite's write lock.
 */
export type DatabaseFault = 'stopped' | 'frozen' | 'cut off' | 'locked';

/** For SQLite: a lock that another process holds on the file in this folder. */
export function openSqliteLink(dataDir: string): DatabaseLink {
  let holder: Sqlite.Database | null = null;
  const mend = async () => {
    holder?.exec('ROLLBACK');
    holder?.close();
    holder = null;
  };
  return {
    url: '',
    faults: ['locked'],
    async disturb() {
      holder = new Sqlite(join(dataDir, 'reverie.sqlite'));
      holder.pragma('busy_timeout = 10000');
      holder.exec('BEGIN IMMEDIATE');
    },
    mend,
    close: mend,
  };
}

/** For Postgres: a local proxy that every connection goes through. */
export async function openPostgresLink(databaseUrl: string): Promise<DatabaseLink> {
  const address = new URL(databaseUrl);
  const target = { host: address.hostname, port: Number(address.port) };
  const pipes = new Set<Socket>();
  let isFrozen = false;
  let server = createPipe();
  const port = await listen(server, 0);
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);

  function createPipe(): Server {
    return createServer((near) => {
      const far = dial(target);
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        pipes.add(one);
        one.on('data', (bytes) => void other.write(bytes));
        one.on('error', () => {});
        one.on('close', () => {
          pipes.delete(one);
          other.destroy();
        });
        if (isFrozen) one.pause();
      }
    });
  }

  function breakAll(): void {
    for (const pipe of pipes) pipe.destroy();
  }

  return {
    url: url.href,
    faults: ['stopped', 'frozen', 'cut off'],
    async disturb(fault) {
      if (fault === 'cut off') breakAll();
      if (fault === 'stopped') {
        const closed = new Promise((resolve) => server.close(resolve));
        breakAll();
        await closed;
      }
      if (fault === 'frozen') {
        isFrozen = true;
        for (const pipe of pipes) pipe.pause();
      }
    },
    async mend() {
      isFrozen = false;
      for (const pipe of pipes) pipe.resume();
      if (server.listening) return;
      server = createPipe();
      await listen(server, port);
    },
    async close() {
      const closed = server.listening ? new Promise((resolve) => server.close(resolve)) : null;
      breakAll();
      await closed;
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      if (address && typeof address === 'object') resolve(address.port);
    });
  });
}
