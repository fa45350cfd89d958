import { writeFile } from 'node:fs/promises';
import type { Frame } from 'node-av/lib';
import sharp from 'sharp';
import { toPixels } from '../../../kit/images/frame-codecs.ts';
import { createVideoEncoder, FULL, type VideoFormat } from '../../compile/video-encoder.ts';
import { EXPORT_KINDS } from '../../contract/export-kinds.ts';
import { addChapters } from '../../marks/chapters/add-chapters.ts';
import { chaptersOf } from '../../marks/chapters/chapters.ts';
import { addGifXmp } from '../../marks/gif-xmp.ts';
import type { Marks } from '../../marks/marks.ts';
import type { PixelMark } from '../../marks/pixel-mark.ts';
import { describeVideo, markVideo, xmpOf } from '../../marks/write-marks.ts';
import { createCaptions } from './draw-captions.ts';
import type { ExportOrder } from './export-order.ts';
import { openFilmSound } from './film-sound.ts';
import { BrokenFilm, type Film } from './read-film.ts';
import { createFrameShaper } from './shape-frames.ts';

const MAX_FPS = 30;
/** Time between an animated image's frames; GIF counts hundredths of a second. */
const STEP_MS = { gif: 80, webp: 60 } as const;
/** A palette for each frame: with a shared one, bright areas lose their colours. */
const GIF = { effort: 7, dither: 0.7, interFrameMaxError: 5, interPaletteMaxError: 0 } as const;
/** Share of the time that reading the frames takes; encoding an animated image follows. */
const READ = { gif: 0.2, webp: 0.5 } as const;

const VERTICAL: VideoFormat = {
  ...FULL,
  width: EXPORT_KINDS.vertical.width,
  height: EXPORT_KINDS.vertical.height,
};

interface Made {
  order: ExportOrder;
  film: Film;
  mark: PixelMark | null;
  onProgress(progress: number): void;
}

/** Writes the export without a signature. @throws BrokenFilm if the film shows nothing there */
export async function makeFile(made: Made): Promise<void> {
  const { format } = made.order;
  if (format === 'gif' || format === 'webp') return writeAnimation(made, format);
  if (format === 'png' || format === 'jpeg') return writeStill(made, format);
  return writeVideo(made);
}

/** A frame for each step: its number, and whether it looks like the one before. */
interface Step {
  frame: Frame;
  caption: number;
  isSame: boolean;
}

/** Scaled frames at a constant rate, with the caption that each shows; free after use. */
async function* stepsOf({ order, film }: Made, stepMs: number): AsyncGenerator<Step> {
  const { fromMs, lengthMs, format, cues } = order;
  const captions = createCaptions(cues);
  const shaper = createFrameShaper(format);
  let shown: Frame | null = null;
  let step = 0;
  let before: { frame: Frame; caption: number } | null = null;
  const isOver = () => lengthMs > 0 && step * stepMs >= lengthMs - 1;
  const next = (frame: Frame): Step => {
    const caption = captions.indexAt(fromMs + step * stepMs);
    const isSame = before?.frame === frame && before.caption === caption;
    before = { frame, caption };
    step += 1;
    return { frame, caption, isSame };
  };
  try {
    let endMs = fromMs;
    for await (const { frame, atMs } of film.frames(fromMs)) {
      while (shown && !isOver() && fromMs + step * stepMs < atMs - 1) yield next(shown);
      if (isOver()) break;
      const shaped = shaper.shape(frame);
      endMs = atMs + 1000 / (film.fps || MAX_FPS);
      if (!shaped) continue;
      shown?.free();
      shown = shaped;
      if (lengthMs === 0) break;
    }
    // A film may be a little shorter than its row says.
    while (shown && !isOver() && (step === 0 || fromMs + step * stepMs < endMs - 1)) {
      yield next(shown);
      if (lengthMs === 0) break;
    }
  } finally {
    shown?.free();
    shaper.close();
  }
}

