import { existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { assertOwnTables } from '../../db/refill.ts';
import type { RestoreOutcome } from '../../modules/admin/contract/backups.ts';
import { utcText } from '../../modules/kit/clock.ts';
import { AppError, badRequest } from '../../modules/kit/errors.ts';
import { generatedSecret, WORKER_TOKEN_FILE } from '../../modules/kit/settings/generated-secret.ts';
import { replaceFile } from '../../modules/kit/storage/replace-file.ts';
import { inCodes } from '../../modules/kit/texts/in-codes.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { shownTexts } from '../../modules/kit/texts/shown-text.ts';
import type { Config } from '../config.ts';
import { openStorage } from '../open-storage.ts';
import type { Environment } from '../settings/environment.ts';
import { readKeptSettings } from '../settings/kept-settings.ts';
import { StartFault, wordsOf } from '../start/start-fault.ts';
import { readAbout } from './archive-reader.ts';
import { removeDueLedger, writeDueLedger } from './due-ledger.ts';
import { assertMovable } from './place-files.ts';
import { copyPostgres, replacePostgres } from './postgres-copy.ts';
import { restoreArchive } from './restore-archive.ts';
import { readMarker } from './restore-marker.ts';
import {
  beginSwitch,
  finishMoves,
  newIn,
  oldIn,
  readSwitch,
  removeSwitch,
  type Switch,
  stageOf,
  writeSwitch,
} from './switch.ts';

const PARTIAL = 'restore.tar.part';
/** An upload that has stalled for longer is discarded. */
const UPLOAD_TIMEOUT_MS = 24 * 3600_000;
/** The archive in DATA_DIR that the next start restores. */
const READY = 'restore.tar';
/** Records the outcome of the last restore. */
const OUTCOME = 'restored.json';
/** The Postgres database from before the restore. */
const POSTGRES_COPY = 'postgres.tar';
/** Maximum attempts to start with restored data; an attempt may be killed or run out of memory. */
const MAX_STARTS = 3;

export async function readOutcome(dataDir: string): Promise<RestoreOutcome | null> {
  try {
    return shownTexts({ notes: [], ...JSON.parse(await readFile(join(dataDir, OUTCOME), 'utf8')) });
  } catch {
    return null;
  }
}

/** Receives an archive in chunks; an interrupted upload resumes where it stopped. */
export function createRestoreUpload({ DATA_DIR, DATABASE_URL }: Pick<Config, 'DATA_DIR' | 'DATABASE_URL'>) {
  const partial = join(DATA_DIR, PARTIAL);
  const touchedAt = statSync(partial, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
  if (touchedAt < Date.now() - UPLOAD_TIMEOUT_MS) rmSync(partial, { force: true });
  return {
    /**
     * @param at offset: bytes that the client has sent before
     * @returns bytes received so far
     * @throws AppError 409 if that isn't the offset
     */
    async add(at: number, bytes: Uint8Array): Promise<number> {
      const here = at === 0 ? 0 : (statSync(partial, { throwIfNoEntry: false })?.size ?? 0);
      if (at !== here)
        throw new AppError(409, 'other-place', m.backup_upload_offset({ at: here }), {
          extra: { at: here },
        });
      const file = await open(partial, at === 0 ? 'w' : 'a', 0o600);
      try {
        await file.write(bytes);
      } finally {
        await file.close();
      }
      return here + bytes.length;
    },

    /**
     * Marks the upload for the next start to restore. @throws AppError 400 unless it is an archive for this kind of
     * database
     */
    async finish(bytes: number): Promise<void> {
      const here = statSync(partial, { throwIfNoEntry: false })?.size ?? 0;
      if (here !== bytes) throw badRequest(m.backup_upload_size({ bytes, here }));
      const about = await readAbout(partial).catch(() => {
        throw badRequest(m.backup_upload_foreign());
      });
      const kind = DATABASE_URL ? 'postgres' : 'sqlite';
      if (about.database !== kind)
        throw badRequest(DATABASE_URL ? m.backup_upload_sqlite() : m.backup_upload_postgres());
      try {
        assertReplaceable(DATA_DIR);
      } catch (fault) {
        throw new AppError(409, 'not-replaceable', wordsOf(fault));
      }
      await rename(partial, join(DATA_DIR, READY));
    },
  };
}

/**
 * Advances a restore of an uploaded archive as far as possible before a start; see `Switch`. An archive that can't be
 * restored changes nothing.
 * @returns true if the program must restart because its files have changed
 */
export async function advanceRestore(config: Config, environment: Environment): Promise<boolean> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = config;
  const state = readSwitch(dataDir);
  if (!state) return existsSync(join(dataDir, READY)) && (await stage(config, environment));
  if (state.step === 'loading') {
    try {
      if (url) await replacePostgres(join(dataDir, READY), url);
    } catch (error) {
      return takeBackRestore(dataDir, wordsOf(error));
    }
    const { madeAt } = await readAbout(join(dataDir, READY));
    writeDueLedger(dataDir, { madeAt, beside: null });
    writeSwitch(dataDir, { ...state, step: 'proving', starts: 1 });
  } else if (state.step === 'proving') {
    if (state.starts >= MAX_STARTS) return takeBackRestore(dataDir, inCodes(m.backup_not_started));
    writeSwitch(dataDir, { ...state, starts: state.starts + 1 });
  } else {
    const copy = join(oldIn(dataDir), POSTGRES_COPY);
    if (state.step === 'returned') {
      if (url && existsSync(copy)) await replacePostgres(copy, url);
      await emptyBucket(config);
    }
    finish(dataDir, state);
  }
  return false;
}

/** Builds the new state next to the old one. */
async function stage(config: Config, environment: Environment): Promise<boolean> {
  const { DATA_DIR: dataDir, DATABASE_URL: url } = config;
  try {
    assertReplaceable(dataDir);
    if (url) await assertOwnTables(url);
    mkdirSync(newIn(dataDir), { recursive: true, mode: 0o700 });
    const { leftOut } = await inCodes(() =>
      restoreArchive(join(dataDir, READY), {
        dataDir: newIn(dataDir),
        database: url ? 'postgres' : 'sqlite',
        databaseUrl: null,
        storage: openStorage({ ...config, DATA_DIR: newIn(dataDir) }),
        isFolder: isFolder(config),
        place: { environment, own: readKeptSettings(dataDir).texts },
        onProgress: () => {},
      }),
    );
    keepWorkerToken(dataDir);
    mkdirSync(oldIn(dataDir), { recursive: true, mode: 0o700 });
    if (url) await copyPostgres(join(oldIn(dataDir), POSTGRES_COPY), url);
    beginSwitch(dataDir, leftOut);
    return finishMoves(dataDir);
  } catch (error) {
    // Only empty a bucket that was empty before this restore.
    if (readMarker(newIn(dataDir))) await emptyBucket(config);
    finish(dataDir, { why: wordsOf(error), notes: [] });
    return false;
  }
}

/**
 * Like the WORKER_TOKEN setting, the generated token stays: local workers know this one, and anyone with the archive
 * knows the archived one.
 */
function keepWorkerToken(dataDir: string): void {
  const own = generatedSecret(dataDir, WORKER_TOKEN_FILE);
  replaceFile(join(newIn(dataDir), WORKER_TOKEN_FILE), `${own}\n`);
}

/** Makes the next start bring back the old state. @returns true if a restore was waiting to be proved */
export function takeBackRestore(dataDir: string, why: string): boolean {
  const state = readSwitch(dataDir);
  if (state?.step !== 'loading' && state?.step !== 'proving') return false;
  writeSwitch(dataDir, { ...state, step: 'returning', why });
  return true;
}

/**
 * The program runs with the restored data, so the restore is final.
 * @param said what the ledger did
 */
export function restoreProved(dataDir: string, said: string[]): void {
  const state = readSwitch(dataDir);
  if (state?.step !== 'proving') return;
  const done: Switch = { ...state, step: 'done', notes: [...state.notes, ...said] };
  writeSwitch(dataDir, done);
  finish(dataDir, done);
}

/** Keeps the old state if it was replaced, and removes everything else; idempotent. */
function finish(dataDir: string, { why, notes }: Pick<Switch, 'why' | 'notes'>): void {
  if (why === null && existsSync(oldIn(dataDir))) renameSync(oldIn(dataDir), asideOf(dataDir));
  rmSync(stageOf(dataDir), { recursive: true, force: true });
  rmSync(join(dataDir, READY), { force: true });
  if (why !== null) removeDueLedger(dataDir);
  const outcome: RestoreOutcome = { at: utcText(Date.now()), fault: why, notes: why === null ? notes : [] };
  replaceFile(join(dataDir, OUTCOME), JSON.stringify(outcome));
  removeSwitch(dataDir);
}

/** Everything in it came from the archive: it was empty before. */
async function emptyBucket(config: Config): Promise<void> {
  if (isFolder(config)) return;
  const storage = openStorage(config);
  for (const key of await storage.list('')) await storage.delete(key);
}

const isFolder = ({ STORAGE_URL: address }: Pick<Config, 'STORAGE_URL'>) => !address || address.leaving;

const asideOf = (dataDir: string) => join(dataDir, 'before-restore');

/** @throws StartFault */
function assertReplaceable(dataDir: string): void {
  const aside = asideOf(dataDir);
  if (existsSync(aside))
    throw new StartFault(`DATA_DIR: ${m.backup_aside({ path: aside })}`, m.backup_aside_cure());
  assertMovable(dataDir);
}
