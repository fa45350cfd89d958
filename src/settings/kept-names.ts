import { type SettingName, settings } from '../config.ts';

/** Settings that only the environment has: of the folder itself, of several nodes, and of workers elsewhere. */
export const OF_THE_ENVIRONMENT: readonly SettingName[] = [
  'DATA_DIR',
  'NODE_URL',
  'TRACE_KEY',
  'DRAIN_SECONDS',
  'RELAY_URL',
  'WORKER_NAME',
];

/** Process environments hold no NUL, and no setting has several lines. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** True for a setting that the set-up page may write. */
export const isKeptName = (name: string): name is SettingName =>
  Object.hasOwn(settings, name) && !OF_THE_ENVIRONMENT.includes(name as SettingName);

/**
 * Why the set-up page, its file and a restored archive may not set this; null where they may. Any other variable would
 * reach processes that the program starts: LD_LIBRARY_PATH alone runs foreign code in them.
 */
export function keptFault(name: string, text: string): string | null {
  if (!isKeptName(name))
    return Object.hasOwn(settings, name) ? 'can only be set in the environment' : 'is not a setting';
  if (CONTROL.test(text)) return 'must be one line without control characters';
  if (name === 'VOICE_MODEL_BASE' && !/^https?:\/\//.test(text))
    return 'a folder on this machine can only be named in the environment';
  return null;
}
