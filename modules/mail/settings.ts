import { type SettingsOf, setting, text } from '../../src/kit/setting.ts';

/** How mails are sent. */
export const mailSettings = {
  SMTP_URL: setting(
    text.regex(/^smtps?:\/\//, 'must start with smtp:// or smtps://').optional(),
    '–',
    '`smtp(s)://user:pass@host:port`; without it each mail is written to DATA_DIR/outbox',
  ),
  MAIL_FROM: setting(text.optional(), 'APP_NAME <SUPPORT_EMAIL>', 'sender of every mail'),
};

export interface MailConfig extends SettingsOf<typeof mailSettings> {
  MAIL_FROM: string;
}

/** What follows from them. */
export function mailConfig(
  settings: SettingsOf<typeof mailSettings>,
  site: { APP_NAME: string; SUPPORT_EMAIL: string },
): Pick<MailConfig, 'MAIL_FROM'> {
  return { MAIL_FROM: settings.MAIL_FROM ?? `${site.APP_NAME} <${site.SUPPORT_EMAIL}>` };
}
