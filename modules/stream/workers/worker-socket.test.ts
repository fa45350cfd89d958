import { describe, expect, test } from 'vitest';
import type { Dream } from '../../dreams/queries/live.ts';
import type { DreamRepository } from '../../dreams/repository.ts';
import { createFakeClock, type FakeClock } from '../../kit/testing/fake-clock.ts';
import { englishText } from '../../kit/texts/codes.ts';
import { encodeFrame } from '../../protocol/frame.ts';
import { createRoom } from '../room/room.ts';
import { createFakeSocket, frameOf, JPEG, noJournal, noSafety, quietLog } from '../testing/room-stage.ts';
import { createWorkerHealth } from './worker-health.ts';
import type { Drawing, WorkerSlot } from './worker-slot.ts';
import { createWorkerSocket } from './worker-socket.ts';

const HELLO = {
  type: 'hello',
  protocol: 1,
  worker_id: 'w',
  generator: 'g',
  version: '1',
  width: 1280,
  height: 720,
  fps: 16,
};

const healthy = (clock: FakeClock, reports: string[] = []) =>
  createWorkerHealth(clock, {
    failing: (id, fault) => reports.push(`${id} fails: ${englishText(fault)}`),
    works: (id) => reports.push(`${id} works`),
  });

function open({
  allowsNonCommercial = false,
  isLocalOnly = false,
  allowsCamera = true,
  clock = createFakeClock(),
  health = healthy(clock),
} = {}) {
  const socket = createFakeSocket();
  const idle: WorkerSlot[] = [];
  const gone: (Drawing | null)[] = [];
  let rested = 0;
  const worker = createWorkerSocket(
    { clock, log: quietLog, health, allowsNonCommercial, isLocalOnly, allowsCamera },
    {
      idle: (slot) => idle.push(slot),
      gone: (_, room) => gone.push(room),
      alive() {},
      isRemoved: () => false,
      rested: () => void rested++,
    },
  );
  worker.handler.open(socket);
  const say = (message: object) => worker.handler.message(JSON.stringify(message));
  const pass = (seconds: number) => {
    clock.turn(seconds * 1000);
    worker.tick();
  };
  /** Gives the worker a dream, as the relay does. */
  const serve = () => {
    const slot = idle.at(-1);
    if (!slot) throw new Error('the worker is not idle');
    const room = createRoom({ id: 'd', limitSeconds: 300, seed: 1 } as Dream, {
      clock,
      log: quietLog,
      repository: { finish: async () => true } as unknown as DreamRepository,
      openJournal: () => noJournal,
      safety: noSafety,
      toImage: async () => null,
      openTape: () => {
        throw new Error('nothing is shown here');
      },
      recordingClosed: async () => {},
      onEnded: () => slot.release(),
    });
    slot.serve(room);
    return room;
  };
  return { ...worker, socket, idle, gone, rested: () => rested, say, pass, serve };
}

const HARMLESS_JPEG = frameOf(1).message;

