import { type Dream, readOwnDream } from '../../dreams/dreams.ts';
import { AppError } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import { refuseNewDream } from '../admission/admission.ts';
import { endLive } from '../admission/stop-live.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { drawImage } from '../images/keep-image.ts';
import type { Relay } from '../relay.ts';
import { type AgainCall, type AgainDeps, dreamAgain } from './again.ts';

interface BranchDeps extends AgainDeps {
  relay: Pick<Relay, 'room'>;
  cluster: Pick<Cluster, 'has' | 'end' | 'movedFrom'>;
}

type BranchCall = Required<Pick<AgainCall, 'sessionId' | 'from' | 'prompt'>> & AgainCall;

/**
 * Continues from a moment of the person's live dream with a new prompt. A person has one live dream at a time, so that
 * one ends and keeps its recording; the branch is the next, and counts. All checks come before that end, so a refusal
 * doesn't cost the live dream. Also continues a dream that has just ended.
 */
export async function branchFrom(deps: BranchDeps, person: SessionUser, call: BranchCall): Promise<Dream> {
  const dream = await readOwnDream(deps.repository, person.id, call.sessionId);
  if (dream.startedAt === null) throw new AppError(409, 'not-live', m.stream_rewind_nothing_yet());
  if (dream.endedAt === null) {
    await refuseNewDream(deps, person);
    if (call.image) await drawImage(deps, { dreamId: dream.id, userId: person.id, source: call.image });
    await endLive(deps, dream, 'viewer-ended');
  }
  return dreamAgain(deps, person, call);
}
