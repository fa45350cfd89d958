import os, { tmpdir } from 'node:os';

/** The user's home, or the temporary folder if the user has neither HOME nor an entry in /etc/passwd. */
export function homeOrTemporary(): string {
  try {
    return os.homedir();
  } catch {
    return tmpdir();
  }
}

/** Sets HOME if necessary, because some libraries crash without it. */
export function haveHome(): void {
  const home = homeOrTemporary();
  os.homedir = () => home;
}
