import { ConfigError, readConfig, type SettingName } from '../config.ts';
import { type Environment, given } from '../settings/environment.ts';
import {
  KeptSettingsFault,
  readKeptSettings,
  type Texts,
  writeKeptSettings,
} from '../settings/kept-settings.ts';
import { untypedSecrets } from '../settings/typed-again.ts';

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
  keepSecretsHere();
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

  /** Secrets of the environment go nowhere but where they went: an archive may be of another person. */
  function keepSecretsHere(): void {
    const here = given(environment);
    const brought = Object.fromEntries(Object.entries(archived).filter(([name]) => !(name in here)));
    const sent = () => untypedSecrets({ ...own, ...here }, { ...archived, ...stays, ...here }, brought);
    for (let [one] = sent(); one; [one] = sent()) {
      const { name, because } = one;
      leftOut.push(`${because} stays as it is on this machine, where ${name} is set in the environment.`);
      const before = own[because];
      if (before !== undefined && before !== archived[because]) archived[because] = before;
      else delete archived[because];
    }
  }

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

/** Sentences about entries that are no settings, which a file may hold any number of. */
const MOST_NAMED = 20;
const shown = (name: string) => (/^\w{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, 60)));

function readArchived(dataDir: string, onLeftOut: (sentence: string) => void): Texts {
  let ignored = 0;
  try {
    const { texts } = readKeptSettings(dataDir, ({ name, fault }) => {
      ignored += 1;
      if (ignored <= MOST_NAMED) onLeftOut(`${shown(name)} was left out: it ${fault}.`);
    });
    if (ignored > MOST_NAMED) onLeftOut(`${ignored - MOST_NAMED} other entries were left out.`);
    return texts;
  } catch (error) {
    if (!(error instanceof KeptSettingsFault)) throw error;
    onLeftOut('No setting of the backup could be read.');
    return {};
  }
}
