import { z } from 'zod';
import { AppError } from '../../src/kit/errors.ts';
import { askProvider, refusedSignIn } from './provider.ts';
import type { VerifiedIdentity } from './sign-in.ts';

const claims = z.looseObject({
  sub: z.string().min(1).max(255),
  email: z.email().max(254),
  email_verified: z.union([z.boolean(), z.enum(['true', 'false'])]).optional(),
  name: z.string().optional(),
  picture: z.string().max(2048).optional(),
});

/** What the provider's userinfo address says of the holder of an access token. */
export function fetchUserInfo(address: string, accessToken: string): Promise<unknown> {
  return askProvider(address, { headers: { authorization: `Bearer ${accessToken}` } });
}

/**
 * An identity from the claims of an id token or of userinfo.
 * @throws AppError 401 when they lack an address, are about somebody else, or the address is not verified
 */
export function toIdentity(issuer: string, subject: string, given: unknown): VerifiedIdentity {
  const parsed = claims.safeParse(given);
  if (!parsed.success || parsed.data.sub !== subject) throw refusedSignIn();
  const { email, email_verified, name, picture } = parsed.data;
  if (email_verified !== true && email_verified !== 'true') {
    throw new AppError(
      401,
      'unverified',
      'Your e-mail address is not verified there yet. Please verify it and try again.',
    );
  }
  return { issuer, subject, email, name: cleanName(name), picture: picture ?? null };
}

function cleanName(name: string | undefined): string | null {
  const plain = name?.replace(/\p{Cc}+/gu, ' ').trim();
  return plain?.slice(0, 120) || null;
}
