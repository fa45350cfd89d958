import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import type { MailConfig } from './contract/settings.ts';
import { mailFault } from './mail-fault.ts';

const LIMIT_MS = 10_000;

/** Checks that the mail server can be reached and accepts the login; sends nothing. */
export async function diagnoseMail({ SMTP_URL, MAIL_FROM }: MailConfig): Promise<Finding[]> {
  if (!SMTP_URL) {
    return [
      warning(
        'mails are files in DATA_DIR/outbox, and reach nobody',
        'Set SMTP_URL to your mail server, as in smtps://user:password@mail.example.org:465.',
      ),
    ];
  }
  const findings: Finding[] = [];
  // Only the doctor needs it here.
  const { default: nodemailer } = await import('nodemailer');
  const transport = nodemailer.createTransport({
    ...SMTP_URL.connection,
    connectionTimeout: LIMIT_MS,
    greetingTimeout: LIMIT_MS,
    socketTimeout: LIMIT_MS,
  });
  try {
    await transport.verify();
    findings.push(ok(`${SMTP_URL.place} lets us in`));
  } catch (fault) {
    const { text, cure } = mailFault(SMTP_URL, fault);
    findings.push(error(text, cure));
  } finally {
    transport.close();
  }
  if (/@localhost\b/.test(MAIL_FROM)) {
    findings.push(
      warning(
        `mails come from ${MAIL_FROM}, which no server takes`,
        'Set MAIL_FROM, or SUPPORT_EMAIL, to an address of yours.',
      ),
    );
  }
  return findings;
}
