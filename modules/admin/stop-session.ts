import { notFound } from '../../src/kit/errors.ts';
import type { Lifecycle } from '../dreams/lifecycle.ts';
import { endIsStored } from '../stream/live/connect.ts';
import type { Relay } from '../stream/live/relay.ts';
import type { JobStatus } from '../stream/schemas.ts';
import type { Audit } from './audit.ts';

export interface StopDeps {
  lifecycle: Lifecycle;
  relay: Pick<Relay, 'room'>;
}

/**
 * Ends somebody's live dream as ABORTED, keeping its recording; one that has ended stays as it is.
 * @throws AppError 404
 */
export async function stopSession(deps: StopDeps, audit: Audit, dreamId: string): Promise<JobStatus> {
  const dream = await deps.lifecycle.find(dreamId);
  if (!dream) throw notFound('No session');
  const room = deps.relay.room(dream.id);
  if (!room || room.ended) return room?.jobStatus() ?? dream.jobStatus;
  // Written first: a dream ends in the room, where no transaction reaches, and never without its line.
  await audit({ action: 'stop', userId: dream.userId, targetId: dream.id, detail: null });
  room.end('stopped-by-admin');
  await endIsStored(room);
  return room.jobStatus();
}
