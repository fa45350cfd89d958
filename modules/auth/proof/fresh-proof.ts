import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../../src/kit/errors.ts';
import { wantsHtml } from '../../../src/kit/http/http.ts';
import type { AppContext, AppEnv } from '../../../src/web/context.ts';

/**
 * Time that a proof of identity counts for what a thief of the session would do first: close the account, connect a
 * sign-in of their own, end the owner's other sessions.
 */
export const PROOF_MS = 10 * 60_000;

/** The same for an operator's settings and backups, which take their time to type. */
export const OPERATOR_PROOF_MS = 60 * 60_000;

type Clock = { now(): number };

/** True if the holder of the session has reauthenticated recently. */
export function isProven(c: AppContext, clock: Clock, withinMs = PROOF_MS): boolean {
  const provenAt = c.get('login')?.provenAt ?? null;
  return provenAt !== null && clock.now() - provenAt < withinMs;
}

/** The page that asks for a proof and then redirects to a path of ours. */
export const confirmAddress = (next: string) => `/auth/confirm?next=${encodeURIComponent(next)}`;

/** @throws AppError 403 with `reauthenticate: true` */
export function requireProof(c: AppContext, clock: Clock, withinMs = PROOF_MS): void {
  if (isProven(c, clock, withinMs)) return;
  throw new AppError(403, 'reauthenticate', 'Please confirm first that it is you.', {
    extra: { reauthenticate: true },
  });
}

/** Guards what a form of a page does: browsers are redirected to the proof and back, callers of the API get a 403. */
export function guardProof(
  clock: Clock,
  nextOf: (c: AppContext) => Promise<string>,
): MiddlewareHandler<AppEnv> {
  return async function proofGuard(c, next) {
    if (wantsHtml(c) && !isProven(c, clock)) return c.redirect(confirmAddress(await nextOf(c)), 303);
    requireProof(c, clock);
    return next();
  };
}
