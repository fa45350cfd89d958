import type { PromptTiming } from '../generator/generator.ts';
import type { Held } from '../protocol/steering.ts';
import { createGrain } from './layers/effects/grade.ts';
import type { Mirror } from './layers/effects/mirror.ts';
import { isSamePicture, readPrompt, type Understanding } from './reading/read-prompt.ts';
import { createScene, type Scene } from './scene.ts';
import type { DrawnScene } from './sound/dream-sound.ts';
import { shownSpec } from './spec/shown-spec.ts';
import { createSurface, HEIGHT, WIDTH } from './surface.ts';
import { createCamera, drawCrop, type View } from './view.ts';

const FADE_SECONDS = 1;
/** Frames in advance at which scenes with a frame of their own start to be built. */
const AHEAD_FRAMES = 48;
/** Maximum number of live scenes; older ones beneath them are flattened into a still picture. */
const MAX_LIVE = 3;

const NOTHING_HELD: Held = { axes: {}, buttons: [] };
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
  /** keys and sticks held to steer the camera */
  held?: Held | null;
  /** the person's own camera, which no seed repeats */
  mirror?: Mirror;
}

const PLAIN: DreamStyle = { motion: 1, grain: true };

/** The generator's pure core: no timers, no clock, no unseeded randomness. */
export interface Dream {
  /**
   * the next scene, or a change to the current one; a later prompt before it shows replaces it, except for one with a
   * frame of its own
   */
  prompt(id: string, text: string, timing?: PromptTiming): void;
  /**
   * Paints the next frame, 1/fps seconds after the last one. Cross-fades always take the same time, however fast the
   * scene moves. Paints nothing before the first prompt.
   */
  next(fps: number, style?: DreamStyle): Drawn;
  /** as next(), but leaves the picture unpainted; the frames after it are the same */
  skip(fps: number, style?: DreamStyle): Drawn;
  /** the newest scene of the last frame; null before the first one */
  scene(): DrawnScene | null;
  /** the last frame as RGBA at the dream's size */
  pixels(): Buffer;
  /** the last frame as a 4:2:0 JPEG */
  jpeg(quality: number): Uint8Array;
}

interface Wish extends PromptTiming {
  id: string;
  text: string;
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
  /** seconds until it is opaque */
  fade: number;
}

