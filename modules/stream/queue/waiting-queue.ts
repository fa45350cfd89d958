import type { Room } from '../room/room.ts';
import type { WorkerSlot } from '../workers/worker-slot.ts';
import { preference, type Queue, type QueueParts } from './queue.ts';

/** The in-memory queue of a single server. */
export function createWaitingQueue({ orders, space }: Omit<QueueParts, 'open'>): Queue {
  let waiting: Room[] = [];
  let isShort = false;
  const idle = new Set<WorkerSlot>();

  /** First come, first served, but guests last. A worker started for one dream accepts only that one. */
  function match(): void {
    for (const slot of [...idle].sort((a, b) => preference(a) - preference(b))) {
      const room = slot.rests || orders.isDraining(slot.id) ? null : firstFor(slot);
      if (!room) continue;
      isShort = !space.hasRoom();
      if (isShort) break;
      space.promise(room.dream);
      idle.delete(slot);
      waiting = waiting.filter((one) => one !== room);
      slot.serve(room);
    }
    sendPositions();
  }

  function firstFor({ pass, hello: { job_id: job } }: WorkerSlot): Room | undefined {
    if (pass) return waiting.find(({ dream }) => dream.id === pass.dreamId);
    return job ? waiting.find(({ dream }) => dream.rpJobId === job.toLowerCase()) : waiting[0];
  }

  function sendPositions(): void {
    for (const [index, room] of waiting.entries()) {
      room.send({ type: 'queue', position: index + 1, size: waiting.length });
    }
  }

  return {
    join(room: Room): void {
      const at = room.dream.guest ? -1 : waiting.findIndex(({ dream }) => dream.guest);
      waiting = at < 0 ? [...waiting, room] : waiting.toSpliced(at, 0, room);
      match();
    },
    leave(room: Room): void {
      waiting = waiting.filter((one) => one !== room);
      sendPositions();
    },
    offer(slot: WorkerSlot): void {
      idle.add(slot);
      match();
    },
    withdraw(slot: WorkerSlot): void {
      idle.delete(slot);
    },
    match,
    /** Tries again if lack of disk space held dreams back. */
    tick(): void {
      if (isShort) match();
    },
    waiting: (): readonly Room[] => waiting,
    position(room: Room): number | null {
      const index = waiting.indexOf(room);
      return index < 0 ? null : index + 1;
    },
    figures: () => ({ queued: waiting.length, idle: idle.size }),
    start() {},
    async stop() {},
  };
}
