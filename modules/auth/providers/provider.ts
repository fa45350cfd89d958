import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { AppError } from '../../kit/errors.ts';
import { fetchJson, OutgoingError } from '../../kit/http/outgoing.ts';
import type { Log } from '../../kit/log.ts';
import { withoutEndSlashes } from '../../kit/shared/trim.ts';
import { m } from '../../kit/texts/m.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import type { AuthConfig } from '../contract/settings.ts';

const KEPT_MS = 3600_000;
const LIMITS = { timeoutMs: 8_000, maxBytes: 64 * 1024 };

const discovery = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  /** absent if id tokens contain everything the provider knows */
  userinfo_endpoint: z.url().optional().catch(undefined),
  jwks_uri: z.url(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional().catch(undefined),
});
export type ProviderAddresses = z.infer<typeof discovery>;

export interface ProviderDeps {
  config: AuthConfig & SiteConfig;
  clock: Clock;
  log: Log;
}

export type Provider = ReturnType<typeof createProvider>;

/** The configured identity provider and its endpoints (OpenID Connect Discovery 1.0). */
export function createProvider({ config, clock, log }: ProviderDeps) {
  let known: { addresses: ProviderAddresses; until: number } | null = null;

  return {
    /** its addresses count as verified, whatever it says about them */
    trusted: config.OIDC_TRUST_EMAIL,

    /** @throws AppError 400 if no provider is configured */
    client(): NonNullable<(AuthConfig & SiteConfig)['oidc']> {
      if (config.oidc) return config.oidc;
      throw new AppError(400, 'no-provider', m.auth_error_no_provider());
    },

    /** The discovery document, cached for an hour. */
    async addresses(): Promise<ProviderAddresses> {
      if (known && clock.monotonic() < known.until) return known.addresses;
      const { issuer } = this.client();
      const addresses = discovery.parse(await askProvider(`${issuer}/.well-known/openid-configuration`));
      if (withoutEndSlashes(addresses.issuer) !== issuer)
        throw new Error(`the issuer calls itself ${addresses.issuer}: set OIDC_ISSUER to that`);
      known = { addresses, until: clock.monotonic() + KEPT_MS };
      return addresses;
    },

    /** Error to show when an exchange failed: a refusal as is, everything else as "not reachable". */
    toAppError(error: unknown): AppError {
      if (error instanceof AppError) return error;
      log.warn('identity provider', { error: error instanceof Error ? error : String(error) });
      return new AppError(503, 'provider', m.auth_error_provider_away(), { retryAfter: 10 });
    },
  };
}

/**
 * Fetches JSON from a provider; a 4xx response reads as an empty object, which no schema accepts.
 * @throws OutgoingError if the provider can't be reached, fails, or sends an unexpected response
 */
export async function askProvider(url: string, init: RequestInit = {}): Promise<unknown> {
  try {
    return await fetchJson(url, init, LIMITS);
  } catch (error) {
    const status = error instanceof OutgoingError ? error.status : null;
    if (status !== null && status >= 400 && status < 500) return {};
    throw error;
  }
}

/** @param why for the log: the failed check and its cause; never a token, a code or a secret */
export const refusedSignIn = (why: string) => new AppError(401, 'token', m.auth_error_sign_in(), { why });
