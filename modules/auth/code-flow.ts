import { within } from '../../src/kit/within.ts';
import { PROOF_MS } from './fresh-proof.ts';
import { createIdTokenVerifier } from './id-token.ts';
import { fetchUserInfo, toIdentity } from './identity-claims.ts';
import { type Provider, type ProviderDeps, refusedSignIn } from './provider.ts';
import { SESSION_MS, type VerifiedIdentity } from './sign-in.ts';

type Arctic = typeof import('arctic');

const SCOPES = ['openid', 'email', 'profile'];
const EXCHANGE_WITHIN_MS = 8_000;
const GOOGLE = 'https://accounts.google.com';

/** What the browser must bring back with the provider's answer; it stays in the browser's own cookie. */
export interface FlowSecrets {
  state: string;
  verifier: string;
  nonce: string;
}

/**
 * The redirect flow: authorization code with PKCE (RFC 7636), state and nonce. The only file that knows
 * arctic, which makes the requests; the answer is validated here. It is loaded when somebody signs in, not at start.
 */
export function createCodeFlow(deps: ProviderDeps, provider: Provider) {
  const verifyIdToken = createIdTokenVerifier(deps, provider);
  const clientFor = ({ OAuth2Client }: Arctic, redirectUri: string) => {
    const { clientId, clientSecret } = provider.client();
    return new OAuth2Client(clientId, clientSecret ?? null, redirectUri);
  };

  return {
    /** Whether the provider supports forced reauthentication and reports auth_time. Google does neither. */
    asksAgain: () => provider.client().issuer !== GOOGLE,

    /**
     * The provider's address to send the browser to.
     * @param again the provider must reauthenticate the person, even where they have a session there
     * @throws AppError 503
     */
    async begin(redirectUri: string, again = false): Promise<{ url: URL; secrets: FlowSecrets }> {
      try {
        const { authorization_endpoint } = await provider.addresses();
        const arctic = await import('arctic');
        const { CodeChallengeMethod, generateCodeVerifier, generateState } = arctic;
        const secrets = { state: generateState(), verifier: generateCodeVerifier(), nonce: generateState() };
        const url = clientFor(arctic, redirectUri).createAuthorizationURLWithPKCE(
          authorization_endpoint,
          secrets.state,
          CodeChallengeMethod.S256,
          secrets.verifier,
          SCOPES,
        );
        url.searchParams.set('nonce', secrets.nonce);
        // People with several accounts there choose one; not every issuer supports this value.
        if (!this.asksAgain()) url.searchParams.set('prompt', 'select_account');
        // With a max_age the provider must answer auth_time (OpenID Connect Core 3.1.2.1).
        else url.searchParams.set('max_age', String((again ? PROOF_MS : SESSION_MS) / 1000));
        if (again) url.searchParams.set('prompt', 'login');
        return { url, secrets };
      } catch (error) {
        throw provider.toAppError(error);
      }
    },

    /**
     * Who came back with this answer.
     * @throws AppError 401 when the answer does not match the flow that this browser began, 503 when it can't be verified
     */
    async finish(
      answer: { code: string; state: string; iss: string | undefined },
      secrets: FlowSecrets,
      redirectUri: string,
    ): Promise<{ identity: VerifiedIdentity; provenAt: number | null }> {
      const arctic = await import('arctic');
      try {
        const { issuer } = provider.client();
        const addresses = await provider.addresses();
        if (answer.state !== secrets.state) throw refusedSignIn();
        // RFC 9207: an answer that names another issuer may be a mix-up attack.
        if (answer.iss !== undefined && answer.iss !== addresses.issuer) throw refusedSignIn();
        // arctic has no timeout of its own.
        const tokens = await within(
          clientFor(arctic, redirectUri).validateAuthorizationCode(
            addresses.token_endpoint,
            answer.code,
            secrets.verifier,
          ),
          EXCHANGE_WITHIN_MS,
          () => new Error('the token exchange took too long'),
        );
        const claims = await verifyIdToken(tokens.idToken(), secrets.nonce);
        // Some issuers put the address into the id token, others answer it at userinfo only.
        const person = claims.email
          ? claims
          : await fetchUserInfo(addresses.userinfo_endpoint, tokens.accessToken());
        return { identity: toIdentity(issuer, claims.sub, person), provenAt: claims.provenAt };
      } catch (error) {
        if (error instanceof arctic.OAuth2RequestError) throw refusedSignIn();
        throw provider.toAppError(error);
      }
    },
  };
}

export type CodeFlow = ReturnType<typeof createCodeFlow>;
