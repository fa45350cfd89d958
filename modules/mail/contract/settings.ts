import { z } from 'zod';
import { readSender } from '../../kit/email-address.ts';
import { type SettingsOf, secret, setting, text, whole } from '../../kit/settings/setting.ts';
import { readAddress } from '../../kit/settings/setting-address.ts';
import { formatList } from '../../kit/texts/formats.ts';
import { m } from '../../kit/texts/m.ts';

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
  SMTP_URL: secret(smtpAddress.optional(), '–', m.mail_doc_smtp_url),
  MAIL_FROM: setting(
    text.refine((value) => readSender(value) !== null, { error: m.mail_setting_sender }).optional(),
    m.mail_default_mail_from,
    m.mail_doc_mail_from,
  ),
  OUTBOX_DAYS: setting(whole(1, 3650).default(30), '30', m.mail_doc_outbox_days),
  MAIL_LOG_DAYS: setting(whole(1, 3650).default(365), '365', m.mail_doc_mail_log_days),
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
    return m.mail_setting_options({ options: formatList([...OPTIONS, ...TLS_OPTIONS]) });
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
