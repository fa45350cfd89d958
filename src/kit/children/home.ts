import os, { tmpdir } from 'node:os';

/** Home of a user, or a temporary folder for one without an entry in /etc/passwd and without HOME. */
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
