import sharp from 'sharp';
import { numberOf, START_IMAGE_CONTROL } from '../../../generator/values.ts';
import { m } from '../../../kit/texts/m.ts';
import { MAX_WAITING_BYTES, type ModelImage } from '../../player/blend.ts';
import { decodeImage as decodeBrought } from '../../player/jpeg.ts';
import {
  type EngineDream,
  EngineFault,
  type EngineSession,
  faultOf,
  type ServerSessionOptions,
} from '../kit/adapter.ts';
import { createImageDecoder, type Pixels } from '../kit/decode-image.ts';
import type { ChosenStyle } from '../kit/loop-controls.ts';
import { splitAvi } from './avi.ts';
import { createClipTrack } from './clip-track.ts';
import { runClipJob } from './jobs.ts';

export interface ClipSessionOptions extends ServerSessionOptions {
  size: { width: number; height: number };
  fps: number;
  /** @throws EngineFault if the engine doesn't have it any more */
  style(values: EngineDream['values']): ChosenStyle | undefined;
}

/** Before the first clip shows how long one takes. A processor may need this long. */
const FIRST_CLIP_MS = 30 * 60_000;
/** Afterwards, this many times the usual duration … */
const LATE = 5;
/** … but no less than this. */
const MIN_CLIP_MS = 60_000;
/** Consecutive failures before the session fails. */
const MAX_FAILURES = 2;
const RETRY_MS = 1_000;
/** Submit the next clip this long before it's needed, in addition to its usual duration. */
const AHEAD_MS = 500;
const NEWEST_WEIGHT = 0.4;

/** The body of a `vid_gen` request. @param base the frame that the clip continues, PNG */
export function clipOrder(
  { prompt, seed, base }: { prompt: string; seed: number; base: Uint8Array | null },
  values: EngineDream['values'],
  { size, fps, style }: Pick<ClipSessionOptions, 'size' | 'fps'> & { style: ChosenStyle | undefined },
) {
  return {
    prompt,
    negative_prompt: values.negative,
    seed,
    ...size,
    video_frames: numberOf(values, 'frames'),
    fps,
    sample_params: {
      sample_steps: numberOf(values, 'steps'),
      guidance: { txt_cfg: numberOf(values, 'guidance') },
    },
    ...(style && { lora: [{ path: style.path, multiplier: style.strength }] }),
    ...(base && { init_image: Buffer.from(base).toString('base64') }),
    // WebM needs a special build; in an AVI every frame is a JPEG
    output_format: 'avi',
  };
}

/**
 * A video of clips, each of which continues the last one's last frame. The next clip is requested just in time, so
 * that a fast server doesn't draw old prompts in advance; a prompt counts from the next clip.
 */
export function openClipSession(options: ClipSessionOptions): EngineSession {
  const { label, url, dream, events, size, fps } = options;
  const values = { ...dream.values };
  const stopped = new AbortController();
  const { signal } = stopped;
  const decoder = createImageDecoder();
  const track = createClipTrack(events, fps);
  let prompt = dream.prompt;
  let shown: string | null = null;
  let last: Pixels | null = dream.last;
  /** ms from a clip's request to its frames */
  let usualMs: number | null = null;
  let position = 0;
  let sent = 0;
  /** the player's count before this session's first frame */
  let playedBefore = 0;
  let played = 0;
  let wake = () => {};

  const running = run();

  async function run(): Promise<void> {
    try {
      const start = values[START_IMAGE_CONTROL.name];
      if (!last && typeof start === 'string' && start !== '')
        last = { ...size, pixels: await decodeBrought(start, size) };
      for (let number = 0, failures = 0; !signal.aborted; ) {
        await untilNeeded();
        try {
          await drawClip(number++);
          failures = 0;
        } catch (error) {
          if (signal.aborted || faultOf(error).isFinal || ++failures > MAX_FAILURES) throw error;
          await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
        }
      }
    } catch (error) {
      if (!signal.aborted) events.failed(faultOf(error));
    }
  }

  /** Resolves when the frames that are left play about as long as the next clip takes. */
  async function untilNeeded(): Promise<void> {
    const isEarly = () => {
      const leftMs = ((sent - (played - playedBefore)) / fps) * 1000;
      return usualMs !== null && leftMs > usualMs + AHEAD_MS;
    };
    while (isEarly() && !signal.aborted)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  }

  async function drawClip(number: number): Promise<void> {
    const asked = prompt;
    const base = last && (await pngOf(last));
    const began = performance.now();
    const order = clipOrder({ prompt: asked.text, seed: (dream.seed + number) % 2 ** 31, base }, values, {
      ...{ size, fps },
      style: options.style(values),
    });
    const timeoutMs = usualMs === null ? FIRST_CLIP_MS : Math.max(MIN_CLIP_MS, LATE * usualMs);
    const clip = await runClipJob({ label, url, order, timeoutMs, signal, moved });
    const { jpegs, sound } = splitAvi(clip.avi, label);
    // a clip that continues a frame starts by repeating it
    const skipped = base && jpegs.length > 1 ? 1 : 0;
    const frames = jpegs.length - skipped;
    let isFirst = true;
    // Larger clips play in parts, since the player holds no more.
    for await (const part of decoder.decodeAll(jpegs.slice(skipped), MAX_WAITING_BYTES)) {
      if (signal.aborted) return;
      const images: ModelImage[] = part.map((image) => ({ ...image, shown: null }));
      if (isFirst) {
        const tookMs = performance.now() - began;
        usualMs = usualMs === null ? tookMs : usualMs + (tookMs - usualMs) * NEWEST_WEIGHT;
        if (images[0] && asked.id !== shown) images[0].shown = shown = asked.id;
        track.add(frames, skipped, sound);
      }
      isFirst = false;
      last = images.at(-1) ?? last;
      sent += images.length;
      events.images(images);
    }
  }

  function moved(now: number): void {
    const isNews = now !== position;
    position = now;
    events.alive();
    if (isNews) events.state(now > 0 ? queueWords() : m.worker_sdcpp_clip({ engine: label }));
  }

  const queueWords = () =>
    Number.isFinite(position)
      ? m.worker_sdcpp_queue({ engine: label, position })
      : m.worker_sdcpp_queue_full({ engine: label });

  const seconds = () => (usualMs === null ? null : Math.max(1, Math.round(usualMs / 1000)));

  return {
    prompt(next) {
      prompt = next;
      const usual = seconds();
      if (usual !== null && usual > 2) events.state(m.worker_sdcpp_wish({ seconds: usual }));
    },
    control(name, value) {
      values[name] = value;
    },
    played(images) {
      if (sent === 0) playedBefore = images;
      played = images;
      wake();
    },
    waitsFor: () => (position > 0 ? queueWords() : m.worker_sdcpp_clip({ engine: label })),
    note() {
      const usual = seconds();
      return usual === null ? null : m.worker_sdcpp_clip_takes({ seconds: usual });
    },
    async end() {
      stopped.abort(new EngineFault(m.worker_engine_stopped({ engine: label })));
      wake();
      track.end();
      decoder.close();
      await running;
    },
  };
}

const pngOf = ({ pixels, width, height }: Pixels) =>
  sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
