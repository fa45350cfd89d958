import { expect, test } from 'vitest';
import { CODEC } from '../../protocol/codecs.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { codeVideo } from '../../recordings/testing/coded-video.ts';
import { createFrameIntake } from './frame-intake.ts';

const BROKEN_KEYFRAME = Uint8Array.of(0, 0, 0, 1, 0x65, 1, 2, 3);

/** An intake that records its answer to each frame: the error text, or whether the frame is shown. */
async function openIntake() {
  let now = 0;
  let id = 0;
  let gaps = 0;
  const [key, picture] = await codeVideo([40, 60]);
  if (!key || !picture) throw new Error('nothing was coded');
  const intake = createFrameIntake({
    clock: { now: () => now, monotonic: () => now },
    fps: 16,
    largest: { width: 1280, height: 720 },
    onOdd: () => {},
    onGap: () => {
      gaps += 1;
    },
  });
  const take = (bytes: Uint8Array, isKey: boolean) => {
    now += 62.5;
    id += 1;
    const taken = intake.take(newFrame({ id, at: now, codec: CODEC.h264, key: isKey }, bytes));
    return typeof taken === 'string' ? taken : taken !== null;
  };
  return {
    key: () => take(key.bytes, true),
    picture: () => take(picture.bytes, false),
    broken: () => take(BROKEN_KEYFRAME, true),
    get gaps() {
      return gaps;
    },
  };
}

test('a worker whose keyframes can’t be shown is dropped, whatever it sends between them', async () => {
  const intake = await openIntake();
  expect([intake.key(), intake.picture(), intake.broken(), intake.picture()]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  // A good frame resets the count.
  expect([intake.key(), intake.picture()]).toEqual([true, true]);
  const said: (string | boolean)[] = [];
  for (let gop = 0; gop < 4; gop += 1) {
    said.push(intake.broken());
    for (let count = 0; gop < 3 && count < 15; count += 1) said.push(intake.picture());
  }
  expect(said.pop()).toBe('the frames can’t be shown: an H.264 keyframe without its parameters');
  expect(new Set(said)).toEqual(new Set([false]));
  expect(intake.gaps).toBe(46);
});
