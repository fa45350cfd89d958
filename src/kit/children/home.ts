import os, { tmpdir } from 'node:os';

/** Where a user without an entry in /etc/passwd, whom nobody has given a home, keeps what belongs there. */
export function homeOrTemporary(): string {
  try {
    return os.homedir();
  } catch {
    return tmpdir();
  }
}

/** Gives such a user a home, for libraries that end without one. */
export function haveHome(): void {
  const home = homeOrTemporary();
  os.homedir = () => home;
}
