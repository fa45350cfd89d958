import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../kit/storage/replace-file.ts';

/** Begins the name of each ledger. */
export const LEDGER_PREFIX = 'reverie-ledger-';

/** A backup was restored, and what happened since it was made is to be looked up. */
export interface DueLedger {
  /** the backup, as ISO text */
  madeAt: string;
  /** folder of its archive, which may have a ledger as well */
  beside: string | null;
}

const dueFile = (dataDir: string) => join(dataDir, 'ledger-due.json');

export function readDueLedger(dataDir: string): DueLedger | null {
  const path = dueFile(dataDir);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : null;
}

export const writeDueLedger = (dataDir: string, due: DueLedger): void =>
  replaceFile(dueFile(dataDir), JSON.stringify(due));

export const removeDueLedger = (dataDir: string): void => rmSync(dueFile(dataDir), { force: true });

/** Puts the ledgers of a data folder beside a backup. */
export async function copyLedgers(dataDir: string, folder: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(LEDGER_PREFIX)))
    await copyFile(join(dataDir, name), join(folder, name));
}
