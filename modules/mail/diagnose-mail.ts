import { error, type Finding, ok, warning } from '../kit/settings/finding.ts';
import { m } from '../kit/texts/m.ts';
import type { MailConfig } from './contract/settings.ts';
import { mailFault } from './mail-fault.ts';

const LIMIT_MS = 10_000;

/** Checks that the mail server can be reached and accepts the login; sends nothing. */
export async function diagnoseMail({ SMTP_URL, MAIL_FROM }: MailConfig): Promise<Finding[]> {
  if (!SMTP_URL) {
    return [warning(m.mail_check_outbox(), m.mail_check_outbox_cure())];
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
    findings.push(ok(m.mail_check_ok({ server: SMTP_URL.place })));
  } catch (fault) {
    const { text, cure } = mailFault(SMTP_URL, fault);
    findings.push(error(text, cure));
  } finally {
    transport.close();
  }
  if (/@localhost\b/.test(MAIL_FROM)) {
    findings.push(warning(m.mail_check_localhost({ address: MAIL_FROM }), m.mail_check_localhost_cure()));
  }
  return findings;
}
