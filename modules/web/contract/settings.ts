import { z } from 'zod';
import { emailAddress } from '../../kit/email-address.ts';
import { isNetwork, type TrustedProxies } from '../../kit/http/client-address.ts';
import {
  flag,
  type Given,
  origin,
  type ReportFault,
  type SettingsOf,
  setting,
  text,
  webLink,
} from '../../kit/settings/setting.ts';
import { BASE_LOCALE } from '../../kit/texts/locale.ts';
import { m } from '../../kit/texts/m.ts';
import { shownLocales } from '../../kit/texts/offered.ts';

/** Upper limit for proxies in a chain. */
const MAX_PROXIES = 10;

const trustedProxies = text
  .transform((value): TrustedProxies => {
    if (/^\d+$/.test(value)) return Number(value) > 1 ? Number(value) : value === '1';
    return flag.safeParse(value).data ?? value.split(',').map((one) => one.trim());
  })
  .refine((read) => (typeof read === 'object' ? read.every(isNetwork) : Number(read) <= MAX_PROXIES), {
    error: m.web_setting_proxies,
  });

/** The site's name, address, language and operator. */
export const siteSettings = {
  PUBLIC_URL: setting(origin.optional(), 'http://localhost:PORT', m.web_doc_public_url),
  NODE_URL: setting(origin.optional(), 'PUBLIC_URL', m.web_doc_node_url),
  LOCALE: setting(z.enum(shownLocales()).default(BASE_LOCALE), BASE_LOCALE, m.web_doc_locale),
  APP_NAME: setting(text.default('Reverie'), 'Reverie', m.web_doc_app_name),
  COMPANY_NAME: setting(text.default('Reverie'), 'Reverie', m.web_doc_company_name),
  COMPANY_ADDRESS: setting(text.optional(), '–', m.web_doc_company_address),
  COMPANY_URL: setting(webLink.optional(), m.web_default_company_url, m.web_doc_company_url),
  SUPPORT_EMAIL: setting(
    text.pipe(emailAddress(m.kit_setting_email)).optional(),
    '–',
    m.web_doc_support_email,
  ),
  COMMUNITY_URL: setting(webLink.optional(), '–', m.web_doc_community_url),
  SOCIAL_URL: setting(webLink.optional(), '–', m.web_doc_social_url),
  TRUST_PROXY: setting(trustedProxies.default(false), 'off', m.web_doc_trust_proxy),
  HSTS_PRELOAD: setting(flag.default(false), 'off', m.web_doc_hsts_preload),
};

export interface SiteConfig extends Omit<SettingsOf<typeof siteSettings>, 'PUBLIC_URL'> {
  /** Origin for links; unknown before listening if PORT is 0 and PUBLIC_URL is not set. */
  PUBLIC_URL: string;
  publicUrlIsSet: boolean;
  /** The site uses https. */
  secure: boolean;
}

export function checkSiteSettings(given: Given, fault: ReportFault): void {
  const preload = siteSettings.HSTS_PRELOAD.schema.safeParse(given.HSTS_PRELOAD).data;
  if (preload && !given.PUBLIC_URL?.startsWith('https://')) {
    fault('HSTS_PRELOAD', m.web_setting_preload());
  }
}

export function siteConfig(
  settings: SettingsOf<typeof siteSettings>,
  port: number,
): Pick<SiteConfig, 'PUBLIC_URL' | 'publicUrlIsSet' | 'secure'> {
  const publicUrl = settings.PUBLIC_URL ?? `http://localhost:${port}`;
  return {
    PUBLIC_URL: publicUrl,
    publicUrlIsSet: settings.PUBLIC_URL !== undefined,
    secure: publicUrl.startsWith('https://'),
  };
}
