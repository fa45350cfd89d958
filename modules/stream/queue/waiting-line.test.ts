import { expect, test } from 'vitest';
import type { Room } from '../room/room.ts';
import type { WorkerSlot } from '../workers/worker-slot.ts';
import { createWaitingLine } from './waiting-line.ts';

const roomOf = (id: string) => ({ dream: { id }, tell() {} }) as unknown as Room;

test('dreams that wait are promised nothing; one begins when it has a worker and the disk has room', () => {
  const promised: string[] = [];
  const served: string[] = [];
  let room = 0;
  const line = createWaitingLine(
    { isDraining: () => false },
    {
      hasRoom: () => room > promised.length,
      promise: ({ id }) => void promised.push(id),
    },
  );
  const slot = (id: string) =>
    ({
      id,
      pass: null,
      hello: {},
      serve: ({ dream }: Room) => served.push(dream.id),
    }) as unknown as WorkerSlot;
  for (let n = 0; n < 75; n++) line.join(roomOf(`dream ${n}`));
  expect(promised).toEqual([]);
  line.offer(slot('one'));
  line.offer(slot('two'));
  expect(served).toEqual([]);
  line.tick();
  expect(served).toEqual([]);
  room = 1;
  line.tick();
  expect(served).toEqual(['dream 0']);
  room = 2;
  line.tick();
  expect([served, promised]).toEqual([
    ['dream 0', 'dream 1'],
    ['dream 0', 'dream 1'],
  ]);
  expect(line.figures()).toEqual({ queued: 73, idle: 0 });
});