/** Starts a dream, which depends only on the seed, the prompts, and the frames at which they arrived. */
export function createDream({ width, height, seed }: DreamOptions): Dream {
  const picture = createSurface(WIDTH, HEIGHT);
  const upper = createSurface(WIDTH, HEIGHT);
  const native = width === WIDTH && height === HEIGHT;
  const output = native ? picture : createSurface(width, height);
  const grain = createGrain();
  let sheets: Sheet[] = [];
  let waiting: { wish: Wish; scene: Scene; understood: Understanding; before: Understanding | null } | null =
    null;
  /** prompts that aren't read yet: those with a frame, in its order, and at most one without, the newest */
  let unread: Wish[] = [];
  let last: Understanding | null = null;
  let seen: Understanding | null = null;
  let seconds = 0;
  let frame = 0;
  const camera = createCamera();

  const isDue = ({ frame: at }: Wish) => at !== undefined && at <= frame + 1;

  function read(wish: Wish): void {
    const before = last;
    last = readPrompt(wish.text, last);
    waiting = { wish, scene: createScene(seed, shownSpec(last.spec)), understood: last, before };
  }

  /** Takes back the reading of a prompt that another one comes before. */
  function unreadWaiting(): void {
    if (!waiting) return;
    last = waiting.before;
    insert(waiting.wish);
    waiting = null;
  }

  function insert(wish: Wish): void {
    const at = unread.findIndex((one) => (one.frame ?? Infinity) > (wish.frame ?? Infinity));
    unread.splice(at < 0 ? unread.length : at, 0, wish);
  }

  /** Reads the prompts whose frame is next, and begins the one after early enough. */
  function readAhead(): void {
    if (unread.some(isDue) && waiting && !isDue(waiting.wish)) unreadWaiting();
    for (const wish of unread.filter(isDue)) read(wish);
    unread = unread.filter((wish) => !isDue(wish));
    const [first] = unread;
    const at = unread.findIndex(({ frame: due }) => due === undefined);
    const isNear = first?.frame !== undefined && first.frame <= frame + AHEAD_FRAMES;
    if (waiting || (at < 0 && !isNear && sheets.length > 0)) return;
    for (const wish of unread.splice(Math.max(at, 0), 1)) read(wish);
  }

  function admit(): Pick<Drawn, 'shown' | 'understood'> {
    readAhead();
    if (!waiting) return NOTHING;
    const { id, frame: at, softSeconds = FADE_SECONDS } = waiting.wish;
    // nobody watches before the first frame, so the whole scene can be built at once; a frame that was asked for waits
    const isNow = sheets.length === 0 || isDue(waiting.wish);
    do waiting.scene.build();
    while (isNow && !waiting.scene.ready);
    if (!waiting.scene.ready || (at !== undefined && !isNow)) return NOTHING;
    if (sheets.length === MAX_LIVE) sheets = [still(sheets)];
    const { scene, understood } = waiting;
    const isNews =
      seen !== null && understood.absent.length === 0 && !isSamePicture(understood.spec, seen.spec);
    sheets.push({ draw: scene.draw, age: 0, fade: softSeconds });
    waiting = null;
    seen = understood;
    return { shown: id, understood: { ...understood, changed: understood.changed || isNews } };
  }

  function still(live: readonly Sheet[]): Sheet {
    const { canvas, context } = createSurface(WIDTH, HEIGHT);
    drawSheets(live, context, null);
    const draw: Scene['draw'] = (target, _seconds, _frame, view) =>
      view ? drawCrop(target, canvas, view.far) : target.drawImage(canvas, 0, 0);
    return { draw, age: 0, fade: 0 };
  }

  function drawSheets(live: readonly Sheet[], target: typeof picture.context, view: View | null): void {
    for (const [i, sheet] of live.entries()) {
      if (i === 0) {
        sheet.draw(target, seconds, frame, view);
        continue;
      }
      sheet.draw(upper.context, seconds, frame, view);
      target.globalAlpha = opacityOf(sheet);
      target.drawImage(upper.canvas, 0, 0);
      target.globalAlpha = 1;
    }
  }

  /** Advances by one frame. */
  function advance(fps: number, { motion, held }: DreamStyle): Drawn {
    const admitted = admit();
    if (sheets.length === 0) return { drawn: false, ...admitted };
    seconds += motion / fps;
    frame++;
    camera.advance(held ?? NOTHING_HELD, 1 / fps);
    for (const sheet of sheets) sheet.age += 1 / fps;
    const opaque = sheets.findLastIndex((sheet) => sheet.age >= sheet.fade);
    if (opaque > 0) sheets = sheets.slice(opaque);
    return { drawn: true, ...admitted };
  }

  return {
    prompt(id, text, timing = {}) {
      const wish = { id, text, ...timing };
      if (wish.frame !== undefined) {
        insert(wish);
        return;
      }
      // A scene that is being built in advance is read again after this one.
      if (waiting?.wish.frame !== undefined) unreadWaiting();
      unread = unread.filter((one) => one.frame !== undefined);
      read(wish);
    },
    skip(fps, style = PLAIN) {
      return advance(fps, style);
    },
    next(fps, style = PLAIN) {
      const advanced = advance(fps, style);
      if (!advanced.drawn) return advanced;
      drawSheets(sheets, picture.context, camera.view());
      style.mirror?.draw(picture.context, fps);
      if (style.grain) grain(picture.context, frame, WIDTH, HEIGHT);
      if (!native) cover(picture.canvas, output.context, width, height);
      return advanced;
    },
    scene() {
      const newest = sheets.at(-1);
      if (!seen || !newest) return null;
      return { spec: seen.spec, seconds: seconds * seen.spec.speed, fade: newest.fade };
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
function opacityOf({ age, fade }: Sheet): number {
  const t = fade > 0 ? Math.min(1, age / fade) : 1;
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
