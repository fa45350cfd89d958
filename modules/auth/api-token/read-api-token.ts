import { AppError } from '../../kit/errors.ts';
import { hashToken } from '../../kit/ids.ts';
import { m } from '../../kit/texts/m.ts';
import type { AppContext, TokenCaller } from '../../web/context.ts';
import { TOKEN_PREFIX } from '../contract/tokens.ts';
import type { AuthDeps } from '../deps.ts';
import { toSessionUser } from '../session/sign-in.ts';

/** A prefix and 256 random bits. Anything else isn't worth a query. */
const TOKEN = new RegExp(`^${TOKEN_PREFIX}[\\w-]{43}$`);
const TOUCH_AFTER_MS = 3600_000;

/**
 * The API token that a request presents, valid or not; empty if its header is malformed. Null for other kinds of
 * credentials, which are left to their routes.
 */
export function presentedToken(c: AppContext): string | null {
  const header = c.req.header('authorization') ?? '';
  if (!header.toLowerCase().includes(TOKEN_PREFIX)) return null;
  return header.match(/^Bearer +(\S+)$/i)?.[1] ?? '';
}

/**
 * The owner of an API token.
 * @throws AppError 401 for a token that is unknown, expired, revoked or of a suspended person; 429 for too many calls
 */
export async function readApiToken(
  { store, clock, rateLimits }: Pick<AuthDeps, 'store' | 'clock' | 'rateLimits'>,
  c: AppContext,
  presented: string,
): Promise<TokenCaller> {
  const found = TOKEN.test(presented) ? await store.findApiToken(hashToken(presented)) : null;
  if (!found) {
    await rateLimits.take('wrongToken', c.get('address'));
    c.header('WWW-Authenticate', 'Bearer error="invalid_token"');
    throw new AppError(401, 'token', m.auth_error_token());
  }
  const { token, user } = found;
  await rateLimits.take('tokenCall', user.id);
  const now = clock.now();
  if (now - (token.lastUsedAt ?? 0) >= TOUCH_AFTER_MS) {
    await store.touchApiToken(token.id);
    await store.markSeen(user.id);
  }
  return {
    person: toSessionUser(user),
    // Never a fresh proof, so a token can't do what a stolen session couldn't.
    login: { id: token.id, endsAt: token.expiresAt, provenAt: null, byToken: true },
    scopes: token.scopes,
  };
}
