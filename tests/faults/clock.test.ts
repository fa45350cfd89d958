import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ViewerEvent } from '../../modules/protocol/viewer-messages.ts';
import type { ProbedVideo } from '../../modules/recordings/testing/probe-video.ts';
import { smallPicture } from '../wire/fake-worker.ts';
import { until } from '../wire/inbox.ts';
import { openStage } from '../wire/stage.ts';
import { WITH_JUMPING_CLOCK } from './ground.ts';

const run = promisify(execFile);
const PROBE = fileURLToPath(new URL('../../modules/recordings/testing/probe-video.ts', import.meta.url));
const FPS = 4;
/** Frames seen after each clock change. */
const PICTURES = 6;
/** Margin for counting frames on a busy machine. */
const TOLERANCE_MS = 1_500;

test('setting the clock back, a little ahead or far ahead doesn’t affect a live dream', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'reverie-clock-'));
  const file = join(folder, 'ahead');
  await writeFile(file, '0');
  const stage = await openStage({ CLOCK_FILE: file }, { command: WITH_JUMPING_CLOCK });
  try {
    const { sessionId, worker, viewer } = await stage.liveDream({ worker: { jpeg: smallPicture } });
    const began = performance.now();
    worker.stream(FPS);
    for (const seconds of [-300, 20, 3600]) {
      await writeFile(file, String(seconds * 1000));
      const seen = viewer.frames.items.length;
      const heard = viewer.events.items.length;
      const setAt = performance.now();
      await until('pictures after the clock was set', () => viewer.frames.items.length >= seen + PICTURES);
      expect(performance.now() - setAt).toBeLessThan((PICTURES * 1000) / FPS + TOLERANCE_MS);
      const { time_left, job_status } = (await viewer.event('status', heard)) as Extract<
        ViewerEvent,
        { type: 'status' }
      >;
      expect(job_status).toBe('RUNNING');
      const lived = (performance.now() - began) / 1000;
      expect(Math.abs(time_left - (300 - lived))).toBeLessThan(TOLERANCE_MS / 1000 + 1);
    }
    const lived = performance.now() - began;
    viewer.send({ type: 'end' });
    expect((await viewer.closed).code).toBe(1000);
    await stage.admin.untilRecorded(sessionId);
    const path = join(stage.server.dataDir, 'media/dreams', sessionId, 'video.mp4');
    const { stdout } = await run(process.execPath, [PROBE, path], { maxBuffer: 1e8 });
    expect(Math.abs((JSON.parse(stdout) as ProbedVideo).durationMs - lived)).toBeLessThan(TOLERANCE_MS);
    const { json } = await stage.admin.call('GET', `/api/sessions/${sessionId}`);
    const stored = Date.parse(json.stream_end_time) - Date.parse(json.stream_start_time);
    expect(Math.abs(stored - lived)).toBeLessThan(TOLERANCE_MS);
  } finally {
    await stage.dispose();
    await rm(folder, { recursive: true, force: true });
  }
});
