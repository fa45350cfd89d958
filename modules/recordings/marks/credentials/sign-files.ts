import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../../../src/kit/children/child-options.ts';
import type { Signing } from './signing-key.ts';

const TIMEOUT_MS = 120_000;

/** A finished file that is to be signed. */
export interface FileOfOrder {
  path: string;
  format: 'image/jpeg' | 'video/mp4';
  /** C2PA's manifest definition, without a title */
  definition: object;
}

/** Line that follows the last file. */
export const NO_MORE = 'null';

export interface SigningAnswer {
  /** why files have no time stamp, in words; null where they have, or were to have none */
  unstamped: string | null;
}

/** Outcome of signing, in words where something is missing. */
export interface Signed extends SigningAnswer {
  /** why files are not signed; null where all are */
  unsigned: string | null;
}

/** A process that signs finished files in place: what takes memory there takes none here. */
export interface SigningProcess {
  /** Begins to sign a file, unless it is signed; a fault leaves it as it was. Time stamps are waited for together, from the first one's on. */
  sign(file: FileOfOrder): void;
  /** Ends the process once all files are signed. */
  finish(): Promise<Signed>;
  /** Ends it at once. */
  close(): void;
}

/** Starts it before there is anything to sign: it loads what it needs while the video is made. */
export function startSigning(signing: Signing): SigningProcess {
  const program = fileURLToPath(new URL('./sign-child.ts', import.meta.url));
  const flags = process.versions.bun === undefined ? ['--experimental-strip-types', '--no-warnings'] : [];
  const child = spawn(process.execPath, [...flags, program], {
    ...childOptions(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // One that has ended can't be written to, which its exit code says.
  child.stdin.on('error', () => {});
  let answer = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = `${complaints}${text}`.slice(-2_000);
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  const write = (line: string) => void child.stdin.write(`${line}\n`);
  write(JSON.stringify(signing));
  return {
    sign: (file) => write(JSON.stringify(file)),
    async finish() {
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
      write(NO_MORE);
      const code = await ended;
      clearTimeout(timer);
      if (code === 0) return { unsigned: null, ...(JSON.parse(answer) as SigningAnswer) };
      const why = complaints.trim().split('\n').at(-1) || `the signing process ended (${code})`;
      return { unsigned: why, unstamped: null };
    },
    close: () => void child.kill('SIGKILL'),
  };
}
