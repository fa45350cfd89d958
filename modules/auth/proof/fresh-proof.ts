import type { MiddlewareHandler } from 'hono';
import { AppError } from '../../kit/errors.ts';
import { wantsHtml } from '../../kit/http/http.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, AppEnv } from '../../web/context.ts';

/**
 * Maximum age of a proof for the first things a session thief would do: close the account, connect their own sign-in,
 * end the owner's other sessions.
 */
export const PROOF_MS = 10 * 60_000;

/** As above, for operator settings and backups, which take longer to fill in. */
export const OPERATOR_PROOF_MS = 60 * 60_000;

type Clock = { now(): number };

/** True if the session's holder has reauthenticated recently. */
export function isProven(c: AppContext, clock: Clock, withinMs = PROOF_MS): boolean {
  const provenAt = c.get('login')?.provenAt ?? null;
  return provenAt !== null && clock.now() - provenAt < withinMs;
}

/** Page that asks for a proof and then redirects to a local path. */
export const confirmAddress = (next: string) => `/auth/confirm?next=${encodeURIComponent(next)}`;

/** @throws AppError 403 with `reauthenticate: true` */
export function requireProof(c: AppContext, clock: Clock, withinMs = PROOF_MS): void {
  if (isProven(c, clock, withinMs)) return;
  throw new AppError(403, 'reauthenticate', m.auth_error_reauthenticate(), {
    extra: { reauthenticate: true },
  });
}

/**
 * Middleware for form actions that need a proof: browsers are redirected to give one and back, API callers get a 403.
 */
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
