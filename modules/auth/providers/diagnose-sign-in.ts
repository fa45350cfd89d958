import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import { createLog } from '../../kit/log.ts';
import { error, type Finding, ok, warning } from '../../kit/settings/finding.ts';
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
      ? [
          warning(
            'each node keys the codes of suspensions and used trials with a secret of its own',
            'On several nodes set TRACE_KEY, the same on each, so that they know each other’s.',
          ),
        ]
      : [];
  return [...nodes, ...(await diagnoseWays(config, clock))];
}

async function diagnoseWays(config: AuthConfig & SiteConfig, clock: Clock): Promise<Finding[]> {
  const { oidc, AUTH_EMAIL_LINK, ADMIN_EMAILS } = config;
  const admins = ADMIN_EMAILS?.length
    ? ok(`${ADMIN_EMAILS.length} addresses become admins`)
    : warning('no address becomes an admin by itself', 'Set ADMIN_EMAILS to yours.');
  if (!oidc) return [ok('people sign in by a link that is mailed to them'), admins];
  const mailed = AUTH_EMAIL_LINK ? [ok('people may sign in by a mailed link, too')] : [];
  const provider = createProvider({ config, clock, log: createLog('error', () => {}) });
  try {
    if (await refusesClient(oidc, await provider.addresses(), config.PUBLIC_URL)) {
      return [
        error(
          `${oidc.name} refuses the client`,
          'Check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET, or GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET.',
        ),
        ...mailed,
        admins,
      ];
    }
    return [
      ok(
        `${oidc.name} answers at ${oidc.issuer}; it sends people back to ${config.PUBLIC_URL}/auth/callback`,
      ),
      ...mailed,
      admins,
    ];
  } catch (fault) {
    const cause = fault instanceof z.ZodError ? 'what it answers is no OpenID configuration' : String(fault);
    return [
      error(
        `the identity provider at ${oidc.issuer} can't be used (${cause})`,
        'Check OIDC_ISSUER: with /.well-known/openid-configuration behind it, it has to answer this machine.',
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
