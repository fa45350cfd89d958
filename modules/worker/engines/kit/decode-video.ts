import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../../kit/children/child-options.ts';
import { m } from '../../../kit/texts/m.ts';
import type { ModelImage } from '../../player/blend.ts';
import { MAX_BURST_BYTES } from './decode-image.ts';
import type { Container, VideoOptions, VideoOrder, VideoReport } from './video-protocol.ts';

/** A video being decoded in its own process while it arrives. */
export type VideoDecoding = ReturnType<typeof decodeVideo>;

/** Times are ms from the start of the file. */
export interface DecodedImage extends Omit<ModelImage, 'shown'> {
  at: number;
  lasts: number;
}

export interface VideoEvents {
  /** all frames decoded from the bytes so far, in order */
  images(burst: readonly DecodedImage[]): void;
  /** stereo samples, interleaved, 48 kHz; `at` is the time of the first in ms from the start of the file */
  sound?(samples: Float32Array, at: number): void;
  /** all bytes so far are decoded */
  idle?(): void;
  /** the file before `next` is decoded to its end */
  ended?(): void;
  /** called once when the rest is unreadable; `words` continue a sentence that starts with the engine's name */
  failed(words: string): void;
}

/** A minute of video and more; an engine never sends so much before the first of it is decoded. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024;
const MAX_BURST = 64;

/** Decodes the first video stream, keeping the codec's state between chunks. */
export function decodeVideo(
  container: Container,
  engine: string,
  events: VideoEvents,
  options: VideoOptions = {},
) {
  const child = fork(fileURLToPath(new URL('./decode-video-child.ts', import.meta.url)), [], {
    ...childOptions(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let burst: DecodedImage[] = [];
  let burstBytes = 0;
  let unread = 0;
  let isOver = false;

  const exited = new Promise<void>((resolve) => {
    child.once('error', () => {
      resolve();
      fail(m.worker_video_no_decoder({ engine }));
    });
    child.once('exit', (code, signal) => {
      resolve();
      fail(m.worker_video_decoder_ended({ engine, reason: `${signal ?? code}` }));
    });
  });
  child.on('message', (report: VideoReport) => {
    if (isOver) return;
    if (report.type === 'fault') return fail(m.worker_video_unreadable({ engine }));
    if (report.type === 'image') {
      const { pixels, width, height, at, lasts } = report;
      burst.push({
        pixels: new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length),
        width,
        height,
        at,
        lasts,
      });
      burstBytes += pixels.length;
      if (burst.length === MAX_BURST || burstBytes >= MAX_BURST_BYTES) give();
    } else if (report.type === 'sound') events.sound?.(floats(report.samples), report.at);
    else {
      unread = 0;
      give();
      if (report.type === 'ended') events.ended?.();
      else events.idle?.();
    }
  });
  const order = (message: VideoOrder) => void (child.connected && child.send(message));
  order({ type: 'open', container, ...options });

  function give(): void {
    const images = burst;
    burst = [];
    burstBytes = 0;
    if (images.length > 0) events.images(images);
  }

  function fail(words: string): void {
    if (isOver) return;
    isOver = true;
    events.failed(words);
  }

  return {
    /** accepts chunks cut at any position; whole access units of H.264 */
    write(bytes: Uint8Array): void {
      unread += bytes.length;
      if (unread > MAX_UNREAD_BYTES) fail(m.worker_video_too_fast({ engine }));
      if (!isOver) order({ type: 'bytes', bytes });
    },
    /** ends the file; what is written afterwards is another one, whose times start at 0 again */
    next: () => order({ type: 'next' }),
    /** stops the process at any point; nothing is reported afterwards */
    async end(): Promise<void> {
      isOver = true;
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** Copies, since floats need an offset that is a multiple of four. */
const floats = (bytes: Uint8Array) => new Float32Array(Uint8Array.from(bytes).buffer);
