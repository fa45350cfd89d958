import { z } from 'zod';
import type { VerifiedIdentity } from '../session/sign-in.ts';
import { fetchUserInfo, toIdentity } from './identity-claims.ts';
import { askProvider, type Provider, type ProviderDeps, refusedSignIn } from './provider.ts';

const tokenInfo = z.looseObject({
  aud: z.string(),
  azp: z.string().optional(),
  sub: z.string().min(1).max(255),
  scope: z.string(),
  expires_in: z.coerce.number().optional(),
  exp: z.coerce.number().optional(),
});

/**
 * Verifies an access token from the identity provider: issued to us (tokeninfo's `aud`, and `azp` if present, are our
 * client id), not expired, scope includes the address, and userinfo returns the same subject with a verified address.
 * Userinfo alone would accept a token issued to another app; an id token has the right audience too, but neither
 * endpoint accepts it.
 */
export function createTokenVerifier(deps: ProviderDeps, provider: Provider) {
  const { config, clock } = deps;

  async function verify(token: string): Promise<VerifiedIdentity> {
    const { clientId } = provider.client();
    if (!/^[\x21-\x7e]+$/.test(token)) throw refusedSignIn('the access token holds characters that none has');
    const info = tokenInfo.safeParse(
      await askProvider(config.GOOGLE_TOKENINFO_URL, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ access_token: token }),
      }),
    );
    if (!info.success) throw refusedSignIn('the provider does not know the access token');
    const { aud, azp, sub, scope, expires_in, exp } = info.data;
    if (aud !== clientId || (azp !== undefined && azp !== clientId))
      throw refusedSignIn(`audience: the access token was made for ${azp ?? aud}, not for ${clientId}`);
    const left = expires_in ?? (exp === undefined ? 0 : exp - clock.now() / 1000);
    if (!(left > 0)) throw refusedSignIn('clock: the access token has expired');
    const mayReadAddress = (one: string) => one === 'email' || one.endsWith('/userinfo.email');
    if (!scope.split(/[\s,]+/).some(mayReadAddress))
      throw refusedSignIn('claim scope: the access token may not read the e-mail address');
    const { userinfo_endpoint } = await provider.addresses();
    if (!userinfo_endpoint) throw new Error('the discovery document names no userinfo_endpoint');
    return toIdentity(provider, sub, await fetchUserInfo(userinfo_endpoint, token));
  }

  return async function verifyToken(token: string): Promise<VerifiedIdentity> {
    return verify(token).catch((error: unknown) => {
      throw provider.toAppError(error);
    });
  };
}
