import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startModelHub } from '../../../../tests/model-hub.ts';
import { writeTinyTrustmark } from '../../../../tests/tiny-trustmark.ts';
import { CODEC } from '../../../protocol/codecs.ts';
import { newFrame } from '../../../protocol/testing/new-frame.ts';
import { holdsWatermark } from '../../../watermark/contract/read-watermark.ts';
import { openDecoder } from '../../../watermark/contract/trustmark/graphs.ts';
import { readPacket } from '../../../watermark/contract/trustmark/packet.ts';
import { squareOf } from '../../../watermark/contract/trustmark/resample.ts';
import { watermarkFrom } from '../../../watermark/contract/watermark-id.ts';
import { openH264Encoder } from '../../../worker/video/h264-encoder.ts';
import { compileTape } from '../../compile/compile.ts';
import { openTape } from '../../tape/tape.ts';
import type { ProbedVideo } from '../../testing/probe-video.ts';
import { unsignedMarks } from '../../testing/some-marks.ts';
import { diagnoseWatermark } from './diagnose-watermark.ts';
import { trustmarkFiles } from './model-files.ts';
import { RUNTIME } from './onnx-runtime.ts';

const SIZE = { width: 320, height: 180 };
/** Frames spaced so that the last come after the first keyframe interval. */
const [FPS, PICTURES, STEP_MS] = [16, 9, 300];
const watermark = watermarkFrom('dream');
const probe = fileURLToPath(new URL('../../testing/probe-video.ts', import.meta.url));

let folder: string;
let model: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reverie-trustmark-'));
  model = join(folder, 'model');
  await writeTinyTrustmark(model);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A tape of a moving light, as from a worker that encodes video. */
async function recordVideo(frames: number): Promise<string> {
  const tape = openTape(join(folder, `tapes-${frames}`), { sessionId: 'dream', startedAt: 0, fps: FPS });
  const encoder = await openH264Encoder({ ...SIZE, fps: FPS });
  for (let id = 0; id < frames; id += 1) {
    const data = new Uint8ClampedArray(SIZE.width * SIZE.height * 4).map((_, at) => {
      const [x, y] = [(at >> 2) % SIZE.width, Math.floor((at >> 2) / SIZE.width)];
      return 30 + (y >> 1) + 150 * Math.exp(-((x - 40 - 24 * id) ** 2) / 900) + (at & 3) * 20;
    });
    const { accessUnit, key } = encoder.encode({ data, ...SIZE, channels: 4 }, id);
    tape.append(newFrame({ id, at: id * STEP_MS, codec: CODEC.h264, key }, accessUnit), id * STEP_MS);
  }
  encoder.close();
  await tape.close();
  return tape.dir;
}

async function compiled(tapeDir: string, trustmark: string) {
  const outDir = join(folder, 'out');
  const outcome = await compileTape({ tapeDir, outDir, marks: unsignedMarks({ watermark, trustmark }) });
  if (outcome.kind !== 'compiled') throw new Error(`the tape was ${outcome.kind}`);
  return { outcome, video: join(outDir, outcome.video), poster: join(outDir, outcome.poster) };
}

async function look(video: string, decoder: string): Promise<ProbedVideo> {
  const { stdout } = await promisify(execFile)(process.execPath, [probe, video, decoder], { maxBuffer: 1e8 });
  return JSON.parse(stdout);
}

test('a worker’s video is encoded anew with TrustMark’s watermark in each frame, and in the poster; with a broken model with our own', async () => {
  const tape = await recordVideo(PICTURES);
  const files = trustmarkFiles(configOf(model));
  const { outcome, video, poster } = await compiled(tape, files?.encoder ?? '');
  expect(outcome).toMatchObject({ fps: FPS, brokenFrames: 0 });
  expect(outcome.durationMs).toBeGreaterThan(2000);
  expect(outcome).not.toHaveProperty('otherMark');
  const { trustmarks } = await look(video, files?.decoder ?? '');
  expect(trustmarks.length).toBeGreaterThan(6);
  expect(new Set(trustmarks)).toEqual(new Set([watermark]));
  const decoder = await openDecoder(await readFile(files?.decoder ?? ''), RUNTIME);
  const { data, info } = await sharp(poster).raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const image = squareOf({ data, width, height, channels: 3 }, decoder.side);
  expect(readPacket(await decoder.logits(image))?.id).toBe(watermark);

  const broken = join(folder, 'broken.onnx');
  await writeFile(broken, 'no graph');
  const other = await compiled(await recordVideo(3), broken);
  expect(other.outcome.otherMark).toBeTruthy();
  const grey = sharp(other.poster).toColourspace('b-w').raw();
  const { data: luma } = await grey.toBuffer({ resolveWithObject: true });
  expect(holdsWatermark({ luma, width, height }, watermark)).toBe(true);
});

const configOf = (WATERMARK_MODEL: string, MODEL_BASE = 'http://127.0.0.1:9') => ({
  WATERMARK: 'trustmark' as const,
  WATERMARK_MODEL,
  MODEL_BASE,
  DATA_DIR: folder,
});

test('the model is downloaded from the hub or another URL, and the doctor tests it', async () => {
  const hub = await startModelHub({ 'someone/mark': model });
  try {
    expect(await diagnoseWatermark(configOf('someone/mark', hub.url))).toEqual([
      {
        level: 'ok',
        cure: null,
        text: expect.stringMatching(/^TrustMark marked a test image in [\d,]+ ms, 4\d\.\d dB/),
      },
    ]);
    const asked = hub.asked.length;
    const again = trustmarkFiles(configOf('someone/mark', hub.url));
    await again?.bring();
    expect(hub.asked).toHaveLength(asked);
    expect(await again?.decoderVersion()).toMatch(/^[0-9a-f]{16}$/);
    const direct = trustmarkFiles(configOf(`${hub.url}/someone/mark/resolve/main/`));
    expect(await direct?.decoderVersion()).toBeNull();
    await direct?.bring();
    expect(await readFile(direct?.encoder ?? '')).toEqual(await readFile(join(model, 'encoder_Q.onnx')));
  } finally {
    await hub.close();
  }
  for (const gone of ['someone/else', join(folder, 'nowhere'), `${hub.url}/x`])
    expect(await diagnoseWatermark(configOf(gone, hub.url))).toEqual([
      expect.objectContaining({ level: 'error', text: expect.stringContaining('can’t be used') }),
    ]);
});
