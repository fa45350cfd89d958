import type { Heartbeat } from '../../kit/flow/heartbeat.ts';
import type { SocketHandler } from '../../kit/runtime.ts';
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

/** The workers connected to this node: their sockets, and operators' orders to them. */
export function createFleet(deps: FleetDeps) {
  const { log, workers, queue, orders } = deps;
  const sockets = new Map<SocketHandler, WorkerSocket>();
  const slots = new Set<WorkerSlot>();

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

  /** Dismisses a worker that was started for one dream once that dream has ended. */
  function dismissWithout(slot: WorkerSlot): boolean {
    const isDone = slot.pass !== null && slot.isIdle && deps.room(slot.pass.dreamId)?.ended !== null;
    if (isDone) slot.dismiss('The dream has ended.');
    return isDone;
  }

  /** The registry is only for operators; a dream must neither wait for it nor fail with it. */
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

    /** Releases the worker of a dream that has ended, if it had one. */
    dreamEnded(worker: { id: string } | null, hasFailed: boolean): void {
      for (const slot of slots) if (slot === worker) slot.release(hasFailed);
    },
    /**
     * Asks an idle worker for a test frame that belongs to no dream.
     * @returns the outcome; null if no worker is idle
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
    /** Dismisses workers started for dreams that are over. */
    dismissUnneeded(): void {
      for (const slot of slots) dismissWithout(slot);
    },

    /**
     * Drains or resumes a worker. A draining worker finishes its dream but accepts no new one. Returns false if the
     * worker isn't connected here.
     */
    drain(workerId: string, drains: boolean): boolean {
      if (drains) orders.drain(workerId);
      else orders.resume(workerId);
      queue.match();
      return named(workerId).length > 0;
    },
    /** Removes a worker and ends its dream. Returns false if the worker isn't connected here. */
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
    /** Disconnects the browsers of a user who is no longer an operator. */
    closeOperator(userId: string): void {
      for (const socket of sockets.values()) socket.closeOperator(userId);
    },
  };
}
