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
  whole,
} from '../../kit/settings/setting.ts';
import { m } from '../../kit/texts/m.ts';

export const authSettings = {
  ADMIN_EMAILS: setting(
    text
      .transform((list) =>
        list
          .split(',')
          .map((one) => one.trim().toLowerCase())
          .filter(Boolean),
      )
      .pipe(z.array(emailAddress(m.kit_setting_email)))
      .optional(),
    '–',
    m.auth_doc_admin_emails,
  ),
  GOOGLE_CLIENT_ID: setting(key.optional(), '–', m.auth_doc_google_client_id),
  GOOGLE_CLIENT_SECRET: secret(key.optional(), '–', m.auth_doc_google_client_secret),
  OIDC_ISSUER: setting(
    webUrl.default('https://accounts.google.com'),
    'https://accounts.google.com',
    m.auth_doc_oidc_issuer,
  ),
  OIDC_CLIENT_ID: setting(key.optional(), 'GOOGLE_CLIENT_ID', m.auth_doc_oidc_client_id),
  OIDC_CLIENT_SECRET: secret(key.optional(), 'GOOGLE_CLIENT_SECRET', m.auth_doc_oidc_client_secret),
  OIDC_NAME: setting(text.default('Google'), 'Google', m.auth_doc_oidc_name),
  OIDC_TRUST_EMAIL: setting(flag.default(false), 'off', m.auth_doc_oidc_trust_email),
  GOOGLE_POPUP: setting(flag.default(false), 'off', m.auth_doc_google_popup),
  GOOGLE_TOKENINFO_URL: setting(
    webUrl.default('https://oauth2.googleapis.com/tokeninfo'),
    m.auth_default_google_tokeninfo_url,
    m.auth_doc_google_tokeninfo_url,
  ),
  GUEST_SECONDS: setting(whole(0, 3600).optional(), m.auth_default_guest_seconds, m.auth_doc_guest_seconds),
  AUTH_EMAIL_LINK: setting(flag.optional(), m.auth_default_auth_email_link, m.auth_doc_auth_email_link),
};

export interface AuthConfig
  extends Omit<SettingsOf<typeof authSettings>, 'AUTH_EMAIL_LINK' | 'GUEST_SECONDS'> {
  GUEST_SECONDS: number;
  AUTH_EMAIL_LINK: boolean;
  /** the OpenID Connect client, if one is configured */
  oidc: { issuer: string; clientId: string; clientSecret: string | undefined; name: string } | null;
}

export function checkAuthSettings(given: Given, fault: ReportFault): void {
  const issuer = given.OIDC_ISSUER;
  if (issuer?.startsWith('http://') && !isLoopback(issuer))
    fault('OIDC_ISSUER', m.auth_setting_issuer_https());
  if (authSettings.OIDC_TRUST_EMAIL.schema.safeParse(given.OIDC_TRUST_EMAIL).data && !issuer)
    fault('OIDC_TRUST_EMAIL', m.auth_setting_trust_issuer());
  const clientId = given.OIDC_CLIENT_ID ?? given.GOOGLE_CLIENT_ID;
  if (authSettings.GOOGLE_POPUP.schema.safeParse(given.GOOGLE_POPUP).data && !clientId)
    fault('GOOGLE_POPUP', m.auth_setting_popup_client());
  if ((given.OIDC_CLIENT_SECRET ?? given.GOOGLE_CLIENT_SECRET) && !clientId)
    fault('OIDC_CLIENT_ID', m.auth_setting_client_missing());
}

/** Length of a guest's dream where the setting isn't set. */
const GUEST_SECONDS = 60;

/**
 * Derived settings.
 * @param painterDraws the built-in painter draws on this machine, where a dream costs nothing
 */
export function authConfig(
  settings: SettingsOf<typeof authSettings>,
  painterDraws: boolean,
): Pick<AuthConfig, 'AUTH_EMAIL_LINK' | 'GUEST_SECONDS' | 'oidc'> {
  const clientId = settings.OIDC_CLIENT_ID ?? settings.GOOGLE_CLIENT_ID;
  const clientSecret = settings.OIDC_CLIENT_SECRET ?? settings.GOOGLE_CLIENT_SECRET;
  return {
    GUEST_SECONDS: settings.GUEST_SECONDS ?? (painterDraws ? GUEST_SECONDS : 0),
    AUTH_EMAIL_LINK: settings.AUTH_EMAIL_LINK ?? clientId === undefined,
    oidc: clientId
      ? { issuer: settings.OIDC_ISSUER, clientId, clientSecret, name: settings.OIDC_NAME }
      : null,
  };
}
