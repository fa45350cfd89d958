import { z } from 'zod';
import { readSender } from '../../kit/email-address.ts';
import { type SettingsOf, secret, setting, text, whole } from '../../kit/settings/setting.ts';
import { readAddress } from '../../kit/settings/setting-address.ts';

/** A mail server parsed from SMTP_URL: connection options for the mail library, and a display name for messages. */
export interface SmtpServer {
  connection: {
    host: string;
    /** default: the scheme's port */
    port?: number;
    secure: boolean;
    auth?: { user: string; pass: string };
    tls?: Record<string, string | boolean>;
    [option: string]: unknown;
  };
  /** host and port, without user and password */
  place: string;
}

const OPTIONS = ['name', 'authMethod', 'ignoreTLS', 'requireTLS'];
const TLS_OPTIONS = ['tls.rejectUnauthorized', 'tls.servername', 'tls.minVersion'];

const smtpAddress = text.transform((value, context) => {
  const server = readSmtpAddress(value);
  if (typeof server !== 'string') return server;
  context.addIssue({ code: 'custom', message: server });
  return z.NEVER;
});

export const mailSettings = {
  SMTP_URL: secret(
    smtpAddress.optional(),
    '–',
    '`smtp(s)://user:pass@host:port`, with %23 for a # and %40 for an @ in user or password; without it each mail is written to DATA_DIR/outbox',
  ),
  MAIL_FROM: setting(
    text
      .refine(
        (value) => readSender(value) !== null,
        'must be an address, or as in Dreams <dreams@example.com>',
      )
      .optional(),
    'APP_NAME <SUPPORT_EMAIL>, else no-reply at the name of PUBLIC_URL',
    'sender of every mail',
  ),
  OUTBOX_DAYS: setting(
    whole(1, 3650).default(30),
    '30',
    'days that mails are kept in DATA_DIR/outbox, where SMTP_URL is not set',
  ),
  MAIL_LOG_DAYS: setting(
    whole(1, 3650).default(365),
    '365',
    'days that the log of mails is kept, with the addresses that they went to; where an address has no account here, 90 at most',
  ),
};

export interface MailConfig extends SettingsOf<typeof mailSettings> {
  MAIL_FROM: string;
}

/** Derived settings. */
export function mailConfig(
  settings: Pick<SettingsOf<typeof mailSettings>, 'MAIL_FROM'>,
  site: { APP_NAME: string; SUPPORT_EMAIL?: string | undefined; PUBLIC_URL?: string | undefined },
): Pick<MailConfig, 'MAIL_FROM'> {
  const { hostname } = new URL(site.PUBLIC_URL ?? 'http://localhost');
  // IP addresses need brackets there (RFC 5321, 4.1.3).
  const host = hostname.replace(/^([\d.]+)$/, '[$1]').replace(/^\[(?=.*:)/, '[IPv6:');
  const address = site.SUPPORT_EMAIL ?? `no-reply@${host}`;
  return { MAIL_FROM: settings.MAIL_FROM ?? `${site.APP_NAME} <${address}>` };
}

/**
 * Parses `smtp(s)://user:password@host:port?requireTLS=true`.
 * @returns the server, or a description of the mistake
 */
function readSmtpAddress(text: string): SmtpServer | string {
  const url = readAddress(text, { schemes: ['smtp', 'smtps'], credentials: true, query: true });
  if (typeof url === 'string') return url;
  const { username, password, hostname, port, host, searchParams } = url;
  if ([...searchParams.keys()].some((name) => ![...OPTIONS, ...TLS_OPTIONS].includes(name))) {
    return `knows only ${[...OPTIONS, ...TLS_OPTIONS].join(', ')} after the “?”`;
  }
  const given = (names: string[]) =>
    [...searchParams]
      .filter(([name]) => names.includes(name))
      .map(([name, value]) => [
        name.replace('tls.', ''),
        /^(true|false)$/.test(value) ? value === 'true' : value,
      ]);
  return {
    connection: {
      ...Object.fromEntries(given(OPTIONS)),
      tls: Object.fromEntries(given(TLS_OPTIONS)),
      host: hostname.replace(/^\[|\]$/g, ''),
      ...(port && { port: Number(port) }),
      secure: url.protocol === 'smtps:',
      ...((username || password) && {
        auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
      }),
    },
    place: host,
  };
}
