import { expect, test } from 'vitest';
import { FrameSlot, type IncomingFrame } from './frame-slot.ts';

const frame = (id: number): IncomingFrame => ({
  id,
  at: 0,
  requestAck: true,
  bytes: new Uint8Array(),
});

function setUp(fails: (frame: IncomingFrame) => boolean = () => false) {
  const done: [number, boolean][] = [];
  const waiting: (() => void)[] = [];
  const slot = new FrameSlot(
    (drawing) =>
      new Promise((resolve, reject) => {
        waiting.push(() => (fails(drawing) ? reject(new Error('damaged')) : resolve()));
      }),
    (finished, drawn) => done.push([finished.id, drawn]),
  );
  const finishOne = async () => {
    waiting.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { slot, done, finishOne };
}

test('draws the newest frame that arrived while it was drawing', async () => {
  const { slot, done, finishOne } = setUp();
  for (const id of [1, 2, 3, 4]) slot.offer(frame(id));
  await finishOne();
  expect(done).toEqual([[1, true]]);
  await finishOne();
  expect(done).toEqual([
    [1, true],
    [2, false],
    [3, false],
    [4, true],
  ]);
});

test('skips a damaged frame and continues', async () => {
  const { slot, done, finishOne } = setUp(({ id }) => id === 1);
  slot.offer(frame(1));
  await finishOne();
  slot.offer(frame(2));
  await finishOne();
  expect(done).toEqual([
    [1, false],
    [2, true],
  ]);
});
