import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '../../modules/kit/storage/file-lock.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { StartFault } from './start-fault.ts';
import { folderFault } from './start-words.ts';

/** The program never opens this file otherwise: closing any handle of a file drops all of the process's locks on it. */
const LOCK = 'in-use.sqlite';
const HOLDER = 'in-use.json';
/** A process killed a moment ago may still hold it. */
const WAITS_MS = 1_000;

export type DataDirLock = ReturnType<typeof takeDataDir>;

/**
 * Creates the data folder if necessary and locks it against a second server. Workers and commands run without the lock.
 * @throws StartFault naming the holder, or why the folder is unusable
 */
export function takeDataDir(dir: string) {
  const holder = join(dir, HOLDER);
  let release: (() => void) | null;
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    release = takeLock(join(dir, LOCK), WAITS_MS);
  } catch (error) {
    throw folderFault(error, dir);
  }
  if (!release) throw new StartFault(`DATA_DIR: ${inUse(dir)}`, m.start_in_use_cure());
  const since = new Date().toISOString();
  const publish = (
    answers: Pick<Holder, 'address' | 'inside'> = { address: null, inside: null },
    storage: string | null = null,
  ) => {
    try {
      const about: Holder = { pid: process.pid, host: hostname(), since, ...answers, storage };
      writeFileSync(holder, JSON.stringify(about));
    } catch {
      // The lock holds without this file; a full disk is reported where it loses data.
    }
  };
  publish();
  return {
    /**
     * Records the server's addresses (for people and for this machine) and its storage location, so that other processes
     * can find and report the holder.
     */
    publish,
    release(): void {
      rmSync(holder, { force: true });
      release();
    },
  };
}

interface Holder {
  pid: number;
  host: string;
  since: string;
  /** Its address for people, and for programs on the same machine; null until it listens. */
  address: string | null;
  inside: string | null;
  /** Location of its files; null until it is ready. */
  storage: string | null;
}

/** The server that holds the folder, or held it until it was killed; null if there is none. */
export function holderOf(dir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(dir, HOLDER), 'utf8'));
  } catch {
    return null;
  }
}

function inUse(dir: string): string {
  const holder = holderOf(dir);
  if (!holder) return m.start_in_use({ path: dir });
  const { pid, host, since, address } = holder;
  const by = { path: dir, pid: String(pid), host, since };
  return address ? m.start_in_use_at({ ...by, address }) : m.start_in_use_by(by);
}
