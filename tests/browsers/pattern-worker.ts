import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { CODEC, type Codec } from '../../modules/protocol/codecs.ts';
import { FRAME_HEIGHT, FRAME_WIDTH } from '../../modules/protocol/format.ts';
import { newFrame } from '../../modules/protocol/testing/new-frame.ts';
import { openH264Encoder } from '../../modules/worker/video/h264-encoder.ts';
import type { RunningServer } from '../server.ts';
import { connectWorker, HELLO } from '../wire/fake-worker.ts';

export type Colour = [red: number, green: number, blue: number];

/** Columns and rows of the pattern's fields; each field has one colour. */
export const COLUMNS = 8;
export const ROWS = 5;

const SIZE = { width: FRAME_WIDTH, height: FRAME_HEIGHT };
const FPS = 8;
/** Levels that survive JPEG and H.264 on any screen. */
const LEVELS = [40, 120, 210];

/**
 * A prompt's colours, field by field, row by row. No two prompts look alike, and a frame's individual planes don't
 * resemble its colours.
 */
export function patternOf(prompt: string): Colour[] {
  const dice = createHash('sha256').update(prompt).digest();
  return Array.from({ length: COLUMNS * ROWS }, (_, field) => {
    const level = (channel: number) =>
      LEVELS[((dice[(field + 7 * channel) % dice.length] ?? 0) + field * (channel + 1)) % LEVELS.length] ?? 0;
    return [level(0), level(1), level(2)];
  });
}

/** A worker with known images, one pattern per prompt: H.264 if requested, otherwise JPEG. */
export async function connectPatternWorker(server: RunningServer) {
  const encoder = await openH264Encoder({ ...SIZE, fps: FPS });
  let codec: Codec = CODEC.jpeg;
  let picture: { raw: Buffer; jpeg: Buffer } | null = null;
  let shown: string | null = null;
  let id = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const worker = await connectWorker(server, {
    hello: { ...HELLO, fps: FPS, codecs: [CODEC.jpeg, CODEC.h264] },
    manners: false,
    onMessage(message) {
      switch (message.type) {
        case 'start':
          codec = message.codec ?? CODEC.jpeg;
          id = 0;
          picture = null;
          worker.send({ type: 'ready' });
          break;
        case 'codec':
          codec = message.codec;
          encoder.keyframe();
          break;
        case 'keyframe':
          encoder.keyframe();
          break;
        case 'prompt':
          void paint(message.text).then((painted) => {
            picture = painted;
            shown = message.text;
            worker.send({ type: 'prompt_ack', id: message.id, frame_id: id + 1 });
            timer ??= setInterval(draw, 1000 / FPS);
          });
          break;
        case 'stop':
          clearInterval(timer);
          timer = undefined;
          encoder.keyframe();
          worker.send({ type: 'stopped' });
      }
    },
  });
  await worker.reported('welcome');

  function draw(): void {
    if (!picture) return;
    id += 1;
    const { accessUnit, key } =
      codec === CODEC.h264
        ? encoder.encode({ data: picture.raw, ...SIZE, channels: 3 }, id * (1000 / FPS))
        : { accessUnit: picture.jpeg, key: true };
    worker.send(newFrame({ id, at: Date.now(), codec, key }, accessUnit).message);
  }

  return {
    /** current codec */
    codec: () => codec,
    shown: () => shown,
    async close(): Promise<void> {
      clearInterval(timer);
      worker.close();
      await worker.closed;
      encoder.close();
    },
  };
}

async function paint(prompt: string): Promise<{ raw: Buffer; jpeg: Buffer }> {
  const fields = Buffer.from(patternOf(prompt).flat());
  const raw = await sharp(fields, { raw: { width: COLUMNS, height: ROWS, channels: 3 } })
    .resize({ ...SIZE, kernel: 'nearest', fit: 'fill' })
    .raw()
    .toBuffer();
  const jpeg = await sharp(raw, { raw: { ...SIZE, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
  return { raw, jpeg };
}
