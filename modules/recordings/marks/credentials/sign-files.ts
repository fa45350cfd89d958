import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../../kit/children/child-options.ts';
import { reasonIn } from '../../../kit/children/run-child.ts';
import { type FileOfOrder, NO_MORE, type SigningAnswer } from './sign-order.ts';
import type { Signing } from './signing-key.ts';

const TIMEOUT_MS = 120_000;

export interface Signed extends SigningAnswer {
  /** why files aren't signed; null if all are */
  unsigned: string | null;
}

/**
 * Signs finished files in place, in a separate process so that its memory is freed afterwards. Start it early, since it
 * loads its dependencies while the video is compiled.
 */
export function startSigning(signing: Signing) {
  const program = fileURLToPath(new URL('./sign-child.ts', import.meta.url));
  const flags = process.versions.bun === undefined ? ['--experimental-strip-types', '--no-warnings'] : [];
  const child = spawn(process.execPath, [...flags, program], {
    ...childOptions(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // Writing to a child that has exited fails; its exit code says why.
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
    /**
     * Starts signing a file, unless it's already signed; on failure the file stays unchanged. All time stamps share one
     * deadline, counted from the first request.
     */
    sign: (file: FileOfOrder) => write(JSON.stringify(file)),
    /** Waits until all files are signed, then ends the process. */
    async finish(): Promise<Signed> {
      const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
      write(NO_MORE);
      const code = await ended;
      clearTimeout(timer);
      if (code === 0) return { unsigned: null, ...(JSON.parse(answer) as SigningAnswer) };
      const why = reasonIn(complaints) || `the signing process ended (${code})`;
      return { unsigned: why, unstamped: null };
    },
    /** Kills the process. */
    close: () => void child.kill('SIGKILL'),
  };
}
