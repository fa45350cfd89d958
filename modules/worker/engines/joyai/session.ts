import { NATIVE, type VideoFrame } from '../../../generator/generator.ts';
import { m } from '../../../kit/texts/m.ts';
import { decodeImage } from '../../player/jpeg.ts';
import {
  EngineFault,
  type EnginePrompt,
  type EngineSession,
  type ServerSessionOptions,
} from '../kit/adapter.ts';
import { type Burst, createBurstDecoder } from '../kit/burst-decoder.ts';
import { isOutOfMemory, outOfMemory, reported } from '../kit/call-engine.ts';
import { decodeVideo, type VideoDecoding } from '../kit/decode-video.ts';
import { jpegOf } from '../kit/jpeg-of.ts';
import { createReceipts } from '../kit/receipts.ts';
import { createSessionEnd } from '../kit/session-end.ts';
import { createChunks } from './chunks.ts';
import { type Link, openLink } from './link.ts';

export interface JoyaiSessionOptions extends ServerSessionOptions {
  /** size of the server's images in pixels */
  size: { width: number; height: number };
}

const TICK_MS = 1000 / NATIVE.fps;
/** The newest frame is repeated after this long, because the server ends a session without any for 10 s. */
const STALLED_MS = 1_000;
/** Keeps the place at the server this long without anything to edit, such as when a camera is flipped. */
const KEPT_MS = 4_000;

/**
 * A dream on JoyAI-Video-Edit: the newest frame of the person's camera or screen goes up and comes back edited. While
 * that is off, the start image is edited. Without both there is nothing to edit, and the place is left to others.
 */
export function openJoyaiSession({ label, url, size, dream, events }: JoyaiSessionOptions): EngineSession {
  let newest = dream.prompt;
  let camera: VideoFrame | null = null;
  let still: Uint8Array | null = null;
  let isCamera = false;
  let hasDrawn = dream.last !== null;
  let sentAt = 0;
  let neededAt = performance.now();
  let ahead = 0;
  let dropped = 0;
  let link: Link | null = null;
  const end = createSessionEnd(events, () => {
    clearInterval(ticking);
    decoder.close();
    void video?.end();
  });
  const decoder = createBurstDecoder(events, end);
  const receipts = createReceipts();
  let video: VideoDecoding | null = null;
  let units = 0;
  const chunks = createChunks((images) => events.images(receipts.stamp(images)));
  const ticking = setInterval(tick, TICK_MS);
  const picture = String(dream.values.picture ?? '');
  if (picture) prepareStill(picture).catch(end.fail);

  async function prepareStill(picture: string): Promise<void> {
    still = await jpegOf({ ...size, pixels: await decodeImage(picture, size) });
  }

  function tick(): void {
    const now = performance.now();
    if (camera || still) {
      neededAt = now;
      if (!link) dial();
    } else {
      events.alive();
      if (link && now - neededAt > KEPT_MS) void leave();
    }
    if (camera && now - sentAt > STALLED_MS) give({ ...camera, at: Date.now() });
    else if (!camera && still) give({ jpeg: still, at: Date.now() });
  }

  function dial(): void {
    isCamera = camera !== null;
    const opened = openLink(label, url, {
      queued(position) {
        ahead = position;
        events.alive();
      },
      granted() {
        ahead = 0;
        opened.start(newest, dream.seed);
      },
      chunk(burst, isVideo) {
        hasDrawn = true;
        if (isVideo) decode(burst);
        else decoder.add(burst);
      },
      dropped(count) {
        dropped += count;
      },
      timedOut: () => end.fail(new EngineFault(m.worker_engine_time_up({ engine: label }))),
      rejected: (reason) => end.fail(faultFor(label, reason)),
      failed: end.fail,
    });
    link = opened;
  }

  function decode({ jpegs, shown }: Burst): void {
    if (end.isOver()) return;
    video ??= decodeVideo('h264', label, {
      images: chunks.decoded,
      failed: (words) => end.fail(new EngineFault(words)),
    });
    if (shown) receipts.due(shown, units);
    units += jpegs.length;
    chunks.expect(jpegs.length);
    for (const unit of jpegs) video.write(unit);
  }

  function leave(): Promise<void> {
    const left = link;
    link = null;
    ahead = 0;
    return left?.leave() ?? Promise.resolve();
  }

  function give(frame: VideoFrame): void {
    if (!link?.isStarted()) return;
    sentAt = performance.now();
    // The server's memory of a camera would haunt an image, and the other way round.
    if (isCamera !== (camera !== null)) link.start(newest, dream.seed);
    isCamera = camera !== null;
    link.give(frame);
  }

  return {
    prompt(prompt: EnginePrompt) {
      newest = prompt;
      link?.start(prompt, dream.seed);
    },
    video(frame) {
      camera = frame;
      if (frame) give(frame);
    },
    waitsFor() {
      if (!camera && !still)
        return hasDrawn ? m.worker_engine_same_image() : m.worker_engine_needs_image({ engine: label });
      return ahead > 0 ? m.worker_engine_queue({ engine: label, count: ahead }) : null;
    },
    note: () => (dropped > 0 ? m.worker_joyai_dropped({ engine: label, count: dropped }) : null),
    async end() {
      end.stop();
      await leave();
    },
  };
}

/** Its errors are those of Python; after most of them it closes the connection. */
function faultFor(label: string, message: string): EngineFault {
  if (isOutOfMemory(message)) return outOfMemory(label);
  if (/timeout|stuck|worker error/i.test(message))
    return new EngineFault(m.worker_joyai_stuck({ engine: label, reason: message.slice(0, 200) }));
  return reported(label, message);
}
