import { utcText } from '../../kit/clock.ts';
import { AppError, forbidden } from '../../kit/errors.ts';
import { hashToken, newId, newToken } from '../../kit/ids.ts';
import { m } from '../../kit/texts/m.ts';
import type { SessionUser } from '../../web/contract/person.ts';
import {
  type ApiToken,
  MAX_TOKENS,
  type NewApiToken,
  type NewApiTokenAnswer,
  TOKEN_PREFIX,
} from '../contract/tokens.ts';
import type { AuthDeps } from '../deps.ts';
import type { ApiTokenRow } from '../queries/api-tokens.ts';

const DAY_MS = 24 * 3600_000;

/** Creates, lists and revokes personal API tokens. */
export function createApiTokens({
  store,
  clock,
  signedOut,
}: Pick<AuthDeps, 'store' | 'clock' | 'signedOut'>) {
  return {
    /** @throws AppError 403 for a scope beyond the person's role, 409 if they have too many tokens */
    async create(
      person: SessionUser,
      { name, scopes, days }: NewApiToken,
    ): Promise<NewApiTokenAnswer & { row: ApiTokenRow }> {
      if (scopes.includes('admin:read') && person.role !== 'admin')
        throw forbidden(m.auth_error_token_admin());
      const token = `${TOKEN_PREFIX}${newToken()}`;
      const now = clock.now();
      const row = {
        id: newId(),
        tokenHash: hashToken(token),
        userId: person.id,
        name,
        scopes: [...new Set(scopes)],
        createdAt: now,
        expiresAt: now + days * DAY_MS,
        lastUsedAt: null,
      };
      if (!(await store.addApiToken(row, MAX_TOKENS)))
        throw new AppError(409, 'too-many-tokens', m.auth_error_token_many({ max: `${MAX_TOKENS}` }));
      return { id: row.id, token, row };
    },

    async list(userId: string): Promise<ApiToken[]> {
      return (await store.listApiTokens(userId)).map((row) => ({
        id: row.id,
        name: row.name,
        scopes: row.scopes,
        created_at: utcText(row.createdAt),
        expires_at: utcText(row.expiresAt),
        last_used_at: utcText(row.lastUsedAt),
      }));
    },

    /** Revokes a token and closes the sockets opened with it. @returns the token, or null if it doesn't exist */
    async revoke(userId: string, id: string): Promise<ApiTokenRow | null> {
      const row = await store.dropApiToken(userId, id);
      if (row) signedOut(row.id);
      return row;
    },

    /**
     * Revokes all of a person's tokens; run inside a transaction.
     * @returns how many, and a function that closes their sockets; call it after the commit
     */
    async revokeAll(userId: string): Promise<{ count: number; close(): void }> {
      const ended = await store.dropApiTokens(userId);
      return { count: ended.length, close: () => ended.forEach(signedOut) };
    },
  };
}
