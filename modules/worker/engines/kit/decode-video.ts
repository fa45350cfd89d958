import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { childOptions } from '../../../../src/kit/children/child-options.ts';
import type { Picture } from '../../player/blend.ts';
import type { Container, VideoOrder, VideoReport } from './video-protocol.ts';

/** A video that is decoded while it comes in, in a process of its own. */
export interface VideoDecoding {
  /** the next bytes; they may be cut anywhere */
  write(bytes: Uint8Array): void;
  /** ends the process, wherever the video is; nothing is reported any more */
  end(): Promise<void>;
}

export interface VideoEvents {
  /** all that came out of the bytes that were there, in order */
  pictures(burst: readonly Omit<Picture, 'shown'>[]): void;
  /** it can't be read any further, in words to follow the name of the engine; called once */
  failed(words: string): void;
}

/** Decodes the first video stream, keeping the codec's state from chunk to chunk. */
export function decodeVideo(container: Container, events: VideoEvents): VideoDecoding {
  const child = fork(fileURLToPath(new URL('./decode-video-child.ts', import.meta.url)), [], {
    ...childOptions(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let burst: Omit<Picture, 'shown'>[] = [];
  let isOver = false;

  const exited = new Promise<void>((resolve) => {
    child.once('error', () => {
      resolve();
      fail('could not be given a process to decode its video');
    });
    child.once('exit', (code, signal) => {
      resolve();
      fail(`sent a video that ended its decoder (${signal ?? code})`);
    });
  });
  child.on('message', (report: VideoReport) => {
    if (isOver) return;
    if (report.type === 'fault') return fail('sent a video that can’t be read');
    if (report.type === 'picture') {
      const { pixels, width, height } = report;
      burst.push({
        pixels: new Uint8ClampedArray(pixels.buffer, pixels.byteOffset, pixels.length),
        width,
        height,
      });
    } else if (burst.length > 0) {
      const pictures = burst;
      burst = [];
      events.pictures(pictures);
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
