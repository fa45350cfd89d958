import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { takeLock } from '../kit/storage/file-lock.ts';
import { StartFault } from './start-fault.ts';
import { folderFault } from './start-words.ts';

/** Never read by the program itself: a process that closes any handle of a file loses all its locks on it. */
const LOCK = 'in-use.sqlite';
const HOLDER = 'in-use.json';
/** A process that was killed a moment ago may not have released it yet. */
const WAITS_MS = 1_000;

export interface DataDirLock {
  /**
   * Publishes the holder's addresses, for people and for this machine, and the place of its files, to a process that
   * comes second.
   */
  publish(answers: { address: string; inside: string }, storage: string): void;
  release(): void;
}

/**
 * Makes the data folder where it is missing and takes it for this process alone. It keeps out a second server; workers and
 * commands beside a server do not ask for it.
 * @throws StartFault that says who has the folder, or why it can't be used
 */
export function takeDataDir(dir: string): DataDirLock {
  const holder = join(dir, HOLDER);
  let release: (() => void) | null;
  try {
    mkdirSync(dir, { recursive: true });
    accessSync(dir, constants.R_OK | constants.W_OK | constants.X_OK);
    release = takeLock(join(dir, LOCK), WAITS_MS);
  } catch (error) {
    throw folderFault(error, dir);
  }
  if (!release) throw new StartFault(inUse(dir));
  const since = new Date().toISOString();
  const publish = (
    answers: Pick<Holder, 'address' | 'inside'> = { address: null, inside: null },
    storage: string | null = null,
  ) => {
    try {
      const about: Holder = { pid: process.pid, host: hostname(), since, ...answers, storage };
      writeFileSync(holder, JSON.stringify(about));
    } catch {
      // The lock holds without it; a full disk is reported where something is lost by it.
    }
  };
  publish();
  return {
    publish,
    release() {
      rmSync(holder, { force: true });
      release();
    },
  };
}

interface Holder {
  pid: number;
  host: string;
  since: string;
  /** where people reach it, and programs on its machine; null until it listens */
  address: string | null;
  inside: string | null;
  /** where it keeps its files; null until it is ready */
  storage: string | null;
}

/** The server that has the folder, or had it until it was killed; null where none does. */
export function holderOf(dir: string): Holder | null {
  try {
    return JSON.parse(readFileSync(join(dir, HOLDER), 'utf8'));
  } catch {
    return null;
  }
}

function inUse(dir: string): string {
  const cure = 'Stop that one first, or set DATA_DIR to another folder.';
  const holder = holderOf(dir);
  if (!holder) return `DATA_DIR: ${dir} is in use by another process. ${cure}`;
  const { pid, host, since, address } = holder;
  const where = address ? ` and answers at ${address}` : '';
  return `DATA_DIR: ${dir} is in use by process ${pid} on ${host}, which started at ${since}${where}. ${cure}`;
}
