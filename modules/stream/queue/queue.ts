import type { Dream } from '../../dreams/dreams.ts';
import type { Room } from '../room/room.ts';
import type { WorkerOrders } from '../workers/worker-orders.ts';
import type { WorkerSlot } from '../workers/worker-slot.ts';

/** The disk of this server, on which dreams are recorded. */
export interface DreamSpace {
  /** True if another dream may begin. */
  hasRoom(): boolean;
  /** A worker has it. */
  promise(dream: Dream): void;
}

/** Parts of the live dream that a queue works with. */
export interface QueueParts {
  orders: Pick<WorkerOrders, 'isDraining'>;
  space: DreamSpace;
  /** finds the room of a dream, or opens it */
  open(dream: Dream): Room;
}

/** Dreams that wait for a worker, in order of arrival, and workers that wait for a dream. */
export interface Queue {
  join(room: Room): void;
  leave(room: Room): void;
  offer(slot: WorkerSlot): void;
  withdraw(slot: WorkerSlot): void;
  /** A worker may be able to take a dream now that could not before. */
  match(): void;
  tick(): void;
  /** those of this server, in order of arrival */
  waiting(): readonly Room[];
  /** 1 is next; null when not queued */
  position(room: Room): number | null;
  figures(): { queued: number; idle: number };
  start(): void;
  stop(): Promise<void>;
}

/** The painter of this box draws when nothing better is free. */
export const preference = ({ generator }: WorkerSlot) => (generator === 'demo' ? 1 : 0);
