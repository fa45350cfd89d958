import type { Dream } from '../../dreams/dreams.ts';
import type { JobStatus } from '../shared/job-statuses.ts';
import { endIsStored } from './connect.ts';
import type { Relay } from './relay.ts';

/**
 * Ends a live dream as ABORTED, keeping its recording; one that has ended stays as it is.
 * @param noted is awaited before a live one ends: it ends in its room, where no transaction reaches
 */
export async function stopLive(
  relay: Pick<Relay, 'room'>,
  dream: Dream,
  noted: () => Promise<void>,
): Promise<JobStatus> {
  const room = relay.room(dream.id);
  if (!room || room.ended) return room?.jobStatus() ?? dream.jobStatus;
  await noted();
  room.end('stopped-by-admin');
  await endIsStored(room);
  return room.jobStatus();
}
