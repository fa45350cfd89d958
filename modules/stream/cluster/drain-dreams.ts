import { setTimeout as after } from 'node:timers/promises';
import type { DreamRepository } from '../../dreams/dreams.ts';
import type { Nodes } from '../../nodes/nodes.ts';
import type { Relay } from '../relay.ts';

const LOOK_EVERY_MS = 250;

/** Gives the dreams that wait to another server, and waits until the live ones have ended. */
export async function drainDreams(
  {
    nodes,
    relay,
    repository,
  }: { nodes: Nodes; relay: Relay; repository: Pick<DreamRepository, 'moveWaiting'> },
  withinMs: number,
): Promise<void> {
  const until = performance.now() + withinMs;
  while (performance.now() < until) {
    const [taker] = nodes.takers();
    if (taker && relay.waiting().length > 0) {
      await repository.moveWaiting(nodes.self, taker).catch(() => {});
      relay.matchQueue();
      nodes.publish('line', null);
    }
    if (relay.liveRooms === 0 && (!taker || relay.waiting().length === 0)) return;
    await after(LOOK_EVERY_MS);
  }
}
