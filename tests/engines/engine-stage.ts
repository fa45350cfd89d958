import type { Generator, GeneratorJob } from '../../modules/generator/generator.ts';
import { createLog } from '../../modules/kit/log.ts';
import type { EngineAdapter } from '../../modules/worker/engines/kit/adapter.ts';
import { openEngineGenerator } from '../../modules/worker/engines/kit/engine-generator.ts';
import { until } from '../wire/inbox.ts';
import { type Colour, colourOf, distance, meanColour } from './peer-images.ts';

const JOB: GeneratorJob = { width: 320, height: 180, fps: 16, seed: 7 };

/** Starts a dream on a generator and records its reports. */
export async function dreamOn(generator: Generator, job: Partial<GeneratorJob> = {}) {
  const seen = {
    ready: 0,
    words: [] as string[],
    errors: [] as string[],
    /** each receipt, with the index of the first frame that shows its prompt */
    shown: [] as { id: string; frame: number }[],
    frames: [] as Uint8Array[],
  };
  generator.start(
    { ...JOB, ...job },
    {
      loading: (_, text) => void (text && seen.words.push(text)),
      ready: () => void seen.ready++,
      frame: (jpeg) => void seen.frames.push(jpeg),
      promptShown: (id) => void seen.shown.push({ id, frame: seen.frames.length }),
      error: (message) => void seen.errors.push(message),
    },
  );

  return {
    seen,
    isReady: () => until('it is ready', () => seen.ready > 0),
    /** @throws with the dream's own errors and last words if there is none */
    receipt: (id: string) =>
      until(`the receipt of ${id}`, () => seen.shown.some((one) => one.id === id)).catch(
        ({ message }: Error) => {
          throw new Error(`${message}: ${[...seen.errors, ...seen.words.slice(-3)].join('; ')}`);
        },
      ),
    /** Waits until frames have turned into the colour of a prompt. */
    async turnsInto(prompt: string, tolerance = 24): Promise<void> {
      let looked = 0;
      let last: Colour = [0, 0, 0];
      for (;;) {
        await until(`a picture of ${prompt}; last was ${last}`, () => seen.frames.length > looked);
        looked = seen.frames.length;
        last = await meanColour(seen.frames[looked - 1] as Uint8Array);
        if (distance(last, colourOf(prompt)) < tolerance) return;
      }
    },
    /**
     * Inspects the frame of a receipt, which must already show its prompt.
     * @returns progress of the transition in that frame, 0–1
     */
    async turnedAt(id: string, from: string, to: string): Promise<number> {
      const frame = seen.shown.find((one) => one.id === id)?.frame ?? -1;
      await until('the frame of the receipt', () => seen.frames.length > frame);
      const colour = await meanColour(seen.frames[frame] as Uint8Array);
      return 1 - distance(colour, colourOf(to)) / distance(colourOf(from), colourOf(to));
    },
  };
}

/** Opens an engine as a worker does. */
export const openOn = (adapter: EngineAdapter, words: string[] = []): Promise<Generator> =>
  openEngineGenerator(adapter, createLog('error'), (text) => void words.push(text));
