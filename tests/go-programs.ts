import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Servers used in long runs, by Go module. */
export const GO_PROGRAMS = {
  minio: 'github.com/minio/minio@v0.0.0-20260212201848-7aac2a2c5b7c',
  'stripe-mock': 'github.com/stripe/stripe-mock@v0.203.0',
} as const;
export type GoProgram = keyof typeof GO_PROGRAMS;

const FOLDER = join(tmpdir(), 'reverie-go');
/** MinIO takes half an hour to build on two busy cores. */
const TIMEOUT_MS = 60 * 60_000;

/** PATH that includes their install folder. */
export const goPath = () => `${FOLDER}${delimiter}${process.env.PATH ?? ''}`;

/**
 * Installs a program unless it is already installed.
 * @returns the reason if that failed; null if it is now on goPath()
 */
export function bringGoProgram(name: GoProgram): string | null {
  if (Bun.which(name, { PATH: goPath() })) return null;
  if (!Bun.which('go')) return 'Go is not installed';
  mkdirSync(FOLDER, { recursive: true });
  const env = { ...process.env, GOBIN: FOLDER };
  const made = spawnSync('go', ['install', GO_PROGRAMS[name]], {
    env,
    timeout: TIMEOUT_MS,
    encoding: 'utf8',
  });
  if (existsSync(join(FOLDER, name))) return null;
  return `go install ${GO_PROGRAMS[name]}: ${made.stderr.trim().split('\n').at(-1) || 'no answer in time'}`;
}
