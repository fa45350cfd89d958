import { setTimeout as after } from 'node:timers/promises';
import type { Dream, DreamRepository } from '../../dreams/dreams.ts';
import type { Log } from '../../kit/log.ts';
import type { TakeOver } from '../../nodes/nodes.ts';
import type { Relay } from '../relay.ts';

/** Maximum concurrent recoveries; each fetches a recording from storage. */
const MAX_AT_ONCE = 4;
/** Pause after a failed recovery. */
const RETRY_PAUSE_MS = 2_000;

interface TakeOverDeps {
  /** this node's name */
  self: string;
  relay: Pick<Relay, 'room' | 'rooms' | 'handOver'>;
  repository: Pick<DreamRepository, 'takeOverDreams' | 'listElsewhere'>;
  log: Log;
  /** ends a lost node's dream and saves its recording */
  recover(dream: Dream): Promise<void>;
}

/** Moves dreams from lost nodes to this one, and releases dreams that other nodes have taken over from it. */
export function createTakeOver({ self, relay, repository, log, recover }: TakeOverDeps): TakeOver {
  let taken: Dream[] = [];
  const queue: Dream[] = [];
  let running = 0;

  /** Failed dreams go to the back of the queue. */
  async function recoverQueued(): Promise<void> {
    running += 1;
    for (let next = queue.shift(); next; next = queue.shift()) {
      try {
        await recover(next);
      } catch (error) {
        log.warn('a dream of a lost node waits', { dream: next.id, error });
        await after(RETRY_PAUSE_MS);
        queue.push(next);
      }
    }
    running -= 1;
  }

  return {
    async takeOver(lost) {
      const dreams = await repository.takeOverDreams(lost, self);
      // A restarted node may have started a new dream since.
      taken = dreams.filter(({ id, endedAt }) => endedAt !== null || !relay.room(id));
    },
    recoverTaken() {
      queue.push(...taken);
      taken = [];
      while (running < MAX_AT_ONCE && queue.length > 0) void recoverQueued();
    },
    releaseTaken: async () => relay.handOver(await repository.listElsewhere(relay.rooms(), self)),
    releaseAll: () => relay.handOver(relay.rooms()),
  };
}
