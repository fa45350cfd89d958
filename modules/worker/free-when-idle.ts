import type { Generator } from '../generator/generator.ts';
import { releaseMemory } from '../kit/release-memory.ts';

const REST_MS = 60_000;

/**
 * Returns the memory of canvases and encoders to the system once a minute has passed since the last dream. A loaded
 * model stays, because reloading it would keep people waiting.
 */
export function freeWhenIdle(generator: Generator, rest: () => unknown = releaseMemory): Generator {
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
      // After a lost connection the next dream may start before the last one has stopped.
      if (stopped !== dreams) return;
      clearTimeout(timer);
      timer = setTimeout(rest, REST_MS);
      timer.unref();
    },
  });
}
