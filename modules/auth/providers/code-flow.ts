import { PROOF_MS } from '../proof/fresh-proof.ts';
import { SESSION_MS, type VerifiedIdentity } from '../session/sign-in.ts';
import { createCodeExchange, TokenRefusal } from './exchange-code.ts';
import { createIdTokenVerifier } from './id-token.ts';
import { type Claims, fetchUserInfo, joinClaims, readClaims, toIdentity } from './identity-claims.ts';
import { type Provider, type ProviderDeps, refusedSignIn } from './provider.ts';

type Arctic = typeof import('arctic');

const SCOPES = ['openid', 'email', 'profile'];
const GOOGLE = 'https://accounts.google.com';

/** Secrets that the browser must return along with the provider's answer; kept only in the browser's cookie. */
export interface FlowSecrets {
  state: string;
  verifier: string;
  nonce: string;
}

/**
 * Redirect flow: authorization code with PKCE (RFC 7636), state and nonce. Only this file uses arctic, which builds the
 * URL and the secrets; the answer is validated here. arctic is loaded at the first sign-in rather than at startup.
 */
export function createCodeFlow(deps: ProviderDeps, provider: Provider) {
  const verifyIdToken = createIdTokenVerifier(deps, provider);
  const exchangeCode = createCodeExchange();
  const clientFor = ({ OAuth2Client }: Arctic, redirectUri: string) => {
    const { clientId, clientSecret } = provider.client();
    return new OAuth2Client(clientId, clientSecret ?? null, redirectUri);
  };

  return {
    /** True if the provider supports forced reauthentication and reports auth_time. Google does neither. */
    asksAgain: () => provider.client().issuer !== GOOGLE,

    /**
     * Builds the provider URL to send the browser to.
     * @param again the provider must reauthenticate the person, even if they have a session there
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
        // Lets people with several Google accounts choose one; not every issuer supports this value.
        if (!this.asksAgain()) url.searchParams.set('prompt', 'select_account');
        // With max_age the provider must return auth_time (OpenID Connect Core 3.1.2.1).
        else url.searchParams.set('max_age', String((again ? PROOF_MS : SESSION_MS) / 1000));
        if (again) url.searchParams.set('prompt', 'login');
        return { url, secrets };
      } catch (error) {
        throw provider.toAppError(error);
      }
    },

    /**
     * Exchanges and verifies the provider's answer.
     * @throws AppError 401 if the answer doesn't match the flow that this browser started, 503 if it can't be verified
     */
    async finish(
      answer: { code: string; state: string; iss: string | undefined },
      secrets: FlowSecrets,
      redirectUri: string,
    ): Promise<{ identity: VerifiedIdentity; provenAt: number | null }> {
      try {
        const addresses = await provider.addresses();
        if (answer.state !== secrets.state)
          throw refusedSignIn('state: not the one that this browser began with');
        // RFC 9207: an answer that names another issuer may be a mix-up attack.
        if (answer.iss !== undefined && answer.iss !== addresses.issuer)
          throw refusedSignIn('claim iss: the answer names another issuer');
        const { code } = answer;
        const exchange = { code, verifier: secrets.verifier, redirectUri };
        const { id_token, access_token } = await exchangeCode(provider.client(), addresses, exchange);
        if (typeof id_token !== 'string') throw refusedSignIn('the token answer holds no id_token');
        const { provenAt, ...claims } = await verifyIdToken(id_token, secrets.nonce);
        const person = await completed(readClaims(claims), addresses.userinfo_endpoint, access_token);
        return { identity: toIdentity(provider, String(claims.sub), person), provenAt };
      } catch (error) {
        if (error instanceof TokenRefusal) throw refusedSignIn(whyRefused(error));
        throw provider.toAppError(error);
      }
    },
  };

  /**
   * Some issuers put everything into the id token; others report the address, or whether it is verified, only in
   * userinfo.
   */
  async function completed(
    claims: Claims | null,
    userinfo: string | undefined,
    accessToken: unknown,
  ): Promise<Claims | null> {
    const isEnough = claims?.email !== undefined && (provider.trusted || claims.email_verified !== undefined);
    if (!claims || !userinfo || (isEnough && claims.name !== undefined)) return claims;
    try {
      if (typeof accessToken !== 'string') throw refusedSignIn('the token answer holds no access_token');
      return joinClaims(claims, await fetchUserInfo(userinfo, accessToken));
    } catch (error) {
      // A missing name justifies the request, but its failure shouldn't block the sign-in.
      if (isEnough) return claims;
      throw error;
    }
  }
}

export type CodeFlow = ReturnType<typeof createCodeFlow>;

/** The token endpoint's error, for the log. */
function whyRefused({ code, message }: TokenRefusal): string {
  const cures: Record<string, string> = {
    invalid_client: 'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET',
    unauthorized_client: 'Let this client use the authorization code flow there',
    invalid_grant: 'The code was used already, is too old, or was made for another redirect address',
    redirect_uri_mismatch: 'Enter PUBLIC_URL/auth/callback as redirect address there',
  };
  const words = message === '' ? '' : ` (${JSON.stringify(message)})`;
  return `the token address refused: ${plainWord(code)}${words}. ${(Object.hasOwn(cures, code) && cures[code]) || 'See the provider’s own log'}.`;
}

/** Returns a protocol error code unchanged; replaces anything longer or with other characters. */
export const plainWord = (text: string) => (/^[\w.-]{1,60}$/.test(text) ? text : 'an unknown code');
