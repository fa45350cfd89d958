import { createGrain } from './layers/effects/grade.ts';
import { isSamePicture, readPrompt, type Understanding } from './reading/read-prompt.ts';
import { createScene, type Scene } from './scene.ts';
import { shownSpec } from './spec/shown-spec.ts';
import { createSurface, HEIGHT, WIDTH } from './surface.ts';

const FADE_SECONDS = 1;
/** Maximum number of live scenes; older ones beneath them are flattened into a still picture. */
const MAX_LIVE = 3;

const NOTHING = { shown: null, understood: null };

interface DreamOptions {
  /** in pixels */
  width: number;
  height: number;
  seed: number;
}

/** May change from frame to frame. */
export interface DreamStyle {
  /** scene seconds per second */
  motion: number;
  /** adds film grain to the frame */
  grain: boolean;
}

/** The generator's pure core: no timers, no clock, no unseeded randomness. */
export interface Dream {
  /** the next scene, or a change to the current one; a later prompt before it shows replaces it */
  prompt(id: string, text: string): void;
  /**
   * Paints the next frame, 1/fps seconds after the last one. Cross-fades always take the same time, however fast the
   * scene moves. Paints nothing before the first prompt.
   */
  next(fps: number, style?: DreamStyle): Drawn;
  /** the last frame as RGBA at the dream's size */
  pixels(): Buffer;
  /** the last frame as a 4:2:0 JPEG */
  jpeg(quality: number): Uint8Array;
}

interface Drawn {
  drawn: boolean;
  shown: string | null;
  /**
   * the painter's reading of the prompt; `changed` is relative to the last picture shown, not to prompts skipped in
   * between
   */
  understood: Understanding | null;
}

interface Sheet {
  draw: Scene['draw'];
  /** seconds since it first showed; the lowest sheet is always opaque */
  age: number;
}

/** Starts a dream, which depends only on the seed, the prompts, and the frames at which they arrived. */
export function createDream({ width, height, seed }: DreamOptions): Dream {
  const picture = createSurface(WIDTH, HEIGHT);
  const upper = createSurface(WIDTH, HEIGHT);
  const native = width === WIDTH && height === HEIGHT;
  const output = native ? picture : createSurface(width, height);
  const grain = createGrain();
  let sheets: Sheet[] = [];
  let waiting: { id: string; scene: Scene; understood: Understanding } | null = null;
  let last: Understanding | null = null;
  let seen: Understanding | null = null;
  let seconds = 0;
  let frame = 0;

  function admit(): Pick<Drawn, 'shown' | 'understood'> {
    if (!waiting) return NOTHING;
    // nobody watches before the first frame, so the whole scene can be built at once
    do waiting.scene.build();
    while (sheets.length === 0 && !waiting.scene.ready);
    if (!waiting.scene.ready) return NOTHING;
    if (sheets.length === MAX_LIVE) sheets = [still(sheets)];
    const { id, scene, understood } = waiting;
    const isNews =
      seen !== null && understood.absent.length === 0 && !isSamePicture(understood.spec, seen.spec);
    sheets.push({ draw: scene.draw, age: 0 });
    waiting = null;
    seen = understood;
    return { shown: id, understood: { ...understood, changed: understood.changed || isNews } };
  }

  function still(live: readonly Sheet[]): Sheet {
    const { canvas, context } = createSurface(WIDTH, HEIGHT);
    drawSheets(live, context);
    return { draw: (target) => target.drawImage(canvas, 0, 0), age: FADE_SECONDS };
  }

  function drawSheets(live: readonly Sheet[], target: typeof picture.context): void {
    for (const [i, sheet] of live.entries()) {
      if (i === 0) {
        sheet.draw(target, seconds, frame);
        continue;
      }
      sheet.draw(upper.context, seconds, frame);
      target.globalAlpha = fade(sheet.age);
      target.drawImage(upper.canvas, 0, 0);
      target.globalAlpha = 1;
    }
  }

  return {
    prompt(id, text) {
      last = readPrompt(text, last);
      waiting = { id, scene: createScene(seed, shownSpec(last.spec)), understood: last };
    },
    next(fps, { motion, grain: hasGrain } = { motion: 1, grain: true }) {
      const admitted = admit();
      if (sheets.length === 0) return { drawn: false, ...admitted };
      seconds += motion / fps;
      frame++;
      for (const sheet of sheets) sheet.age += 1 / fps;
      const opaque = sheets.findLastIndex((sheet) => sheet.age >= FADE_SECONDS);
      if (opaque > 0) sheets = sheets.slice(opaque);
      drawSheets(sheets, picture.context);
      if (hasGrain) grain(picture.context, frame, WIDTH, HEIGHT);
      if (!native) cover(picture.canvas, output.context, width, height);
      return { drawn: true, ...admitted };
    },
    pixels() {
      return output.canvas.data();
    },
    jpeg(quality) {
      // at 100 the encoder switches to 4:4:4, and browsers can't play H.264 compiled from that
      return output.canvas.encodeSync('jpeg', Math.min(99, quality));
    },
  };
}

/** Eases in and out, so that neither end of the fade is noticeable. */
function fade(age: number): number {
  const t = Math.min(1, age / FADE_SECONDS);
  return t * t * (3 - 2 * t);
}

function cover(
  canvas: ReturnType<typeof createSurface>['canvas'],
  target: ReturnType<typeof createSurface>['context'],
  width: number,
  height: number,
): void {
  const zoom = Math.max(width / WIDTH, height / HEIGHT);
  target.imageSmoothingQuality = 'medium';
  target.drawImage(
    canvas,
    (width - WIDTH * zoom) / 2,
    (height - HEIGHT * zoom) / 2,
    WIDTH * zoom,
    HEIGHT * zoom,
  );
}
