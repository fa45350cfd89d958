import { fetchJson, OutgoingError } from '../../kit/http/outgoing.ts';
import { parseJson } from '../../kit/parse-json.ts';
import type { AuthConfig } from '../contract/settings.ts';
import type { ProviderAddresses } from './provider.ts';

const LIMITS = { timeoutMs: 8_000, maxBytes: 256 * 1024 };

/** Client authentication methods at the token endpoint (OpenID Connect Core, section 9). */
const METHODS = ['client_secret_basic', 'client_secret_post'] as const;
export type ClientAuthMethod = (typeof METHODS)[number];

export interface CodeExchange {
  code: string;
  verifier: string;
  redirectUri: string;
}

/** Error response of the token endpoint (RFC 6749, section 5.2). */
export class TokenRefusal extends Error {
  /** protocol code, such as invalid_grant */
  readonly code: string;
  constructor(code: string, description: string) {
    super(description);
    this.code = code;
  }
}

/**
 * Exchanges authorization codes for tokens. Some providers accept only one client authentication method and don't say
 * so in their discovery document, so a refusal is retried once with the other method, and the method that works is
 * remembered.
 */
export function createCodeExchange() {
  let proven: ClientAuthMethod | null = null;

  /** @throws TokenRefusal, or OutgoingError if the provider can't be reached or sends an unexpected response */
  return async function exchangeCode(
    client: NonNullable<AuthConfig['oidc']>,
    addresses: ProviderAddresses,
    exchange: CodeExchange,
  ): Promise<Record<string, unknown>> {
    const [first = METHODS[0], second] = proven ? [proven] : methodsOf(addresses);
    try {
      const tokens = await ask(client, addresses.token_endpoint, exchange, first);
      proven = first;
      return tokens;
    } catch (error) {
      if (!isRefusedClient(error) || !client.clientSecret) throw error;
      const other = second ?? METHODS.find((method) => method !== first);
      // The secret may have been changed at the provider, and the method with it.
      proven = null;
      if (other === undefined) throw error;
      const tokens = await ask(client, addresses.token_endpoint, exchange, other);
      proven = other;
      return tokens;
    }
  };
}

/** Methods to try, those in the discovery document first; the standard's default is Basic. */
function methodsOf({
  token_endpoint_auth_methods_supported: supported,
}: ProviderAddresses): ClientAuthMethod[] {
  const allows = (method: ClientAuthMethod) =>
    supported?.includes(method) ?? method === 'client_secret_basic';
  return METHODS.toSorted((a, b) => Number(allows(b)) - Number(allows(a)));
}

export const isRefusedClient = (error: unknown) =>
  error instanceof TokenRefusal && error.code === 'invalid_client';

async function ask(
  { clientId, clientSecret }: NonNullable<AuthConfig['oidc']>,
  tokenEndpoint: string,
  { code, verifier, redirectUri }: CodeExchange,
  method: ClientAuthMethod,
): Promise<Record<string, unknown>> {
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  });
  const headers = new Headers({ accept: 'application/json' });
  if (clientSecret && method === 'client_secret_basic') {
    headers.set('authorization', `Basic ${basicCredentials(clientId, clientSecret)}`);
  } else {
    body.set('client_id', clientId);
    if (clientSecret) body.set('client_secret', clientSecret);
  }
  try {
    return (await fetchJson(tokenEndpoint, { method: 'POST', headers, body }, LIMITS)) as Record<
      string,
      unknown
    >;
  } catch (error) {
    throw error instanceof OutgoingError
      ? (readRefusal(error, [code, verifier, clientSecret ?? '']) ?? error)
      : error;
  }
}

/** Both parts are form-encoded before joining (RFC 6749, section 2.3.1). */
function basicCredentials(id: string, secret: string): string {
  const encode = (part: string) => new URLSearchParams({ part }).toString().slice('part='.length);
  return Buffer.from(`${encode(id)}:${encode(secret)}`).toString('base64');
}

/** @param secrets values in the request that must not reach a log */
function readRefusal({ status, body }: OutgoingError, secrets: string[]): TokenRefusal | null {
  if (status === null || status < 400 || status >= 500) return null;
  const answer = (parseJson(body) ?? {}) as { error?: unknown; error_description?: unknown };
  if (typeof answer.error !== 'string') return null;
  const description = typeof answer.error_description === 'string' ? answer.error_description : '';
  const withoutSecrets = secrets
    .filter(Boolean)
    .reduce((text, one) => text.replaceAll(one, '…'), description);
  return new TokenRefusal(answer.error, withoutSecrets.slice(0, 200));
}
