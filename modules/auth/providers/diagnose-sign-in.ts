import { z } from 'zod';
import type { Clock } from '../../../src/kit/clock.ts';
import { createLog } from '../../../src/kit/log.ts';
import { error, type Finding, ok, warning } from '../../../src/kit/settings/finding.ts';
import type { SiteConfig } from '../../../src/web/settings.ts';
import type { AuthConfig } from '../settings.ts';
import { createProvider } from './provider.ts';

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
    await provider.addresses();
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
