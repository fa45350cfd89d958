import { FilterAPI } from 'node-av/api';
import { type Frame, Rational } from 'node-av/lib';
import { EXPORT_KINDS, type ExportFormat } from '../../contract/export-kinds.ts';

const LIMITED = 'out_range=tv:flags=lanczos,format=yuv420p,setsar=1';
/** The vertical film's background is blurred at this fraction of its size. */
const BLUR_SCALE = 8;

/** Keeps the aspect ratio. */
const fitted = ({ width, height }: { width: number; height: number }) =>
  `scale=w=${width}:h=${height}:force_original_aspect_ratio=decrease:force_divisible_by=2:${LIMITED}`;

/** The middle of the picture as a square over its own blurred and darkened copy. */
function vertical({ width, height }: { width: number; height: number }): string {
  const [small, tall] = [width / BLUR_SCALE, height / BLUR_SCALE];
  return [
    'split[a][b]',
    `[a]scale=w=${small}:h=${tall}:force_original_aspect_ratio=increase,crop=${small}:${tall},` +
      `gblur=sigma=6,scale=${width}:${height}:flags=bicubic,eq=brightness=-0.08:saturation=0.9[back]`,
    `[b]crop=w='min(iw,ih)':h='min(iw,ih)',scale=${width}:-2:flags=lanczos[front]`,
    `[back][front]overlay=x=(W-w)/2:y=(H-h)/2,scale=${LIMITED}`,
  ].join(';');
}

/** Scales frames to an export's size. */
export function createFrameShaper(format: ExportFormat) {
  const size = EXPORT_KINDS[format];
  const filter = FilterAPI.create(format === 'vertical' ? vertical(size) : fitted(size), {
    graph: { nbThreads: 1 },
  });
  let count = 0n;
  return {
    /** @returns a new frame; null for one that can't be scaled */
    shape(frame: Frame): Frame | null {
      // Filters with two inputs match frames by time.
      frame.pts = count;
      count += 1n;
      frame.timeBase = new Rational(1, 1000);
      try {
        const shaped = filter.processAllSync(frame)[0] ?? null;
        // In the film's time base; the encoder has its own.
        if (shaped) shaped.duration = 0n;
        return shaped;
      } catch {
        return null;
      }
    },
    close: () => filter.close(),
  };
}
