import { expect, test } from 'vitest';
import type { Dream } from '../../dreams/dreams.ts';
import type { VideoControl } from '../../protocol/controls.ts';
import { encodeFrame } from '../../protocol/frame.ts';
import { VIDEO_MESSAGE_BYTES } from '../../protocol/video-frame.ts';
import type { ViewerEvent } from '../../protocol/viewer-messages.ts';
import { noSafety, openRoomStage } from '../testing/room-stage.ts';
import { createViewerSocket } from '../viewer/viewer-socket.ts';

const CAMERA: VideoControl = {
  ...{ kind: 'video', name: 'camera', label: 'Camera', live: true },
  ...{ width: 512, height: 512, fps: 10 },
};
const LOGIN = { id: 'login', endsAt: Number.POSITIVE_INFINITY };
const ON = JSON.stringify({ type: 'video', name: 'camera', on: true, source: 'camera' });
const OFF = JSON.stringify({ type: 'video', name: 'camera', on: false });

const jpegOf = (width: number, height: number, bytes = 24) => {
  const jpeg = new Uint8Array(bytes);
  jpeg.set([
    0xff,
    0xd8,
    0xff,
    0xc0,
    0,
    11,
    8,
    height >> 8,
    height & 255,
    width >> 8,
    width & 255,
    1,
    1,
    0x11,
    0,
  ]);
  return jpeg;
};
let frames = 0;
const picture = (jpeg = jpegOf(512, 384)) => encodeFrame({ id: ++frames, at: 1_790_000_000_000 }, jpeg);

/** A viewer on a real viewer socket. */
function openStage(
  controls = [CAMERA],
  { dream = {}, ...options }: Parameters<typeof openRoomStage>[2] & { dream?: Partial<Dream> } = {},
) {
  const stage = openRoomStage(dream, controls, options);
  stage.ready();
  const { socket } = stage.watch();
  stage.sockets.length = 0;
  const viewers = (login = LOGIN) => {
    const own = createViewerSocket(
      stage.clock,
      stage.room,
      { format: 'binary', codecs: [0], locale: 'en' },
      login,
    );
    const fake = {
      ...socket,
      messages: [] as (string | Uint8Array)[],
      closed: null as { code: number } | null,
    };
    own.open({
      ...fake,
      send: (message) => fake.messages.push(message) > 0,
      close: (code: number) => {
        fake.closed ??= { code };
      },
    });
    const events = () =>
      fake.messages.flatMap((one) => (typeof one === 'string' ? [JSON.parse(one) as ViewerEvent] : []));
    return { ...own, fake, of: (type: string) => events().filter((one) => one.type === type) };
  };
  const passed = () => stage.framesToWorker.filter((one) => one !== null).length;
  return { ...stage, viewers, passed };
}

test('a camera’s frames reach the worker as they came, only while it is on, and never the tape', async () => {
  const { viewers, toWorker, framesToWorker, stored, taped, room } = openStage();
  const viewer = viewers();
  viewer.message(picture());
  expect(viewer.of('error')).toMatchObject([{ code: 'invalid-message' }]);
  viewer.message(ON);
  expect(toWorker.at(-1)).toEqual({ type: 'video', name: 'camera', on: true, source: 'camera' });
  const sent = picture();
  viewer.message(sent);
  expect(framesToWorker.at(-1)).toBe(sent);
  viewer.message(OFF);
  expect(toWorker.at(-1)).toEqual({ type: 'video', name: 'camera', on: false });
  viewer.message(picture());
  expect(framesToWorker.at(-1)).toBeNull();
  await expect.poll(() => stored.controls).toMatchObject([{ value: 'video:camera' }, { value: 'video:off' }]);
  expect(room.control('camera', true)).toMatchObject({ code: 'control-value' });
  expect(taped).toEqual([]);
});

test('a guest’s camera is refused', () => {
  const { viewers, toWorker } = openStage([CAMERA], { dream: { guest: true } });
  const viewer = viewers();
  viewer.message(ON);
  expect(viewer.of('error')).toMatchObject([{ code: 'control-fixed', control: 'camera' }]);
  expect(toWorker.some(({ type }) => type === 'video')).toBe(false);
});

test.each([
  ['not a JPEG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 1, 2, 3, 4, 5, 6)],
  ['a JPEG of 30000 × 30000 pixels', jpegOf(30_000, 30_000)],
  ['more bytes than a frame may have', jpegOf(512, 512, VIDEO_MESSAGE_BYTES - 15)],
])('%s never reaches the worker', (_, jpeg) => {
  const { viewers, passed } = openStage();
  const viewer = viewers();
  viewer.message(ON);
  viewer.message(picture(jpeg));
  expect(viewer.of('error').length + (viewer.fake.closed?.code === 1009 ? 1 : 0)).toBe(1);
  expect(passed()).toBe(0);
});

test('frames beyond the rate are dropped, and a flood closes the socket', () => {
  const { viewers, passed, clock } = openStage();
  const viewer = viewers();
  viewer.message(ON);
  for (let second = 0; second < 4; second += 1) {
    for (let sent = 0; sent < 20; sent += 1) viewer.message(picture());
    clock.turn(1_000);
  }
  expect(passed()).toBeLessThanOrEqual(15 + 30);
  expect(viewer.fake.closed).toBeNull();
  for (let sent = 0; sent < 200; sent += 1) viewer.message(picture());
  expect(viewer.fake.closed).toEqual({ code: 1008 });
});

test.each([
  [
    'leaves',
    (_: ReturnType<typeof openStage>, viewer: ReturnType<ReturnType<typeof openStage>['viewers']>) =>
      viewer.close(1000),
  ],
  ['signs out', ({ room }: ReturnType<typeof openStage>) => room.closeLogin('login')],
  ['is taken over', ({ viewers }: ReturnType<typeof openStage>) => void viewers({ ...LOGIN, id: 'other' })],
])('the camera of a viewer who %s is off at once', (_, go) => {
  const stage = openStage();
  const viewer = stage.viewers();
  viewer.message(ON);
  viewer.message(picture());
  go(stage, viewer);
  expect(stage.toWorker.at(-1)).toEqual({ type: 'video', name: 'camera', on: false });
  viewer.message(picture());
  expect(stage.passed()).toBe(1);
});

test('the rules for start images hold for the camera', async () => {
  const faults: (string | null)[] = [null, 'It shows something that may not be used.'];
  const { viewers, passed, pass } = openStage([CAMERA], {
    safety: {
      ...noSafety,
      camera: () => ({ everyMs: 1_000, fault: async () => faults.shift() ?? null }),
    },
  });
  const viewer = viewers();
  viewer.message(ON);
  viewer.message(picture());
  expect(passed()).toBe(0);
  await Promise.resolve();
  viewer.message(picture());
  expect(passed()).toBe(1);
  pass(1);
  viewer.message(picture());
  await Promise.resolve();
  expect(viewer.of('video').at(-1)).toMatchObject({ on: false, error: expect.stringContaining('may not') });
  viewer.message(picture());
  expect(viewer.of('error')).toEqual([]);
  const refuses = openStage([CAMERA], {
    safety: {
      ...noSafety,
      gate: () => ({ ...noSafety.gate({} as never), pictureFault: () => 'The prompts name a real person.' }),
    },
  });
  const other = refuses.viewers();
  other.message(ON);
  expect(other.of('error')).toMatchObject([{ code: 'moderated', control: 'camera' }]);
});
