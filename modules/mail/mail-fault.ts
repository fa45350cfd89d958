import type { SmtpServer } from './contract/settings.ts';

export interface MailFault {
  text: string;
  cure: string;
}

const PORTS = 'smtps:// (TLS from the start) is for port 465, smtp:// (STARTTLS) for 587 and 25';

/** Explains an error of the mail library, by its code, or for TLS by the reason from OpenSSL or the runtime. */
export function mailFault({ place, connection }: SmtpServer, error: unknown): MailFault {
  const { code = '', message } = error as Error & { code?: string };
  if (code === 'EAUTH') {
    return {
      text: `${place} refuses user or password`,
      cure: 'Check both in SMTP_URL; write %23 for a # and %40 for an @ in them.',
    };
  }
  if (/wrong.version.number|packet length too long|record overflow/i.test(message)) {
    return {
      text: `${place} doesn’t start with TLS`,
      cure: `Choose the encryption “STARTTLS, where offered” (smtp://), or another port: ${PORTS}.`,
    };
  }
  if (code === 'ETLS' || /upgrading connection with STARTTLS/.test(message)) {
    return {
      text: `${place} offers no STARTTLS`,
      cure: `Choose the encryption “TLS from the start” (smtps://) and its port: ${PORTS}.`,
    };
  }
  if (/certificate|self.signed|altname|CERT_/i.test(`${code} ${message}`)) {
    return {
      text: `${place} has a certificate that is not valid (${message})`,
      cure: 'Use the host name that the certificate names. For a server of your own with a certificate that it made itself, add ?tls.rejectUnauthorized=false to SMTP_URL.',
    };
  }
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) {
    return { text: `${place} can’t be found`, cure: 'Check the host in SMTP_URL.' };
  }
  if (/ECONNREFUSED/.test(message)) {
    return { text: `${place} refuses connections`, cure: `Check host and port in SMTP_URL: ${PORTS}.` };
  }
  if (code === 'ETIMEDOUT' || /timeout|timed out|Greeting never received/i.test(message)) {
    const cure = connection.secure
      ? `Check the port: ${PORTS}.`
      : `The server may want TLS from the start. Check the port: ${PORTS}. Many hosters block port 25.`;
    return { text: `${place} does not answer in time`, cure };
  }
  if (code === 'EENVELOPE') {
    return { text: `${place} rejected an address (${message})`, cure: 'Check MAIL_FROM and the recipient.' };
  }
  return {
    text: `${place} can’t be used (${message})`,
    cure: `Check host and port in SMTP_URL: ${PORTS}. Many hosters block port 25.`,
  };
}