describe('a worker', () => {
  test('that sends no hello for ten seconds is disconnected', () => {
    const { socket, pass } = open();
    pass(9.9);
    expect(socket.closed).toBeNull();
    pass(0.1);
    expect(socket.closed).toEqual({ code: 1008, reason: 'no hello came' });
  });

  test('with a non-commercial licence only gets dreams if that is allowed', () => {
    const refused = open();
    refused.say({ ...HELLO, generator: 'krea', non_commercial: true });
    expect(refused.socket.closed?.code).toBe(1008);
    expect(refused.socket.closed?.reason).toContain('krea is not licensed for sites that sell plans');
    expect(refused.idle).toEqual([]);
    const taken = open({ allowsNonCommercial: true });
    taken.say({ ...HELLO, generator: 'krea', non_commercial: true });
    expect(taken.idle).toHaveLength(1);
  });

  test('for its owner’s machine alone gets no dreams of a site that reaches beyond', () => {
    const hello = { ...HELLO, generator: 'biome', local_only: true };
    const refused = open({ allowsNonCommercial: true });
    refused.say(hello);
    expect(refused.socket.closed?.reason).toContain('biome is licensed for its owner’s machine alone');
    const taken = open({ isLocalOnly: true });
    taken.say(hello);
    expect(taken.idle).toHaveLength(1);
  });

  test('offers no camera where the operator has switched cameras off', () => {
    const controls = [
      { kind: 'video', name: 'camera', label: 'Camera', live: true, width: 320, height: 180, fps: 8 },
      { kind: 'switch', name: 'grain', label: 'Grain', live: true, default: true },
    ];
    for (const [allowsCamera, names] of [
      [true, ['camera', 'grain']],
      [false, ['grain']],
    ] as const) {
      const worker = open({ allowsCamera });
      worker.say({ ...HELLO, controls });
      expect(worker.idle[0]?.controls.map(({ name }) => name)).toEqual(names);
      worker.serve();
      worker.say({ type: 'ready', controls });
      expect(worker.idle[0]?.controls.map(({ name }) => name)).toEqual(names);
    }
  });

  test('is free again once it reports its stop, and lost if it never does', () => {
    const { socket, idle, say, serve, pass } = open();
    say(HELLO);
    expect(idle).toHaveLength(1);
    const room = serve();
    room.end('viewer-ended');
    pass(14.9);
    say({ type: 'stopped' });
    expect(idle).toHaveLength(2);
    serve().end('viewer-ended');
    pass(15);
    expect(socket.closed).toEqual({ code: 1008, reason: 'it did not stop' });
  });

  test('that stops by itself fails its dream, and is free only after the resulting stop', () => {
    const { idle, say, serve } = open();
    say(HELLO);
    const room = serve();
    say({ type: 'stopped' });
    expect(room.ended?.status).toBe('FAILED');
    expect(idle).toHaveLength(1);
    say({ type: 'stopped' });
    expect(idle).toHaveLength(2);
    say({ type: 'stopped' });
    expect(idle).toHaveLength(2);
  });

  test('may still send a frame or two after its dream ends, but nothing else', () => {
    const { handler, socket, say, serve } = open();
    say(HELLO);
    serve().end('viewer-ended');
    handler.message(HARMLESS_JPEG);
    expect(socket.closed).toBeNull();
    handler.message(new Uint8Array(50));
    expect(socket.closed?.code).toBe(1008);
  });

  test('that disconnects fails its dream, once', () => {
    const { handler, gone, say, serve } = open();
    say(HELLO);
    const room = serve();
    handler.close(1006);
    handler.close(1006);
    expect(gone).toEqual([room]);
  });

  test('gets a close reason that fits the protocol’s limit', () => {
    const { handler, socket } = open();
    handler.message(JSON.stringify({ ...HELLO, ['ü'.repeat(300)]: 1, worker_id: '€'.repeat(300) }));
    expect(Buffer.byteLength(socket.closed?.reason ?? '')).toBeLessThanOrEqual(123);
    expect(socket.closed?.reason).toMatch(/worker_id/);
  });
});

test('a back-off that ends before the first tick is reported, too', () => {
  const clock = createFakeClock();
  const health = healthy(clock);
  const failing = open({ clock, health });
  failing.say(HELLO);
  failing.serve();
  failing.handler.close(1006);
  clock.turn(900);
  const worker = open({ clock, health });
  worker.say(HELLO);
  expect(worker.idle.at(-1)?.rests).toBe(true);
  worker.pass(1);
  worker.pass(1);
  expect(worker.rested()).toBe(1);
});

