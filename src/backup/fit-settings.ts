import { m } from '../../modules/kit/texts/m.ts';
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
 * Settings that keep this machine's values through a restore: where it is reached, who may access it, and where its
 * database and files are, which the restore has just filled.
 */
export const STAY: readonly SettingName[] = [
  ...(['PORT', 'HOST', 'METRICS_TOKEN', 'WORKER_TOKEN', 'DATABASE_URL'] as const),
  ...(['STORAGE_URL', 'STORAGE_PROXY', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const),
  ...(['BACKUP_DIR', 'BACKUP_URL'] as const),
];

export interface Place {
  /** The environment that the program was started with. */
  environment: Environment;
  /** Kept settings from before the restore. */
  own: Texts;
}

/**
 * Adapts archived settings, already in this folder, to this machine. Drops the settings in `STAY` and those that are
 * invalid here. The settings from before are kept as `previous`, in case the start fails.
 * @returns one sentence for each dropped setting
 */
export function fitSettings(dataDir: string, { environment, own }: Place): string[] {
  const leftOut: string[] = [];
  const archived = { ...readArchived(dataDir, (sentence) => void leftOut.push(sentence)) };
  for (const name of STAY) {
    if (archived[name] !== undefined && archived[name] !== own[name]) leftOut.push(m.backup_stays({ name }));
    delete archived[name];
  }
  const stays = Object.fromEntries(
    STAY.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
  );
  keepSecretsHere();
  for (let faults = faultsOf(archived); faults.length > 0; faults = faultsOf(archived)) {
    const named = faults.filter(({ name }) => archived[name] !== undefined);
    // If only a setting that stays is at fault, any of the archived ones may conflict with it, so all are dropped.
    const unfit =
      named.length > 0
        ? named
        : Object.keys(archived).map((name) => ({ name, text: m.backup_left_out_conflict() }));
    if (unfit.length === 0) break;
    for (const { name, text } of unfit) {
      if (archived[name] !== undefined) leftOut.push(m.backup_left_out({ name, reason: text }));
      delete archived[name];
    }
  }
  writeKeptSettings(dataDir, { texts: { ...archived, ...stays }, previous: own, refused: null });
  return leftOut;

  /** Never sends a secret from the environment to an address from the archive, which may be someone else's. */
  function keepSecretsHere(): void {
    const here = given(environment);
    const brought = Object.fromEntries(Object.entries(archived).filter(([name]) => !(name in here)));
    const sent = () => untypedSecrets({ ...own, ...here }, { ...archived, ...stays, ...here }, brought);
    for (let [one] = sent(); one; [one] = sent()) {
      const { name, because } = one;
      leftOut.push(m.backup_stays_with({ name: because, secret: name }));
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

/** Limit on reported entries, because a file may contain any number of unknown ones. */
const MOST_NAMED = 20;
const shown = (name: string) => (/^\w{1,60}$/.test(name) ? name : JSON.stringify(name.slice(0, 60)));

function readArchived(dataDir: string, onLeftOut: (sentence: string) => void): Texts {
  let ignored = 0;
  try {
    const { texts } = readKeptSettings(dataDir, ({ name, fault }) => {
      ignored += 1;
      if (ignored <= MOST_NAMED) onLeftOut(m.backup_left_out({ name: shown(name), reason: fault }));
    });
    if (ignored > MOST_NAMED) onLeftOut(m.backup_left_out_more({ count: ignored - MOST_NAMED }));
    return texts;
  } catch (error) {
    if (!(error instanceof KeptSettingsFault)) throw error;
    onLeftOut(m.backup_left_out_all());
    return {};
  }
}
