import type { EndReason } from '../../dreams/contract/dream-end.ts';
import type { Dream } from '../../dreams/dreams.ts';
import type { JobStatus } from '../../protocol/job-statuses.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Relay } from '../relay.ts';
import { endIsStored } from './connect.ts';

interface StopDeps {
  relay: Pick<Relay, 'room'>;
  cluster: Pick<Cluster, 'has' | 'end' | 'movedFrom'>;
}

/** True while a dream has a room, here or on another server. */
export function isLive({ relay, cluster }: StopDeps, dream: Dream): boolean {
  const room = relay.room(dream.id);
  return room ? !room.ended : cluster.has(dream);
}

/**
 * Ends a live dream as ABORTED and keeps its recording. No-op if it has already ended. @returns the resulting status
 */
export async function stopLive(deps: StopDeps, dream: Dream): Promise<JobStatus> {
  if (isLive(deps, dream)) return endLive(deps, dream, 'stopped-by-admin');
  return deps.relay.room(dream.id)?.jobStatus() ?? dream.jobStatus;
}

/** Ends a dream in its room, on any server. @returns the resulting status */
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
