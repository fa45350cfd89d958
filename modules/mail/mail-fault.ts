import { m } from '../kit/texts/m.ts';
import type { SmtpServer } from './contract/settings.ts';

export interface MailFault {
  text: string;
  cure: string;
}

/** Explains an error of the mail library, by its code, or for TLS by the reason from OpenSSL or the runtime. */
export function mailFault({ place: server, connection }: SmtpServer, error: unknown): MailFault {
  const { code = '', message } = error as Error & { code?: string };
  if (code === 'EAUTH') {
    return {
      text: m.mail_fault_login({ server }),
      cure: m.mail_fault_login_cure(),
    };
  }
  if (/wrong.version.number|packet length too long|record overflow/i.test(message)) {
    return {
      text: m.mail_fault_no_tls({ server }),
      cure: m.mail_fault_no_tls_cure(),
    };
  }
  if (code === 'ETLS' || /upgrading connection with STARTTLS/.test(message)) {
    return {
      text: m.mail_fault_no_starttls({ server }),
      cure: m.mail_fault_no_starttls_cure(),
    };
  }
  if (/certificate|self.signed|altname|CERT_/i.test(`${code} ${message}`)) {
    return {
      text: m.mail_fault_certificate({ server, cause: message }),
      cure: m.mail_fault_certificate_cure(),
    };
  }
  if (code === 'EDNS' || /ENOTFOUND|EAI_AGAIN/.test(message)) {
    return { text: m.mail_fault_host({ server }), cure: m.mail_fault_host_cure() };
  }
  if (/ECONNREFUSED/.test(message)) {
    return { text: m.mail_fault_refused({ server }), cure: m.mail_fault_refused_cure() };
  }
  if (code === 'ETIMEDOUT' || /timeout|timed out|Greeting never received/i.test(message)) {
    const cure = connection.secure ? m.mail_fault_timeout_cure_tls() : m.mail_fault_timeout_cure();
    return { text: m.mail_fault_timeout({ server }), cure };
  }
  if (code === 'EENVELOPE') {
    return {
      text: m.mail_fault_address({ server, cause: message }),
      cure: m.mail_fault_address_cure(),
    };
  }
  return {
    text: m.mail_fault_other({ server, cause: message }),
    cure: m.mail_fault_other_cure(),
  };
}
