import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../modules/kit/storage/replace-file.ts';

/** File name prefix of every ledger. */
export const LEDGER_PREFIX = 'reverie-ledger-';

/** A restore whose ledger still has to be applied. */
export interface DueLedger {
  /** When the backup was made, as ISO text. */
  madeAt: string;
  /** The archive's folder, which may also contain a ledger. */
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

/** Copies the ledgers from the data folder to the backup's folder. */
export async function copyLedgers(dataDir: string, folder: string): Promise<void> {
  for (const name of readdirSync(dataDir).filter((one) => one.startsWith(LEDGER_PREFIX)))
    await copyFile(join(dataDir, name), join(folder, name));
}
