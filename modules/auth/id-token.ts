import type { JWTPayload } from 'jose';
import { fetchBounded } from '../../src/kit/outgoing.ts';
import { type Provider, type ProviderDeps, refusedSignIn } from './provider.ts';

type Jose = typeof import('jose');

/** Signatures that only the holder of a private key can make; never `none`, never a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const KEYS_BOUNDS = { timeoutMs: 8_000, maxBytes: 256 * 1024 };
/** Clocks of two machines may differ this much, in seconds. */
const CLOCK_TOLERANCE = 30;
/** Seconds since the token was made; ours comes straight from the provider. */
const MAX_AGE = 600;

export type IdTokenClaims = JWTPayload & {
  sub: string;
  /** when the person proved to the issuer who they are, in ms; null where it does not say */
  provenAt: number | null;
};

/** Checks an id token as OpenID Connect Core 3.1.3.7 has it: signature, issuer, audience, time and nonce. */
export function createIdTokenVerifier({ clock }: ProviderDeps, provider: Provider) {
  let keys: { address: string; set: ReturnType<Jose['createRemoteJWKSet']> } | null = null;

  function keysAt({ createRemoteJWKSet, customFetch }: Jose, address: string) {
    if (keys?.address !== address) {
      const set = createRemoteJWKSet(new URL(address), { [customFetch]: fetchKeys });
      keys = { address, set };
    }
    return keys.set;
  }

  return async function verifyIdToken(token: string, nonce: string): Promise<IdTokenClaims> {
    const { clientId } = provider.client();
    const { issuer, jwks_uri } = await provider.addresses();
    // Not at start: most boxes have no provider to sign in at.
    const jose = await import('jose');
    try {
      const { payload } = await jose.jwtVerify(token, keysAt(jose, jwks_uri), {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: CLOCK_TOLERANCE,
        maxTokenAge: MAX_AGE,
        currentDate: new Date(clock.now()),
      });
      if (payload.nonce !== nonce || (payload.azp !== undefined && payload.azp !== clientId))
        throw refusedSignIn();
      // Several audiences without an azp leave open which client the token was issued to.
      if (Array.isArray(payload.aud) && payload.aud.length > 1 && payload.azp !== clientId)
        throw refusedSignIn();
      return { ...payload, sub: payload.sub ?? '', provenAt: provenAt(payload) };
    } catch (error) {
      if (error instanceof jose.errors.JWKSTimeout || !(error instanceof jose.errors.JOSEError)) throw error;
      throw refusedSignIn();
    }
  };
}

/** An auth_time later than the token's iat is ignored. */
function provenAt({ auth_time, iat = 0 }: JWTPayload): number | null {
  return typeof auth_time === 'number' && auth_time <= iat + CLOCK_TOLERANCE ? auth_time * 1000 : null;
}

async function fetchKeys(url: string, init: { headers: Headers }): Promise<Response> {
  const { response, bytes } = await fetchBounded(url, { headers: init.headers }, KEYS_BOUNDS);
  return new Response(bytes, { status: response.status });
}
