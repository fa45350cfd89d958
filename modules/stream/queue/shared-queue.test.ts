import { afterEach, expect, test, vi } from 'vitest';
import type { Dream } from '../../dreams/dreams.ts';
import type { Room } from '../room/room.ts';
import { quietLog } from '../testing/room-stage.ts';
import type { WorkerSlot } from '../workers/worker-slot.ts';
import { createSharedQueue } from './shared-queue.ts';

afterEach(() => vi.restoreAllMocks());

interface Waiting {
  id: string;
  node: string;
  claimedAt: number | null;
}

/** Node `a`'s queue, with an array in place of the database table. */
function createBed(waiting: Waiting[]) {
  const rooms = new Map<string, { dream: Waiting; ended: null; handOver(): void; send(): void }>();
  const moved: string[] = [];
  const served: string[] = [];
  let isDraining = false;
  let hasRoom = true;
  const promised: string[] = [];
  let beforeClaim = () => {};
  const queue = createSharedQueue({
    log: quietLog,
    node: 'a',
    space: { hasRoom: () => hasRoom, promise: ({ id }) => void promised.push(id) },
    orders: { isDraining: () => false },
    repository: {
      find: async (id) =>
        ({ jobStatus: 'PENDING', ...waiting.find((one) => one.id === id) }) as unknown as Dream,
      listWaiting: async () => waiting.filter(({ claimedAt }) => claimedAt === null),
      listElsewhere: async (ids, node) =>
        ids.filter((id) => !waiting.some((one) => one.id === id && one.node === node)),
      async claimWaiting(node) {
        beforeClaim();
        const first = waiting.find(({ claimedAt }) => claimedAt === null);
        return first ? (Object.assign(first, { node, claimedAt: 1 }) as unknown as Dream) : null;
      },
      async unclaim(id) {
        for (const one of waiting) if (one.id === id) one.claimedAt = null;
      },
    },
    open(dream) {
      const known = rooms.get(dream.id);
      const room = known ?? {
        dream: dream as unknown as Waiting,
        ended: null,
        handOver: () => void moved.push(dream.id),
        send: () => {},
      };
      rooms.set(dream.id, room);
      if (!known) queue.join(room as unknown as Room);
      return room as unknown as Room;
    },
    publish: () => {},
    takesDreams: () => !isDraining,
  });
  const slot = (id: string) =>
    ({
      id,
      generator: 'x',
      pass: null,
      hello: {},
      serve: (room: Room) => served.push(room.dream.id),
    }) as unknown as WorkerSlot;
  return {
    queue,
    moved,
    served,
    slot,
    promised,
    fills: (full: boolean) => {
      hasRoom = !full;
    },
    drains: () => {
      isDraining = true;
    },
    beforeClaim: (call: () => void) => {
      beforeClaim = call;
    },
  };
}

const waits = (id: string, node: string): Waiting => ({ id, node, claimedAt: null });

test('a worker takes the dream that has waited longest, on any node', async () => {
  const { queue, served, slot } = createBed([waits('there', 'b'), waits('here', 'a')]);
  queue.offer(slot('one'));
  await vi.waitFor(() => expect(served).toEqual(['there']));
  queue.offer(slot('two'));
  await vi.waitFor(() => expect(served).toEqual(['there', 'here']));
});

test('a dream that another node has taken or was given leaves this node’s queue', async () => {
  const waiting = [waits('one', 'a'), waits('two', 'a'), waits('three', 'a')];
  const { queue, moved } = createBed(waiting);
  queue.match();
  await vi.waitFor(() => expect(queue.waiting().length).toBe(3));
  Object.assign(waiting[0] ?? {}, { node: 'b', claimedAt: 1 });
  Object.assign(waiting[1] ?? {}, { node: 'b' });
  queue.match();
  await vi.waitFor(() => expect(moved.toSorted()).toEqual(['one', 'two']));
  const [left] = queue.waiting();
  expect(left && queue.position(left)).toBe(2);
});

test('a worker that disconnects while a dream is taken for it leaves the dream in the queue', async () => {
  const waiting = [waits('one', 'a')];
  const { queue, served, slot, beforeClaim } = createBed(waiting);
  const gone = slot('gone');
  beforeClaim(() => queue.withdraw(gone));
  queue.offer(gone);
  await vi.waitFor(() => expect(queue.waiting().length).toBe(1));
  await vi.waitFor(() => expect(waiting[0]?.claimedAt).toBeNull());
  expect(served).toEqual([]);
  beforeClaim(() => {});
  queue.offer(slot('stays'));
  await vi.waitFor(() => expect(served).toEqual(['one']));
});

test('a node with a full disk takes none; disk space is reserved when a dream has a worker', async () => {
  const { queue, served, promised, slot, fills } = createBed([waits('one', 'b'), waits('two', 'b')]);
  fills(true);
  queue.offer(slot('idle'));
  await queue.stop();
  expect([served, promised]).toEqual([[], []]);
  fills(false);
  queue.match();
  await vi.waitFor(() => expect(served).toEqual(['one']));
  expect(promised).toEqual(['one']);
});

test('a node that drains takes none', async () => {
  const { queue, served, slot, drains } = createBed([waits('one', 'b')]);
  drains();
  queue.offer(slot('idle'));
  await queue.stop();
  expect(served).toEqual([]);
});
