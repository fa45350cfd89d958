import type { Dream } from '../../dreams/dreams.ts';
import type { Room } from '../room/room.ts';
import type { WorkerOrders } from '../workers/worker-orders.ts';
import type { WorkerSlot } from '../workers/worker-slot.ts';

/** Disk space for recordings on this server. */
export interface DreamSpace {
  /** True if there is space for another dream. */
  hasRoom(): boolean;
  /** Reserves space for a dream that now has a worker. */
  promise(dream: Dream): void;
}

/** Parts of the relay that a queue needs. */
export interface QueueParts {
  orders: Pick<WorkerOrders, 'isDraining'>;
  space: DreamSpace;
  /** finds or opens a dream's room */
  open(dream: Dream): Room;
}

/** Matches waiting dreams, in order of arrival, with idle workers. */
export interface Queue {
  join(room: Room): void;
  leave(room: Room): void;
  offer(slot: WorkerSlot): void;
  withdraw(slot: WorkerSlot): void;
  /** Called when a worker may have become able to accept a dream. */
  match(): void;
  tick(): void;
  /** this server's waiting rooms, in order of arrival */
  waiting(): readonly Room[];
  /** 1 is next; null if not queued */
  position(room: Room): number | null;
  figures(): { queued: number; idle: number };
  start(): void;
  stop(): Promise<void>;
}

/** Sort key: the built-in painter draws only if no better worker is free. */
export const preference = ({ generator }: WorkerSlot) => (generator === 'demo' ? 1 : 0);
