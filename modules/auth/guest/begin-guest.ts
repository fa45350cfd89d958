import { AppError, toAppError } from '../../kit/errors.ts';
import { hashToken, newToken } from '../../kit/ids.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext } from '../../web/context.ts';
import type { Guest } from '../../web/contract/person.ts';
import type { AuthDeps } from '../deps.ts';
import { dropSignedOut, writeSessionCookie } from '../session/cookie.ts';
import { assertNotBlocked } from '../session/refuse-sign-in.ts';

const HOUR_MS = 3600_000;
/** Two hours less than the day that we promise: the job runs at the next full hour, and takes its time. */
const GUEST_MS = 22 * HOUR_MS;

/** Erases unclaimed guests whose time is over; defined in modules/account. One job an hour, however many guests come. */
export const ERASE_GUESTS_JOB = 'erase-guests';

/**
 * Makes the visitor a guest, with a login of their own; a guest stays who they are.
 * @throws AppError 403 if guests are off, for people and for blocked networks; 429 beyond the limits
 */
export async function beginGuest(
  c: AppContext,
  deps: Pick<AuthDeps, 'config' | 'clock' | 'store' | 'jobs' | 'rateLimits'>,
): Promise<Guest> {
  const { config, clock, store, jobs } = deps;
  const known = c.get('guest');
  if (known) return known.guest;
  if (c.get('person') || c.get('awaiting'))
    throw new AppError(403, 'signed-in', m.auth_error_guest_signed_in());
  if (config.GUEST_SECONDS === 0) throw new AppError(403, 'guests-off', m.auth_error_guests_off());
  await assertNotBlocked(store, { email: null, address: c.get('address') });
  await takeTurn(c, deps);
  const token = newToken();
  const until = clock.now() + GUEST_MS;
  const guest = await store.transact(async () => {
    const made = await store.addGuest(hashToken(token), until);
    const runAt = Math.ceil(until / HOUR_MS) * HOUR_MS;
    await jobs.enqueue({ kind: ERASE_GUESTS_JOB, key: String(runAt), payload: {}, runAt });
    return made;
  });
  writeSessionCookie(c, token, GUEST_MS);
  dropSignedOut(c);
  return guest;
}

/** The network's limit comes first, so that one network can't use up everyone's. */
async function takeTurn(c: AppContext, { rateLimits }: Pick<AuthDeps, 'rateLimits'>): Promise<void> {
  try {
    await rateLimits.take('guest', c.get('address'));
    await rateLimits.take('guests', 'all');
  } catch (error) {
    const { status, retryAfter } = toAppError(error);
    if (status !== 429) throw error;
    throw new AppError(429, 'guest-limit', m.auth_error_guest_limit(), { ...(retryAfter && { retryAfter }) });
  }
}
