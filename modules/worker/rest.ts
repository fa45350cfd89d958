import { giveMemoryBack } from '../../src/kit/give-memory-back.ts';
import type { Generator } from '../generator/generator.ts';

const REST_MS = 60_000;

/**
 * A generator that rests once no dream has begun for a minute after one: the memory of its canvases and encoders goes
 * back to the system then. A loaded model stays, since people would wait for it to be loaded again.
 */
export function thatRests(generator: Generator, rest: () => unknown = giveMemoryBack): Generator {
  let dreams = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return Object.assign(Object.create(generator) as Generator, {
    start(...job: Parameters<Generator['start']>) {
      dreams += 1;
      clearTimeout(timer);
      generator.start(...job);
    },
    async stop() {
      const stopped = dreams;
      await generator.stop();
      // After a broken line the next dream may begin before the last one has stopped.
      if (stopped !== dreams) return;
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
      timer.unref();
    },
  });
}
