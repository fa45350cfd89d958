/**
 * Time to read a moment four minutes ago from a live tape of five minutes, as H.264 with a keyframe every two seconds and
 * as JPEGs, packed as an answer: `rewind.ts [reads]`. Files are in the system's cache, as they are for a live dream.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CODEC } from '../../modules/protocol/codecs.ts';
import { newFrame } from '../../modules/protocol/testing/new-frame.ts';
import { openTape } from '../../modules/recordings/tape/tape.ts';
import { createReads } from '../../modules/stream/rewind/read-frames.ts';

const READS = Number(process.argv[2] ?? 200);
const FPS = 16;
const SECONDS = 300;
const STARTED = 1_790_000_000_000;

const tapesDir = await mkdtemp(join(tmpdir(), 'reverie-rewind-'));
const jpeg = new Uint8Array(40 * 1024).fill(1);
jpeg.set([0xff, 0xd8]);
const unit = new Uint8Array(8 * 1024).fill(1);

for (const codec of [CODEC.h264, CODEC.jpeg]) {
  const tape = openTape(tapesDir, { sessionId: `tape-${codec}`, startedAt: STARTED, fps: FPS });
  for (let id = 0; id < SECONDS * FPS; id++) {
    const header = { id, at: 0, codec, key: id % (2 * FPS) === 0 };
    tape.append(newFrame(header, codec === CODEC.jpeg ? jpeg : unit), STARTED + (id * 1000) / FPS);
    if (id % FPS === 0) while (tape.frames < id) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const reads = createReads();
  const times: number[] = [];
  for (let n = 0; n < READS; n++) {
    const from = STARTED + (SECONDS - 240) * 1000 + n * 37;
    const began = performance.now();
    const wanted = { from, to: from, continues: false };
    await new Response(reads.open(`read ${n}`, tape, wanted, STARTED)).arrayBuffer();
    times.push(performance.now() - began);
  }
  await tape.close();
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(share * (READS - 1))]?.toFixed(1);
  const name = codec === CODEC.jpeg ? 'JPEG' : 'H.264';
  console.log(`${name}: median ${at(0.5)} ms, p95 ${at(0.95)} ms, worst ${at(1)} ms of ${READS} reads`);
}
await rm(tapesDir, { recursive: true, force: true });
process.exit();
