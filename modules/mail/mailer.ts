import { asciiDomain, readSender } from '../../src/kit/email-address.ts';
import { newId } from '../../src/kit/ids.ts';
import type { Log } from '../../src/kit/log.ts';
import { isDeferred } from '../../src/kit/mail-deferral.ts';
import type { SiteConfig } from '../../src/web/settings.ts';
import { createOutbox } from './outbox.ts';
import type { MailConfig } from './settings.ts';
import { htmlOfText } from './shared/mail-html.ts';
import type { MailStore } from './store.ts';
import type { Transports } from './transports.ts';

export interface Message {
  /** what it is for, as the log groups it */
  kind: string;
  to: string;
  subject: string;
  text: string;
  /** the text in the product's frame where none is given */
  html?: string;
  /** whose mail it is, where that is known */
  userId?: string;
  /** its text is kept, so that an operator can read it and send it again: never of one with a secret in it */
  isKept?: boolean;
  /** the sender retries where the server says "later"; else that is a failure */
  comesAgain?: boolean;
  /** known before it is sent, where a repeated send must be recognisable; one of ours otherwise */
  id?: string;
  headers?: Record<string, string>;
  /**
   * Awaited when all but the end of the mail is written: until it resolves the mail can't have been taken, and after
   * that only the server's answer decides. Throwing leaves the mail unsent.
   */
  beforeEnd?: () => Promise<void>;
}

export interface Mailer {
  /** Sends one mail. @throws when the mail server refuses it or can't be reached */
  send(message: Message): Promise<void>;
  close(): void;
}

export interface MailerDeps {
  config: MailConfig & SiteConfig & { DATA_DIR: string };
  store: Pick<MailStore, 'recordIntent' | 'recordResult'>;
  log: Log;
}

/** Sends through SMTP where it is set; else writes each mail as a file that any mail program opens. */
export function createMailer({ config, store, log }: MailerDeps): Mailer {
  let opened: Promise<Transports> | null = null;
  // With the first mail: no start waits for it.
  const open = () =>
    (opened ??= import('./transports.ts').then((own) => own.createTransports(config.SMTP_URL)));
  const sender = readSender(config.MAIL_FROM) ?? { name: config.APP_NAME, address: 'no-reply@localhost' };
  const outbox = createOutbox(config.DATA_DIR);

  return {
    async send({ id = newId(), kind, to, subject, text, html, userId, isKept, ...more }) {
      const { headers, comesAgain, beforeEnd } = more;
      const host = asciiDomain(sender.address.split('@').at(-1) ?? '') || 'localhost';
      const message = {
        from: sender,
        // As an object: a text would be taken apart as a list of addresses.
        to: { name: '', address: to },
        subject,
        text,
        html: html ?? htmlOfText(config.APP_NAME, text),
        headers,
        messageId: `<${id}@${host}>`,
      };
      await store.recordIntent({
        id,
        kind,
        toAddress: to,
        subject,
        userId: userId ?? null,
        text: isKept ? text : null,
        html: isKept ? message.html : null,
      });
      try {
        const { smtp, toBytes } = await open();
        if (smtp) {
          await smtp.sendMail(beforeEnd ? Object.assign(message, { beforeEnd }) : message);
        } else {
          const { message: bytes } = await toBytes.sendMail(message);
          const path = await outbox.put(id, bytes as Buffer, async () => beforeEnd?.());
          log.info('mail written', { path });
        }
        await store.recordResult(id, 'sent', null);
      } catch (error) {
        const state = comesAgain && isDeferred(error) ? 'waiting' : 'failed';
        await store.recordResult(id, state, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    close() {
      void opened?.then(({ smtp }) => smtp?.close());
    },
  };
}
