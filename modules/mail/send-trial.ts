import type { SiteConfig } from '../web/contract/settings.ts';
import { composeMail } from './compose-mail.ts';
import { letterOf } from './contract/compose.ts';
import type { MailConfig } from './contract/settings.ts';
import { type MailFault, mailFault } from './mail-fault.ts';
import { createMailer, type Message } from './mailer.ts';

export interface TrialMail extends Pick<Message, 'to' | 'subject'> {
  content: string;
}

/**
 * Sends one mail with settings that may not be in use yet; it isn't logged.
 * @returns the reason if the mail server rejected it, otherwise null
 */
export async function sendTrialMail(
  config: MailConfig & SiteConfig & { DATA_DIR: string },
  { to, subject, content }: TrialMail,
): Promise<MailFault | null> {
  const mailer = createMailer({
    config,
    store: { recordIntent: async () => {}, recordResult: async () => {} },
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  try {
    const letter = letterOf(content);
    const composed = await composeMail({ appName: config.APP_NAME, letter, unsubscribeUrl: null });
    await mailer.send({ kind: 'admin', to, subject, ...composed });
    return null;
  } catch (error) {
    if (!config.SMTP_URL) throw error;
    return mailFault(config.SMTP_URL, error);
  } finally {
    mailer.close();
  }
}
