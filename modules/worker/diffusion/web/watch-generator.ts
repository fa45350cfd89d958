import type { Generator } from '../../../generator/generator.ts';
import type { DrawFigures } from '../../contract/draw-messages.ts';

/**
 * Counts a generator's frames and dreams for the person at this browser.
 * @param onDreaming called with true when a dream starts, and with false when it ends
 */
export function watchGenerator(generator: Generator, onDreaming: (dreaming: boolean) => void) {
  let dreams = 0;
  let endedSeconds = 0;
  let firstFrameAt: number | null = null;
  let frames: number[] = [];

  const secondsNow = () => (firstFrameAt === null ? 0 : (performance.now() - firstFrameAt) / 1000);

  function count(): void {
    const now = performance.now();
    firstFrameAt ??= now;
    frames = [...frames.filter((at) => now - at < 1000), now];
  }

  const watched: Generator = {
    ...generator,
    start(job, events) {
      dreams++;
      onDreaming(true);
      generator.start(job, {
        ...events,
        frame(coded, timestamp, coding) {
          count();
          events.frame(coded, timestamp, coding);
        },
      });
    },
    async stop() {
      endedSeconds += secondsNow();
      firstFrameAt = null;
      frames = [];
      await generator.stop();
      onDreaming(false);
    },
  };

  return {
    watched,
    figures: (): DrawFigures => ({
      dreams,
      fps: frames.filter((at) => performance.now() - at < 1000).length,
      seconds: endedSeconds + secondsNow(),
      note: generator.note?.() ?? null,
    }),
  };
}