test('a worker that keeps failing backs off twice as long each time, even after reconnecting', () => {
  const clock = createFakeClock();
  const reports: string[] = [];
  const health = healthy(clock, reports);
  /** Fails at once on a new connection. Returns the back-off in seconds. */
  const fail = () => {
    const worker = open({ clock, health });
    worker.say(HELLO);
    worker.serve();
    worker.handler.close(1006);
    let seconds = 0;
    for (const { idle, say, pass } = reopened(); idle.at(-1)?.rests; seconds++) {
      say({ type: 'stats', fps: 1 });
      pass(1);
    }
    return seconds;
  };
  const reopened = () => {
    const worker = open({ clock, health });
    worker.say(HELLO);
    return worker;
  };
  expect(Array.from({ length: 12 }, fail)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
  expect(reports).toHaveLength(10);
  expect(reports[0]).toBe('w fails: Its connection broke before it had drawn anything.');

  // A dream that ended before it was drawn proves nothing; one that was drawn does.
  const worker = reopened();
  worker.serve();
  worker.idle.at(-1)?.release();
  worker.say({ type: 'stopped' });
  expect(worker.idle.at(-1)?.fault).not.toBeNull();
  worker.serve();
  worker.handler.message(HARMLESS_JPEG);
  worker.idle.at(-1)?.release();
  expect(reports.slice(10)).toEqual(['w works']);
  expect(fail()).toBe(1);
});

test('a worker that sends an invalid frame is dropped', () => {
  const worker = open();
  worker.say(HELLO);
  worker.serve();
  worker.handler.message(new Uint8Array(100));
  expect(worker.socket.closed).toMatchObject({ code: 1008, reason: expect.stringMatching(/version/) });
});

describe('a worker that sends a lot', () => {
  const big = (frameId: number, bytes: number) => {
    const jpeg = new Uint8Array(bytes);
    jpeg.set(JPEG);
    return encodeFrame({ id: frameId, at: 1 }, jpeg);
  };

  /** Sends messages at a rate. Returns the seconds until the worker was dropped, or null. */
  function send(perSecond: number, seconds: number, message: (index: number) => string | Uint8Array) {
    const worker = open();
    worker.say(HELLO);
    worker.serve();
    for (let index = 1; index <= perSecond * seconds; index++) {
      worker.pass(1 / perSecond);
      worker.handler.message(message(index));
      const { closed } = worker.socket;
      if (closed) return { after: index / perSecond, ...closed };
    }
    return null;
  }

  test.each<[string, number, number, (index: number) => string | Uint8Array]>([
    ['pictures of 200 KiB at its rate', 16, 120, (index) => big(index, 200 * 1024)],
    ['a fifth more pictures than it was asked for', 19, 300, (index) => frameOf(index).message],
    ['thirty messages a second', 30, 300, () => '{"type":"loading","progress":0.5}'],
  ])('%s, keeps its socket', (_, perSecond, seconds, message) => {
    expect(send(perSecond, seconds, message)).toBeNull();
  });

  test('after a connection stall of 15 s, keeps its socket', () => {
    const worker = open();
    worker.say(HELLO);
    worker.serve();
    for (let index = 1; index <= 15 * 16; index++) worker.handler.message(frameOf(index).message);
    expect(worker.socket.closed).toBeNull();
  });

  test.each<[string, number, RegExp, number, (index: number) => string | Uint8Array]>([
    ['500 pictures a second', 500, /more than 16 frames a second/, 1, (index) => frameOf(index).message],
    ['twice the rate', 32, /more than 16 frames a second/, 30, (index) => frameOf(index).message],
    ['pictures of 4 MB', 16, /more than 4194304 bytes a second/, 1, (index) => big(index, 4_000_000)],
    ['pictures of 400 KB', 16, /more than 4194304 bytes a second/, 15, (index) => big(index, 400_000)],
    ['a thousand words a second', 1000, /too many messages/, 1, () => '{"type":"loading","text":"…"}'],
  ])('%s, is dropped with a reason', (_, perSecond, reason, within, message) => {
    const dropped = send(perSecond, 60, message);
    expect(dropped).toMatchObject({ code: 1008, reason: expect.stringMatching(reason) });
    expect(dropped?.after).toBeLessThanOrEqual(within);
  });
});
