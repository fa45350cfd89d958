import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { BackupCopy, BackupState } from '../../modules/admin/contract/backups.ts';
import { defineDaily } from '../../modules/jobs/contract/define-daily.ts';
import { childOptions } from '../../modules/kit/children/child-options.ts';
import { reasonIn } from '../../modules/kit/children/run-child.ts';
import { type Clock, utcText } from '../../modules/kit/clock.ts';
import { AppError, notFound } from '../../modules/kit/errors.ts';
import type { Log } from '../../modules/kit/log.ts';
import { backupDays } from '../../modules/kit/shared/backup-days.ts';
import { createFileStorage } from '../../modules/kit/storage/file-storage.ts';
import type { Storage } from '../../modules/kit/storage/storage.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { type Config, settings } from '../config.ts';
import { openBackupBucket } from './bucket.ts';
import { LAST_BACKUP_FILE } from './data-files.ts';
import type { Ledger } from './ledger.ts';
import { backupFolder } from './settings.ts';

const DAY_MS = 24 * 3600_000;
/** Matches backups of ours, named by start time; other files in the folder are left alone. */
const NAME = /^reverie-(\d{4}-\d{2}-\d{2})-(\d{2})(\d{2})(\d{2})\.tar$/;
/** Matches copies in DATA_DIR of what an upgrade or a restore replaced. */
const BEFORE = /^(before-restore|reverie\.sqlite\.before-.*)$/;
const MAX_WORDS = 2_000;

export type Backups = ReturnType<typeof createBackups>;

export interface BackupDeps {
  config: Config;
  clock: Pick<Clock, 'now'>;
  log: Log;
  /** The environment that the program was started with. */
  environment: Readonly<Record<string, string | undefined>>;
  ledger: Pick<Ledger, 'copyOut'>;
}

/** Backups that the program makes itself, nightly and on request, each in a child process. */
export function createBackups({ config, clock, log, environment, ledger }: BackupDeps) {
  const dir = backupFolder(config);
  const folder = createFileStorage(dir);
  const bucket = openBackupBucket(config);
  let running: { said: string; child: ChildProcess | null } | null = null;
  let fault: string | null = null;

  /** @throws Error whose message is for the operator */
  async function make(): Promise<void> {
    running = { said: m.backup_starting(), child: null };
    try {
      await mkdir(dir, { recursive: true, mode: 0o700 });
      const name = freeName(await readdir(dir), clock.now());
      await runCommand(join(dir, name), (text, child) => {
        running = { said: text, child };
      });
      if (bucket) {
        running = { said: m.backup_copying(), child: null };
        await bucket.sweep(clock.now());
        await bucket.put(name, { path: join(dir, name) }, 'application/x-tar');
      }
      await ledger.copyOut(bucket);
      await dropOld();
      fault = null;
    } catch (error) {
      fault = error instanceof Error ? error.message : String(error);
      log.error('the backup failed', { error });
      throw error;
    } finally {
      running = null;
    }
  }

  /** Deletes expired backups, and expired copies from before an upgrade or a restore. */
  async function dropOld(): Promise<void> {
    const oldest = clock.now() - backupDays(config.BACKUP_DAYS) * DAY_MS;
    for (const storage of [folder, bucket]) {
      for (const name of storage ? await namesIn(storage) : []) {
        if (madeAt(name) < oldest) await storage?.delete(name);
      }
    }
    for (const name of (await readdir(config.DATA_DIR)).filter((one) => BEFORE.test(one))) {
      const path = join(config.DATA_DIR, name);
      if ((await stat(path)).mtimeMs < oldest) await rm(path, { recursive: true, force: true });
    }
  }

  async function runCommand(path: string, said: (text: string, child: ChildProcess) => void): Promise<void> {
    const own = Object.keys(settings).flatMap((name) =>
      environment[name] ? [[name, environment[name]]] : [],
    );
    const child = spawn(
      process.execPath,
      [...process.execArgv, join(import.meta.dirname, '../backup.ts'), path],
      {
        ...childOptions({ ...Object.fromEntries(own), DATA_DIR: config.DATA_DIR }),
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    said(m.backup_starting(), child);
    let words = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => said(lastLine(text), child));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words = `${words}${text}`.slice(-MAX_WORDS);
    });
    await new Promise<void>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0 ? resolve() : reject(new Error(reasonIn(words) || m.backup_exit({ code: String(code) }))),
      );
    });
  }

  const assertFree = () => {
    if (running) throw new AppError(409, 'backup-runs', m.backup_error_runs());
  };

  return {
    async read(): Promise<BackupState> {
      const inBucket = new Set(bucket ? await namesIn(bucket).catch(() => []) : []);
      const here = await namesIn(folder);
      const copies = await Promise.all(
        [...new Set([...here, ...inBucket])]
          .toSorted()
          .toReversed()
          .map(async (name): Promise<BackupCopy> => {
            const about = (await folder.stat(name)) ?? (await bucket?.stat(name).catch(() => null));
            return {
              name,
              bytes: about?.size ?? 0,
              at: utcText(madeAt(name)),
              isInBucket: inBucket.has(name),
            };
          }),
      );
      return { copies, progress: running?.said ?? null, fault };
    },

    /** Starts a backup. @throws AppError 409 while another one is running */
    begin(): void {
      assertFree();
      void make().catch(() => {});
    },

    /** @throws AppError 404 */
    async open(name: string) {
      const file = NAME.test(name) ? ((await folder.open(name)) ?? (await bucket?.open(name))) : null;
      if (!file) throw notFound(m.backup_error_unknown());
      return file;
    },

    /** @throws AppError 404 */
    async remove(name: string): Promise<void> {
      if (!NAME.test(name) || !((await folder.stat(name)) ?? (await bucket?.stat(name))))
        throw notFound(m.backup_error_unknown());
      await folder.delete(name);
      await bucket?.delete(name);
    },

    schedules: [
      defineDaily('drop-old-backups', '02:20', dropOld),
      ...(config.BACKUP_DAYS
        ? [
            defineDaily('back-up', '02:30', async () => {
              if (!running) await make();
            }),
          ]
        : []),
    ],

    /** Stops a running backup process, which then removes its unfinished file. */
    stop(): void {
      running?.child?.kill('SIGTERM');
    },
  };
}

/** Lists by prefix, because the folder may be the root of a large disk. */
const namesIn = async (storage: Storage): Promise<string[]> =>
  (await storage.list('reverie-')).filter((name) => NAME.test(name));

/** In ms since the epoch. */
function madeAt(name: string): number {
  const [, day, hours, minutes, seconds] = name.match(NAME) ?? [];
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`);
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

/** When the last backup ended, in ms since the epoch; null if there has been none. */
export async function lastBackupAt(dataDir: string): Promise<number | null> {
  try {
    return Number(await readFile(join(dataDir, LAST_BACKUP_FILE), 'utf8')) * 1000 || null;
  } catch {
    return null;
  }
}

/** Names a backup by its second. If that second is taken, uses the next one. */
function freeName(taken: readonly string[], at: number): string {
  const stamp = new Date(at).toISOString().slice(0, 19).replace('T', '-').replaceAll(':', '');
  const name = `reverie-${stamp}.tar`;
  return taken.includes(name) ? freeName(taken, at + 1_000) : name;
}
