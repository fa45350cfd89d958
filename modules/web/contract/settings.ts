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

/** Upper limit for proxies in a chain. */
const MAX_PROXIES = 10;

const trustedProxies = text
  .transform((value): TrustedProxies => {
    if (/^\d+$/.test(value)) return Number(value) > 1 ? Number(value) : value === '1';
    return flag.safeParse(value).data ?? value.split(',').map((one) => one.trim());
  })
  .refine(
    (read) => (typeof read === 'object' ? read.every(isNetwork) : Number(read) <= MAX_PROXIES),
    'must be on, off, the number of proxies in front, or their addresses as in 10.0.0.0/8,192.0.2.7',
  );

/** The site's name, address and operator. */
export const siteSettings = {
  PUBLIC_URL: setting(
    origin.optional(),
    'http://localhost:PORT',
    'origin that people and links use; https turns on Secure cookies and HSTS. When set, Origin must equal it and pages asked for by a loopback alias are redirected to it',
  ),
  NODE_URL: setting(origin.optional(), 'PUBLIC_URL', "this node's own origin for websockets, in a fleet"),
  APP_NAME: setting(
    text.default('Reverie'),
    'Reverie',
    "the product's name everywhere it is shown or mailed",
  ),
  COMPANY_NAME: setting(
    text.default('Reverie'),
    'Reverie',
    'who runs the site: the contract partner that the legal texts name, and the footer',
  ),
  COMPANY_ADDRESS: setting(text.optional(), '–', 'its postal address, in one line, for the legal texts'),
  COMPANY_URL: setting(webLink.optional(), 'the home page', 'where the company name in the footer leads'),
  SUPPORT_EMAIL: setting(
    text.pipe(emailAddress()).optional(),
    '–',
    'where people write to: contact card, help and legal texts, which name the operator without one',
  ),
  COMMUNITY_URL: setting(webLink.optional(), '–', 'community chat link; hidden when not set'),
  SOCIAL_URL: setting(webLink.optional(), '–', 'social media link; hidden when not set'),
  TRUST_PROXY: setting(
    trustedProxies.default(false),
    'off',
    'takes the client address from X-Forwarded-For, and redirects to an https PUBLIC_URL where X-Forwarded-Proto lists only http: `on` behind one proxy, `2` behind two, one behind the other, or the addresses and networks of all proxies, as in `10.0.0.0/8,fd00::/8`',
  ),
  HSTS_PRELOAD: setting(
    flag.default(false),
    'off',
    'with an https PUBLIC_URL: asks browsers to list the site as https only, with every name below it, for years',
  ),
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
    fault('HSTS_PRELOAD', 'needs a PUBLIC_URL with https');
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
