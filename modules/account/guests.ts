import { z } from 'zod';
import { ERASE_GUESTS_JOB } from '../auth/auth.ts';
import { type DefinedJob, defineJob } from '../jobs/contract/define-job.ts';
import type { Guest, Login } from '../web/contract/person.ts';
import type { AccountDeps } from './deps.ts';

const CLAIM_JOB = 'claim-guest';
const BATCH = 100;

const claimPayload = z.object({ guestId: z.string(), loginId: z.string(), userId: z.string() });
type Claim = z.infer<typeof claimPayload>;

type GuestDeps = Pick<
  AccountDeps,
  'auth' | 'dreams' | 'stream' | 'jobs' | 'log' | 'personalData' | 'transact'
>;

/**
 * Moves everything of a guest to the account that they sign in to. A job does it, so a killed server finishes it later;
 * its key is the guest, so two accounts can't both have the dream. Never throws: the person must be able to sign in.
 */
export async function claimGuest(
  { jobs, log }: GuestDeps,
  { guest, login }: { guest: Guest; login: Login },
  userId: string,
): Promise<void> {
  const payload: Claim = { guestId: guest.id, loginId: login.id, userId };
  try {
    await jobs.enqueue({ kind: CLAIM_JOB, key: guest.id, payload });
    await jobs.runNow(CLAIM_JOB, guest.id);
  } catch (error) {
    log.warn('a guest’s dream is not claimed yet', { guest: guest.id, error });
  }
}

export function defineGuestJobs(deps: GuestDeps): DefinedJob[] {
  return [
    defineJob({
      kind: CLAIM_JOB,
      payload: claimPayload,
      maxAttempts: 50,
      run: (claim) => claimNow(deps, claim),
    }),
    defineJob({
      kind: ERASE_GUESTS_JOB,
      payload: z.object({}),
      // We promise this to everyone, so it's retried for days before it is left to the operator.
      maxAttempts: 500,
      run: (_, { signal }) => eraseGuests(deps, signal),
    }),
  ];
}

async function claimNow(deps: GuestDeps, { guestId, loginId, userId }: Claim): Promise<void> {
  const { auth, dreams, stream } = deps;
  if (!(await auth.findUser(userId))) return;
  // A person has one live dream at a time, and theirs goes first.
  if (await dreams.repository.findActive(userId)) await stream.endOf(guestId);
  const claimed = await deps.transact(async () => {
    if (!(await auth.takeGuest(guestId))) return false;
    await dreams.repository.adoptGuestDreams(guestId, userId);
    for (const part of deps.personalData()) await part.moveTo?.(guestId, userId);
    await auth.dropGuest(guestId);
    return true;
  });
  if (!claimed) return;
  stream.guestClaimed(guestId, userId);
  stream.closeLogin(loginId);
}

/**
 * Erases guests whose time is over, with all that erasing a person erases. A guest that fails doesn't stop the rest, and
 * one who still dreams, because the clock has jumped ahead, is erased later.
 */
async function eraseGuests(
  { auth, dreams, log, personalData }: GuestDeps,
  signal: AbortSignal,
): Promise<void> {
  let failed = 0;
  let dreaming = 0;
  let ids = await auth.listOverdueGuests('', BATCH);
  while (ids.length > 0) {
    for (const id of ids) {
      signal.throwIfAborted();
      try {
        if (await dreams.repository.findActive(id)) {
          dreaming += 1;
          continue;
        }
        for (const part of personalData()) await part.erase(id);
        await auth.dropGuest(id);
      } catch (error) {
        failed += 1;
        log.warn('a guest is not erased yet', { guest: id, error });
      }
    }
    ids = await auth.listOverdueGuests(ids.at(-1) ?? '', BATCH);
  }
  if (failed + dreaming > 0)
    throw new Error(`${failed} guests could not be erased, ${dreaming} are still dreaming`);
}
