import type { Dream } from '../../dreams/dreams.ts';
import type { EndReason } from '../../dreams/shared/dream-end.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Relay } from '../relay.ts';
import { endIsStored } from './connect.ts';

interface StopDeps {
  relay: Pick<Relay, 'room'>;
  cluster: Pick<Cluster, 'has' | 'end' | 'movedFrom'>;
}

/**
 * Ends a live dream as ABORTED, keeping its recording; one that has ended stays as it is.
 * @param noted is awaited before a live one ends: it ends in its room, outside any transaction
 */
export async function stopLive(deps: StopDeps, dream: Dream, noted: () => Promise<void>): Promise<JobStatus> {
  const room = deps.relay.room(dream.id);
  const isThere = room ? !room.ended : deps.cluster.has(dream);
  if (!isThere) return room?.jobStatus() ?? dream.jobStatus;
  await noted();
  return endLive(deps, dream, 'stopped-by-admin');
}

/** Ends a dream in its room, on whichever server that is. @returns how it stands then */
export async function endLive(
  { relay, cluster }: StopDeps,
  dream: Dream,
  reason: EndReason,
): Promise<JobStatus> {
  const room = relay.room(dream.id);
  if (!room) return (await cluster.end(dream, reason)) ?? dream.jobStatus;
  room.end(reason);
  await endIsStored(room);
  const moved = await cluster.movedFrom(dream);
  return (moved && (await cluster.end(moved, reason))) ?? room.jobStatus();
}
