import { createGrain } from './layers/effects/grade.ts';
import { isSamePicture, readPrompt, type Understanding } from './reading/read-prompt.ts';
import { createScene, type Scene } from './scene.ts';
import { shownSpec } from './spec/shown-spec.ts';
import { createSurface, HEIGHT, WIDTH } from './surface.ts';

const FADE_SECONDS = 1;
/** Live scenes at once; older ones under them are flattened into a still picture. */
const MAX_LIVE = 3;

const NOTHING = { shown: null, understood: null };

interface DreamOptions {
  /** pixels */
  width: number;
  height: number;
  seed: number;
}

/** Style of a dream's frames, which may change from one to the next. */
export interface DreamStyle {
  /** scene seconds a second */
  motion: number;
  /** film grain over the frame */
  grain: boolean;
}

/** The pure core of the generator: no timer, no clock, no chance. */
export interface Dream {
  /** the prompt to turn to, or what it changes in the scene; a later one before it shows takes its place */
  prompt(id: string, text: string): void;
  /**
   * Draws the next frame, 1/fps seconds after the last one; scenes turn into each other at one pace whatever
   * moves in them. Returns which prompt shows for the first time in it, and whether there is a frame at all
   * (there is none before the first prompt).
   */
  next(fps: number, style?: DreamStyle): Drawn;
  /** the last drawn frame: red, green, blue, opacity, of the dream's size */
  pixels(): Buffer;
  /** the last drawn frame as a 4:2:0 JPEG */
  jpeg(quality: number): Uint8Array;
}

interface Drawn {
  drawn: boolean;
  shown: string | null;
  /**
   * what of the shown prompt was understood; `changed` compares with the picture before, whatever was said in
   * between
   */
  understood: Understanding | null;
}

interface Sheet {
  draw: Scene['draw'];
  /** seconds since it began to show; the lowest sheet is always opaque */
  age: number;
}

/** Starts a dream; everything in it follows from the seed, the prompts and the frames they came at. */
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
    // no viewer watches before the first frame, so all of it may be prepared at once
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
      // at 100 the encoder drops to 4:4:4, which browsers' H.264 could not play once compiled
      return output.canvas.encodeSync('jpeg', Math.min(99, quality));
    },
  };
}

/** Ease in and out, so that neither end of the second is noticed. */
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
