import { expect, test } from 'vitest';
import { CODEC } from '../../protocol/codecs.ts';
import { newFrame } from '../../protocol/testing/new-frame.ts';
import { openRoomStage } from '../testing/room-stage.ts';

const LOGIN = { id: 'login', endsAt: Number.POSITIVE_INFINITY };
/** The head of a frame that depends on others; the relay reads no further. */
const BETWEEN = Uint8Array.of(0, 0, 0, 1, 0x41, 0x9a, 0, 0);
const BOTH = [CODEC.h264, CODEC.jpeg];

test('keyframes are requested at most twice a second, however many viewers need one', () => {
  const stage = openRoomStage({}, [], { codecs: BOTH });
  stage.ready();
  stage.watch(LOGIN, BOTH);
  stage.room.prompt('p', 'a sea');
  for (let id = 1; id <= 32; id += 1) {
    stage.clock.turn(62.5);
    stage.room.workerFrame(newFrame({ id, at: 0, codec: CODEC.h264 }, BETWEEN));
    stage.room.tick();
  }
  const asked = stage.toWorker.filter(({ type }) => type === 'keyframe');
  expect(asked.length).toBeGreaterThanOrEqual(4);
  expect(asked.length).toBeLessThanOrEqual(5);
  expect(stage.sockets[0]?.frameIds()).toEqual([]);
});

test('a viewer who reconnects isn’t limited to the previous connection’s rate', () => {
  const stage = openRoomStage({}, [], { codecs: BOTH });
  stage.ready();
  const { link } = stage.watch(LOGIN, BOTH);
  const rates = () => stage.toWorker.flatMap((one) => (one.type === 'pace' ? (one.kbps ?? []) : []));
  // All are sent at once, and each is acknowledged later than the one before.
  for (let id = 1; id <= 20; id += 1) {
    link.window.sent(id, stage.clock.monotonic(), 10_000);
    stage.clock.turn(20 * id);
    link.acknowledged(id);
  }
  const [thin] = rates().slice(-1);
  expect(thin).toBeLessThan(4_000);
  stage.watch(LOGIN, BOTH);
  expect(rates().at(-1)).toBe(4_000);
});
