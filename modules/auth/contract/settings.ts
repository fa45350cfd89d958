import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import {
  flag,
  type Given,
  isLoopback,
  key,
  type ReportFault,
  type SettingsOf,
  secret,
  setting,
  text,
  webUrl,
} from '../../kit/settings/setting.ts';

export const authSettings = {
  ADMIN_EMAILS: setting(
    text
      .transform((list) =>
        list
          .split(',')
          .map((one) => one.trim().toLowerCase())
          .filter(Boolean),
      )
      .pipe(z.array(emailAddress()))
      .optional(),
    '–',
    'comma-separated; these verified addresses get the role admin at sign-in',
  ),
  GOOGLE_CLIENT_ID: setting(key.optional(), '–', 'sign-in with Google'),
  GOOGLE_CLIENT_SECRET: secret(key.optional(), '–', 'sign-in with Google'),
  OIDC_ISSUER: setting(
    webUrl.default('https://accounts.google.com'),
    'https://accounts.google.com',
    'any OpenID Connect issuer',
  ),
  OIDC_CLIENT_ID: setting(key.optional(), 'GOOGLE_CLIENT_ID', 'client at that issuer'),
  OIDC_CLIENT_SECRET: secret(key.optional(), 'GOOGLE_CLIENT_SECRET', 'its secret'),
  OIDC_NAME: setting(text.default('Google'), 'Google', 'what the sign-in button calls the issuer'),
  OIDC_TRUST_EMAIL: setting(
    flag.default(false),
    'off',
    'takes the issuer’s e-mail addresses for verified, also where it says nothing of that or “false”: for a provider of your own (Entra, Authentik, Keycloak) in which nobody can enter an address of somebody else',
  ),
  GOOGLE_POPUP: setting(
    flag.default(false),
    'off',
    "signs in with a popup of Google's own script instead of the redirect",
  ),
  GOOGLE_TOKENINFO_URL: setting(
    webUrl.default('https://oauth2.googleapis.com/tokeninfo'),
    "Google's",
    "where an access token's audience is checked",
  ),
  AUTH_EMAIL_LINK: setting(
    flag.optional(),
    'on when no identity provider is set',
    'sign-in by one-time link sent by e-mail',
  ),
};

export interface AuthConfig extends Omit<SettingsOf<typeof authSettings>, 'AUTH_EMAIL_LINK'> {
  AUTH_EMAIL_LINK: boolean;
  /** the OpenID Connect client, if one is configured */
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined; name: string } | null;
}

export function checkAuthSettings(given: Given, fault: ReportFault): void {
  const issuer = given.OIDC_ISSUER;
  if (issuer?.startsWith('http://') && !isLoopback(issuer))
    fault('OIDC_ISSUER', 'http is allowed on loopback only');
  if (authSettings.OIDC_TRUST_EMAIL.schema.safeParse(given.OIDC_TRUST_EMAIL).data && !issuer)
    fault('OIDC_TRUST_EMAIL', 'needs OIDC_ISSUER: the one whose addresses you answer for');
  const clientId = given.OIDC_CLIENT_ID ?? given.GOOGLE_CLIENT_ID;
  if (authSettings.GOOGLE_POPUP.schema.safeParse(given.GOOGLE_POPUP).data && !clientId)
    fault('GOOGLE_POPUP', 'needs GOOGLE_CLIENT_ID');
  if ((given.OIDC_CLIENT_SECRET ?? given.GOOGLE_CLIENT_SECRET) && !clientId)
    fault('OIDC_CLIENT_ID', 'must be set where a client secret is');
}

/** Derived settings. */
export function authConfig(
  settings: SettingsOf<typeof authSettings>,
): Pick<AuthConfig, 'AUTH_EMAIL_LINK' | 'oidc'> {
  const clientId = settings.OIDC_CLIENT_ID ?? settings.GOOGLE_CLIENT_ID;
  const clientSecret = settings.OIDC_CLIENT_SECRET ?? settings.GOOGLE_CLIENT_SECRET;
  return {
    AUTH_EMAIL_LINK: settings.AUTH_EMAIL_LINK ?? clientId === undefined,
    oidc: clientId
      ? { issuer: settings.OIDC_ISSUER, clientId, clientSecret, name: settings.OIDC_NAME }
      : null,
  };
}
