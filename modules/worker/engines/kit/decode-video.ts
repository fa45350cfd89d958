import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../../kit/children/child-options.ts';
import { m } from '../../../kit/texts/m.ts';
import type { ModelImage } from '../../player/blend.ts';
import type { Container, VideoOrder, VideoReport } from './video-protocol.ts';

/** A video being decoded in its own process while it arrives. */
export interface VideoDecoding {
  /** accepts chunks cut at any position */
  write(bytes: Uint8Array): void;
  /** stops the process at any point; nothing is reported afterwards */
  end(): Promise<void>;
}

export interface VideoEvents {
  /** all frames decoded from the bytes so far, in order */
  images(burst: readonly Omit<ModelImage, 'shown'>[]): void;
  /** called once when the rest is unreadable; `words` continue a sentence that starts with the engine's name */
  failed(words: string): void;
}

/** Decodes the first video stream, keeping the codec's state between chunks. */
export function decodeVideo(container: Container, engine: string, events: VideoEvents): VideoDecoding {
  const child = fork(fileURLToPath(new URL('./decode-video-child.ts', import.meta.url)), [], {
    ...childOptions(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let burst: Omit<ModelImage, 'shown'>[] = [];
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
      const { pixels, width, height } = report;
      burst.push({
        pixels: new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length),
        width,
        height,
      });
    } else if (burst.length > 0) {
      const images = burst;
      burst = [];
      events.images(images);
    }
  });
  const order = (message: VideoOrder) => void (child.connected && child.send(message));
  order({ type: 'open', container });

  function fail(words: string): void {
    if (isOver) return;
    isOver = true;
    events.failed(words);
  }

  return {
    write: (bytes) => order({ type: 'bytes', bytes }),
    async end() {
      isOver = true;
      child.kill('SIGKILL');
      await exited;
    },
  };
}
