import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SQLITE_FILE } from '../../db/settings.ts';
import { replaceFile, syncFolder } from '../../modules/kit/storage/replace-file.ts';
import { m } from '../../modules/kit/texts/m.ts';
import { StartFault } from '../start/start-fault.ts';
import { isState, stateIn } from './place-files.ts';

/**
 * A restore from the page builds the new state in its own folder, swaps it with the old one, and proves it with a
 * start. Each step is journaled before it runs and is idempotent, so a kill always leaves one complete state:
 * `switching` → `loading` (Postgres) → `proving` → `done`; after a failure `returning` → `returned`.
 */
export interface Switch {
  step: 'switching' | 'loading' | 'proving' | 'returning' | 'returned' | 'done';
  /** Names in DATA_DIR before the restore, and names in the archive. */
  old: string[];
  new: string[];
  /** Number of attempts to start with the new state. */
  starts: number;
  /** Sentences for the operator. */
  notes: string[];
  /** Why the restore is being reverted. */
  why: string | null;
}

const JOURNAL = 'switch.json';
/** Left next to a database that was not closed. */
const SIDES = [`${SQLITE_FILE}-wal`, `${SQLITE_FILE}-shm`];

export const stageOf = (dataDir: string) => join(dataDir, 'restoring');
export const newIn = (dataDir: string) => join(stageOf(dataDir), 'new');
export const oldIn = (dataDir: string) => join(stageOf(dataDir), 'old');

export function readSwitch(dataDir: string): Switch | null {
  const path = join(dataDir, JOURNAL);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** @throws StartFault while a restore from the page is in progress */
export function assertNoSwitch(dataDir: string): void {
  if (!readSwitch(dataDir)) return;
  throw new StartFault(`DATA_DIR: ${m.backup_switch({ path: dataDir })}`, m.backup_switch_cure());
}

export const writeSwitch = (dataDir: string, state: Switch): void =>
  replaceFile(join(dataDir, JOURNAL), JSON.stringify(state));

export const removeSwitch = (dataDir: string): void => rmSync(join(dataDir, JOURNAL), { force: true });

/** @param notes sentences for the operator */
export function beginSwitch(dataDir: string, notes: string[]): void {
  mkdirSync(oldIn(dataDir), { recursive: true, mode: 0o700 });
  const names = { old: stateIn(dataDir), new: stateIn(newIn(dataDir)) };
  writeSwitch(dataDir, { step: 'switching', ...names, starts: 0, notes, why: null });
}

/**
 * Makes the remaining moves. Reads no settings, because they are among the files. @returns false if there was nothing
 * to move
 */
export function finishMoves(dataDir: string): boolean {
  const state = readSwitch(dataDir);
  if (state?.step !== 'switching' && state?.step !== 'returning') return false;
  for (const move of movesOf(dataDir, state)) move();
  for (const folder of [newIn(dataDir), oldIn(dataDir), dataDir]) syncFolder(folder);
  writeSwitch(dataDir, { ...state, step: state.step === 'switching' ? 'loading' : 'returned' });
  return true;
}

/** The remaining moves; each is determined after the previous one has been made. */
export function* movesOf(dataDir: string, state: Switch): Generator<() => void> {
  const [fresh, old] = [newIn(dataDir), oldIn(dataDir)];
  const isOld = (name: string) => state.old.includes(name) && !existsSync(join(old, name));
  if (state.step === 'switching') {
    for (const name of new Set([...state.old, ...SIDES]))
      if (existsSync(join(dataDir, name)) && !existsSync(join(old, name)))
        yield () => renameSync(join(dataDir, name), join(old, name));
    for (const name of state.new)
      if (existsSync(join(fresh, name))) yield () => renameSync(join(fresh, name), join(dataDir, name));
    return;
  }
  for (const name of stateIn(dataDir))
    if (!isOld(name)) yield () => rmSync(join(dataDir, name), { recursive: true, force: true });
  for (const name of readdirSync(old).filter(isState))
    yield () => renameSync(join(old, name), join(dataDir, name));
}
