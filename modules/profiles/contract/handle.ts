import { replaceBannedWords } from '../../dreams/contract/banned-words.ts';
import { HANDLE_MAX, HANDLE_MIN } from './limits.ts';

/** No one may pose as the people who run a site. */
const RESERVED = [
  ...['abuse', 'admin', 'administrator', 'api', 'everyone', 'feed', 'help', 'info', 'legal', 'me', 'mod'],
  ...['moderator', 'null', 'official', 'operator', 'postmaster', 'privacy', 'reverie', 'root', 'security'],
  ...['staff', 'support', 'sysop', 'system', 'team', 'terms', 'undefined', 'webmaster'],
];

/**
 * Key by which a handle is unique: two handles that are easily mistaken for each other share it. Handles are ASCII, so
 * look-alikes from other scripts can't occur.
 */
export const handleKey = (handle: string): string =>
  handle
    .toLowerCase()
    .replaceAll('_', '')
    .replace(/[1i|]/g, 'l')
    .replaceAll('0', 'o')
    .replaceAll('5', 's')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** The handle as it is stored: without its @, in lower case. */
export const readHandle = (typed: string): string => typed.trim().replace(/^@/, '').toLowerCase();

export type HandleFault = 'length' | 'letters' | 'reserved' | 'banned';

/** @param names of the site and its company, which no one may use */
export function handleFault(handle: string, names: readonly string[]): HandleFault | null {
  if (handle.length < HANDLE_MIN || handle.length > HANDLE_MAX) return 'length';
  if (!/^[a-z0-9](?:_?[a-z0-9])+$/.test(handle)) return 'letters';
  const key = handleKey(handle);
  const own = names.map((name) => handleKey(name.toLowerCase().replace(/[^a-z0-9]/g, '')));
  if ([...RESERVED.map(handleKey), ...own].includes(key)) return 'reserved';
  const spoken = [handle, handle.replaceAll('_', ' '), handle.replaceAll('_', '')];
  return spoken.some((text) => replaceBannedWords(text) !== text) ? 'banned' : null;
}
