import type { JWTPayload } from 'jose';
import { fetchBounded } from '../../kit/http/outgoing.ts';
import { type Provider, type ProviderDeps, refusedSignIn } from './provider.ts';

type Jose = typeof import('jose');

/** Only signatures that need a private key; never `none`, never a shared secret. */
const ALGORITHMS = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const KEYS_BOUNDS = { timeoutMs: 8_000, maxBytes: 256 * 1024 };
/** Accepted clock difference between two machines, in seconds: a minute is common, and both ends round. */
const CLOCK_TOLERANCE = 75;
/** A provider that was set up again may reuse a key id for a new key; its keys are fetched again at most this often. */
const KEYS_REREAD_MS = 30_000;
/** Maximum age of the token in seconds; ours comes straight from the provider. */
const MAX_AGE = 600;

export type IdTokenClaims = JWTPayload & {
  sub: string;
  /** when the person authenticated with the issuer, in ms; null if not reported */
  provenAt: number | null;
};

/** Verifies an id token as in OpenID Connect Core 3.1.3.7: signature, issuer, audience, time and nonce. */
export function createIdTokenVerifier({ clock }: ProviderDeps, provider: Provider) {
  let keys: { address: string; set: ReturnType<Jose['createRemoteJWKSet']> } | null = null;

  function keysAt({ createRemoteJWKSet, customFetch }: Jose, address: string) {
    if (keys?.address !== address) {
      const set = createRemoteJWKSet(new URL(address), { [customFetch]: fetchKeys });
      keys = { address, set };
    }
    return keys.set;
  }

  let rereadAt = Number.NEGATIVE_INFINITY;
  /** True if the keys were fetched again, so the signature is worth another try. */
  async function rereadKeys(jose: Jose, address: string): Promise<boolean> {
    if (clock.monotonic() - rereadAt < KEYS_REREAD_MS) return false;
    rereadAt = clock.monotonic();
    await keysAt(jose, address).reload();
    return true;
  }

  return async function verifyIdToken(token: string, nonce: string): Promise<IdTokenClaims> {
    const { clientId } = provider.client();
    const { issuer, jwks_uri } = await provider.addresses();
    // Not at startup: most installations have no provider.
    const jose = await import('jose');
    const verify = () =>
      jose.jwtVerify(token, keysAt(jose, jwks_uri), {
        issuer,
        audience: clientId,
        algorithms: ALGORITHMS,
        requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
        clockTolerance: CLOCK_TOLERANCE,
        maxTokenAge: MAX_AGE,
        currentDate: new Date(clock.now()),
      });
    try {
      const { payload } = await verify().catch(async (error: unknown) => {
        const isForged = error instanceof jose.errors.JWSSignatureVerificationFailed;
        if (isForged && (await rereadKeys(jose, jwks_uri))) return verify();
        throw error;
      });
      if (payload.nonce !== nonce) throw refusedSignIn('claim nonce: not the one of this sign-in');
      // Several audiences without an azp don't show which client the token was issued to.
      const isForSeveral = Array.isArray(payload.aud) && payload.aud.length > 1;
      if ((isForSeveral || payload.azp !== undefined) && payload.azp !== clientId)
        throw refusedSignIn(`audience: azp of the id token is ${shown(payload.azp)}, not ${clientId}`);
      return { ...payload, sub: payload.sub ?? '', provenAt: provenAt(payload) };
    } catch (error) {
      if (error instanceof jose.errors.JWKSTimeout || !(error instanceof jose.errors.JOSEError)) throw error;
      throw refusedSignIn(whyRefused(jose, error, token, { clientId, issuer, now: clock.now() }));
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

interface Expected {
  clientId: string;
  issuer: string;
  now: number;
}

/** Names the failed check for the log. Single claims only: a reader of the log could use a whole token. */
function whyRefused(
  { errors, decodeProtectedHeader }: Jose,
  error: Error,
  token: string,
  expected: Expected,
): string {
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    const { alg } = decodeProtectedHeader(token);
    return `algorithm: the id token is signed by ${shown(alg)}; choose one of ${ALGORITHMS.join(', ')} for this client`;
  }
  if (error instanceof errors.JWSSignatureVerificationFailed || error instanceof errors.JWKSNoMatchingKey)
    return 'signature: the id token fits none of the keys at jwks_uri';
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTExpired)
    return whyOfClaim(error, expected);
  return `the id token or the keys at jwks_uri can't be read (${error.name})`;
}

function whyOfClaim(
  { claim, reason, payload }: { claim: string; reason: string; payload: JWTPayload },
  { clientId, issuer, now }: Expected,
): string {
  const value = payload[claim];
  if (claim === 'aud') return `audience: the id token is for ${shown(value)}, not for ${clientId}`;
  if (claim === 'iss') return `claim iss: the id token is of ${shown(value)}, not of ${issuer}`;
  if (['exp', 'iat', 'nbf'].includes(claim) && typeof value === 'number') {
    const seconds = Math.round(value - now / 1000);
    return `clock: ${claim} of the id token is ${Math.abs(seconds)} s ${seconds < 0 ? 'behind' : 'ahead of'} the clock here; set both clocks by a time service`;
  }
  return `claim ${claim}: ${reason}`;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, 200);
