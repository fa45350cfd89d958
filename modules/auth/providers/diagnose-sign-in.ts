import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { error, type Finding, ok, warning } from '../../kit/settings/finding.ts';
import { m } from '../../kit/texts/m.ts';
import type { SiteConfig } from '../../web/contract/settings.ts';
import type { AuthConfig } from '../contract/settings.ts';
import { createCodeExchange, isRefusedClient } from './exchange-code.ts';
import { createProvider, type ProviderAddresses } from './provider.ts';

/** Checks that people can sign in, by identity provider or by mail. */
export async function diagnoseSignIn(
  config: AuthConfig & SiteConfig & { TRACE_KEY?: string | undefined },
  clock: Clock,
): Promise<Finding[]> {
  const nodes =
    config.NODE_URL && !config.TRACE_KEY
      ? [warning(m.auth_check_trace_key(), m.auth_check_trace_key_cure())]
      : [];
  return [...nodes, ...(await diagnoseWays(config, clock))];
}

async function diagnoseWays(config: AuthConfig & SiteConfig, clock: Clock): Promise<Finding[]> {
  const { oidc, AUTH_EMAIL_LINK, ADMIN_EMAILS } = config;
  const admins = ADMIN_EMAILS?.length
    ? ok(m.auth_check_admins({ count: ADMIN_EMAILS.length }))
    : warning(m.auth_check_no_admins(), m.auth_check_no_admins_cure());
  if (!oidc) return [ok(m.auth_check_mail_only()), admins];
  const mailed = AUTH_EMAIL_LINK ? [ok(m.auth_check_mail_too())] : [];
  const provider = createProvider({ config, clock, log: createLog('error', () => {}) });
  try {
    if (await refusesClient(oidc, await provider.addresses(), config.PUBLIC_URL)) {
      return [
        error(m.auth_check_client_refused({ provider: oidc.name }), m.auth_check_client_refused_cure()),
        ...mailed,
        admins,
      ];
    }
    return [
      ok(
        m.auth_check_provider({
          provider: oidc.name,
          issuer: oidc.issuer,
          callback: `${config.PUBLIC_URL}/auth/callback`,
        }),
      ),
      ...mailed,
      admins,
    ];
  } catch (fault) {
    const cause = fault instanceof z.ZodError ? m.auth_check_no_configuration() : String(fault);
    return [
      error(
        m.auth_check_provider_failed({ issuer: oidc.issuer, cause }),
        m.auth_check_provider_failed_cure(),
      ),
      ...mailed,
      admins,
    ];
  }
}

/**
 * Sends a made-up code: a provider that accepts the client rejects the code, otherwise it rejects the client (RFC 6749,
 * section 5.2). Any other answer proves nothing about the client.
 */
async function refusesClient(
  client: NonNullable<AuthConfig['oidc']>,
  addresses: ProviderAddresses,
  publicUrl: string,
): Promise<boolean> {
  const exchange = {
    code: 'a-code-that-does-not-exist',
    verifier: randomBytes(32).toString('base64url'),
    redirectUri: `${publicUrl}/auth/callback`,
  };
  return createCodeExchange()(client, addresses, exchange).then(() => false, isRefusedClient);
}
