/**
 * Every command imports this first: it puts the settings from the set-up page into `process.env`, where the actual
 * environment takes precedence.
 */
import '../start/require-node.ts';

import { resolve } from 'node:path';
import { withoutQuotes } from '../../modules/kit/settings/setting.ts';
import { type Config, ConfigError, readConfig } from '../config.ts';
import type { Environment } from './environment.ts';
import { type IgnoredSetting, KeptSettingsFault, readKeptSettings } from './kept-settings.ts';

/** The environment that the program was started with. */
export const environment: Environment = { ...process.env };

export const ownDataDir = resolve(withoutQuotes(environment.DATA_DIR?.trim() ?? '') || './data');

/** Entries that the settings file isn't allowed to set. */
export const ignoredSettings: IgnoredSetting[] = [];

const fault = takeKeptSettings();

/** @throws ConfigError listing every fault */
export function readOwnConfig(): Config {
  if (fault) throw new ConfigError(fault.message, { cause: fault });
  return readConfig(process.env);
}

/** False for nodes that share a database: they have no shared data folder, so they only use the environment. */
export function keepsSettings(env: Environment): boolean {
  return !env.NODE_URL?.trim();
}

function takeKeptSettings(): KeptSettingsFault | null {
  if (!keepsSettings(environment)) return null;
  try {
    const { texts } = readKeptSettings(ownDataDir, (one) => void ignoredSettings.push(one));
    for (const [name, text] of Object.entries(texts))
      if (!process.env[name]?.trim()) process.env[name] = text;
    return null;
  } catch (error) {
    if (error instanceof KeptSettingsFault) return error;
    throw error;
  }
}
