import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../children/child-options.ts';
import { usageOf } from '../children/usage.ts';
import type { DrawnImage, ImageAnswer, ImageFault, ImageOrder } from './image-order.ts';

export interface ImageLimits {
  /** From order to answer. */
  timeoutMs: number;
  /** CPU time for one image, where the system reports it. */
  maxProcessorMs: number;
  /** Memory of the whole process, where the system reports it. */
  maxMemoryBytes: number;
}

const START_TIMEOUT_MS = 30_000;
const WATCH_INTERVAL_MS = 50;
/** Lifetime of an idle process. */
const IDLE_MS = 30_000;

/**
 * A process that decodes one image at a time. Starts on first use, stops when idle, and is killed if an image uses too
 * much.
 */
export function createImageProcess(limits: ImageLimits) {
  let child: ChildProcess | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;

  function end(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = null;
  }

  async function started(): Promise<ChildProcess> {
    if (child?.connected) return child;
    const fresh = fork(fileURLToPath(new URL('./image-child.ts', import.meta.url)), [], {
      ...childOptions(),
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    child = fresh;
    fresh.unref();
    const answer = await nextAnswer(fresh, START_TIMEOUT_MS);
    if (typeof answer === 'string' || answer.type !== 'ready') {
      end();
      throw new Error(
        `no process to decode images: ${answer === 'late' ? 'it did not start in time' : 'it ended'}`,
      );
    }
    return fresh;
  }

  return {
    /** Returns the decoded image, or why it was rejected. Rejects if no process could be started. */
    async draw(order: ImageOrder): Promise<DrawnImage | ImageFault> {
      clearTimeout(idle);
      const process = await started();
      const before = usageOf(process.pid);
      const orderedAt = performance.now();
      const takesTooMuch = () => {
        const { processorMs, memoryBytes } = usageOf(process.pid);
        return (
          performance.now() - orderedAt > limits.timeoutMs ||
          processorMs - before.processorMs > limits.maxProcessorMs ||
          memoryBytes > limits.maxMemoryBytes
        );
      };
      // A killed process reports no usage, although its answer may still arrive.
      let isKilled = false;
      const watch = setInterval(() => {
        if (!takesTooMuch()) return;
        isKilled = true;
        process.kill('SIGKILL');
      }, WATCH_INTERVAL_MS);
      const answering = nextAnswer(process, limits.timeoutMs);
      process.send(order);
      const answer = await answering;
      clearInterval(watch);
      // A busy server may have missed the watch interval.
      if (typeof answer === 'string' || isKilled || takesTooMuch()) {
        end();
        return 'too-heavy';
      }
      idle = setTimeout(end, IDLE_MS);
      idle.unref();
      if (answer.type === 'drawn') return answer;
      return answer.type === 'fault' ? answer.fault : 'unreadable';
    },
    end,
  };
}

/** The next message of the process, or why none came. */
function nextAnswer(child: ChildProcess, timeoutMs: number): Promise<ImageAnswer | 'ended' | 'late'> {
  return new Promise((resolve) => {
    const settle = (answer: ImageAnswer | 'ended' | 'late') => {
      clearTimeout(timer);
      child.off('message', settle);
      child.off('exit', onEnd);
      child.off('error', onEnd);
      resolve(answer);
    };
    const onEnd = () => settle('ended');
    const timer = setTimeout(() => settle('late'), timeoutMs);
    child.once('message', settle);
    child.once('exit', onEnd);
    child.once('error', onEnd);
  });
}
