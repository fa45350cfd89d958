import { m } from '../../modules/kit/texts/m.ts';
import { type SettingName, settings } from '../config.ts';

/** Settings that can only come from the environment: for the data folder itself, multiple nodes, and remote workers. */
export const OF_THE_ENVIRONMENT: readonly SettingName[] = [
  'DATA_DIR',
  'NODE_URL',
  'TRACE_KEY',
  'DRAIN_SECONDS',
  'RELAY_URL',
  'WORKER_NAME',
];

/** Environment variables can't contain NUL, and no setting spans several lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** True for a setting that the set-up page may write. */
export const isKeptName = (name: string): name is SettingName =>
  Object.hasOwn(settings, name) && !OF_THE_ENVIRONMENT.includes(name as SettingName);

/**
 * Why a setting may not come from the set-up page, its file or a restored archive; null if it may. Only known settings
 * are allowed, because any other variable would reach child processes, where LD_LIBRARY_PATH, for one, runs foreign
 * code.
 */
export function keptFault(name: string, text: string): string | null {
  if (!isKeptName(name))
    return Object.hasOwn(settings, name) ? m.settings_fault_environment() : m.settings_fault_unknown();
  if (CONTROL.test(text)) return m.settings_fault_one_line();
  if (name === 'VOICE_MODEL_BASE' && !/^https?:\/\//.test(text)) return m.settings_fault_folder();
  return null;
}
