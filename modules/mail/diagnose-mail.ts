import { error, type Finding, ok, warning } from '../../src/kit/settings/finding.ts';
import type { MailConfig } from './settings.ts';

const LIMIT_MS = 10_000;

/** Checks that mails reach a server: signs in there and sends none. */
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
  // Nobody but the doctor needs it here.
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
    findings.push(refusal(SMTP_URL.place, fault as Error & { code?: string }));
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

function refusal(place: string, { code, message }: Error & { code?: string }): Finding {
  return code === 'EAUTH'
    ? error(
        `${place} refuses user or password`,
        'Check both in SMTP_URL; write %23 for a # and %40 for an @ in them.',
      )
    : error(
        `${place} can't be used (${message})`,
        'Check host and port in SMTP_URL: smtps:// is for port 465, smtp:// for 587 and 25. Many hosters block port 25.',
      );
}
