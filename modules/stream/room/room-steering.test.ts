import { expect, test } from 'vitest';
import type { Control } from '../../protocol/controls.ts';
import { AT_REST } from '../../protocol/steering.ts';
import { openRoomStage } from '../testing/room-stage.ts';

const CAMERA: Control = {
  kind: 'axes',
  name: 'camera',
  label: 'Camera',
  live: true,
  axes: [{ name: 'pan', label: 'Pan', keys: ['ArrowLeft', 'ArrowRight'] }],
  buttons: [{ name: 'home', label: 'Home', key: 'KeyC' }],
  default: AT_REST,
};

function openStage() {
  const stage = openRoomStage({}, [CAMERA]);
  stage.ready();
  stage.watch();
  const steered = () =>
    stage.toWorker.flatMap((message) => (message.type === 'control' ? [String(message.value)] : []));
  const hold = (value: string) => stage.room.control('camera', value);
  return { ...stage, steered, hold };
}

test('only the newest state goes to the worker, and not more often than the timeline can keep', () => {
  const { hold, steered, clock, room } = openStage();
  for (let n = 1; n <= 1000; n += 1) hold(`steer:pan:${(n / 1000).toFixed(3)}`);
  expect(steered()).toEqual(['steer:pan:0.125']);
  clock.turn(100);
  room.tick();
  expect(steered()).toEqual(['steer:pan:0.125', 'steer:pan:1']);
  for (let n = 0; n < 50; n += 1) hold('steer:pan:1');
  expect(steered()).toHaveLength(2);
});

test('what nobody holds any more returns to rest within a second or so', () => {
  const { hold, steered, clock, room } = openStage();
  hold('steer:pan:-1 home');
  for (let n = 0; n < 4; n += 1) {
    clock.turn(400);
    hold('steer:pan:-1 home');
    room.tick();
  }
  expect(steered()).toEqual(['steer:pan:-1 home']);
  clock.turn(1_100);
  room.tick();
  expect(steered()).toEqual(['steer:pan:-1 home', AT_REST]);
});

test('the viewer learns which frame shows it, and what can’t be held is refused', () => {
  const { hold, room, steered, watch } = openStage();
  const { socket } = watch();
  expect(hold('steer:fly:1')).toMatchObject({ code: 'control-value' });
  expect(hold('up')).toMatchObject({ code: 'control-value' });
  expect(room.control('nothing', 'steer:pan:1')).toMatchObject({ code: 'control-unknown' });
  expect(steered()).toEqual([]);
  hold('steer:pan:1');
  room.workerMessage({ type: 'control_ack', name: 'camera', frame_id: 12 });
  expect(socket.events()).toContainEqual({ type: 'steer_ack', name: 'camera', frame_id: 12 });
  expect(socket.events().filter(({ type }) => type === 'control')).toEqual([]);
});
