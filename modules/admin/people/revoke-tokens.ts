import type { RevokeRequest } from '../contract/people/person.ts';
import type { AdminDeps } from '../deps.ts';
import type { Operator } from '../operator.ts';

/** Revokes all API tokens of a user, and closes the sockets opened with them. */
export async function revokeTokens(
  { auth }: Pick<AdminDeps, 'auth'>,
  { decide }: Pick<Operator, 'decide'>,
  { userId, reason }: RevokeRequest,
): Promise<void> {
  let close = () => {};
  await decide(
    async () => {
      const revoked = await auth.apiTokens.revokeAll(userId);
      close = revoked.close;
      if (revoked.count === 0) return null;
      return {
        act: { action: 'revoke-tokens', userId, targetId: null, detail: `${revoked.count}: ${reason}` },
      };
    },
    () => close(),
  );
}