/** Frames with captions and watermark. */
async function* finished(made: Made, stepMs: number): AsyncGenerator<{ frame: Frame; isSame: boolean }> {
  const captions = createCaptions(made.order.cues);
  let step = 0;
  let shown: Frame | null = null;
  try {
    for await (const { frame, caption, isSame } of stepsOf(made, stepMs)) {
      if (!isSame || !shown) {
        shown?.free();
        shown = frame.clone();
        if (!shown) throw new Error('no memory for a frame');
        captions.draw(shown, caption);
        await made.mark?.markFrame(shown, (step * stepMs) / 1000);
      }
      step += 1;
      yield { frame: shown, isSame };
      made.onProgress(made.order.lengthMs > 0 ? Math.min(1, (step * stepMs) / made.order.lengthMs) : 1);
    }
  } finally {
    shown?.free();
  }
}

async function writeVideo(made: Made): Promise<void> {
  const { order, film } = made;
  const fps = Math.min(MAX_FPS, Math.max(1, Math.round(film.fps) || MAX_FPS));
  const marks = marksFrom(order);
  const sound = await openFilmSound(order.film, order.fromMs);
  const format = order.format === 'vertical' ? VERTICAL : FULL;
  const encoder = await createVideoEncoder(order.path, fps, format, { createdAt: marks.createdAt, sound });
  let frames = 0;
  for await (const { frame, isSame } of finished(made, 1000 / fps)) {
    if (!isSame) encoder.load(frame);
    await encoder.show(1);
    frames += 1;
  }
  if (frames === 0) {
    await encoder.abandon();
    throw new BrokenFilm('it shows nothing there');
  }
  await encoder.finish(describeVideo(marks));
  await sound?.close();
  await addChapters(order.path, chaptersOf(marks.prompts, (frames * 1000) / fps));
  await markVideo(order.path, xmpOf(marks));
}

async function writeAnimation(made: Made, format: 'gif' | 'webp'): Promise<void> {
  const { order } = made;
  const stepMs = STEP_MS[format];
  const pages: Buffer[] = [];
  const delay: number[] = [];
  let size = { width: 0, height: 0 };
  for await (const { frame, isSame } of finished(
    { ...made, onProgress: scaled(made, READ[format]) },
    stepMs,
  )) {
    if (isSame) {
      delay[delay.length - 1] = (delay.at(-1) ?? 0) + stepMs;
      continue;
    }
    size = { width: frame.width, height: frame.height };
    pages.push(toPixels(frame));
    delay.push(stepMs);
  }
  if (pages.length === 0) throw new BrokenFilm('it shows nothing there');
  const { width, height } = size;
  const raw = { width, height: height * pages.length, channels: 3, pageHeight: height } as const;
  const image = sharp(Buffer.concat(pages.splice(0)), { raw, limitInputPixels: false });
  const xmp = xmpOf(order.marks.marks);
  const bytes =
    format === 'gif'
      ? addGifXmp(await image.gif({ delay, loop: 0, ...GIF }).toBuffer(), xmp)
      : await image.webp({ delay, loop: 0, quality: 72, effort: 3 }).withXmp(xmp).toBuffer();
  await writeFile(order.path, bytes);
}

async function writeStill(made: Made, format: 'png' | 'jpeg'): Promise<void> {
  const { order } = made;
  for await (const { frame } of finished(made, 1)) {
    const { width, height } = frame;
    const image = sharp(toPixels(frame), { raw: { width, height, channels: 3 } }).withXmp(
      xmpOf(order.marks.marks),
    );
    const bytes =
      format === 'png' ? image.png({ effort: 7 }) : image.jpeg({ quality: 92, progressive: true });
    return writeFile(order.path, await bytes.toBuffer());
  }
  throw new BrokenFilm('it shows nothing there');
}

const scaled =
  ({ onProgress }: Made, part: number) =>
  (progress: number) =>
    onProgress(progress * part);

/** The dream's marks, with the times of prompts in the exported part. */
function marksFrom({ fromMs, lengthMs, marks: { marks } }: ExportOrder): Marks {
  const shown = marks.prompts.map((prompt) => ({ ...prompt, seconds: prompt.seconds - fromMs / 1000 }));
  const first = shown.findLastIndex(({ seconds }) => seconds <= 0);
  return {
    ...marks,
    prompts: shown
      .slice(Math.max(0, first))
      .filter(({ seconds }) => seconds * 1000 < lengthMs)
      .map((prompt) => ({ ...prompt, seconds: Math.max(0, prompt.seconds), frame: null })),
  };
}
