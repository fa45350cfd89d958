import { describe, expect, test } from 'vitest';
import type { Dream, Lifecycle } from '../dreams/lifecycle.ts';
import { createRoom, type Room } from './room.ts';
import { createFakeClock, createFakeSocket, frameOf, noJournal, quietLog } from './testing/room-stage.ts';
import { createWorkerSocket, type WorkerSlot } from './worker-socket.ts';

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

function open() {
  const clock = createFakeClock();
  const socket = createFakeSocket();
  const idle: WorkerSlot[] = [];
  const gone: (Room | null)[] = [];
  const worker = createWorkerSocket(
    { clock, log: quietLog },
    { idle: (slot) => idle.push(slot), gone: (_, room) => gone.push(room), alive() {} },
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
      lifecycle: { finish: async () => true } as unknown as Lifecycle,
      openJournal: () => noJournal,
      openTape: () => {
        throw new Error('nothing is shown here');
      },
      recordingClosed: async () => {},
      onEnded: () => slot.release(),
    });
    slot.serve(room);
    return room;
  };
  return { ...worker, socket, idle, gone, say, pass, serve };
}

const HARMLESS_JPEG = frameOf(1);

describe('a worker', () => {
  test('that says no hello for ten seconds is sent away', () => {
    const { socket, pass } = open();
    pass(9.9);
    expect(socket.closed).toBeNull();
    pass(0.1);
    expect(socket.closed).toEqual({ code: 1008, reason: 'no hello came' });
  });

  test('is free again once it has said that it stopped, and lost when it never does', () => {
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

  test('that stops by itself fails its dream and is free only after the stop that this brings', () => {
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

  test('may still send a picture or two after the end of its dream, but nothing else', () => {
    const { handler, socket, say, serve } = open();
    say(HELLO);
    serve().end('viewer-ended');
    handler.message(HARMLESS_JPEG);
    expect(socket.closed).toBeNull();
    handler.message(new Uint8Array(50));
    expect(socket.closed?.code).toBe(1008);
  });

  test('that is gone takes its dream with it, once', () => {
    const { handler, gone, say, serve } = open();
    say(HELLO);
    const room = serve();
    handler.close(1006);
    handler.close(1006);
    expect(gone).toEqual([room]);
  });

  test('gets a reason that fits into a close frame, whatever it did', () => {
    const { handler, socket } = open();
    handler.message(JSON.stringify({ ...HELLO, ['ü'.repeat(300)]: 1, worker_id: '€'.repeat(300) }));
    expect(Buffer.byteLength(socket.closed?.reason ?? '')).toBeLessThanOrEqual(123);
    expect(socket.closed?.reason).toMatch(/worker_id/);
  });
});
