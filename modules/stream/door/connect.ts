import { isUnavailable } from '../../../src/kit/unavailable.ts';
import { within } from '../../../src/kit/within.ts';
import type { Login, SessionUser } from '../../auth/schemas.ts';
import { type Dream, readOwnDream } from '../../dreams/dreams.ts';
import { END_RULES, isGivenBack } from '../../dreams/shared/dream-end.ts';
import { isActive } from '../../protocol/job-statuses.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Relay } from '../relay.ts';
import type { Room } from '../room/room.ts';
import type { ConnectAnswer } from '../schemas.ts';
import { type AdmissionDeps, admit } from './admission.ts';

/** Callers give up after ten seconds. */
const END_STORED_TIMEOUT_MS = 5_000;
/** Interval and number of looks for an admission that got no answer. */
const LOOK_INTERVAL_MS = 2_000;
const LOOKS = 300;

export interface ConnectDeps extends AdmissionDeps {
  relay: Relay;
  cluster: Pick<Cluster, 'connect'>;
  /** what is done for a dream that waits, in words for its person */
  waitNote(dreamId: string): string | null;
}

export interface ConnectCall {
  person: SessionUser;
  /** the caller's login, which the socket will depend on */
  login: Login;
  /** reports this dream and never makes one */
  sessionId: string | undefined;
  /** `ws(s)://host`, where the viewer's socket is to go */
  socketOrigin: string;
}

/**
 * One step on the way to a live stream: admits the person or finds the dream that they already have, and
 * reports its progress. Called again and again, it makes one dream.
 */
export async function connect(deps: ConnectDeps, call: ConnectCall): Promise<ConnectAnswer> {
  const { repository } = deps;
  if (call.sessionId) {
    const dream = await readOwnDream(repository, call.person.id, call.sessionId, 'No such dream');
    return report(deps, call, dream);
  }
  const active = await repository.findActive(call.person.id);
  if (active && !(await hasEnded(deps, active))) {
    adopt(deps, active);
    return report(deps, call, active);
  }
  const failure = await repository.takeUnreportedFailure(call.person.id);
  if (failure) return report(deps, call, failure);
  const { dream } = await admit(deps, call.person).catch((error: unknown) => {
    if (isUnavailable(error)) void adoptOnceKnown(deps, call.person.id);
    throw error;
  });
  adopt(deps, dream);
  return report(deps, call, dream);
}

/**
 * Opens the room of a dream that waits for one: it was made this moment, or by a call that never learned
 * whether the database had stored it.
 */
function adopt({ relay, node }: ConnectDeps, dream: Dream): void {
  if (dream.node === node && dream.jobStatus === 'PENDING') relay.open(dream);
}

/**
 * An admission without an answer may be stored all the same. As soon as that can be seen its room opens, and waits
 * for its person, or for their going away, like any other.
 */
async function adoptOnceKnown(deps: ConnectDeps, userId: string): Promise<void> {
  for (let tries = 0; tries < LOOKS; tries++) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_INTERVAL_MS).unref());
    try {
      const active = await deps.repository.findActive(userId);
      if (active) adopt(deps, active);
      return;
    } catch {
      // Not yet; the next start would find it, too.
    }
  }
}

/** True when a dream that was active a moment ago is over, and that is stored: the next one can begin. */
async function hasEnded({ repository, relay }: ConnectDeps, dream: Dream): Promise<boolean> {
  const room = relay.room(dream.id);
  if (room) return room.ended !== null && (await endIsStored(room));
  // Its room may have closed while we read, or is not open yet.
  return (await repository.find(dream.id))?.endedAt != null;
}

/** Waits until the end of a dream is in the database; false when the database keeps it waiting too long. */
export async function endIsStored(room: Room): Promise<boolean> {
  const stored = await within(
    room.concluded.then(() => true),
    END_STORED_TIMEOUT_MS,
  );
  return stored ?? false;
}

/** Progress of a dream, as reported by the server that has its room. */
async function report(deps: ConnectDeps, call: ConnectCall, dream: Dream): Promise<ConnectAnswer> {
  const isHere = deps.relay.room(dream.id) !== null;
  const answer = isActive(dream.jobStatus) && !isHere ? await deps.cluster.connect(dream, call.login) : null;
  return answer ?? reportHere(deps, call, dream);
}

/** The same of a dream whose room is here, or nowhere. */
export async function reportHere(
  deps: Pick<ConnectDeps, 'relay' | 'repository' | 'waitNote'>,
  call: Pick<ConnectCall, 'login' | 'socketOrigin'>,
  read: Dream,
): Promise<ConnectAnswer> {
  const { relay, repository } = deps;
  const room = relay.room(read.id);
  // Its room may have closed since it was read.
  const dream = room || !isActive(read.jobStatus) ? read : ((await repository.find(read.id)) ?? read);
  const answer = { sessionId: dream.id, ready: false, websocketUrl: null, error: null, queuePosition: null };
  const status = room?.jobStatus() ?? dream.jobStatus;
  const endText = room?.ended?.text ?? dream.endText;
  if (status === 'DONE' || status === 'ABORTED') return { ...answer, status: 'ended', error: endText };
  if (status === 'FAILED' || status === 'TIMEOUT NO CONNECTION') {
    await repository.markFailureReported(dream.id);
    const givenBack = room?.ended?.isGivenBack ?? isGivenBack(dream);
    const error = endText ?? END_RULES['worker-lost'].text;
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
