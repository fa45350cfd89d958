import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../kit/children/child-options.ts';

const TIMEOUT_MS = 30_000;
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The painter's picture of the prompts as a JPEG, painted in a process of its own, so that no live dream waits for it.
 * @throws Error
 */
export function paintStill(prompts: readonly string[]): Promise<Buffer> {
  const program = fileURLToPath(new URL('./paint-child.ts', import.meta.url));
  const child = spawn(process.execPath, [...process.execArgv, program], {
    ...childOptions(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const parts: Buffer[] = [];
  let [bytes, fault] = [0, ''];
  child.stdin.on('error', () => {});
  // Arguments would be readable by every user of the machine.
  child.stdin.write(`${JSON.stringify(prompts)}\n`);
  child.stdout.on('data', (part: Buffer) => {
    parts.push(part);
    bytes += part.length;
    if (bytes > MAX_BYTES) child.kill('SIGKILL');
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    fault = `${fault}${text}`.slice(-2_000);
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), TIMEOUT_MS);
  return new Promise<Buffer>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(parts));
      else reject(new Error(`the painter ended with ${signal ?? code}: ${fault.trim()}`));
    });
  }).finally(() => clearTimeout(timer));
}
