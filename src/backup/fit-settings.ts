import { ConfigError, readConfig, type SettingName } from '../config.ts';
import { type Environment, given } from '../settings/environment.ts';
import {
  KeptSettingsFault,
  readKeptSettings,
  type Texts,
  writeKeptSettings,
} from '../settings/kept-settings.ts';

/**
 * Settings that a place keeps from before a restore: where it is reached, who may ask it, and where its database and
 * files are, which the restore has just filled.
 */
export const STAY: readonly SettingName[] = [
  ...(['PORT', 'HOST', 'METRICS_TOKEN', 'WORKER_TOKEN', 'DATABASE_URL'] as const),
  ...(['STORAGE_URL', 'STORAGE_PROXY', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const),
  ...(['BACKUP_DIR', 'BACKUP_URL'] as const),
];

export interface Place {
  /** what the program was started with */
  environment: Environment;
  /** kept settings of before */
  own: Texts;
}

/**
 * Fits restored settings to this machine, in a folder that holds them as they were in the archive. Settings that stay,
 * and those that can't be read here, are left out; the ones of before are kept for a start that fails.
 * @returns a sentence for each that is left out
 */
export function fitSettings(dataDir: string, { environment, own }: Place): string[] {
  const leftOut: string[] = [];
  const archived = { ...readArchived(dataDir, (sentence) => void leftOut.push(sentence)) };
  for (const name of STAY) {
    if (archived[name] !== undefined && archived[name] !== own[name])
      leftOut.push(`${name} stays as it is on this machine.`);
    delete archived[name];
  }
  const stays = Object.fromEntries(
    STAY.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
  );
  for (let faults = faultsOf(archived); faults.length > 0; faults = faultsOf(archived)) {
    const named = faults.filter(({ name }) => archived[name] !== undefined);
    // The fault of a setting that stays: what it does not agree with is among all others.
    const unfit =
      named.length > 0 ? named : Object.keys(archived).map((name) => ({ name, text: 'does not fit' }));
    if (unfit.length === 0) break;
    for (const { name, text } of unfit) {
      if (archived[name] !== undefined) leftOut.push(`${name} was left out: ${text}.`);
      delete archived[name];
    }
  }
  writeKeptSettings(dataDir, { texts: { ...archived, ...stays }, previous: own, refused: null });
  return leftOut;

  function faultsOf(texts: Texts) {
    try {
      readConfig({ ...texts, ...stays, ...given(environment) });
      return [];
    } catch (error) {
      if (error instanceof ConfigError) return error.faults;
      throw error;
    }
  }
}

function readArchived(dataDir: string, onLeftOut: (sentence: string) => void): Texts {
  try {
    return readKeptSettings(dataDir, ({ name, fault }) => onLeftOut(`${name} was left out: it ${fault}.`))
      .texts;
  } catch (error) {
    if (!(error instanceof KeptSettingsFault)) throw error;
    onLeftOut('No setting of the backup could be read.');
    return {};
  }
}
