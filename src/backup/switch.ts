import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { SQLITE_FILE } from '../../db/settings.ts';
import { replaceFile, syncFolder } from '../kit/storage/replace-file.ts';
import { StartFault } from '../start/start-fault.ts';
import { isState, stateIn } from './place-files.ts';

/**
 * A restore from the page builds the new state in a folder of its own, changes places with the old one, and proves it by
 * a start. Each step is written down before it begins and can be done again, so that a kill leaves one whole state:
 * `switching` → `loading` (Postgres) → `proving` → `done`, and from a failure `returning` → `returned`.
 */
export interface Switch {
  step: 'switching' | 'loading' | 'proving' | 'returning' | 'returned' | 'done';
  /** names in DATA_DIR that were there before, and those that the archive brings */
  old: string[];
  new: string[];
  /** starts that were begun to prove it */
  starts: number;
  /** sentences for the operator */
  notes: string[];
  /** why it is taken back */
  why: string | null;
}

const JOURNAL = 'switch.json';
/** Beside a database that was not closed. */
const SIDES = [`${SQLITE_FILE}-wal`, `${SQLITE_FILE}-shm`];

export const stageOf = (dataDir: string) => join(dataDir, 'restoring');
export const newIn = (dataDir: string) => join(stageOf(dataDir), 'new');
export const oldIn = (dataDir: string) => join(stageOf(dataDir), 'old');

export function readSwitch(dataDir: string): Switch | null {
  const path = join(dataDir, JOURNAL);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

/** @throws StartFault while a restore from the page is under way */
export function assertNoSwitch(dataDir: string): void {
  if (!readSwitch(dataDir)) return;
  throw new StartFault(
    `DATA_DIR: a restore from the page is under way in ${dataDir}. Start the program, which ends it, then run this again.`,
  );
}

export const writeSwitch = (dataDir: string, state: Switch): void =>
  replaceFile(join(dataDir, JOURNAL), JSON.stringify(state));

export const removeSwitch = (dataDir: string): void => rmSync(join(dataDir, JOURNAL), { force: true });

/** @param notes what the operator should know of it */
export function beginSwitch(dataDir: string, notes: string[]): void {
  mkdirSync(oldIn(dataDir), { recursive: true, mode: 0o700 });
  const names = { old: stateIn(dataDir), new: stateIn(newIn(dataDir)) };
  writeSwitch(dataDir, { step: 'switching', ...names, starts: 0, notes, why: null });
}

/** Moves what is to be moved. It reads no settings, which are among the files. @returns false where nothing is */
export function finishMoves(dataDir: string): boolean {
  const state = readSwitch(dataDir);
  if (state?.step !== 'switching' && state?.step !== 'returning') return false;
  for (const move of movesOf(dataDir, state)) move();
  for (const folder of [newIn(dataDir), oldIn(dataDir), dataDir]) syncFolder(folder);
  writeSwitch(dataDir, { ...state, step: state.step === 'switching' ? 'loading' : 'returned' });
  return true;
}

/** Each move that is left, the next one being looked for once the one before is done. */
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
