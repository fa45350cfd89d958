import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../kit/children/child-options.ts';
import type { DecodeAnswer, Decoded, DecodeOrder } from './decode-protocol.ts';

const TIMEOUT_MS = 15_000;

/** Decodes frames in a child process, which starts with the first frame and restarts after a crash. */
export function createFrameDecoder() {
  const waiting = new Map<number, { resolve(decoded: Decoded | null): void; reject(error: Error): void }>();
  let child: ChildProcess | null = null;
  let lastId = 0;

  function started(): ChildProcess {
    if (child?.connected) return child;
    const fresh = fork(fileURLToPath(new URL('./decode-child.ts', import.meta.url)), [], {
      ...childOptions(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    fresh.unref();
    fresh.on('message', ({ id, decoded }: DecodeAnswer) => waiting.get(id)?.resolve(decoded));
    const gone = (why: string) => {
      if (child === fresh) child = null;
      for (const { reject } of waiting.values()) reject(new Error(`the frame decoder ${why}`));
    };
    fresh.once('error', () => gone('couldn’t be started'));
    fresh.once('exit', (code, signal) => gone(`ended (${signal ?? code})`));
    child = fresh;
    return fresh;
  }

  function end(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  return {
    /**
     * @returns null for a frame that can't be decoded
     * @throws Error if the process is missing or too slow
     */
    async decode(order: Omit<DecodeOrder, 'id'>): Promise<Decoded | null> {
      const process = started();
      const id = ++lastId;
      const { promise, ...settle } = Promise.withResolvers<Decoded | null>();
      waiting.set(id, settle);
      const timer = setTimeout(() => {
        end();
        settle.reject(new Error('the frame decoder took too long'));
      }, TIMEOUT_MS);
      process.send({ ...order, id } satisfies DecodeOrder);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waiting.delete(id);
      }
    },
    end,
  };
}
