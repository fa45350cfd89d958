import { requireDescriptors } from '../http/descriptors.ts';
import { homeOrTemporary } from './home.ts';

/** Variables that any program needs to find its home, its temporary files, its language and the network. */
const SYSTEM =
  /^(PATH|HOME|USER|LOGNAME|SHELL|TZ|LANG|LC_\w+|TMPDIR|TMP|TEMP|XDG_\w+|LD_LIBRARY_PATH|SystemRoot|USERPROFILE|APPDATA|LOCALAPPDATA)$/;

/**
 * Environment of a process that the program starts: the system's own variables, and none of the settings, which hold
 * secrets. A user without an entry in /etc/passwd has no home unless HOME names one, and runtimes end without it.
 */
export function childEnv(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const given = Object.entries(env).filter((entry): entry is [string, string] => SYSTEM.test(entry[0]));
  return { HOME: homeOrTemporary(), ...Object.fromEntries(given), NODE_ENV: 'production' };
}

/**
 * Options of every process that the program starts and ends by itself: in a process group of its own, so that Ctrl-C and
 * signals to the group reach only the parent, which brings live dreams to their end first.
 * @param more what it gets beside the system's environment
 * @throws Error when no file descriptors are left for it
 */
export function childOptions(more: Readonly<Record<string, string>> = {}) {
  requireDescriptors();
  return { detached: true, windowsHide: true, env: { ...childEnv(), ...more } } as const;
}
