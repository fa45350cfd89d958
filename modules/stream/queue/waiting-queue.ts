import type { Dream } from '../../dreams/dreams.ts';
import type { Room } from '../room/room.ts';
import type { WorkerOrders } from '../workers/worker-orders.ts';
import type { WorkerSlot } from '../workers/worker-slot.ts';

/** The painter of this box draws when nothing better is free. */
export const preference = ({ generator }: WorkerSlot) => (generator === 'demo' ? 1 : 0);

/** The disk of this node, on which dreams are recorded. */
export interface DreamSpace {
  /** whether another dream may begin */
  hasRoom(): boolean;
  /** A worker has it. */
  promise(dream: Dream): void;
}

export type WaitingQueue = ReturnType<typeof createWaitingQueue>;

/** Dreams that wait for a worker, in order of arrival, and workers that wait for a dream. */
export function createWaitingQueue({ isDraining }: Pick<WorkerOrders, 'isDraining'>, space: DreamSpace) {
  let waiting: Room[] = [];
  let isShort = false;
  const idle = new Set<WorkerSlot>();

  /** First come, first served; a worker that was started for one dream takes only that one. */
  function match(): void {
    for (const slot of [...idle].sort((a, b) => preference(a) - preference(b))) {
      const room = slot.rests || isDraining(slot.id) ? null : firstFor(slot);
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
      waiting.push(room);
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
    /** A worker may be able to take a dream now that could not before. */
    match,
    /** Looks again where the disk has kept dreams from beginning. */
    tick(): void {
      if (isShort) match();
    },
    /** in order of arrival */
    waiting: (): readonly Room[] => waiting,
    /** 1 is next; null when not queued */
    position(room: Room): number | null {
      const index = waiting.indexOf(room);
      return index < 0 ? null : index + 1;
    },
    figures: () => ({ queued: waiting.length, idle: idle.size }),
  };
}
