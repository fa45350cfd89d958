import { expect, test } from 'vitest';
import { encodeSound, readSound, type SoundPacket } from '../../protocol/sound.ts';
import { frameOf, openRoomStage } from '../testing/room-stage.ts';

const packetOf = (id: number, at: number): SoundPacket =>
  readSound(encodeSound(id, at, new Uint8Array([id, 2, 3]))) as SoundPacket;

function openStage() {
  const stage = openRoomStage({}, [], { sound: true });
  const viewer = stage.live();
  const at = frameOf(1).at;
  const heard = () => viewer.socket.messages.filter((one) => typeof one !== 'string' && one[2] === 16);
  return { ...stage, viewer, at, heard };
}

test('sound reaches those who want it, and the tape always, on the frames’ clock', () => {
  const { room, toWorker, viewer, tapedSound, taped, heard, at } = openStage();
  expect(toWorker[0]).toMatchObject({ type: 'start', sound: true });
  room.workerSound(packetOf(1, at));
  expect(heard()).toEqual([]);
  viewer.link.takeSound(true);
  room.workerSound(packetOf(2, at + 20));
  // late and repeated
  room.workerSound(packetOf(2, at + 40));
  room.workerSound(packetOf(1, at + 40));
  expect(heard()).toHaveLength(1);
  expect(tapedSound.map(({ packet }) => packet[0])).toEqual([1, 2]);
  // The first frame has the same timestamp.
  expect(Math.abs((tapedSound[0]?.at ?? 0) - (taped[0]?.at ?? 0))).toBeLessThan(70);
  expect((tapedSound[1]?.at ?? 0) - (tapedSound[0]?.at ?? 0)).toBeCloseTo(20, 0);
});

test('frames that are held up on their way don’t move the sound', () => {
  const { room, clock, tapedSound, viewer, draw, at } = openStage();
  // Two seconds of frames with the timestamp of the first.
  draw(2, viewer);
  const now = clock.now();
  room.workerSound(packetOf(1, at));
  expect(now - (tapedSound[0]?.at ?? 0)).toBeGreaterThan(1_900);
});

test('a wrong clock doesn’t move sound away from its arrival', () => {
  const { room, clock, tapedSound, at } = openStage();
  for (const [index, wrong] of [at + 1e9, -at, 1e300, -1e300].entries()) {
    room.workerSound(packetOf(index + 1, wrong));
    expect(tapedSound.at(-1)?.at).toBe(clock.now());
  }
});

test('a slow connection holds 400 ms of sound, the newest', () => {
  const { room, viewer, heard, at, clock } = openStage();
  viewer.link.takeSound(true);
  let backlog = 1e6;
  viewer.socket.backlog = () => backlog;
  for (let id = 1; id <= 100; id += 1) {
    clock.turn(20);
    room.workerSound(packetOf(id, at + id * 20));
  }
  expect(heard()).toEqual([]);
  backlog = 0;
  room.tick();
  expect(viewer.socket.frameIds().slice(-20)).toEqual(Array.from({ length: 20 }, (_, index) => index + 81));
});

test.each([
  [new Uint8Array(16), 'sound is shorter than its header'],
  [encodeSound(1, 5, new Uint8Array(5000)), 'sound is larger than 4096 bytes'],
  [encodeSound(1, Number.NaN, new Uint8Array(5)), 'sound timestamp is not a number'],
])('a broken packet is named', (message, fault) => {
  message[2] = 16;
  expect(readSound(message)).toBe(fault);
});

test('captions reach viewers, and those who join later; there is one before anything is heard', () => {
  const { room, watch } = openStage();
  const { socket } = watch();
  expect(socket.events()).toContainEqual({ type: 'sound_caption', text: '' });
  room.workerMessage({ type: 'sound_caption', text: 'rain, wind' });
  const caption = { type: 'sound_caption', text: 'rain, wind' };
  expect(socket.events()).toContainEqual(caption);
  expect(watch().socket.events()).toContainEqual(caption);
});

test('captions are stored with their times, those of a worker that never settles more slowly', async () => {
  const { room, clock, stored } = openStage();
  const start = clock.now();
  room.workerMessage({ type: 'sound_caption', text: 'rain, wind' });
  clock.turn(2_000);
  room.workerMessage({ type: 'sound_caption', text: '' });
  for (let second = 0; second < 200; second += 1) {
    clock.turn(1_000);
    room.workerMessage({ type: 'sound_caption', text: `noise ${second}` });
  }
  await expect.poll(() => stored.sounds.length).toBeGreaterThan(100);
  expect(stored.sounds.slice(0, 2)).toEqual([
    { dreamId: 'dream', position: 1, text: 'rain, wind', heardAt: start },
    { dreamId: 'dream', position: 2, text: '', heardAt: start + 2_000 },
  ]);
  expect(stored.sounds.length).toBeLessThan(165);
});
