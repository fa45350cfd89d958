import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import nodemailer from 'nodemailer';
import type { Config } from '../../src/config.ts';
import { newId } from '../../src/ids.ts';
import type { Log } from '../../src/log.ts';
import type { MailStore } from './store.ts';

export interface Mail {
  /** what it is for, as the log groups it */
  kind: string;
  to: string;
  subject: string;
  text: string;
  html?: string;
  /** whose mail it is, where that is known */
  userId?: string;
  /** known before it is sent, where a repeated send must be recognisable; one of ours otherwise */
  id?: string;
  headers?: Record<string, string>;
}

export interface Mailer {
  /** Sends one mail. @throws when the mail server refuses it or can't be reached */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export interface MailerDeps {
  config: Config;
  store: MailStore;
  log: Log;
}

/** Sends through SMTP where it is set; else writes each mail as a file that any mail program opens. */
export function createMailer({ config, store, log }: MailerDeps): Mailer {
  const smtp = config.SMTP_URL
    ? nodemailer.createTransport({
        url: config.SMTP_URL,
        pool: true,
        connectionTimeout: 10_000,
        greetingTimeout: 10_000,
        socketTimeout: 20_000,
      })
    : null;
  const toFile = nodemailer.createTransport({ streamTransport: true, buffer: true });
  const outbox = join(config.DATA_DIR, 'outbox');

  return {
    async send({ kind, to, subject, text, html, headers, userId, id = newId() }) {
      const host = config.MAIL_FROM.match(/@([\w.-]+)/)?.[1] ?? 'localhost';
      const message = {
        from: config.MAIL_FROM,
        to,
        subject,
        text,
        html,
        headers,
        messageId: `<${id}@${host}>`,
      };
      await store.recordIntent({ id, kind, toAddress: to, subject, userId: userId ?? null });
      try {
        if (smtp) {
          await smtp.sendMail(message);
        } else {
          const { message: bytes } = await toFile.sendMail(message);
          await mkdir(outbox, { recursive: true });
          const path = join(outbox, `${id}.eml`);
          await writeFile(path, bytes as Buffer, { mode: 0o600 });
          log.info('mail written', { path });
        }
        await store.recordResult(id, null);
      } catch (error) {
        await store.recordResult(id, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
    close() {
      smtp?.close();
    },
  };
}
