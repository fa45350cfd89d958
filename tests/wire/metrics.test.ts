import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from './inbox.ts';
import { openStage, type Stage } from './stage.ts';

const TOKEN = 'a-token-of-the-tests';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage({ METRICS_TOKEN: TOKEN });
});
afterAll(async () => {
  await stage.clear();
  await stage.dispose();
});

async function figure(name: string): Promise<number | undefined> {
  const { text } = await stage.admin.call('GET', '/metrics', undefined, { authorization: `Bearer ${TOKEN}` });
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return line === undefined ? undefined : Number(line.slice(name.length));
}

test('a dream is counted while live, and by its outcome once it has ended', async () => {
  const { sessionId, worker, viewer } = await stage.liveDream();
  worker.stream();
  await until('its pictures', () => viewer.frames.items.length >= 8);
  expect([await figure('reverie_rooms'), await figure('reverie_workers')]).toEqual([1, 1]);
  expect(await figure('reverie_dreams_ended_total{status="DONE"}')).toBe(0);
  // A value that can't be determined is omitted.
  expect(await figure('reverie_last_backup_timestamp_seconds')).toBeUndefined();
  await stage.admin.call('POST', '/api/stream/end', { sessionId });
  await until('its end', async () => (await figure('reverie_dreams_ended_total{status="DONE"}')) === 1);
  expect(await figure('reverie_frames_recorded_total')).toBeGreaterThanOrEqual(8);
  expect(await figure('reverie_dream_start_seconds_count')).toBe(1);
  expect(await figure('reverie_gpu_seconds_total')).toBeGreaterThan(0);
  expect(await figure('reverie_dreams_uncharged_total')).toBe(0);
});
