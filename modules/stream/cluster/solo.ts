import { setTimeout as after } from 'node:timers/promises';
import { createWaitingQueue } from '../queue/waiting-queue.ts';
import type { Relay } from '../relay.ts';
import { type Cluster, DRAIN_INTERVAL_MS } from './cluster.ts';

/** A single server that shares its dreams with no other. */
export function createSoloCluster(): Cluster {
  let relay: Relay | null = null;
  return {
    createQueue: createWaitingQueue,
    async join(here) {
      relay = here.relay;
    },
    async drain(withinMs) {
      const until = performance.now() + withinMs;
      while (relay && relay.figures().rooms > 0 && performance.now() < until) await after(DRAIN_INTERVAL_MS);
    },
    has: () => false,
    movedFrom: async () => null,
    connect: async () => null,
    end: async () => null,
    giveImage: async () => null,
    setScore: async () => false,
    latestFrame: async () => null,
    keepClip: async () => null,
    watch: async () => null,
    workers: async () => [],
    drainWorker() {},
    removeWorker() {},
    closeLogin() {},
    closeOperator() {},
    guestClaimed() {},
  };
}
