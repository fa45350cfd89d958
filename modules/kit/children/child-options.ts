import { requireDescriptors } from '../http/descriptors.ts';
import { homeOrTemporary } from './home.ts';

/** Variables that any program needs to find its home, temporary files, language and network. */
const SYSTEM =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LC_\w+|TMPDIR|TMP|TEMP|XDG_\w+|LD_LIBRARY_PATH|SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA)$/;

/**
 * Environment for a child process: the system's variables but none of our settings, which contain secrets. HOME is
 * always set, because runtimes crash without one if the user has no entry in /etc/passwd.
 */
export function childEnv(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const given = Object.entries(env).filter((entry): entry is [string, string] => SYSTEM.test(entry[0]));
  return { HOME: homeOrTemporary(), ...Object.fromEntries(given), NODE_ENV: 'production' };
}

/**
 * Spawn options for every child process. It gets its own process group, so that Ctrl-C and group signals only reach the
 * parent, which ends live dreams before its children.
 * @param more variables to add to the system's environment
 * @throws Error if too few file descriptors are left
 */
export function childOptions(more: Readonly<Record<string, string>> = {}) {
  requireDescriptors();
  return { detached: true, windowsHide: true, env: { ...childEnv(), ...more } } as const;
}
