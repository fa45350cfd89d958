import type { Heartbeat } from '../../../src/kit/flow/heartbeat.ts';
import type { SocketHandler } from '../../../src/kit/runtime.ts';
import { preference, type Queue } from '../queue/queue.ts';
import type { Room } from '../room/room.ts';
import type { WorkersStore } from '../store.ts';
import { createTrial, type TrialOutcome } from './trial.ts';
import type { WorkerOrders } from './worker-orders.ts';
import type { WorkerOrigin, WorkerSlot } from './worker-slot.ts';
import {
  createWorkerSocket,
  type WorkerEvents,
  type WorkerSocket,
  type WorkerSocketDeps,
} from './worker-socket.ts';

export interface FleetDeps extends WorkerSocketDeps {
  workers: WorkersStore;
  queue: Queue;
  orders: WorkerOrders;
  heartbeat: Heartbeat;
  room(dreamId: string): Room | null;
}

export type Fleet = ReturnType<typeof createFleet>;

/** The workers that are connected to this node: their sockets, and the orders to each of them. */
export function createFleet(deps: FleetDeps) {
  const { log, workers, queue, orders } = deps;
  const sockets = new Map<SocketHandler, WorkerSocket>();
  const slots = new Set<WorkerSlot>();

  /** The handler of a worker's socket, which may connect from there. */
  function open(origin: WorkerOrigin): SocketHandler {
    const events: WorkerEvents = {
      idle(slot) {
        const isNew = !slots.has(slot);
        slots.add(slot);
        if (isNew) note(workers.add(slot.connectionId, slot.hello));
        if (!dismissWithout(slot)) queue.offer(slot);
      },
      gone(slot, room, why) {
        slots.delete(slot);
        queue.withdraw(slot);
        sockets.delete(handler);
        note(workers.remove(slot.connectionId));
        room?.end(why);
      },
      isRemoved: orders.isRemoved,
      rested: queue.match,
      alive: (slot) => note(workers.touch(slot.connectionId)),
    };
    const socket = createWorkerSocket(deps, events, origin);
    const guarded = deps.heartbeat.guard(socket.handler);
    const handler: SocketHandler = {
      ...guarded,
      open(opened) {
        sockets.set(handler, socket);
        guarded.open(opened);
      },
      close(code) {
        sockets.delete(handler);
        guarded.close(code);
      },
    };
    return handler;
  }

  /** Dismisses a worker that was started for one dream once that has ended. */
  function dismissWithout(slot: WorkerSlot): boolean {
    const isDone = slot.pass !== null && slot.isIdle && deps.room(slot.pass.dreamId)?.ended !== null;
    if (isDone) slot.dismiss('The dream has ended.');
    return isDone;
  }

  /** The registry is for operators; a dream must not wait for it, nor fail with it. */
  function note(write: Promise<void>): void {
    write.catch((error: unknown) => log.warn('worker registry', { error }));
  }

  const named = (workerId: string) => [...slots].filter(({ id }) => id === workerId);

  return {
    open,
    get size() {
      return slots.size;
    },
    isDraining: orders.isDraining,
    list: () => [...slots].map((slot) => ({ slot, isDraining: orders.isDraining(slot.id) })),

    /** A dream has ended that this worker drew, if any did. */
    dreamEnded(worker: { id: string } | null, hasFailed: boolean): void {
      for (const slot of slots) if (slot === worker) slot.release(hasFailed);
    },
    /**
     * Has a free worker draw a frame that belongs to no dream.
     * @returns the outcome; null where none is free
     */
    tryOne(): Promise<TrialOutcome> | null {
      const slot = [...slots]
        .sort((one, other) => preference(one) - preference(other))
        .find((one) => one.isIdle && one.pass === null && !orders.isDraining(one.id));
      if (!slot) return null;
      queue.withdraw(slot);
      return new Promise((resolve) =>
        slot.serve(
          createTrial((outcome, hasFailed) => {
            slot.release(hasFailed);
            resolve(outcome);
          }),
        ),
      );
    },
    /** Dismisses those that were started for a dream which is over. */
    dismissUnneeded(): void {
      for (const slot of slots) dismissWithout(slot);
    },

    /**
     * Drains a worker, which then takes no new dream and goes on with the one that it has, or resumes it. False
     * when there is none of this id here.
     */
    drain(workerId: string, drains: boolean): boolean {
      if (drains) orders.drain(workerId);
      else orders.resume(workerId);
      queue.match();
      return named(workerId).length > 0;
    },
    /** Removes it, and ends the dream that it draws. False when there is none of this id here. */
    remove(workerId: string): boolean {
      const those = named(workerId);
      for (const slot of those) {
        orders.remove(slot.hello);
        slot.remove();
      }
      return those.length > 0;
    },

    tick(): void {
      for (const socket of sockets.values()) socket.tick();
    },
    closeLogin(loginId: string): void {
      for (const socket of sockets.values()) socket.closeLogin(loginId);
    },
    /** Ends what this person's browsers draw: they are no operator any more. */
    closeOperator(userId: string): void {
      for (const socket of sockets.values()) socket.closeOperator(userId);
    },
  };
}
