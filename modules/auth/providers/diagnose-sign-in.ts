import { z } from 'zod';
import type { Clock } from '../../../src/kit/clock.ts';
import { createLog } from '../../../src/kit/log.ts';
import { error, type Finding, ok, warning } from '../../../src/kit/settings/finding.ts';
import { within } from '../../../src/kit/within.ts';
import type { SiteConfig } from '../../../src/web/settings.ts';
import type { AuthConfig } from '../settings.ts';
import { createProvider } from './provider.ts';

const CLIENT_TIMEOUT_MS = 8_000;

/** Checks that people can sign in: by the identity provider, or by mail. */
export async function diagnoseSignIn(config: AuthConfig & SiteConfig, clock: Clock): Promise<Finding[]> {
  const { oidc, AUTH_EMAIL_LINK, ADMIN_EMAILS } = config;
  const admins = ADMIN_EMAILS?.length
    ? ok(`${ADMIN_EMAILS.length} addresses become admins`)
    : warning('no address becomes an admin by itself', 'Set ADMIN_EMAILS to yours.');
  if (!oidc) return [ok('people sign in by a link that is mailed to them'), admins];
  const mailed = AUTH_EMAIL_LINK ? [ok('people may sign in by a mailed link, too')] : [];
  const provider = createProvider({ config, clock, log: createLog('error', () => {}) });
  try {
    const { token_endpoint } = await provider.addresses();
    if (await refusesClient(oidc, token_endpoint, config.PUBLIC_URL)) {
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
 * Presents the client with a code that nobody has: a provider that knows the client refuses the code, one that does not
 * refuses the client (RFC 6749, 5.2). Whatever else it answers says nothing about it.
 */
async function refusesClient(
  { clientId, clientSecret }: NonNullable<AuthConfig['oidc']>,
  tokenEndpoint: string,
  publicUrl: string,
): Promise<boolean> {
  const { generateCodeVerifier, OAuth2Client, OAuth2RequestError } = await import('arctic');
  const client = new OAuth2Client(clientId, clientSecret ?? null, `${publicUrl}/auth/callback`);
  try {
    const asked = client.validateAuthorizationCode(tokenEndpoint, 'a-code-of-nobody', generateCodeVerifier());
    await within(asked, CLIENT_TIMEOUT_MS, () => new Error('no answer'));
    return false;
  } catch (fault) {
    return fault instanceof OAuth2RequestError && fault.code === 'invalid_client';
  }
}
