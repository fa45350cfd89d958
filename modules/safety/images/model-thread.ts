import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { requireDescriptors } from '../../kit/http/descriptors.ts';
import type { Scores } from '../contract/categories.ts';
import type { Oddity, ThreadAnswer, ThreadOrder, ThreadSetup } from './thread-protocol.ts';

export interface ModelConfig {
  MODEL_BASE: string;
  DATA_DIR: string;
}

interface About {
  labels: string[];
  /** height in pixels of the images that the model expects */
  side: number;
  /** anything unusual that an operator should check */
  note: Oddity | null;
}

/** A large model takes seconds per image on a busy processor. */
const TIMEOUT_MS = 30_000;
/** After a failure, the model is loaded again at most this often. */
const RETRY_MS = 60_000;

/** Runs a model in its own thread and loads it on first use. */
export function createModelThread(model: string, { MODEL_BASE, DATA_DIR }: ModelConfig) {
  const setup: ThreadSetup = { model, hub: MODEL_BASE, cache: join(DATA_DIR, 'models') };
  const waiting = new Map<number, (answer: ThreadAnswer | null) => void>();
  let running: { thread: Worker; about: Promise<About> } | null = null;
  let retryAt = 0;
  let failure: Error | null = null;
  let lastId = 0;

  function started() {
    if (running) return running;
    if (failure && performance.now() < retryAt) throw failure;
    requireDescriptors();
    const thread = new Worker(new URL('./classifier-thread.ts', import.meta.url), { workerData: setup });
    const { promise: about, ...ready } = Promise.withResolvers<About>();
    about.catch(() => {});
    const mine = { thread, about };
    const gone = (why: string) => {
      failure = new Error(why);
      ready.reject(failure);
      if (running !== mine) return;
      running = null;
      retryAt = performance.now() + RETRY_MS;
      for (const settle of waiting.values()) settle(null);
    };
    thread.unref();
    thread.on('message', (answer: ThreadAnswer) => {
      if (answer.type === 'ready') ready.resolve(answer);
      else if (answer.type === 'failed') {
        gone(`the image classifier ${model} couldn’t be loaded: ${answer.message}`);
        void thread.terminate();
      } else waiting.get(answer.id)?.(answer);
    });
    thread.on('error', (error: Error) => gone(`the image classifier crashed: ${error.message}`));
    thread.on('exit', () => gone('the image classifier stopped'));
    running = mine;
    return mine;
  }

  return {
    /**
     * Waits until the model is loaded, without a timeout.
     * @throws Error
     */
    about: async (): Promise<About> => started().about,

    async classify(picture: Omit<ThreadOrder, 'id'>): Promise<Scores> {
      const { thread } = started();
      const id = ++lastId;
      const { promise, resolve } = Promise.withResolvers<ThreadAnswer | null>();
      waiting.set(id, resolve);
      const timer = setTimeout(() => resolve(null), TIMEOUT_MS);
      thread.postMessage({ ...picture, id } satisfies ThreadOrder);
      const answer = await promise;
      clearTimeout(timer);
      waiting.delete(id);
      if (answer?.type === 'scores') return new Map(answer.scores);
      throw new Error(
        answer?.type === 'fault' ? answer.message : 'the image classifier took too long or stopped',
      );
    },

    end(): void {
      void running?.thread.terminate();
      running = null;
    },
  };
}
