import { expect, test } from 'vitest';
import { CODEC } from '../../protocol/codecs.ts';
import type { Flag } from '../contract/categories.ts';
import { createFrameWatch } from './frame-watch.ts';

const FLAG: Flag = { category: 'nsfw', score: 0.95, threshold: 0.8 };
const frame = { key: true, codec: CODEC.jpeg, bytes: new Uint8Array(1) };

function openWatch() {
  let now = 0;
  const seen: string[] = [];
  const asked: ((answer: Flag | null | undefined) => void)[] = [];
  const watch = createFrameWatch(
    {
      clock: { now: () => now, monotonic: () => now },
      everyMs: 5_000,
      look: () => new Promise((resolve) => asked.push(resolve)),
      decided: (act) => void seen.push(act),
    },
    { blur: (isBlurred) => void seen.push(`blur ${isBlurred}`), end: () => void seen.push('end') },
  );
  return {
    watch,
    seen,
    asked,
    turn(ms: number) {
      now += ms;
    },
    async sample(answer: Flag | null | undefined) {
      now += 5_000;
      watch.offer(frame);
      asked.pop()?.(answer);
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('blurs the stream after a flagged sample and shows it again after one that passes', async () => {
  const { sample, seen, watch } = openWatch();
  await sample(null);
  await sample(FLAG);
  expect(watch.isBlurred).toBe(true);
  await sample(undefined);
  await sample(FLAG);
  await sample(null);
  expect(seen).toEqual(['blurred', 'blur true', 'released', 'blur false']);
});

test('ends the stream at the third flag in a row, or the sixth in total', async () => {
  const inARow = openWatch();
  for (let n = 0; n < 5; n++) await inARow.sample(FLAG);
  expect(inARow.seen).toEqual(['blurred', 'blur true', 'ended', 'end']);
  const inAll = openWatch();
  for (let n = 0; n < 6; n++) {
    await inAll.sample(FLAG);
    await inAll.sample(null);
  }
  expect(inAll.seen.filter((one) => one === 'blur true')).toHaveLength(5);
  expect(inAll.seen.at(-1)).toBe('end');
});

test('samples one keyframe per interval, and none while another is classified', () => {
  const { watch, asked, turn } = openWatch();
  watch.offer({ ...frame, key: false });
  for (let n = 0; n < 40; n++) {
    watch.offer(frame);
    turn(1_000);
  }
  expect(asked).toHaveLength(1);
});
