import { resolve } from 'node:path';
import { withoutQuotes } from '../../modules/kit/settings/setting.ts';
import { setProcessLocale } from '../../modules/kit/texts/locale.ts';
import { offeredOr } from '../../modules/kit/texts/offered.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { Environment } from './environment.ts';
import { type IgnoredSetting, KeptSettingsFault, readKeptSettings, type Texts } from './kept-settings.ts';

/** Settings of this process: its environment, which takes precedence, and the set-up page's file in DATA_DIR. */
export interface OwnConfig {
  /** The environment that the program was started with. */
  environment: Environment;
  dataDir: string;
  /** False for nodes that share a database: they have no shared data folder, so they only use the environment. */
  hasFile: boolean;
  /** Texts of all settings, from either. */
  texts: Environment;
  /** Entries that the settings file isn't allowed to set. */
  ignored: readonly IgnoredSetting[];
  /** @throws ConfigError listing every fault */
  read(): Config;
}

/** Finds this process's settings and sets its language. */
export function findOwnConfig(environment: Environment = { ...process.env }): OwnConfig {
  const dataDir = resolve(withoutQuotes(environment.DATA_DIR?.trim() ?? '') || './data');
  const ignored: IgnoredSetting[] = [];
  const hasFile = !environment.NODE_URL?.trim();
  const kept = hasFile ? readKept(dataDir, ignored) : {};
  const texts: Record<string, string | undefined> = { ...environment };
  if (!(kept instanceof KeptSettingsFault))
    for (const [name, text] of Object.entries(kept)) if (!texts[name]?.trim()) texts[name] = text;
  setProcessLocale(offeredOr(withoutQuotes(texts.LOCALE?.trim() ?? '')));
  return {
    environment,
    dataDir,
    hasFile,
    texts,
    ignored,
    read() {
      if (kept instanceof KeptSettingsFault) throw new ConfigError(kept.message, { cause: kept });
      return readConfig(texts);
    },
  };
}

function readKept(dataDir: string, ignored: IgnoredSetting[]): Texts | KeptSettingsFault {
  try {
    return readKeptSettings(dataDir, (one) => void ignored.push(one)).texts;
  } catch (error) {
    if (error instanceof KeptSettingsFault) return error;
    throw error;
  }
}
