import { createWaitingQueue } from '../queue/waiting-queue.ts';
import type { Cluster } from './cluster.ts';

/** A server that shares its dreams with no other. */
export const createSoloCluster = (): Cluster => ({
  createQueue: createWaitingQueue,
  join: async () => {},
  drain: async () => {},
  has: () => false,
  movedFrom: async () => null,
  connect: async () => null,
  end: async () => null,
  givePicture: async () => null,
  workers: async () => [],
  drainWorker() {},
  removeWorker() {},
  closeLogin() {},
  closeOperator() {},
});
