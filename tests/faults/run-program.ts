import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { RUNTIME } from '../server.ts';

/** A program that runs longer than this hangs. */
const ENDS_TIMEOUT_MS = 60_000;

const root = join(import.meta.dirname, '../..');

export interface RunOptions {
  args?: string[];
  endsWithinMs?: number;
}

export interface Ended {
  code: number | null;
  output: string;
}

/** Runs one of our programs to the end, with only these settings. */
export function runProgram(
  file: string,
  env: Record<string, string>,
  options: RunOptions = {},
): Promise<Ended> {
  return launchProgram(file, env, options).ended;
}

/** As above, for tests that kill it earlier. */
export function launchProgram(
  file: string,
  env: Record<string, string>,
  { args = [], endsWithinMs = ENDS_TIMEOUT_MS }: RunOptions = {},
): { ended: Promise<Ended>; kill(): void } {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: endsWithinMs,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...RUNTIME, ...env },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  return {
    ended: new Promise((resolve) => child.once('close', (code: number | null) => resolve({ code, output }))),
    kill: () => void child.kill('SIGKILL'),
  };
}
