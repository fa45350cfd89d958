import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ViewerEvent } from '../../modules/stream/schemas.ts';
import type { ProbedVideo } from '../../modules/stream/testing/probe-video.ts';
import { until } from '../wire/inbox.ts';
import { openStage } from '../wire/stage.ts';

const run = promisify(execFile);
const PROBE = fileURLToPath(new URL('../../modules/stream/testing/probe-video.ts', import.meta.url));
const LIBRARY = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64', '/usr/lib']
  .map((folder) => join(folder, 'faketime/libfaketime.so.1'))
  .find((path) => existsSync(path));

/** As far as one may be wrong who counts pictures on a machine that does other things as well. */
const TOLERANCE_MS = 1_500;

test('a clock that is set back, a little ahead and far ahead changes nothing of a live dream', async (context) => {
  if (!LIBRARY) {
    console.log('libfaketime (Debian: faketime) is not here, so the clock of a real server was not set');
    context.skip('libfaketime is not installed');
    return;
  }
  const folder = await mkdtemp(join(tmpdir(), 'reverie-clock-'));
  const file = join(folder, 'offset');
  await writeFile(file, '+0\n');
  const stage = await openStage({
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  try {
    const { sessionId, worker, viewer } = await stage.liveDream();
    const began = performance.now();
    worker.stream();
    for (const offset of [-300, 20, 3600]) {
      await writeFile(file, `${offset < 0 ? '' : '+'}${offset}\n`);
      const seen = viewer.frames.items.length;
      const heard = viewer.events.items.length;
      const setAt = performance.now();
      await until('24 pictures after the clock was set', () => viewer.frames.items.length >= seen + 24);
      expect(performance.now() - setAt).toBeLessThan(24 * 62.5 + TOLERANCE_MS);
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
    await until('the video', async () => {
      const { json } = await stage.admin.call('GET', `/api/stream/status?sessionId=${sessionId}`);
      return json.server_status === 'READY';
    });
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
