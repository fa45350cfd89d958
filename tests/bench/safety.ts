/**
 * Cost of the image check per sampled frame, with the tests' tiny classifier. Its model costs next to nothing, so these
 * figures show everything around a model. A real model adds its own time in its own thread: see
 * modules/safety/README.md.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../modules/kit/clock.ts';
import { createDream } from '../../modules/painter/dream.ts';
import { CODEC } from '../../modules/protocol/codecs.ts';
import { createFrameWatch } from '../../modules/safety/images/frame-watch.ts';
import { type Coded, imageClassifierOf } from '../../modules/safety/images/image-classifier.ts';
import { asksForMinors } from '../../modules/safety/prompts/minors-rule.ts';
import { openH264Encoder } from '../../modules/worker/video/h264-encoder.ts';
import { writeTinyClassifier } from '../tiny-classifier.ts';
import { processorMs } from './processor.ts';
import { PROMPTS } from './prompts.ts';

const SIZE = { width: 1280, height: 720 };
const SAMPLES = Number(process.argv[2] ?? 60);
const OFFERS = 1_000_000;

const folder = await mkdtemp(join(tmpdir(), 'reverie-bench-safety-'));
await writeTinyClassifier(folder);
const classifier = imageClassifierOf({
  SAFETY_MODEL: folder,
  SAFETY_URL: undefined,
  SAFETY_API_KEY: undefined,
  MODEL_BASE: 'http://127.0.0.1:9',
  DATA_DIR: folder,
});
if (!classifier) throw new Error('no classifier');

try {
  const began = performance.now();
  const { jpeg, video } = await draw();
  await classifier.classify(jpeg);
  await classifier.classify(video);
  console.log(`runtime and model loaded: ${((performance.now() - began) / 1000).toFixed(1)} s`);
  await sample('JPEG', jpeg);
  await sample('H.264 keyframe', video);
  offer(jpeg);
  judgePrompts();
} finally {
  classifier.close();
  await rm(folder, { recursive: true, force: true });
}

async function draw(): Promise<{ jpeg: Coded; video: Coded }> {
  const dream = createDream({ ...SIZE, seed: 7 });
  dream.prompt('1', PROMPTS[0] ?? '');
  dream.next(16);
  const encoder = await openH264Encoder({ ...SIZE, fps: 16 });
  const { accessUnit } = encoder.encode({ data: dream.pixels(), ...SIZE, channels: 4 }, 0);
  const video = { codec: CODEC.h264, bytes: accessUnit.slice() };
  encoder.close();
  return { jpeg: { codec: CODEC.jpeg, bytes: dream.jpeg(80) }, video };
}

/** CPU time per sample: in the decoding process, and in this one, whose second thread classifies. */
async function sample(name: string, picture: Coded): Promise<void> {
  const waits: number[] = [];
  const all = processorMs(process.pid);
  const own = process.cpuUsage();
  for (let n = 0; n < SAMPLES; n += 1) {
    const began = performance.now();
    await classifier?.classify(picture);
    waits.push(performance.now() - began);
  }
  const { user, system } = process.cpuUsage(own);
  const mine = (user + system) / 1000 / SAMPLES;
  const whole = (processorMs(process.pid) - all) / SAMPLES;
  const median = waits.toSorted((a, b) => a - b)[waits.length >> 1] ?? 0;
  console.log(
    `${name}, ${(picture.bytes.byteLength / 1024).toFixed(0)} KB: ${whole.toFixed(1)} ms of processor a sample, ${(whole - mine).toFixed(1)} of them decoding in a process of its own; verdict after ${median.toFixed(0)} ms`,
  );
}

/** Cost on the frame path itself. */
function offer(picture: Coded): void {
  const look = () => new Promise<null>(() => {});
  const watch = createFrameWatch(
    { clock: systemClock, everyMs: 5_000, look, decided() {} },
    { blur() {}, end() {} },
  );
  const frame = { codec: picture.codec, bytes: new Uint8Array(picture.bytes), key: true };
  const began = performance.now();
  for (let n = 0; n < OFFERS; n += 1) watch.offer(frame);
  console.log(`on the frames’ path: ${(((performance.now() - began) * 1e6) / OFFERS).toFixed(0)} ns a frame`);
}

function judgePrompts(): void {
  asksForMinors('');
  const began = performance.now();
  for (let n = 0; n < 50; n += 1) for (const prompt of PROMPTS) asksForMinors(prompt);
  const each = (performance.now() - began) / 50 / PROMPTS.length;
  console.log(`the rule that is always there: ${(each * 1000).toFixed(0)} µs a prompt`);
}
