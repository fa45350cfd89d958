import { END_RULES, isGivenBack } from '../../dreams/contract/dream-end.ts';
import { type Dream, readOwnDream } from '../../dreams/dreams.ts';
import { shownText } from '../../kit/texts/shown-text.ts';
import { isUnavailable } from '../../kit/unavailable.ts';
import { within } from '../../kit/within.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { Dreamer, Login } from '../../web/contract/person.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { ConnectAnswer } from '../contract/schemas.ts';
import type { Relay } from '../relay.ts';
import type { Room } from '../room/room.ts';
import { type AdmissionDeps, admit } from './admission.ts';

/** Less than the ten seconds after which callers give up. */
const END_STORED_TIMEOUT_MS = 5_000;
/** Interval and maximum number of checks for a dream whose admission got no answer. */
const LOOK_INTERVAL_MS = 2_000;
const LOOKS = 300;

export interface ConnectDeps extends AdmissionDeps {
  relay: Relay;
  cluster: Pick<Cluster, 'connect'>;
  /** progress of a waiting dream, as text for the user */
  waitNote(dreamId: string): string | null;
}

export interface ConnectCall {
  dreamer: Dreamer;
  /** the caller's login; the socket closes when it ends */
  login: Login;
  /** if given, reports on this dream and never creates one */
  sessionId: string | undefined;
  /** `ws(s)://host` for the viewer's socket */
  socketOrigin: string;
}

/**
 * One poll on the way to a live stream: admits the user or finds their active dream, and reports its progress.
 * Idempotent: repeated calls create one dream.
 */
export async function connect(deps: ConnectDeps, call: ConnectCall): Promise<ConnectAnswer> {
  const { repository } = deps;
  if (call.sessionId) {
    const dream = await readOwnDream(repository, call.dreamer.id, call.sessionId);
    return report(deps, call, dream);
  }
  const active = await repository.findActive(call.dreamer.id);
  if (active && !(await hasEnded(deps, active))) {
    adopt(deps, active);
    return report(deps, call, active);
  }
  const failure = await repository.takeUnreportedFailure(call.dreamer.id);
  if (failure) return report(deps, call, failure);
  const { dream } = await admit(deps, call.dreamer).catch((error: unknown) => {
    if (isUnavailable(error)) void adoptOnceKnown(deps, call.dreamer.id);
    throw error;
  });
  adopt(deps, dream);
  return report(deps, call, dream);
}

/**
 * Opens a room for a pending dream: either just created, or stored by an earlier call that never learned that its
 * insert had succeeded.
 */
function adopt({ relay, node }: ConnectDeps, dream: Dream): void {
  if (dream.node === node && dream.jobStatus === 'PENDING') relay.open(dream);
}

/**
 * A failed admission may have been stored anyway. Opens its room once the database is back, so that it times out like
 * any other if the user has left.
 */
async function adoptOnceKnown(deps: ConnectDeps, userId: string): Promise<void> {
  for (let tries = 0; tries < LOOKS; tries++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS).unref());
    try {
      const active = await deps.repository.findActive(userId);
      if (active) adopt(deps, active);
      return;
    } catch {
      // Still unreachable. If we give up, the next startup finds it.
    }
  }
}

/** True if a dream that was just read as active has ended and the end is stored, so the next one can start. */
async function hasEnded({ repository, relay }: ConnectDeps, dream: Dream): Promise<boolean> {
  const room = relay.room(dream.id);
  if (room) return room.ended !== null && (await endIsStored(room));
  // Its room may have closed since the read, or isn't open yet.
  return (await repository.find(dream.id))?.endedAt != null;
}

/** Waits for the end of a dream to be stored. False on timeout. */
export async function endIsStored(room: Room): Promise<boolean> {
  const stored = await within(
    room.concluded.then(() => true),
    END_STORED_TIMEOUT_MS,
  );
  return stored ?? false;
}

/** A dream's progress, as reported by the server that has its room. */
async function report(deps: ConnectDeps, call: ConnectCall, dream: Dream): Promise<ConnectAnswer> {
  const isHere = deps.relay.room(dream.id) !== null;
  const answer = isActive(dream.jobStatus) && !isHere ? await deps.cluster.connect(dream, call.login) : null;
  return answer ?? reportHere(deps, call, dream);
}

/** As above, for a dream whose room is on this server or nowhere. */
export async function reportHere(
  deps: Pick<ConnectDeps, 'relay' | 'repository' | 'waitNote'>,
  call: Pick<ConnectCall, 'login' | 'socketOrigin'>,
  read: Dream,
): Promise<ConnectAnswer> {
  const { relay, repository } = deps;
  const room = relay.room(read.id);
  // Its room may have closed since the read.
  const dream = room || !isActive(read.jobStatus) ? read : ((await repository.find(read.id)) ?? read);
  const answer = { sessionId: dream.id, ready: false, websocketUrl: null, error: null, queuePosition: null };
  const status = room?.jobStatus() ?? dream.jobStatus;
  const endText = shownText(room?.ended?.text ?? dream.endText);
  if (status === 'DONE' || status === 'ABORTED') return { ...answer, status: 'ended', error: endText };
  if (status === 'FAILED' || status === 'TIMEOUT NO CONNECTION') {
    await repository.markFailureReported(dream.id);
    const givenBack = room?.ended?.isGivenBack ?? isGivenBack(dream);
    const error = endText ?? END_RULES['worker-lost'].text();
    return { ...answer, status: 'failed', error, ...(givenBack && { counted: false }) };
  }
  room?.polled();
  if (!room) return { ...answer, status: 'pending' };
  if (!room.worker) {
    const note = deps.waitNote(dream.id);
    const queuePosition = relay.queuePosition(room);
    return { ...answer, status: 'queued', queuePosition, ...(note && { note }) };
  }
  const ticket = relay.ticket(dream.id, call.login);
  return {
    ...answer,
    status: 'ready',
    ready: true,
    websocketUrl: `${call.socketOrigin}/stream/ws?ticket=${ticket}`,
  };
}
