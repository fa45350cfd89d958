import { expect, test } from 'vitest';
import type { Room } from '../room/room.ts';
import type { WorkerSlot } from '../workers/worker-slot.ts';
import { createWaitingQueue } from './waiting-queue.ts';

const roomOf = (id: string) => ({ dream: { id }, send() {} }) as unknown as Room;

test('waiting dreams reserve nothing; one starts when it has a worker and the disk has space', () => {
  const promised: string[] = [];
  const served: string[] = [];
  let room = 0;
  const queue = createWaitingQueue({
    orders: { isDraining: () => false },
    space: {
      hasRoom: () => room > promised.length,
      promise: ({ id }) => void promised.push(id),
    },
  });
  const slot = (id: string) =>
    ({
      id,
      pass: null,
      hello: {},
      serve: ({ dream }: Room) => served.push(dream.id),
    }) as unknown as WorkerSlot;
  for (let n = 0; n < 75; n++) queue.join(roomOf(`dream ${n}`));
  expect(promised).toEqual([]);
  queue.offer(slot('one'));
  queue.offer(slot('two'));
  expect(served).toEqual([]);
  queue.tick();
  expect(served).toEqual([]);
  room = 1;
  queue.tick();
  expect(served).toEqual(['dream 0']);
  room = 2;
  queue.tick();
  expect([served, promised]).toEqual([
    ['dream 0', 'dream 1'],
    ['dream 0', 'dream 1'],
  ]);
  expect(queue.figures()).toEqual({ queued: 73, idle: 0 });
});
