import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import { AppError } from '../../kit/errors.ts';
import { m } from '../../kit/texts/m.ts';
import type { VerifiedIdentity } from '../session/sign-in.ts';
import { askProvider, type Provider, refusedSignIn } from './provider.ts';

const MAX_PICTURE_ADDRESS = 2048;

/** Some providers use numbers as subjects. */
const subject = z.union([z.string().min(1).max(255), z.number().transform(String)]);

/** Claims that make up an identity. Everything else is optional, so an odd value is ignored. */
const claims = z.looseObject({
  sub: subject,
  email: z.string().trim().pipe(emailAddress()).optional().catch(undefined),
  email_verified: z
    .union([z.boolean(), z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] }), z.literal([0, 1])])
    .transform(Boolean)
    .optional()
    .catch(undefined),
  name: z.string().optional().catch(undefined),
  picture: z.string().max(MAX_PICTURE_ADDRESS).optional().catch(undefined),
});
export type Claims = z.output<typeof claims>;

/** @returns null if the claims identify no one */
export const readClaims = (given: unknown): Claims | null => claims.safeParse(given).data ?? null;

/** Fetches the token holder's claims from the provider's userinfo endpoint. */
export async function fetchUserInfo(address: string, accessToken: string): Promise<Claims | null> {
  return readClaims(await askProvider(address, { headers: { authorization: `Bearer ${accessToken}` } }));
}

/**
 * Merges one person's claims from the id token and from userinfo. Userinfo about another person or another address is
 * ignored (OpenID Connect Core 5.3.2).
 */
export function joinClaims(token: Claims, userinfo: Claims | null): Claims {
  if (!userinfo || userinfo.sub !== token.sub) return token;
  const isSameAddress =
    token.email === undefined ||
    userinfo.email === undefined ||
    token.email.toLowerCase() === userinfo.email.toLowerCase();
  return {
    sub: token.sub,
    email: token.email ?? userinfo.email,
    email_verified: token.email_verified ?? (isSameAddress ? userinfo.email_verified : undefined),
    name: token.name ?? userinfo.name,
    picture: token.picture ?? userinfo.picture,
  };
}

/**
 * Builds an identity from the claims of an id token or userinfo.
 * @throws AppError 401 if the address is missing or unverified, or the claims are about another person
 */
export function toIdentity(
  { client, trusted }: Pick<Provider, 'client' | 'trusted'>,
  subject: string,
  given: Claims | null,
): VerifiedIdentity {
  if (!given) throw refusedSignIn('claim sub: neither id token nor userinfo names a person');
  if (given.sub !== subject)
    throw refusedSignIn('claim sub: userinfo speaks of another person than the token');
  const { email, email_verified, name, picture } = given;
  if (!email) throw noAddress();
  if (!trusted && email_verified !== true) throw unverified(email_verified);
  return { issuer: client().issuer, subject, email, name: cleanName(name), picture: picture ?? null };
}

const noAddress = () =>
  new AppError(401, 'no-address', m.auth_error_no_address(), {
    why: 'claim email: absent, or no e-mail address. Let the provider send it for the scope “email”.',
  });

const TRUST = 'If only you give out its addresses, set OIDC_TRUST_EMAIL=on.';

const unverified = (flag: false | undefined) =>
  flag === false
    ? new AppError(401, 'unverified', m.auth_error_unverified(), {
        why: `claim email_verified: false. ${TRUST}`,
      })
    : new AppError(401, 'unverified', m.auth_error_maybe_unverified(), {
        why: `claim email_verified: absent from id token and userinfo. ${TRUST}`,
      });

function cleanName(name: string | undefined): string | null {
  const plain = name?.replace(/\p{Cc}+/gu, ' ').trim();
  return plain?.slice(0, 120) || null;
}
