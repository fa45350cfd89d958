import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** A program that should have ended by then runs on. */
const ENDS_WITHIN_MS = 60_000;

const root = join(import.meta.dirname, '../..');

/** Runs one of our programs to its end, with these settings and no others. */
export async function runProgram(
  file: string,
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: ENDS_WITHIN_MS,
    killSignal: 'SIGKILL',
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...env },
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, output };
}
