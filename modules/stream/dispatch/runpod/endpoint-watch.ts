import type { Clock } from '../../../kit/clock.ts';
import type { RunpodClient } from './client.ts';

const ASK_INTERVAL_MS = 20_000;

/** Watches whether any worker is up or starting while jobs wait in RunPod's queue. Polls only then. */
export function createEndpointWatch(client: Pick<RunpodClient, 'health'>, clock: Clock) {
  let isEmpty = false;
  let nextSince = 0;
  return {
    tick(isQueueing: boolean): void {
      if (!isQueueing) isEmpty = false;
      if (!isQueueing || clock.monotonic() < nextSince) return;
      nextSince = clock.monotonic() + ASK_INTERVAL_MS;
      void client.health().then((workersUp) => {
        isEmpty = workersUp === 0;
      });
    },
    isEmpty: () => isEmpty,
  };
}
